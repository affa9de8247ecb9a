//! The search of grids of more than 25 cells, which finds wins and losses that are not too far away.

use quintet_rules::{Player, Position, Symmetries};
use quintet_solver::bounds::{Bounds, BoundsTable};
use quintet_solver::score::{loss, win};
use quintet_solver::search::{Moves, Search, SearchOracle, Searchable, Searcher};
use quintet_solver::{Budget, Value};

use crate::game::Markers;
use crate::quad_block::Quads;
use crate::quad_block::groups::holds_four;
use crate::quad_block::solution::placing::Placement;

/// Both phases of a grid.
pub(super) struct LargeGrid<const R: usize, const C: usize> {
    symmetries: Symmetries<R, C>,
}

impl<const R: usize, const C: usize> LargeGrid<R, C> {
    pub(super) fn oracle() -> SearchOracle<Self> {
        let symmetries = Symmetries::new();
        SearchOracle(LargeGrid { symmetries })
    }
}

impl<const R: usize, const C: usize> Searcher<Quads<R, C>> for LargeGrid<R, C> {
    fn canonical(&self, position: &Quads<R, C>) -> Quads<R, C> {
        let [own, other] = Player::BOTH.map(|player| position.markers(player));
        let Placement { own, other } = Placement { own, other }.least_image(&self.symmetries);
        Quads::new(own, other, position.to_move(), position.in_sudden_death())
    }

    fn begin(&self, budget: Budget) -> impl FnMut(&Quads<R, C>, Budget) -> Option<Value> {
        let mut search = Search::new(BoundsTable::for_budget(budget));
        move |position, budget| {
            if position.is_over() {
                return Some(Value::loss(0));
            }
            let markers = Placement::of(position);
            let has_lifted = position.in_sudden_death() && !markers.empty().is_empty();
            let node = LargeNode {
                markers,
                has_lifted,
            };
            search.value(self, node, budget)
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct LargeNode<const R: usize, const C: usize> {
    markers: Placement<R, C>,
    /// True once a marker has been lifted, so that the empty cell is the hole of sudden death.
    has_lifted: bool,
}

impl<const R: usize, const C: usize> Searchable for LargeGrid<R, C> {
    type Node = LargeNode<R, C>;
    type Key = u128;
    const IS_FINITE: bool = false;

    fn key(&self, node: LargeNode<R, C>) -> u128 {
        // The sets of two players are disjoint, so with their union as one of the sets, keys of the phases differ.
        let [upper, lower] = if node.has_lifted {
            [node.markers.own | node.markers.other, node.markers.own]
        } else {
            let Placement { own, other } = node.markers.canonical(&self.symmetries);
            [own, other]
        };
        u128::from(upper.bits()) << 64 | u128::from(lower.bits())
    }

    fn quick_bounds(&self, node: LargeNode<R, C>) -> Bounds {
        if node.has_lifted && holds_four(node.markers.other) {
            Bounds::exact(loss(0))
        } else if node.has_lifted || node.markers.empty().is_empty() {
            Bounds::UNFINISHED
        } else {
            node.markers.quick_bounds()
        }
    }

    fn expand(&self, node: LargeNode<R, C>, moves: &mut Moves<LargeNode<R, C>>) -> Bounds {
        let markers = node.markers;
        let hole = markers.empty();
        if !hole.is_empty() && !node.has_lifted {
            return markers.expand(|markers, cell| {
                let next = LargeNode {
                    markers,
                    has_lifted: false,
                };
                moves.push(next, cell);
            });
        }
        for marker in markers.own {
            // On the full grid the hole is an empty set, and the marker is lifted.
            let after = (markers.own ^ marker.alone()) | hole;
            if holds_four(after) {
                return Bounds::exact(win(1));
            }
            let next = LargeNode {
                markers: Placement {
                    own: markers.other,
                    other: after,
                },
                has_lifted: true,
            };
            moves.push(next, marker.index() as u16);
        }
        Bounds {
            high: win(3),
            ..Bounds::OPEN
        }
    }
}

#[cfg(test)]
mod tests {
    use quintet_solver::{Oracle, reference};

    use super::*;

    /// Compares the search of a small grid with the reference, for one of `step` positions. Returns the numbers of endless
    /// and of other positions.
    fn compare<const R: usize, const C: usize>(step: usize) -> (usize, usize) {
        let oracle = LargeGrid::<R, C>::oracle();
        let mut counts = (0, 0);
        let values = reference::solve(Quads::<R, C>::start(Player::One));
        let unfinished = values
            .into_iter()
            .filter(|(position, _)| !position.is_over());
        for (position, value) in unfinished.step_by(step) {
            let (budget, expected, count) = match value {
                Value::Endless => (1_000, None, &mut counts.0),
                value => (1_000_000, Some(value), &mut counts.1),
            };
            let found = oracle.value(&position, Budget::positions(budget));
            assert_eq!(found, expected, "{position:?}");
            *count += 1;
        }
        counts
    }

    #[test]
    fn wins_and_losses_equal_the_reference_in_both_phases() {
        let (_, decided) = compare::<3, 3>(1);
        assert!(decided > 5_000, "{decided} decided");
        let (endless, decided) = compare::<2, 5>(10);
        assert!(endless > 10, "{endless} endless");
        assert!(decided > 500, "{decided} decided");
    }
}
