//! Drawing of the first screen. Larger terminals show more panels:
//!
//! ```text
//!     games | board        games | board        games  | board | ladder     cards of all games
//!     new   | puzzle       new   |              new    |       |            new    | board | ladder
//!                          puzzle| recent       puzzle |       | recent     puzzle |       | recent
//! ```

use crossterm::event::MouseEvent;
use quintet_arena::{StoredGame, Who};
use quintet_games::number_word;
use quintet_rules::Player;
use ratatui::Frame;
use ratatui::layout::Constraint::{Fill, Length, Min};
use ratatui::layout::{Layout, Rect};
use ratatui::text::{Line, Span};

use super::choice::Field;
use super::{Home, Target};
use crate::context::Context;
use crate::keys::Action;
use crate::screens::panel::draw_lines;
use crate::screens::records::is_unfinished;
use crate::screens::{Next, Screen, View};
use crate::text::paragraph;

/// Width of the columns with lists.
const LEFT: u16 = 32;
const RIGHT: u16 = 50;

/// Height of the panel of the ladder: the opponents and the character of one.
const LADDER_HEIGHT: u16 = Who::LADDER.len() as u16 + 7;

/// Lines for messages.
const MESSAGE_HEIGHT: u16 = 2;

/// The arrangement of the panels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arrangement {
    Small,
    Usual,
    Wide,
    Huge,
}

impl Arrangement {
    fn of(area: Rect) -> Self {
        match (area.width, area.height) {
            (160.., 46..) => Arrangement::Huge,
            (116.., 30..) => Arrangement::Wide,
            (76.., 18..) => Arrangement::Usual,
            _ => Arrangement::Small,
        }
    }
}

impl Screen for Home {
    fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let count = self.choice.games().count();
        let title = Line::from(vec![
            Span::styled("Quintet", look.title()),
            Span::raw(format!(
                "   {} games, every position solved",
                number_word(count)
            )),
        ]);
        let middle = view.frame(title, area, frame);
        self.targets.borrow_mut().clear();
        let heights = [Fill(1), Length(MESSAGE_HEIGHT)];
        let [panels, below] = Layout::vertical(heights).areas(middle);
        let arrangement = Arrangement::of(middle);
        let is_large = matches!(arrangement, Arrangement::Wide | Arrangement::Huge);
        self.shown
            .set([is_large, arrangement != Arrangement::Small]);
        self.draw_panels(arrangement, view, panels, frame);
        draw_lines(self.message_lines(view, area.width), below, frame);
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Next {
        self.click(mouse, context)
    }

    fn pending(&self) -> Vec<u64> {
        let puzzle = self.wanted.iter().map(|(id, _)| *id);
        puzzle.chain(self.daily.pending()).collect()
    }
}

impl Home {
    fn draw_panels(&self, arrangement: Arrangement, view: View, area: Rect, frame: &mut Frame) {
        let listed = Length(self.choice.games().count() as u16 + 2);
        let fields = Length(Field::ALL.len() as u16 + 3);
        match arrangement {
            Arrangement::Small => {
                let widths = [Length(LEFT - 3), Fill(1)];
                let [left, right] = Layout::horizontal(widths).areas(area);
                let [games, new] = Layout::vertical([listed, Min(6)]).areas(left);
                let [board, puzzle] = Layout::vertical([Fill(1), Length(4)]).areas(right);
                self.draw_games(view, games, frame);
                self.draw_fields(view, new, frame);
                self.draw_game(view, board, frame);
                self.draw_puzzle(view, puzzle, frame);
            }
            Arrangement::Usual => {
                let [left, right] = Layout::horizontal([Length(LEFT), Fill(1)]).areas(area);
                let [games, new, puzzle] = Layout::vertical([listed, fields, Fill(1)]).areas(left);
                let recent = Length((area.height / 3).clamp(5, 9));
                let [board, recent] = Layout::vertical([Fill(1), recent]).areas(right);
                self.draw_games(view, games, frame);
                self.draw_fields(view, new, frame);
                self.draw_puzzle(view, puzzle, frame);
                self.draw_game(view, board, frame);
                self.draw_recent(view, recent, frame);
            }
            Arrangement::Wide | Arrangement::Huge => {
                let is_huge = arrangement == Arrangement::Huge;
                let cards = Length(if is_huge { 18 } else { 0 });
                let [cards, area] = Layout::vertical([cards, Fill(1)]).areas(area);
                let more = if is_huge { 14 } else { 0 };
                let widths = [Length(LEFT + more), Fill(1), Length(RIGHT + more)];
                let [left, board, right] = Layout::horizontal(widths).areas(area);
                let listed = if is_huge { Length(0) } else { listed };
                let [games, new, puzzle] = Layout::vertical([listed, fields, Fill(1)]).areas(left);
                let [ladder, recent] =
                    Layout::vertical([Length(LADDER_HEIGHT), Fill(1)]).areas(right);
                if is_huge {
                    self.draw_cards(view, cards, frame);
                } else {
                    self.draw_games(view, games, frame);
                }
                self.draw_fields(view, new, frame);
                self.draw_puzzle(view, puzzle, frame);
                self.draw_game(view, board, frame);
                self.draw_ladder(view, ladder, frame);
                self.draw_recent(view, recent, frame);
            }
        }
    }

    pub(super) fn add_target(&self, area: Rect, target: Target) {
        self.targets.borrow_mut().push((area, target));
    }

    /// Makes each line of an area clickable.
    pub(super) fn add_rows(&self, area: Rect, count: usize, target: impl Fn(usize) -> Target) {
        for (n, y) in (area.y..area.bottom()).take(count).enumerate() {
            let row = Rect {
                y,
                height: 1,
                ..area
            };
            self.add_target(row, target(n));
        }
    }

    /// Returns the message, or advice for the next step.
    fn message_lines(&self, view: View, width: u16) -> Vec<Line<'static>> {
        let look = view.look;
        let (text, style) = match (view.save_error, self.message.as_str()) {
            (_, message) if !message.is_empty() => (message.to_owned(), look.cursor()),
            (Some(error), _) => (
                format!("{error} Games and progress are lost when you quit."),
                look.wrong(),
            ),
            (None, _) => (self.advice(view), look.cursor()),
        };
        paragraph(&text, usize::from(width) - 2, 1, style)
    }

    fn advice(&self, view: View) -> String {
        let key = |action| view.keymap.name(action);
        let listing = self.choice.listing();
        let (saved, learn) = (view.saved, key(Action::Learn));
        let has_played = |game: &StoredGame| game.record.variant().id() == listing.id;
        if let Some(game) = saved.games.iter().find(|game| is_unfinished(&game.record)) {
            let name = game.record.variant().listing().name;
            return format!(
                "Press {} to continue your game of {name}.",
                key(Action::Continue)
            );
        }
        if saved.games.is_empty() && saved.lessons.is_empty() {
            let opponent = Player::BOTH.map(|player| self.choice.seats()[player].clone());
            let against = opponent.iter().find(|who| **who != Who::Human);
            let against = against.map_or(String::new(), |who| format!(" against {who}"));
            return format!(
                "Welcome! Press {} to play {}{against}, or {learn} to learn it in a minute.",
                key(Action::Choose),
                listing.name
            );
        }
        if saved.lessons.contains(listing.id) || saved.games.iter().any(has_played) {
            return String::new();
        }
        format!(
            "New to {}? Press {learn} to learn it in a minute.",
            listing.name
        )
    }
}
