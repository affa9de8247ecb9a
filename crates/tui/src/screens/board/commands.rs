//! Commands of the board.

use crossterm::event::KeyCode::{self, Char};
use quintet_arena::{Session, Step};

use super::input::Input;
use super::lesson::LessonProgress;
use super::puzzle::PUZZLE;
use super::requests::Levels;
use super::rush::RUSH;
use super::{Board, Kind, Retry};
use crate::context::Context;
use crate::keys::{self, Action, Binding, Commands, binding, direction};
use crate::screens::Next;
use crate::screens::insight::Insight;
use crate::screens::page::Page;
use crate::screens::review::ReviewScreen;

/// A command of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Choose,
    Resume,
    Stop,
    StepBack,
    /// Moves the cursor by rows and columns.
    Go(isize, isize),
    /// Takes everything back.
    First,
    /// Replays everything.
    Last,
    Review,
    /// In a puzzle: returns to its position.
    TryAgain,
    /// In a puzzle of a day: shows the result to share.
    Share,
    NextPuzzle,
    /// In a rush: counts the puzzle as a mistake.
    Skip,
    EndRush,
    /// Returns to the screen below.
    Close,
    /// In a lesson: continues with the next step.
    NextStep,
    /// In a lesson: skips the step.
    SkipStep,
    PreviousStep,
    /// The lesson is over.
    Learnt,
    /// Shows the better move instead of a mistake.
    Solution,
    /// Goes to the position after this many moves.
    GoTo(usize),
    /// Draws this reason on the board.
    Reason(usize),
    NextReason,
    ScrollUp,
    ScrollDown,
    Undo,
    Redo,
    Hint,
    Values,
    Why,
    Type,
    Restart,
    Swap,
    Resign,
    Save,
    Help,
    /// Returns to the reviewed game.
    Back,
    Home,
    /// While typing: accepts the line.
    Accept,
    /// While typing: cancels the line.
    Cancel,
}

pub(crate) const KEYS: &[Binding<Command>] = &[
    binding(Command::Choose, &[Action::Choose], "choose"),
    binding(Command::Resume, &[Action::Choose], "continue"),
    binding(Command::Stop, &[Action::Back], "stop"),
    binding(Command::StepBack, &[Action::Back], "step back"),
    direction(Command::Go(-1, 0), &[Action::Up], "up"),
    direction(Command::Go(1, 0), &[Action::Down], "down"),
    direction(Command::Go(0, -1), &[Action::Left], "left"),
    direction(Command::Go(0, 1), &[Action::Right], "right"),
    direction(Command::First, &[Action::First], "back to the first move"),
    direction(Command::Last, &[Action::Last], "on to the last move"),
    binding(Command::Review, &[Action::Review], "review"),
    binding(Command::Undo, &[Action::Undo], "undo"),
    binding(Command::Redo, &[Action::Redo], "redo"),
    binding(Command::Hint, &[Action::Hint], "hint"),
    binding(Command::Values, &[Action::Values], "values"),
    binding(Command::Why, &[Action::Why], "why"),
    binding(Command::NextReason, &[Action::Switch], "next reason"),
    binding(Command::ScrollDown, &[Action::PageDown], "more"),
    binding(Command::ScrollUp, &[Action::PageUp], "scroll up"),
    binding(Command::Type, &[Action::Type], "type a move"),
    binding(Command::Restart, &[Action::Restart], "restart"),
    binding(Command::Swap, &[Action::Swap], "swap sides"),
    binding(Command::Resign, &[Action::Resign], "resign"),
    binding(Command::Save, &[Action::Save], "save"),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::Back, &[Action::Quit], "back to the review"),
    binding(Command::Home, &[Action::Quit], "home"),
];

/// The keys in a lesson.
pub(crate) const LESSON: &[Binding<Command>] = &[
    binding(Command::NextStep, &[Action::Choose], "next step"),
    binding(Command::Learnt, &[Action::Choose], "play against easy"),
    binding(Command::Choose, &[Action::Choose], "choose"),
    binding(Command::StepBack, &[Action::Back], "step back"),
    direction(Command::Go(-1, 0), &[Action::Up], "up"),
    direction(Command::Go(1, 0), &[Action::Down], "down"),
    direction(Command::Go(0, -1), &[Action::Left], "left"),
    direction(Command::Go(0, 1), &[Action::Right], "right"),
    binding(Command::Restart, &[Action::Restart], "try again"),
    binding(Command::SkipStep, &[Action::Next], "skip this step"),
    binding(Command::PreviousStep, &[Action::Previous], "previous step"),
    binding(Command::ScrollDown, &[Action::PageDown], "more"),
    binding(Command::ScrollUp, &[Action::PageUp], "scroll up"),
    binding(Command::Type, &[Action::Type], "type a move"),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::Home, &[Action::Quit], "leave the lesson"),
];

/// The keys while mistakes are tried again.
pub(crate) const RETRY: &[Binding<Command>] = &[
    binding(Command::NextStep, &[Action::Choose], "next mistake"),
    binding(Command::Choose, &[Action::Choose], "choose"),
    binding(Command::StepBack, &[Action::Back], "step back"),
    direction(Command::Go(-1, 0), &[Action::Up], "up"),
    direction(Command::Go(1, 0), &[Action::Down], "down"),
    direction(Command::Go(0, -1), &[Action::Left], "left"),
    direction(Command::Go(0, 1), &[Action::Right], "right"),
    binding(Command::Solution, &[Action::Better], "show the better move"),
    binding(Command::SkipStep, &[Action::Next], "next mistake"),
    binding(
        Command::PreviousStep,
        &[Action::Previous],
        "previous mistake",
    ),
    binding(Command::Why, &[Action::Why], "why"),
    binding(Command::Values, &[Action::Values], "values"),
    binding(Command::NextReason, &[Action::Switch], "next reason"),
    binding(Command::ScrollDown, &[Action::PageDown], "more"),
    binding(Command::ScrollUp, &[Action::PageUp], "scroll up"),
    binding(Command::Type, &[Action::Type], "type a move"),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::Back, &[Action::Quit], "back to the review"),
];

const LINE: &[Binding<Command>] = &keys::line(Command::Accept, Command::Cancel);

impl Commands for Board {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        match self.input {
            Input::Line(..) => LINE,
            Input::Command | Input::Confirm(_) if self.course().is_some() => LESSON,
            Input::Command | Input::Confirm(_) if self.retry().is_some() => RETRY,
            Input::Command | Input::Confirm(_) => match self.task() {
                Some(task) if task.rush.is_some() => RUSH,
                Some(_) => PUZZLE,
                None => KEYS,
            },
        }
    }

    fn is_available(&self, command: Command) -> bool {
        if let Some(course) = self.course() {
            return self.is_available_in_lesson(command, course);
        }
        if let Some(retry) = self.retry() {
            return self.is_available_in_retry(command, retry);
        }
        if let Some(task) = self.task() {
            return match task.rush {
                Some(_) => self.is_available_in_rush(command),
                None => self.is_available_in_puzzle(command, task),
            };
        }
        self.is_available_in_game(command)
    }

    fn run(&mut self, command: Command, context: &mut Context) -> Next {
        let input = std::mem::replace(&mut self.input, Input::Command);
        let is_confirmed = input == Input::Confirm(command);
        if let Input::Confirm(_) = input {
            self.messages.info("");
        }
        match command {
            Command::Go(rows, columns) => self.go(rows, columns),
            Command::Choose => self.touch(context),
            Command::StepBack => {
                self.entry.unpick();
                self.messages.info("");
            }
            Command::Stop => self.stop(),
            Command::Resume => {
                self.levels = Levels::Free;
                self.messages.info("");
            }
            Command::Type => self.input = Input::mv(""),
            Command::Undo | Command::Redo | Command::First | Command::Last | Command::GoTo(_) => {
                self.go_through_game(command);
            }
            Command::Values => self.insight.toggle_values(self.session.position()),
            Command::Why => {
                self.insight.toggle_why();
                self.side.reset();
            }
            Command::Reason(index) => self.insight.choose_reason(index),
            Command::NextReason => self.insight.choose_next_reason(self.session.position()),
            Command::ScrollUp | Command::ScrollDown => {
                self.side.page(command == Command::ScrollDown);
            }
            Command::Hint => self.insight.wants_hint = true,
            Command::Restart if self.course().is_some() => self.go_in_lesson(0),
            Command::Restart if self.session.is_unfinished() && !is_confirmed => {
                self.ask_to_restart(context);
            }
            Command::Restart => self.restart(),
            Command::Swap => {
                self.session.forget_later();
                self.session.swap_players();
                self.levels = Levels::Free;
                self.arrive();
                self.messages.info(self.session.swapped());
            }
            Command::Resign if !is_confirmed => {
                let key = context.keymap.name(Action::Resign);
                self.confirm(command, format!("Press {key} again to resign this game."));
            }
            Command::Resign => {
                self.session.resign();
                self.arrive();
                self.messages.info("");
            }
            Command::Save => self.input = Input::save_as(&self.usual_name(context)),
            Command::Accept => {
                if let Input::Line(prompt, purpose) = input {
                    self.enter(prompt, purpose, context);
                }
            }
            Command::Cancel => self.messages.info(""),
            Command::TryAgain
            | Command::Share
            | Command::NextPuzzle
            | Command::Skip
            | Command::EndRush
            | Command::Close => return self.run_in_puzzle(command, context),
            Command::Review => {
                let record = self.record(context);
                let review = ReviewScreen::of_game(record, context);
                return Next::Open(Box::new(review));
            }
            Command::Help => {
                // Reading the help is not pressing another key.
                self.input = input;
                return Next::Open(Box::new(Page::help(self, context)));
            }
            Command::NextStep | Command::SkipStep => {
                self.go_in_lesson(1);
                self.go_in_retry(1);
            }
            Command::PreviousStep => {
                self.go_in_lesson(-1);
                self.go_in_retry(-1);
            }
            Command::Solution if self.task().is_some() => {
                return self.run_in_puzzle(command, context);
            }
            Command::Solution => self.show_solution(context),
            Command::Learnt => {
                let variant = self.session.variant();
                return Next::Play(Box::new(Board::against_easy(variant, context)));
            }
            Command::Back => return Next::Close,
            Command::Home => return Next::Home(None),
        }
        self.settle(context);
        Next::Stay
    }

    fn type_key(&mut self, code: KeyCode) {
        match (&mut self.input, code) {
            (Input::Line(prompt, _), code) => prompt.type_key(code),
            (Input::Command | Input::Confirm(_), Char(char)) => self.begin_move(char),
            (Input::Command | Input::Confirm(_), _) => {}
        }
    }
}

impl Board {
    /// True for the commands of a game and of a variation.
    pub(super) fn is_available_in_game(&self, command: Command) -> bool {
        let session = &self.session;
        let is_open = session.is_open();
        match command {
            Command::Choose => self.can_choose(),
            Command::Type | Command::Go(..) => session.is_persons_turn(),
            Command::StepBack => !self.entry.picked.is_empty(),
            Command::Stop => self.is_thinking() || self.is_explanation_awaited(),
            Command::Resume => self.levels == Levels::Paused && self.level_to_move().is_some(),
            Command::Undo => session.can_undo(),
            Command::First => session.undo_target().is_some(),
            Command::Redo | Command::Last => session.redo_target().is_some(),
            Command::Hint | Command::Why | Command::Values => is_open,
            Command::GoTo(plies) => plies <= session.plies().len() && plies != session.cursor(),
            Command::Reason(index) => index < self.insight.claims(session.position()).len(),
            Command::NextReason => self.has_pictures(),
            Command::ScrollUp => self.side.can_scroll(false),
            Command::ScrollDown => self.side.can_scroll(true),
            Command::Resign => session.resigner().is_some(),
            Command::Review => !is_open && session.cursor() > 0,
            Command::Restart => !is_open || session.cursor() > 0,
            Command::Swap => is_open && session.players.one != session.players.two,
            Command::Back => matches!(self.kind, Kind::Trial),
            Command::Home => !matches!(self.kind, Kind::Trial),
            Command::Save | Command::Help | Command::Accept | Command::Cancel => true,
            Command::NextStep
            | Command::SkipStep
            | Command::PreviousStep
            | Command::Learnt
            | Command::TryAgain
            | Command::Solution
            | Command::Share
            | Command::NextPuzzle
            | Command::Skip
            | Command::EndRush
            | Command::Close => false,
        }
    }

    /// A cell that just showed a refusal shows nothing else.
    pub(super) fn can_choose(&self) -> bool {
        let is_refused = self.messages.is_error && matches!(self.entry.step(), Step::Nothing);
        self.may_move() && !is_refused
    }

    /// Goes to another position of the game.
    fn go_through_game(&mut self, command: Command) {
        match command {
            Command::Undo => self.undo(),
            Command::First => {
                while self.session.undo_target().is_some() {
                    self.undo();
                }
            }
            Command::Last => {
                while self.session.redo_target().is_some() {
                    self.session.redo();
                }
                self.arrive();
                self.messages.info(Session::PLAYED_AGAIN);
            }
            Command::Redo => {
                self.session.redo();
                self.arrive();
                self.messages.info(Session::PLAYED_AGAIN);
            }
            Command::GoTo(plies) => self.go_to_move(plies),
            _ => {}
        }
    }

    fn ask_to_restart(&mut self, context: &Context) {
        let key = context.keymap.name(Action::Restart);
        let consequence = if self.is_game() {
            "This game stays in your list"
        } else {
            "This line would be lost"
        };
        let question = format!("{consequence}: press {key} again to start another game.");
        self.confirm(Command::Restart, question);
    }

    /// Asks for a second press of the key of a command.
    fn confirm(&mut self, command: Command, question: String) {
        self.messages.info(question);
        self.input = Input::Confirm(command);
    }

    /// Cancels long-running work.
    fn stop(&mut self) {
        if self.is_thinking() {
            self.levels = Levels::Paused;
        }
        if self.is_explanation_awaited() {
            self.insight = Insight::default();
        }
        self.messages.info("Stopped.");
    }

    fn is_available_in_retry(&self, command: Command, retry: &Retry) -> bool {
        match command {
            Command::NextStep => retry.is_done && !retry.is_last(),
            Command::SkipStep => !retry.is_last(),
            Command::PreviousStep => !retry.is_first(),
            Command::Solution => !retry.is_done,
            Command::Choose => self.can_choose(),
            Command::Type | Command::Go(..) => self.may_move(),
            Command::StepBack => !self.entry.picked.is_empty(),
            Command::Why | Command::Values => retry.is_done,
            Command::Reason(_) | Command::NextReason => self.has_pictures(),
            Command::ScrollUp => self.side.can_scroll(false),
            Command::ScrollDown => self.side.can_scroll(true),
            Command::Help | Command::Back | Command::Accept | Command::Cancel => true,
            _ => false,
        }
    }

    /// True if a reason can be drawn on the board.
    fn has_pictures(&self) -> bool {
        let mut claims = self.insight.claims(self.session.position()).iter();
        claims.any(|claim| !claim.marks.is_empty())
    }

    fn is_available_in_lesson(&self, command: Command, course: &LessonProgress) -> bool {
        match command {
            Command::NextStep => course.is_done && !course.is_last(),
            Command::SkipStep => !course.is_done && !course.is_last(),
            Command::Learnt => course.is_done && course.is_last(),
            Command::PreviousStep => !course.is_first(),
            Command::Restart => course.is_done,
            Command::Choose => self.can_choose(),
            Command::Type | Command::Go(..) => self.may_move(),
            Command::StepBack => !self.entry.picked.is_empty(),
            Command::ScrollUp => self.side.can_scroll(false),
            Command::ScrollDown => self.side.can_scroll(true),
            Command::Help | Command::Home | Command::Accept | Command::Cancel => true,
            _ => false,
        }
    }
}
