//! A board as the page draws it, in units of a hundredth of a cell:
//!
//! ```text
//!           A    B    C          labels are outside the plate
//!         +--------------+
//!      1  | 100  100 ... |
//! ```

#![expect(clippy::cast_precision_loss, reason = "a board has few cells")]

use quintet_games::{Scene, Token, TokenKind};
use quintet_rules::Player;

use crate::palette::Color;
use crate::{Drawing, Point, Shape, light};

/// The side of a cell.
const CELL: f32 = 100.0;
/// The part of the plate around the cells.
const EDGE: f32 = 12.0;
/// The space for labels.
const GUTTER: f32 = 40.0;

/// Text in the corner of a cell, such as its value.
#[derive(Clone, Debug)]
pub struct Note {
    /// The index of the cell.
    pub cell: usize,
    /// The text.
    pub text: String,
    /// The color.
    pub color: Color,
}

/// Draws a scene in the colors of the light theme.
pub fn draw(scene: &Scene, notes: &[Note]) -> Drawing {
    let left = if scene.row_labels.is_empty() {
        0.0
    } else {
        GUTTER
    };
    let top = if scene.column_labels.is_empty() {
        0.0
    } else {
        GUTTER
    };
    let (across, down) = (CELL * scene.columns as f32, CELL * scene.rows as f32);
    let plate = (across + 2.0 * EDGE, down + 2.0 * EDGE);
    let mut board = Board {
        columns: scene.columns,
        origin: (left + EDGE, top + EDGE),
        shapes: Vec::new(),
    };
    board.rect((left, top), plate, 22.0, light::PLATE);
    for cell in 0..scene.cells.len() {
        board.rect(board.at(cell, 3.0, 3.0), (94.0, 94.0), 13.0, light::TILE);
    }
    let is_numbered = scene.row_labels.is_empty() && scene.column_labels.is_empty();
    for (number, cell) in scene.cells.iter().enumerate() {
        if is_numbered && cell.token.is_none() {
            board.text(board.at(number, 24.0, 24.0), 16.0, light::QUIET, &cell.name);
        }
    }
    for body in &scene.bodies {
        board.body(scene, body);
    }
    for (number, cell) in scene.cells.iter().enumerate() {
        if let Some(token) = cell.token {
            board.token(number, token);
        }
    }
    for (column, label) in scene.column_labels.iter().enumerate() {
        let (x, _) = board.at(column, 50.0, 0.0);
        board.text((x, top / 2.0), 22.0, light::QUIET, label);
    }
    for (row, label) in scene.row_labels.iter().enumerate() {
        let (_, y) = board.at(row * scene.columns, 0.0, 50.0);
        board.text((left / 2.0, y), 22.0, light::QUIET, label);
    }
    for Note { cell, text, color } in notes {
        let is_empty = scene.cells[*cell].token.is_none();
        let (at, size) = if is_empty { (50.0, 30.0) } else { (80.0, 20.0) };
        board.text(board.at(*cell, at, at), size, *color, text);
    }
    Drawing {
        size: (left + plate.0, top + plate.1),
        shapes: board.shapes,
    }
}

struct Board {
    columns: usize,
    /// The upper left corner of the first cell.
    origin: Point,
    shapes: Vec<Shape>,
}

impl Board {
    /// Returns a point in a cell.
    fn at(&self, cell: usize, x: f32, y: f32) -> Point {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let (left, top) = self.origin;
        (left + CELL * column as f32 + x, top + CELL * row as f32 + y)
    }

    fn rect(&mut self, corner: Point, size: Point, radius: f32, fill: Color) {
        self.shapes.push(Shape::Rect {
            corner,
            size,
            radius,
            fill,
        });
    }

    fn line(&mut self, from: Point, to: Point, width: f32, color: Color) {
        self.shapes.push(Shape::Line {
            from,
            to,
            width,
            color,
        });
    }

    fn text(&mut self, center: Point, size: f32, color: Color, text: &str) {
        let text = text.to_owned();
        self.shapes.push(Shape::Text {
            center,
            size,
            color,
            text,
        });
    }

    /// Draws a shape below the tokens of a body: an edge and the inside.
    fn body(&mut self, scene: &Scene, body: &[usize]) {
        let owner = scene.cells[body[0]].token.and_then(|token| token.owner);
        let (strong, wash) = colors(owner);
        for (width, color) in [(76.0, strong), (70.0, wash)] {
            for (n, &one) in body.iter().enumerate() {
                for &other in &body[n + 1..] {
                    let is_below = other == one + self.columns;
                    let is_right = other == one + 1 && other % self.columns != 0;
                    if is_below || is_right {
                        let ends = [one, other].map(|cell| self.at(cell, 50.0, 50.0));
                        self.line(ends[0], ends[1], width, color);
                    }
                }
            }
        }
    }

    fn token(&mut self, cell: usize, token: Token) {
        let text = token.text.trim_matches('\'');
        let (strong, wash) = colors(token.owner);
        let center = self.at(cell, 50.0, 50.0);
        match (token.kind, text, token.owner) {
            (TokenKind::Obstacle, ..) => {
                self.rect(self.at(cell, 13.0, 13.0), (74.0, 74.0), 14.0, strong);
                self.rect(self.at(cell, 17.0, 17.0), (66.0, 66.0), 10.0, wash);
                for (x, y) in [
                    (37.0, 21.0),
                    (58.0, 21.0),
                    (79.0, 21.0),
                    (79.0, 42.0),
                    (79.0, 63.0),
                ] {
                    self.line(self.at(cell, x, y), self.at(cell, y, x), 4.0, strong);
                }
            }
            (TokenKind::Marker, "X", _) => {
                self.line(
                    self.at(cell, 29.0, 29.0),
                    self.at(cell, 71.0, 71.0),
                    12.5,
                    strong,
                );
                self.line(
                    self.at(cell, 71.0, 29.0),
                    self.at(cell, 29.0, 71.0),
                    12.5,
                    strong,
                );
            }
            (TokenKind::Marker, "O", _) => {
                self.shapes.push(Shape::Ring {
                    center,
                    radius: 23.0,
                    width: 12.5,
                    color: strong,
                });
            }
            (_, _, Some(Player::One)) => {
                self.shapes.push(Shape::Disc {
                    center,
                    radius: 33.0,
                    fill: strong,
                });
                self.text(center, 26.0, light::TILE, text);
            }
            _ => {
                self.shapes.push(Shape::Disc {
                    center,
                    radius: 29.5,
                    fill: light::TILE,
                });
                self.shapes.push(Shape::Ring {
                    center,
                    radius: 29.5,
                    width: 7.0,
                    color: strong,
                });
                self.text(center, 26.0, strong, text);
            }
        }
    }
}

/// Returns the strong and the light color of a player.
const fn colors(owner: Option<Player>) -> (Color, Color) {
    match owner {
        Some(Player::One) => (light::ONE, light::ONE_WASH),
        Some(Player::Two) => (light::TWO, light::TWO_WASH),
        None => (light::NONE, light::NONE_WASH),
    }
}
