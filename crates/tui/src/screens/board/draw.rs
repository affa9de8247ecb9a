//! The board on the screen.

use quintet_arena::Who;
use quintet_games::one_word;
use quintet_rules::Player;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::{Board, Entry};
use crate::canvas::{Canvas, Mark};
use crate::keys;
use crate::look::{Look, sign};
use crate::screens::{draw_bar, draw_title, parts};

impl Board {
    /// Draws the screen. `share` says how far a table has come that is being computed.
    pub(crate) fn draw(&self, look: Look, share: f64, area: Rect, frame: &mut Frame) {
        let parts = parts(area);
        let variant = self.position().variant();
        draw_title(
            &format!("{variant:?}  {}", self.turn()),
            look,
            parts.title,
            frame,
        );
        let side = if area.width >= 76 { 28 } else { 22 };
        let [board, side] =
            Layout::horizontal([Constraint::Min(1), Constraint::Length(side)]).areas(parts.middle);
        let [board, said] =
            Layout::vertical([Constraint::Min(1), Constraint::Length(3)]).areas(board);
        self.draw_grid(look, board, frame);
        self.draw_said(look, share, said, frame);
        self.draw_side(look, side, frame);
        draw_bar(
            keys::BOARD,
            |command| self.is_possible(command),
            look,
            parts.bar,
            frame,
        );
    }

    /// Whose turn it is, or how the game ended.
    fn turn(&self) -> String {
        let position = self.position();
        let variant = position.variant();
        if let Some(outcome) = self.contest.outcome() {
            return format!("{} has won", variant.name(outcome.winner));
        }
        let mover = position.to_move();
        format!("{} to move ({})", variant.name(mover), self.who[mover])
    }

    fn draw_grid(&self, look: Look, area: Rect, frame: &mut Frame) {
        let scene = self.position().scene();
        let canvas = Canvas::fit(&scene, area);
        self.canvas.set(canvas);
        match canvas {
            Some(canvas) => canvas.draw(&scene, &self.marks(look), look, frame.buffer_mut()),
            None => frame.render_widget(Paragraph::new("Too small for this board."), area),
        }
    }

    fn marks(&self, look: Look) -> Vec<Mark> {
        let position = self.position();
        let mut marks = vec![Mark::default(); position.scene().cells.len()];
        for cell in self.targets() {
            marks[cell].is_target = true;
        }
        for cell in &self.picked {
            marks[*cell].is_picked = true;
        }
        for cell in self.last_touched() {
            marks[cell].is_last = true;
        }
        if self.is_humans_turn() {
            marks[self.cursor].is_cursor = true;
        }
        if let Some(truth) = self.current_truth().filter(|_| self.shows_values) {
            // Moves come best first, so the first that touches a cell is the best there.
            for mv in &truth.analysis.moves {
                let touched = position.touches(&mv.mv).unwrap_or_default();
                let next = touched
                    .starts_with(&self.picked)
                    .then(|| touched.get(self.picked.len()));
                if let Some(Some(cell)) = next
                    && marks[*cell].note.is_none()
                {
                    marks[*cell].note = Some((sign(mv.value), look.value(mv.value)));
                }
            }
        }
        marks
    }

    /// The cells of the last move.
    fn last_touched(&self) -> Vec<usize> {
        let plies = self.contest.plies();
        let Some(last) = plies.last() else {
            return Vec::new();
        };
        let before = match plies.len().checked_sub(2) {
            Some(before) => &*plies[before].position,
            None => self.contest.start(),
        };
        before.touches(&last.mv).unwrap_or_default()
    }

    /// What is being typed, what the cursor would do, and what was said last.
    fn draw_said(&self, look: Look, share: f64, area: Rect, frame: &mut Frame) {
        let line = match &self.entry {
            Some(Entry::Move(text)) => Line::raw(format!(" move: {text}_")),
            Some(Entry::SaveAs(text)) => Line::raw(format!(" save as: {text}_")),
            None if self.open_move.is_some() || self.open_truth.is_some() => {
                Line::styled(waiting(share), look.quiet())
            }
            None if self.is_humans_turn() => Line::styled(
                format!(" {}", self.preview(self.cursor).unwrap_or_default()),
                look.title(),
            ),
            None => Line::default(),
        };
        let ending = self.ending();
        let said = if self.message.is_empty() {
            ending.unwrap_or_default()
        } else {
            self.message.clone()
        };
        let text = vec![line, Line::raw(format!(" {}", said.replace('\n', " ")))];
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }), area);
    }

    fn ending(&self) -> Option<String> {
        let position = self.position();
        match self.contest.resigned() {
            Some(player) => Some(position.variant().resigned(player)),
            None => position.ending(),
        }
    }

    /// Beside the board: who plays, the score, the moves, and the truth when asked for.
    fn draw_side(&self, look: Look, area: Rect, frame: &mut Frame) {
        let mut lines = Vec::new();
        let variant = self.position().variant();
        for player in Player::BOTH {
            let turn = if !self.is_over() && self.position().to_move() == player {
                ">"
            } else {
                " "
            };
            lines.push(Line::from(vec![
                Span::raw(turn),
                Span::styled(variant.name(player).to_owned(), look.player(player)),
                Span::raw(format!(" {}", self.who[player])),
            ]));
        }
        if self.won.one + self.won.two > 0 {
            lines.push(Line::raw(format!(
                " score {} : {}",
                self.won.one, self.won.two
            )));
        }
        if self.is_humans_turn() {
            let how = self.position().how_to_move();
            lines.extend(
                wrapped(&how, usize::from(area.width) - 1)
                    .into_iter()
                    .map(|line| Line::styled(line, look.quiet())),
            );
        }
        if self.shows_why
            && let Some(truth) = self.current_truth()
        {
            lines.push(Line::default());
            for text in [
                format!("Why: {}.", truth.reason),
                format!("Best: {}", short_line(&truth.line)),
            ] {
                lines.extend(
                    wrapped(&text, usize::from(area.width) - 1)
                        .into_iter()
                        .map(Line::raw),
                );
            }
        }
        lines.push(Line::default());
        let room = usize::from(area.height).saturating_sub(lines.len());
        lines.extend(self.move_list(room));
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// The last moves, two to a line.
    fn move_list(&self, room: usize) -> Vec<Line<'static>> {
        let moves: Vec<String> = self
            .contest
            .plies()
            .iter()
            .map(|ply| one_word(&ply.mv))
            .collect();
        let lines: Vec<_> = moves
            .chunks(2)
            .enumerate()
            .map(|(n, pair)| {
                let second = pair.get(1).map_or("", String::as_str);
                Line::raw(format!("{:>3}. {:<10} {second}", n + 1, pair[0]))
            })
            .collect();
        lines[lines.len().saturating_sub(room)..].to_vec()
    }

    /// Who plays, for the app.
    pub(crate) fn who(&self) -> [Who; 2] {
        [self.who.one, self.who.two]
    }
}

fn waiting(share: f64) -> String {
    if share > 0.0 && share < 1.0 {
        format!(" solving the game, {:.0} % ...", 100.0 * share)
    } else {
        " thinking ...".to_owned()
    }
}

/// The beginning of a line of play.
fn short_line(line: &[String]) -> String {
    const SHOWN: usize = 8;
    let mut words: Vec<_> = line.iter().take(SHOWN).map(|mv| one_word(mv)).collect();
    if line.len() > SHOWN {
        words.push("...".to_owned());
    }
    words.join(" ")
}

/// A text in lines of at most so many characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if !line.is_empty() && line.len() + 1 + word.len() > width {
            lines.push(format!(" {word}"));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines
}
