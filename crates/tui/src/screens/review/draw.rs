//! Drawing of a review.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use quintet_arena::{Accuracy, GameResult, MoveSign, Review, Session, Turn, sign};
use quintet_games::{PlayedMove, escape_up_to};
use quintet_rules::PerPlayer;
use ratatui::Frame;
use ratatui::layout::Constraint::{Length, Min};
use ratatui::layout::{Layout, Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::commands::Command;
use super::{Line as Other, Origin, ReviewScreen};
use crate::canvas::{Canvas, Mark};
use crate::context::Context;
use crate::keys::{Commands, Keymap, Shortcut, shortcuts_with};
use crate::look::Look;
use crate::screens::insight::mark_claim;
use crate::screens::moves::{ListedMove, MoveList};
use crate::screens::side::Content;
use crate::screens::{Next, Screen, View};
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
        let (half, gap) = if area.height >= 28 { (3, 1) } else { (1, 0) };
        let heights = [Min(1), Length(2 * half + 1 + gap)];
        let [upper, graph] = Layout::vertical(heights).areas(middle);
        let side = if area.width < 80 {
            26
        } else {
            (34 + (area.width - 80) / 4).min(48)
        };
        let [board, _, side] = Layout::horizontal([Min(1), Length(1), Length(side)]).areas(upper);
        self.draw_board(look, board, frame);
        let content = Content {
            head: self.head(look, usize::from(side.width) - 1),
            text: self.words(view, side),
            moves: self.move_list(look),
            go_to: Command::GoTo,
        };
        self.side.draw(content, look, side, frame);
        if let Some(review) = self.review() {
            let half = usize::from(half);
            let (lines, columns) = super::graph::lines(review, self.at, half, graph.width, look);
            frame.render_widget(Paragraph::new(lines), graph);
            self.graph.replace((graph, columns));
        }
    }

    /// Returns all commands, so that the layout is the same at each move.
    fn stable_shortcuts(&self, keymap: &Keymap) -> Vec<Shortcut> {
        shortcuts_with(self, keymap, |_| true)
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

    /// A click goes to a move of the list or the graph, or chooses a reason.
    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Next {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.side.scroll(-1),
            MouseEventKind::ScrollDown => self.side.scroll(1),
            MouseEventKind::Down(MouseButton::Left) => {
                let place = Position::new(mouse.column, mouse.row);
                let command = self.side.command_at(place);
                let command = command.or_else(|| self.bar_at(place).map(Command::GoTo));
                if let Some(command) = command.filter(|command| self.is_available(*command)) {
                    return self.run(command, context);
                }
            }
            _ => {}
        }
        Next::Stay
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
    /// Returns the move whose bar is at a screen position.
    fn bar_at(&self, place: Position) -> Option<usize> {
        let (graph, columns) = &*self.graph.borrow();
        let column = place.x.saturating_sub(graph.x);
        let mut bars = columns.iter().filter(|_| graph.contains(place));
        let bar = bars.find(|(_, range)| range.contains(&column));
        bar.map(|(index, _)| *index)
    }

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
        if let Some(claim) = self.insight.drawn_reason(position) {
            mark_claim(claim, scene.columns, look, &mut marks);
        }
        canvas.draw(&scene, &marks, look, frame.buffer_mut());
    }

    /// Returns the record, for a game from a file.
    fn head(&self, look: Look, width: usize) -> Vec<Line<'static>> {
        match self.origin {
            Origin::Board => Vec::new(),
            Origin::Records | Origin::Opened => paragraph(&self.headline(), width, 0, look.quiet()),
        }
    }

    /// Returns the moves with their signs and, once available, values.
    fn move_list(&self, look: Look) -> MoveList {
        let record = self.record();
        let reviewed = self.review().map_or(&[][..], |review| &review.moves);
        let listed = |(index, ply): (usize, &PlayedMove)| {
            let sign = reviewed.get(index).map(|mv| {
                let style = match mv.sign {
                    Some(MoveSign::Good) => look.right(),
                    Some(_) => look.wrong(),
                    None => look.quiet(),
                };
                let mark = mv.sign.map_or("", MoveSign::text);
                (format!("{:<2} {}", mark, sign(mv.after)), style)
            });
            ListedMove {
                player: record.session().mover_of(index),
                mv: ply.mv.clone(),
                sign,
            }
        };
        let plies = record.plies();
        MoveList {
            names: PerPlayer::from_fn(|player| record.variant().name(player)),
            moves: plies.iter().enumerate().map(listed).collect(),
            at: plies.len(),
            current: Some(self.at),
        }
    }

    /// Returns the move played here, its value, other lines and the reasons.
    fn words(&self, view: View, area: Rect) -> Vec<(Line<'static>, Option<Command>)> {
        let (look, width) = (view.look, usize::from(area.width) - 1);
        let mut lines: Vec<(Line, Option<Command>)> = Vec::new();
        let record = self.record();
        let moves: Vec<String> = record.plies().iter().map(|ply| ply.mv.clone()).collect();
        let mut add = |text: &str, style: Style, command: Option<Command>| {
            let text = paragraph(&together(text, &moves), width, 0, style);
            lines.extend(text.into_iter().map(|line| (line, command)));
        };
        for comment in self.comments() {
            add(&comment, look.quiet(), None);
            add("", look.quiet(), None);
        }
        if self.at < record.plies().len() {
            let session = record.session();
            let style = look.player(session.mover_of(self.at));
            add(&session.sentence_of(self.at), style, None);
        } else {
            if record.result() != GameResult::Unfinished {
                add("The end of the game.", look.title(), None);
            }
            add(&record.ending(), Style::new(), None);
        }
        if let Some(mv) = self.played() {
            let (what, style) = if mv.is_mistake {
                ("A mistake", look.wrong())
            } else {
                ("Value", look.value(mv.after))
            };
            add(&format!("{what}: {}.", mv.words), style, None);
        }
        let session = self.session();
        for part in self
            .insight
            .why(session.position(), look, is_viewers(&session))
        {
            add("", look.quiet(), None);
            add(&part.text, part.style, part.reason.map(Command::Reason));
        }
        let better = self.other_line(Other::Better, "Better, with best play:", look, width);
        let tried = self.other_line(Other::Tried, "You tried:", look, width);
        let others = match self.followed {
            Some((Other::Tried, _)) => [tried, better],
            _ => [better, tried],
        };
        let others = others.into_iter().flatten();
        lines.extend(others.map(|line| (line, None)));
        let last = match self.review() {
            Some(review) => Self::accuracies(review, look, width),
            None => paragraph(&view.waiting("Reviewing the game"), width, 0, look.quiet()),
        };
        lines.push((Line::default(), None));
        lines.extend(last.into_iter().map(|line| (line, None)));
        lines
    }

    /// Returns the number, players, date and result of the game.
    fn headline(&self) -> String {
        let record = self.record();
        let number = match self.games.len() {
            1 => String::new(),
            count => format!("Game {} of {count}: ", self.shown + 1),
        };
        number + &record.headline()
    }

    /// Returns the record's comment on the last move.
    fn comments(&self) -> Vec<String> {
        let record = self.record();
        let last = self.at.checked_sub(1).map(|last| &record.plies()[last].mv);
        let after = last.map_or(String::new(), |mv| format!("{mv}: "));
        let comment =
            |comment: &String| format!("{after}{{{}}}", escape_up_to(1000, comment.trim()));
        let comments = record.comments.get(&self.at).into_iter().flatten();
        comments.map(comment).collect()
    }

    /// Returns a line that leaves the game here, with its next move.
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

    /// Returns the number of correct decisions of each player.
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
