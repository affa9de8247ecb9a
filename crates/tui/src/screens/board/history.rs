//! Playing moves, taking them back, and beginning anew.

use quintet_arena::{Contest, Who};
use quintet_rules::{PerPlayer, Player};

use super::touch::Way;
use super::{Board, replayed};

impl Board {
    /// Plays a move, or says why not.
    pub(super) fn play(&mut self, entry: &str) {
        let mover = self.position().to_move();
        match self.contest.play(entry) {
            Ok(played) => {
                self.redo.clear();
                self.arrive();
                if self.who[mover] == Who::Human {
                    self.notice.clear();
                    self.say(played.confirmation);
                } else {
                    let name = self.position().variant().name(mover);
                    self.say(format!("{name} plays {}.", played.mv));
                }
                if let Some(notice) = played.notice {
                    self.notice = notice;
                }
                if self.is_over() {
                    // The ending says it all.
                    self.say("");
                }
                self.judge_task(&played.mv);
            }
            Err(error) => self.refuse(error.to_string()),
        }
    }

    /// Says at once whether the first move solves the puzzle. The reason follows when it has been found.
    fn judge_task(&mut self, mv: &str) {
        let (Some(task), 1) = (&self.task, self.contest.plies().len()) else {
            return;
        };
        self.notice = if task.puzzle.solution == mv {
            format!("Solved: {mv} is the only move that wins.")
        } else {
            format!("Not solved: {mv} lets the win go. u takes it back.")
        };
        self.open.wants_consequence = true;
    }

    /// The position is another one: what was begun in the old one is over.
    pub(super) fn arrive(&mut self) {
        self.picked.clear();
        self.has_pointed = false;
        self.open.mv = None;
        self.ways = Way::all(self.contest.position());
    }

    pub(super) fn can_undo(&self) -> bool {
        let plies = self.contest.plies();
        let mover = |n: usize| match n.checked_sub(1) {
            Some(before) => plies[before].position.to_move(),
            None => self.contest.start().to_move(),
        };
        self.contest.resigned().is_some()
            || (0..plies.len()).any(|n| !self.has_human() || self.who[mover(n)] == Who::Human)
    }

    /// Takes back to the person's last decision; a single move where only levels play, who then wait.
    pub(super) fn undo(&mut self) {
        let before: Vec<String> = self
            .contest
            .plies()
            .iter()
            .map(|ply| ply.mv.clone())
            .collect();
        self.notice.clear();
        self.is_paused = !self.has_human();
        if self.contest.resigned().is_some() {
            self.contest = replayed(self.contest.start(), &before);
            self.arrive();
            self.say("The resignation is taken back.");
            return;
        }
        let (who, has_human) = (self.who, self.has_human());
        let taken = self
            .contest
            .undo(|player| !has_human || who[player] == Who::Human);
        self.redo
            .extend(before[before.len() - taken..].iter().rev().cloned());
        self.arrive();
        self.say(match taken {
            1 => "Taken back: 1 move.".to_owned(),
            taken => format!("Taken back: {taken} moves."),
        });
    }

    /// Plays again what was taken back, up to the person's next decision; a single move where only levels play.
    pub(super) fn redo(&mut self) {
        while let Some(mv) = self.redo.pop() {
            let is_played = self.contest.play(&mv).is_ok();
            if !is_played || self.is_humans_turn() || !self.has_human() {
                break;
            }
        }
        self.arrive();
        self.say("Played again.");
    }

    /// A new game. After one that has ended the other player begins.
    pub(super) fn restart(&mut self) {
        let start = if let Some(task) = &self.task {
            task.puzzle.position.clone()
        } else {
            let last = self.contest.start();
            let first = if self.is_over() {
                last.to_move().other()
            } else {
                last.to_move()
            };
            last.variant().start(first)
        };
        let seed = self.seed.wrapping_add(1);
        let fresh = Board {
            won_before: self.won(),
            shows_values: self.shows_values,
            shows_why: self.shows_why,
            task: self.task.take(),
            cursor: self.cursor,
            canvas: self.canvas.clone(),
            ..Self::new(Contest::new(start), self.who, seed, self.date.clone())
        };
        *self = fresh;
        self.say("A new game.");
    }

    pub(super) fn swap(&mut self) {
        self.who = PerPlayer {
            one: self.who.two,
            two: self.who.one,
        };
        self.arrive();
        self.redo.clear();
        self.is_paused = false;
        let variant = self.position().variant();
        let [one, two] = Player::BOTH
            .map(|player| format!("{} is now {}", variant.name(player), self.who[player]));
        self.say(format!("{one}, {two}."));
    }

    /// The person gives up: whoever is to move, or the only person there is.
    pub(super) fn resign(&mut self) {
        let mover = self.position().to_move();
        let player = if self.who[mover] == Who::Human {
            mover
        } else {
            mover.other()
        };
        self.contest.resign(player);
        self.redo.clear();
        self.arrive();
        self.say("");
    }
}
