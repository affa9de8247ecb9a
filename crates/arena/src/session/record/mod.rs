//! Game records as text.

mod date;
mod error;
mod pieces;
mod reader;
mod writer;

use std::collections::BTreeMap;
use std::fmt;

use quintet_games::{AnyPosition, PlayedMove, Variant, escape_up_to};
use quintet_rules::{PerPlayer, Player};

use crate::{Ending, Session, Who};
pub use date::{date, day_name, day_number, is_day, timestamp};
pub use error::{ReadError, RecordError};

/// A game with its metadata. All moves are legal and the result matches them.
///
/// ```
/// use quintet_arena::{Record, Session};
/// use quintet_games::Catalogue;
/// use quintet_rules::{PerPlayer, Player};
///
/// let gridlock = Catalogue::STANDARD.find("gridlock").expect("in the catalogue").standard();
/// let mut session = Session::new(gridlock.start(Player::One));
/// session.play("2 2").expect("a legal move");
/// let players = PerPlayer { one: "human".to_owned(), two: "hard".to_owned() };
/// let text = Record::of(session, players, "2026-11-15".to_owned()).to_string();
/// let again = Record::read_all(&text, Catalogue::STANDARD).expect("a record that was written");
/// assert_eq!(again[0].plies()[0].mv, "2 2");
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    /// The names of the players.
    pub players: PerPlayer<String>,
    /// The date, such as `2026-11-15`.
    pub date: String,
    /// The seed of the random choices.
    pub seed: Option<u64>,
    /// The reason for the result.
    pub termination: Option<Termination>,
    /// Comments, by the number of plies before them.
    pub comments: BTreeMap<usize, Vec<String>>,
    /// Other tags, which are preserved.
    pub other_tags: Vec<Tag>,
    session: Session,
}

/// A tag of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Letters, digits and underscores.
    pub name: String,
    /// Anything on one line.
    pub value: String,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// A player has won.
    Won(Player),
    /// The game was not played to its end.
    Unfinished,
}

/// `1-0`, `0-1` or `*`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Won(Player::One) => "1-0",
            GameResult::Won(Player::Two) => "0-1",
            GameResult::Unfinished => "*",
        })
    }
}

impl GameResult {
    fn read(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(GameResult::Won(Player::One)),
            "0-1" => Some(GameResult::Won(Player::Two)),
            "*" => Some(GameResult::Unfinished),
            _ => None,
        }
    }
}

/// The reason for the result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// The game ended by the rules.
    Normal,
    /// A player resigned.
    Resigned,
    /// The game reached the maximum number of plies.
    PlyLimit,
    /// A player left.
    Abandoned,
}

impl Termination {
    const ALL: [Termination; 4] = [
        Termination::Normal,
        Termination::Resigned,
        Termination::PlyLimit,
        Termination::Abandoned,
    ];

    /// Returns the name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Resigned => "resigned",
            Termination::PlyLimit => "ply limit",
            Termination::Abandoned => "abandoned",
        }
    }
}

impl Record {
    /// Records a game, which need not be over.
    pub fn of(session: Session, players: PerPlayer<String>, date: String) -> Self {
        Record {
            players,
            date,
            seed: None,
            termination: session.ended().map(Ending::termination),
            comments: BTreeMap::new(),
            other_tags: Vec::new(),
            session,
        }
    }

    /// Records a game that is not continued, with the players of the session. An unfinished game counts as abandoned.
    pub fn of_left(session: Session, seed: Option<u64>, date: String) -> Self {
        let players = PerPlayer::from_fn(|player| session.players[player].to_string());
        let mut record = Record::of(session, players, date);
        record.seed = seed;
        record.termination.get_or_insert(Termination::Abandoned);
        record
    }

    /// Returns the players, the date and the result: `human against hard, 2026-11-15: 0-1`.
    pub fn headline(&self) -> String {
        let PerPlayer { one, two } = &self.players;
        let result = match self.result() {
            GameResult::Unfinished => "unfinished".to_owned(),
            won @ GameResult::Won(_) => won.to_string(),
        };
        escape_up_to(
            200,
            &format!("{one} against {two}, {}: {result}", self.date),
        )
    }

    /// Returns the game, its size and the headline.
    pub fn title(&self) -> String {
        format!("{:?}, {}", self.variant(), self.headline())
    }

    /// True unless the player's name is that of a computer player.
    pub fn is_person(&self, player: Player) -> bool {
        let who = self.players[player].parse();
        who.unwrap_or(Who::Human) == Who::Human
    }

    /// Returns the game and size.
    pub fn variant(&self) -> &'static dyn Variant {
        self.session.variant()
    }

    /// Returns the session at its last position.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the initial position.
    pub fn start(&self) -> &dyn AnyPosition {
        self.session.start()
    }

    /// Returns every move.
    pub fn plies(&self) -> &[PlayedMove] {
        self.session.plies()
    }

    /// Returns the winner, or that the game is unfinished.
    pub fn result(&self) -> GameResult {
        match self.session.outcome() {
            Some(outcome) => GameResult::Won(outcome.winner),
            None => GameResult::Unfinished,
        }
    }

    /// Describes the end of the game.
    pub fn ending(&self) -> String {
        match (self.session.ending(), self.termination) {
            (Some(sentence), _) => sentence,
            (None, Some(Termination::PlyLimit)) => {
                "The game is unfinished: it was stopped at its ply limit.".to_owned()
            }
            (None, _) => "The game is unfinished.".to_owned(),
        }
    }
}
