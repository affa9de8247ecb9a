//! The typed layer: the traits of a game.
//!
//! Its position type implements four: [`Position`] has the rules, [`Notation`] the text form of positions and moves,
//! [`Board`] the drawing data and the touches, [`Actions`] the move numbers for training. The game itself implements three:
//! [`Rules`] names the game and its position type, [`Words`] has its sentences, [`Solving`] its solution. So two games can
//! share a position type, as Gridlock and Adjacency Block do.

use std::fmt;

use quintet_rules::{Cell, Cells, PerPlayer, Player, Position};
use quintet_solver::{Oracle, Solution, Value};

use crate::actions::Actions;
use crate::fact::GameFact;
use crate::listing::Listing;
use crate::scene::{Scene, Token};
use crate::text::{EntryError, Malformed, NotAPosition, write_cells};

/// The number of rows and columns of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Rows, at least one.
    pub rows: usize,
    /// Columns, at least one.
    pub columns: usize,
}

impl Size {
    /// Returns a board with these numbers of rows and columns.
    pub const fn new(rows: usize, columns: usize) -> Self {
        Size { rows, columns }
    }
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

/// The reason for a refusal, for programs.
pub trait Reason {
    /// Returns a stable name of lowercase letters and dashes, such as `beside-opponent`.
    fn code(&self) -> &'static str;
}

/// The rules of one game at one size.
pub trait Rules: Send + Sync + 'static {
    /// The positions of the game, which implement its rules.
    type Position: Position<Refusal: Reason> + Notation + Board + Actions;

    /// The game itself.
    const GAME: &'static Self;

    /// The game in the catalogue, with all its sizes.
    const LISTING: &'static Listing;

    /// The name in commands, records and URLs.
    const ID: &'static str = Self::LISTING.id;

    /// The board.
    const SIZE: Size;

    /// Returns the starting position with `first` to move.
    fn start(first: Player) -> Self::Position;

    /// Returns the position after a null move, which shows the opponent's threats; the rules need not allow it. `None` if a
    /// null move makes no sense.
    fn passed(_position: &Self::Position) -> Option<Self::Position> {
        None
    }
}

/// Positions and moves as text.
pub trait Notation: Position {
    /// Returns the position as text. [`read_position`](Notation::read_position) is the inverse.
    fn write_position(&self) -> String;

    /// Parses a position, or returns the problem.
    fn read_position(text: &str) -> Result<Self, NotAPosition>;

    /// Returns the move as the rule book spells it.
    fn write_move(mv: Self::Move) -> String;

    /// Names the move in a sentence, with its cells as the rule book writes them: `(2,3)`, `cell 13`, `barrier C3`.
    fn name_move(mv: Self::Move) -> String {
        Self::write_move(mv)
    }

    /// Parses the words of an entry. The rules may still refuse the move, but its cells are on the grid.
    fn read_move(&self, words: &[&str]) -> Result<Self::Move, EntryError<Self::Refusal>>;

    /// Iterates over every move that can be written here, legal or not: all possible results of
    /// [`read_move`](Notation::read_move).
    fn candidates(&self) -> impl Iterator<Item = Self::Move>;
}

/// The sentences of a game, in the style of its rule book.
pub trait Words: Rules {
    /// The names of the players in the rule book.
    const NAMES: [&'static str; 2];

    /// Returns the name of a player in the rule book.
    fn name(player: Player) -> &'static str {
        Self::NAMES[player as usize]
    }

    /// Returns the grid as drawn in the rule book, without a final line break.
    fn draw(position: &Self::Position) -> String;

    /// Returns the prompt for the player to move, which the entry follows after a space.
    fn prompt(position: &Self::Position) -> String;

    /// Returns the form of a move here, with an example.
    fn how_to_move(position: &Self::Position) -> String;

    /// Returns a sentence for each touch of a move here, in order. Some moves need fewer touches.
    fn steps(position: &Self::Position) -> &'static [&'static str];

    /// Returns the supply of a player, such as `3 barriers`; `None` if the game has no supplies.
    fn left(_position: &Self::Position, _player: Player) -> Option<String> {
        None
    }

    /// Confirms a played move. Empty if the book has no confirmation.
    fn confirm(before: &Self::Position, mv: Move<Self>, after: &Self::Position) -> String;

    /// Announces a new phase of the game after a move.
    fn notice(_before: &Self::Position, _after: &Self::Position) -> Option<String> {
        None
    }

    /// Explains why the entry is not a move.
    fn malformed(position: &Self::Position, malformed: &Malformed) -> String;

    /// Explains why the move is not legal.
    fn refused(position: &Self::Position, refusal: &Refusal<Self>) -> String;

    /// Announces the end of the game. The position must be finished.
    fn ending(position: &Self::Position) -> String;

    /// Returns the reason for the end of the game as a clause that follows "after 3 3", addressed to `reader`. The position
    /// must be finished.
    fn end_clause(position: &Self::Position, reader: Player) -> String;
}

/// The board: the drawing of a position, and the cells to touch for a move.
pub trait Board: Position {
    /// Returns the position as drawing data.
    fn scene(&self) -> Scene;

    /// Returns the cells that a move names, in the order of its text.
    fn marks(mv: Self::Move) -> Vec<usize>;

    /// Returns the ways to make a move by touching cells, the usual one first; at least one. No way is a prefix of a way to
    /// make another move, so a sequence of touches makes at most one move.
    fn touches(mv: Self::Move) -> Vec<Vec<usize>> {
        vec![Self::marks(mv)]
    }

    /// Returns the likely intention behind these touches, in this order, which no legal move begins with: a move whose
    /// refusal explains the problem. `None` if no move could be intended.
    fn intended_move(&self, touched: &[usize]) -> Option<Self::Move>;

    /// Returns the cells that prevent a refused move, in ascending order; at least one.
    fn blocking_cells(&self, mv: Self::Move, _refusal: &Self::Refusal) -> Vec<usize> {
        let mut cells = Self::marks(mv);
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns the cells that decided the game, in ascending order; at least one. The position must be finished.
    fn winning(&self) -> Vec<usize>;
}

/// The board of a game in which both players have markers `X` and `O`.
pub trait Markers<const R: usize, const C: usize> {
    /// Returns the markers of a player.
    fn markers(&self, player: Player) -> Cells<R, C>;

    /// Returns the owner of the marker on a cell.
    fn marker(&self, cell: Cell<R, C>) -> Option<Player> {
        let mut players = Player::BOTH.into_iter();
        players.find(|player| self.markers(*player).contains(cell))
    }

    /// Returns the cells as text: `X`, `O` and `.`.
    fn cells_text(&self) -> String {
        write_cells(|cell| match self.marker(cell) {
            Some(Player::One) => 'X',
            Some(Player::Two) => 'O',
            None => '.',
        })
    }

    /// Returns the token on a cell, for a scene.
    fn token(&self, cell: Cell<R, C>) -> Option<Token> {
        let owner = self.marker(cell)?;
        Some(Token::marker(owner, ["X", "O"]))
    }
}

/// The solution of a game at one size.
pub trait Solving: Rules {
    /// The positions that the oracle's census counts.
    const CENSUS_SCOPE: &'static str = "Unfinished positions";

    /// True if every position is solved. The oracle's `is_solved` is the same, unless it is built on demand.
    const IS_SOLVED: bool;

    /// Returns the way to make the oracle.
    fn solution() -> Solution<dyn Oracle<Self::Position>>;

    /// Returns the answer to a legal move, if the opponent wins by answering every move in the same way, such as with its
    /// mirror image. The same then holds in the position after the answer.
    fn answer(_position: &Self::Position, _mv: Move<Self>) -> Option<Move<Self>> {
        None
    }

    /// Returns the number of moves that each player has left, if neither can take any from the other. The player to move
    /// then wins exactly if they have more.
    fn moves_left(_position: &Self::Position) -> Option<PerPlayer<u32>> {
        None
    }

    /// Returns the facts of this game that explain why the player to move loses, or why neither player wins, the most
    /// important first. `values` returns exact values, or `None` where they are unsolved.
    fn facts(_position: &Self::Position, _values: &Values<Self::Position>) -> Vec<GameFact> {
        Vec::new()
    }

    /// Returns the fact that shows the effect of a winning move. Other facts decide the position after it.
    fn effect(_position: &Self::Position, _mv: Move<Self>) -> Option<GameFact> {
        None
    }

    /// Returns a heuristic value of an unfinished position for the player to move; greater is better. By default, the number
    /// of their moves minus that of the opponent's.
    fn estimate(position: &Self::Position) -> i64 {
        let count = |position: &Self::Position| position.count_moves().cast_signed();
        Self::passed(position).map_or(0, |passed| count(position) - count(&passed))
    }
}

/// Returns the values of several positions; `None` is unsolved.
pub type Values<'a, P> = dyn Fn(&[P]) -> Vec<Option<Value>> + 'a;

/// A game with everything that a front end needs.
pub trait Game: Words + Solving {}

impl<G: Words + Solving> Game for G {}

/// The move type of a game.
pub type Move<G> = <<G as Rules>::Position as Position>::Move;

/// The refusal type of a game.
pub type Refusal<G> = <<G as Rules>::Position as Position>::Refusal;
