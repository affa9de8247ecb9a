//! The first screen, drawn.

use quintet_games::catalogue;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{FIELDS, Home};
use crate::canvas::{Canvas, Mark};
use crate::look::Look;
use crate::screens::{View, cut, wrapped};

/// Wide enough for every field.
const FIELDS_WIDTH: u16 = 30;

impl Home {
    pub(crate) fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let title = Line::from(vec![
            Span::styled("Quintet", look.title()),
            Span::raw("   five games, perfectly known"),
        ]);
        let middle = view.frame(title, area, frame);
        let said = self.said(look, area.width);
        let [_, games, _, said_area, lower] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(catalogue().count() as u16),
            Constraint::Length(1),
            Constraint::Length(said.len() as u16),
            Constraint::Min(1),
        ])
        .areas(middle);
        let [left, right] =
            Layout::horizontal([Constraint::Length(FIELDS_WIDTH), Constraint::Min(1)]).areas(lower);
        let fields = Rect {
            height: FIELDS.len() as u16,
            ..left
        };
        self.areas.set([games, fields]);
        self.draw_games(look, games, frame);
        self.draw_fields(look, fields, frame);
        frame.render_widget(Paragraph::new(said), said_area);
        self.draw_board(look, right, frame);
    }

    /// A line for each game.
    fn draw_games(&self, look: Look, area: Rect, frame: &mut Frame) {
        let room = usize::from(area.width).saturating_sub(23);
        let line = |(n, listing): (usize, &quintet_games::Listing)| {
            let style = match (n == self.game, n == self.line) {
                (true, true) => look.chosen(),
                (true, false) => look.title(),
                _ => Style::new(),
            };
            let pointer = if n == self.game { ">" } else { " " };
            Line::from(vec![
                Span::raw(format!(" {pointer}")),
                Span::styled(format!(" {:<17}", listing.name), style),
                Span::styled(
                    format!(" {}", cut(listing.summary, room, look)),
                    look.quiet(),
                ),
            ])
        };
        let lines: Vec<_> = catalogue().enumerate().map(line).collect();
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn draw_fields(&self, look: Look, area: Rect, frame: &mut Frame) {
        let line = |(n, (name, value)): (usize, (&&str, String))| {
            let is_chosen = catalogue().count() + n == self.line;
            let (value, style) = if is_chosen {
                (format!("< {value} >"), look.chosen())
            } else {
                (format!("  {value}  "), look.title())
            };
            Line::from(vec![
                Span::styled(format!("   {name:<10}"), look.quiet()),
                Span::styled(value, style),
            ])
        };
        let fields = FIELDS.iter().zip(self.values());
        let lines: Vec<_> = fields.enumerate().map(line).collect();
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// What there is to say, and an empty line after it; nothing if there is nothing.
    fn said(&self, look: Look, width: u16) -> Vec<Line<'static>> {
        if self.message.is_empty() {
            return Vec::new();
        }
        let line = |text: String| Line::styled(format!("   {text}"), look.cursor());
        let lines = wrapped(&self.message, usize::from(width) - 6).into_iter();
        lines.map(line).chain([Line::default()]).collect()
    }

    /// A small drawing of the chosen game, and its line if that had to be cut.
    fn draw_board(&self, look: Look, area: Rect, frame: &mut Frame) {
        let width = usize::from(area.width) - 2;
        let is_cut = self.listing().summary.len() + 23 > usize::from(FIELDS_WIDTH + area.width);
        let summary = if is_cut {
            wrapped(self.listing().summary, width)
        } else {
            Vec::new()
        };
        let [board, text] =
            Layout::vertical([Constraint::Min(1), Constraint::Length(summary.len() as u16)])
                .areas(area);
        let scene = self.sample().scene();
        if let Some(canvas) = Canvas::fit_up_to(3, &scene, board) {
            let marks = vec![Mark::default(); scene.cells.len()];
            canvas.draw(&scene, &marks, look, frame.buffer_mut());
        }
        let lines: Vec<_> = summary
            .into_iter()
            .map(|line| Line::styled(format!(" {line}"), look.quiet()))
            .collect();
        frame.render_widget(Paragraph::new(lines), text);
    }
}
