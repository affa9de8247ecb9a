//! The panels of the first screen.

use std::rc::Rc;

use quintet_arena::{First, Opponent, PuzzleProgress, StoredGame, Who, ladder};
use quintet_games::{Listing, Scene, Variant};
use ratatui::Frame;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::choice::{Field, sample};
use super::commands::Command;
use super::{Focus, Home, Target};
use crate::keys::Action;
use crate::saved_state::SavedState;
use crate::screens::panel::{Panel, SMALL_CELL, check, draw_board, draw_lines, pips, spread};
use crate::screens::records::{is_unfinished, row_of};
use crate::screens::{View, puzzles};
use crate::text::{cut, paragraph, title_of};

/// Maximum length of a field's value. Names of external players can be longer.
const VALUE_WIDTH: usize = 13;

impl Home {
    /// Draws the games with the beaten opponents of each.
    pub(super) fn draw_games(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let is_focused = self.focus == Focus::Games;
        let panel = Panel::new("Games").focused(is_focused);
        let inside = panel.draw(look, area, frame);
        let row = |(n, listing): (usize, &'static Listing)| {
            let is_selected = n == self.choice.game;
            let style = match (is_selected, is_focused) {
                (true, true) => look.chosen(),
                (true, false) => look.title(),
                (false, _) => Style::new(),
            };
            let pointer = if is_selected { ">" } else { " " };
            let name = Span::styled(format!(" {:<17} ", listing.name), style);
            spread(
                vec![Span::raw(pointer), name],
                vec![Self::pips(view, listing), Span::raw(" ")],
                inside.width,
            )
        };
        let rows: Vec<Line> = self.choice.games().enumerate().map(row).collect();
        self.add_rows(inside, rows.len(), Target::Game);
        draw_lines(rows, inside, frame);
    }

    /// Returns a sign for each opponent of a game: beaten or not.
    fn pips(view: View, listing: &'static Listing) -> Span<'static> {
        let is_beaten = |who: &Who| {
            let beaten = &view.saved.beaten;
            beaten.contains(&format!("{} {who}", listing.id))
        };
        let count = Who::LADDER.iter().filter(|who| is_beaten(who)).count();
        let style = if count > 0 {
            view.look.right()
        } else {
            view.look.quiet()
        };
        Span::styled(pips(count, Who::LADDER.len(), view.look), style)
    }

    /// Draws all games with a small board each.
    pub(super) fn draw_cards(&self, view: View, area: Rect, frame: &mut Frame) {
        let games: Vec<_> = self.choice.games().collect();
        let widths = vec![Fill(1); games.len()];
        let cards = Layout::horizontal(widths).split(area);
        for (n, (listing, card)) in games.into_iter().zip(cards.iter()).enumerate() {
            let is_selected = n == self.choice.game;
            let is_focused = is_selected && self.focus == Focus::Games;
            let name = if is_selected {
                format!("> {}", listing.name)
            } else {
                listing.name.to_owned()
            };
            let panel = Panel::new(&name).focused(is_focused);
            let panel = panel.note(Self::pips(view, listing));
            let inside = panel.draw(view.look, *card, frame);
            self.add_target(*card, Target::Game(n));
            let text = paragraph(
                listing.summary,
                usize::from(inside.width).saturating_sub(2),
                1,
                view.look.quiet(),
            );
            let heights = [Fill(1), Length(text.len() as u16)];
            let [board, below] = Layout::vertical(heights).areas(inside);
            let scene = self.scene(listing.standard(), None);
            draw_board(&scene, &[], 1, view.look, board, frame);
            draw_lines(text, below, frame);
        }
    }

    /// Draws the options of a new game.
    pub(super) fn draw_fields(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let mut panel = Panel::new("New game").focused(self.field().is_some());
        if self.choice.better_seat().is_some() {
            panel = panel.note(Line::styled("the better side", look.quiet()));
        }
        let inside = panel.draw(look, area, frame);
        let row = |field: Field| {
            let is_selected = self.field() == Some(field);
            let value = cut(&self.shown_value(field), VALUE_WIDTH, look);
            let (value, style) = if is_selected {
                (format!("< {value} >"), look.chosen())
            } else {
                (format!("  {value}  "), look.title())
            };
            Line::from(vec![
                Span::styled(format!("  {:<10}", field.label()), look.quiet()),
                Span::styled(value, style),
            ])
        };
        let mut rows = Field::ALL.map(row).to_vec();
        self.add_rows(inside, rows.len(), Target::Field);
        if usize::from(inside.height) > rows.len() {
            let row = Rect {
                y: inside.y + rows.len() as u16,
                height: 1,
                ..inside
            };
            self.add_target(row, Target::Run(Command::Play));
            let key = view.keymap.name(Action::Choose);
            rows.push(Line::from(vec![
                Span::styled(format!("  {key:<10}"), look.key()),
                Span::raw("  play"),
            ]));
        }
        draw_lines(rows, inside, frame);
    }

    fn shown_value(&self, field: Field) -> String {
        let value = self.choice.value(field);
        match field {
            Field::Player(player) if self.choice.is_against_computer() => {
                match self.choice.seats()[player] {
                    Who::Human => "you".to_owned(),
                    _ => value,
                }
            }
            Field::Begins => match First::from_name(&value) {
                Some(First::Player(player)) => format!("Player {}", player.number()),
                _ => value,
            },
            _ => value,
        }
    }

    /// Draws the selected game: its board, or that of an unfinished game, and its goal.
    pub(super) fn draw_game(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let variant = self.choice.variant();
        let title = title_of(variant);
        let game = Self::unfinished_game(view.saved, variant);
        let mut panel = Panel::new(&title);
        if game.is_some() {
            panel = panel.note(Line::styled("your game", look.cursor()));
        }
        let inside = panel.draw(look, area, frame);
        self.add_target(area, Target::Run(Command::Play));
        let summary = self.choice.listing().summary;
        let width = usize::from(inside.width).saturating_sub(1);
        let text = paragraph(summary, width, 1, look.quiet());
        let heights = [Fill(1), Length(text.len() as u16)];
        let [board, below] = Layout::vertical(heights).areas(inside);
        let last = game.and_then(|game| game.record.session().latest());
        let last = last.map_or(&[][..], |ply| &ply.marks);
        let scene = self.scene(variant, game);
        let highest = if area.height > 30 { 5 } else { SMALL_CELL };
        draw_board(&scene, last, highest, look, board, frame);
        draw_lines(text, below, frame);
    }

    /// Returns the latest unfinished game of a variant.
    fn unfinished_game<'a>(saved: &'a SavedState, variant: &dyn Variant) -> Option<&'a StoredGame> {
        let is_it = |game: &&StoredGame| {
            let other = game.record.variant();
            other.id() == variant.id() && other.size() == variant.size()
        };
        let unfinished = |game: &&StoredGame| is_unfinished(&game.record);
        saved.games.iter().filter(unfinished).find(is_it)
    }

    /// Returns the scene of a stored game, or a sample of a variant.
    fn scene(&self, variant: &'static dyn Variant, game: Option<&StoredGame>) -> Rc<Scene> {
        let key = match game {
            Some(game) => format!("{} {}", game.id, game.record.plies().len()),
            None => title_of(variant),
        };
        let mut scenes = self.scenes.borrow_mut();
        let scene = scenes.entry(key).or_insert_with(|| {
            Rc::new(match game {
                Some(game) => game.record.session().position().scene(),
                None => sample(variant).scene(),
            })
        });
        Rc::clone(scene)
    }

    pub(super) fn draw_puzzle(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let inside = Panel::new("Puzzle of the day").draw(look, area, frame);
        self.add_target(area, Target::Run(Command::Daily));
        let daily = self.daily.ready().and_then(Option::as_ref);
        let variant = puzzles::game_of(view.date, view.library.catalogue());
        let grade = daily.map_or(String::new(), |puzzle| {
            format!(", {}", puzzle.grade().name())
        });
        let text = format!(" {}{grade}", title_of(variant));
        let lines = vec![Line::raw(text), Self::puzzle_state(view, inside.width)];
        let heights = [Fill(1), Length(lines.len() as u16)];
        let [board, below] = Layout::vertical(heights).areas(inside);
        if let Some(puzzle) = daily
            && board.height > 4
        {
            let key = format!("puzzle {}", view.date);
            let mut scenes = self.scenes.borrow_mut();
            let scene = scenes
                .entry(key)
                .or_insert_with(|| Rc::new(puzzle.position.scene()));
            draw_board(scene, &[], SMALL_CELL, look, board, frame);
        }
        draw_lines(lines, below, frame);
    }

    /// Returns the state of the daily puzzle and the streak.
    fn puzzle_state(view: View, width: u16) -> Line<'static> {
        let look = view.look;
        let progress: &PuzzleProgress = &view.saved.puzzles;
        let result = progress.day(view.date);
        let streak = match progress.streak(view.date) {
            0 => String::new(),
            days => format!("{days}-day streak "),
        };
        let key = view.keymap.name(Action::Daily);
        let state = match result {
            Some(result) if result.is_solved() => {
                vec![Span::styled(
                    format!(" {} solved", check(look)),
                    look.right(),
                )]
            }
            Some(result) if !result.is_open() => {
                vec![Span::styled(" solution shown", look.quiet())]
            }
            _ => vec![
                Span::styled(format!(" {key} "), look.key()),
                Span::raw("solve"),
            ],
        };
        spread(state, vec![Span::styled(streak, look.title())], width)
    }

    /// Draws the opponents of the selected game, and the character of the selected one.
    pub(super) fn draw_ladder(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let listing = self.choice.listing();
        let is_focused = self.focus == Focus::Ladder;
        let title = format!("Opponents in {}", listing.name);
        let panel = Panel::new(&title).focused(is_focused);
        let inside = panel.draw(look, area, frame);
        let rungs = ladder(listing);
        let row = |(n, rung): (usize, &Opponent)| {
            let key = format!("{} {}", listing.id, rung.who);
            let is_beaten = view.saved.beaten.contains(&key);
            let sign = if is_beaten { check(look) } else { " " };
            let style = match (n == self.rung, is_focused) {
                (true, true) => look.chosen(),
                (true, false) => look.title(),
                (false, _) => Style::new(),
            };
            let pointer = if n == self.rung { ">" } else { " " };
            let note = if is_beaten { "beaten " } else { "" };
            spread(
                vec![
                    Span::raw(pointer),
                    Span::styled(format!(" {sign} "), look.right()),
                    Span::styled(format!("{:<8}", rung.title), style),
                ],
                vec![Span::styled(note, look.right())],
                inside.width,
            )
        };
        let mut lines: Vec<Line> = rungs.iter().enumerate().map(row).collect();
        self.add_rows(inside, lines.len(), Target::Rung);
        let selected = &rungs[self.rung];
        let text = format!("{} {}", selected.about, selected.sees);
        lines.push(Line::default());
        let width = usize::from(inside.width).saturating_sub(1);
        lines.extend(paragraph(&text, width, 1, look.quiet()));
        draw_lines(lines, inside, frame);
    }

    /// Draws the games played last.
    pub(super) fn draw_recent(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let is_focused = self.focus == Focus::Recent;
        let mut panel = Panel::new("Recent games").focused(is_focused);
        if self.games > 0 {
            let key = view.keymap.name(Action::Games);
            panel = panel.note(Line::from(vec![
                Span::styled(key, look.key()),
                Span::styled(" all", look.quiet()),
            ]));
        }
        let inside = panel.draw(look, area, frame);
        let top = Rect { height: 1, ..area };
        self.add_target(top, Target::Run(Command::Games));
        let games = &view.saved.games;
        if games.is_empty() {
            let text = "Your games appear here. You can continue or review them.";
            let width = usize::from(inside.width).saturating_sub(1);
            draw_lines(paragraph(text, width, 1, look.quiet()), inside, frame);
            return;
        }
        // Rows above the visible ones are not needed.
        let shown = usize::from(inside.height).max(self.recent.selected + 1);
        let games = games.iter().take(shown);
        let rows: Vec<Line> = games
            .map(|game| row_of(&game.record, look, inside.width))
            .collect();
        let top = rows.len().saturating_sub(usize::from(inside.height));
        let count = rows.len() - top;
        self.add_rows(inside, count, |n| Target::Recent(top + n));
        draw_lines(rows.into_iter().skip(top).collect(), inside, frame);
        if is_focused {
            let selected = Rect {
                y: inside.y + (self.recent.selected - top) as u16,
                height: 1,
                ..inside
            };
            frame.buffer_mut().set_style(selected, look.chosen_row());
        }
    }
}
