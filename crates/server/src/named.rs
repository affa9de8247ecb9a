//! Games, sizes, positions and moves by the names that requests give them.

use quintet_arena::listed_moves;
use quintet_games::{AnyPosition, Listing, MoveError, Variant, catalogue, find, shown};
use quintet_rules::Player;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::problem::{Problem, kind};

/// The longest text that is looked at as a position: those of the largest boards have under 100.
const POSITION_BYTES: usize = 256;

/// The longest game that is looked at. Two of the games may go on for ever.
pub(crate) const PLIES: usize = 1000;

/// The game with this id.
pub(crate) fn listing(game: &str) -> Result<&'static Listing, Problem> {
    find(game).ok_or_else(|| {
        let games: Vec<_> = catalogue().map(|listing| listing.id).collect();
        let (found, wanted) = (shown(game), either(&games));
        let detail = format!("no game is called '{found}'; wanted {wanted}");
        Problem::new(kind::NOT_FOUND, detail)
    })
}

/// The game with this id at this size, or at the rule book's.
pub(crate) fn variant(game: &str, size: Option<&str>) -> Result<&'static dyn Variant, Problem> {
    let listing = listing(game)?;
    let Some(size) = size else {
        return Ok(listing.standard());
    };
    listing.size(size).ok_or_else(|| {
        let sizes = sizes(listing);
        let sizes: Vec<_> = sizes.iter().map(String::as_str).collect();
        let (found, wanted) = (shown(size), either(&sizes));
        let detail = format!("{} has no size '{found}'; wanted {wanted}", listing.name);
        Problem::new(kind::NOT_FOUND, detail)
    })
}

/// The names of a game's sizes, the rule book's first.
pub(crate) fn sizes(listing: &Listing) -> Vec<String> {
    let sizes = listing.sizes.iter();
    sizes.map(|variant| variant.size().to_string()).collect()
}

/// `a, b or c`.
pub(crate) fn either(words: &[&str]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        words => words.concat(),
    }
}

/// The player with this number.
pub(crate) fn player(number: u8) -> Result<Player, Problem> {
    let is_its = |player: &Player| player.number() == number;
    Player::BOTH.into_iter().find(is_its).ok_or_else(|| {
        let detail = format!("the players are 1 and 2, not {number}");
        Problem::new(kind::BAD_REQUEST, detail)
    })
}

/// The position that a text says.
pub(crate) fn position(variant: &dyn Variant, text: &str) -> Result<Box<dyn AnyPosition>, Problem> {
    if text.len() > POSITION_BYTES {
        let found = text.len();
        let detail = format!("found {found} bytes; wanted {POSITION_BYTES} at the most");
        return Err(Problem::new(kind::NOT_A_POSITION, detail));
    }
    let position = variant.position(text);
    position.map_err(|fault| Problem::new(kind::NOT_A_POSITION, fault.to_string()))
}

/// The position that a text says, or the start in which Player 1 begins.
pub(crate) fn position_or_start(
    variant: &dyn Variant,
    text: Option<&str>,
) -> Result<Box<dyn AnyPosition>, Problem> {
    match text {
        Some(text) => position(variant, text),
        None => Ok(variant.start(Player::One)),
    }
}

/// Moves in a row, in either spelling.
#[derive(Deserialize, ToSchema)]
#[serde(untagged, expecting = "moves are a text or a list of texts")]
pub(crate) enum Moves {
    /// One word each, as in `2-2 3-3`.
    Text(String),
    /// One text each, as in `["2 2", "3 3"]`.
    List(Vec<String>),
}

impl Moves {
    /// The moves in order.
    pub(crate) fn list(&self) -> Vec<&str> {
        match self {
            Moves::Text(text) => listed_moves(text).collect(),
            Moves::List(list) => list.iter().map(String::as_str).collect(),
        }
    }
}

/// Refuses what is longer than any game that is looked at.
pub(crate) fn check_length(plies: usize) -> Result<(), Problem> {
    if plies <= PLIES {
        return Ok(());
    }
    let detail = format!("found {plies} moves; wanted {PLIES} at the most");
    Err(Problem::new(kind::TOO_LARGE, detail))
}

impl From<MoveError> for Problem {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Malformed { sentence } => Problem::new(kind::NOT_A_MOVE, sentence),
            MoveError::Refused { reason, sentence } => {
                Problem::new(kind::ILLEGAL_MOVE, sentence).because(reason)
            }
        }
    }
}
