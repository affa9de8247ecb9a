//! A scene drawn as large as the room allows, and which cell is where.

use quintet_games::Scene;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use crate::look::Look;

/// How one cell is to be shown, besides its token.
#[expect(
    clippy::struct_excessive_bools,
    reason = "the marks are independent of each other"
)]
#[derive(Clone, Debug, Default)]
pub(crate) struct Mark {
    /// A few characters for a cell without a token, or below the token if there is room.
    pub(crate) note: Option<(String, Style)>,
    /// Whether the cell can be touched next.
    pub(crate) is_target: bool,
    /// Whether the last move touched it.
    pub(crate) is_last: bool,
    /// Whether it has been picked for the move that is being made.
    pub(crate) is_picked: bool,
    /// Whether the cursor is on it.
    pub(crate) is_cursor: bool,
}

/// Where the cells of a scene are on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Canvas {
    area: Rect,
    /// Columns shown side by side: a long row is folded.
    columns: usize,
    cells: usize,
    cell_width: u16,
    cell_height: u16,
    label_width: u16,
    has_column_labels: bool,
}

/// Cell sizes from the largest to the smallest, without the lines.
const SIZES: [(u16, u16); 4] = [(9, 3), (7, 3), (5, 1), (3, 1)];

impl Canvas {
    /// The largest drawing of a scene that fits an area; `None` if not even the smallest does.
    pub(crate) fn fit(scene: &Scene, area: Rect) -> Option<Self> {
        let foldings: &[usize] = if scene.rows == 1 { &[1, 2, 3] } else { &[1] };
        SIZES.iter().find_map(|(width, height)| {
            foldings.iter().find_map(|folds| {
                let canvas = Canvas {
                    area,
                    columns: scene.columns.div_ceil(*folds),
                    cells: scene.cells.len(),
                    cell_width: *width,
                    cell_height: *height,
                    label_width: if scene.row_labels.is_empty() { 0 } else { 3 },
                    has_column_labels: !scene.column_labels.is_empty(),
                };
                canvas.fits().then_some(canvas.centred())
            })
        })
    }

    fn rows(&self) -> usize {
        self.cells.div_ceil(self.columns)
    }

    /// A folded row has its labels above each line of cells, any other grid at the top.
    fn label_lines(&self) -> u16 {
        u16::from(self.has_column_labels)
    }

    fn is_folded(&self) -> bool {
        self.label_width == 0 && self.has_column_labels && self.rows() > 1
    }

    fn row_pitch(&self) -> u16 {
        self.cell_height + 1 + if self.is_folded() { 2 } else { 0 }
    }

    fn width(&self) -> u16 {
        self.label_width + self.columns as u16 * (self.cell_width + 1) + 1
    }

    fn height(&self) -> u16 {
        let folds = u16::from(!self.is_folded());
        self.label_lines() + self.rows() as u16 * self.row_pitch() + folds
    }

    fn fits(&self) -> bool {
        self.width() <= self.area.width && self.height() <= self.area.height
    }

    fn centred(mut self) -> Self {
        let (width, height) = (self.width(), self.height());
        self.area = Rect {
            x: self.area.x + (self.area.width - width) / 2,
            y: self.area.y + (self.area.height - height) / 2,
            width,
            height,
        };
        self
    }

    /// The inside of a cell.
    fn cell(&self, index: usize) -> Rect {
        let (row, column) = ((index / self.columns) as u16, (index % self.columns) as u16);
        Rect {
            x: self.area.x + self.label_width + column * (self.cell_width + 1) + 1,
            y: self.area.y + self.label_lines() + row * self.row_pitch() + 1,
            width: self.cell_width,
            height: self.cell_height,
        }
    }

    /// The cell at a place of the screen.
    pub(crate) fn cell_at(&self, place: Position) -> Option<usize> {
        (0..self.cells).find(|index| self.cell(*index).contains(place))
    }

    /// The cell that lies a step from another; the same one at the edge.
    pub(crate) fn step(&self, from: usize, rows: isize, columns: isize) -> usize {
        let (row, column) = (
            (from / self.columns).cast_signed(),
            (from % self.columns).cast_signed(),
        );
        let row = (row + rows).clamp(0, self.rows().cast_signed() - 1);
        let column = (column + columns).clamp(0, self.columns.cast_signed() - 1);
        let index = row.unsigned_abs() * self.columns + column.unsigned_abs();
        if index < self.cells { index } else { from }
    }

    /// Draws the scene with its marks, one for each cell.
    pub(crate) fn draw(&self, scene: &Scene, marks: &[Mark], look: Look, buffer: &mut Buffer) {
        self.draw_labels(scene, look, buffer);
        for (index, mark) in marks.iter().enumerate() {
            self.draw_frame(index, look, buffer);
            self.draw_cell(scene, index, mark, look, buffer);
        }
    }

    fn draw_labels(&self, scene: &Scene, look: Look, buffer: &mut Buffer) {
        for (index, label) in scene.column_labels.iter().enumerate() {
            if index < self.columns || self.is_folded() {
                let cell = self.cell(index);
                let x = cell.x + (cell.width.saturating_sub(label.len() as u16)) / 2;
                buffer.set_string(x, cell.y.saturating_sub(2), label, look.quiet());
            }
        }
        for (row, label) in scene.row_labels.iter().enumerate() {
            let cell = self.cell(row * self.columns);
            buffer.set_string(self.area.x, cell.y + cell.height / 2, label, look.quiet());
        }
    }

    /// The lines around a cell. Neighbours draw their common lines twice, the same each time.
    fn draw_frame(&self, index: usize, look: Look, buffer: &mut Buffer) {
        let (row, column) = (index / self.columns, index % self.columns);
        let (is_last_row, is_last_column) = (
            index + self.columns >= self.cells || self.is_folded(),
            column + 1 == self.columns || index + 1 == self.cells,
        );
        let lines = look.lines();
        let cell = self.cell(index);
        let (left, right) = (cell.x - 1, cell.x + cell.width);
        let (top, bottom) = (cell.y - 1, cell.y + cell.height);
        let style = look.quiet();
        let horizontal = lines.horizontal.repeat(usize::from(cell.width));
        buffer.set_string(cell.x, top, &horizontal, style);
        buffer.set_string(cell.x, bottom, &horizontal, style);
        for y in cell.y..bottom {
            buffer.set_string(left, y, lines.vertical, style);
            buffer.set_string(right, y, lines.vertical, style);
        }
        let vertical_place =
            |is_first: bool, is_last: bool, is_far: bool| match (is_far, is_first, is_last) {
                (false, true, _) => 0,
                (true, _, true) => 2,
                _ => 1,
            };
        for (y, is_low) in [(top, false), (bottom, true)] {
            for (x, is_right) in [(left, false), (right, true)] {
                let crossing_row =
                    vertical_place(row == 0 || self.is_folded(), is_last_row, is_low);
                let crossing_column = vertical_place(column == 0, is_last_column, is_right);
                buffer.set_string(x, y, lines.crossings[crossing_row][crossing_column], style);
            }
        }
    }

    fn draw_cell(&self, scene: &Scene, index: usize, mark: &Mark, look: Look, buffer: &mut Buffer) {
        let cell = self.cell(index);
        let scene_cell = &scene.cells[index];
        let token = scene_cell.token.map(|token| {
            let style = token
                .owner
                .map_or(look.obstacle(), |player| look.player(player));
            (token.text.to_owned(), style)
        });
        let target = mark
            .is_target
            .then(|| (look.dot().to_owned(), look.quiet()));
        // Where cells have numbers of their own, an empty one shows it.
        let has_names = scene.column_labels.is_empty();
        let name = has_names.then(|| (scene_cell.name.clone(), look.quiet()));
        let middle = cell.y + cell.height / 2;
        let main = token
            .clone()
            .or_else(|| mark.note.clone())
            .or(name)
            .or(target);
        if let Some((text, style)) = main {
            let style = if mark.is_last {
                style.add_modifier(Modifier::UNDERLINED)
            } else {
                style
            };
            centre(&text, style, cell, middle, buffer);
        }
        if token.is_some()
            && cell.height > 1
            && let Some((text, style)) = &mark.note
        {
            centre(text, *style, cell, middle + 1, buffer);
        }
        if mark.is_picked {
            bracket(cell, middle, [">", "<"], look, buffer);
        } else if mark.is_last {
            bracket(cell, middle, ["(", ")"], look, buffer);
        }
        if mark.is_cursor {
            bracket(cell, middle, ["[", "]"], look, buffer);
            buffer.set_style(cell, look.chosen());
        }
    }
}

/// Puts a cell in brackets.
fn bracket(cell: Rect, y: u16, [left, right]: [&str; 2], look: Look, buffer: &mut Buffer) {
    buffer.set_string(cell.x, y, left, look.title());
    buffer.set_string(cell.x + cell.width - 1, y, right, look.title());
}

fn centre(text: &str, style: Style, cell: Rect, y: u16, buffer: &mut Buffer) {
    let width = text.chars().count() as u16;
    let x = cell.x + cell.width.saturating_sub(width) / 2;
    buffer.set_stringn(x, y, text, usize::from(cell.width), style);
}
