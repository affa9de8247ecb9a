//! A finished or unfinished game as text.

mod date;
mod fault;
mod file;
mod pieces;
mod reader;
mod writer;

use std::collections::BTreeMap;
use std::fmt;

use quintet_games::{AnyPosition, PlayedMove, Variant, escape_up_to};
use quintet_rules::{PerPlayer, Player};

use crate::{Ending, Session, Who};
pub(crate) use date::day_number;
pub use date::{date, is_day, timestamp};
pub use fault::RecordFault;
pub use file::ReadFault;

/// A game with what is known about it. Its moves are legal, and its result is theirs.
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
    /// Who played.
    pub players: PerPlayer<String>,
    /// The day, as `2026-11-15`.
    pub date: String,
    /// The seed of the random choices.
    pub seed: Option<u64>,
    /// How it came to the result.
    pub termination: Option<Termination>,
    /// Comments, by the number of plies that they follow.
    pub comments: BTreeMap<usize, Vec<String>>,
    /// Tags that mean nothing to Quintet, which are kept.
    pub other_tags: Vec<Tag>,
    session: Session,
}

/// A name and a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Letters, digits and underscores.
    pub name: String,
    /// Anything on one line.
    pub value: String,
}

/// Who has won, if anyone.
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

/// How a game came to its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// By the rules.
    Normal,
    /// A player gave up.
    Resigned,
    /// It was stopped after a number of plies.
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

    /// The word in records.
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
    /// The record of a game as it stands. One that has not ended may go on.
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

    /// The record of a game that is left as it stands, between the players of the session. One that
    /// has not ended is abandoned.
    pub fn of_left(session: Session, seed: Option<u64>, date: String) -> Self {
        let players = PerPlayer::from_fn(|player| session.players[player].to_string());
        let mut record = Record::of(session, players, date);
        record.seed = seed;
        record.termination.get_or_insert(Termination::Abandoned);
        record
    }

    /// Who played, when, and the result: `human against hard, 2026-11-15: 0-1`.
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

    /// Which game this is, and its headline.
    pub fn title(&self) -> String {
        format!("{:?}, {}", self.variant(), self.headline())
    }

    /// Whether a player is a person, as far as the record tells: anything but the name of another kind
    /// of player.
    pub fn is_person(&self, player: Player) -> bool {
        let who = self.players[player].parse();
        who.unwrap_or(Who::Human) == Who::Human
    }

    /// The game and size.
    pub fn variant(&self) -> &'static dyn Variant {
        self.session.variant()
    }

    /// The game itself, at its latest position, between the players that the record names as far as
    /// they are known.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Where the game began.
    pub fn start(&self) -> &dyn AnyPosition {
        self.session.start()
    }

    /// What was played.
    pub fn plies(&self) -> &[PlayedMove] {
        self.session.plies()
    }

    /// Who won, if anyone.
    pub fn result(&self) -> GameResult {
        match self.session.outcome() {
            Some(outcome) => GameResult::Won(outcome.winner),
            None => GameResult::Unfinished,
        }
    }

    /// How the game ended, in a sentence.
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
