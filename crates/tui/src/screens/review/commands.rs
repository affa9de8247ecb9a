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
    binding(Command::Earlier, &[Left, Up], "back"),
    binding(Command::Later, &[Right, Down, Char(' ')], "on"),
    binding(Command::NextMistake, &[Char('n')], "next mistake"),
    binding(Command::PreviousMistake, &[Char('p')], "previous mistake"),
    binding(Command::Better, &[Char('b'), Char('h')], "better line"),
    binding(
        Command::LeaveLine,
        &[Esc, Char('b'), Char('u')],
        "leave the line",
    ),
    binding(Command::PlayFromHere, &[Char('t')], "try again from here"),
    binding(Command::First, &[Char('0'), Home], "start"),
    binding(Command::Last, &[Char('$'), End], "end"),
    binding(Command::NextGame, &[Char('N')], "next game"),
    binding(Command::PreviousGame, &[Char('P')], "previous game"),
    binding(Command::Help, &[Char('?')], "help"),
    binding(Command::Home, &[Char('q'), Esc], "home"),
    binding(Command::Quit, &[Char('q'), Esc], "quit"),
];

impl Commands for ReviewScreen {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        KEYS
    }

    fn is_possible(&self, command: Command) -> bool {
        let (step, last) = self.step_and_last();
        match command {
            Command::Earlier | Command::First => step > 0,
            Command::Later | Command::Last => step < last,
            Command::NextMistake => self.next_mistake().is_some(),
            Command::PreviousMistake => self.previous_mistake().is_some(),
            Command::Better => self.followed.is_none() && !self.better_line().is_empty(),
            Command::LeaveLine => self.followed.is_some(),
            // What was over is not played on.
            Command::PlayFromHere => self.session().position().outcome().is_none(),
            Command::NextGame => self.shown + 1 < self.games.len(),
            Command::PreviousGame => self.shown > 0,
            Command::Home => !matches!(self.origin, Origin::Records),
            Command::Quit => matches!(self.origin, Origin::Records),
            Command::Help => true,
        }
    }

    fn obey(&mut self, command: Command, context: &mut Context) -> Next {
        let (step, last) = self.step_and_last();
        match command {
            Command::Earlier => self.step_to(step.saturating_sub(1)),
            Command::Later => self.step_to(last.min(step + 1)),
            Command::First => self.step_to(0),
            Command::Last => self.step_to(last),
            Command::NextMistake => self.go_to(self.next_mistake()),
            Command::PreviousMistake => self.go_to(self.previous_mistake()),
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

    /// Another line of a game that can be continued replaces it; any other is only tried.
    fn board_from_here(&self, context: &Context) -> Board {
        let mut session = self.session();
        session.forget_later();
        if !session.is_open() {
            // Only a resignation is taken back: what was over by the rules is not played on.
            session.undo();
        }
        let kind = match self.origin {
            Origin::Board { is_kept: true } => Kind::Game,
            Origin::Board { is_kept: false } | Origin::Records | Origin::Opened => Kind::Trial,
        };
        Board::new(session, context.seed, kind)
    }
}
