//! Grids against plain coordinates, and random games.

use std::collections::HashSet;

use quintet_rules::{
    Cell, Cells, Player, Position, Random, Symmetries, Tally, Wyrand, random_games,
};

/// Returns the neighbors of each cell by comparing coordinates.
fn by_coordinates<const R: usize, const C: usize>(near: impl Fn(usize, usize) -> bool) -> Vec<u64> {
    (0..R * C)
        .map(|a| {
            (0..R * C)
                .filter(|b| near((a / C).abs_diff(b / C), (a % C).abs_diff(b % C)))
                .fold(0, |bits, b| bits | 1 << b)
        })
        .collect()
}

fn check_geometry<const R: usize, const C: usize>() {
    let all: Vec<_> = Cells::<R, C>::ALL.iter().collect();
    assert_eq!(all.len(), R * C);
    let sides = by_coordinates::<R, C>(|rows, columns| rows + columns == 1);
    let touching = by_coordinates::<R, C>(|rows, columns| rows <= 1 && columns <= 1);
    for cell in all {
        assert_eq!(Cell::at(cell.row(), cell.column()), Some(cell));
        assert_eq!(cell.neighbors().bits(), sides[cell.index()], "{cell:?}");
        assert_eq!(
            cell.alone().around().bits(),
            touching[cell.index()],
            "{cell:?}"
        );
        let moved = |rows: isize, columns: isize| {
            let row = cell.row().checked_add_signed(rows);
            let column = cell.column().checked_add_signed(columns);
            let target = row
                .zip(column)
                .and_then(|(row, column)| Cell::at(row, column));
            target.map_or(Cells::NONE, Cell::alone)
        };
        assert_eq!(cell.alone().right(), moved(0, 1), "{cell:?}");
        assert_eq!(cell.alone().left(), moved(0, -1), "{cell:?}");
        assert_eq!(cell.alone().down(), moved(1, 0), "{cell:?}");
        assert_eq!(cell.alone().up(), moved(-1, 0), "{cell:?}");
        assert!(Cells::row(cell.row()).contains(cell), "{cell:?}");
        assert!(Cells::column(cell.column()).contains(cell), "{cell:?}");
        let is_edge = cell.neighbors().len() < 4;
        assert_eq!(Cells::EDGE.contains(cell), is_edge, "{cell:?}");
    }
    assert!((0..R).all(|row| Cells::<R, C>::row(row).len() as usize == C));
    assert!((0..C).all(|column| Cells::<R, C>::column(column).len() as usize == R));
    assert!(
        Cells::<R, C>::ALL
            .singles()
            .eq(Cells::ALL.iter().map(Cell::alone))
    );
    assert_eq!(Cell::<R, C>::at(R, 0), None);
    assert_eq!(Cell::<R, C>::at(0, C), None);
}

#[test]
fn shifts_and_neighbors_agree_with_coordinates() {
    check_geometry::<1, 10>();
    check_geometry::<1, 64>();
    check_geometry::<2, 3>();
    check_geometry::<4, 4>();
    check_geometry::<5, 5>();
    check_geometry::<7, 7>();
    check_geometry::<8, 8>();
}

#[test]
fn nth_agrees_with_iteration() {
    let mut random = Wyrand::new(1);
    for _ in 0..1000 {
        let bits = (0..2).fold(0, |bits, _| bits << 32 | u64::from(random.bits()));
        let (row, square) = (
            Cells::<1, 10>::from_bits(bits),
            Cells::<8, 8>::from_bits(bits),
        );
        for (n, cell) in row.iter().enumerate() {
            assert_eq!(row.nth(n as u32), cell, "{row:?}");
        }
        for (n, cell) in square.iter().enumerate() {
            assert_eq!(square.nth(n as u32), cell, "{square:?}");
        }
    }
}

#[test]
fn spread_stops_at_gaps() {
    //  # # . #
    //  . # . #
    let within = Cells::<2, 4>::from_bits(0b1010_1011);
    let corner = Cell::new(0).expect("a cell of the grid").alone();
    assert_eq!(corner.spread(within).bits(), 0b0010_0011);
    assert_eq!(Cells::NONE.spread(within), Cells::NONE);
    assert_eq!((!within).spread(within), Cells::NONE);
}

fn check_symmetries<const R: usize, const C: usize>(count: usize) {
    let symmetries = Symmetries::<R, C>::new();
    assert_eq!(symmetries.count(), count);
    let mut random = Wyrand::new(7);
    let sets: Vec<_> = (0..50)
        .map(|_| u64::from(random.bits()) << 32 | u64::from(random.bits()))
        .map(Cells::<R, C>::from_bits)
        .collect();
    let images = |symmetry: usize| -> Vec<_> {
        sets.iter()
            .map(|set| symmetries.set(symmetry, *set))
            .collect()
    };
    assert_eq!(images(0), sets, "the first symmetry is the identity");
    let distinct: HashSet<_> = (0..count).map(images).collect();
    assert_eq!(distinct.len(), count, "all symmetries are distinct");
    for symmetry in 0..count {
        for set in &sets {
            let image = symmetries.set(symmetry, *set);
            let by_cells: Cells<R, C> = set
                .iter()
                .map(|cell| symmetries.cell(symmetry, cell))
                .collect();
            assert_eq!(image, by_cells);
            assert_eq!(image, Symmetries::<R, C>::image(symmetry, *set));
            assert_eq!(image.beside(), symmetries.set(symmetry, set.beside()));
        }
    }
}

#[test]
fn symmetries_are_distinct_and_preserve_neighbors() {
    check_symmetries::<1, 10>(2);
    check_symmetries::<3, 4>(4);
    check_symmetries::<4, 4>(8);
    check_symmetries::<5, 5>(8);
    check_symmetries::<8, 8>(8);
}

/// Players take stones from a heap one by one. A player who finds the heap empty loses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Heap {
    stones: u8,
    to_move: Player,
}

impl Position for Heap {
    type Move = u8;
    type Refusal = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn is_over(&self) -> bool {
        self.stones == 0
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        1..=self.stones.min(1)
    }

    fn check(&self, taken: u8) -> Result<(), ()> {
        self.moves().any(|mv| mv == taken).then_some(()).ok_or(())
    }

    fn play_unchecked(&self, taken: u8) -> Self {
        Heap {
            stones: self.stones - taken,
            to_move: self.to_move.other(),
        }
    }
}

#[test]
fn random_games_count_moves_games_and_wins() {
    let tally = |stones, to_move, steps| {
        let Tally {
            steps,
            games,
            won_by_one,
        } = random_games(&Heap { stones, to_move }, steps, 1);
        (steps, games, won_by_one)
    };
    // Three moves in each of eight games, whose ends have not been detected yet.
    assert_eq!(tally(3, Player::One, 24), (24, 0, 0));
    assert_eq!(tally(3, Player::One, 25), (32, 8, 8));
    assert_eq!(tally(3, Player::Two, 25), (32, 8, 0));
    assert_eq!(tally(0, Player::One, 25), (0, 0, 0));
}
