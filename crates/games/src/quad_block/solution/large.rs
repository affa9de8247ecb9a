//! Grids of more than 25 cells, by search alone: wins and losses that are not too far away.

use quintet_rules::{Cells, Player, Position, Symmetries};
use quintet_solver::bounds::{Bounds, BoundsTable};
use quintet_solver::score::{loss, win};
use quintet_solver::search::{Moves, Search, SearchOracle, Searchable, Searcher};
use quintet_solver::{Budget, Value};

use crate::game::Markers;
use crate::quad_block::Quads;
use crate::quad_block::groups::holds_four;
use crate::quad_block::solution::placing::Placement;

/// How both phases are searched.
pub(super) struct Large<const R: usize, const C: usize> {
    game: BothPhases<R, C>,
}

impl<const R: usize, const C: usize> Large<R, C> {
    pub(super) fn oracle() -> SearchOracle<Self> {
        let symmetries = Symmetries::new();
        SearchOracle(Large {
            game: BothPhases { symmetries },
        })
    }
}

impl<const R: usize, const C: usize> Searcher<Quads<R, C>> for Large<R, C> {
    fn canonical(&self, position: &Quads<R, C>) -> Quads<R, C> {
        self.game.image(position)
    }

    fn begin(&self, budget: Budget) -> impl FnMut(&Quads<R, C>, Budget) -> Option<Value> {
        let mut search = Search::new(BoundsTable::for_budget(budget));
        move |position, budget| {
            if position.outcome().is_some() {
                return Some(Value::loss(0));
            }
            let markers = Placement::of(position);
            let node = Node {
                markers,
                has_lifted: position.in_sudden_death() && !markers.empty().is_empty(),
            };
            search.value(&self.game, node, budget)
        }
    }
}

#[derive(Clone, Copy)]
struct Node<const R: usize, const C: usize> {
    markers: Placement<R, C>,
    /// Whether a marker has been lifted, so that the empty cell is the hole of sudden death.
    has_lifted: bool,
}

struct BothPhases<const R: usize, const C: usize> {
    symmetries: Symmetries<R, C>,
}

impl<const R: usize, const C: usize> BothPhases<R, C> {
    /// Up to this many markers, positions are looked up by their smallest mirror image.
    const MIRRORED_MARKERS: u32 = 6;

    /// Of all positions that are this one but for turning or mirroring the board, always the same.
    fn image(&self, position: &Quads<R, C>) -> Quads<R, C> {
        let [one, two] = Player::BOTH.map(|player| position.markers(player));
        let images = (0..self.symmetries.count())
            .map(|symmetry| [one, two].map(|set| self.symmetries.set(symmetry, set)));
        let least = images.min_by_key(|image| image.map(Cells::bits));
        let [one, two] = least.expect("the identity is a symmetry");
        Quads::new(one, two, position.to_move(), position.in_sudden_death())
    }
}

impl<const R: usize, const C: usize> Searchable for BothPhases<R, C> {
    type Node = Node<R, C>;
    type Key = u128;
    const IS_FINITE: bool = false;

    fn key(&self, node: Node<R, C>) -> u128 {
        let key = |upper: Cells<R, C>, lower: Cells<R, C>| {
            u128::from(upper.bits()) << 64 | u128::from(lower.bits())
        };
        let Placement { own, other } = node.markers;
        if node.has_lifted {
            // The sets of two players never share a cell: these are different from every placing
            // position's.
            return key(own | other, own);
        }
        if (own | other).len() > Self::MIRRORED_MARKERS {
            return key(own, other);
        }
        let images = (0..self.symmetries.count()).map(|symmetry| {
            let [own, other] = [own, other].map(|set| self.symmetries.set(symmetry, set));
            key(own, other)
        });
        images.min().expect("the identity is a symmetry")
    }

    fn quick_bounds(&self, node: Node<R, C>) -> Bounds {
        if node.has_lifted {
            if holds_four(node.markers.other) {
                Bounds::exact(loss(0))
            } else {
                Bounds::UNFINISHED
            }
        } else if node.markers.empty().is_empty() {
            Bounds::UNFINISHED
        } else {
            node.markers.glance()
        }
    }

    fn expand(&self, node: Node<R, C>, moves: &mut Moves<Node<R, C>>) -> Bounds {
        let markers = node.markers;
        let hole = markers.empty();
        if !hole.is_empty() && !node.has_lifted {
            return markers.expand(|markers, cell| {
                let next = Node {
                    markers,
                    has_lifted: false,
                };
                moves.push(next, cell);
            });
        }
        for marker in markers.own {
            // On the full grid there is no hole to fill: the marker is lifted.
            let after = (markers.own ^ marker.alone()) | hole;
            if holds_four(after) {
                return Bounds::exact(win(1));
            }
            let next = Node {
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

    /// Small grids are searched in the same way, and can be compared. Of every `step`th position,
    /// how many were endless and how many were not.
    fn every_win_and_loss_is_found<const R: usize, const C: usize>(step: usize) -> (usize, usize) {
        let large = Large::<R, C>::oracle();
        let mut counts = (0, 0);
        let values = reference::solve(Quads::<R, C>::start(Player::One));
        let unfinished = values
            .into_iter()
            .filter(|(position, _)| position.outcome().is_none());
        for (position, value) in unfinished.step_by(step) {
            if value == Value::Endless {
                assert_eq!(
                    large.value(&position, Budget::positions(1_000)),
                    None,
                    "{position:?}"
                );
                counts.0 += 1;
            } else {
                let found = large.value(&position, Budget::positions(1_000_000));
                assert_eq!(found, Some(value), "{position:?}");
                counts.1 += 1;
            }
        }
        counts
    }

    #[test]
    fn every_win_and_loss_is_found_in_both_phases() {
        let (_, decided) = every_win_and_loss_is_found::<3, 3>(1);
        assert!(decided > 5_000, "{decided} decided");
        let (endless, decided) = every_win_and_loss_is_found::<2, 5>(10);
        assert!(
            endless > 10 && decided > 500,
            "{endless} endless, {decided} decided"
        );
    }
}
