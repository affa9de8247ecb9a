//! What a game says about itself, in the typed layer.
//!
//! Its position type implements four traits: [`Position`] is the rules, [`Notation`] reads and writes positions and moves,
//! [`Board`] the scene and the touches, [`Actions`] the numbers of moves for programs that learn. The game itself
//! implements three: [`Rules`] names it and its positions, [`Words`] has its sentences, [`Solving`] finds its values. So
//! two games can share a position type, as Gridlock and Adjacency Block do.

use std::fmt;

use quintet_rules::{PerPlayer, Player, Position};
use quintet_solver::{Oracle, Solution};

use crate::actions::Actions;
use crate::listing::Listing;
use crate::scene::Scene;
use crate::text::{EntryError, Malformed, NotAPosition};

/// The number of rows and columns of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Rows, at least one.
    pub rows: usize,
    /// Columns, at least one.
    pub columns: usize,
}

/// Writes `4x4`, rows first, or `10` for a single row.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rows {
            1 => write!(f, "{}", self.columns),
            rows => write!(f, "{rows}x{}", self.columns),
        }
    }
}

/// Why a move was refused, as a name that programs can rely on.
pub trait Reason {
    /// A stable name in small letters and dashes, such as `beside-opponent`.
    fn code(&self) -> &'static str;
}

/// The rules of one game at one size.
pub trait Rules: Send + Sync + 'static {
    /// The positions of the game, and with them its rules.
    type Position: Position<Refusal: Reason> + Notation + Board + Actions;

    /// The game itself.
    const GAME: &'static Self;

    /// The name in commands, records and addresses.
    const ID: &'static str;

    /// The game in the catalogue, with all its sizes.
    const LISTING: &'static Listing;

    /// The board.
    const SIZE: Size;

    /// The position in which `first` begins.
    fn start(first: Player) -> Self::Position;

    /// The position if the player to move left out a turn, to see what the opponent threatens. The
    /// rules need not allow it. `None` if it has no meaning.
    fn passed(_position: &Self::Position) -> Option<Self::Position> {
        None
    }
}

/// Positions and moves as text.
pub trait Notation: Position {
    /// The position as text. [`read_position`](Notation::read_position) is the inverse.
    fn write_position(&self) -> String;

    /// Parses a position, or returns the problem.
    fn read_position(text: &str) -> Result<Self, NotAPosition>;

    /// The move as the rule book spells it.
    fn write_move(mv: Self::Move) -> String;

    /// Parses the words of an entry. The rules may still refuse the move, but its cells are on the grid.
    fn read_move(&self, words: &[&str]) -> Result<Self::Move, EntryError<Self::Refusal>>;

    /// Every move that can be written here, legal or not: all possible results of
    /// [`read_move`](Notation::read_move).
    fn candidates(&self) -> impl Iterator<Item = Self::Move>;
}

/// The sentences of a game, in the manner of its rule book.
pub trait Words: Rules {
    /// How the book calls a player.
    fn name(player: Player) -> &'static str;

    /// The grid as the book draws it, without a line break at the end.
    fn draw(position: &Self::Position) -> String;

    /// The question to the player to move; the entry follows after a space.
    fn prompt(position: &Self::Position) -> String;

    /// What a move must look like here, and an example.
    fn how_to_move(position: &Self::Position) -> String;

    /// A sentence for each touch of a move here, in order. Some moves may need fewer touches.
    fn steps(position: &Self::Position) -> &'static [&'static str];

    /// What a player has left to use, such as `3 barriers`; `None` if the game knows no such
    /// thing.
    fn left(_position: &Self::Position, _player: Player) -> Option<String> {
        None
    }

    /// What is said to a player whose move has been played. Empty if the book says nothing.
    fn confirm(before: &Self::Position, mv: Move<Self>, after: &Self::Position) -> String;

    /// What everyone must know when play goes on differently after a move.
    fn notice(_before: &Self::Position, _after: &Self::Position) -> Option<String> {
        None
    }

    /// Why the entry is not a move.
    fn malformed(position: &Self::Position, fault: &Malformed) -> String;

    /// Why the move is not legal.
    fn refused(position: &Self::Position, refusal: &Refusal<Self>) -> String;

    /// How the game has ended. The position must be finished.
    fn ending(position: &Self::Position) -> String;

    /// How the game has ended, as a clause that follows "after 3 3" and speaks to `reader`. The
    /// position must be finished.
    fn end_clause(position: &Self::Position, reader: Player) -> String;
}

/// The board: the drawing of a position, and the cells to touch for a move.
pub trait Board: Position {
    /// The position as drawing data.
    fn scene(&self) -> Scene;

    /// The cells that a move names, in the order of its text.
    fn marks(mv: Self::Move) -> Vec<usize>;

    /// The ways to make a move by touching cells, the usual one first; at least one. No way is a prefix of a way to
    /// make another move, so a sequence of touches makes at most one move.
    fn touches(mv: Self::Move) -> Vec<Vec<usize>> {
        vec![Self::marks(mv)]
    }

    /// The likely intention of a person after touching these cells in this order with no legal continuation: a move,
    /// legal or not, whose refusal explains the problem. `None` if the cells have no meaning.
    fn intended_move(&self, touched: &[usize]) -> Option<Self::Move>;

    /// The cells that prevent a refused move, in ascending order; at least one.
    fn blocking_cells(&self, mv: Self::Move, _refusal: &Self::Refusal) -> Vec<usize> {
        let mut cells = Self::marks(mv);
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The cells that decided the game, in ascending order; at least one. The position must be finished.
    fn winning(&self) -> Vec<usize>;
}

/// How the game is solved.
pub trait Solving: Rules {
    /// Which positions the oracle's census counts.
    const CENSUS_SCOPE: &'static str = "Unfinished positions";

    /// Whether every position is known: what the oracle says of itself, before it is made.
    const IS_SOLVED: bool;

    /// How the oracle is made.
    fn solution() -> Solution<dyn Oracle<Self::Position>>;

    /// The answer to a legal move, if the opponent of the player to move wins by answering every move
    /// in the same way, such as by its opposite. The position after the answer is one of these again.
    fn answer(_position: &Self::Position, _mv: Move<Self>) -> Option<Move<Self>> {
        None
    }

    /// How many moves each player has left, if neither can take any from the other: then who has more
    /// when it is the other's turn, or as many on the opponent's turn, wins.
    fn moves_left(_position: &Self::Position) -> Option<PerPlayer<u32>> {
        None
    }

    /// How good an unfinished position looks for the player to move, where its value is not known:
    /// greater is better. Without knowledge of the game, how many more moves they have than the
    /// opponent.
    fn estimate(position: &Self::Position) -> i64 {
        let count = |position: &Self::Position| position.count_moves().cast_signed();
        Self::passed(position).map_or(0, |passed| count(position) - count(&passed))
    }
}

/// A game with everything that a front end needs.
pub trait Game: Words + Solving {}

impl<G: Words + Solving> Game for G {}

/// A move of a game.
pub type Move<G> = <<G as Rules>::Position as Position>::Move;

/// A refusal of a game.
pub type Refusal<G> = <<G as Rules>::Position as Position>::Refusal;
