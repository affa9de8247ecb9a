//! A token in a cell: its label inside a shape that distinguishes the players even without color.

use quintet_games::{Token, TokenKind};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::{Block, Widget};

use super::paint::centre;
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
    let is_obstacle = token.kind == TokenKind::Obstacle;
    if is_obstacle {
        fill(shape, look.shade(), style, buffer);
    } else if let Some(player) = token.owner.filter(|_| shape.height >= 3) {
        outline(shape, look.token_lines(player), style, buffer);
    }
    let middle = cell.y + cell.height / 2;
    let text = if is_obstacle && shape.width > 3 {
        format!(" {} ", token.text)
    } else {
        token.text.to_owned()
    };
    centre(&text, style, cell, middle, buffer);
}

/// The part of a cell covered by a token, which leaves space for brackets.
fn shape(cell: Rect) -> Rect {
    cell.inner(match cell.height {
        1 | 3 => Margin::new(1, 0),
        _ => Margin::new(2, 1),
    })
}

/// Fills a shape with one character.
pub(super) fn fill(shape: Rect, with: &str, style: Style, buffer: &mut Buffer) {
    let line = with.repeat(usize::from(shape.width));
    for y in shape.y..shape.y + shape.height {
        buffer.set_string(shape.x, y, &line, style);
    }
}

/// The four lines at the edge of a shape.
pub(super) fn outline(shape: Rect, lines: border::Set, style: Style, buffer: &mut Buffer) {
    let block = Block::bordered().border_set(lines).border_style(style);
    block.render(shape, buffer);
}
