//! The rules: the cells that each player covers.
//!
//! ```text
//!       A B C D
//!     1 V . H H      Player 1 covers two cells one above the other,
//!     2 V . . .      Player 2 two cells side by side.
//!     3 . . . .
//!     4 . . . .      Player 1 may place on any free pair such as B1 B2.
//! ```
//!
//! The cells determine the dominoes: contiguous cells of Player 1 in a column can only be paired from the top.

use std::cell::Cell as Counter;

use quintet_games::Reason;
use quintet_rules::{Cell, Cells, PerPlayer, Player, Position, Random};

thread_local! {
    /// Number of moves that this thread has played in any game, so that tests can measure the work of a search.
    pub static PLAYED: Counter<u64> = const { Counter::new(0) };
}

/// A position of Domineering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dominoes<const R: usize, const C: usize> {
    pub(super) covered: PerPlayer<Cells<R, C>>,
    pub(super) to_move: Player,
}

/// The two cells of a domino; the first is the upper or left one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Domino<const R: usize, const C: usize> {
    first: Cell<R, C>,
    second: Cell<R, C>,
}

/// The reason why a domino may not be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DominoesRefusal {
    /// A cell is outside the grid.
    OffTheGrid,
    /// A cell is covered.
    Covered,
    /// The cells do not share a side.
    Apart,
    /// The cells share a side in the opponent's direction.
    WrongDirection,
}

impl Reason for DominoesRefusal {
    fn code(&self) -> &'static str {
        match self {
            DominoesRefusal::OffTheGrid => "off-the-grid",
            DominoesRefusal::Covered => "covered",
            DominoesRefusal::Apart => "apart",
            DominoesRefusal::WrongDirection => "wrong-direction",
        }
    }
}

impl<const R: usize, const C: usize> Domino<R, C> {
    /// Returns the domino on two cells, given in either order.
    pub fn on(one: Cell<R, C>, other: Cell<R, C>) -> Self {
        Domino {
            first: one.min(other),
            second: one.max(other),
        }
    }

    /// Returns both cells, the upper or left one first.
    pub fn cells(self) -> [Cell<R, C>; 2] {
        [self.first, self.second]
    }
}

/// Returns the next cell in the direction of a player, if it is on the grid.
pub(super) fn next<const R: usize, const C: usize>(
    player: Player,
    cell: Cell<R, C>,
) -> Option<Cell<R, C>> {
    match player {
        Player::One => Cell::at(cell.row() + 1, cell.column()),
        Player::Two => Cell::at(cell.row(), cell.column() + 1),
    }
}

impl<const R: usize, const C: usize> Dominoes<R, C> {
    /// Returns the empty grid.
    pub fn start(first: Player) -> Self {
        Dominoes::new(PerPlayer::default(), first)
    }

    /// Returns the position with these cells, which must consist of dominoes.
    pub(super) fn new(covered: PerPlayer<Cells<R, C>>, to_move: Player) -> Self {
        Dominoes { covered, to_move }
    }

    /// Returns the cells of a player.
    pub fn covered(&self, player: Player) -> Cells<R, C> {
        self.covered[player]
    }

    /// Returns the player whose domino covers a cell.
    pub fn owner(&self, cell: Cell<R, C>) -> Option<Player> {
        Player::BOTH
            .into_iter()
            .find(|player| self.covered[*player].contains(cell))
    }

    /// Returns a player's dominoes, or a cell of the player that belongs to none.
    pub(super) fn dominoes(&self, player: Player) -> Result<Vec<Domino<R, C>>, Cell<R, C>> {
        let mut left = self.covered[player];
        let mut dominoes = Vec::new();
        while let Some(first) = left.first() {
            let second = next(player, first).filter(|second| left.contains(*second));
            let second = second.ok_or(first)?;
            left = left - first.alone() - second.alone();
            dominoes.push(Domino { first, second });
        }
        Ok(dominoes)
    }

    fn empty(&self) -> Cells<R, C> {
        !(self.covered.one | self.covered.two)
    }

    /// Returns the first cells of all legal dominoes.
    fn places(&self) -> Cells<R, C> {
        let empty = self.empty();
        let has_room = |cell: &Cell<R, C>| {
            next(self.to_move, *cell).is_some_and(|second| empty.contains(second))
        };
        empty.iter().filter(has_room).collect()
    }

    fn domino(&self, first: Cell<R, C>) -> Domino<R, C> {
        let second = next(self.to_move, first).expect("a place has room");
        Domino { first, second }
    }
}

impl<const R: usize, const C: usize> Position for Dominoes<R, C> {
    type Move = Domino<R, C>;
    type Refusal = DominoesRefusal;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn is_over(&self) -> bool {
        self.places().is_empty()
    }

    fn moves(&self) -> impl Iterator<Item = Domino<R, C>> {
        self.places().into_iter().map(|first| self.domino(first))
    }

    fn check(&self, domino: Domino<R, C>) -> Result<(), DominoesRefusal> {
        let empty = self.empty();
        let follows = |player| next(player, domino.first) == Some(domino.second);
        if domino.cells().iter().any(|cell| !empty.contains(*cell)) {
            Err(DominoesRefusal::Covered)
        } else if follows(self.to_move) {
            Ok(())
        } else if follows(self.to_move.other()) {
            Err(DominoesRefusal::WrongDirection)
        } else {
            Err(DominoesRefusal::Apart)
        }
    }

    fn play_unchecked(&self, domino: Domino<R, C>) -> Self {
        PLAYED.set(PLAYED.get() + 1);
        let mut covered = self.covered;
        for cell in domino.cells() {
            covered[self.to_move] = covered[self.to_move] | cell.alone();
        }
        Dominoes::new(covered, self.to_move.other())
    }

    fn count_moves(&self) -> u64 {
        u64::from(self.places().len())
    }

    fn random_move(&self, random: &mut impl Random) -> Option<Domino<R, C>> {
        let places = self.places();
        (!places.is_empty()).then(|| self.domino(places.nth(random.below(places.len()))))
    }
}
