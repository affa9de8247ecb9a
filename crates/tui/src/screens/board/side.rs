//! The side panel: players, score, supplies, reasons and moves.

use quintet_arena::{Who, level_warning};
use quintet_games::PlayedMove;
use quintet_rules::{PerPlayer, Player};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::Board;
use super::commands::Command;
use crate::look::Look;
use crate::screens::View;
use crate::screens::moves::{ListedMove, MoveList};
use crate::screens::side::Content;
use crate::text::{cut, paragraph};

/// Maximum length of a player's name. Names of external players can be longer.
const WHO_WIDTH: usize = 12;

impl Board {
    pub(super) fn draw_side(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let width = usize::from(area.width) - 1;
        let mut text: Vec<(Line, Option<Command>)> = Vec::new();
        let mut add = |paragraph_text: &str, style: Style, command: Option<Command>| {
            if !text.is_empty() {
                text.push((Line::default(), None));
            }
            let lines = paragraph(paragraph_text, width, 0, style).into_iter();
            text.extend(lines.map(|line| (line, command)));
        };
        if let Some(course) = self.course() {
            let step = course.step();
            add(step.idea, Style::new(), None);
            add(step.todo, look.cursor(), None);
            let left = self.session.position().instructions().left;
            if left.one.is_some() || left.two.is_some() {
                let players = self.players(look).into_iter();
                text.push((Line::default(), None));
                text.extend(players.map(|line| (line, None)));
            }
            return self.draw_panel(Vec::new(), text, Vec::new(), look, area, frame);
        }
        if let Some(retry) = self.retry() {
            add(&retry.story(), look.title(), None);
        }
        if let Some(task) = self.task() {
            for (text, style) in self.puzzle_text(task, view) {
                add(&text, style, None);
            }
        }
        let is_solved = view.library.is_solved(self.session.variant());
        if let Some(warning) = level_warning(is_solved, &self.session.players) {
            add(&warning, look.quiet(), None);
        }
        let why = if self.session.is_open() {
            let (position, is_viewers) = (self.session.position(), self.is_viewers_turn());
            self.insight.why(position, look, is_viewers)
        } else {
            Vec::new()
        };
        if self.session.is_persons_turn() && why.is_empty() && self.retry().is_none() {
            let how_to_move = self.session.position().instructions().how_to_move;
            add(&how_to_move, look.quiet(), None);
        }
        for part in why {
            add(&part.text, part.style, part.reason.map(Command::Reason));
        }
        let listed = |(index, ply): (usize, &PlayedMove)| ListedMove {
            player: self.session.mover_of(index),
            mv: ply.mv.clone(),
            sign: None,
        };
        let moves = self.session.plies().iter().enumerate().map(listed);
        let head = if self.retry().is_some() {
            Vec::new()
        } else {
            self.players(look)
        };
        self.draw_panel(head, text, moves.collect(), look, area, frame);
    }

    fn draw_panel(
        &self,
        head: Vec<Line<'static>>,
        text: Vec<(Line<'static>, Option<Command>)>,
        moves: Vec<ListedMove>,
        look: Look,
        area: Rect,
        frame: &mut Frame,
    ) {
        let variant = self.session.variant();
        let moves = MoveList {
            names: PerPlayer::from_fn(|player| variant.name(player)),
            moves,
            at: self.session.cursor(),
            current: None,
        };
        let content = Content {
            head,
            text,
            moves,
            go_to: |index| Command::GoTo(index + 1),
        };
        self.side.draw(content, look, area, frame);
    }

    /// Returns the players, whose turn it is, the score of a match, and the supplies.
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
}
