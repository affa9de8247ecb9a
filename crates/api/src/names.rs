//! Lookup of games, sizes, players, positions and moves by the names in a request.

use quintet_arena::{First, Who, listed_moves};
use quintet_games::{AnyPosition, Catalogue, Listing, Variant, escape, join_words};
use quintet_rules::Player;
use serde::Deserialize;

use crate::{RequestError, kind};

/// Maximum length of a position in bytes. Positions on the largest boards take under 100.
const LONGEST_POSITION: usize = 256;

/// Maximum number of moves in a game. Some games could continue indefinitely.
pub const LONGEST_GAME: usize = 1000;

/// Finds a game by its id.
pub fn listing(catalogue: Catalogue, game: &str) -> Result<&'static Listing, RequestError> {
    catalogue.find(game).ok_or_else(|| {
        let games: Vec<_> = catalogue.iter().map(|listing| listing.id).collect();
        let (found, available) = (escape(game), join_words(&games, "or"));
        let detail = format!("unknown game '{found}'; available: {available}");
        RequestError::new(kind::NOT_FOUND, detail)
    })
}

/// Finds a game by its id and size; without a size, at the rule book's.
pub fn variant(
    catalogue: Catalogue,
    game: &str,
    size: Option<&str>,
) -> Result<&'static dyn Variant, RequestError> {
    let listing = listing(catalogue, game)?;
    let Some(size) = size else {
        return Ok(listing.standard());
    };
    listing.size(size).ok_or_else(|| {
        let sizes = sizes(listing);
        let (found, available) = (escape(size), join_words(&sizes, "or"));
        let detail = format!(
            "{} has no size '{found}'; available: {available}",
            listing.name
        );
        RequestError::new(kind::NOT_FOUND, detail)
    })
}

/// Returns the names of a game's sizes, the rule book's first.
pub fn sizes(listing: &Listing) -> Vec<String> {
    let sizes = listing.sizes.iter();
    sizes.map(|variant| variant.size().to_string()).collect()
}

/// Finds a player by number.
pub fn player(number: u8) -> Result<Player, RequestError> {
    let has_number = |player: &Player| player.number() == number;
    Player::BOTH.into_iter().find(has_number).ok_or_else(|| {
        let detail = format!("the players are 1 and 2, not {number}");
        RequestError::new(kind::BAD_REQUEST, detail)
    })
}

/// The first player: `1`, `2` or `"random"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged, expecting = "first must be 1, 2 or \"random\"")]
pub enum Beginner {
    /// A player by number.
    Player(PlayerNumber),
    /// A random player.
    Random(RandomFirst),
}

/// The number of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
pub struct PlayerNumber(pub(crate) u8);

/// A random choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RandomFirst {
    /// Each player with the same probability.
    Random,
}

/// Returns the first player of a new game, by default Player 1.
pub fn first(beginner: Option<Beginner>) -> Result<First, RequestError> {
    Ok(match beginner {
        None => First::Player(Player::One),
        Some(Beginner::Player(PlayerNumber(number))) => First::Player(player(number)?),
        Some(Beginner::Random(RandomFirst::Random)) => First::Random,
    })
}

/// Finds a kind of player by name among those that are `allowed` and those that [slip](Who::Slips).
pub(crate) fn who(name: &str, allowed: &[Who]) -> Result<Who, RequestError> {
    let is_allowed = |who: &Who| allowed.contains(who) || matches!(who, Who::Slips(_));
    let found = name.parse().ok().filter(is_allowed);
    found.ok_or_else(|| {
        let names = allowed.iter().map(Who::name).chain([Who::SLIPS]);
        let names: Vec<_> = names.collect();
        let (found, available) = (escape(name), join_words(&names, "or"));
        let detail = format!("unknown player '{found}'; available: {available}");
        RequestError::new(kind::BAD_REQUEST, detail)
    })
}

/// The largest integer in a request or response: 2^53 - 1. Parsers that store every number as a double, as JavaScript does,
/// would round a larger one (RFC 7493).
pub const LARGEST_NUMBER: u64 = (1 << 53) - 1;

/// Checks the seed of a request.
pub(crate) fn seed(seed: Option<u64>) -> Result<Option<u64>, RequestError> {
    match seed {
        Some(seed) if seed > LARGEST_NUMBER => {
            let detail = format!("found the seed {seed}; expected at most {LARGEST_NUMBER}");
            Err(RequestError::new(kind::BAD_REQUEST, detail))
        }
        seed => Ok(seed),
    }
}

/// Parses a position.
pub fn position(variant: &dyn Variant, text: &str) -> Result<Box<dyn AnyPosition>, RequestError> {
    if text.len() > LONGEST_POSITION {
        let found = text.len();
        let detail = format!("found {found} bytes; expected at most {LONGEST_POSITION}");
        return Err(RequestError::new(kind::NOT_A_POSITION, detail));
    }
    let position = variant.position(text);
    position.map_err(|error| RequestError::new(kind::NOT_A_POSITION, error.to_string()))
}

/// Parses a position, or returns the start with this first player, by default Player 1.
pub(crate) fn position_or_start(
    variant: &dyn Variant,
    text: Option<&str>,
    first: Option<u8>,
) -> Result<Box<dyn AnyPosition>, RequestError> {
    let first = first.map_or(Ok(Player::One), player)?;
    match text {
        Some(text) => position(variant, text),
        None => Ok(variant.start(first)),
    }
}

/// Builds the schema of the name of a player.
#[cfg(feature = "schema")]
fn names(who: &[Who]) -> utoipa::openapi::schema::AnyOfBuilder {
    use utoipa::openapi::schema::{AnyOfBuilder, ObjectBuilder, Type};
    let text = || ObjectBuilder::new().schema_type(Type::String);
    AnyOfBuilder::new()
        .item(text().enum_values(Some(who.iter().map(Who::name))))
        .item(text().pattern(Some("^slips:([0-9]|[1-9][0-9]|100)$")))
}

/// Builds the schema of the player that chooses a move.
#[cfg(feature = "schema")]
pub(crate) fn level_schema() -> utoipa::openapi::Schema {
    let about = "The player that chooses: any in the catalogue except `human`.";
    names(&Who::ALL[1..]).description(Some(about)).into()
}

/// Builds the schema of both players.
#[cfg(feature = "schema")]
pub(crate) fn players_schema() -> utoipa::openapi::schema::Array {
    use utoipa::openapi::schema::{ArrayBuilder, SchemaType, Type};
    let about = "The kinds of players, Player 1 first. Default: two people.";
    ArrayBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(names(Who::ALL))
        .min_items(Some(2))
        .max_items(Some(2))
        .description(Some(about))
        .build()
}

/// A game with more moves takes noticeable time to replay.
const SHORT_GAME: usize = 100;

/// A list of moves, in either notation.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Moves))]
#[serde(untagged, expecting = "moves must be a string or an array of strings")]
pub enum MoveWords {
    /// One word per move, as in `2-2 3-3`.
    Text(String),
    /// One string per move, as in `["2 2", "3 3"]`.
    List(Vec<String>),
}

impl Default for MoveWords {
    fn default() -> Self {
        MoveWords::List(Vec::new())
    }
}

impl MoveWords {
    /// Returns the moves in order. Fails if there are more than [`LONGEST_GAME`].
    pub(crate) fn list(&self) -> Result<Vec<&str>, RequestError> {
        let moves = self.all();
        check_length(moves.len())?;
        Ok(moves)
    }

    /// True if replaying them takes noticeable time.
    pub(crate) fn is_long(&self) -> bool {
        self.all().len() > SHORT_GAME
    }

    fn all(&self) -> Vec<&str> {
        match self {
            MoveWords::Text(text) => listed_moves(text).collect(),
            MoveWords::List(list) => list.iter().map(String::as_str).collect(),
        }
    }
}

/// Rejects a game with more than [`LONGEST_GAME`] moves.
pub(crate) fn check_length(plies: usize) -> Result<(), RequestError> {
    if plies <= LONGEST_GAME {
        return Ok(());
    }
    let detail = format!("found {plies} moves; expected at most {LONGEST_GAME}");
    Err(RequestError::new(kind::TOO_LARGE, detail))
}
