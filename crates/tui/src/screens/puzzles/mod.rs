//! Puzzles: the calendar of daily puzzles, more puzzles of a game, the rush, and all progress.

mod calendar;
mod draw;
mod rush;

use std::cell::Cell;

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use quintet_arena::{Rush, game_of_day};
use quintet_games::{Catalogue, Listing, Variant};
use ratatui::layout::{Position, Rect};

pub(crate) use rush::{KEYS as REPORT, RushReport};

use super::page::Page;
use super::{Next, WantedPuzzle};
use crate::context::Context;
use crate::keys::{Action, Binding, Commands, binding, direction};

/// The screen of puzzles.
#[derive(Debug)]
pub(crate) struct Puzzles {
    catalogue: Catalogue,
    today: String,
    /// The selected day, at most today.
    day: String,
    /// The game of the puzzles without a day.
    variant: &'static dyn Variant,
    /// The areas of the days of the month and of the other rows in the last frame.
    targets: Cell<Targets>,
}

/// Clickable areas.
#[derive(Clone, Copy, Debug, Default)]
struct Targets {
    /// The first row of days, from Monday on.
    days: Rect,
    /// The rows with commands.
    rows: Rect,
}

/// A command of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    PlayDay,
    /// Selects another day.
    Days(i64),
    NextMonth,
    PreviousMonth,
    Puzzle,
    Game,
    Rush,
    Help,
    Close,
}

pub(crate) const KEYS: &[Binding<Command>] = &[
    binding(Command::PlayDay, &[Action::Choose], "solve"),
    direction(Command::Days(-7), &[Action::Up], "week before"),
    direction(Command::Days(7), &[Action::Down], "week after"),
    direction(Command::Days(-1), &[Action::Left], "day before"),
    direction(Command::Days(1), &[Action::Right], "day after"),
    binding(Command::PreviousMonth, &[Action::PageUp], "previous month"),
    binding(Command::NextMonth, &[Action::PageDown], "next month"),
    binding(Command::Puzzle, &[Action::Next], "new puzzle"),
    binding(Command::Game, &[Action::Switch], "other game"),
    binding(Command::Rush, &[Action::Rush], "rush"),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::Close, &[Action::Quit, Action::Back], "home"),
];

/// Distance of two days in the calendar, in columns.
const DAY_WIDTH: u16 = 4;

/// The commands of the rows next to the calendar. The daily puzzle has two rows.
const ROWS: [Command; 5] = [
    Command::PlayDay,
    Command::PlayDay,
    Command::Puzzle,
    Command::Game,
    Command::Rush,
];

/// Returns the game of a daily puzzle.
pub(crate) fn game_of(day: &str, catalogue: Catalogue) -> &'static dyn Variant {
    let listings: Vec<&'static Listing> = catalogue.iter().collect();
    let number = game_of_day(day, listings.len()).unwrap_or(0);
    listings[number].standard()
}

impl Puzzles {
    /// Selects today, and a game for more puzzles.
    pub(crate) fn new(variant: &'static dyn Variant, context: &Context) -> Self {
        Puzzles {
            catalogue: context.catalogue,
            today: context.date.clone(),
            day: context.date.clone(),
            variant,
            targets: Cell::default(),
        }
    }

    /// Selects the next game, at its standard size.
    fn change_game(&mut self) {
        let id = self.variant.id();
        let games = self.catalogue.iter();
        let mut later = games.clone().skip_while(|listing| listing.id != id);
        let next = later.nth(1).or_else(|| games.clone().next());
        self.variant = next.map_or(self.variant, Listing::standard);
    }

    /// Returns the day at a screen position.
    fn day_at(&self, place: Position) -> Option<String> {
        let area = self.targets.get().days;
        let days = calendar::days_of_month(&self.day);
        let (row, column) = (place.y.checked_sub(area.y)?, place.x.checked_sub(area.x)?);
        let place = usize::from(row) * 7 + usize::from(column / DAY_WIDTH);
        let at = place.checked_sub(calendar::weekday(&days[0]))?;
        let day = days.get(at).filter(|_| column < 7 * DAY_WIDTH)?;
        (*day <= self.today).then(|| day.clone())
    }
}

impl Commands for Puzzles {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        KEYS
    }

    fn is_available(&self, command: Command) -> bool {
        let changed = |day: String| day != self.day;
        match command {
            Command::Days(by) => changed(calendar::shifted(&self.day, by, &self.today)),
            Command::NextMonth => changed(calendar::month_later(&self.day, true, &self.today)),
            Command::PreviousMonth => changed(calendar::month_later(&self.day, false, &self.today)),
            _ => true,
        }
    }

    fn run(&mut self, command: Command, context: &mut Context) -> Next {
        match command {
            Command::PlayDay => {
                let variant = game_of(&self.day, self.catalogue);
                return Next::Puzzle(WantedPuzzle::of_day(variant, self.day.clone()));
            }
            Command::Days(by) => self.day = calendar::shifted(&self.day, by, &self.today),
            Command::NextMonth => {
                self.day = calendar::month_later(&self.day, true, &self.today);
            }
            Command::PreviousMonth => {
                self.day = calendar::month_later(&self.day, false, &self.today);
            }
            Command::Puzzle => {
                let seed = context.next_seed();
                return Next::Puzzle(WantedPuzzle::any(self.variant, seed));
            }
            Command::Game => self.change_game(),
            Command::Rush => return Next::Puzzle(new_rush(context)),
            Command::Help => return Next::Open(Box::new(Page::help(self, context))),
            Command::Close => return Next::Close,
        }
        Next::Stay
    }
}

/// Returns the first puzzle of a new rush of all games.
pub(crate) fn new_rush(context: &mut Context) -> WantedPuzzle {
    let rush = Rush {
        seed: context.next_seed(),
        games: context.catalogue.iter().map(Listing::standard).collect(),
    };
    WantedPuzzle::of_rush(&rush, 0)
}

impl Puzzles {
    /// A click selects a day or runs the command of a row; a second click on a day opens its puzzle.
    fn click(&mut self, mouse: MouseEvent, context: &mut Context) -> Next {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return Next::Stay;
        }
        let place = Position::new(mouse.column, mouse.row);
        if let Some(day) = self.day_at(place) {
            if day == self.day {
                return self.run(Command::PlayDay, context);
            }
            self.day = day;
            return Next::Stay;
        }
        let rows = self.targets.get().rows;
        let row = usize::from(place.y.saturating_sub(rows.y));
        match ROWS.get(row).filter(|_| rows.contains(place)) {
            Some(command) => self.run(*command, context),
            None => Next::Stay,
        }
    }
}
