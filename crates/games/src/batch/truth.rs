//! Exact values for a whole batch.

use std::any::Any;

use quintet_rules::Position;
use quintet_solver::{Budget, Oracle, Value};

use crate::AnyOracle;
use crate::actions::Actions;
use crate::any_oracle::{ErasedOracle, or_answered};
use crate::game::Game;

/// The oracle in the typed layer. It must be that of the game.
fn typed<G: Game>(oracle: &dyn AnyOracle) -> &dyn Oracle<G::Position> {
    let any: &dyn Any = oracle;
    let oracle = any.downcast_ref::<ErasedOracle<G>>();
    &*oracle.expect("the oracle is that of the game").0
}

/// The value of each position; `None` is unsolved.
pub(super) fn values<G: Game>(
    positions: &[G::Position],
    oracle: &dyn AnyOracle,
    budget: Budget,
) -> Vec<Option<Value>> {
    let known = typed::<G>(oracle).values(positions, budget);
    let each = positions.iter().zip(known);
    each.map(|(position, known)| or_answered::<G>(position, known))
        .collect()
}

/// Marks the best actions of each position, in a byte for each action.
pub(super) fn best_actions<G: Game>(
    positions: &[G::Position],
    oracle: &dyn AnyOracle,
    budget: Budget,
    best: &mut [u8],
) {
    assert_eq!(
        best.len(),
        positions.len() * G::Position::ACTIONS,
        "a byte an action"
    );
    best.fill(0);
    let oracle = typed::<G>(oracle);
    for (position, best) in positions
        .iter()
        .zip(best.chunks_exact_mut(G::Position::ACTIONS))
    {
        let moves: Vec<_> = position.moves().collect();
        let after: Vec<_> = moves
            .iter()
            .map(|mv| position.play_unchecked(*mv))
            .collect();
        let values = oracle.values(&after, budget).into_iter();
        let values: Option<Vec<_>> = values.map(|value| value.filter(Value::is_exact)).collect();
        let Some(values) = values else { continue };
        // The best move leaves the opponent the least.
        let least = values.iter().min().copied();
        for (mv, value) in moves.into_iter().zip(values) {
            if Some(value) == least {
                best[position.number(mv)] = 1;
            }
        }
    }
}
