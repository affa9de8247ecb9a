//! The first screen: which game, on which board, who plays.

mod draw;

use std::cell::Cell;
use std::collections::BTreeMap;

use quintet_arena::{Dice, Who};
use quintet_games::{AnyPosition, Listing, Variant, catalogue};
use quintet_rules::{PerPlayer, Player};
use ratatui::layout::{Position, Rect};

use crate::keys::Command;

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Begins {
    Player(Player),
    Random,
}

impl Begins {
    const ALL: [Begins; 3] = [
        Begins::Player(Player::One),
        Begins::Player(Player::Two),
        Begins::Random,
    ];

    fn name(self) -> String {
        match self {
            Begins::Player(player) => format!("player {player}"),
            Begins::Random => "random".to_owned(),
        }
    }

    /// The player who begins, by chance if nobody was chosen.
    pub(crate) fn first(self, seed: u64) -> Player {
        match self {
            Begins::Player(player) => player,
            Begins::Random => Dice::new(seed, 0).player(),
        }
    }
}

/// What a person has chosen so far.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    /// The line that the arrows change: first the games, then the fields.
    line: usize,
    game: usize,
    size: usize,
    pub(crate) who: PerPlayer<Who>,
    pub(crate) begins: Begins,
    pub(crate) message: String,
    /// Where the games and the fields were drawn last, for the mouse.
    areas: Cell<[Rect; 2]>,
}

/// The fields below the games, from the top.
const FIELDS: [&str; 4] = ["size", "player 1", "player 2", "begins"];

impl Home {
    /// The last choices, as far as they still make sense.
    pub(crate) fn new(choices: &BTreeMap<String, String>) -> Self {
        let choice = |name: &str| choices.get(name).map(String::as_str);
        let game = catalogue()
            .position(|listing| Some(listing.id) == choice("game"))
            .unwrap_or(0);
        let is_size =
            |variant: &&dyn Variant| Some(variant.size().to_string().as_str()) == choice("size");
        let who = |name: &str, usual: Who| {
            choice(name)
                .and_then(|who| who.parse().ok())
                .unwrap_or(usual)
        };
        let begins = Begins::ALL
            .into_iter()
            .find(|begins| Some(begins.name().as_str()) == choice("begins"));
        Home {
            line: game,
            game,
            size: listing(game).sizes.iter().position(is_size).unwrap_or(0),
            who: PerPlayer {
                one: who("player 1", Who::Human),
                two: who("player 2", Who::Medium),
            },
            begins: begins.unwrap_or(Begins::Player(Player::One)),
            message: String::new(),
            areas: Cell::default(),
        }
    }

    /// The choices, to be remembered.
    pub(crate) fn choices(&self) -> BTreeMap<String, String> {
        let fields = FIELDS.map(str::to_owned).into_iter().zip(self.values());
        let game = ("game".to_owned(), self.listing().id.to_owned());
        fields.chain([game]).collect()
    }

    /// What stands in the fields.
    fn values(&self) -> [String; 4] {
        [
            self.variant().size().to_string(),
            self.who.one.to_string(),
            self.who.two.to_string(),
            self.begins.name(),
        ]
    }

    pub(crate) fn listing(&self) -> &'static Listing {
        listing(self.game)
    }

    pub(crate) fn variant(&self) -> &'static dyn Variant {
        self.listing().sizes[self.size]
    }

    pub(crate) fn is_possible(&self, command: Command) -> bool {
        match command {
            Command::Up => self.line > 0,
            Command::Down => self.line + 1 < catalogue().count() + FIELDS.len(),
            // A game is chosen by going to its line; to the right of it are its options.
            Command::Left => self.is_at_options(),
            _ => true,
        }
    }

    /// Moves between lines and changes them.
    pub(crate) fn obey(&mut self, command: Command) {
        match command {
            Command::Up => self.go_to(self.line.saturating_sub(1)),
            Command::Down => self.go_to(self.line + 1),
            Command::Left => self.change(false),
            Command::Right if self.is_at_options() => self.change(true),
            Command::Options if self.is_at_options() => self.line = self.game,
            Command::Right | Command::Options => self.line = catalogue().count(),
            _ => {}
        }
    }

    fn is_at_options(&self) -> bool {
        self.line >= catalogue().count()
    }

    /// Goes to a line; on that of a game, chooses it. From the fields upwards one comes back to the chosen game.
    fn go_to(&mut self, line: usize) {
        let was_field = self.is_at_options();
        self.line = line.min(catalogue().count() + FIELDS.len() - 1);
        if self.is_at_options() {
            return;
        }
        if was_field {
            self.line = self.game;
        } else if self.game != self.line {
            self.game = self.line;
            self.size = 0;
        }
    }

    fn change(&mut self, forward: bool) {
        let turn = |at: usize, count: usize| (at + if forward { 1 } else { count - 1 }) % count;
        match self.line.checked_sub(catalogue().count()) {
            Some(0) => self.size = turn(self.size, self.listing().sizes.len()),
            Some(field @ (1 | 2)) => {
                let player = Player::BOTH[field - 1];
                let at = Who::ALL.iter().position(|who| *who == self.who[player]);
                self.who[player] = Who::ALL[turn(at.unwrap_or(0), Who::ALL.len())];
            }
            Some(_) => {
                let at = Begins::ALL.iter().position(|one| *one == self.begins);
                self.begins = Begins::ALL[turn(at.unwrap_or(0), Begins::ALL.len())];
            }
            None => {}
        }
    }

    /// A click on a game chooses it, on a field changes it.
    pub(crate) fn click(&mut self, place: Position) {
        let [games, fields] = self.areas.get();
        if games.contains(place) {
            let line = usize::from(place.y - games.y);
            if line < catalogue().count() {
                self.line = line;
                self.go_to(line);
            }
        } else if fields.contains(place) {
            let field = usize::from(place.y - fields.y);
            if field < FIELDS.len() {
                self.line = catalogue().count() + field;
                self.change(true);
            }
        }
    }

    /// A position some moves into a game, for the drawing: an empty board shows little.
    fn sample(&self) -> Box<dyn AnyPosition> {
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

/// The game in a line of the list.
fn listing(line: usize) -> &'static Listing {
    catalogue().nth(line).expect("a line of the list")
}
