//! Beside the board: who plays, the score, what is left, the truth when asked for, and the moves.

use quintet_arena::Who;
use quintet_rules::Player;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::Board;
use crate::look::Look;
use crate::text::wrapped;

impl Board {
    pub(super) fn draw_side(&self, look: Look, area: Rect, frame: &mut Frame) {
        let width = usize::from(area.width) - 1;
        let mut lines = self.players(look);
        let mut paragraph = |text: &str, style: Style| {
            lines.push(Line::default());
            let wrapped = wrapped(text, width).into_iter();
            lines.extend(wrapped.map(|line| Line::styled(line, style)));
        };
        if let Some(task) = self.task() {
            let puzzle = &task.puzzle;
            let text = format!(
                "{}, {}: a win in {} moves of both players; {} other moves.",
                task.title,
                puzzle.grade().name(),
                puzzle.distance,
                puzzle.alternatives
            );
            paragraph(&text, Style::new());
        }
        if self.game.is_humans_turn() {
            paragraph(&self.game.position().how_to_move(), look.quiet());
        }
        if self.insight.shows_why && !self.game.is_over() {
            match self.truth() {
                Some(truth) => {
                    let style = look.value(truth.analysis.value);
                    paragraph(&format!("Why: {}.", truth.reason), style);
                    if !truth.line.is_empty() {
                        paragraph(&format!("Best: {}", short_line(&truth.line)), Style::new());
                    }
                }
                None => paragraph("Why: ...", look.quiet()),
            }
        }
        lines.push(Line::default());
        let room = usize::from(area.height).saturating_sub(lines.len());
        lines.extend(self.move_list(room, look, width));
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// Who plays, whose turn it is, in a match the score, and what each has left.
    fn players(&self, look: Look) -> Vec<Line<'static>> {
        let variant = self.game.position().variant();
        let won = self.game.won();
        let has_score = won.one + won.two > 0 && self.task().is_none();
        let line = |player: Player| {
            let is_next = !self.game.is_over() && self.game.position().to_move() == player;
            let who = match self.game.who[player] {
                Who::Human if self.game.who.one != self.game.who.two => "you".to_owned(),
                who => who.to_string(),
            };
            let score = if has_score {
                format!("  {} won", won[player])
            } else {
                String::new()
            };
            let left = self.game.position().left(player);
            let left = left.map_or(String::new(), |left| format!("  {left}"));
            Line::from(vec![
                Span::styled(if is_next { "> " } else { "  " }, look.title()),
                Span::styled(variant.name(player), look.player(player)),
                Span::raw(format!(" {who}")),
                Span::styled(score, look.quiet()),
                Span::styled(left, look.quiet()),
            ])
        };
        Player::BOTH.map(line).to_vec()
    }

    /// The last moves, two to a line, and how many could be played again.
    fn move_list(&self, room: usize, look: Look, width: usize) -> Vec<Line<'static>> {
        let plies = self.game.plies();
        let played = plies.iter().map(|ply| (&ply.mv, Style::new()));
        let taken = self.game.taken_back().map(|mv| (mv, look.quiet()));
        let moves: Vec<_> = played.chain(taken).collect();
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
        let now = plies.len().div_ceil(in_a_line);
        let end = lines.len().min(now.max(room));
        lines[end.saturating_sub(room)..end].to_vec()
    }
}

/// The beginning of a line of play.
fn short_line(line: &[String]) -> String {
    const SHOWN: usize = 8;
    let mut moves: Vec<&str> = line.iter().take(SHOWN).map(String::as_str).collect();
    if line.len() > SHOWN {
        moves.push("...");
    }
    moves.join(", ")
}
