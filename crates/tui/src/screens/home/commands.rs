//! Commands of the first screen.

use quintet_arena::{Session, puzzle_of_day};

use super::Home;
use super::choice::Field;
use crate::context::Context;
use crate::keys::{Action, Binding, Commands, binding, direction};
use crate::screens::board::{Board, Kind};
use crate::screens::opening::Opening;
use crate::screens::page::Page;
use crate::screens::{Next, Wanted};

/// A command of the first screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Stop,
    Play,
    Continue,
    Up,
    Down,
    Left,
    Right,
    Options,
    Learn,
    Rules,
    Puzzle,
    Daily,
    Open,
    Help,
    Quit,
}

pub(crate) const KEYS: &[Binding<Command>] = &[
    binding(Command::Stop, &[Action::Back], "stop looking"),
    binding(Command::Play, &[Action::Choose], "play"),
    binding(Command::Continue, &[Action::Continue], "continue"),
    direction(Command::Up, &[Action::Up], "line above"),
    direction(Command::Down, &[Action::Down], "line below"),
    direction(Command::Left, &[Action::Left], "change"),
    direction(Command::Right, &[Action::Right], "change"),
    binding(Command::Options, &[Action::Switch], "games, options"),
    binding(Command::Learn, &[Action::Learn], "guided game"),
    binding(Command::Rules, &[Action::Rules], "rules"),
    binding(Command::Puzzle, &[Action::Puzzle], "puzzle"),
    binding(Command::Daily, &[Action::Daily], "daily puzzle"),
    binding(Command::Open, &[Action::Open], "open a record"),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::Quit, &[Action::Quit], "quit"),
];

impl Commands for Home {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        KEYS
    }

    fn is_available(&self, command: Command) -> bool {
        match command {
            Command::Stop => self.sought.is_some(),
            Command::Continue => self.left.is_some(),
            Command::Up => self.line > 0,
            Command::Down => self.line + 1 < self.choice.games().count() + Field::ALL.len(),
            // Moving to a line selects its game; the options are to the right.
            Command::Left => self.field().is_some(),
            Command::Play
            | Command::Right
            | Command::Options
            | Command::Learn
            | Command::Rules
            | Command::Puzzle
            | Command::Daily
            | Command::Open
            | Command::Help
            | Command::Quit => true,
        }
    }

    fn run(&mut self, command: Command, context: &mut Context) -> Next {
        let was_asked_once = std::mem::take(&mut self.is_asked_once);
        if self.sought.is_none() && command != Command::Help {
            self.message.clear();
        }
        match command {
            Command::Stop => {
                self.sought = None;
                self.message.clear();
            }
            Command::Play if self.has_unfinished() && !was_asked_once => {
                self.is_asked_once = true;
                self.message =
                    "Your unfinished game would be lost: press enter again to start a new one, c to continue it."
                        .to_owned();
            }
            Command::Play => {
                self.learnt.insert(self.choice.listing().id.to_owned());
                let seed = context.next_seed();
                let session =
                    Session::new(self.choice.start(seed)).between(self.choice.who.clone());
                return Next::Play(Box::new(Board::new(session, seed, Kind::Game)));
            }
            Command::Continue => {
                if let Some(game) = self.left.take() {
                    return Next::Play(Box::new(game));
                }
            }
            Command::Up => self.go_to(self.line.saturating_sub(1)),
            Command::Down => self.go_to(self.line + 1),
            Command::Left => self.change(false),
            Command::Right if self.field().is_some() => self.change(true),
            Command::Options if self.field().is_some() => self.line = self.choice.game,
            Command::Right | Command::Options => self.line = self.choice.games().count(),
            Command::Learn => {
                let listing = self.choice.listing();
                self.learnt.insert(listing.id.to_owned());
                return Next::Play(Box::new(Board::of_lesson(listing)));
            }
            Command::Rules => {
                let listing = self.choice.listing();
                let title = format!("The rules of {}", listing.name);
                return Next::Open(Box::new(Page::markdown(title, listing.rules)));
            }
            Command::Puzzle => {
                let seed = context.next_seed();
                return Next::Puzzle(Wanted::any(self.choice.variant(), seed));
            }
            Command::Daily => {
                let (date, seed) = (&context.date, puzzle_of_day(&context.date));
                return Next::Puzzle(Wanted {
                    variant: self.game_of_today(),
                    seed,
                    title: format!("Puzzle of {date} (UTC)"),
                    day: Some(date.clone()),
                });
            }
            Command::Open => return Next::Open(Box::new(Opening::new(self.has_unfinished()))),
            Command::Help => return Next::Open(Box::new(Page::help(self, context))),
            Command::Quit => return Next::Quit,
        }
        Next::Stay
    }
}
