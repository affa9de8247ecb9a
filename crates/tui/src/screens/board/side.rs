//! The side panel: players, score, supplies, reasons and moves.

use quintet_arena::{Who, level_warning};
use quintet_rules::Player;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::Board;
use crate::look::Look;
use crate::screens::View;
use crate::text::{cut, paragraph};

/// Maximum length of a player's name. Names of external players can be longer.
const WHO_WIDTH: usize = 12;

impl Board {
    pub(super) fn draw_side(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let width = usize::from(area.width) - 1;
        let mut lines = self.players(look);
        if let Some(course) = self.course() {
            let step = course.step();
            let mut lesson = paragraph(step.idea, width, 0, Style::new());
            lesson.push(Line::default());
            lesson.extend(paragraph(step.todo, width, 0, look.cursor()));
            let position = self.session.position();
            let left = position.instructions().left;
            if left.one.is_some() || left.two.is_some() {
                lesson.push(Line::default());
                lesson.extend(lines);
            }
            frame.render_widget(Paragraph::new(lesson), area);
            return;
        }
        let mut add = |text: &str, style: Style| {
            lines.push(Line::default());
            lines.extend(paragraph(text, width, 0, style));
        };
        if let Some(task) = self.task() {
            let (grade, facts) = (task.puzzle.grade().name(), task.puzzle.facts());
            add(
                &format!("{}, {grade}. {facts}", task.wanted.title),
                Style::new(),
            );
        }
        let is_solved = view.library.is_solved(self.session.variant());
        if let Some(warning) = level_warning(is_solved, &self.session.players) {
            add(&warning, look.quiet());
        }
        if self.session.is_persons_turn() {
            add(
                &self.session.position().instructions().how_to_move,
                look.quiet(),
            );
        }
        if self.session.is_open() {
            let (position, is_viewers) = (self.session.position(), self.is_viewers_turn());
            for (text, style) in self.insight.why(position, look, is_viewers) {
                add(&text, style);
            }
        }
        lines.push(Line::default());
        let room = usize::from(area.height).saturating_sub(lines.len());
        lines.extend(self.move_list(room, look, width));
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// The players, whose turn it is, the score of a match, and the supplies.
    fn players(&self, look: Look) -> Vec<Line<'static>> {
        let session = &self.session;
        let position = session.position();
        let score = if session.is_open() {
            session.score_before()
        } else {
            session.score()
        };
        let has_score = score.games() > 0 && self.task().is_none();
        let left = position.instructions().left;
        let line = |player: Player| {
            let is_next = session.is_open() && position.to_move() == player;
            let who = match &session.players[player] {
                Who::Human if session.players.one != session.players.two => " you".to_owned(),
                _ if self.course().is_some() => String::new(),
                who => format!(" {}", cut(who.name(), WHO_WIDTH, look)),
            };
            let score = if has_score {
                format!("  {} won", score.won[player])
            } else {
                String::new()
            };
            let left = left[player].as_ref();
            let left = left.map_or(String::new(), |left| format!("  {left}"));
            Line::from(vec![
                Span::styled(if is_next { "> " } else { "  " }, look.title()),
                Span::styled(session.variant().name(player), look.player(player)),
                Span::raw(who),
                Span::styled(score, look.quiet()),
                Span::styled(left, look.quiet()),
            ])
        };
        Player::BOTH.map(line).to_vec()
    }

    /// The last moves, two per line; moves that were taken back are dimmed.
    fn move_list(&self, room: usize, look: Look, width: usize) -> Vec<Line<'static>> {
        let (plies, cursor) = (self.session.plies(), self.session.cursor());
        let style = |n: usize| {
            if n < cursor {
                Style::new()
            } else {
                look.quiet()
            }
        };
        let numbered = plies.iter().enumerate();
        let moves: Vec<_> = numbered.map(|(n, ply)| (&ply.mv, style(n))).collect();
        let column = (width - 5) / 2;
        let is_long = moves.iter().any(|(mv, _)| mv.len() >= column);
        let in_a_line = if is_long { 1 } else { 2 };
        let line = |(n, part): (usize, &[(&String, Style)])| {
            let number = match (is_long, n % 2) {
                (true, 1) => "     ".to_owned(),
                (true, _) => format!("{:>3}. ", n / 2 + 1),
                (false, _) => format!("{:>3}. ", n + 1),
            };
            let words = part
                .iter()
                .map(|(mv, style)| Span::styled(format!("{mv:<column$}"), *style));
            let number = Span::styled(number, look.quiet());
            [number].into_iter().chain(words).collect::<Line>()
        };
        let lines: Vec<_> = moves.chunks(in_a_line).enumerate().map(line).collect();
        let now = cursor.div_ceil(in_a_line);
        let end = lines.len().min(now.max(room));
        lines[end.saturating_sub(room)..end].to_vec()
    }
}
