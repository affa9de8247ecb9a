//! The stored games: unfinished ones to continue, and the history.

use std::cell::RefCell;

use crossterm::event::MouseEvent;
use quintet_arena::{GameResult, Record, StoredGame};
use quintet_games::count;
use quintet_rules::Player;
use ratatui::Frame;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::Preview;
use crate::context::Context;
use crate::keys::{Action, Binding, Commands, binding, direction};
use crate::look::Look;
use crate::screens::page::Page;
use crate::screens::panel::{List, Panel, draw_lines, spread};
use crate::screens::review::ReviewScreen;
use crate::screens::{Next, Screen, View};
use crate::text::{cut, paragraph};

/// The list of stored games.
#[derive(Debug)]
pub(crate) struct GameList {
    games: Vec<StoredGame>,
    list: List,
    /// True if a removal awaits confirmation.
    is_removing: bool,
    /// The preview of a game, by its id.
    preview: RefCell<Option<(String, Preview)>>,
}

/// A command of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Continue,
    Review,
    Up,
    Down,
    PageUp,
    PageDown,
    Remove,
    Help,
    Close,
}

pub(crate) const KEYS: &[Binding<Command>] = &[
    binding(Command::Continue, &[Action::Choose], "continue"),
    binding(Command::Review, &[Action::Choose], "review"),
    binding(Command::Review, &[Action::Review], "review"),
    direction(Command::Up, &[Action::Up], "game above"),
    direction(Command::Down, &[Action::Down], "game below"),
    direction(Command::PageUp, &[Action::PageUp], "page up"),
    direction(Command::PageDown, &[Action::PageDown], "page down"),
    binding(Command::Remove, &[Action::Remove], "remove"),
    binding(Command::Help, &[Action::Help], "help"),
    binding(Command::Close, &[Action::Quit, Action::Back], "close"),
];

/// True for a game that can be continued.
pub(crate) fn is_unfinished(record: &Record) -> bool {
    record.result() == GameResult::Unfinished
}

/// Describes the result for the person if only one player is a person, such as "you won".
pub(crate) fn result_of(record: &Record) -> (String, Option<bool>) {
    let GameResult::Won(winner) = record.result() else {
        return ("unfinished".to_owned(), None);
    };
    let [one, two] = Player::BOTH.map(|player| record.is_person(player));
    if one == two {
        return (format!("Player {} won", winner.number()), None);
    }
    let has_won = record.is_person(winner);
    let words = if has_won { "you won" } else { "you lost" };
    (words.to_owned(), Some(has_won))
}

/// Describes the players, such as "against easy".
pub(crate) fn players_of(record: &Record) -> String {
    let [one, two] = Player::BOTH.map(|player| record.is_person(player));
    let [first, second] = Player::BOTH.map(|player| record.players[player].as_str());
    match (one, two) {
        (true, false) => format!("against {second}"),
        (false, true) => format!("against {first}"),
        (true, true) if [first, second] == ["human"; 2] => "two people".to_owned(),
        _ => format!("{first} against {second}"),
    }
}

/// Returns a game on one line.
pub(crate) fn row_of(record: &Record, look: Look, width: u16) -> Line<'static> {
    let (result, has_won) = result_of(record);
    let style = match has_won {
        _ if is_unfinished(record) => look.cursor(),
        Some(true) => look.right(),
        Some(false) => look.wrong(),
        None => Style::new(),
    };
    let name = format!(" {:<16} ", record.variant().listing().name);
    let date = if width >= 56 {
        format!("  {} ", record.date)
    } else {
        " ".to_owned()
    };
    let result = format!("{result:<10}");
    let room = usize::from(width).saturating_sub(name.len() + result.len() + date.len() + 1);
    // The preview names the players as well.
    let players = match room {
        ..10 => String::new(),
        room => cut(&players_of(record), room, look),
    };
    spread(
        vec![Span::raw(name), Span::styled(players, look.quiet())],
        vec![
            Span::styled(result, style),
            Span::styled(date, look.quiet()),
        ],
        width,
    )
}

impl GameList {
    /// Lists the stored games, with one of them selected.
    pub(crate) fn new(context: &Context, selected: usize) -> Self {
        let mut list = List::default();
        list.selected = selected;
        GameList {
            games: context.saved.games.clone(),
            list,
            is_removing: false,
            preview: RefCell::default(),
        }
    }

    fn selected(&self) -> Option<&StoredGame> {
        self.games.get(self.list.selected)
    }

    fn act(&mut self, command: Command, context: &mut Context) -> Next {
        let Some(game) = self.selected().cloned() else {
            return Next::Stay;
        };
        if command == Command::Continue {
            return Next::Continue(game.id);
        }
        let records = vec![(*game.record).clone()];
        Next::Open(Box::new(ReviewScreen::of_opened(records, context)))
    }

    fn remove(&mut self, context: &mut Context) {
        let Some(id) = self.selected().map(|game| game.id.clone()) else {
            return;
        };
        self.games.retain(|game| game.id != id);
        context.saved.games.retain(|game| game.id != id);
        self.list.step(0, self.games.len());
    }
}

impl Commands for GameList {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        KEYS
    }

    fn is_available(&self, command: Command) -> bool {
        let game = self.selected();
        match command {
            Command::Continue => game.is_some_and(|game| is_unfinished(&game.record)),
            Command::Review | Command::Remove => game.is_some(),
            Command::Up | Command::PageUp => self.list.selected > 0,
            Command::Down | Command::PageDown => self.list.selected + 1 < self.games.len(),
            Command::Help | Command::Close => true,
        }
    }

    fn run(&mut self, command: Command, context: &mut Context) -> Next {
        let was_removing = std::mem::take(&mut self.is_removing);
        let count = self.games.len();
        match command {
            Command::Continue | Command::Review => return self.act(command, context),
            Command::Up => self.list.step(-1, count),
            Command::Down => self.list.step(1, count),
            Command::PageUp => self.list.step(-self.list.page(), count),
            Command::PageDown => self.list.step(self.list.page(), count),
            Command::Remove if was_removing => self.remove(context),
            Command::Remove => self.is_removing = true,
            Command::Help => return Next::Open(Box::new(Page::help(self, context))),
            Command::Close => return Next::Close,
        }
        Next::Stay
    }
}

impl Screen for GameList {
    fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let title = Line::from(vec![
            Span::styled("Your games", look.title()),
            Span::raw("   unfinished games continue where you left them"),
        ]);
        let middle = view.frame(title, area, frame);
        let widths = if area.width < 100 {
            [Fill(1), Length(28)]
        } else {
            [Fill(3), Fill(2)]
        };
        let [left, right] = Layout::horizontal(widths).areas(middle);
        let note = Line::styled(count(self.games.len(), "game"), look.quiet());
        let list = Panel::new("Games").focused(true).note(note);
        let list = list.draw(look, left, frame);
        let rows = self.games.iter();
        let rows: Vec<Line> = rows
            .map(|game| row_of(&game.record, look, list.width))
            .collect();
        if rows.is_empty() {
            let text = "The games that you play appear here.";
            draw_lines(
                paragraph(text, usize::from(list.width), 1, look.quiet()),
                list,
                frame,
            );
        }
        self.list.draw(&rows, look, list, frame);
        self.draw_preview(look, right, frame);
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Next {
        if self.list.mouse(mouse) {
            let command = match self.selected() {
                Some(game) if is_unfinished(&game.record) => Command::Continue,
                _ => Command::Review,
            };
            return self.act(command, context);
        }
        Next::Stay
    }
}

impl GameList {
    fn draw_preview(&self, look: Look, area: Rect, frame: &mut Frame) {
        let Some(game) = self.selected() else {
            Panel::new("Preview").draw(look, area, frame);
            return;
        };
        let mut stored = self.preview.borrow_mut();
        if stored.as_ref().is_none_or(|(id, _)| *id != game.id) {
            *stored = Some((game.id.clone(), Preview::of(&game.record)));
        }
        let Some((_, preview)) = stored.as_ref() else {
            return;
        };
        let mut inside = Panel::new(preview.title()).draw(look, area, frame);
        if self.is_removing {
            let width = usize::from(inside.width);
            let text = "Press the key again to remove this game from the list.";
            let lines = paragraph(text, width, 0, look.wrong());
            let height = lines.len() as u16;
            draw_lines(lines, inside, frame);
            inside.y += height;
            inside.height = inside.height.saturating_sub(height);
        }
        preview.draw(look, inside, frame);
    }
}
