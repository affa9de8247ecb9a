//! The selected game, size, players and first player.

use std::collections::BTreeMap;

use quintet_arena::{Dice, First, Who};
use quintet_games::{AnyPosition, Catalogue, Listing, Variant};
use quintet_rules::{PerPlayer, Player};

/// A field below the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    Size,
    Player(Player),
    Begins,
}

impl Field {
    /// From the top.
    pub(super) const ALL: [Field; 4] = [
        Field::Size,
        Field::Player(Player::One),
        Field::Player(Player::Two),
        Field::Begins,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Field::Size => "size",
            Field::Player(Player::One) => "player 1",
            Field::Player(Player::Two) => "player 2",
            Field::Begins => "begins",
        }
    }
}

/// The selection on the first screen.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    catalogue: Catalogue,
    /// Its number in the catalogue.
    pub(super) game: usize,
    /// The number of the size in the game's list.
    size: usize,
    pub(super) who: PerPlayer<Who>,
    /// All selectable players.
    players: Vec<Who>,
    first: First,
}

impl Choice {
    /// Restores saved choices as far as they are still valid.
    pub(super) fn new(catalogue: Catalogue, kept: &BTreeMap<String, String>) -> Self {
        let choice = |name: &str| kept.get(name).map(String::as_str);
        let is_game = |listing: &Listing| Some(listing.id) == choice("game");
        let game = catalogue.iter().position(is_game).unwrap_or(0);
        let is_size = |variant: &&dyn Variant| {
            Some(variant.size().to_string().as_str()) == choice(Field::Size.name())
        };
        let who = |player: Player, usual: Who| {
            choice(Field::Player(player).name())
                .and_then(|who| who.parse().ok())
                .unwrap_or(usual)
        };
        let first = choice(Field::Begins.name()).and_then(First::from_name);
        let mut choice = Choice {
            catalogue,
            game,
            size: 0,
            who: PerPlayer {
                one: who(Player::One, Who::Human),
                two: who(Player::Two, Who::Medium),
            },
            players: Who::ALL.to_vec(),
            first: first.unwrap_or(First::Player(Player::One)),
        };
        let sizes = choice.listing().sizes;
        choice.size = sizes.iter().position(is_size).unwrap_or(0);
        choice
    }

    /// Adds players and selects the first of them.
    pub(super) fn add_players(&mut self, players: &[Who]) {
        self.players.extend_from_slice(players);
        if let Some(first) = players.first() {
            self.who.two = first.clone();
        }
    }

    /// The choices to save.
    pub(super) fn to_map(&self) -> BTreeMap<String, String> {
        let field = |field: Field| (field.name().to_owned(), self.value(field));
        let game = ("game".to_owned(), self.listing().id.to_owned());
        Field::ALL.map(field).into_iter().chain([game]).collect()
    }

    /// The value of a field.
    pub(super) fn value(&self, field: Field) -> String {
        match field {
            Field::Size => self.variant().size().to_string(),
            Field::Player(player) => self.who[player].to_string(),
            Field::Begins => self.first.to_string(),
        }
    }

    /// All games, one per line.
    pub(super) fn games(&self) -> impl Iterator<Item = &'static Listing> + use<> {
        self.catalogue.iter()
    }

    pub(super) fn listing(&self) -> &'static Listing {
        let mut games = self.games();
        games.nth(self.game).expect("a game of the catalogue")
    }

    pub(super) fn variant(&self) -> &'static dyn Variant {
        self.listing().sizes[self.size]
    }

    /// Selects a game with its default size.
    pub(super) fn choose(&mut self, game: usize) {
        if self.game != game {
            self.game = game;
            self.size = 0;
        }
    }

    /// Changes a field to its next or previous value.
    pub(super) fn change(&mut self, field: Field, forward: bool) {
        match field {
            Field::Size => {
                let sizes: Vec<usize> = (0..self.listing().sizes.len()).collect();
                self.size = next(&sizes, &self.size, forward);
            }
            Field::Player(player) => {
                self.who[player] = next(&self.players, &self.who[player], forward);
            }
            Field::Begins => self.first = next(&First::ALL, &self.first, forward),
        }
    }

    /// Where the game begins.
    pub(super) fn start(&self, seed: u64) -> Box<dyn AnyPosition> {
        self.variant().start(self.first.player(seed))
    }

    /// A position a few moves into a game, because an empty board shows little.
    pub(super) fn sample(&self) -> Box<dyn AnyPosition> {
        const SEED: u64 = 5;
        let mut position = self.variant().start(Player::One);
        let mut dice = Dice::new(SEED, 0);
        let moves = position.scene().cells.len() / 3;
        for _ in 0..moves {
            let Some(mv) = position.random_move(&mut dice) else {
                break;
            };
            let next = position.play(&mv).expect("a random move is legal").position;
            if next.outcome().is_some() {
                break;
            }
            position = next;
        }
        position
    }
}

/// The next or previous index in a cyclic list.
fn next<T: Clone + PartialEq>(all: &[T], now: &T, forward: bool) -> T {
    let at = all.iter().position(|one| one == now).unwrap_or(0);
    let step = if forward { 1 } else { all.len() - 1 };
    all[(at + step) % all.len()].clone()
}
