//! A position as data to be drawn, for front ends that know no game.
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
use serde::{Serialize, Serializer};

use crate::text::column_letter;

/// A grid of cells with what is on them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scene {
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub columns: usize,
    /// What stands before each row; empty if the rows have no names.
    pub row_labels: Vec<String>,
    /// What stands above each column; empty if the columns have no names.
    pub column_labels: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<SceneCell>,
    /// Cells whose tokens are one body, such as the two of a domino, by index in ascending order.
    /// A cell that is in no body stands for itself.
    pub bodies: Vec<Vec<usize>>,
    /// What shows the idea of the game; empty if the game has no such thing here.
    pub idea: Idea,
}

/// What shows the idea of a game on its board, beside what is on the cells. It follows from the
/// position, and those who know the game may leave it out.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Idea {
    /// Empty cells that no token of Player 1 can come to any more, then those of Player 2, each in
    /// ascending order.
    #[serde(skip_serializing_if = "is_empty")]
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub closed: [Vec<usize>; 2],
    /// The cells that Player 1 wants to reach, then those of Player 2, each in ascending order.
    #[serde(skip_serializing_if = "is_empty")]
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub goals: [Vec<usize>; 2],
    /// Connected cells of one player whose number counts: two or more, in ascending order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Vec<usize>>,
    /// What Player 1 has to place, then what Player 2 has; nothing if there is no such thing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stock: Vec<Stock>,
}

/// Tokens that a player has in hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stock {
    /// What each of them looks like on the board.
    pub token: Token,
    /// How many are left.
    pub left: u8,
    /// How many there were.
    pub of: u8,
}

/// One cell of a scene.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Cell))]
pub struct SceneCell {
    /// How the book names the cell.
    pub name: String,
    /// What is on it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub token: Option<Token>,
}

/// Something on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Token {
    /// Whose it is; nobody's if it is an obstacle.
    #[serde(serialize_with = "number")]
    #[cfg_attr(
        feature = "schema",
        schema(value_type = Option<u8>, required, minimum = 1, maximum = 2)
    )]
    pub owner: Option<Player>,
    /// How the book writes it.
    pub text: &'static str,
    /// What it is.
    pub kind: TokenKind,
}

/// What a token is: it says how the token looks and whether it can move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum TokenKind {
    /// A player's, placed on a cell.
    Marker,
    /// A player's, which moves from cell to cell.
    Piece,
    /// Nobody's: it closes a cell.
    Obstacle,
}

/// How the rows and columns of a grid are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    /// Columns counted from 1, a single row without a name.
    Columns,
    /// Rows and columns counted from 1.
    Numbers,
    /// Columns by letter, rows counted from 1.
    Letters,
    /// Neither: every cell has a number of its own.
    None,
}

impl Scene {
    /// The scene of a grid without bodies, asked cell by cell.
    pub fn of<const R: usize, const C: usize>(
        labels: Labels,
        name: impl Fn(Cell<R, C>) -> String,
        token: impl Fn(Cell<R, C>) -> Option<Token>,
    ) -> Self {
        let mut scene = Scene::empty(R, C, labels);
        for cell in Cells::ALL {
            scene.cells.push(SceneCell {
                name: name(cell),
                token: token(cell),
            });
        }
        scene
    }

    /// A scene without cells.
    fn empty(rows: usize, columns: usize, labels: Labels) -> Self {
        let numbers = |count: usize| (1..=count).map(|n| n.to_string()).collect();
        let letters = |count: usize| {
            (0..count)
                .map(|column| column_letter(column).to_string())
                .collect()
        };
        let (row_labels, column_labels) = match labels {
            Labels::Columns => (Vec::new(), numbers(columns)),
            Labels::Numbers => (numbers(rows), numbers(columns)),
            Labels::Letters => (numbers(rows), letters(columns)),
            Labels::None => (Vec::new(), Vec::new()),
        };
        Scene {
            rows,
            columns,
            row_labels,
            column_labels,
            cells: Vec::with_capacity(rows * columns),
            bodies: Vec::new(),
            idea: Idea::default(),
        }
    }
}

impl Token {
    /// A player's marker, written as the first text for Player 1 and the second for Player 2.
    pub const fn marker(player: Player, texts: [&'static str; 2]) -> Self {
        Token::of(player, texts, TokenKind::Marker)
    }

    /// A player's piece, written in the same way.
    pub const fn piece(player: Player, texts: [&'static str; 2]) -> Self {
        Token::of(player, texts, TokenKind::Piece)
    }

    /// An obstacle, which is nobody's.
    pub const fn obstacle(text: &'static str) -> Self {
        Token {
            owner: None,
            text,
            kind: TokenKind::Obstacle,
        }
    }

    const fn of(player: Player, texts: [&'static str; 2], kind: TokenKind) -> Self {
        let text = match player {
            Player::One => texts[0],
            Player::Two => texts[1],
        };
        Token {
            owner: Some(player),
            text,
            kind,
        }
    }
}

/// The indices of cells, in ascending order.
pub(crate) fn indices<const R: usize, const C: usize>(cells: Cells<R, C>) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

/// Whether neither player has cells.
fn is_empty(cells: &[Vec<usize>; 2]) -> bool {
    cells.iter().all(Vec::is_empty)
}

/// The number of a player, or nothing.
#[expect(
    clippy::ref_option,
    reason = "serde hands over a reference to the field"
)]
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for this signature"
)]
fn number<S: Serializer>(owner: &Option<Player>, serializer: S) -> Result<S::Ok, S::Error> {
    owner.map(Player::number).serialize(serializer)
}
