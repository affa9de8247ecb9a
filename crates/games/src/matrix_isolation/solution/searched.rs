//! Boards of more than sixteen cells: every value is searched when it is asked for.

use quintet_rules::{Cell, Position};
use quintet_solver::search::{KeyedPosition, SearchOracle, Searcher};
use quintet_solver::{Budget, Value};

use super::is_solved;
use super::zones::{Board, Node, Search};
use crate::matrix_isolation::Isolation;

/// How boards without a table are searched.
pub(super) struct Searched<const R: usize, const C: usize> {
    board: Board,
}

impl<const R: usize, const C: usize> Searched<R, C> {
    pub(super) fn oracle() -> SearchOracle<Self> {
        let cells = (0..R * C).filter_map(Cell::<R, C>::new);
        SearchOracle(Searched {
            board: Board::new(cells.map(|cell| cell.neighbours().bits())),
        })
    }
}

impl<const R: usize, const C: usize> Searcher<Isolation<R, C>> for Searched<R, C> {
    const IS_SOLVED: bool = is_solved(R * C);

    fn canonical(&self, position: &Isolation<R, C>) -> Isolation<R, C> {
        KeyedPosition::canonical(position)
    }

    fn begin(&self, _: Budget) -> impl FnMut(&Isolation<R, C>, Budget) -> Option<Value> {
        let mut search = Search::new(&self.board);
        move |position, budget| {
            let budget = if is_solved(R * C) {
                budget.unlimited()
            } else {
                budget
            };
            let mover = position.to_move();
            let node = Node {
                free: (!position.blocked()).bits(),
                mine: position.piece(mover).index(),
                theirs: position.piece(mover.other()).index(),
            };
            search.value(node, budget)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use quintet_rules::{Player, Random, Wyrand};
    use quintet_solver::bounds::BoundsTable;
    use quintet_solver::search::{PlainSearch, Search};
    use quintet_solver::{Oracle, Progress, reference};

    use super::super::table;
    use super::*;

    const MANY: Budget = Budget::positions(100_000);

    /// Asks for many values with one search, and for each of them with its own.
    fn agrees<const R: usize, const C: usize>(known: &[(Isolation<R, C>, Value)]) {
        let oracle = Searched::<R, C>::oracle();
        let positions: Vec<_> = known.iter().map(|(position, _)| *position).collect();
        let together = oracle.values(&positions, MANY);
        for ((position, value), found) in known.iter().zip(together) {
            assert_eq!(found, Some(*value), "{position:?}");
        }
        for (position, value) in known.iter().step_by(10) {
            assert_eq!(oracle.value(position, MANY), Some(*value), "{position:?}");
        }
    }

    #[test]
    fn every_value_of_a_small_board_is_that_of_the_reference() {
        fn check<const R: usize, const C: usize>() {
            let values = reference::solve(Isolation::<R, C>::start(Player::One));
            let mut known: Vec<_> = values.into_iter().collect();
            known.sort_by_key(|(position, _)| position.key());
            assert!(known.len() > 1_000, "{} positions", known.len());
            agrees(&known);
        }
        check::<3, 3>();
        check::<2, 5>();
        check::<3, 4>();
    }

    #[test]
    fn every_value_of_4x4_is_that_of_the_table() {
        let table = table::solution::<4, 4>().oracle(&Progress::default());
        let table = table.expect("never cancelled");
        let table = table.table().expect("every position has a row");
        let mut known = Vec::new();
        let _ = table.visit(&mut |position, value, _| {
            known.push((*position, value));
            ControlFlow::Continue(())
        });
        assert!(known.len() > 400_000, "{} are listed", known.len());
        known.chunks(5_000).for_each(agrees);
    }

    /// A position of a random game in which so many cells are blocked.
    fn random<const R: usize, const C: usize>(
        random: &mut impl Random,
        blocked: u32,
    ) -> Isolation<R, C> {
        let mut position = Isolation::start(Player::One);
        while position.blocked().len() < blocked {
            position = match position.random_move(random) {
                Some(mv) => position.play_unchecked(mv),
                None => Isolation::start(Player::One),
            };
        }
        position
    }

    fn agrees_with_plain_search<const R: usize, const C: usize>(blocked: std::ops::Range<u32>) {
        let mut dice = Wyrand::new(1);
        let mut known = Vec::new();
        for blocked in blocked {
            for _ in 0..30 {
                let position = random::<R, C>(&mut dice, blocked);
                let mut plain = Search::new(BoundsTable::for_budget(MANY));
                let value = plain.value(&PlainSearch::default(), position, MANY);
                known.extend(value.map(|value| (position, value)));
            }
        }
        assert!(known.len() > 200, "{} are known", known.len());
        agrees(&known);
    }

    #[test]
    #[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
    fn values_of_large_boards_are_those_of_a_search_that_knows_nothing() {
        agrees_with_plain_search::<5, 5>(3..18);
        agrees_with_plain_search::<6, 6>(4..20);
        agrees_with_plain_search::<4, 7>(3..18);
    }

    #[test]
    fn every_position_of_5x5_is_known_without_a_budget() {
        let mut dice = Wyrand::new(2);
        let oracle = Searched::<5, 5>::oracle();
        for n in 0..200 {
            let position = random::<5, 5>(&mut dice, n % 16);
            assert!(oracle.value(&position, Budget::NONE).is_some());
        }
    }

    #[test]
    fn a_budget_ends_the_search_of_6x6() {
        let oracle = Searched::<6, 6>::oracle();
        let start = Isolation::start(Player::One);
        assert_eq!(oracle.value(&start, Budget::NONE), None);
        assert_eq!(oracle.value(&start, Budget::positions(10)), None);
        assert_eq!(oracle.value(&start, MANY), Some(Value::win(7)));
    }
}
