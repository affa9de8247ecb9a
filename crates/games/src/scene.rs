//! Positions as drawing data, for front ends that are independent of the games.
//!
//! ```
//! use quintet_games::{Catalogue, TokenKind};
//! use quintet_rules::Player;
//!
//! let runner = Catalogue::STANDARD.find("grid-runner").expect("listed").standard();
//! let scene = runner.start(Player::One).scene();
//! assert_eq!((scene.rows, scene.columns), (5, 5));
//! assert_eq!(scene.cells[0].name, "A1");
//! let piece = scene.cells[0].token.expect("Player 1 starts there");
//! assert_eq!((piece.text, piece.kind), ("P1", TokenKind::Piece));
//! ```

use quintet_rules::{Cell, Cells, Player};
use serde::Serialize;

use crate::mark::number;
use crate::text::column_letter;

/// Drawing data of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scene {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// A label for each row; empty if rows have no labels.
    pub row_labels: Vec<String>,
    /// A label for each column; empty if columns have no labels.
    pub column_labels: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<SceneCell>,
    /// Cells whose tokens form one body, such as the two cells of a domino, by index in ascending order. Tokens on all
    /// other cells are separate.
    pub bodies: Vec<Vec<usize>>,
    /// Highlights that explain the game.
    pub idea: Idea,
}

/// Highlights that explain the game, in addition to the tokens. They follow from the position, so drawing them is
/// optional.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Idea {
    /// Empty cells that are closed to the tokens of Player 1, then to those of Player 2, each in ascending order.
    #[serde(skip_serializing_if = "is_empty")]
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub closed: [Vec<usize>; 2],
    /// The goal cells of Player 1, then of Player 2, each in ascending order.
    #[serde(skip_serializing_if = "is_empty")]
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub goals: [Vec<usize>; 2],
    /// Groups of two or more connected cells of one player, if their size matters, in ascending order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Vec<usize>>,
    /// The tokens in hand of Player 1, then of Player 2; empty if the game has no such tokens.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stock: Vec<Stock>,
}

/// Tokens that a player has in hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stock {
    /// A token as it looks on the board.
    pub token: Token,
    /// The number left.
    pub left: u8,
    /// The number at the start.
    pub of: u8,
}

/// One cell of a scene.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Cell))]
pub struct SceneCell {
    /// The name of the cell in the rule book.
    pub name: String,
    /// The token on the cell.
    #[cfg_attr(feature = "schema", schema(required))]
    pub token: Option<Token>,
}

/// A token on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Token {
    /// The owner; `None` for an obstacle.
    #[serde(serialize_with = "number")]
    #[cfg_attr(
        feature = "schema",
        schema(value_type = Option<u8>, required, minimum = 1, maximum = 2)
    )]
    pub owner: Option<Player>,
    /// The token as text in the rule book.
    pub text: &'static str,
    /// The shape in which it is drawn.
    pub kind: TokenKind,
}

/// The kind of a token, which decides its shape and whether it can move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum TokenKind {
    /// A player's token that stays on its cell.
    Marker,
    /// A player's token that moves.
    Piece,
    /// A token without an owner, which closes a cell.
    Obstacle,
}

/// The labels of rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    /// Column numbers, for a single row.
    Columns,
    /// Row and column numbers.
    Numbers,
    /// Column letters and row numbers.
    Letters,
    /// No labels: each cell has its own number.
    None,
}

impl Scene {
    /// Creates a scene without bodies and highlights, cell by cell.
    pub fn of<const R: usize, const C: usize>(
        labels: Labels,
        name: impl Fn(Cell<R, C>) -> String,
        token: impl Fn(Cell<R, C>) -> Option<Token>,
    ) -> Self {
        let numbers = |count: usize| (1..=count).map(|n| n.to_string()).collect();
        let letters = |count: usize| {
            (0..count)
                .map(|column| column_letter(column).to_string())
                .collect()
        };
        let (row_labels, column_labels) = match labels {
            Labels::Columns => (Vec::new(), numbers(C)),
            Labels::Numbers => (numbers(R), numbers(C)),
            Labels::Letters => (numbers(R), letters(C)),
            Labels::None => (Vec::new(), Vec::new()),
        };
        let scene_cell = |cell| SceneCell {
            name: name(cell),
            token: token(cell),
        };
        Scene {
            rows: R,
            columns: C,
            row_labels,
            column_labels,
            cells: Cells::ALL.iter().map(scene_cell).collect(),
            bodies: Vec::new(),
            idea: Idea::default(),
        }
    }
}

impl Token {
    /// Creates a player's marker. `symbols` has the symbol of Player 1, then of Player 2.
    pub const fn marker(player: Player, symbols: [&'static str; 2]) -> Self {
        Token::of(player, symbols, TokenKind::Marker)
    }

    /// Creates a player's piece. `symbols` has the symbol of Player 1, then of Player 2.
    pub const fn piece(player: Player, symbols: [&'static str; 2]) -> Self {
        Token::of(player, symbols, TokenKind::Piece)
    }

    /// Creates an obstacle.
    pub(crate) const fn obstacle(text: &'static str) -> Self {
        Token {
            owner: None,
            text,
            kind: TokenKind::Obstacle,
        }
    }

    const fn of(player: Player, symbols: [&'static str; 2], kind: TokenKind) -> Self {
        Token {
            owner: Some(player),
            text: symbols[player as usize],
            kind,
        }
    }
}

/// Returns the indices of cells, in ascending order.
pub(crate) fn indices<const R: usize, const C: usize>(cells: Cells<R, C>) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

/// Tests whether the lists of both players are empty.
fn is_empty(cells: &[Vec<usize>; 2]) -> bool {
    cells.iter().all(Vec::is_empty)
}
