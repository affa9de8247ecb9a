//! The game on a board: moves, taking them back, giving up, and the next game of a match.

use quintet_arena::{Contest, GameResult, Ply, Record, Termination, Who};
use quintet_games::{AnyPosition, MoveError, Played};
use quintet_rules::{Outcome, PerPlayer, Player};

use crate::context::Context;

/// A game of a match, who plays it, and what can be played again.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    contest: Contest,
    pub(super) who: PerPlayer<Who>,
    seed: u64,
    pub(super) date: String,
    /// Games of this match that were won before this one.
    won_before: PerPlayer<u32>,
    /// Moves that have been taken back, the next one last.
    redo: Vec<String>,
}

impl Game {
    /// A game that begins, or has come some way.
    pub(crate) fn new(begun: Contest, who: PerPlayer<Who>, context: &Context) -> Self {
        Game {
            contest: begun,
            who,
            seed: context.seed,
            date: context.date.clone(),
            won_before: PerPlayer::default(),
            redo: Vec::new(),
        }
    }

    /// The game of a record, up to where it was recorded.
    pub(crate) fn of_record(record: &Record, context: &Context) -> Self {
        let moves: Vec<_> = record.plies().iter().map(|ply| ply.mv.clone()).collect();
        let mut recorded = replayed(record.start(), &moves);
        if let (GameResult::Won(winner), Some(Termination::Resigned)) =
            (record.result(), record.termination)
        {
            recorded.resign(winner.other());
        }
        let mut game = Game::new(recorded, players(record), context);
        game.seed = record.seed.unwrap_or(game.seed);
        game
    }

    /// The game of a record up to one of its positions, or along another line from there.
    pub(crate) fn of_line(record: &Record, moves: &[String], context: &Context) -> Self {
        Game::new(replayed(record.start(), moves), players(record), context)
    }

    pub(crate) fn with_won_before(mut self, won_before: PerPlayer<u32>) -> Self {
        self.won_before = won_before;
        self
    }

    pub(super) fn won_before(&self) -> PerPlayer<u32> {
        self.won_before
    }

    pub(super) fn start(&self) -> &dyn AnyPosition {
        self.contest.start()
    }

    pub(super) fn position(&self) -> &dyn AnyPosition {
        self.contest.position()
    }

    pub(super) fn plies(&self) -> &[Ply] {
        self.contest.plies()
    }

    /// The moves that have been taken back, the next one first.
    pub(super) fn taken_back(&self) -> impl Iterator<Item = &String> {
        self.redo.iter().rev()
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.contest.outcome()
    }

    pub(super) fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// How it ended, in a sentence.
    pub(super) fn ending(&self) -> Option<String> {
        match self.contest.resigned() {
            Some(player) => Some(self.position().variant().resigned(player)),
            None => self.position().ending(),
        }
    }

    /// Games won in this match, with this one if it has ended.
    pub(super) fn won(&self) -> PerPlayer<u32> {
        let mut won = self.won_before;
        if let Some(outcome) = self.outcome() {
            won[outcome.winner] += 1;
        }
        won
    }

    pub(super) fn is_humans_turn(&self) -> bool {
        !self.is_over() && self.who[self.position().to_move()] == Who::Human
    }

    pub(super) fn is_levels_turn(&self) -> bool {
        !self.is_over() && !self.is_humans_turn()
    }

    pub(super) fn has_human(&self) -> bool {
        Player::BOTH
            .map(|player| self.who[player])
            .contains(&Who::Human)
    }

    /// What the next random choice depends on.
    pub(super) fn seed_of_move(&self) -> u64 {
        self.seed.wrapping_add(self.plies().len() as u64)
    }

    /// The cells of the last move.
    pub(super) fn last_touched(&self) -> Vec<usize> {
        let plies = self.plies();
        let Some(last) = plies.last() else {
            return Vec::new();
        };
        let before = match plies.len().checked_sub(2) {
            Some(before) => &*plies[before].position,
            None => self.start(),
        };
        before.marks(&last.mv).unwrap_or_default()
    }

    /// The record of the game as it stands.
    pub(super) fn record(&self) -> Record {
        let players = PerPlayer::from_fn(|player| self.who[player].to_string());
        let mut record = Record::of(self.contest.clone(), players, self.date.clone());
        record.seed = Some(self.seed);
        record
    }

    /// Plays a move. What was taken back is then gone.
    pub(super) fn play(&mut self, entry: &str) -> Result<Played, MoveError> {
        let played = self.contest.play(entry)?;
        self.redo.clear();
        Ok(played)
    }

    pub(super) fn can_undo(&self) -> bool {
        let plies = self.plies();
        let mover = |n: usize| match n.checked_sub(1) {
            Some(before) => plies[before].position.to_move(),
            None => self.start().to_move(),
        };
        self.contest.resigned().is_some()
            || (0..plies.len()).any(|n| !self.has_human() || self.who[mover(n)] == Who::Human)
    }

    /// Takes back to the person's last decision; a single move where only levels play. Says what was taken back.
    pub(super) fn undo(&mut self) -> String {
        let before: Vec<String> = self.plies().iter().map(|ply| ply.mv.clone()).collect();
        if self.contest.resigned().is_some() {
            self.contest = replayed(self.start(), &before);
            return "The resignation is taken back.".to_owned();
        }
        let (who, has_human) = (self.who, self.has_human());
        let taken = self
            .contest
            .undo(|player| !has_human || who[player] == Who::Human);
        let moves = before[before.len() - taken..].iter().rev();
        self.redo.extend(moves.cloned());
        match taken {
            1 => "Taken back: 1 move.".to_owned(),
            taken => format!("Taken back: {taken} moves."),
        }
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Plays again what was taken back, up to the person's next decision; a single move where only levels play.
    pub(super) fn redo(&mut self) {
        while let Some(mv) = self.redo.pop() {
            let is_played = self.contest.play(&mv).is_ok();
            if !is_played || self.is_humans_turn() || !self.has_human() {
                break;
            }
        }
    }

    /// The next game of the match: from a given position, or from the start, where after a game that has ended the
    /// other player begins.
    pub(super) fn restart(&mut self, from: Option<Box<dyn AnyPosition>>) {
        self.won_before = self.won();
        let start = from.unwrap_or_else(|| {
            let last = self.start();
            let first = if self.is_over() {
                last.to_move().other()
            } else {
                last.to_move()
            };
            last.variant().start(first)
        });
        self.contest = Contest::new(start);
        self.seed = self.seed.wrapping_add(1);
        self.redo.clear();
    }

    /// The players change sides. Says who is who.
    pub(super) fn swap(&mut self) -> String {
        self.who = PerPlayer {
            one: self.who.two,
            two: self.who.one,
        };
        self.redo.clear();
        let variant = self.position().variant();
        let [one, two] = Player::BOTH
            .map(|player| format!("{} is now {}", variant.name(player), self.who[player]));
        format!("{one}, {two}.")
    }

    /// The person gives up: the player to move, or the only person there is.
    pub(super) fn resign(&mut self) {
        let mover = self.position().to_move();
        let player = if self.who[mover] == Who::Human {
            mover
        } else {
            mover.other()
        };
        self.contest.resign(player);
        self.redo.clear();
    }
}

/// The players that a record names. A name that is no level is a person's.
fn players(record: &Record) -> PerPlayer<Who> {
    PerPlayer::from_fn(|player| record.players[player].parse().unwrap_or(Who::Human))
}

/// A game from its start through moves that are known to be legal.
fn replayed(start: &dyn AnyPosition, moves: &[String]) -> Contest {
    let mut contest = Contest::new(start.boxed());
    for mv in moves {
        contest.play(mv).expect("it has been played before");
    }
    contest
}
