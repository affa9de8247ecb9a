//! The selected game, size, players and first player.

use std::collections::BTreeMap;

use quintet_arena::{Dice, First, Who, better_side};
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

    /// Returns the name in the saved choices.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Field::Size => "size",
            Field::Player(Player::One) => "player 1",
            Field::Player(Player::Two) => "player 2",
            Field::Begins => "begins",
        }
    }

    /// Returns the name on the screen.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Field::Begins => "first",
            field => field.name(),
        }
    }
}

/// The name and value of the choice of the better side.
const SIDE: &str = "side";
const BETTER: &str = "better";

/// The selection on the first screen.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    catalogue: Catalogue,
    /// Its number in the catalogue.
    pub(super) game: usize,
    /// The number of the size in the game's list.
    size: usize,
    who: PerPlayer<Who>,
    /// True if a person who plays a computer player gets the side with the better prospects in every game.
    takes_better_side: bool,
    /// All selectable players.
    players: Vec<Who>,
    first: First,
}

impl Choice {
    /// Restores saved choices as far as they are still valid. By default a person plays against `easy` from the better side.
    pub(super) fn new(catalogue: Catalogue, saved: &BTreeMap<String, String>) -> Self {
        let choice = |name: &str| saved.get(name).map(String::as_str);
        let has_players = Player::BOTH.map(|player| choice(Field::Player(player).name()).is_some());
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
                two: who(Player::Two, Who::Easy),
            },
            takes_better_side: choice(SIDE) == Some(BETTER) || has_players == [false; 2],
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
            self.takes_better_side = false;
        }
    }

    /// Returns the selectable external players.
    pub(super) fn external_player(&self, name: &str) -> Option<&Who> {
        let mut players = self.players.iter();
        players.find(|who| matches!(who, Who::Outside(_)) && who.name() == name)
    }

    /// Returns the players in their seats.
    pub(super) fn seats(&self) -> PerPlayer<Who> {
        let humans = Player::BOTH.map(|player| self.who[player] == Who::Human);
        let [one, two] = [self.who.one.clone(), self.who.two.clone()];
        let first = match self.first {
            First::Player(first) if self.takes_better_side && humans[0] != humans[1] => first,
            _ => return PerPlayer { one, two },
        };
        let person = Player::BOTH[usize::from(humans[1])];
        if better_side(self.variant(), first) == person {
            PerPlayer { one, two }
        } else {
            PerPlayer { one: two, two: one }
        }
    }

    /// True if exactly one player is a person.
    pub(super) fn is_against_computer(&self) -> bool {
        (self.who.one == Who::Human) != (self.who.two == Who::Human)
    }

    /// Returns the side of the person, if it is chosen automatically.
    pub(super) fn better_seat(&self) -> Option<Player> {
        let is_automatic = self.takes_better_side && matches!(self.first, First::Player(_));
        let seats = self.seats();
        let person = Player::BOTH
            .into_iter()
            .find(|player| seats[*player] == Who::Human);
        person.filter(|_| is_automatic && self.is_against_computer())
    }

    /// Lets the players swap seats.
    pub(super) fn swap(&mut self) {
        let PerPlayer { one, two } = self.seats();
        self.who = PerPlayer { one: two, two: one };
        self.takes_better_side = false;
    }

    /// Selects an opponent of a person on the better side.
    pub(super) fn choose_opponent(&mut self, opponent: Who) {
        self.who = PerPlayer {
            one: Who::Human,
            two: opponent,
        };
        self.takes_better_side = true;
        if self.first == First::Random {
            self.first = First::Player(Player::One);
        }
    }

    /// Returns the choices to save.
    pub(super) fn to_map(&self) -> BTreeMap<String, String> {
        let field = |field: Field| (field.name().to_owned(), self.value(field));
        let game = ("game".to_owned(), self.listing().id.to_owned());
        let side = (SIDE.to_owned(), BETTER.to_owned());
        let side = self.takes_better_side.then_some(side);
        let fields = Field::ALL.map(field).into_iter();
        fields.chain([game]).chain(side).collect()
    }

    /// Returns the value of a field.
    pub(super) fn value(&self, field: Field) -> String {
        match field {
            Field::Size => self.variant().size().to_string(),
            Field::Player(player) => self.seats()[player].to_string(),
            Field::Begins => self.first.to_string(),
        }
    }

    /// Returns all games, one per line.
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

    /// Selects a game and size.
    pub(super) fn choose_variant(&mut self, variant: &dyn Variant) {
        let is_game = |listing: &Listing| listing.id == variant.id();
        self.game = self.games().position(is_game).unwrap_or(self.game);
        let mut sizes = self.listing().sizes.iter();
        let size = sizes.position(|other| other.size() == variant.size());
        self.size = size.unwrap_or(0);
    }

    /// Changes a field to its next or previous value.
    pub(super) fn change(&mut self, field: Field, forward: bool) {
        match field {
            Field::Size => {
                let sizes: Vec<usize> = (0..self.listing().sizes.len()).collect();
                self.size = next(&sizes, &self.size, forward);
            }
            Field::Player(player) => {
                self.who = self.seats();
                let before = self.who[player].clone();
                let after = next(&self.players, &before, forward);
                // A person who was seated by hand stays there.
                if (before == Who::Human) != (after == Who::Human) {
                    self.takes_better_side = false;
                }
                self.who[player] = after;
            }
            Field::Begins => self.first = next(&First::ALL, &self.first, forward),
        }
    }

    /// Returns the start of the game.
    pub(super) fn start(&self, seed: u64) -> Box<dyn AnyPosition> {
        self.variant().start(self.first.player(seed))
    }
}

/// Returns a characteristic position of a game, or one a few moves into it, because an empty board shows little.
pub(super) fn sample(variant: &'static dyn Variant) -> Box<dyn AnyPosition> {
    const SEED: u64 = 5;
    let listing = variant.listing();
    if variant.size() == listing.standard().size()
        && let Ok(position) = variant.position(listing.picture)
    {
        return position;
    }
    let mut position = variant.start(Player::One);
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

/// Returns the next or previous index in a cyclic list.
fn next<T: Clone + PartialEq>(all: &[T], now: &T, forward: bool) -> T {
    let at = all.iter().position(|one| one == now).unwrap_or(0);
    let step = if forward { 1 } else { all.len() - 1 };
    all[(at + step) % all.len()].clone()
}
