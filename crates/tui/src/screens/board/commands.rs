//! What the keys of the board do.

use crossterm::event::KeyCode::{self, Backspace, Char, Esc};

use super::asking::Levels;
use super::touch::Step;
use super::typing::Input;
use super::{Board, Kind};
use crate::context::Context;
use crate::keys::{self, Binding, Commands, binding, direction};
use crate::screens::Next;
use crate::screens::page::Page;
use crate::screens::review::ReviewScreen;
use crate::thinker::Question;

/// What can be asked for at the board.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Command {
    Choose,
    GoOn,
    Stop,
    StepBack,
    Up,
    Down,
    Left,
    Right,
    Review,
    NextPuzzle,
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
    Home,
    /// While a line is typed: it is complete.
    Enter,
    /// While a line is typed: it is not wanted any more.
    Cancel,
}

const KEYS: &[Binding<Command>] = &[
    binding(Command::Choose, keys::ACT, "enter", "choose"),
    binding(Command::GoOn, keys::ACT, "enter", "go on"),
    binding(Command::Stop, &[Esc], "esc", "stop"),
    binding(Command::StepBack, &[Esc, Backspace], "esc", "step back"),
    direction(Command::Up, keys::UP, "up"),
    direction(Command::Down, keys::DOWN, "down"),
    direction(Command::Left, keys::LEFT, "left"),
    direction(Command::Right, keys::RIGHT, "right"),
    binding(Command::Review, &[Char('e')], "e", "review"),
    binding(Command::NextPuzzle, &[Char('n')], "n", "next puzzle"),
    binding(Command::Undo, &[Char('u')], "u", "undo"),
    binding(Command::Redo, &[Char('y')], "y", "redo"),
    binding(Command::Hint, &[Char('i')], "i", "hint"),
    binding(Command::Values, &[Char('v')], "v", "values"),
    binding(Command::Why, &[Char('w')], "w", "why"),
    binding(Command::Type, &[Char(':')], ":", "type a move"),
    binding(Command::Restart, &[Char('r')], "r", "restart"),
    binding(Command::Swap, &[Char('x')], "x", "swap sides"),
    binding(Command::GiveUp, &[Char('g')], "g", "give up"),
    binding(Command::Save, &[Char('s')], "s", "save"),
    binding(Command::Help, &[Char('?')], "?", "help"),
    binding(Command::Home, &[Char('q')], "q", "home"),
];

const LINE: &[Binding<Command>] = &keys::line(Command::Enter, Command::Cancel);

impl Commands for Board {
    type Command = Command;

    fn bindings(&self) -> &'static [&'static [Binding<Command>]] {
        match self.input {
            Input::Line(..) => &[LINE],
            Input::Command | Input::RestartOrCommand => &[KEYS],
        }
    }

    fn is_possible(&self, command: Command) -> bool {
        let game = &self.game;
        match command {
            // A cell that has just said why not has nothing more to say.
            Command::Choose => {
                let is_refused =
                    self.said.is_refusal() && matches!(self.hand.step(), Step::Nothing);
                game.is_humans_turn() && !is_refused
            }
            Command::Type | Command::Up | Command::Down | Command::Left | Command::Right => {
                game.is_humans_turn()
            }
            Command::StepBack => !self.hand.picked.is_empty(),
            Command::Stop => self.is_thinking(),
            Command::GoOn => self.levels == Levels::Paused && game.is_levels_turn(),
            Command::Undo => game.can_undo(),
            Command::Redo => game.can_redo(),
            Command::Hint | Command::Why | Command::Values => !game.is_over(),
            Command::GiveUp => !game.is_over() && game.has_human() && self.task().is_none(),
            Command::Review => game.is_over() && !game.plies().is_empty(),
            Command::Restart => !game.plies().is_empty() || game.is_over(),
            Command::NextPuzzle => self.task().is_some(),
            Command::Swap => {
                self.task().is_none() && !game.is_over() && game.who.one != game.who.two
            }
            Command::Save | Command::Help | Command::Home | Command::Enter | Command::Cancel => {
                true
            }
        }
    }

    fn obey(&mut self, command: Command, context: &mut Context) -> Next {
        let input = std::mem::replace(&mut self.input, Input::Command);
        match command {
            Command::Up => self.go(-1, 0),
            Command::Down => self.go(1, 0),
            Command::Left => self.go(0, -1),
            Command::Right => self.go(0, 1),
            Command::Choose => self.touch(context),
            Command::StepBack => {
                self.hand.picked.pop();
                self.said.say("");
            }
            Command::Stop => {
                self.levels = Levels::Paused;
                self.said.say("Stopped.");
            }
            Command::GoOn => {
                self.levels = Levels::Free;
                self.said.say("");
            }
            Command::Type => self.input = Input::mv(""),
            Command::Undo => self.undo(),
            Command::Redo => {
                self.game.redo();
                self.arrive();
                self.said.say("Played again.");
            }
            Command::Values => self.insight.shows_values = !self.insight.shows_values,
            Command::Why => self.insight.shows_why = !self.insight.shows_why,
            Command::Hint => self.insight.wants_hint = true,
            Command::Restart if self.is_unfinished() && input != Input::RestartOrCommand => {
                self.said
                    .say("This game would be lost: press r again to begin anew.");
                self.input = Input::RestartOrCommand;
            }
            Command::Restart => self.restart(),
            Command::Swap => {
                let players = self.game.swap();
                self.levels = Levels::Free;
                self.arrive();
                self.said.say(players);
            }
            Command::GiveUp => {
                self.game.resign();
                self.arrive();
                self.said.say("");
            }
            Command::Save => self.input = Input::save_as(&self.usual_name()),
            Command::Enter => {
                if let Input::Line(prompt, purpose) = input {
                    self.enter(prompt, purpose, context);
                }
            }
            Command::Cancel => self.said.say(""),
            Command::NextPuzzle => self.look_for_next_puzzle(context),
            Command::Review => {
                let is_kept = self.is_kept();
                let review =
                    ReviewScreen::of_game(self.record(), self.game.won_before(), is_kept, context);
                return Next::Open(Box::new(review));
            }
            Command::Help => {
                // To read what a key does is not to press another one.
                self.input = input;
                return Next::Open(Box::new(Page::help(self, context.look)));
            }
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
    fn look_for_next_puzzle(&mut self, context: &mut Context) {
        let seed = context.next_seed();
        let variant = self.game.position().variant();
        if let Kind::Puzzle(task) = &mut self.kind {
            task.next = Some(context.ask(Question::Puzzle { variant, seed }));
        }
    }
}
