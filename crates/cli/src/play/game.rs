//! One game.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::Result;
use quintet_arena::{
    ANSWER_TIME, Competitor, Ending, Explanation, Library, Session, Undone, legal_moves,
    level_warning,
};
use quintet_rules::PerPlayer;
use quintet_solver::{Allowance, Budget};

use super::commands::Command;
use super::recorder::Recorder;
use crate::input::{Entry, Input};
use crate::output::{layout, note, say};
use crate::{library, paper};

/// Reason why a game stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// The game is over.
    Ended,
    /// A person has left the game.
    Left,
    /// A person has pressed Ctrl-C.
    Interrupted,
}

/// Continue after an entry, or stop.
type Flow = ControlFlow<Stop>;

/// A game with its players, input and recorder.
pub(super) struct Game<'a> {
    pub(super) session: Session,
    /// The computer players; `None` for a person.
    pub(super) players: PerPlayer<Option<Box<dyn Competitor>>>,
    pub(super) max_plies: Option<u64>,
    pub(super) input: &'a mut Input,
    pub(super) recorder: &'a Recorder,
    pub(super) library: &'a Library,
}

impl Game<'_> {
    /// Plays until the game is over or a person leaves. Prints the board after each move.
    pub(super) fn play(&mut self, out: &mut dyn Write) -> Result<Stop> {
        self.recorder.update(&self.session);
        let is_solved = self.library.is_solved(self.session.variant());
        if let Some(warning) = level_warning(is_solved, &self.session.players) {
            say(out, &format!("{warning}\n"))?;
        }
        writeln!(out, "{}", self.drawing())?;
        loop {
            let plies = self.session.plies().len() as u64;
            let is_limit = self.max_plies.is_some_and(|max| plies >= max);
            if is_limit && self.session.ended().is_none() {
                self.session.end(Ending::PlyLimit);
            }
            if let Some(ending) = self.session.ending() {
                say(out, &ending)?;
                return Ok(Stop::Ended);
            }
            let mover = self.session.position().to_move();
            let flow = match &mut self.players[mover] {
                Some(machine) => {
                    let who = self.session.players[mover].clone();
                    match machine.choose_in(&self.session) {
                        Ok(mv) => {
                            let name = self.session.variant().name(mover);
                            let played = self.session.play(&mv)?;
                            say(out, &format!("{name} plays {} ({who}).", played.mv))?;
                            self.show_move(out)?;
                        }
                        Err(reason) => {
                            note(&format!("quintet: {who} {reason}"));
                            self.session.end(Ending::Resignation(mover));
                            self.recorder.update(&self.session);
                        }
                    }
                    Flow::Continue(())
                }
                None => self.ask(out)?,
            };
            if let ControlFlow::Break(stop) = flow {
                return Ok(stop);
            }
        }
    }

    /// Prompts the person for a move or command, and carries it out.
    fn ask(&mut self, out: &mut dyn Write) -> Result<Flow> {
        let prompt = self.session.position().instructions().prompt;
        let entry = match self.input.ask(&prompt, out)? {
            Entry::Line(line) => line,
            Entry::End => {
                writeln!(out, "The input has ended. The game is unfinished.")?;
                return Ok(Flow::Break(Stop::Left));
            }
            Entry::Interrupt => return leave(Stop::Interrupted, out),
        };
        match Command::parse(&entry) {
            Some(Ok(command)) => return self.execute(command, out),
            Some(Err(usage)) => writeln!(out, "{usage}")?,
            None => match self.session.play(&entry) {
                Ok(played) => {
                    if !played.confirmation.is_empty() {
                        say(out, &played.confirmation)?;
                    }
                    self.show_move(out)?;
                }
                Err(error) => say(out, &error.to_string())?,
            },
        }
        Ok(Flow::Continue(()))
    }

    /// Returns the drawing of the position with the last move marked.
    fn drawing(&self) -> String {
        let last = self.session.latest().map(|ply| &*ply.marks);
        layout().drawing(self.session.position(), last.unwrap_or_default())
    }

    /// Records the last move and prints the position.
    fn show_move(&self, out: &mut dyn Write) -> Result<()> {
        self.recorder.update(&self.session);
        writeln!(out, "\n{}", self.drawing())?;
        if let Some(notice) = self.session.latest().and_then(|ply| ply.notice.as_ref()) {
            say(out, notice)?;
        }
        Ok(())
    }

    fn execute(&mut self, command: Command, out: &mut dyn Write) -> Result<Flow> {
        match command {
            Command::Help => {
                let how_to_move = self.session.position().instructions().how_to_move;
                say(out, &how_to_move)?;
                writeln!(out, "Or enter:\n{}", Command::help())?;
            }
            Command::Board => writeln!(out, "{}", self.drawing())?,
            Command::Moves => {
                writeln!(out, "{}", legal_moves(self.session.position(), layout()))?;
            }
            Command::Hint => {
                let position = self.session.position();
                let oracle = library::oracle(self.library, position.variant());
                let allowance = Allowance::time(ANSWER_TIME);
                let budget = Budget::UNBOUNDED.within(&allowance);
                let explanation = Explanation::of(position, &*oracle, budget);
                let entry = explanation.hinted.map(|mv| format!(" Enter {mv}."));
                let hint = explanation.hint + &entry.unwrap_or_default();
                say(out, &hint)?;
            }
            Command::Undo => self.undo(out)?,
            Command::Save(path) => match self.recorder.save_as(&path, &self.session) {
                Ok(()) => writeln!(out, "Saved in {}.", paper::shown_path(&path))?,
                Err(error) => writeln!(out, "{error:#}.")?,
            },
            Command::Resign => {
                self.session.resign();
                self.recorder.update(&self.session);
                writeln!(out, "\n{}", self.drawing())?;
            }
            Command::Quit => return leave(Stop::Left, out),
        }
        Ok(Flow::Continue(()))
    }

    fn undo(&mut self, out: &mut dyn Write) -> Result<()> {
        let undone = self.session.undo();
        writeln!(out, "{}", undone.sentence())?;
        if undone != Undone::Nothing {
            self.session.forget_later();
            self.recorder.update(&self.session);
            writeln!(out, "\n{}", self.drawing())?;
        }
        Ok(())
    }
}

fn leave(stop: Stop, out: &mut dyn Write) -> Result<Flow> {
    writeln!(out, "The game is unfinished.")?;
    Ok(Flow::Break(stop))
}
