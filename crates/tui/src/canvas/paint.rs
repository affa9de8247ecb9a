//! The lines, labels and marks of a board.

use quintet_games::Scene;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{Canvas, Ghost, Mark, token};
use crate::look::{Lines, Look};

impl Canvas {
    /// Draws the scene with its marks, one for each cell.
    pub(crate) fn draw(&self, scene: &Scene, marks: &[Mark], look: Look, buffer: &mut Buffer) {
        self.draw_labels(scene, look, buffer);
        for index in 0..marks.len() {
            self.draw_lines(index, look, buffer);
        }
        for (index, mark) in marks.iter().enumerate() {
            self.draw_cell(scene, index, mark, look, buffer);
        }
        if let Some(cursor) = marks.iter().position(|mark| mark.is_cursor) {
            self.draw_cursor(cursor, look, buffer);
        }
    }

    fn draw_labels(&self, scene: &Scene, look: Look, buffer: &mut Buffer) {
        for (index, label) in scene.column_labels.iter().enumerate() {
            if index < self.columns || self.is_folded() {
                let cell = self.cell(index);
                let above = cell.y - 1 - u16::from(self.is_lined);
                centre(label, look.quiet(), cell, above, buffer);
            }
        }
        for (row, label) in scene.row_labels.iter().enumerate() {
            let cell = self.cell(row * self.columns);
            buffer.set_string(self.area.x, cell.y + cell.height / 2, label, look.quiet());
        }
    }

    /// The lines around a cell. Neighbours draw their common lines twice, the same each time.
    fn draw_lines(&self, index: usize, look: Look, buffer: &mut Buffer) {
        let (row, column) = (index / self.columns, index % self.columns);
        let is_alone = self.is_folded();
        let edges = Edges {
            top: row == 0 || is_alone,
            bottom: index + self.columns >= self.cells || is_alone,
            left: column == 0,
            right: column + 1 == self.columns || index + 1 == self.cells,
        };
        let cell = self.cell(index);
        if self.is_lined {
            draw_box(cell, &edges, look.lines(), look.quiet(), buffer);
        } else {
            draw_sides(cell, look.lines().vertical, look.quiet(), buffer);
        }
    }

    /// The cursor: the lines around its cell stand out.
    fn draw_cursor(&self, index: usize, look: Look, buffer: &mut Buffer) {
        let cell = self.cell(index);
        if self.is_lined {
            let lines = look.cursor_lines();
            draw_box(cell, &Edges::ALL, lines, look.cursor(), buffer);
        } else {
            buffer.set_string(cell.x - 1, cell.y, "[", look.cursor());
            buffer.set_string(cell.x + cell.width, cell.y, "]", look.cursor());
            buffer.set_style(cell, Style::new().add_modifier(Modifier::REVERSED));
        }
    }

    fn draw_cell(&self, scene: &Scene, index: usize, mark: &Mark, look: Look, buffer: &mut Buffer) {
        let cell = self.cell(index);
        let middle = cell.y + cell.height / 2;
        let now = scene.cells[index].token;
        // Where cells have numbers of their own, each that has room shows it: in the corner, or instead of a token.
        let name = scene
            .column_labels
            .is_empty()
            .then_some(scene.cells[index].name.as_str());
        let is_high = cell.height > 1;
        let shown = mark.ghost.and_then(Ghost::token).or(now);
        let has_corner = cell.height > 3 || (is_high && shown.is_none());
        if let Some(name) = name.filter(|_| has_corner) {
            buffer.set_string(cell.x, cell.y, name, look.quiet());
        }
        if let Some(shown) = shown {
            let is_certain = mark.ghost.is_none();
            token::draw(shown, cell, is_certain, look, buffer);
        } else if let Some((text, style)) = &mark.note {
            centre(text, *style, cell, middle, buffer);
        } else if let Some(name) = name.filter(|_| !is_high) {
            let style = if mark.is_target {
                Style::new()
            } else {
                look.quiet()
            };
            centre(name, style, cell, middle, buffer);
        } else if mark.is_target {
            centre(look.dot(), look.quiet(), cell, middle, buffer);
        }
        if let Some((text, style)) = &mark.note
            && shown.is_some()
            && is_high
        {
            centre(text, *style, cell, cell.y + cell.height - 1, buffer);
        }
        if mark.is_picked {
            bracket(cell, middle, [">", "<"], look.cursor(), buffer);
        } else if mark.is_last {
            bracket(cell, middle, ["(", ")"], look.title(), buffer);
        } else if mark.is_target && now.is_some() {
            bracket(cell, middle, [look.dot(); 2], look.title(), buffer);
        }
    }
}

/// Which sides of a cell are the edge of the board.
#[expect(
    clippy::struct_excessive_bools,
    reason = "the four sides are independent of each other"
)]
struct Edges {
    top: bool,
    bottom: bool,
    left: bool,
    right: bool,
}

impl Edges {
    const ALL: Edges = Edges {
        top: true,
        bottom: true,
        left: true,
        right: true,
    };
}

/// The four lines around the inside of a cell.
fn draw_box(cell: Rect, edges: &Edges, lines: &Lines, style: Style, buffer: &mut Buffer) {
    let (top, bottom) = (cell.y - 1, cell.y + cell.height);
    let horizontal = lines.horizontal.repeat(usize::from(cell.width));
    for (y, crossings) in [
        (top, lines.crossings[usize::from(!edges.top)]),
        (bottom, lines.crossings[1 + usize::from(edges.bottom)]),
    ] {
        buffer.set_string(cell.x, y, &horizontal, style);
        buffer.set_string(cell.x - 1, y, crossings[usize::from(!edges.left)], style);
        let right = crossings[1 + usize::from(edges.right)];
        buffer.set_string(cell.x + cell.width, y, right, style);
    }
    draw_sides(cell, lines.vertical, style, buffer);
}

fn draw_sides(cell: Rect, line: &str, style: Style, buffer: &mut Buffer) {
    for y in cell.y..cell.y + cell.height {
        buffer.set_string(cell.x - 1, y, line, style);
        buffer.set_string(cell.x + cell.width, y, line, style);
    }
}

/// Puts the middle of a cell in brackets.
fn bracket(cell: Rect, y: u16, [left, right]: [&str; 2], style: Style, buffer: &mut Buffer) {
    buffer.set_string(cell.x, y, left, style);
    buffer.set_string(cell.x + cell.width - 1, y, right, style);
}

pub(super) fn centre(text: &str, style: Style, cell: Rect, y: u16, buffer: &mut Buffer) {
    let width = text.chars().count() as u16;
    let x = cell.x + cell.width.saturating_sub(width) / 2;
    buffer.set_stringn(x, y, text, usize::from(cell.width), style);
}
