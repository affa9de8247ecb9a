//! Levels: players defined against the truth.

use quintet_games::{AnyOracle, AnyPosition, MoveValue};
use quintet_rules::Random;
use quintet_solver::{Allowance, Budget, Worth};

use crate::explanation::looking_best;
use crate::{Chooser, Dice, OracleSource};

/// Plays perfectly, but for a share of moves that are any legal ones.
pub struct Level<'a> {
    oracle: OracleSource,
    dice: Dice,
    slips_in_a_hundred: u32,
    budget: Budget<'a>,
}

impl<'a> Level<'a> {
    /// A level that makes so many of a hundred moves at random. Where the game is not solved, it
    /// has this budget for each move: a quarter of it to prove what its moves are worth, the rest to look ahead.
    pub fn new(
        oracle: OracleSource,
        dice: Dice,
        slips_in_a_hundred: u32,
        budget: Budget<'a>,
    ) -> Self {
        Level {
            oracle,
            dice,
            slips_in_a_hundred,
            budget,
        }
    }
}

impl Chooser for Level<'_> {
    fn choose(&mut self, position: &dyn AnyPosition) -> String {
        let slips = self.slips_in_a_hundred;
        level_move(slips, &self.oracle, position, self.budget, &mut self.dice)
    }
}

/// The move of a level that makes so many of a hundred moves at random. The position must not be finished.
pub(crate) fn level_move(
    slips_in_a_hundred: u32,
    oracle: &OracleSource,
    position: &dyn AnyPosition,
    budget: Budget,
    random: &mut dyn Random,
) -> String {
    if random.below(100) < slips_in_a_hundred {
        return any_move(position, random);
    }
    let allowance = Allowance::positions(budget.most_positions());
    let budget = budget.or_within(&allowance);
    let mut moves = perfect_moves(&*oracle(), position, budget);
    let count = u32::try_from(moves.len()).expect("a position has few moves");
    moves.swap_remove(random.below(count) as usize)
}

/// Any legal move. The position must not be finished.
pub(crate) fn any_move(position: &dyn AnyPosition, random: &mut dyn Random) -> String {
    let mv = position.random_move(random);
    mv.expect("an unfinished game has a move")
}

/// The moves that a perfect player may choose from: those that give nothing away and win as fast as
/// can be. When no move wins, those that hold out longest and, among them, leave the opponent the
/// fewest saving replies. Where nothing is known of the best moves, those that look best some plies later.
///
/// The position must not be finished.
pub fn perfect_moves(
    oracle: &dyn AnyOracle,
    position: &dyn AnyPosition,
    budget: Budget,
) -> Vec<String> {
    let analysis = oracle.analyze(position, budget.part(4));
    let best: Vec<&MoveValue> = analysis.best_moves().collect();
    let moves = |best: Vec<&MoveValue>| best.into_iter().map(|mv| mv.mv.clone()).collect();
    match best[0].value {
        _ if best.len() == 1 => return moves(best),
        Some(Worth::Win(_)) => return moves(best),
        Some(Worth::Loss(None)) | None => return looking_best(position, &analysis, budget),
        Some(Worth::Loss(Some(_)) | Worth::Endless) => {}
    }
    let parts = (1..=best.len()).rev();
    let saving: Vec<usize> = best
        .iter()
        .zip(parts)
        .map(|(mv, parts)| saving_replies(oracle, position, mv, budget.part(parts)))
        .collect();
    let fewest = saving.iter().min().copied();
    let kept = best
        .into_iter()
        .zip(saving)
        .filter(|(_, saving)| Some(*saving) == fewest);
    moves(kept.map(|(mv, _)| mv).collect())
}

/// How many replies keep for the opponent what the move leaves them.
fn saving_replies(
    oracle: &dyn AnyOracle,
    position: &dyn AnyPosition,
    mv: &MoveValue,
    budget: Budget,
) -> usize {
    let next = position
        .play(&mv.mv)
        .expect("a listed move is legal")
        .position;
    let replies = oracle.analyze(&*next, budget);
    let keeps = |reply: &&MoveValue| match (reply.value, replies.value) {
        (Some(reply), Some(value)) => reply.is_same_kind(value),
        _ => true,
    };
    replies.moves.iter().filter(keeps).count()
}
