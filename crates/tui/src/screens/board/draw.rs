//! The board on the screen.

use quintet_games::find;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::Board;
use crate::canvas::Canvas;
use crate::look::Look;
use crate::screens::{View, wrapped};

impl Board {
    /// Draws the screen.
    pub(crate) fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let middle = view.frame(self.title(view.look), area, frame);
        let (said, side) = (
            if area.height >= 24 { 4 } else { 3 },
            if area.width >= 80 { 30 } else { 22 },
        );
        let [_, upper, said] = Layout::vertical([
            Constraint::Length(u16::from(area.height >= 24)),
            Constraint::Min(1),
            Constraint::Length(said),
        ])
        .areas(middle);
        let [board, _, side] = Layout::horizontal([
            Constraint::Min(1),
            Constraint::Length(1),
            Constraint::Length(side),
        ])
        .areas(upper);
        self.draw_grid(view.look, board, frame);
        self.draw_side(view.look, side, frame);
        self.draw_said(view, said, frame);
    }

    /// The game, and whose turn it is or how it ended.
    fn title(&self, look: Look) -> Line<'static> {
        let position = self.position();
        let variant = position.variant();
        let name = find(variant.id()).map_or(variant.id(), |listing| listing.name);
        let (player, what) = match self.contest.outcome() {
            Some(outcome) => (outcome.winner, "has won"),
            None => (position.to_move(), "to move"),
        };
        Line::from(vec![
            Span::styled(format!("{name} {}", variant.size()), look.title()),
            Span::raw("   "),
            Span::styled(variant.name(player), look.player(player)),
            Span::raw(format!(" {what}")),
        ])
    }

    fn draw_grid(&self, look: Look, area: Rect, frame: &mut Frame) {
        let scene = self.position().scene();
        let canvas = Canvas::fit(&scene, area);
        self.canvas.set(canvas);
        match canvas {
            Some(canvas) => {
                let marks = self.marks(&scene, look);
                canvas.draw(&scene, &marks, look, frame.buffer_mut());
            }
            None => frame.render_widget(Paragraph::new(" Too small for this board."), area),
        }
    }

    /// What is being typed or would be done, and what was said last.
    fn draw_said(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let width = usize::from(area.width) - 2;
        let first = match &self.entry {
            Some(entry) => entry.line(look, area.width),
            None if self.is_waiting() => {
                let what = if self.open.mv.is_some() {
                    let position = self.position();
                    format!("{} thinks", position.variant().name(position.to_move()))
                } else {
                    "Looking for the truth".to_owned()
                };
                Line::styled(format!(" {}", view.waiting(&what)), look.quiet())
            }
            None if self.is_humans_turn() => self.preview(look),
            None => Line::default(),
        };
        let mut lines = Vec::new();
        match first.spans.as_slice() {
            [] => {}
            [only] if first.width() > usize::from(area.width) => {
                let style = first.style.patch(only.style);
                let wrapped = wrapped(&only.content, width).into_iter();
                lines.extend(wrapped.map(|line| Line::styled(format!(" {line}"), style)));
            }
            _ => lines.push(first),
        }
        let ending = self.ending().unwrap_or_default();
        let said = [self.notice.as_str(), self.message.as_str(), &ending].join(" ");
        let style = if self.is_wrong {
            look.wrong()
        } else {
            Style::new()
        };
        for line in wrapped(&said, width) {
            lines.push(Line::styled(format!(" {line}"), style));
        }
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn ending(&self) -> Option<String> {
        let position = self.position();
        match self.contest.resigned() {
            Some(player) => Some(position.variant().resigned(player)),
            None => position.ending(),
        }
    }
}
