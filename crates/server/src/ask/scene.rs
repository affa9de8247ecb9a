//! A position as data to be drawn, for front ends elsewhere.

use quintet_games::{Scene, SceneCell, Token};
use serde::Serialize;
use utoipa::ToSchema;

/// A grid of cells with what is on them.
#[derive(Serialize, ToSchema)]
#[schema(as = Scene)]
pub(crate) struct SceneShape {
    /// Rows of the grid.
    rows: usize,
    /// Columns of the grid.
    columns: usize,
    /// What stands before each row; empty if the rows have no names.
    row_labels: Vec<String>,
    /// What stands above each column; empty if the columns have no names.
    column_labels: Vec<String>,
    /// The cells, row by row.
    cells: Vec<CellShape>,
}

/// One cell of a scene.
#[derive(Serialize, ToSchema)]
#[schema(as = Cell)]
struct CellShape {
    /// How the book names the cell.
    name: String,
    /// What is on it.
    #[schema(required)]
    token: Option<TokenShape>,
}

/// Something on a cell.
#[derive(Serialize, ToSchema)]
#[schema(as = Token)]
struct TokenShape {
    /// Whose it is; nobody's if it is an obstacle.
    #[schema(required, minimum = 1, maximum = 2)]
    owner: Option<u8>,
    /// How the book writes it.
    text: &'static str,
}

impl From<Scene> for SceneShape {
    fn from(scene: Scene) -> Self {
        SceneShape {
            rows: scene.rows,
            columns: scene.columns,
            row_labels: scene.row_labels,
            column_labels: scene.column_labels,
            cells: scene.cells.into_iter().map(CellShape::from).collect(),
        }
    }
}

impl From<SceneCell> for CellShape {
    fn from(cell: SceneCell) -> Self {
        CellShape {
            name: cell.name,
            token: cell.token.map(TokenShape::from),
        }
    }
}

impl From<Token> for TokenShape {
    fn from(token: Token) -> Self {
        TokenShape {
            owner: token.owner.map(quintet_rules::Player::number),
            text: token.text,
        }
    }
}
