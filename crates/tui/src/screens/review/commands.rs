//! What the keys of a review do.

use crossterm::event::KeyCode::{Char, Down, End, Esc, Home, Left, Right, Up};

use super::{Origin, ReviewScreen};
use crate::context::Context;
use crate::keys::{Binding, Commands, binding};
use crate::screens::Next;
use crate::screens::board::{Board, Kind};
use crate::screens::page::Page;

/// What can be asked for in a review.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Command {
    Earlier,
    Later,
    NextMistake,
    PreviousMistake,
    Better,
    LeaveLine,
    PlayFromHere,
    First,
    Last,
    NextGame,
    PreviousGame,
    Help,
    Home,
    Quit,
}

const KEYS: &[Binding<Command>] = &[
    binding(
        Command::Earlier,
        &[Left, Char('h'), Up, Char('k')],
        "left",
        "back",
    ),
    binding(
        Command::Later,
        &[Right, Char('l'), Down, Char('j'), Char(' ')],
        "right",
        "on",
    ),
    binding(Command::NextMistake, &[Char('n')], "n", "next mistake"),
    binding(
        Command::PreviousMistake,
        &[Char('p')],
        "p",
        "previous mistake",
    ),
    binding(Command::Better, &[Char('b')], "b", "better line"),
    binding(
        Command::LeaveLine,
        &[Esc, Char('b')],
        "esc",
        "leave the line",
    ),
    binding(
        Command::PlayFromHere,
        &[Char('t')],
        "t",
        "try again from here",
    ),
    binding(Command::First, &[Home, Char('0')], "0", "start"),
    binding(Command::Last, &[End, Char('$')], "$", "end"),
];

const AFTER_A_GAME: &[Binding<Command>] = &[
    binding(Command::Help, &[Char('?')], "?", "help"),
    binding(Command::Home, &[Char('q'), Esc], "q", "home"),
];

const OF_RECORDS: &[Binding<Command>] = &[
    binding(Command::NextGame, &[Char('N')], "N", "next game"),
    binding(Command::PreviousGame, &[Char('P')], "P", "previous game"),
    binding(Command::Help, &[Char('?')], "?", "help"),
    binding(Command::Quit, &[Char('q'), Esc], "q", "quit"),
];

impl Commands for ReviewScreen {
    type Command = Command;

    fn bindings(&self) -> &'static [&'static [Binding<Command>]] {
        match self.origin {
            Origin::Board { .. } => &[KEYS, AFTER_A_GAME],
            Origin::Records => &[KEYS, OF_RECORDS],
        }
    }

    fn is_possible(&self, command: Command) -> bool {
        let (step, last) = self.step_and_last();
        let mut mistakes = self.mistakes().into_iter();
        match command {
            Command::Earlier | Command::First => step > 0,
            Command::Later | Command::Last => step < last,
            Command::NextMistake => mistakes.any(|n| n > self.at),
            Command::PreviousMistake => mistakes.any(|n| n < self.at),
            Command::Better => self.followed.is_none() && !self.better_line().is_empty(),
            Command::LeaveLine => self.followed.is_some(),
            // What was over is not played on.
            Command::PlayFromHere => self.session().position().outcome().is_none(),
            Command::NextGame => self.shown + 1 < self.games.len(),
            Command::PreviousGame => self.shown > 0,
            Command::Help | Command::Home | Command::Quit => true,
        }
    }

    fn obey(&mut self, command: Command, context: &mut Context) -> Next {
        let (step, last) = self.step_and_last();
        match command {
            Command::Earlier => self.step_to(step.saturating_sub(1)),
            Command::Later => self.step_to(last.min(step + 1)),
            Command::First => self.step_to(0),
            Command::Last => self.step_to(last),
            Command::NextMistake => {
                let next = self.mistakes().into_iter().find(|n| *n > self.at);
                self.go_to(next.unwrap_or(self.at));
            }
            Command::PreviousMistake => {
                let previous = self.mistakes().into_iter().rfind(|n| *n < self.at);
                self.go_to(previous.unwrap_or(self.at));
            }
            Command::Better => self.followed = Some(0),
            Command::LeaveLine => self.followed = None,
            Command::NextGame => self.show(self.shown + 1, context),
            Command::PreviousGame => self.show(self.shown.saturating_sub(1), context),
            Command::PlayFromHere => return Next::Play(Box::new(self.board_from_here(context))),
            Command::Help => return Next::Open(Box::new(Page::help(self, context.look))),
            Command::Home => return Next::Home(None),
            Command::Quit => return Next::Quit,
        }
        Next::Stay
    }
}

impl ReviewScreen {
    fn step_to(&mut self, step: usize) {
        match &mut self.followed {
            Some(followed) => *followed = step,
            None => self.at = step,
        }
    }

    fn go_to(&mut self, at: usize) {
        self.followed = None;
        self.at = at;
    }

    /// Another line of a game that can be continued replaces it; any other is only tried.
    fn board_from_here(&self, context: &Context) -> Board {
        let mut session = self.session();
        if !session.is_open() {
            // Only a resignation is taken back: what was over by the rules is not played on.
            session.undo();
        }
        let kind = match self.origin {
            Origin::Board { is_kept: true } => Kind::Game,
            Origin::Board { is_kept: false } | Origin::Records => Kind::Trial,
        };
        Board::new(session, context.seed, kind)
    }
}
