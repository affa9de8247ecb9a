//! The panel next to a board: a fixed head, text that scrolls, and the moves.

use std::cell::{Cell, RefCell};

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::moves::MoveList;
use super::scrollbar;
use crate::look::Look;

/// State of a panel. `C` is the command of a clickable line.
#[derive(Debug)]
pub(crate) struct Side<C> {
    top: Cell<usize>,
    /// The number of lines by which the text can be scrolled, and the visible lines, in the last frame.
    range: Cell<(usize, usize)>,
    areas: RefCell<Vec<(Rect, C)>>,
}

/// The content of a panel.
pub(crate) struct Content<C> {
    pub(crate) head: Vec<Line<'static>>,
    pub(crate) text: Vec<(Line<'static>, Option<C>)>,
    pub(crate) moves: MoveList,
    /// Makes the command that goes to a move.
    pub(crate) go_to: fn(usize) -> C,
}

/// Lines reserved for the moves, if there are that many.
const MOVES: usize = 4;

impl<C> Default for Side<C> {
    fn default() -> Self {
        Side {
            top: Cell::default(),
            range: Cell::default(),
            areas: RefCell::default(),
        }
    }
}

impl<C: Copy> Side<C> {
    /// Scrolls to the start.
    pub(crate) fn reset(&self) {
        self.top.set(0);
    }

    pub(crate) fn can_scroll(&self, is_down: bool) -> bool {
        let (most, _) = self.range.get();
        if is_down {
            self.top.get() < most
        } else {
            self.top.get() > 0
        }
    }

    /// Scrolls the text by a number of lines.
    pub(crate) fn scroll(&self, by: isize) {
        let (most, _) = self.range.get();
        self.top
            .set(self.top.get().saturating_add_signed(by).min(most));
    }

    /// Scrolls by a page, which leaves one line visible.
    pub(crate) fn page(&self, is_down: bool) {
        let (_, height) = self.range.get();
        let by = (height.cast_signed() - 1).max(1);
        self.scroll(if is_down { by } else { -by });
    }

    /// Returns the command of the line at a screen position.
    pub(crate) fn command_at(&self, place: Position) -> Option<C> {
        let areas = self.areas.borrow();
        let found = areas.iter().find(|(area, _)| area.contains(place));
        found.map(|(_, command)| *command)
    }

    pub(crate) fn draw(&self, content: Content<C>, look: Look, area: Rect, frame: &mut Frame) {
        let Content {
            head,
            text,
            moves,
            go_to,
        } = content;
        let mut areas = Vec::new();
        let rows = |y: u16, height: usize| {
            let left = area.bottom().saturating_sub(y);
            Rect {
                y,
                height: (height as u16).min(left),
                ..area
            }
        };
        let head_area = rows(area.y, head.len());
        frame.render_widget(Paragraph::new(head), head_area);

        let text_top = head_area.bottom() + u16::from(!head_area.is_empty() && !text.is_empty());
        let left = usize::from(area.bottom().saturating_sub(text_top));
        let width = usize::from(area.width) - 1;
        let list_height = moves.height(width);
        let reserved = match list_height {
            0 => 0,
            height => height.min(MOVES) + 1,
        };
        let room = left.saturating_sub(reserved).max(left.min(3));
        let text_area = rows(text_top, text.len().min(room));
        let height = usize::from(text_area.height);
        let most = text.len() - height;
        self.range.set((most, height));
        let top = self.top.get().min(most);
        self.top.set(top);
        let total = text.len();
        let mut lines = Vec::new();
        for (n, (line, command)) in text.into_iter().skip(top).take(height).enumerate() {
            if let Some(command) = command {
                areas.push((rows(text_area.y + n as u16, 1), command));
            }
            lines.push(line);
        }
        frame.render_widget(Paragraph::new(lines), text_area);
        scrollbar(text_area, top, total, look, frame.buffer_mut());

        let list_area = rows(text_area.bottom() + 1, list_height);
        let list_area = Rect {
            width: list_area.width.saturating_sub(1),
            ..list_area
        };
        let (lines, found) = moves.lines(list_area, look);
        areas.extend(found.into_iter().map(|(area, index)| (area, go_to(index))));
        frame.render_widget(Paragraph::new(lines), list_area);
        self.areas.replace(areas);
    }
}
