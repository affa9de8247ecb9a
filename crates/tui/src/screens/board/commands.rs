//! Commands of the board.

use crossterm::event::KeyCode::{self, Backspace, Char, Down, End, Esc, Home, Left, Right, Up};

use quintet_arena::{Session, Step};

use super::asking::Levels;
use super::lesson::Course;
use super::typing::Input;
use super::{Board, Kind};
use crate::context::Context;
use crate::keys::{self, Binding, Commands, binding, direction};
use crate::screens::insight::Insight;
use crate::screens::page::Page;
use crate::screens::review::ReviewScreen;
use crate::screens::{Next, Wanted};

/// A command of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Command {
    Choose,
    GoOn,
    Stop,
    StepBack,
    /// Moves the cursor by rows and columns.
    Go(isize, isize),
    /// Takes everything back.
    First,
    /// Replays everything.
    Last,
    Review,
    NextPuzzle,
    /// In a lesson: continues with the next step.
    NextStep,
    /// In a lesson: skips the step.
    SkipStep,
    PreviousStep,
    /// The lesson is over.
    Learnt,
    Undo,
    Redo,
    Hint,
    Values,
    Why,
    Type,
    Restart,
    Swap,
    GiveUp,
    Save,
    Help,
    /// Returns to the reviewed game.
    Back,
    Home,
    /// While typing: accepts the line.
    Enter,
    /// While typing: cancels the line.
    Cancel,
}

const KEYS: &[Binding<Command>] = &[
    binding(Command::Choose, keys::ACT, "choose"),
    binding(Command::GoOn, keys::ACT, "go on"),
    binding(Command::Stop, &[Esc], "stop"),
    binding(Command::StepBack, &[Esc, Backspace], "step back"),
    direction(Command::Go(-1, 0), &[Up], "up"),
    direction(Command::Go(1, 0), &[Down], "down"),
    direction(Command::Go(0, -1), &[Left], "left"),
    direction(Command::Go(0, 1), &[Right], "right"),
    direction(Command::First, &[Home], "back to the first move"),
    direction(Command::Last, &[End], "on to the last move"),
    binding(Command::Review, &[Char('e')], "review"),
    binding(Command::NextPuzzle, &[Char('n')], "next puzzle"),
    binding(Command::Undo, &[Char('u')], "undo"),
    binding(Command::Redo, &[Char('y')], "redo"),
    binding(Command::Hint, &[Char('h'), Char('i')], "hint"),
    binding(Command::Values, &[Char('v')], "values"),
    binding(Command::Why, &[Char('w')], "why"),
    binding(Command::Type, &[Char(':')], "type a move"),
    binding(Command::Restart, &[Char('r')], "restart"),
    binding(Command::Swap, &[Char('x')], "swap sides"),
    binding(Command::GiveUp, &[Char('g')], "give up"),
    binding(Command::Save, &[Char('s')], "save"),
    binding(Command::Help, &[Char('?')], "help"),
    binding(Command::Back, &[Char('q')], "back to the review"),
    binding(Command::Home, &[Char('q')], "home"),
];

/// The keys in a lesson.
const LESSON: &[Binding<Command>] = &[
    binding(Command::NextStep, keys::ACT, "next step"),
    binding(Command::Learnt, keys::ACT, "play a game"),
    binding(Command::Choose, keys::ACT, "choose"),
    binding(Command::StepBack, &[Esc, Backspace], "step back"),
    direction(Command::Go(-1, 0), &[Up], "up"),
    direction(Command::Go(1, 0), &[Down], "down"),
    direction(Command::Go(0, -1), &[Left], "left"),
    direction(Command::Go(0, 1), &[Right], "right"),
    binding(Command::Restart, &[Char('r')], "try again"),
    binding(Command::SkipStep, &[Char('n')], "skip this step"),
    binding(Command::PreviousStep, &[Char('p')], "previous step"),
    binding(Command::Type, &[Char(':')], "type a move"),
    binding(Command::Help, &[Char('?')], "help"),
    binding(Command::Home, &[Char('q')], "leave the lesson"),
];

const LINE: &[Binding<Command>] = &keys::line(Command::Enter, Command::Cancel);

impl Commands for Board {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        match self.input {
            Input::Line(..) => LINE,
            Input::Command | Input::RestartOrCommand if self.course().is_some() => LESSON,
            Input::Command | Input::RestartOrCommand => KEYS,
        }
    }

    fn is_possible(&self, command: Command) -> bool {
        if let Some(course) = self.course() {
            return self.is_possible_in_lesson(command, course);
        }
        let session = &self.session;
        let (is_open, is_game) = (session.is_open(), self.task().is_none());
        match command {
            Command::Choose => self.can_choose(),
            Command::Type | Command::Go(..) => session.is_persons_turn(),
            Command::StepBack => !self.hand.picked.is_empty(),
            Command::Stop => self.is_thinking() || self.is_explanation_awaited(),
            Command::GoOn => self.levels == Levels::Paused && self.level_to_move().is_some(),
            Command::Undo => session.can_undo(),
            Command::First => session.undo_target().is_some(),
            Command::Redo | Command::Last => session.redo_target().is_some(),
            Command::Hint | Command::Why | Command::Values => is_open,
            Command::GiveUp => is_game && session.resigner().is_some(),
            Command::Review => !is_open && session.cursor() > 0,
            Command::Restart => !is_open || session.cursor() > 0,
            Command::NextPuzzle => !is_game,
            Command::Swap => is_open && is_game && session.players.one != session.players.two,
            Command::Back => matches!(self.kind, Kind::Trial),
            Command::Home => !matches!(self.kind, Kind::Trial),
            Command::Save | Command::Help | Command::Enter | Command::Cancel => true,
            Command::NextStep | Command::SkipStep | Command::PreviousStep | Command::Learnt => {
                false
            }
        }
    }

    fn obey(&mut self, command: Command, context: &mut Context) -> Next {
        let input = std::mem::replace(&mut self.input, Input::Command);
        if let (Command::Hint | Command::Values | Command::Why, Kind::Puzzle(task)) =
            (command, &mut self.kind)
            && self.session.cursor() == 0
        {
            task.is_helped = true;
        }
        match command {
            Command::Go(rows, columns) => self.go(rows, columns),
            Command::Choose => self.touch(context),
            Command::StepBack => {
                self.hand.unpick();
                self.said.say("");
            }
            Command::Stop => self.stop(),
            Command::GoOn => {
                self.levels = Levels::Free;
                self.said.say("");
            }
            Command::Type => self.input = Input::mv(""),
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
                self.said.say(Session::PLAYED_AGAIN);
            }
            Command::Redo => {
                self.session.redo();
                self.arrive();
                self.said.say(Session::PLAYED_AGAIN);
            }
            Command::Values => self.insight.shows_values = !self.insight.shows_values,
            Command::Why => self.insight.shows_why = !self.insight.shows_why,
            Command::Hint => self.insight.wants_hint = true,
            Command::Restart if self.course().is_some() => self.go_in_lesson(0),
            Command::Restart
                if self.session.is_unfinished() && input != Input::RestartOrCommand =>
            {
                self.said
                    .say("This game would be lost: press r again to start over.");
                self.input = Input::RestartOrCommand;
            }
            Command::Restart => self.restart(),
            Command::Swap => {
                self.session.forget_later();
                self.session.swap_players();
                self.levels = Levels::Free;
                self.arrive();
                self.said.say(self.session.swapped());
            }
            Command::GiveUp => {
                self.session.resign();
                self.arrive();
                self.said.say("");
            }
            Command::Save => self.input = Input::save_as(&self.usual_name(context)),
            Command::Enter => {
                if let Input::Line(prompt, purpose) = input {
                    self.enter(prompt, purpose, context);
                }
            }
            Command::Cancel => self.said.say(""),
            Command::NextPuzzle => {
                let seed = context.next_seed();
                return Next::Puzzle(Wanted::any(self.session.variant(), seed));
            }
            Command::Review => {
                let record = self.record(context);
                let review = ReviewScreen::of_game(record, context);
                return Next::Open(Box::new(review));
            }
            Command::Help => {
                // Reading the help is not pressing another key.
                self.input = input;
                return Next::Open(Box::new(Page::help(self, context.look)));
            }
            Command::NextStep | Command::SkipStep => self.go_in_lesson(1),
            Command::PreviousStep => self.go_in_lesson(-1),
            Command::Learnt => {
                let said = "You finished the lesson. Press enter to start a game.";
                return Next::Home(Some(said.to_owned()));
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
            (Input::Command | Input::RestartOrCommand, Char(char)) => self.begin_move(char),
            (Input::Command | Input::RestartOrCommand, _) => {}
        }
    }
}

impl Board {
    /// A cell that just showed a refusal shows nothing else.
    fn can_choose(&self) -> bool {
        let is_refused = self.said.is_refusal && matches!(self.hand.step(), Step::Nothing);
        self.may_move() && !is_refused
    }

    /// Cancels long-running work.
    fn stop(&mut self) {
        if self.is_thinking() {
            self.levels = Levels::Paused;
        }
        if self.is_explanation_awaited() {
            self.insight = Insight::default();
        }
        self.said.say("Stopped.");
    }

    fn is_possible_in_lesson(&self, command: Command, course: &Course) -> bool {
        match command {
            Command::NextStep => course.is_done && !course.is_last(),
            Command::SkipStep => !course.is_done && !course.is_last(),
            Command::Learnt => course.is_done && course.is_last(),
            Command::PreviousStep => !course.is_first(),
            Command::Restart => course.is_done,
            Command::Choose => self.can_choose(),
            Command::Type | Command::Go(..) => self.may_move(),
            Command::StepBack => !self.hand.picked.is_empty(),
            Command::Help | Command::Home | Command::Enter | Command::Cancel => true,
            _ => false,
        }
    }
}
