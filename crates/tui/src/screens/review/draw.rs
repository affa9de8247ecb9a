//! Drawing of a review.

use quintet_arena::{Accuracy, GameResult, Review, Session, Turn};
use quintet_games::escape_up_to;
use ratatui::Frame;
use ratatui::layout::Constraint::{Length, Min};
use ratatui::layout::{Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{Line as Other, Origin, ReviewScreen};
use crate::canvas::{Canvas, Mark};
use crate::context::Context;
use crate::look::Look;
use crate::screens::{Screen, View};
use crate::text::{flowed, paragraph, title_of, together};
use crate::worker::{Response, ResponseBody};

impl Screen for ReviewScreen {
    fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let name = title_of(self.record().variant());
        let last = self.record().plies().len();
        let title = Line::from(vec![
            Span::styled(format!("Review of {name}"), look.title()),
            Span::raw(format!("   after {} of {last} moves", self.at)),
        ]);
        let middle = view.frame(title, area, frame);
        let half = if area.height >= 28 { 3 } else { 1 };
        let [upper, graph] = Layout::vertical([Min(1), Length(2 * half + 2)]).areas(middle);
        let side = if area.width >= 80 { 34 } else { 26 };
        let [board, _, side] = Layout::horizontal([Min(1), Length(1), Length(side)]).areas(upper);
        self.draw_board(look, board, frame);
        frame.render_widget(Paragraph::new(self.words(view, side)), side);
        if let Some(review) = self.review() {
            let lines = super::graph::lines(review, self.at, usize::from(half), graph.width, look);
            frame.render_widget(Paragraph::new(lines), graph);
        }
    }

    fn receive(&mut self, response: &Response, context: &mut Context) {
        let review = match &response.body {
            ResponseBody::Review(review) => review,
            ResponseBody::Explanation(known) => {
                self.insight.receive(response.id, known);
                return self.settle(context);
            }
            ResponseBody::Move(_)
            | ResponseBody::NoMove(_)
            | ResponseBody::Consequence(_)
            | ResponseBody::Puzzle(_) => return,
        };
        for game in &mut self.games {
            game.lookup.receive(response.id, review);
        }
        // After a game, jump to the first mistake unless the user has already moved.
        if let (Origin::Board, 0) = (self.origin, self.at) {
            let first = self.mistakes().next();
            self.at = first.unwrap_or(0);
        }
        self.settle(context);
    }

    fn pending(&self) -> Vec<u64> {
        let asked = self.games.iter().map(|game| game.lookup.pending());
        asked.flatten().chain(self.insight.pending()).collect()
    }

    /// A variation is stored at the move where it leaves the game.
    fn tried(&mut self, line: &Session) {
        let moves = line.played().get(self.at..).unwrap_or_default();
        let moves: Vec<String> = moves.iter().map(|ply| ply.mv.clone()).collect();
        let played = self.record().plies()[self.at..].iter().map(|ply| &ply.mv);
        if !moves.is_empty() && !played.take(moves.len()).eq(&moves) {
            self.followed = Some((Other::Tried, moves.len()));
            let at = self.at;
            self.games[self.shown].tried.insert(at, moves);
        }
    }
}

impl ReviewScreen {
    fn draw_board(&self, look: Look, area: Rect, frame: &mut Frame) {
        let session = self.session();
        let position = session.position();
        let scene = position.scene();
        let Some(canvas) = Canvas::fit(&scene, area) else {
            return;
        };
        let mut marks = vec![Mark::default(); scene.cells.len()];
        let next = session.plies().get(session.cursor());
        for cell in next.into_iter().flat_map(|ply| &ply.marks) {
            marks[*cell].is_picked = true;
        }
        for cell in position.ending().into_iter().flat_map(|end| end.cells) {
            marks[cell].is_winning = true;
        }
        let turn = Turn::new(position.boxed());
        let is_viewers = is_viewers(&session);
        self.insight.mark(&turn, &[], look, is_viewers, &mut marks);
        canvas.draw(&scene, &marks, look, frame.buffer_mut());
    }

    /// The move played here and, once available, a better one.
    fn words(&self, view: View, area: Rect) -> Vec<Line<'static>> {
        let (look, width) = (view.look, usize::from(area.width) - 1);
        let mut lines = Vec::new();
        let plies = self.record().plies().iter();
        let moves: Vec<String> = plies.map(|ply| ply.mv.clone()).collect();
        let mut add = |text: &str, style: Style| {
            lines.extend(paragraph(&together(text, &moves), width, 0, style));
        };
        if let Origin::Records | Origin::Opened = self.origin {
            add(&self.headline(), look.quiet());
            add("", look.quiet());
        }
        let record = self.record();
        for comment in self.comments() {
            add(&comment, look.quiet());
            add("", look.quiet());
        }
        if self.at < record.plies().len() {
            let session = record.session();
            let style = look.player(session.mover_of(self.at));
            add(&session.sentence_of(self.at), style);
        } else {
            if record.result() != GameResult::Unfinished {
                add("The end of the game.", look.title());
            }
            add(&record.ending(), Style::new());
        }
        if let Some(mv) = self.played() {
            let (what, style) = if mv.is_mistake {
                ("A mistake", look.wrong())
            } else {
                ("Value", look.value(mv.after))
            };
            add(&format!("{what}: {}.", mv.words), style);
        }
        let session = self.session();
        for part in self
            .insight
            .why(session.position(), look, is_viewers(&session))
        {
            add("", look.quiet());
            add(&part.text, part.style);
        }
        let last = match self.review() {
            Some(review) => Self::accuracies(review, look, width),
            None => paragraph(&view.waiting("Looking at the game"), width, 0, look.quiet()),
        };
        let used = lines.len() + 1 + last.len();
        let room = usize::from(area.height).saturating_sub(used);
        lines.extend(self.other_lines(look, width, room));
        lines.extend((room > 2).then(Line::default));
        lines.extend(last);
        lines
    }

    /// Number, players, date and result of the game.
    fn headline(&self) -> String {
        let record = self.record();
        let number = match self.games.len() {
            1 => String::new(),
            count => format!("Game {} of {count}: ", self.shown + 1),
        };
        number + &record.headline()
    }

    /// The record's comment on the last move.
    fn comments(&self) -> Vec<String> {
        let record = self.record();
        let last = self.at.checked_sub(1).map(|last| &record.plies()[last].mv);
        let after = last.map_or(String::new(), |mv| format!("{mv}: "));
        let comment =
            |comment: &String| format!("{after}{{{}}}", escape_up_to(1000, comment.trim()));
        let comments = record.comments.get(&self.at).into_iter().flatten();
        comments.map(comment).collect()
    }

    /// The better line and the tried line, in about `height` lines. If only one fits,
    /// the one being followed is shown.
    fn other_lines(&self, look: Look, width: usize, room: usize) -> Vec<Line<'static>> {
        let better = self.other_line(Other::Better, "Better, with best play:", look, width);
        let tried = self.other_line(Other::Tried, "You tried:", look, width);
        let is_tried = matches!(self.followed, Some((Other::Tried, _)));
        let [first, then] = if is_tried {
            [tried, better]
        } else {
            [better, tried]
        };
        // Following the line shows the remainder.
        let share = if then.is_empty() { 6 } else { 4 };
        let mut lines: Vec<Line> = first.into_iter().take(room.clamp(3, share)).collect();
        let left = room.saturating_sub(lines.len());
        if left >= 3 {
            lines.extend(then.into_iter().take(left.min(share)));
        }
        lines
    }

    /// A line that leaves the game here, with its next move.
    fn other_line(
        &self,
        which: Other,
        title: &'static str,
        look: Look,
        width: usize,
    ) -> Vec<Line<'static>> {
        let line = self.line(which);
        if line.is_empty() {
            return Vec::new();
        }
        let group = |(n, mv): (usize, &String)| {
            let comma = if n + 1 == line.len() { "" } else { ", " };
            let is_next = self.followed == Some((which, n));
            let style = if is_next { look.chosen() } else { Style::new() };
            vec![Span::styled(mv.clone(), style), Span::raw(comma)]
        };
        let moves = flowed(line.iter().enumerate().map(group), width);
        let title = Line::styled(title, look.title());
        [Line::default(), title].into_iter().chain(moves).collect()
    }

    /// The number of correct decisions of each player.
    fn accuracies(review: &Review, look: Look, width: usize) -> Vec<Line<'static>> {
        let lines = |accuracy: &Accuracy| {
            paragraph(&accuracy.words, width, 0, look.player(accuracy.player))
        };
        review.accuracy.iter().flat_map(lines).collect()
    }
}

/// True if the player to move is the user.
fn is_viewers(session: &Session) -> bool {
    session.is_persons_turn() || !session.has_person()
}
