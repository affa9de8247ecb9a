//! Exact values for a whole batch.

use quintet_rules::Position;
use quintet_solver::{Budget, Oracle, Value, Worth};

use crate::AnyOracle;
use crate::any_oracle::{OracleOf, worth};
use crate::game::Game;

/// The oracle in the typed layer. It must be that of the game.
fn typed<G: Game>(oracle: &dyn AnyOracle) -> &dyn Oracle<G::Position> {
    let oracle: Option<&OracleOf<G>> = oracle.as_any().downcast_ref();
    &*oracle.expect("the oracle is that of the game").0
}

/// What is known of the value of each position.
pub(super) fn worths<G: Game>(
    positions: &[G::Position],
    oracle: &dyn AnyOracle,
    budget: Budget,
) -> Vec<Option<Worth>> {
    let known = typed::<G>(oracle).worths(positions, budget);
    let each = positions.iter().zip(known);
    each.map(|(position, known)| worth::<G>(position, known))
        .collect()
}

/// Marks the best actions of each position, in a byte for each action.
pub(super) fn best_actions<G: Game>(
    positions: &[G::Position],
    oracle: &dyn AnyOracle,
    budget: Budget,
    best: &mut [u8],
) {
    assert_eq!(best.len(), positions.len() * G::ACTIONS, "a byte an action");
    best.fill(0);
    let oracle = typed::<G>(oracle);
    for (position, best) in positions.iter().zip(best.chunks_exact_mut(G::ACTIONS)) {
        let moves: Vec<_> = position.moves().collect();
        let after: Vec<_> = moves
            .iter()
            .map(|mv| position.play_unchecked(*mv))
            .collect();
        let values: Option<Vec<Value>> = oracle.values(&after, budget).into_iter().collect();
        let Some(values) = values else { continue };
        // The best move leaves the opponent the least.
        let least = values.iter().min().copied();
        for (mv, value) in moves.into_iter().zip(values) {
            if Some(value) == least {
                best[G::number(position, mv)] = 1;
            }
        }
    }
}
