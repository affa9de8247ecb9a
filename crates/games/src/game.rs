//! What a game says about itself, in the typed layer.
//!
//! A game implements the four traits in its own folder: [`Rules`] says what is played,
//! [`Notation`] how it is written, [`Words`] how it is shown and spoken, [`Solving`] how its
//! values are found.

use std::fmt;

use quintet_rules::{PerPlayer, Player, Position};
use quintet_solver::{Oracle, Solution};

use crate::scene::Scene;
use crate::text::{Fault, Malformed, NotAPosition};

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

/// What is played: one game at one size.
pub trait Rules: Send + Sync + 'static {
    /// The positions of the game, and with them its rules.
    type Position: Position<Refusal: Reason>;

    /// The name in commands, records and addresses.
    const ID: &'static str;

    /// The board.
    const SIZE: Size;

    /// The position in which `first` begins.
    fn start(first: Player) -> Self::Position;
}

/// How positions and moves are written.
pub trait Notation: Rules {
    /// The position as text. [`read_position`](Notation::read_position) gives it back.
    fn write_position(position: &Self::Position) -> String;

    /// The position that a text says, or what is wrong with it.
    fn read_position(text: &str) -> Result<Self::Position, NotAPosition>;

    /// The move as the rule book spells it.
    fn write_move(mv: Move<Self>) -> String;

    /// The move that the words of an entry say. It may still be refused by the rules, but its cells
    /// are on the grid.
    fn read_move(
        position: &Self::Position,
        words: &[&str],
    ) -> Result<Move<Self>, Fault<Refusal<Self>>>;
}

/// How the game is shown and spoken, in the manner of its rule book.
pub trait Words: Rules {
    /// How the book calls a player.
    fn name(player: Player) -> &'static str;

    /// The grid as the book draws it, without a line break at the end.
    fn draw(position: &Self::Position) -> String;

    /// The question to the player to move; the entry follows after a space.
    fn prompt(position: &Self::Position) -> String;

    /// What a move must look like here, and an example.
    fn how_to_move(position: &Self::Position) -> String;

    /// What to touch for a move here: a sentence for each touch, in order. Some moves may need fewer.
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

    /// The cells that show what decided the game, in ascending order and at least one. The position
    /// must be finished.
    fn winning(position: &Self::Position) -> Vec<usize>;

    /// The position as data to be drawn.
    fn scene(position: &Self::Position) -> Scene;

    /// The cells that a move names, in the order in which its text names them.
    fn marks(mv: Move<Self>) -> Vec<usize>;

    /// The ways to make a move by touching cells, the usual one first; at least one.
    fn touches(mv: Move<Self>) -> Vec<Vec<usize>> {
        vec![Self::marks(mv)]
    }

    /// The move that a person seems to mean who has touched these cells in this order and can not
    /// go on: it need not be legal, and says why not. `None` if the cells mean nothing.
    fn meant(position: &Self::Position, touched: &[usize]) -> Option<Move<Self>>;

    /// What is said when a player gives up.
    fn resigned(player: Player) -> String {
        let (loser, winner) = (Self::name(player), Self::name(player.other()));
        format!("{loser} resigns. {winner} wins the game!")
    }

    /// The score between two games of a match.
    fn standing(won: PerPlayer<u32>) -> String {
        let [one, two] = Player::BOTH.map(|player| (Self::name(player), won[player]));
        format!(
            "Games won by {}: {}, by {}: {}.",
            one.0, one.1, two.0, two.1
        )
    }

    /// The end of a match.
    fn match_over(won: PerPlayer<u32>) -> String {
        let (winner, more, fewer) = match won.one.cmp(&won.two) {
            std::cmp::Ordering::Greater => (Player::One, won.one, won.two),
            std::cmp::Ordering::Less => (Player::Two, won.two, won.one),
            std::cmp::Ordering::Equal => {
                return format!(
                    "The match is over, and it is level: {} to {}.",
                    won.one, won.two
                );
            }
        };
        format!(
            "The match is over. {} wins the match, {more} to {fewer}!",
            Self::name(winner)
        )
    }
}

/// How the game is solved.
pub trait Solving: Rules {
    /// Which positions the oracle's census counts.
    const COUNTED: &'static str = "Unfinished positions";

    /// How the oracle is made.
    fn solution() -> Solution<dyn Oracle<Self::Position>>;
}

/// A game with everything that a front end needs of it.
pub trait Game: Notation + Words + Solving {}

impl<G: Notation + Words + Solving> Game for G {}

/// A move of a game.
pub(crate) type Move<G> = <<G as Rules>::Position as Position>::Move;

/// A refusal of a game.
pub(crate) type Refusal<G> = <<G as Rules>::Position as Position>::Refusal;
