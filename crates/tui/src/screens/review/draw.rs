//! The review on the screen.

use quintet_arena::verdict;
use quintet_games::find;
use quintet_rules::Player;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::ReviewScreen;
use crate::canvas::{Canvas, Mark};
use crate::look::{Look, sign};
use crate::screens::{View, wrapped};

impl ReviewScreen {
    pub(crate) fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let variant = self.record.variant();
        let name = find(variant.id()).map_or(variant.id(), |listing| listing.name);
        let title = Line::from(vec![
            Span::styled(format!("Review of {name} {}", variant.size()), look.title()),
            Span::raw(format!("   after {} of {} moves", self.at, self.last())),
        ]);
        let middle = view.frame(title, area, frame);
        let half = if area.height >= 28 { 3 } else { 1 };
        let [upper, graph] =
            Layout::vertical([Constraint::Min(1), Constraint::Length(2 * half + 2)]).areas(middle);
        let side = if area.width >= 80 { 34 } else { 26 };
        let [board, _, side] = Layout::horizontal([
            Constraint::Min(1),
            Constraint::Length(1),
            Constraint::Length(side),
        ])
        .areas(upper);
        let position = self.position();
        let scene = position.scene();
        if let Some(canvas) = Canvas::fit(&scene, board) {
            let mut marks = vec![Mark::default(); scene.cells.len()];
            for cell in self
                .next_move()
                .and_then(|mv| position.marks(mv))
                .unwrap_or_default()
            {
                marks[cell].is_picked = true;
            }
            canvas.draw(&scene, &marks, look, frame.buffer_mut());
        }
        let words = self.words(view, usize::from(side.width) - 1);
        frame.render_widget(Paragraph::new(words), side);
        if let Some(review) = &self.review {
            let lines = super::graph::lines(review, self.at, usize::from(half), graph.width, look);
            frame.render_widget(Paragraph::new(lines), graph);
        }
    }

    /// What comes next: in the better line, or in the game.
    fn next_move(&self) -> Option<&str> {
        match self.followed {
            Some(followed) => self.better_line().get(followed).map(String::as_str),
            None => self.record.plies().get(self.at).map(|ply| ply.mv.as_str()),
        }
    }

    /// What was played here and what would have been better.
    fn words(&self, view: View, width: usize) -> Vec<Line<'static>> {
        let look = view.look;
        let paragraph = |text: &str, style: Style| {
            let wrapped = wrapped(text, width).into_iter();
            wrapped.map(move |line| Line::styled(line, style))
        };
        let Some(review) = &self.review else {
            return paragraph(&view.waiting("Looking at the game"), look.quiet()).collect();
        };
        let mut lines = Vec::new();
        let variant = self.record.variant();
        match self.played() {
            Some(mv) => {
                let text = format!("{} plays {}", variant.name(mv.player), mv.mv);
                lines.extend(paragraph(&text, look.player(mv.player)));
                if mv.is_mistake() {
                    let (before, after) = (sign(mv.before), sign(mv.after));
                    let text = format!(
                        "A mistake: {} before ({before}), {} after it ({after}).",
                        verdict(mv.before),
                        verdict(mv.after)
                    );
                    lines.extend(paragraph(&text, look.wrong()));
                } else {
                    let text = format!("It {} ({}).", verdict(mv.after), sign(mv.after));
                    lines.extend(paragraph(&text, look.value(mv.after)));
                }
            }
            None => lines.extend(paragraph("The end of the game.", look.title())),
        }
        lines.extend(self.better(look, width));
        lines.push(Line::default());
        lines.extend(accuracies(self, review, look));
        lines
    }

    /// The better line, with the move that comes next in it.
    fn better(&self, look: Look, width: usize) -> Vec<Line<'static>> {
        let line = self.better_line();
        if line.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![
            Line::default(),
            Line::styled("Better, with best play:", look.title()),
            Line::default(),
        ];
        let mut used = 0;
        for (n, mv) in line.iter().enumerate() {
            let comma = if n + 1 == line.len() { "" } else { ", " };
            if used + mv.len() + 1 > width {
                // The rest can be seen by following it.
                if lines.len() == 6 {
                    break;
                }
                lines.push(Line::default());
                used = 0;
            }
            used += mv.len() + comma.len();
            let style = if self.followed == Some(n) {
                look.chosen()
            } else {
                Style::new()
            };
            let last = lines.last_mut().expect("there is a line");
            last.push_span(Span::styled(mv.clone(), style));
            last.push_span(Span::raw(comma));
        }
        lines
    }
}

/// How many decisions each player got right.
fn accuracies(
    screen: &ReviewScreen,
    review: &quintet_arena::Review,
    look: Look,
) -> Vec<Line<'static>> {
    let accuracy = review.accuracy();
    let line = |player: Player| {
        let percent = accuracy[player]
            .percent()
            .map_or("nothing to err in".to_owned(), |percent| {
                format!("accuracy {percent} %")
            });
        Line::from(vec![
            Span::styled(screen.record.variant().name(player), look.player(player)),
            Span::raw(format!(" {percent}")),
        ])
    };
    Player::BOTH.map(line).to_vec()
}
