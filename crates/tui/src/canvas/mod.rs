//! Layout of a scene on the screen, as large as the available area allows.
//!
//! ```text
//!        1   2   3             1   2   3           the same without lines between
//!      ┌───┬───┬───┐        1 │ X │ · │   │        the rows, on small screens
//!    1 │ X │ · │   │        2 │   │ O │ · │
//!      ├───┼───┼───┤
//!    2 │   │ O │ · │        a single row that is too long is folded
//!      └───┴───┴───┘
//! ```

mod paint;
mod token;

use quintet_arena::Change;
use quintet_games::Scene;
use quintet_rules::Player;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

/// Decoration of a cell in addition to its token.
#[expect(
    clippy::struct_excessive_bools,
    reason = "the marks are independent of each other"
)]
#[derive(Clone, Debug, Default)]
pub(crate) struct Mark {
    /// A short label for a cell without a token, or below the token if it fits.
    pub(crate) note: Option<(String, Style)>,
    /// True if the note is that of the best move.
    pub(crate) is_best: bool,
    /// Preview of the change made by the step at the cursor.
    pub(crate) change: Option<Change>,
    /// True if the cell can be touched next.
    pub(crate) is_target: bool,
    /// True if the last move touched it.
    pub(crate) is_last: bool,
    /// True if it decided the game.
    pub(crate) is_winning: bool,
    /// True if it is part of the move being entered.
    pub(crate) is_picked: bool,
    /// The player of an area of a claim that contains the cell.
    pub(crate) area: Option<Player>,
    /// A sign of a claim.
    pub(crate) sign: Option<(String, Style)>,
    /// True if the cursor is on it.
    pub(crate) is_cursor: bool,
}

/// Layout of a scene on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Canvas {
    area: Rect,
    /// Columns shown side by side; a long row is folded.
    columns: usize,
    cells: usize,
    cell_width: u16,
    cell_height: u16,
    label_width: u16,
    has_column_labels: bool,
    /// True if there are lines between the rows.
    is_lined: bool,
}

/// Cell widths and heights from largest to smallest, and whether lines separate the rows.
const SIZES: [(u16, u16, bool); 9] = [
    (23, 11, true),
    (19, 9, true),
    (15, 7, true),
    (11, 5, true),
    (7, 3, true),
    (5, 1, true),
    (3, 1, true),
    (5, 1, false),
    (3, 1, false),
];

impl Canvas {
    /// Returns the largest layout that fits the area; `None` if even the smallest does not.
    pub(crate) fn fit(scene: &Scene, area: Rect) -> Option<Self> {
        Self::fit_up_to(u16::MAX, scene, area)
    }

    /// Like [`fit`](Canvas::fit), with a maximum cell height.
    pub(crate) fn fit_up_to(highest: u16, scene: &Scene, area: Rect) -> Option<Self> {
        let foldings = if scene.rows == 1 { 1..=6 } else { 1..=1 };
        let sizes = SIZES.iter().filter(|(_, height, _)| *height <= highest);
        sizes
            .flat_map(|size| foldings.clone().map(move |folds| (size, folds)))
            .map(|((width, height, is_lined), folds)| Canvas {
                area,
                columns: scene.columns.div_ceil(folds),
                cells: scene.cells.len(),
                cell_width: *width,
                cell_height: *height,
                label_width: if scene.row_labels.is_empty() { 0 } else { 3 },
                has_column_labels: !scene.column_labels.is_empty(),
                is_lined: *is_lined,
            })
            .find(Canvas::fits)
            .map(Canvas::centered)
    }

    /// Returns the same layout at the top left corner of the screen.
    pub(crate) fn at_corner(mut self) -> Self {
        (self.area.x, self.area.y) = (0, 0);
        self
    }

    pub(crate) fn area(&self) -> Rect {
        self.area
    }

    fn rows(&self) -> usize {
        self.cells.div_ceil(self.columns)
    }

    /// A folded row has its labels above each line of cells, any other grid at the top.
    fn is_folded(&self) -> bool {
        self.label_width == 0 && self.has_column_labels && self.rows() > 1
    }

    /// Returns screen lines from one row to the next.
    fn row_pitch(&self) -> u16 {
        match (self.is_lined, self.is_folded()) {
            (true, true) => self.cell_height + 3,
            (true, false) | (false, true) => self.cell_height + 1,
            (false, false) => self.cell_height,
        }
    }

    /// Returns screen lines above the first row of cells.
    fn head(&self) -> u16 {
        u16::from(self.has_column_labels) + u16::from(self.is_lined)
    }

    fn width(&self) -> u16 {
        self.label_width + self.columns as u16 * (self.cell_width + 1) + 1
    }

    fn height(&self) -> u16 {
        let above_last = (self.rows() as u16 - 1) * self.row_pitch();
        self.head() + above_last + self.cell_height + u16::from(self.is_lined)
    }

    fn fits(&self) -> bool {
        self.width() <= self.area.width && self.height() <= self.area.height
    }

    fn centered(mut self) -> Self {
        let (width, height) = (self.width(), self.height());
        self.area = Rect {
            x: self.area.x + (self.area.width - width) / 2,
            y: self.area.y + (self.area.height - height) / 2,
            width,
            height,
        };
        self
    }

    /// Returns the interior of a cell.
    fn cell(&self, index: usize) -> Rect {
        let (row, column) = ((index / self.columns) as u16, (index % self.columns) as u16);
        Rect {
            x: self.area.x + self.label_width + column * (self.cell_width + 1) + 1,
            y: self.area.y + self.head() + row * self.row_pitch(),
            width: self.cell_width,
            height: self.cell_height,
        }
    }

    /// Returns the cell at a screen position.
    pub(crate) fn cell_at(&self, place: Position) -> Option<usize> {
        (0..self.cells).find(|index| self.cell(*index).contains(place))
    }

    /// Returns the neighboring cell in a direction; the same cell at the edge.
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
}
