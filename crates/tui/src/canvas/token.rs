//! A token in a cell: its text, and around it a shape by which players differ even without colour.

use quintet_games::{Token, TokenKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::paint::centre;
use crate::look::{Lines, Look};

/// Draws a token. One that is only considered stands back.
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

/// The part of a cell that a token fills. The brackets of a mark have room beside it.
fn shape(cell: Rect) -> Rect {
    let margin = match cell.height {
        1 | 3 => (1, 0),
        _ => (2, 1),
    };
    Rect {
        x: cell.x + margin.0,
        y: cell.y + margin.1,
        width: cell.width - 2 * margin.0,
        height: cell.height - 2 * margin.1,
    }
}

/// Fills a shape with one character.
pub(super) fn fill(shape: Rect, with: &str, style: Style, buffer: &mut Buffer) {
    let line = with.repeat(usize::from(shape.width));
    for y in shape.y..shape.y + shape.height {
        buffer.set_string(shape.x, y, &line, style);
    }
}

/// The four lines at the edge of a shape.
pub(super) fn outline(shape: Rect, lines: &Lines, style: Style, buffer: &mut Buffer) {
    let horizontal = lines.horizontal.repeat(usize::from(shape.width) - 2);
    let [top, _, bottom] = lines.crossings;
    let low = shape.y + shape.height - 1;
    for (y, [left, _, right]) in [(shape.y, top), (low, bottom)] {
        buffer.set_string(shape.x, y, format!("{left}{horizontal}{right}"), style);
    }
    for y in shape.y + 1..low {
        buffer.set_string(shape.x, y, lines.vertical, style);
        buffer.set_string(shape.x + shape.width - 1, y, lines.vertical, style);
    }
}
