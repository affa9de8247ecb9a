//! The screens, and what they have in common.

pub(crate) mod board;
pub(crate) mod home;
mod insight;
pub(crate) mod opening;
pub(crate) mod page;
mod paths;
pub(crate) mod prompt;
pub(crate) mod review;

use crossterm::event::MouseEvent;
use quintet_arena::{Library, Session};
use quintet_games::Variant;
use ratatui::Frame;
use ratatui::layout::Constraint::{Length, Min};
use ratatui::layout::{Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use self::board::Board;
use crate::context::Context;
use crate::keys::{Keyed, Offer};
use crate::look::Look;
use crate::text::flowed;
use crate::thinker::Answer;

/// A screen of the app. What its keys do is said by [`Commands`](crate::keys::Commands).
pub(crate) trait Screen: Keyed {
    fn draw(&self, view: View, area: Rect, frame: &mut Frame);

    /// Whether the screen below is seen around it.
    fn is_overlay(&self) -> bool {
        false
    }

    /// What the help bar must have room for, so that the screen does not change with what is possible just now.
    fn lasting_offers(&self) -> Vec<Offer> {
        self.offers()
    }

    fn mouse(&mut self, _mouse: MouseEvent, _context: &mut Context) {}

    /// Takes an answer, if it is to a question of this screen that is still open.
    fn take(&mut self, _answer: &Answer, _context: &mut Context) {}

    /// The numbers of the questions whose answers are awaited.
    fn awaited(&self) -> Vec<u64> {
        Vec::new()
    }

    /// The board that it shows.
    fn board(&self) -> Option<&Board> {
        None
    }

    /// A board that was opened above this screen is left: another line of the game that is shown was tried there.
    fn tried(&mut self, _line: &Session) {}

    /// The game that can be continued after the screen has been left.
    fn into_game(self: Box<Self>) -> Option<Board> {
        None
    }
}

/// Where a command leads.
pub(crate) enum Next {
    /// Nowhere else.
    Stay,
    /// To another screen above this one.
    Open(Box<dyn Screen>),
    /// To the screen below.
    Close,
    /// To a board, in place of all screens but the first.
    Play(Box<Board>),
    /// To a puzzle, as soon as it is found.
    Puzzle(Wanted),
    /// To the first screen, which says this.
    Home(Option<String>),
    /// Out of the app.
    Quit,
}

/// A puzzle that is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) variant: &'static dyn Variant,
    pub(crate) seed: u64,
    pub(crate) title: String,
    /// The day of which it is the puzzle.
    pub(crate) day: Option<String>,
}

impl Wanted {
    /// Any puzzle of a game.
    pub(crate) fn any(variant: &'static dyn Variant, seed: u64) -> Self {
        Wanted {
            variant,
            seed,
            title: "Puzzle".to_owned(),
            day: None,
        }
    }
}

/// What the app tells a screen that is drawn.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) look: Look,
    /// What is known of the games.
    pub(crate) library: &'a Library,
    /// The screen whose keys the help bar shows.
    pub(crate) top: &'a dyn Screen,
    /// How far long work has come, from 0 to 1.
    pub(crate) share: f64,
}

impl View<'_> {
    /// Shows the title and the help bar, which takes the lines that it needs, and gives what is left between them.
    pub(crate) fn frame(self, title: Line, area: Rect, frame: &mut Frame) -> Rect {
        let lasting = bar(&self.top.lasting_offers(), self.look, area.width);
        let bar = bar(&self.top.offers(), self.look, area.width);
        let height = bar.len().max(lasting.len());
        let heights = [Length(1), Min(1), Length(height as u16)];
        let [title_area, middle, bar_area] = Layout::vertical(heights).areas(area);
        let mut spans = vec![Span::raw(" ")];
        spans.extend(title.spans);
        frame.render_widget(Paragraph::new(Line::from(spans)), title_area);
        frame.render_widget(Paragraph::new(bar), bar_area);
        middle
    }

    /// What is shown while something is being waited for.
    pub(crate) fn waiting(self, what: &str) -> String {
        if self.share > 0.0 && self.share < 1.0 {
            format!("{what}, {:.0} % done", 100.0 * self.share)
        } else {
            format!("{what} ...")
        }
    }
}

/// Shows a line below the title, over what is there.
pub(crate) fn draw_over(line: Line, area: Rect, frame: &mut Frame) {
    let below_title = Rect {
        y: area.y + 1,
        height: 1,
        ..area
    };
    frame.render_widget(Clear, below_title);
    frame.render_widget(Paragraph::new(line), below_title);
}

/// What is possible right now, in lines of this width. Directions explain themselves and are left to the help page.
fn bar(offers: &[Offer], look: Look, width: u16) -> Vec<Line<'static>> {
    let shown = offers.iter().filter(|offer| !offer.is_direction);
    let group = |offer: &Offer| {
        let key = Span::styled(offer.names().swap_remove(0), look.key());
        let what = Span::styled(format!(" {} ", offer.what), look.quiet());
        vec![Span::raw(" "), key, what]
    };
    flowed(shown.map(group), usize::from(width))
}
