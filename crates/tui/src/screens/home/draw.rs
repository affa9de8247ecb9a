//! Drawing and mouse handling of the first screen.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use quintet_games::number_word;
use ratatui::Frame;
use ratatui::layout::Constraint::{Length, Min};
use ratatui::layout::{Layout, Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::Home;
use super::choice::Field;
use crate::canvas::{Canvas, Mark};
use crate::context::Context;
use crate::look::Look;
use crate::screens::board::Board;
use crate::screens::{Next, Screen, View};
use crate::text::{cut, paragraph};

/// Wide enough for every field.
const FIELDS_WIDTH: u16 = 30;

/// Maximum length of a field's value. Names of external players can be longer.
const VALUE_WIDTH: usize = 13;

/// Wide enough for the pointer and the name of every game.
const NAMES_WIDTH: usize = 21;

impl Screen for Home {
    fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let count = self.choice.games().count();
        let title = Line::from(vec![
            Span::styled("Quintet", look.title()),
            Span::raw(format!(
                "   {} games, every position solved",
                number_word(count)
            )),
        ]);
        let middle = view.frame(title, area, frame);
        let said = self.said(look, area.width);
        let width = usize::from(area.width) - 3;
        let mut daily = paragraph(&self.daily(), width, 3, Style::new());
        // Other messages come first.
        if let Some(offer) = self.offer().filter(|_| said.is_empty()) {
            daily.extend(paragraph(&offer, width, 3, look.cursor()));
        }
        daily.push(Line::default());
        let [listed, lines, days] =
            [count, said.len(), daily.len()].map(|lines| Length(lines as u16));
        let heights = [Length(1), listed, Length(1), lines, days, Min(1)];
        let [_, games, _, said_area, daily_area, lower] = Layout::vertical(heights).areas(middle);
        let [left, right] = Layout::horizontal([Length(FIELDS_WIDTH), Min(1)]).areas(lower);
        let fields = Rect {
            height: Field::ALL.len() as u16,
            ..left
        };
        self.areas.set([games, fields]);
        self.draw_games(look, games, frame);
        self.draw_fields(look, fields, frame);
        frame.render_widget(Paragraph::new(said), said_area);
        frame.render_widget(Paragraph::new(daily), daily_area);
        self.draw_board(look, right, frame);
    }

    /// A click on a game selects it, a click on a field changes it.
    fn mouse(&mut self, mouse: MouseEvent, _: &mut Context) -> Next {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return Next::Stay;
        }
        let place = Position::new(mouse.column, mouse.row);
        let [games, fields] = self.areas.get();
        if games.contains(place) {
            self.line = usize::from(place.y - games.y);
            self.choice.choose(self.line);
        } else if fields.contains(place) {
            self.line = self.choice.games().count() + usize::from(place.y - fields.y);
            self.change(true);
        }
        Next::Stay
    }

    fn pending(&self) -> Vec<u64> {
        let puzzle = self.sought.iter().map(|(id, _)| *id);
        let left = self.left.iter().flat_map(Board::pending);
        puzzle.chain(self.daily.pending()).chain(left).collect()
    }
}

impl Home {
    /// One line per game with its goal, or the goal of the selected game next to the names.
    fn draw_games(&self, look: Look, area: Rect, frame: &mut Frame) {
        let room = usize::from(area.width).saturating_sub(NAMES_WIDTH + 1);
        let fits = self
            .choice
            .games()
            .all(|listing| listing.summary.len() <= room);
        let line = |(n, listing): (usize, &quintet_games::Listing)| {
            let style = match (n == self.choice.game, n == self.line) {
                (true, true) => look.chosen(),
                (true, false) => look.title(),
                _ => Style::new(),
            };
            let pointer = if n == self.choice.game { ">" } else { " " };
            Line::from(vec![
                Span::raw(format!(" {pointer}")),
                Span::styled(format!(" {:<17}", listing.name), style),
                Span::styled(
                    format!(" {}", if fits { listing.summary } else { "" }),
                    look.quiet(),
                ),
            ])
        };
        let lines: Vec<_> = self.choice.games().enumerate().map(line).collect();
        frame.render_widget(Paragraph::new(lines), area);
        if !fits {
            let widths = [Length(NAMES_WIDTH as u16), Min(1)];
            let [_, beside] = Layout::horizontal(widths).areas(area);
            let text = paragraph(self.choice.listing().summary, room, 0, look.quiet());
            frame.render_widget(Paragraph::new(text), beside);
        }
    }

    fn draw_fields(&self, look: Look, area: Rect, frame: &mut Frame) {
        let line = |field: Field| {
            let is_chosen = self.field() == Some(field);
            let value = cut(&self.choice.value(field), VALUE_WIDTH, look);
            let (value, style) = if is_chosen {
                (format!("< {value} >"), look.chosen())
            } else {
                (format!("  {value}  "), look.title())
            };
            Line::from(vec![
                Span::styled(format!("   {:<10}", field.name()), look.quiet()),
                Span::styled(value, style),
            ])
        };
        let lines = Field::ALL.map(line).to_vec();
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// The message followed by an empty line, if any.
    fn said(&self, look: Look, width: u16) -> Vec<Line<'static>> {
        if self.message.is_empty() {
            return Vec::new();
        }
        let mut lines = paragraph(&self.message, usize::from(width) - 3, 3, look.cursor());
        lines.push(Line::default());
        lines
    }

    /// A small drawing of the selected game.
    fn draw_board(&self, look: Look, area: Rect, frame: &mut Frame) {
        let scene = self.choice.sample().scene();
        if let Some(canvas) = Canvas::fit_up_to(3, &scene, area) {
            let marks = vec![Mark::default(); scene.cells.len()];
            canvas.draw(&scene, &marks, look, frame.buffer_mut());
        }
    }
}
