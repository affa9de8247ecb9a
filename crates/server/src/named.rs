//! Games, sizes and positions by the names that requests give them.

use quintet_games::{AnyPosition, MoveError, Variant, find, shown};

use crate::problem::{Problem, kind};

/// The game with this id at this size, or at the rule book's.
pub(crate) fn variant(game: &str, size: Option<&str>) -> Result<&'static dyn Variant, Problem> {
    let missing = |detail| Problem::new(kind::NOT_FOUND, detail);
    let listing =
        find(game).ok_or_else(|| missing(format!("no game is called '{}'", shown(game))))?;
    let Some(size) = size else {
        return Ok(listing.standard());
    };
    listing.size(size).ok_or_else(|| {
        let sizes: Vec<_> = listing.sizes.iter().map(|v| v.size().to_string()).collect();
        let (found, known) = (shown(size), sizes.join(", "));
        missing(format!(
            "no size '{found}' of {}: it has {known}",
            listing.name
        ))
    })
}

/// The position that a text says.
pub(crate) fn position(variant: &dyn Variant, text: &str) -> Result<Box<dyn AnyPosition>, Problem> {
    variant
        .position(text)
        .map_err(|fault| Problem::new(kind::NOT_A_POSITION, fault.to_string()))
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
