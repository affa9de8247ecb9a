//! One game from its start to its end.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::Result;
use quintet_arena::{Chooser, Contest, Who, reason};
use quintet_games::{AnyPosition, Played, grouped};
use quintet_rules::PerPlayer;

use super::Flow;
use super::commands::Command;
use super::input::{Entry, Input};
use super::keeper::Keeper;
use crate::knowledge::Background;
use crate::paper;

/// How a game came to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Somebody has won, perhaps because the other has given up.
    Over,
    /// It has taken as many moves as it may.
    PlyLimit,
    /// A person has left.
    Left,
}

/// One game and the people and things around it.
pub(super) struct Sitting<'a> {
    pub(super) contest: Contest,
    pub(super) who: PerPlayer<Who>,
    pub(super) choosers: PerPlayer<Option<Box<dyn Chooser>>>,
    pub(super) max_plies: Option<u64>,
    pub(super) input: &'a mut Input,
    pub(super) keeper: &'a Keeper,
    pub(super) background: &'a Background,
}

impl Sitting<'_> {
    /// Plays until the game is over or left. The grid is shown before each turn and at the end.
    pub(super) fn play(&mut self, out: &mut dyn Write) -> Result<End> {
        self.keeper.note(&self.contest);
        writeln!(out, "{}", self.contest.position().drawing())?;
        loop {
            if let Some(ending) = self.ending() {
                writeln!(out, "{ending}")?;
                return Ok(End::Over);
            }
            let plies = self.contest.plies().len() as u64;
            if self.max_plies.is_some_and(|max| plies >= max) {
                let moves = if plies == 1 { "move" } else { "moves" };
                writeln!(
                    out,
                    "The game stops after {plies} {moves}. It is unfinished."
                )?;
                return Ok(End::PlyLimit);
            }
            let mover = self.contest.position().to_move();
            let flow = match &mut self.choosers[mover] {
                Some(chooser) => {
                    let mv = chooser.choose(self.contest.position());
                    let played = self.contest.play(&mv)?;
                    let name = self.contest.start().variant().name(mover);
                    writeln!(out, "{name} plays {} ({}).", played.mv, self.who[mover])?;
                    self.show_move(&played, out)?;
                    Flow::Continue(())
                }
                None => self.ask(out)?,
            };
            if let ControlFlow::Break(end) = flow {
                return Ok(end);
            }
        }
    }

    fn ending(&self) -> Option<String> {
        let position = self.contest.position();
        match self.contest.resigned() {
            Some(player) => Some(position.variant().resigned(player)),
            None => position.ending(),
        }
    }

    /// Asks the person to move, and does what they say.
    fn ask(&mut self, out: &mut dyn Write) -> Result<Flow> {
        let prompt = self.contest.position().prompt();
        let entry = match self.input.ask(&prompt, out)? {
            Entry::Line(line) => line,
            Entry::End => {
                writeln!(out, "The input has ended. The game is unfinished.")?;
                return Ok(Flow::Break(End::Left));
            }
            Entry::Interrupt => return leave(out),
        };
        match Command::read(&entry) {
            Some(Ok(command)) => return self.obey(command, out),
            Some(Err(usage)) => writeln!(out, "{usage}")?,
            None => match self.contest.play(&entry) {
                Ok(played) => {
                    if !played.confirmation.is_empty() {
                        writeln!(out, "{}", played.confirmation)?;
                    }
                    self.show_move(&played, out)?;
                }
                Err(error) => writeln!(out, "{error}")?,
            },
        }
        Ok(Flow::Continue(()))
    }

    /// Shows the position that a move has led to, and keeps it.
    fn show_move(&self, played: &Played, out: &mut dyn Write) -> Result<()> {
        self.keeper.note(&self.contest);
        writeln!(out, "\n{}", played.position.drawing())?;
        if let Some(notice) = &played.notice {
            writeln!(out, "{notice}")?;
        }
        Ok(())
    }

    fn obey(&mut self, command: Command, out: &mut dyn Write) -> Result<Flow> {
        match command {
            Command::Help => {
                let how_to_move = self.contest.position().how_to_move();
                writeln!(out, "{how_to_move}\nOr enter:\n{}", Command::help())?;
            }
            Command::Board => writeln!(out, "{}", self.contest.position().drawing())?,
            Command::Moves => writeln!(out, "{}", legal_moves(self.contest.position()))?,
            Command::Hint => writeln!(out, "{}", self.hint())?,
            Command::Undo => self.undo(out)?,
            Command::Save(path) => match self.keeper.save_as(&path, &self.contest) {
                Ok(()) => writeln!(out, "Saved in {}.", paper::shown_path(&path))?,
                Err(error) => writeln!(out, "{error:#}.")?,
            },
            Command::Resign => {
                let mover = self.contest.position().to_move();
                self.contest.resign(mover);
                self.keeper.note(&self.contest);
            }
            Command::Quit => return leave(out),
        }
        Ok(Flow::Continue(()))
    }

    /// A best move, and why it is one.
    fn hint(&self) -> String {
        let position = self.contest.position();
        let oracle = self.background.oracle();
        let line = oracle.line(position, Who::BUDGET);
        let value = oracle.value(position, Who::BUDGET);
        let Some(best) = line.first() else {
            let nodes = grouped(Who::BUDGET.most_positions());
            return format!("Hint: no win or loss was found by looking at {nodes} positions.");
        };
        format!("Hint: {best} {}.", reason(position, value, &line))
    }

    fn undo(&mut self, out: &mut dyn Write) -> Result<()> {
        let is_human = |player| self.who[player] == Who::Human;
        match self.contest.undo(is_human) {
            0 => writeln!(out, "There is no move of yours to take back.")?,
            taken => {
                self.keeper.note(&self.contest);
                let moves = if taken == 1 { "move" } else { "moves" };
                writeln!(out, "Taken back: {taken} {moves}.")?;
                writeln!(out, "\n{}", self.contest.position().drawing())?;
            }
        }
        Ok(())
    }
}

fn leave(out: &mut dyn Write) -> Result<Flow> {
    writeln!(out, "The game is unfinished.")?;
    Ok(Flow::Break(End::Left))
}

/// How many moves there are and which, in lines that fit a terminal.
fn legal_moves(position: &dyn AnyPosition) -> String {
    let moves = position.moves();
    let mut text = format!("Legal moves: {}", moves.len());
    let mut lines = vec![String::new()];
    for (n, mv) in moves.iter().map(|mv| &mv.text).enumerate() {
        let comma = if n + 1 < moves.len() { "," } else { "" };
        let line = lines.last_mut().expect("there is a first line");
        if line.len() + mv.len() > 70 {
            lines.push(format!(" {mv}{comma}"));
        } else {
            line.extend([" ", mv.as_str(), comma]);
        }
    }
    for line in lines {
        text.push_str("\n ");
        text.push_str(&line);
    }
    text
}
