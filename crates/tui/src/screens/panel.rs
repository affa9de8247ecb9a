//! Panels: titled boxes with content, lists, and small boards.

use std::cell::Cell;

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use quintet_games::Scene;
use quintet_rules::Player;
use ratatui::Frame;
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};

use crate::canvas::{Canvas, Mark};
use crate::look::Look;

/// A titled box.
#[derive(Clone, Debug)]
pub(crate) struct Panel<'a> {
    title: &'a str,
    /// A note at the right end of the top line.
    note: Line<'static>,
    is_focused: bool,
}

impl<'a> Panel<'a> {
    pub(crate) fn new(title: &'a str) -> Self {
        Panel {
            title,
            note: Line::default(),
            is_focused: false,
        }
    }

    pub(crate) fn focused(self, is_focused: bool) -> Self {
        Panel { is_focused, ..self }
    }

    pub(crate) fn note(self, note: impl Into<Line<'static>>) -> Self {
        let note = note.into();
        Panel { note, ..self }
    }

    /// Draws the box and returns the area inside.
    pub(crate) fn draw(self, look: Look, area: Rect, frame: &mut Frame) -> Rect {
        let (edge, title) = if self.is_focused {
            (look.cursor(), look.cursor())
        } else {
            (look.quiet(), look.title())
        };
        let mut block = Block::bordered()
            .border_set(look.token_lines(Player::Two))
            .border_style(edge);
        if !self.title.is_empty() {
            block = block.title_top(Line::styled(format!(" {} ", self.title), title));
        }
        if self.note.width() > 0 {
            let mut note = self.note;
            note.spans.insert(0, Span::raw(" "));
            note.push_span(" ");
            block = block.title_top(note.alignment(Alignment::Right));
        }
        let inside = block.inner(area);
        frame.render_widget(block, area);
        inside
    }
}

/// The selected row of a list and the part of it that is visible.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) selected: usize,
    /// The first visible row.
    top: Cell<usize>,
    /// The area of the last frame and the number of rows.
    drawn: Cell<(Rect, usize)>,
}

impl List {
    /// Moves the selection.
    pub(crate) fn step(&mut self, by: isize, count: usize) {
        let last = count.saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }

    /// Returns the number of visible rows.
    pub(crate) fn page(&self) -> isize {
        let (area, _) = self.drawn.get();
        isize::from(area.height.max(2).cast_signed()) - 1
    }

    /// Draws the rows around the selected one, which is highlighted.
    pub(crate) fn draw(&self, rows: &[Line<'static>], look: Look, area: Rect, frame: &mut Frame) {
        let height = usize::from(area.height);
        let selected = self.selected.min(rows.len().saturating_sub(1));
        let lowest = (selected + 1).saturating_sub(height);
        let highest = rows.len().saturating_sub(height).min(selected);
        let top = self.top.get().clamp(lowest, highest.max(lowest));
        self.top.set(top);
        self.drawn.set((area, rows.len()));
        for (n, row) in rows.iter().enumerate().skip(top).take(height) {
            let line = Rect {
                y: area.y + (n - top) as u16,
                height: 1,
                ..area
            };
            frame.render_widget(Paragraph::new(row.clone()), line);
            if n == selected {
                frame.buffer_mut().set_style(line, look.chosen());
            }
        }
    }

    /// Returns the row at a screen position.
    pub(crate) fn row_at(&self, place: Position) -> Option<usize> {
        let (area, count) = self.drawn.get();
        let row = self.top.get() + usize::from(place.y.checked_sub(area.y)?);
        (area.contains(place) && row < count).then_some(row)
    }

    /// Handles the mouse: a click selects a row, the wheel moves the selection. Returns true if the selected row was
    /// clicked again.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent) -> bool {
        let (_, count) = self.drawn.get();
        match mouse.kind {
            MouseEventKind::ScrollUp => self.step(-1, count),
            MouseEventKind::ScrollDown => self.step(1, count),
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(row) = self.row_at(Position::new(mouse.column, mouse.row)) {
                    let is_again = row == self.selected;
                    self.selected = row;
                    return is_again;
                }
            }
            _ => {}
        }
        false
    }
}

/// Maximum height of a cell of a small board.
pub(crate) const SMALL_CELL: u16 = 3;

/// Draws a small board in the center of an area, if it fits. The cells of the last move are marked.
pub(crate) fn draw_board(
    scene: &Scene,
    last: &[usize],
    highest: u16,
    look: Look,
    area: Rect,
    frame: &mut Frame,
) {
    if let Some(canvas) = Canvas::fit_up_to(highest, scene, area) {
        let mut marks = vec![Mark::default(); scene.cells.len()];
        for cell in last {
            marks[*cell].is_last = true;
        }
        canvas.draw(scene, &marks, look, frame.buffer_mut());
    }
}

/// Draws lines in an area.
pub(crate) fn draw_lines(lines: Vec<Line<'static>>, area: Rect, frame: &mut Frame) {
    frame.render_widget(Paragraph::new(lines), area);
}

/// Returns a line with one part at each end of a width.
pub(crate) fn spread(
    left: Vec<Span<'static>>,
    right: Vec<Span<'static>>,
    width: u16,
) -> Line<'static> {
    let (left, right) = (Line::from(left), Line::from(right));
    let room = usize::from(width).saturating_sub(left.width() + right.width());
    let mut spans = left.spans;
    spans.push(Span::styled(" ".repeat(room), Style::new()));
    spans.extend(right.spans);
    Line::from(spans)
}

/// Marks something solved or beaten.
pub(crate) const fn check(look: Look) -> &'static str {
    if look.ascii { "+" } else { "✓" }
}

/// Marks something tried without success.
pub(crate) const fn cross(look: Look) -> &'static str {
    if look.ascii { "x" } else { "×" }
}

/// Returns a row of signs, some of which are filled.
pub(crate) fn pips(filled: usize, count: usize, look: Look) -> String {
    let (full, empty) = if look.ascii {
        ("*", ".")
    } else {
        ("●", "○")
    };
    full.repeat(filled) + &empty.repeat(count - filled)
}
