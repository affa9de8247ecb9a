//! Commands of a review.

use quintet_arena::{ReviewedMove, Who};

use super::{Line, Origin, ReviewScreen};
use crate::context::Context;
use crate::keys::{Action, Binding, Commands, binding, direction};
use crate::screens::Next;
use crate::screens::board::{Board, Kind, Mistake, Retry};
use crate::screens::page::Page;

/// A command of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Earlier,
    Later,
    NextMistake,
    PreviousMistake,
    Better,
    Tried,
    LeaveLine,
    Try,
    Values,
    Why,
    First,
    Last,
    /// Tries the mistakes again.
    Retry,
    GoTo(usize),
    Reason(usize),
    NextReason,
    ScrollUp,
    ScrollDown,
    NextGame,
    PreviousGame,
    Help,
    Home,
    Quit,
}

pub(crate) const KEYS: &[Binding<Command>] = &[
    binding(Command::Earlier, &[Action::Left, Action::Up], "back"),
    binding(
        Command::Later,
        &[Action::Right, Action::Down, Action::Choose],
        "forward",
    ),
    binding(Command::NextMistake, &[Action::Next], "next mistake"),
    binding(
        Command::PreviousMistake,
        &[Action::Previous],
        "previous mistake",
    ),
    binding(Command::Better, &[Action::Better], "better line"),
    binding(Command::Tried, &[Action::Tried], "line you tried"),
    binding(
        Command::LeaveLine,
        &[Action::Back, Action::Better, Action::Undo],
        "leave the line",
    ),
    binding(Command::Retry, &[Action::Retry], "learn from mistakes"),
    binding(Command::Try, &[Action::PlayOn], "play on from here"),
    binding(Command::Values, &[Action::Values], "values"),
    binding(Command::Why, &[Action::Why], "why"),
    binding(Command::NextReason, &[Action::Switch], "next reason"),
    binding(Command::ScrollDown, &[Action::PageDown], "more"),
    binding(Command::ScrollUp, &[Action::PageUp], "scroll up"),
    direction(Command::First, &[Action::First], "first move"),
    direction(Command::Last, &[Action::Last], "last move"),
    binding(Command::NextGame, &[Action::NextGame], "next game"),
    binding(
        Command::PreviousGame,
        &[Action::PreviousGame],
        "previous game",
    ),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::Home, &[Action::Quit, Action::Back], "home"),
    binding(Command::Quit, &[Action::Quit, Action::Back], "quit"),
];

impl Commands for ReviewScreen {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        KEYS
    }

    fn is_available(&self, command: Command) -> bool {
        let (step, last) = self.step_and_last();
        match command {
            Command::Earlier | Command::First => step > 0,
            Command::Later | Command::Last => step < last,
            Command::NextMistake => self.next_mistake().is_some(),
            Command::PreviousMistake => self.previous_mistake().is_some(),
            Command::Better => self.can_follow(Line::Better),
            Command::Tried => self.can_follow(Line::Tried),
            Command::LeaveLine => self.followed.is_some(),
            // A finished game cannot be continued.
            Command::Try | Command::Values | Command::Why => {
                self.session().position().outcome().is_none()
            }
            Command::Retry => !self.retried().is_empty(),
            Command::GoTo(index) => index <= self.record().plies().len(),
            Command::Reason(_) | Command::NextReason => {
                let session = self.session();
                let mut claims = self.insight.claims(session.position()).iter();
                claims.any(|claim| !claim.marks.is_empty())
            }
            Command::ScrollUp => self.side.can_scroll(false),
            Command::ScrollDown => self.side.can_scroll(true),
            Command::NextGame => self.shown + 1 < self.games.len(),
            Command::PreviousGame => self.shown > 0,
            Command::Home => !matches!(self.origin, Origin::Records),
            Command::Quit => matches!(self.origin, Origin::Records),
            Command::Help => true,
        }
    }

    fn run(&mut self, command: Command, context: &mut Context) -> Next {
        let (step, last) = self.step_and_last();
        let before = (step, self.at, self.shown);
        match command {
            Command::Earlier => self.step_to(step.saturating_sub(1)),
            Command::Later => self.step_to(last.min(step + 1)),
            Command::First => self.step_to(0),
            Command::Last => self.step_to(last),
            Command::NextMistake => self.go_to(self.next_mistake()),
            Command::PreviousMistake => self.go_to(self.previous_mistake()),
            Command::Better => self.followed = Some((Line::Better, 0)),
            Command::Tried => self.followed = Some((Line::Tried, 0)),
            Command::Values => self.insight.toggle_values(self.session().position()),
            Command::Why => self.insight.toggle_why(),
            Command::GoTo(index) => self.go_to(Some(index)),
            Command::Reason(index) => self.insight.choose_reason(index),
            Command::NextReason => {
                let session = self.session();
                self.insight.choose_next_reason(session.position());
            }
            Command::ScrollUp | Command::ScrollDown => {
                self.side.page(command == Command::ScrollDown);
            }
            Command::Retry => {
                let retried = self.retried();
                let at = retried.iter().position(|mv| mv.ply > self.at);
                let mistakes = retried.iter().map(|mv| Mistake::of(self.record(), mv));
                let retry = Retry::new(mistakes.collect(), at.unwrap_or(0));
                let board = Board::of_retry(retry, context.seed);
                return Next::Open(Box::new(board));
            }
            Command::LeaveLine => self.followed = None,
            Command::NextGame => self.show(self.shown + 1, context),
            Command::PreviousGame => self.show(self.shown.saturating_sub(1), context),
            Command::Try => {
                let mut board = self.board_from_here(context);
                board.settle(context);
                return Next::Open(Box::new(board));
            }
            Command::Help => return Next::Open(Box::new(Page::help(self, context))),
            Command::Home => return Next::Home(None),
            Command::Quit => return Next::Quit,
        }
        if (self.step_and_last().0, self.at, self.shown) != before {
            self.insight.reset_reason();
            self.side.reset();
        }
        self.settle(context);
        Next::Stay
    }
}

impl ReviewScreen {
    /// Requests the enabled analysis of the current position.
    pub(super) fn settle(&mut self, context: &mut Context) {
        let session = self.session();
        if session.position().outcome().is_none() {
            self.insight.ask(session.position(), context);
        }
    }

    /// Returns the mistakes to try again: those of persons or, in a game without persons, all.
    fn retried(&self) -> Vec<&ReviewedMove> {
        let moves = self.review().map_or(&[][..], |review| &review.moves);
        let has_person = moves.iter().any(|mv| mv.is_by_person);
        let mistakes = moves.iter().filter(|mv| mv.is_mistake);
        mistakes
            .filter(|mv| mv.is_by_person || !has_person)
            .collect()
    }

    fn can_follow(&self, line: Line) -> bool {
        self.followed.is_none() && !self.line(line).is_empty()
    }

    fn step_to(&mut self, step: usize) {
        match &mut self.followed {
            Some((_, followed)) => *followed = step,
            None => self.at = step,
        }
    }

    fn next_mistake(&self) -> Option<usize> {
        self.mistakes().find(|n| *n > self.at)
    }

    fn previous_mistake(&self) -> Option<usize> {
        self.mistakes().take_while(|n| *n < self.at).last()
    }

    fn go_to(&mut self, mistake: Option<usize>) {
        self.followed = None;
        self.at = mistake.unwrap_or(self.at);
    }

    /// Returns a board for trying a variation. The game is unchanged.
    fn board_from_here(&self, context: &Context) -> Board {
        let mut session = self.session();
        session.forget_later();
        if !session.is_open() {
            // Only a resignation can be undone; a game that ended by the rules cannot be continued.
            session.undo();
        }
        // The user gets the turn, also in a game between computer players.
        let mover = session.position().to_move();
        session.players[mover] = Who::Human;
        Board::new(session, context.seed, Kind::Trial)
    }
}
