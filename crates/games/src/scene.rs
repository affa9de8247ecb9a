//! A position as data to be drawn, for front ends that know no game.

use quintet_rules::{Cell, Cells, Player};

/// A grid of cells with what is on them.
#[derive(Clone, PartialEq, Eq, Debug)]
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
}

/// One cell of a scene.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SceneCell {
    /// How the book names the cell.
    pub name: String,
    /// What is on it.
    pub token: Option<Token>,
}

/// Something on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Whose it is; nobody's if it is an obstacle.
    pub owner: Option<Player>,
    /// How the book writes it.
    pub text: &'static str,
}

/// How the rows and columns of a grid are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Labels {
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
    /// The scene of a grid, asked cell by cell.
    pub(crate) fn of<const R: usize, const C: usize>(
        labels: Labels,
        name: impl Fn(Cell<R, C>) -> String,
        token: impl Fn(Cell<R, C>) -> Option<Token>,
    ) -> Self {
        let numbers = |count: usize| (1..=count).map(|n| n.to_string()).collect();
        let letters = |count: u8| {
            (b'A'..b'A' + count)
                .map(|byte| char::from(byte).to_string())
                .collect()
        };
        let (row_labels, column_labels) = match labels {
            Labels::Columns => (Vec::new(), numbers(C)),
            Labels::Numbers => (numbers(R), numbers(C)),
            Labels::Letters => (numbers(R), letters(C as u8)),
            Labels::None => (Vec::new(), Vec::new()),
        };
        let cell = |cell| SceneCell {
            name: name(cell),
            token: token(cell),
        };
        Scene {
            rows: R,
            columns: C,
            row_labels,
            column_labels,
            cells: Cells::ALL.iter().map(cell).collect(),
        }
    }
}

impl Token {
    /// A player's own.
    pub(crate) const fn of(player: Player, texts: [&'static str; 2]) -> Self {
        let text = match player {
            Player::One => texts[0],
            Player::Two => texts[1],
        };
        Token {
            owner: Some(player),
            text,
        }
    }

    /// Nobody's.
    pub(crate) const fn obstacle(text: &'static str) -> Self {
        Token { owner: None, text }
    }
}
