//! Drawing of the screen of puzzles.

use crossterm::event::MouseEvent;
use quintet_arena::{PuzzleProgress, PuzzleResult, Rush};
use quintet_games::count;
use ratatui::Frame;
use ratatui::layout::Constraint::{Fill, Length, Min};
use ratatui::layout::{Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::{DAY_WIDTH, Puzzles, Targets, calendar, game_of};
use crate::context::Context;
use crate::keys::Action;
use crate::look::Look;
use crate::screens::panel::{Panel, check, cross, draw_lines};
use crate::screens::{Next, Screen, View};
use crate::text::{cut, paragraph, title_of};

/// Returns the result of a daily puzzle in words.
pub(crate) fn words_of(result: Option<PuzzleResult>) -> &'static str {
    match result {
        None => "not tried",
        Some(PuzzleResult::Missed) => "not solved yet",
        Some(PuzzleResult::Shown) => "solution shown",
        Some(PuzzleResult::Later) => "solved after a wrong move",
        Some(PuzzleResult::Found) => "solved",
    }
}

impl Screen for Puzzles {
    fn is_menu(&self) -> bool {
        true
    }

    fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let title = Line::from(vec![
            Span::styled("Puzzles", look.title()),
            Span::raw("   positions in which only one move wins"),
        ]);
        let middle = view.frame(title, area, frame);
        // A larger terminal has larger margins, not longer lines.
        let middle = centered(middle, 96, 26);
        let widths = [Length(7 * DAY_WIDTH + 4), Min(1)];
        let [left, right] = Layout::horizontal(widths).areas(middle);
        let [calendar, _] = Layout::vertical([Length(10), Fill(1)]).areas(left);
        let [start, figures] = Layout::vertical([Length(7), Fill(1)]).areas(right);
        let days = self.draw_calendar(look, &view.saved.puzzles, calendar, frame);
        let rows = self.draw_start(view, start, frame);
        self.targets.set(Targets { days, rows });
        self.draw_figures(look, &view.saved.puzzles, figures, frame);
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Next {
        self.click(mouse, context)
    }
}

impl Puzzles {
    /// Draws the month and returns the area of its days.
    fn draw_calendar(
        &self,
        look: Look,
        progress: &PuzzleProgress,
        area: Rect,
        frame: &mut Frame,
    ) -> Rect {
        let month = calendar::month_name(&self.day);
        let inside = Panel::new(&month).focused(true).draw(look, area, frame);
        let days = calendar::days_of_month(&self.day);
        let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
        let names: String = names.map(|name| format!("{name:>3} ")).concat();
        let before = calendar::weekday(&days[0]);
        let mut cells = vec![Span::raw("    "); before];
        cells.extend(days.iter().map(|day| self.day(day, look, progress)));
        let mut lines = vec![Line::styled(names, look.quiet())];
        lines.extend(cells.chunks(7).map(|week| Line::from(week.to_vec())));
        let area = Rect {
            y: inside.y + 1,
            height: inside.height.saturating_sub(1),
            ..inside
        };
        draw_lines(lines, inside, frame);
        area
    }

    fn day(&self, day: &str, look: Look, progress: &PuzzleProgress) -> Span<'static> {
        let number = calendar::day_of_month(day);
        let result = progress.day(day).filter(|_| *day <= *self.today);
        let (sign, mut style) = match result {
            _ if *day > *self.today => (" ", look.quiet()),
            Some(result) if result.is_solved() => (check(look), look.right()),
            Some(_) => (cross(look), look.wrong()),
            None => (" ", Style::new()),
        };
        if day == self.today {
            style = style.add_modifier(Modifier::BOLD);
        }
        if day == self.day {
            style = look.chosen();
        }
        Span::styled(format!("{number:>3}{sign}"), style)
    }

    /// Draws the puzzles that can be started, and returns the area of the rows.
    fn draw_start(&self, view: View, area: Rect, frame: &mut Frame) -> Rect {
        let look = view.look;
        let title = if self.day == self.today {
            "Today".to_owned()
        } else {
            self.day.clone()
        };
        let inside = Panel::new(&title).draw(look, area, frame);
        let room = usize::from(inside.width).saturating_sub(8);
        let row = |action: Option<Action>, text: &str, style: Style| {
            let key = action.map_or(String::new(), |action| view.keymap.name(action));
            Line::from(vec![
                Span::styled(format!(" {key:<6}"), look.key()),
                Span::styled(cut(text, room, look), style),
            ])
        };
        let daily = game_of(&self.day, self.catalogue).listing().name;
        let result = view.saved.puzzles.day(&self.day);
        let style = match result {
            Some(result) if result.is_solved() => look.right(),
            _ => look.quiet(),
        };
        let plain = Style::new();
        let more = title_of(self.variant);
        let rush = format!("rush, best {}", view.saved.puzzles.best_rush);
        // In the order of `ROWS`.
        let rows = vec![
            row(Some(Action::Choose), daily, look.title()),
            row(None, words_of(result), style),
            row(Some(Action::Next), &more, plain),
            row(Some(Action::Switch), "another game", plain),
            row(Some(Action::Rush), &rush, plain),
        ];
        let area = Rect {
            height: inside.height.min(rows.len() as u16),
            ..inside
        };
        draw_lines(rows, inside, frame);
        area
    }

    fn draw_figures(&self, look: Look, progress: &PuzzleProgress, area: Rect, frame: &mut Frame) {
        let inside = Panel::new("Your progress").draw(look, area, frame);
        let streak = progress.streak(&self.today);
        let figures = [
            ("streak", count(streak, "day")),
            ("solved", progress.solved.to_string()),
            ("rating", progress.puzzles.rating.to_string()),
            ("rush rating", progress.rush.rating.to_string()),
        ];
        let line = |(name, value): (&str, String)| {
            Line::from(vec![
                Span::styled(format!(" {name:<13}"), look.quiet()),
                Span::styled(value, look.title()),
            ])
        };
        let mut lines: Vec<Line> = figures.into_iter().map(line).collect();
        let minutes = Rush::SECONDS / 60;
        let about = [
            "Each puzzle is rated once: your rating goes up if your first move is correct, and down if it is \
             not. Easy puzzles are rated 800, medium ones 1100 and hard ones 1400."
                .to_owned(),
            format!("In a rush you solve puzzles of all games for {minutes} minutes; three mistakes end it."),
            "A new daily puzzle appears at midnight UTC. You have three tries.".to_owned(),
        ];
        let width = usize::from(inside.width) - 1;
        for text in about {
            let text = paragraph(&text, width, 1, look.quiet());
            if lines.len() + 1 + text.len() <= usize::from(inside.height) {
                lines.push(Line::default());
                lines.extend(text);
            }
        }
        draw_lines(lines, inside, frame);
    }
}

/// Returns the center of an area, with a maximum width and height.
fn centered(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (area.width.min(width), area.height.min(height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height).min(2),
        width,
        height,
    }
}
