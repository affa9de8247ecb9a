//! The oracle of a grid of at most 25 cells: a table of sudden death, and a search of the placing phase on top of it.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use quintet_rules::{Player, Position};
use quintet_solver::blocks::TableBytes;
use quintet_solver::bounds::{Bounds, BoundsTable};
use quintet_solver::retrograde::Reversible;
use quintet_solver::score::{self, LIMIT, Score, before};
use quintet_solver::search::{Moves, Search, Searchable};
use quintet_solver::{
    self as solver, Budget, Census, NO_VALUE, Oracle, Progress, Value, Visitor, collect,
    is_consistent,
};

use crate::game::Markers;
use crate::quad_block::solution::placing::Placement;
use crate::quad_block::solution::sudden_death::{Half, Node, SuddenDeath};
use crate::quad_block::{Quads, groups};

/// The size of a transposition table: 16 MB, as the hardest positions of 5x5 need.
const TABLE_BITS: u32 = 21;

/// The values of every position.
pub(super) struct SuddenDeathTable<const R: usize, const C: usize> {
    sudden_death: Arc<SuddenDeath<R, C>>,
    bytes: TableBytes,
    /// Searches that no thread is using. They reuse their transposition tables.
    idle: Mutex<Vec<Search<Self>>>,
}

impl<const R: usize, const C: usize> SuddenDeathTable<R, C> {
    pub(super) fn new(sudden_death: Arc<SuddenDeath<R, C>>, bytes: TableBytes) -> Self {
        SuddenDeathTable {
            sudden_death,
            bytes,
            idle: Mutex::default(),
        }
    }

    fn byte(&self, node: Node) -> u8 {
        // A compressed table has only one of several symmetric positions.
        let node = if self.bytes.is_compressed() {
            self.sudden_death.leader(node)
        } else {
            node
        };
        let place = self.sudden_death.number(node);
        let byte = (self.bytes).byte(place, || self.sudden_death.block_of(place));
        byte.expect("a damaged table is computed again")
    }

    fn stored(&self, node: Node) -> Option<Value> {
        let byte = self.byte(node);
        (byte != NO_VALUE).then(|| Value::from_byte(byte))
    }

    /// Returns the value of a position with one hole.
    fn look_up(&self, position: Placement<R, C>) -> Option<Value> {
        self.stored(self.sudden_death.node_of(position.own, position.other))
    }

    /// Returns the score of a full grid, on which the player to move lifts a marker.
    fn lift(&self, full: Placement<R, C>) -> Score {
        let scores = full.own.iter().map(|hole| {
            let few = full.own - hole.alone();
            let next = self.sudden_death.node(few, hole, Half::Many);
            before(score::of(Value::from_byte(self.byte(next))))
        });
        scores.fold(-LIMIT, Ord::max)
    }

    /// Searches the placing phase. A search on so few cells is always short, so it needs no limit.
    fn search<T>(&self, work: impl FnOnce(&mut Search<Self>) -> T) -> T {
        // A panic cannot leave the list half changed.
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let search = idle().pop();
        let mut search = search.unwrap_or_else(|| Search::new(BoundsTable::new(TABLE_BITS)));
        let found = work(&mut search);
        idle().push(search);
        found
    }

    /// Tests whether the value of a position is not in the table.
    fn is_searched(position: &Quads<R, C>) -> bool {
        !position.in_sudden_death() && !position.is_over()
    }

    /// Returns a stored position, with Player 1 to move.
    fn position(&self, node: Node) -> Quads<R, C> {
        let [few, many] = [Half::Few, Half::Many].map(|side| self.sudden_death.markers(node, side));
        let (one, two) = match node.to_move() {
            Half::Few => (few, many),
            Half::Many => (many, few),
        };
        Quads::new(one, two, Player::One, true)
    }

    /// Returns the unfinished positions of a part, with their values and numbers of images.
    fn unfinished(&self, part: usize) -> impl Iterator<Item = (Node, Value, u64)> {
        self.sudden_death.nodes(part).filter_map(|node| {
            let value = self.stored(node).filter(|value| *value != Value::loss(0))?;
            // Either player may be the one who lifted.
            Some((node, value, 2 * self.sudden_death.images(node)))
        })
    }

    /// Processes all parts on all cores. Returns the results in order, or `None` if the work was cancelled.
    fn survey<T: Send>(
        &self,
        progress: &Progress,
        part: impl Fn(usize) -> T + Sync,
    ) -> Option<Vec<T>> {
        let parts = self.sudden_death.parts();
        progress.expect(parts as u64);
        let mut results = collect(parts, |number, results| {
            if !progress.is_cancelled() {
                results.push((number, part(number)));
                progress.advance(1);
            }
        });
        results.sort_unstable_by_key(|(number, _)| *number);
        let results = results.into_iter().map(|(_, result)| result);
        (!progress.is_cancelled()).then(|| results.collect())
    }

    /// Returns true if the byte of a position agrees with those of its successors.
    fn is_right(&self, node: Node) -> bool {
        // Of several images one is checked by the rules, and the others must be equal.
        let leader = self.sudden_death.leader(node);
        if leader != node {
            return self.byte(node) == self.byte(leader);
        }
        let position = self.position(node);
        // With a group of four already on the grid, any relocation far from it would look like a win.
        let is_possible = !groups::has_four(position.markers(position.to_move()));
        let next = |next: &Quads<R, C>| self.look_up(Placement::of(next));
        match self.stored(node) {
            Some(value) => is_possible && is_consistent(&position, value, next),
            None => !is_possible,
        }
    }
}

impl<const R: usize, const C: usize> Oracle<Quads<R, C>> for SuddenDeathTable<R, C> {
    fn is_solved(&self) -> bool {
        true
    }

    /// The placing phase is searched.
    fn is_tabulated(&self, position: &Quads<R, C>) -> bool {
        position.in_sudden_death()
    }

    fn value(&self, position: &Quads<R, C>, budget: Budget) -> Option<Value> {
        if position.is_over() {
            return Some(Value::loss(0));
        }
        let markers = Placement::of(position);
        if !position.in_sudden_death() {
            self.search(|search| search.value(self, markers, budget.unlimited()))
        } else if markers.empty().is_empty() {
            Some(score::value(self.lift(markers)))
        } else {
            self.look_up(markers)
        }
    }

    fn value_within(&self, position: &Quads<R, C>, plies: u8, budget: Budget) -> Option<Value> {
        let value = if Self::is_searched(position) {
            let markers = Placement::of(position);
            self.search(|search| search.value_within(self, markers, plies, budget.unlimited()))
        } else {
            self.value(position, budget)
        };
        value.filter(|value| value.distance().is_some_and(|distance| distance <= plies))
    }

    fn is_at_most(&self, position: &Quads<R, C>, most: Value, budget: Budget) -> Option<bool> {
        if Self::is_searched(position) {
            let markers = Placement::of(position);
            return self
                .search(|search| search.is_at_most(self, markers, most, budget.unlimited()));
        }
        self.value(position, budget).map(|value| value <= most)
    }

    fn decompress(&self) {
        self.bytes.decompress();
    }

    fn table(&self) -> Option<&dyn solver::Table<Quads<R, C>>> {
        Some(self)
    }
}

impl<const R: usize, const C: usize> solver::Table<Quads<R, C>> for SuddenDeathTable<R, C> {
    fn visit(&self, progress: &Progress, show: &mut Visitor<Quads<R, C>>) -> ControlFlow<()> {
        progress.try_for_each(self.sudden_death.parts(), |part| {
            let mut nodes = self.unfinished(part);
            nodes.try_for_each(|(node, value, images)| show(&self.position(node), value, images))
        })
    }

    fn census(&self, progress: &Progress) -> Option<Census<Quads<R, C>>> {
        let counts = self.survey(progress, |part| {
            let mut census = Census::default();
            for (node, value, images) in self.unfinished(part) {
                census.add(value, images, || self.position(node));
            }
            census
        });
        Some(counts?.into_iter().fold(Census::default(), Census::merge))
    }

    fn verify(&self, progress: &Progress) -> Option<Result<u64, Quads<R, C>>> {
        let checked = self.survey(progress, |part| {
            let mut checked = 0;
            for node in self.sudden_death.nodes(part) {
                if !self.is_right(node) {
                    return Err(self.position(node));
                }
                checked += u64::from(self.stored(node).is_some());
            }
            Ok(checked)
        });
        Some(checked?.into_iter().sum())
    }
}

/// The placing phase.
impl<const R: usize, const C: usize> Searchable for SuddenDeathTable<R, C> {
    type Node = Placement<R, C>;
    type Key = u64;
    const IS_FINITE: bool = true;

    fn key(&self, node: Placement<R, C>) -> u64 {
        let Placement { own, other } = node.canonical(self.sudden_death.symmetries());
        own.bits() << 25 | other.bits()
    }

    fn quick_bounds(&self, node: Placement<R, C>) -> Bounds {
        if node.empty().is_empty() {
            Bounds::OPEN
        } else {
            node.quick_bounds()
        }
    }

    fn expand(&self, node: Placement<R, C>, moves: &mut Moves<Placement<R, C>>) -> Bounds {
        if node.empty().is_empty() {
            // The transposition table stores this score, so that the dozen values are looked up once.
            Bounds::exact(self.lift(node))
        } else {
            node.expand(|next, cell| moves.push(next, cell))
        }
    }

    fn horizon(&self, node: Placement<R, C>) -> i32 {
        // Measured: searching distance by distance pays until the last few cells.
        node.empty().len().cast_signed() - 4
    }
}

#[cfg(test)]
mod tests {
    use quintet_solver::retrograde;

    use super::*;
    use crate::Notation;

    /// Every change of the search changes this number.
    #[test]
    fn a_fixed_list_of_positions_takes_a_fixed_number_of_nodes() {
        let sudden_death = Arc::new(SuddenDeath::<5, 5>::new());
        let bytes = retrograde::solve(&*sudden_death, &Progress::default());
        let table = SuddenDeathTable::new(sudden_death, bytes.expect("not cancelled").into());
        let positions = [
            ("...../...../...../...../..... 1 p", Value::win(7)),
            ("X..../...../...../...../..... 2 p", Value::win(9)),
            ("...../...../..O../..X../....X 2 p", Value::Endless),
            ("...../.X.X./...O./O..../X.... 2 p", Value::Endless),
            (".XO../OOXO./.X..O/..X.X/OXXO. 1 p", Value::loss(12)),
            (".XO../OOOOO/..OXX/X.XX./..X.. 1 p", Value::loss(16)),
            ("XXO../OXXXX/OO..O/XOO.X/....O 1 p", Value::loss(10)),
            ("..O../.OOOO/XX.../XX.../X.... 1 p", Value::loss(16)),
        ];
        for (text, value) in positions {
            let position = Quads::<5, 5>::read_position(text).expect("a position");
            assert_eq!(table.value(&position, Budget::NONE), Some(value), "{text}");
        }
        let search = table.idle.lock().expect("no thread panicked").pop();
        assert_eq!(search.expect("one search").nodes(), 685_428);
    }
}
