//! A token in a cell. The shape distinguishes the players even without color:
//!
//! ```text
//!     █▄ ▄█     ▄▀▀▀▄     ▄███▄     ▄▀▀▀▄
//!      ███      █   █     █P1██     █P2 █     ▒▒▒▒▒
//!     █▀ ▀█     ▀▄▄▄▀     ▀███▀     ▀▄▄▄▀
//! ```

use quintet_games::{Token, TokenKind};
use quintet_rules::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::{Block, Widget};

use super::paint::center;
use crate::look::Look;

/// Draws a token, dimmed if it is only a preview.
pub(super) fn draw(token: Token, cell: Rect, is_certain: bool, look: Look, buffer: &mut Buffer) {
    let mut style = look.owner(token.owner);
    if !is_certain {
        style = style
            .remove_modifier(Modifier::BOLD)
            .add_modifier(Modifier::DIM);
    }
    let shape = shape(cell);
    let middle = cell.y + cell.height / 2;
    match token.owner {
        _ if shape.height < 3 => {
            if token.kind == TokenKind::Obstacle {
                fill(shape, look.shade(), style, buffer);
            }
            let text = match token.kind {
                TokenKind::Obstacle if shape.width > 3 => format!(" {} ", token.text),
                _ => token.text.to_owned(),
            };
            center(&text, style, cell, middle, buffer);
        }
        None => fill(shape, look.shade(), style, buffer),
        Some(_) if look.ascii && matches!(token.text, "X" | "O") => {
            let ink = Ink::of(token, shape.width, shape.height);
            for (x, y) in shape_cells(shape) {
                if ink.covers(x - shape.x, y - shape.y) {
                    buffer.set_string(x, y, token.text, style);
                }
            }
        }
        Some(player) if look.ascii => {
            outline(shape, look.token_lines(player), style, buffer);
            center(token.text, style, cell, middle, buffer);
        }
        Some(player) => {
            let ink = Ink::of(token, shape.width, 2 * shape.height);
            for (x, y) in shape_cells(shape) {
                let [column, row] = [x - shape.x, 2 * (y - shape.y)];
                let symbol = match [row, row + 1].map(|row| ink.covers(column, row)) {
                    [true, true] => "█",
                    [true, false] => "▀",
                    [false, true] => "▄",
                    [false, false] => continue,
                };
                buffer.set_string(x, y, symbol, style);
            }
            if !matches!(token.text, "X" | "O") {
                let style = match player {
                    Player::One => style.add_modifier(Modifier::REVERSED),
                    Player::Two => style,
                };
                center(token.text, style, cell, middle, buffer);
            }
        }
    }
}

/// Returns the part of a cell covered by a token, which leaves space for brackets.
fn shape(cell: Rect) -> Rect {
    cell.inner(match cell.height {
        1 | 3 => Margin::new(1, 0),
        _ => Margin::new(2, 1),
    })
}

fn shape_cells(shape: Rect) -> impl Iterator<Item = (u16, u16)> {
    let rows = shape.y..shape.bottom();
    rows.flat_map(move |y| (shape.x..shape.right()).map(move |x| (x, y)))
}

/// The form of a token in pixels.
struct Ink {
    width: u16,
    height: u16,
    form: Form,
}

enum Form {
    Cross,
    Ring,
    Disc,
}

impl Ink {
    fn of(token: Token, width: u16, height: u16) -> Self {
        let form = match (token.text, token.owner) {
            ("X", _) => Form::Cross,
            ("O", _) | (_, Some(Player::Two)) => Form::Ring,
            _ => Form::Disc,
        };
        Ink {
            width,
            height,
            form,
        }
    }

    /// True if a pixel is part of the form.
    fn covers(&self, x: u16, y: u16) -> bool {
        // From -1 to 1.
        let place = |at: u16, size: u16| {
            let half = f32::from(size.max(2) - 1) / 2.0;
            (f32::from(at) - half) / half
        };
        let (x, y) = (place(x, self.width), place(y, self.height));
        let radius = x.hypot(y);
        match self.form {
            Form::Cross => (x.abs() - y.abs()).abs() <= 0.28 + 0.7 / f32::from(self.width),
            Form::Ring => {
                // One pixel thick in the smallest size.
                let thickness = f32::from(self.width / 4);
                let inner = 1.0 - (thickness - 0.5) / (f32::from(self.width) / 2.0);
                (inner..=1.17).contains(&radius)
            }
            Form::Disc => radius <= 1.17,
        }
    }
}

/// Fills a shape with one character.
pub(super) fn fill(shape: Rect, with: &str, style: Style, buffer: &mut Buffer) {
    let line = with.repeat(usize::from(shape.width));
    for y in shape.y..shape.y + shape.height {
        buffer.set_string(shape.x, y, &line, style);
    }
}

/// Draws the four lines at the edge of a shape.
pub(super) fn outline(shape: Rect, lines: border::Set, style: Style, buffer: &mut Buffer) {
    let block = Block::bordered().border_set(lines).border_style(style);
    block.render(shape, buffer);
}
