//! Games in which every move of the player is judged.

use quintet_arena::report::{Decision, GameScore, Group, Matchup};
use quintet_arena::{Ending, Session, Who};
use quintet_rules::Player;

use super::asking::{Book, Desk, Manner};
use super::log::Halt;

/// A game that has not ended after so many plies counts as unfinished.
const MOST_PLIES: usize = 200;

/// A game to be played.
pub(super) struct Contest {
    pub(super) opponent: Who,
    /// Counted from 0. The two games of a pair have the same opening.
    pub(super) pair: usize,
    /// Who the examined player is.
    pub(super) seat: Player,
    pub(super) opening: Session,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Won,
    Lost,
    Unfinished,
}

/// A game that was played.
pub(super) struct Bout {
    pub(super) fate: Fate,
    pub(super) decisions: Vec<Decision>,
}

impl Contest {
    /// Plays the game. `loses` is whether a player without a legal move loses it; else a random one is made for it.
    pub(super) fn play(&self, desk: &Desk, book: &Book, loses: bool) -> Result<Bout, Halt> {
        let (opponent, pair, seat) = (&self.opponent, self.pair + 1, self.seat);
        let task = format!("against {opponent}, pair {pair}, {seat}");
        let mut other = opponent
            .seat(desk.dice(&task), &desk.source)
            .expect("an opponent is a level or random");
        let mut session = self.opening.clone();
        let mut decisions = Vec::new();
        while session.ended().is_none() && session.plies().len() < MOST_PLIES {
            if session.position().to_move() != seat {
                let mv = other.choose_in(&session).expect("a level never gives up");
                session.play(&mv).expect("a level chooses legal moves");
                continue;
            }
            let analysis = desk.oracle.analyze(session.position(), Who::BUDGET);
            let task = format!("{task}, ply {}", session.plies().len() + 1);
            let entry = book.answer(desk, &task, Manner::Again, &session, &analysis)?;
            decisions.push(Decision::of(&analysis, &entry.answer()));
            let replaced = || session.position().random_move(&mut desk.dice(&task));
            match entry
                .answer
                .clone()
                .or_else(|| replaced().filter(|_| !loses))
            {
                Some(mv) => drop(session.play(&mv).expect("the move is legal")),
                None => session.end(Ending::Resignation(seat)),
            }
        }
        let outcome = session.ended().and_then(Ending::outcome);
        let fate = match outcome {
            Some(outcome) if outcome.winner == seat => Fate::Won,
            Some(_) => Fate::Lost,
            None => Fate::Unfinished,
        };
        Ok(Bout { fate, decisions })
    }
}

/// The games against each opponent, if there are any.
pub(super) fn matchups(opponents: &[Who], contests: &[Contest], bouts: &[Bout]) -> Vec<Matchup> {
    let of = |opponent: &Who| {
        let games = contests.iter().zip(bouts);
        let games: Vec<_> = games
            .filter(|(contest, _)| contest.opponent == *opponent)
            .collect();
        let decisions = games.iter().flat_map(|(_, bout)| &bout.decisions);
        let score = |seat: Player| {
            let games = games.iter().filter(|(contest, _)| contest.seat == seat);
            let fates: Vec<_> = games.map(|(_, bout)| bout.fate).collect();
            let count = |fate: Fate| fates.iter().filter(|one| **one == fate).count() as u32;
            GameScore::of(count(Fate::Won), count(Fate::Lost), count(Fate::Unfinished))
        };
        (!games.is_empty()).then(|| Matchup {
            opponent: opponent.name().to_owned(),
            player1: score(Player::One),
            player2: score(Player::Two),
            moves: Group::of(format!("against {opponent}"), decisions),
        })
    };
    opponents.iter().filter_map(of).collect()
}
