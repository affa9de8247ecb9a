//! The lines, labels and marks of a board.

use quintet_games::{Scene, Token};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::{Modifier, Style};

use super::{Canvas, Mark, token};
use crate::look::{Lines, Look};

impl Canvas {
    /// Draws the scene with a mark for each cell.
    pub(crate) fn draw(&self, scene: &Scene, marks: &[Mark], look: Look, buffer: &mut Buffer) {
        self.draw_labels(scene, look, buffer);
        self.draw_lines(scene, look, buffer);
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
                center(label, look.quiet(), cell, above, buffer);
            }
        }
        for (row, label) in scene.row_labels.iter().enumerate() {
            let cell = self.cell(row * self.columns);
            buffer.set_string(self.area.x, cell.y + cell.height / 2, label, look.quiet());
        }
    }

    /// Draws the lines around cells, except between cells of one body. Neighbors draw their shared lines twice,
    /// with the same result.
    fn draw_lines(&self, scene: &Scene, look: Look, buffer: &mut Buffer) {
        let (lines, style) = (look.lines(), look.line());
        let columns = scene.columns;
        for index in 0..self.cells {
            let cell = self.cell(index);
            let (x, y, right, below) = (cell.x, cell.y, cell.right(), cell.bottom());
            let is_apart = |other: usize| {
                let mut bodies = scene.bodies.iter();
                !bodies.any(|body| body.contains(&index) && body.contains(&other))
            };
            let mut draw = |is_drawn: bool, line: &str, area: Rect| {
                if is_drawn {
                    token::fill(area, line, style, buffer);
                }
            };
            let [is_first, is_last] = [0, columns - 1].map(|column| index % columns == column);
            let upright = |x: u16| Rect::new(x, y, 1, cell.height);
            draw(
                is_first || is_apart(index - 1),
                lines.vertical,
                upright(x - 1),
            );
            draw(
                is_last || is_apart(index + 1),
                lines.vertical,
                upright(right),
            );
            let level = |y: u16| Rect::new(x, y, cell.width, 1);
            let above = index.checked_sub(columns);
            let has_line = above.is_none_or(is_apart);
            draw(self.is_lined && has_line, lines.horizontal, level(y - 1));
            let has_line = is_apart(index + columns);
            draw(self.is_lined && has_line, lines.horizontal, level(below));
        }
        let cells = (0..self.cells).filter(|_| self.is_lined);
        for cell in cells.map(|index| self.cell(index)) {
            for x in [cell.x - 1, cell.right()] {
                for y in [cell.y - 1, cell.bottom()] {
                    self.draw_crossing(x, y, lines, style, buffer);
                }
            }
        }
    }

    /// Draws the junction of the lines drawn at this position.
    fn draw_crossing(&self, x: u16, y: u16, lines: &Lines, style: Style, buffer: &mut Buffer) {
        let is_line = |x: u16, y: u16, line: &str| {
            let place = Position::new(x, y);
            self.area.contains(place) && buffer[place].symbol() == line
        };
        let [up, down] = [y.wrapping_sub(1), y + 1].map(|y| is_line(x, y, lines.vertical));
        let [left, right] = [x.wrapping_sub(1), x + 1].map(|x| is_line(x, y, lines.horizontal));
        let place = |before: bool, after: bool| match (before, after) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        };
        let symbol = match (up || down, left || right) {
            (false, false) => " ",
            (false, true) => lines.horizontal,
            (true, false) => lines.vertical,
            (true, true) => lines.crossings[place(up, down)][place(left, right)],
        };
        buffer.set_string(x, y, symbol, style);
    }

    /// Highlights the lines around the cell at the cursor.
    fn draw_cursor(&self, index: usize, look: Look, buffer: &mut Buffer) {
        let cell = self.cell(index);
        if self.is_lined {
            let around = cell.outer(Margin::new(1, 1));
            token::outline(around, look.cursor_lines(), look.cursor(), buffer);
        } else {
            buffer.set_string(cell.x - 1, cell.y, "[", look.cursor());
            buffer.set_string(cell.x + cell.width, cell.y, "]", look.cursor());
            buffer.set_style(cell, Style::new().add_modifier(Modifier::REVERSED));
        }
    }

    fn draw_cell(&self, scene: &Scene, index: usize, mark: &Mark, look: Look, buffer: &mut Buffer) {
        let cell = self.cell(index);
        let middle = cell.y + cell.height / 2;
        let is_high = cell.height > 1;
        let now = scene.cells[index].token;
        let shown = mark.change.and_then(|change| change.token).or(now);
        // Where cells have numbers of their own, each that has room shows it.
        let name = scene
            .column_labels
            .is_empty()
            .then_some(scene.cells[index].name.as_str());
        if let Some(player) = mark.area {
            look.draw_area(player, cell, buffer);
        }
        if let (Some((_, style)), None) = (&mark.note, shown) {
            buffer.set_style(cell, *style);
        }
        if let Some(name) = name.filter(|_| is_high && (cell.height > 3 || shown.is_none())) {
            let style = match &mark.note {
                Some((_, style)) if shown.is_none() => *style,
                _ => look.quiet(),
            };
            buffer.set_string(cell.x, cell.y, name, style);
        }
        let is_certain = mark.change.is_none();
        match (shown, &mark.note) {
            (Some(shown), Some((text, style))) if is_high => {
                // The value is on the line below the token.
                let line = Rect {
                    y: middle,
                    height: 1,
                    ..cell
                };
                let room = if cell.height > 3 { cell } else { line };
                token::draw(shown, room, is_certain, look, buffer);
                center(
                    &format!(" {text} "),
                    *style,
                    cell,
                    cell.bottom() - 1,
                    buffer,
                );
            }
            (Some(shown), Some((text, style))) => {
                // Both on one line. A value that does not fit is reduced to its sign.
                let room = usize::from(cell.width).saturating_sub(shown.text.len());
                let kept = if text.len() <= room { text.len() } else { 1 };
                let both = format!("{}{}", shown.text, &text[..kept]);
                buffer.set_style(cell, *style);
                center(&both, *style, cell, middle, buffer);
            }
            (Some(shown), None) => token::draw(shown, cell, is_certain, look, buffer),
            (None, Some((text, style))) => match name.filter(|_| !is_high) {
                Some(name) if name.len() + text.len() <= usize::from(cell.width) => {
                    buffer.set_string(cell.x, middle, name, *style);
                    let x = cell.right() - text.len() as u16;
                    buffer.set_string(x, middle, text, *style);
                }
                _ => center(text, *style, cell, middle, buffer),
            },
            (None, None) => match name.filter(|_| !is_high) {
                Some(name) => {
                    let style = if mark.is_target {
                        Style::new()
                    } else {
                        look.quiet()
                    };
                    center(name, style, cell, middle, buffer);
                }
                None if mark.is_target => center(look.dot(), look.quiet(), cell, middle, buffer),
                None => {}
            },
        }
        if mark.is_best {
            self.draw_star(index, mark, shown, look, buffer);
        }
        if let Some((text, style)) = &mark.sign {
            let place = if shown.is_some() { cell.y } else { middle };
            let narrow = text.chars().take(1).collect::<String>();
            if shown.is_some() {
                let text = if is_high { text } else { &narrow };
                let width = text.chars().count() as u16;
                let x = cell.right().saturating_sub(width);
                buffer.set_string(x, place, text, *style);
            } else {
                center(text, *style, cell, place, buffer);
            }
        }
        self.draw_brackets(index, mark, shown, look, buffer);
    }

    /// Marks the best move.
    fn draw_star(
        &self,
        index: usize,
        mark: &Mark,
        shown: Option<Token>,
        look: Look,
        buffer: &mut Buffer,
    ) {
        let cell = self.cell(index);
        let is_high = cell.height > 1;
        let style = match &mark.note {
            Some((_, style)) if shown.is_none() || !is_high => *style,
            _ => look.cursor(),
        };
        if is_high {
            buffer.set_string(cell.right() - 1, cell.y, look.star(), style);
        }
        let line = if shown.is_some() {
            cell.bottom() - 1
        } else {
            cell.y + cell.height / 2
        };
        let line = Rect {
            y: line,
            height: 1,
            ..cell
        };
        let emphasis = Modifier::UNDERLINED | Modifier::BOLD;
        buffer.set_style(line, Style::new().add_modifier(emphasis));
    }

    fn draw_brackets(
        &self,
        index: usize,
        mark: &Mark,
        shown: Option<Token>,
        look: Look,
        buffer: &mut Buffer,
    ) {
        let cell = self.cell(index);
        let middle = cell.y + cell.height / 2;
        // No brackets where they would cover digits: a truncated number is wrong.
        if cell.height == 1 {
            let room = usize::from(cell.width) - 2;
            let token_width = shown.map_or(0, |token| token.text.len());
            let note_width = mark.note.as_ref().map_or(0, |(text, _)| text.len());
            if note_width > 0 && token_width + note_width > room {
                return;
            }
        }
        if mark.is_picked {
            bracket(cell, middle, [">", "<"], look.cursor(), buffer);
        } else if mark.is_winning {
            bracket(cell, middle, ["*"; 2], look.cursor(), buffer);
        } else if mark.is_last {
            bracket(cell, middle, ["(", ")"], look.title(), buffer);
        } else if mark.is_target && shown.is_some() && mark.change.is_none() {
            bracket(cell, middle, [look.dot(); 2], look.title(), buffer);
        }
    }
}

/// Draws brackets around the center of a cell.
fn bracket(cell: Rect, y: u16, [left, right]: [&str; 2], style: Style, buffer: &mut Buffer) {
    buffer.set_string(cell.x, y, left, style);
    buffer.set_string(cell.x + cell.width - 1, y, right, style);
}

pub(super) fn center(text: &str, style: Style, cell: Rect, y: u16, buffer: &mut Buffer) {
    let width = text.chars().count() as u16;
    let x = cell.x + cell.width.saturating_sub(width) / 2;
    buffer.set_stringn(x, y, text, usize::from(cell.width), style);
}
