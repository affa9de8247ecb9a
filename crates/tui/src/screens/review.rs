//! After the game: where the result changed hands.

use quintet_arena::{Contest, Record, Review, verdict};
use quintet_games::{AnyPosition, one_word};
use quintet_rules::Player;
use quintet_solver::Value;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::board::replayed;
use super::{draw_bar, draw_title, parts};
use crate::canvas::{Canvas, Mark};
use crate::keys::{self, Command};
use crate::look::Look;

/// A game looked at again.
#[derive(Debug)]
pub(crate) struct ReviewScreen {
    record: Record,
    review: Option<Review>,
    /// The number of the question for the review.
    pub(crate) open: u64,
    /// How many moves have been made in the position that is shown.
    at: usize,
}

impl ReviewScreen {
    pub(crate) fn new(record: Record, open: u64) -> Self {
        ReviewScreen {
            at: 0,
            record,
            review: None,
            open,
        }
    }

    pub(crate) fn take(&mut self, review: Review) {
        self.review = Some(review);
        self.next_mistake();
    }

    pub(crate) fn is_waiting(&self) -> bool {
        self.review.is_none()
    }

    fn last(&self) -> usize {
        self.record.plies().len()
    }

    fn mistakes(&self) -> Vec<usize> {
        let moves = self
            .review
            .iter()
            .flat_map(|review| review.moves.iter().enumerate());
        moves
            .filter(|(_, mv)| mv.is_mistake())
            .map(|(n, _)| n)
            .collect()
    }

    pub(crate) fn is_possible(&self, command: Command) -> bool {
        match command {
            Command::Left | Command::First => self.at > 0,
            Command::Right | Command::Last => self.at < self.last(),
            Command::NextMistake => !self.mistakes().is_empty(),
            _ => true,
        }
    }

    pub(crate) fn obey(&mut self, command: Command) {
        match command {
            Command::Left => self.at = self.at.saturating_sub(1),
            Command::Right => self.at = (self.at + 1).min(self.last()),
            Command::First => self.at = 0,
            Command::Last => self.at = self.last(),
            Command::NextMistake => self.next_mistake(),
            _ => {}
        }
    }

    /// Goes to the position before the next mistake; after the last one, to the first.
    fn next_mistake(&mut self) {
        let mistakes = self.mistakes();
        let next = mistakes
            .iter()
            .find(|ply| **ply > self.at)
            .or(mistakes.first());
        self.at = next.copied().unwrap_or(self.at);
    }

    fn position(&self) -> &dyn AnyPosition {
        match self.at.checked_sub(1) {
            Some(last) => &*self.record.plies()[last].position,
            None => self.record.start(),
        }
    }

    /// The game up to the position that is shown, to be played on.
    pub(crate) fn contest_from_here(&self) -> Contest {
        let moves: Vec<_> = self.record.plies()[..self.at]
            .iter()
            .map(|ply| ply.mv.clone())
            .collect();
        replayed(self.record.start(), &moves)
    }

    pub(crate) fn draw(&self, look: Look, area: Rect, frame: &mut Frame) {
        let parts = parts(area);
        let title = format!(
            "Review  {:?}  move {} of {}",
            self.record.variant(),
            self.at,
            self.last()
        );
        draw_title(&title, look, parts.title, frame);
        let [upper, graph] =
            Layout::vertical([Constraint::Min(1), Constraint::Length(5)]).areas(parts.middle);
        let [board, side] =
            Layout::horizontal([Constraint::Min(1), Constraint::Length(30)]).areas(upper);
        let scene = self.position().scene();
        if let Some(canvas) = Canvas::fit(&scene, board) {
            canvas.draw(&scene, &self.marks(), look, frame.buffer_mut());
        }
        frame.render_widget(
            Paragraph::new(self.words(look)).wrap(Wrap { trim: false }),
            side,
        );
        self.draw_graph(look, graph, frame);
        draw_bar(
            keys::REVIEW,
            |command| self.is_possible(command),
            look,
            parts.bar,
            frame,
        );
    }

    fn marks(&self) -> Vec<Mark> {
        let position = self.position();
        let mut marks = vec![Mark::default(); position.scene().cells.len()];
        if let Some(next) = self.record.plies().get(self.at) {
            for cell in position.touches(&next.mv).unwrap_or_default() {
                marks[cell].is_picked = true;
            }
        }
        marks
    }

    /// What was played here and what would have been better.
    fn words(&self, look: Look) -> Vec<Line<'static>> {
        let Some(review) = &self.review else {
            return vec![Line::raw("looking at the game ...")];
        };
        let variant = self.record.variant();
        let mut lines = Vec::new();
        if let Some(mv) = review.moves.get(self.at) {
            let name = variant.name(mv.player);
            lines.push(Line::from(vec![
                Span::styled(name.to_owned(), look.player(mv.player)),
                Span::raw(format!(" plays {}", mv.mv)),
            ]));
            if mv.is_mistake() {
                lines.push(Line::styled("A mistake:", look.wrong()));
                lines.push(Line::raw(format!(
                    "{} became {}.",
                    verdict(mv.before),
                    verdict(mv.after)
                )));
                if let Some(better) = &mv.better {
                    lines.push(Line::raw(format!("Better: {better}")));
                    let line: Vec<_> = mv
                        .better_line
                        .iter()
                        .take(8)
                        .map(|mv| one_word(mv))
                        .collect();
                    lines.push(Line::raw(line.join(" ")));
                }
            } else {
                lines.push(Line::raw(format!("{}.", verdict(mv.after))));
            }
        } else {
            lines.push(Line::raw("The end."));
        }
        lines.push(Line::default());
        let accuracy = review.accuracy();
        for player in Player::BOTH {
            let percent = accuracy[player]
                .percent()
                .map_or("-".to_owned(), |percent| format!("{percent} %"));
            lines.push(Line::raw(format!(
                "{}: accuracy {percent}",
                variant.name(player)
            )));
        }
        lines
    }

    /// Three rows, from Player 1's view: won, even, lost; a column for each move, `!` for a mistake.
    fn draw_graph(&self, look: Look, area: Rect, frame: &mut Frame) {
        let Some(review) = &self.review else { return };
        let heights: Vec<usize> = review
            .moves
            .iter()
            .map(|mv| height(mv.after, mv.player))
            .collect();
        let room = usize::from(area.width).saturating_sub(12).max(1);
        let from = (self.at + 1).saturating_sub(room);
        let mut lines = Vec::new();
        for (row, label) in ["1 wins", "even", "2 wins"].iter().enumerate() {
            let mut spans = vec![Span::styled(format!(" {label:>8} "), look.quiet())];
            for (n, height) in heights.iter().enumerate().skip(from).take(room) {
                let text = match (*height == row, review.moves[n].is_mistake()) {
                    (true, true) => "!",
                    (true, false) => "#",
                    _ => look.dot(),
                };
                let style = if n == self.at {
                    look.chosen()
                } else {
                    look.value(review.moves[n].after)
                };
                spans.push(Span::styled(text.to_owned(), style));
            }
            lines.push(Line::from(spans));
        }
        frame.render_widget(Paragraph::new(lines), area);
    }
}

/// The row of the graph: 0 if Player 1 wins, 2 if Player 2 does, 1 for all else.
fn height(value: Option<Value>, player: Player) -> usize {
    match (value, player) {
        (Some(Value::Win(_)), Player::One) | (Some(Value::Loss(_)), Player::Two) => 0,
        (Some(Value::Win(_)), Player::Two) | (Some(Value::Loss(_)), Player::One) => 2,
        _ => 1,
    }
}
