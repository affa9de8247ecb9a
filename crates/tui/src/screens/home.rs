//! The first screen: which game, on which board, who plays.

use std::collections::BTreeMap;

use quintet_arena::Who;
use quintet_games::{CATALOGUE, Listing, Variant};
use quintet_rules::{PerPlayer, Player};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::{draw_bar, draw_title, parts};
use crate::canvas::{Canvas, Mark};
use crate::keys::{self, Command};
use crate::look::Look;

/// What a person has chosen so far.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    field: usize,
    game: usize,
    size: usize,
    pub(crate) who: PerPlayer<Who>,
    pub(crate) first: Player,
    pub(crate) can_continue: bool,
    pub(crate) message: String,
}

/// The fields, from the top.
const FIELDS: [&str; 5] = ["game", "size", "player 1", "player 2", "begins"];

impl Home {
    /// The last choices, as far as they still make sense.
    pub(crate) fn new(choices: &BTreeMap<String, String>) -> Self {
        let choice = |name: &str| choices.get(name).map(String::as_str);
        let game = CATALOGUE
            .iter()
            .position(|listing| Some(listing.id) == choice("game"))
            .unwrap_or(0);
        let is_size =
            |variant: &&dyn Variant| Some(variant.size().to_string().as_str()) == choice("size");
        let who = |name: &str, usual: Who| {
            choice(name)
                .and_then(|who| who.parse().ok())
                .unwrap_or(usual)
        };
        Home {
            field: 0,
            game,
            size: CATALOGUE[game].sizes.iter().position(is_size).unwrap_or(0),
            who: PerPlayer {
                one: who("player 1", Who::Human),
                two: who("player 2", Who::Medium),
            },
            first: choice("begins")
                .and_then(Player::from_number)
                .unwrap_or(Player::One),
            can_continue: false,
            message: String::new(),
        }
    }

    /// The choices, to be remembered.
    pub(crate) fn choices(&self) -> BTreeMap<String, String> {
        let values = [
            self.listing().id.to_owned(),
            self.variant().size().to_string(),
            self.who.one.to_string(),
            self.who.two.to_string(),
            self.first.to_string(),
        ];
        FIELDS.map(str::to_owned).into_iter().zip(values).collect()
    }

    pub(crate) fn listing(&self) -> &'static Listing {
        &CATALOGUE[self.game]
    }

    pub(crate) fn variant(&self) -> &'static dyn Variant {
        self.listing().sizes[self.size]
    }

    pub(crate) fn is_possible(&self, command: Command) -> bool {
        command != Command::Continue || self.can_continue
    }

    /// Moves between fields and changes them.
    pub(crate) fn go(&mut self, command: Command) {
        match command {
            Command::Up => self.field = self.field.saturating_sub(1),
            Command::Down => self.field = (self.field + 1).min(FIELDS.len() - 1),
            Command::Left => self.change(false),
            Command::Right => self.change(true),
            _ => {}
        }
    }

    fn change(&mut self, forward: bool) {
        let turn = |at: usize, count: usize| (at + if forward { 1 } else { count - 1 }) % count;
        match self.field {
            0 => {
                self.game = turn(self.game, CATALOGUE.len());
                self.size = 0;
            }
            1 => self.size = turn(self.size, self.listing().sizes.len()),
            2 | 3 => {
                let player = Player::BOTH[self.field - 2];
                let at = Who::ALL
                    .iter()
                    .position(|who| *who == self.who[player])
                    .unwrap_or(0);
                self.who[player] = Who::ALL[turn(at, Who::ALL.len())];
            }
            _ => self.first = self.first.other(),
        }
    }

    pub(crate) fn draw(&self, look: Look, area: Rect, frame: &mut Frame) {
        let parts = parts(area);
        draw_title(
            "Quintet: five games, perfectly known",
            look,
            parts.title,
            frame,
        );
        let [left, right] =
            Layout::horizontal([Constraint::Length(30), Constraint::Min(20)]).areas(parts.middle);
        self.draw_fields(look, left, frame);
        self.draw_game(look, right, frame);
        draw_bar(
            keys::HOME,
            |command| self.is_possible(command),
            look,
            parts.bar,
            frame,
        );
    }

    fn draw_fields(&self, look: Look, area: Rect, frame: &mut Frame) {
        let mut lines = vec![Line::default()];
        for (n, listing) in CATALOGUE.iter().enumerate() {
            let is_chosen = n == self.game;
            let style = match (is_chosen, self.field == 0) {
                (true, true) => look.chosen(),
                (true, false) => look.title(),
                _ => look.quiet(),
            };
            let pointer = if is_chosen { ">" } else { " " };
            lines.push(Line::from(vec![
                Span::raw(format!(" {pointer} ")),
                Span::styled(format!(" {:<17}", listing.name), style),
            ]));
        }
        lines.push(Line::default());
        for (n, (name, value)) in FIELDS.iter().zip(self.shown_values()).enumerate().skip(1) {
            let is_chosen = n == self.field;
            let (pointer, style) = if is_chosen {
                (">", look.chosen())
            } else {
                (" ", look.title())
            };
            let value = if is_chosen {
                format!(" < {value} > ")
            } else {
                format!("   {value}   ")
            };
            lines.push(Line::from(vec![
                Span::raw(format!(" {pointer} {name:<9}")),
                Span::styled(value, style),
            ]));
        }
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn shown_values(&self) -> [String; 5] {
        [
            String::new(),
            self.variant().size().to_string(),
            self.who.one.to_string(),
            self.who.two.to_string(),
            format!("player {}", self.first),
        ]
    }

    /// The chosen game in a line, and its board.
    fn draw_game(&self, look: Look, area: Rect, frame: &mut Frame) {
        let [text, board] =
            Layout::vertical([Constraint::Length(4), Constraint::Min(1)]).areas(area);
        let summary = vec![Line::default(), Line::raw(self.listing().summary)];
        frame.render_widget(Paragraph::new(summary).wrap(Wrap { trim: true }), text);
        if self.message.is_empty() {
            let scene = self.variant().start(self.first).scene();
            if let Some(canvas) = Canvas::fit(&scene, board) {
                let marks = vec![Mark::default(); scene.cells.len()];
                canvas.draw(&scene, &marks, look, frame.buffer_mut());
            }
        } else {
            let message = Paragraph::new(self.message.as_str()).style(look.wrong());
            frame.render_widget(message.wrap(Wrap { trim: true }), board);
        }
    }
}
