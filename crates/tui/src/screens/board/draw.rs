//! The board on the screen, and the mouse on it.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::Constraint::{Length, Min};
use ratatui::layout::{Layout, Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::Board;
use super::commands::Command;
use super::input::Input;
use crate::canvas::Canvas;
use crate::context::Context;
use crate::keys::{Commands, Keymap, Shortcut, shortcuts_with};
use crate::look::Look;
use crate::screens::{Next, Screen, View};
use crate::text::{paragraph, title_of, together};
use crate::worker::Response;

impl Screen for Board {
    fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let middle = view.frame(self.title(view.look), area, frame);
        let (gap, messages) = match (area.height >= 28, self.course()) {
            (true, _) => (1, 4),
            (false, None) => (0, 3),
            // A refusal, and the praise for having tried it.
            (false, Some(_)) => (0, 5),
        };
        let side = if area.width < 80 {
            // A lesson has more text and a smaller board.
            if self.course().is_some() { 25 } else { 23 }
        } else {
            (30 + (area.width - 80) / 4).min(44)
        };
        let [_, upper, messages] =
            Layout::vertical([Length(gap), Min(1), Length(messages)]).areas(middle);
        let [board, _, side] = Layout::horizontal([Min(1), Length(1), Length(side)]).areas(upper);
        self.draw_grid(view.look, board, frame);
        self.draw_side(view, side, frame);
        self.draw_messages(view, messages, frame);
    }

    /// Content that changes while a move is entered or a level thinks.
    fn stable_shortcuts(&self, keymap: &Keymap) -> Vec<Shortcut> {
        let comes_and_goes = |command| {
            matches!(
                command,
                Command::Choose
                    | Command::Stop
                    | Command::StepBack
                    | Command::SkipStep
                    | Command::PreviousStep
                    | Command::Undo
                    | Command::Redo
            )
        };
        shortcuts_with(self, keymap, comes_and_goes)
    }

    /// The cursor follows the mouse; a click touches the cell.
    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Next {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.side.scroll(-1),
            MouseEventKind::ScrollDown => self.side.scroll(1),
            _ => {}
        }
        let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        let is_typing = matches!(self.input, Input::Line(..));
        if !(is_click || mouse.kind == MouseEventKind::Moved) || is_typing {
            return Next::Stay;
        }
        let place = Position::new(mouse.column, mouse.row);
        if let Some(command) = self.side.command_at(place).filter(|_| is_click) {
            return if self.is_available(command) {
                self.run(command, context)
            } else {
                Next::Stay
            };
        }
        if !self.may_move() {
            return Next::Stay;
        }
        let is_cell = self.entry.point(place);
        if is_cell && is_click {
            self.input = Input::Command;
            self.touch(context);
            self.settle(context);
        }
        Next::Stay
    }

    fn tick(&mut self, context: &mut Context) -> Next {
        self.finish_rush(context)
    }

    fn is_timed(&self) -> bool {
        self.is_clock_running()
    }

    fn receive(&mut self, response: &Response, context: &mut Context) {
        self.receive_response(response, context);
    }

    fn pending(&self) -> Vec<u64> {
        self.pending_requests()
    }

    fn board(&self) -> Option<&Board> {
        Some(self)
    }
}

impl Board {
    /// Returns the game, and whose turn it is or how it ended.
    fn title(&self, look: Look) -> Line<'static> {
        let variant = self.session.variant();
        if let Some(course) = self.course() {
            return Line::from(vec![
                Span::styled(format!("Learn {}", title_of(variant)), look.title()),
                Span::raw(format!("   {}", course.place())),
            ]);
        }
        if let Some(retry) = self.retry() {
            return Line::from(vec![
                Span::styled("Learn from your mistakes", look.title()),
                Span::raw(format!(
                    "   {}: mistake {}",
                    title_of(variant),
                    retry.place()
                )),
            ]);
        }
        let outcome = self.session.outcome();
        let (player, what) = match outcome.filter(|_| !self.session.is_open()) {
            Some(outcome) => (outcome.winner, "has won"),
            None => (self.session.position().to_move(), "to move"),
        };
        Line::from(vec![
            Span::styled(title_of(variant), look.title()),
            Span::raw("   "),
            Span::styled(variant.name(player), look.player(player)),
            Span::raw(format!(" {what}")),
        ])
    }

    fn draw_grid(&self, look: Look, area: Rect, frame: &mut Frame) {
        let scene = self.entry.turn.scene();
        let canvas = Canvas::fit(scene, area);
        self.entry.canvas.set(canvas);
        match canvas {
            Some(canvas) => {
                canvas.draw(scene, &self.marks(look), look, frame.buffer_mut());
            }
            None => frame.render_widget(Paragraph::new(" Too small for this board."), area),
        }
    }

    /// Returns the moves that may appear in sentences about this game.
    fn named_moves(&self) -> Vec<String> {
        let line = self.explanation().map_or(&[][..], |known| &known.line);
        let played = self.session.plies().iter().map(|ply| &ply.mv);
        line.iter().chain(played).cloned().collect()
    }

    /// Draws the input line or the step at the cursor, and the last message.
    fn draw_messages(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let width = usize::from(area.width) - 1;
        let waiting = |what: &str| Line::styled(format!(" {}", view.waiting(what)), look.quiet());
        let first = match &self.input {
            Input::Line(prompt, _) => prompt.line(look, area.width),
            _ if self.is_thinking() => {
                let mover = self.session.position().to_move();
                let name = self.session.variant().name(mover);
                waiting(&format!("{name} thinks"))
            }
            _ if self.is_explanation_awaited() => waiting("Computing the values"),
            _ if self.may_move() => self.preview(look),
            _ => Line::default(),
        };
        let mut lines = Vec::new();
        match first.spans.as_slice() {
            [] => {}
            [only] if first.width() > usize::from(area.width) => {
                let style = first.style.patch(only.style);
                lines.extend(paragraph(&only.content, width, 1, style));
            }
            _ => lines.push(first),
        }
        // A lesson has its own ending.
        let is_over = !self.session.is_open() && self.course().is_none();
        let ending = self.session.ending().filter(|_| is_over);
        let ending = ending.unwrap_or_default();
        let said = together(
            &format!("{} {ending}", self.messages.text()),
            &self.named_moves(),
        );
        let style = if self.messages.is_error {
            look.wrong()
        } else if self.course().is_some_and(|course| course.is_done)
            || self.retry().is_some_and(|retry| retry.is_done)
        {
            look.right()
        } else {
            Style::new()
        };
        lines.extend(paragraph(&said, width, 1, style));
        frame.render_widget(Paragraph::new(lines), area);
    }
}
