//! Games in which every move of the player is scored.

use quintet_arena::{Ending, Session, Who};
use quintet_evaluation::{Decision, GameScore, Group, Matchup, budget};
use quintet_rules::Player;

use super::examiner::{Answers, Attempts, Examiner};
use super::log::EvaluationError;

/// Maximum length of a game. Longer ones count as unfinished.
const MAX_PLIES: usize = 200;

/// A game to be played.
pub(super) struct ScheduledGame {
    pub(super) opponent: Who,
    /// Number of the pair, from 0. The two games of a pair have the same opening.
    pub(super) pair: usize,
    /// The side of the player under test.
    pub(super) seat: Player,
    pub(super) opening: Session,
}

/// Result of a game for the player under test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GameResult {
    Won,
    Lost,
    Unfinished,
}

/// A finished game.
pub(super) struct PlayedGame {
    pub(super) result: GameResult,
    pub(super) decisions: Vec<Decision>,
}

impl ScheduledGame {
    /// Plays the game. A player that finds no legal move forfeits the game if `forfeits`; otherwise a random move is played.
    pub(super) fn play(
        &self,
        examiner: &Examiner,
        answers: &Answers,
        forfeits: bool,
    ) -> Result<PlayedGame, EvaluationError> {
        let (opponent, pair, seat) = (&self.opponent, self.pair + 1, self.seat);
        let task = format!("against {opponent}, pair {pair}, {seat}");
        let mut other = opponent
            .seat(examiner.dice(&task), &examiner.source)
            .expect("an opponent is a level or random");
        let mut session = self.opening.clone();
        let mut decisions = Vec::new();
        while session.ended().is_none() && session.plies().len() < MAX_PLIES {
            if session.position().to_move() != seat {
                let mv = other.choose_in(&session).expect("a level never gives up");
                session.play(&mv).expect("a level chooses legal moves");
                continue;
            }
            let budget = budget(&*examiner.oracle);
            let analysis = examiner.oracle.analyze(session.position(), budget);
            let task = format!("{task}, ply {}", session.plies().len() + 1);
            let entry = answers.get(examiner, &task, Attempts::Retry, &session, &analysis)?;
            let position = session.position().text();
            decisions.push(Decision::of(position, &analysis, &entry.answer()));
            let replaced = || session.position().random_move(&mut examiner.dice(&task));
            match entry
                .answer
                .clone()
                .or_else(|| replaced().filter(|_| !forfeits))
            {
                Some(mv) => drop(session.play(&mv).expect("the move is legal")),
                None => session.end(Ending::Resignation(seat)),
            }
        }
        let outcome = session.ended().and_then(Ending::outcome);
        let result = match outcome {
            Some(outcome) if outcome.winner == seat => GameResult::Won,
            Some(_) => GameResult::Lost,
            None => GameResult::Unfinished,
        };
        Ok(PlayedGame { result, decisions })
    }
}

/// Sums up the games against each opponent.
pub(super) fn matchups(
    opponents: &[Who],
    scheduled: &[ScheduledGame],
    played: &[PlayedGame],
) -> Vec<Matchup> {
    let of = |opponent: &Who| {
        let games = scheduled.iter().zip(played);
        let games: Vec<_> = games
            .filter(|(game, _)| game.opponent == *opponent)
            .collect();
        let decisions = games.iter().flat_map(|(_, played)| &played.decisions);
        let score = |seat: Player| {
            let games = games.iter().filter(|(game, _)| game.seat == seat);
            let results: Vec<_> = games.map(|(_, played)| played.result).collect();
            let count =
                |result: GameResult| results.iter().filter(|one| **one == result).count() as u32;
            GameScore::of(
                count(GameResult::Won),
                count(GameResult::Lost),
                count(GameResult::Unfinished),
            )
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
