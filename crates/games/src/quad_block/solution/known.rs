//! Grids of at most 25 cells: sudden death is known whole, the placing phase is searched on top of
//! it.

use std::ops::ControlFlow;
use std::sync::Arc;

use quintet_rules::{Cell, Cells, Player, Position};
use quintet_solver::blocks::TableBytes;
use quintet_solver::bounds::{Bounds, BoundsTable};
use quintet_solver::retrograde::Reversible;
use quintet_solver::score::{self, LIMIT, Score, before};
use quintet_solver::search::{Moves, Search, Searchable};
use quintet_solver::{
    Budget, Census, NO_VALUE, Oracle, Progress, Table, Value, Visitor, collect, is_consistent,
};

use crate::game::Markers;
use crate::quad_block::solution::placing::Placement;
use crate::quad_block::solution::pool::Pool;
use crate::quad_block::solution::sudden_death::{Node, Side, SuddenDeath};
use crate::quad_block::{Quads, groups};

/// A table of 16 MB holds what the hardest positions of 5x5 need.
const TABLE_BITS: u32 = 21;

/// The values of every position.
pub(super) struct Known<const R: usize, const C: usize> {
    ends: Ends<R, C>,
    searches: Pool<Search<Ends<R, C>>>,
}

impl<const R: usize, const C: usize> Known<R, C> {
    /// Uses the bytes of sudden death.
    pub(super) fn new(sudden_death: Arc<SuddenDeath<R, C>>, bytes: TableBytes) -> Self {
        Known {
            ends: Ends {
                sudden_death,
                bytes,
            },
            searches: Pool::default(),
        }
    }

    /// All positions of sudden death with one hole, whichever player lifted.
    fn count(&self, progress: &Progress) -> Option<Census<Quads<R, C>>> {
        let sudden_death = &self.ends.sudden_death;
        progress.expect(sudden_death.parts() as u64);
        let mut parts = collect(sudden_death.parts(), |part, found| {
            if progress.is_cancelled() {
                return;
            }
            let mut census = Census::default();
            for node in sudden_death.nodes(part) {
                match self.ends.stored(node) {
                    None | Some(Value::Loss(Some(0))) => {}
                    // Either player may be the one who lifted.
                    Some(value) => census.add(value, 2 * sudden_death.images(node), || {
                        self.ends.position(node)
                    }),
                }
            }
            found.push((part, census));
            progress.advance(1);
        });
        // Of several longest wins always the same is shown, however the work was shared.
        parts.sort_unstable_by_key(|(part, _)| *part);
        let parts = parts.into_iter();
        let census = parts.fold(Census::default(), |all, (_, census)| all.merge(census));
        (!progress.is_cancelled()).then_some(census)
    }

    /// Every byte of sudden death against the rules.
    fn check(&self, progress: &Progress) -> Option<Result<u64, Quads<R, C>>> {
        let sudden_death = &self.ends.sudden_death;
        progress.expect(sudden_death.parts() as u64);
        let parts = collect(sudden_death.parts(), |part, found| {
            if progress.is_cancelled() {
                return;
            }
            let mut checked = 0;
            for node in sudden_death.nodes(part) {
                if !self.is_right(node) {
                    found.push(Err(self.ends.position(node)));
                    return;
                }
                checked += u64::from(self.ends.stored(node).is_some());
            }
            found.push(Ok(checked));
            progress.advance(1);
        });
        (!progress.is_cancelled()).then(|| parts.into_iter().sum())
    }

    /// Whether the byte of a stored position is what the rules say, given the bytes of its
    /// successors.
    fn is_right(&self, node: Node) -> bool {
        // The rules are the same in a mirror: one of several images is examined, the others must
        // agree with it.
        let leader = self.ends.sudden_death.leader(node);
        if leader != node {
            return self.ends.byte(node) == self.ends.byte(leader);
        }
        let position = self.ends.position(node);
        // To a player who has a four already every relocation far from it would seem to win.
        let is_possible = !groups::has_four(position.markers(position.to_move()));
        match self.ends.stored(node) {
            Some(value) => {
                is_possible && is_consistent(&position, value, |next| self.ends.value_of(next))
            }
            None => !is_possible,
        }
    }
}

impl<const R: usize, const C: usize> Oracle<Quads<R, C>> for Known<R, C> {
    fn is_solved(&self) -> bool {
        true
    }

    /// While markers are placed, values are searched for.
    fn is_tabulated(&self, position: &Quads<R, C>) -> bool {
        position.in_sudden_death()
    }

    /// On so few cells the search never takes long, so that it needs no limit.
    fn value(&self, position: &Quads<R, C>, budget: Budget) -> Option<Value> {
        if position.outcome().is_some() {
            return Some(Value::loss(0));
        }
        let node = Placement::of(position);
        if position.in_sudden_death() {
            return if node.empty().is_empty() {
                Some(score::value(self.ends.lift(node)))
            } else {
                self.ends.value(node.own, node.other)
            };
        }
        self.searches.with(
            || Search::new(BoundsTable::new(TABLE_BITS)),
            |search| search.value(&self.ends, node, budget.unlimited()),
        )
    }

    fn table(&self) -> Option<&dyn Table<Quads<R, C>>> {
        Some(self)
    }
}

impl<const R: usize, const C: usize> Table<Quads<R, C>> for Known<R, C> {
    fn visit(&self, show: &mut Visitor<Quads<R, C>>) -> ControlFlow<()> {
        let sudden_death = &self.ends.sudden_death;
        for node in (0..sudden_death.parts()).flat_map(|part| sudden_death.nodes(part)) {
            match self.ends.stored(node) {
                None | Some(Value::Loss(Some(0))) => {}
                // Either player may be the one who lifted.
                Some(value) => {
                    show(
                        &self.ends.position(node),
                        value,
                        2 * sudden_death.images(node),
                    )?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn census(&self, progress: &Progress) -> Option<Census<Quads<R, C>>> {
        self.count(progress)
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, Quads<R, C>>> {
        self.check(progress)
    }
}

/// How the placing phase ends: the table of sudden death.
struct Ends<const R: usize, const C: usize> {
    sudden_death: Arc<SuddenDeath<R, C>>,
    bytes: TableBytes,
}

impl<const R: usize, const C: usize> Ends<R, C> {
    /// Up to this many markers, positions are looked up by their smallest mirror image. Later
    /// hardly two positions of one search are images of each other, and comparing eight images
    /// costs more than it saves.
    const MIRRORED_MARKERS: u32 = 6;

    fn byte(&self, node: Node) -> u8 {
        // Of positions that are the same up to symmetry one is kept.
        let node = if !self.bytes.is_compressed() {
            node
        } else {
            self.sudden_death.leader(node)
        };
        let byte = self.bytes.byte(self.sudden_death.number(node));
        byte.expect("what is damaged is computed anew")
    }

    fn stored(&self, node: Node) -> Option<Value> {
        match self.byte(node) {
            NO_VALUE => None,
            byte => Some(Value::from_byte(byte)),
        }
    }

    fn value(&self, own: Cells<R, C>, other: Cells<R, C>) -> Option<Value> {
        self.stored(self.sudden_death.node_of(own, other))
    }

    fn value_of(&self, position: &Quads<R, C>) -> Option<Value> {
        let node = Placement::of(position);
        self.value(node.own, node.other)
    }

    /// A stored position, Player 1 to move.
    fn position(&self, node: Node) -> Quads<R, C> {
        let [few, many] = [Side::Few, Side::Many].map(|side| self.sudden_death.markers(node, side));
        let (one, two) = match node.to_move() {
            Side::Few => (few, many),
            Side::Many => (many, few),
        };
        Quads::new(one, two, Player::One, true)
    }

    /// The score of the full grid: the player to move lifts a marker.
    fn lift(&self, node: Placement<R, C>) -> Score {
        let lifted = |hole: Cell<R, C>| {
            let few = node.own - hole.alone();
            let next = self.sudden_death.node(few, hole, Side::Many);
            before(score::of(Value::from_byte(self.byte(next))))
        };
        node.own.iter().map(lifted).fold(-LIMIT, Ord::max)
    }
}

impl<const R: usize, const C: usize> Searchable for Ends<R, C> {
    type Node = Placement<R, C>;
    type Key = u64;
    const IS_FINITE: bool = true;

    fn key(&self, node: Placement<R, C>) -> u64 {
        let key = |own: Cells<R, C>, other: Cells<R, C>| own.bits() << 25 | other.bits();
        if (node.own | node.other).len() > Self::MIRRORED_MARKERS {
            return key(node.own, node.other);
        }
        let symmetries = self.sudden_death.symmetries();
        (0..symmetries.count())
            .map(|symmetry| {
                key(
                    symmetries.set(symmetry, node.own),
                    symmetries.set(symmetry, node.other),
                )
            })
            .min()
            .expect("the identity is a symmetry")
    }

    fn quick_bounds(&self, node: Placement<R, C>) -> Bounds {
        if node.empty().is_empty() {
            Bounds::OPEN
        } else {
            node.glance()
        }
    }

    fn expand(&self, node: Placement<R, C>, moves: &mut Moves<Placement<R, C>>) -> Bounds {
        if node.empty().is_empty() {
            // Found again through the table of bounds, like any other score: one far look instead
            // of a dozen.
            Bounds::exact(self.lift(node))
        } else {
            node.expand(|next, cell| moves.push(next, cell))
        }
    }

    fn horizon(&self, node: Placement<R, C>) -> i32 {
        // Measured: asking step by step pays until the last few cells.
        node.empty().len().cast_signed() - 4
    }
}

#[cfg(test)]
mod tests {
    use quintet_solver::retrograde;

    use super::*;
    use crate::Notation;

    /// The count changes with every change of the search: a change that is meant changes it here
    /// too.
    #[test]
    fn a_fixed_list_of_questions_costs_a_fixed_number_of_positions() {
        let sudden_death = Arc::new(SuddenDeath::<5, 5>::new());
        let table = retrograde::solve(&*sudden_death, &Progress::default());
        let table = table.expect("not cancelled").into();
        let known = Known::<5, 5>::new(sudden_death, table);
        let questions = [
            ("...../...../...../...../..... 1 p", Value::win(7)),
            ("X..../...../...../...../..... 2 p", Value::win(9)),
            ("...../...../..O../..X../....X 2 p", Value::Endless),
            ("...../.X.X./...O./O..../X.... 2 p", Value::Endless),
            (".XO../OOXO./.X..O/..X.X/OXXO. 1 p", Value::loss(12)),
            (".XO../OOOOO/..OXX/X.XX./..X.. 1 p", Value::loss(16)),
            ("XXO../OXXXX/OO..O/XOO.X/....O 1 p", Value::loss(10)),
            ("..O../.OOOO/XX.../XX.../X.... 1 p", Value::loss(16)),
        ];
        for (text, value) in questions {
            let position = Quads::<5, 5>::read_position(text).expect("a position");
            assert_eq!(known.value(&position, Budget::NONE), Some(value), "{text}");
        }
        let search = known
            .searches
            .with(|| panic!("the one search is idle"), |search| search.nodes());
        assert_eq!(search, 689_904);
    }
}
