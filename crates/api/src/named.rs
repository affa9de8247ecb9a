//! Games, sizes, positions and moves by the names that requests give them.

use quintet_arena::{First, Who, listed_moves};
use quintet_games::{AnyPosition, Catalogue, Listing, Variant, escape, join_words};
use quintet_rules::Player;
use serde::Deserialize;

use crate::{RequestError, kind};

/// The longest text that is read as a position: those of the largest boards have under 100 bytes.
const LONGEST_POSITION: usize = 256;

/// The most moves of a game that is looked at. Some games may go on for ever.
pub const LONGEST_GAME: usize = 1000;

/// The game with this id.
pub fn listing(catalogue: Catalogue, game: &str) -> Result<&'static Listing, RequestError> {
    catalogue.find(game).ok_or_else(|| {
        let games: Vec<_> = catalogue.iter().map(|listing| listing.id).collect();
        let (found, wanted) = (escape(game), join_words(&games, "or"));
        let detail = format!("no game is called '{found}'; wanted {wanted}");
        RequestError::new(kind::NOT_FOUND, detail)
    })
}

/// The game with this id at this size, or at the rule book's.
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
        let (found, wanted) = (escape(size), join_words(&sizes, "or"));
        let detail = format!("{} has no size '{found}'; wanted {wanted}", listing.name);
        RequestError::new(kind::NOT_FOUND, detail)
    })
}

/// The names of a game's sizes, the rule book's first.
pub fn sizes(listing: &Listing) -> Vec<String> {
    let sizes = listing.sizes.iter();
    sizes.map(|variant| variant.size().to_string()).collect()
}

/// The player with this number.
pub fn player(number: u8) -> Result<Player, RequestError> {
    let is_its = |player: &Player| player.number() == number;
    Player::BOTH.into_iter().find(is_its).ok_or_else(|| {
        let detail = format!("the players are 1 and 2, not {number}");
        RequestError::new(kind::BAD_REQUEST, detail)
    })
}

/// Who begins a new game: `1`, `2`, or `"random"` for one of them by lot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged, expecting = "who begins is 1, 2 or \"random\"")]
pub enum Beginner {
    /// A player.
    Player(PlayerNumber),
    /// One of them, by lot.
    Lot(Lot),
}

/// A player by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
pub struct PlayerNumber(pub(crate) u8);

/// The word for a choice by lot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Lot {
    /// By lot.
    Random,
}

/// Who begins a new game; Player 1 if it is left out.
pub fn first(beginner: Option<Beginner>) -> Result<First, RequestError> {
    Ok(match beginner {
        None => First::Player(Player::One),
        Some(Beginner::Player(PlayerNumber(number))) => First::Player(player(number)?),
        Some(Beginner::Lot(Lot::Random)) => First::Random,
    })
}

/// The kind of player with this name, of those that are `wanted`.
pub(crate) fn who(name: &str, wanted: &[Who]) -> Result<Who, RequestError> {
    let found = wanted.iter().find(|who| who.name() == name);
    found.cloned().ok_or_else(|| {
        let names: Vec<_> = wanted.iter().map(Who::name).collect();
        let (found, wanted) = (escape(name), join_words(&names, "or"));
        let detail = format!("no level is called '{found}'; wanted {wanted}");
        RequestError::new(kind::BAD_REQUEST, detail)
    })
}

/// The largest whole number in a request or a document: 2^53 - 1. Programs that keep every number as a
/// double, as JavaScript does, would read a larger one as another (RFC 7493).
pub const LARGEST_NUMBER: u64 = (1 << 53) - 1;

/// The seed that a request names.
pub(crate) fn seed(seed: Option<u64>) -> Result<Option<u64>, RequestError> {
    match seed {
        Some(seed) if seed > LARGEST_NUMBER => {
            let detail = format!("found the seed {seed}; wanted {LARGEST_NUMBER} at the most");
            Err(RequestError::new(kind::BAD_REQUEST, detail))
        }
        seed => Ok(seed),
    }
}

/// The position that a text says.
pub fn position(variant: &dyn Variant, text: &str) -> Result<Box<dyn AnyPosition>, RequestError> {
    if text.len() > LONGEST_POSITION {
        let found = text.len();
        let detail = format!("found {found} bytes; wanted {LONGEST_POSITION} at the most");
        return Err(RequestError::new(kind::NOT_A_POSITION, detail));
    }
    let position = variant.position(text);
    position.map_err(|fault| RequestError::new(kind::NOT_A_POSITION, fault.to_string()))
}

/// The position that a text says, or the start in which `first` begins, or Player 1.
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

/// The schema of a name of one of these kinds of player.
#[cfg(feature = "schema")]
fn names(who: &[Who]) -> utoipa::openapi::ObjectBuilder {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::Type::String)
        .enum_values(Some(who.iter().map(Who::name)))
}

/// The schema of who chooses a move.
#[cfg(feature = "schema")]
pub(crate) fn level_schema() -> utoipa::openapi::Object {
    let about = "Who chooses: any player of the catalogue but `human`.";
    names(&Who::ALL[1..]).description(Some(about)).build()
}

/// The schema of who plays, Player 1 first.
#[cfg(feature = "schema")]
pub(crate) fn players_schema() -> utoipa::openapi::schema::Array {
    use utoipa::openapi::schema::{ArrayBuilder, SchemaType, Type};
    let about = "Who plays, Player 1 first: `human` or another player of the catalogue; two people if \
                 it is left out.";
    ArrayBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(names(Who::ALL))
        .min_items(Some(2))
        .max_items(Some(2))
        .description(Some(about))
        .build()
}

/// More moves than this take a while to be played through.
const SHORT_GAME: usize = 100;

/// Moves in a row, in either spelling.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged, expecting = "moves are a text or a list of texts")]
pub enum Moves {
    /// One word each, as in `2-2 3-3`.
    Text(String),
    /// One text each, as in `["2 2", "3 3"]`.
    List(Vec<String>),
}

impl Default for Moves {
    fn default() -> Self {
        Moves::List(Vec::new())
    }
}

impl Moves {
    /// The moves in order, of which there may be only so many as in the longest game.
    pub(crate) fn list(&self) -> Result<Vec<&str>, RequestError> {
        let moves = self.all();
        check_length(moves.len())?;
        Ok(moves)
    }

    /// Whether they take a while to be played through.
    pub(crate) fn is_long(&self) -> bool {
        self.all().len() > SHORT_GAME
    }

    fn all(&self) -> Vec<&str> {
        match self {
            Moves::Text(text) => listed_moves(text).collect(),
            Moves::List(list) => list.iter().map(String::as_str).collect(),
        }
    }
}

/// Refuses what is longer than any game that is looked at.
pub(crate) fn check_length(plies: usize) -> Result<(), RequestError> {
    if plies <= LONGEST_GAME {
        return Ok(());
    }
    let detail = format!("found {plies} moves; wanted {LONGEST_GAME} at the most");
    Err(RequestError::new(kind::TOO_LARGE, detail))
}
