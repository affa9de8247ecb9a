//! Commands of a review.

use super::{Line, Origin, ReviewScreen};
use crate::context::Context;
use crate::keys::{Action, Binding, Commands, binding};
use crate::screens::Next;
use crate::screens::board::{Board, Kind};
use crate::screens::page::Page;

/// A command of a review.
#[derive(Clone, Copy, Debug)]
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
        &[Action::Right, Action::Down, Action::PageDown],
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
    binding(Command::Try, &[Action::PlayOn], "try again from here"),
    binding(Command::Values, &[Action::Values], "values"),
    binding(Command::Why, &[Action::Why], "why"),
    binding(Command::First, &[Action::First], "start"),
    binding(Command::Last, &[Action::Last], "end"),
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
            Command::NextGame => self.shown + 1 < self.games.len(),
            Command::PreviousGame => self.shown > 0,
            Command::Home => !matches!(self.origin, Origin::Records),
            Command::Quit => matches!(self.origin, Origin::Records),
            Command::Help => true,
        }
    }

    fn run(&mut self, command: Command, context: &mut Context) -> Next {
        let (step, last) = self.step_and_last();
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

    /// A board for trying a variation. The game is unchanged.
    fn board_from_here(&self, context: &Context) -> Board {
        let mut session = self.session();
        session.forget_later();
        if !session.is_open() {
            // Only a resignation can be undone; a game that ended by the rules cannot be continued.
            session.undo();
        }
        Board::new(session, context.seed, Kind::Trial)
    }
}
