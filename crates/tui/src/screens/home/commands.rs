//! Commands of the first screen.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use quintet_arena::{Who, ladder};
use ratatui::layout::Position;

use super::choice::Field;
use super::{Focus, Home, Target};
use crate::context::Context;
use crate::keys::{Action, Binding, Commands, binding, direction};
use crate::screens::board::Board;
use crate::screens::page::Page;
use crate::screens::puzzles::{self, Puzzles};
use crate::screens::records::{Browser, GameList, is_unfinished};
use crate::screens::review::ReviewScreen;
use crate::screens::{Next, WantedPuzzle};

/// A command of the first screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Stop,
    Play,
    /// Continues or reviews the selected recent game.
    OpenGame,
    /// Plays against the selected opponent of the ladder.
    PlayRung,
    Continue,
    Up,
    Down,
    Left,
    Right,
    NextPanel,
    Learn,
    Rules,
    Daily,
    Puzzles,
    Swap,
    Games,
    Open,
    Help,
    Quit,
}

pub(crate) const KEYS: &[Binding<Command>] = &[
    binding(Command::Stop, &[Action::Back], "stop"),
    binding(Command::OpenGame, &[Action::Choose], "open the game"),
    binding(Command::PlayRung, &[Action::Choose], "play"),
    binding(Command::Play, &[Action::Choose], "play"),
    binding(Command::Continue, &[Action::Continue], "continue"),
    direction(Command::Up, &[Action::Up], "up"),
    direction(Command::Down, &[Action::Down], "down"),
    direction(Command::Left, &[Action::Left], "change"),
    direction(Command::Right, &[Action::Right], "change"),
    binding(Command::Learn, &[Action::Learn], "learn"),
    binding(Command::Rules, &[Action::Rules], "rules"),
    binding(Command::Daily, &[Action::Daily], "daily"),
    binding(Command::Puzzles, &[Action::Puzzle], "puzzles"),
    binding(Command::NextPanel, &[Action::Switch], "panels"),
    binding(Command::Swap, &[Action::Swap], "swap sides"),
    binding(Command::Games, &[Action::Games], "all games"),
    binding(Command::Open, &[Action::Open], "open"),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::Quit, &[Action::Quit, Action::Back], "quit"),
];

impl Commands for Home {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        KEYS
    }

    fn is_available(&self, command: Command) -> bool {
        let games = self.choice.games().count();
        match command {
            Command::Stop => self.wanted.is_some(),
            Command::OpenGame => self.focus == Focus::Recent && self.games > 0,
            Command::PlayRung => self.focus == Focus::Ladder,
            Command::Continue => self.unfinished.is_some(),
            Command::Up => self.focus != Focus::Games || self.choice.game > 0,
            Command::Down => match self.focus {
                Focus::Games => true,
                Focus::Field(number) => number + 1 < Field::ALL.len(),
                Focus::Ladder => self.rung + 1 < Who::LADDER.len(),
                Focus::Recent => self.recent.selected + 1 < self.games,
            },
            // Moving to a game selects it; the options are to the right.
            Command::Left => self.focus != Focus::Games,
            Command::Right => matches!(self.focus, Focus::Games | Focus::Field(_)) && games > 0,
            Command::Swap => self.choice.is_against_computer(),
            Command::Games => self.games > 0,
            Command::Play
            | Command::NextPanel
            | Command::Learn
            | Command::Rules
            | Command::Daily
            | Command::Puzzles
            | Command::Open
            | Command::Help
            | Command::Quit => true,
        }
    }

    fn run(&mut self, command: Command, context: &mut Context) -> Next {
        if self.wanted.is_none() && command != Command::Help {
            self.message.clear();
        }
        match command {
            Command::Stop => self.wanted = None,
            Command::Play => return Next::Play(Box::new(self.new_game(context))),
            Command::PlayRung => return self.play_rung(context),
            Command::OpenGame => return self.open_game(context),
            Command::Continue => {
                if let Some(id) = self.unfinished.clone() {
                    return Next::Continue(id);
                }
            }
            Command::Up => self.step(-1, context),
            Command::Down => self.step(1, context),
            Command::Left if self.field().is_some() => self.change(false),
            Command::Right if self.field().is_some() => self.change(true),
            Command::Left => self.focus = Focus::Games,
            Command::Right => self.focus = Focus::Field(0),
            Command::NextPanel => self.focus = self.next_panel(),
            Command::Learn => {
                return Next::Play(Box::new(Board::of_lesson(self.choice.listing())));
            }
            Command::Rules => {
                return Next::Open(Box::new(Page::rules(self.choice.listing())));
            }
            Command::Daily => {
                let variant = puzzles::game_of(&context.date, context.catalogue);
                return Next::Puzzle(WantedPuzzle::of_day(variant, context.date.clone()));
            }
            Command::Puzzles => {
                let puzzles = Puzzles::new(self.choice.variant(), context);
                return Next::Open(Box::new(puzzles));
            }
            Command::Swap => self.choice.swap(),
            Command::Games => return Next::Open(Box::new(GameList::new(context, 0))),
            Command::Open => return Next::Open(Box::new(Browser::new(context))),
            Command::Help => return Next::Open(Box::new(Page::help(self, context))),
            Command::Quit => return Next::Quit,
        }
        Next::Stay
    }
}

impl Home {
    fn play_rung(&mut self, context: &mut Context) -> Next {
        let rungs = ladder(self.choice.listing());
        self.choice.choose_opponent(rungs[self.rung].who.clone());
        Next::Play(Box::new(self.new_game(context)))
    }

    /// Continues the selected game if it is unfinished, otherwise reviews it.
    fn open_game(&mut self, context: &mut Context) -> Next {
        let Some(game) = context.saved.games.get(self.recent.selected).cloned() else {
            return Next::Stay;
        };
        if is_unfinished(&game.record) {
            return Next::Continue(game.id);
        }
        let records = vec![(*game.record).clone()];
        Next::Open(Box::new(ReviewScreen::of_opened(records, context)))
    }

    /// Moves the selection up or down. The games and the options of a new game form one column.
    fn step(&mut self, by: isize, context: &Context) {
        let games = self.choice.games().count();
        match self.focus {
            Focus::Games => match self.choice.game.checked_add_signed(by) {
                Some(game) if game < games => self.choose_game(game, context),
                Some(_) => self.focus = Focus::Field(0),
                None => {}
            },
            Focus::Field(number) => match number.checked_add_signed(by) {
                Some(number) if number < Field::ALL.len() => self.focus = Focus::Field(number),
                Some(_) => {}
                None => self.focus = Focus::Games,
            },
            Focus::Ladder => {
                let rung = self.rung.saturating_add_signed(by);
                self.rung = rung.min(Who::LADDER.len() - 1);
            }
            Focus::Recent => self.recent.step(by, self.games),
        }
    }

    fn choose_game(&mut self, game: usize, context: &Context) {
        self.choice.choose(game);
        self.select_next_rung(&context.saved);
    }

    /// Returns the next visible panel with a selection.
    fn next_panel(&self) -> Focus {
        let [has_ladder, has_recent] = self.shown.get();
        let panels = [
            (Focus::Games, true),
            (Focus::Field(0), true),
            (Focus::Ladder, has_ladder),
            (Focus::Recent, has_recent && self.games > 0),
        ];
        let now = match self.focus {
            Focus::Games => 0,
            Focus::Field(_) => 1,
            Focus::Ladder => 2,
            Focus::Recent => 3,
        };
        let later = panels.iter().skip(now + 1).find(|(_, is_shown)| *is_shown);
        later.map_or(Focus::Games, |(focus, _)| *focus)
    }

    /// A click selects a row or changes a field; a second click on a row opens it. The wheel moves the selection.
    pub(super) fn click(&mut self, mouse: MouseEvent, context: &mut Context) -> Next {
        let place = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollUp => self.step(-1, context),
            MouseEventKind::ScrollDown if self.is_available(Command::Down) => {
                self.step(1, context);
            }
            _ => {}
        }
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return Next::Stay;
        }
        let targets = self.targets.borrow();
        let target = targets.iter().find(|(area, _)| area.contains(place));
        let Some(target) = target.map(|(_, target)| *target) else {
            return Next::Stay;
        };
        drop(targets);
        match target {
            Target::Game(game) => {
                self.focus = Focus::Games;
                self.choose_game(game, context);
            }
            Target::Field(number) => {
                self.focus = Focus::Field(number);
                self.change(true);
            }
            Target::Rung(rung) => {
                if (self.focus, self.rung) == (Focus::Ladder, rung) {
                    return self.play_rung(context);
                }
                (self.focus, self.rung) = (Focus::Ladder, rung);
            }
            Target::Recent(game) => {
                if (self.focus, self.recent.selected) == (Focus::Recent, game) {
                    return self.open_game(context);
                }
                self.focus = Focus::Recent;
                self.recent.selected = game;
            }
            Target::Run(command) if self.is_available(command) => {
                return self.run(command, context);
            }
            Target::Run(_) => {}
        }
        Next::Stay
    }
}
