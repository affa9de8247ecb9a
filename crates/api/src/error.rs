//! Why a request is refused.

use std::fmt;

use quintet_games::MoveError;
use serde::{Serialize, Serializer};

/// Why a question is not answered, in the shape of a problem document (RFC 9457).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Refusal))]
pub struct RequestError {
    /// The kind of problem, a stable path such as `/problems/illegal-move`.
    #[serde(rename = "type", serialize_with = "path")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub name: &'static str,
    /// The kind in a few words.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What was found, what was wanted, and what to do.
    pub detail: String,
    /// The rule that a move breaks, a stable name such as `beside-opponent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// The address of a kind of problem.
fn path<S: Serializer>(name: &str, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("/problems/{name}"))
}

/// A kind of problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The HTTP status.
    pub status: u16,
    /// A stable name in small letters and dashes.
    pub name: &'static str,
    /// The kind in a few words.
    pub title: &'static str,
}

impl Kind {
    /// A kind with this status, name and title.
    pub const fn new(status: u16, name: &'static str, title: &'static str) -> Self {
        Kind {
            status,
            name,
            title,
        }
    }
}

/// The kinds of problems that a request can have.
pub mod kind {
    use super::Kind;

    /// The request cannot be understood.
    pub const BAD_REQUEST: Kind = Kind::new(400, "bad-request", "The request cannot be understood");
    /// No game, size or puzzle has this name.
    pub const NOT_FOUND: Kind = Kind::new(404, "not-found", "There is no such thing");
    /// A game with too many moves.
    pub const TOO_LARGE: Kind = Kind::new(413, "too-large", "The request is too large");
    /// The text is not a position of the game.
    pub const NOT_A_POSITION: Kind = Kind::new(
        422,
        "not-a-position",
        "The text is not a position of the game",
    );
    /// The text is not a move of the game.
    pub const NOT_A_MOVE: Kind = Kind::new(422, "not-a-move", "The text is not a move of the game");
    /// The move is against the rules.
    pub const ILLEGAL_MOVE: Kind = Kind::new(422, "illegal-move", "The move is against the rules");
    /// The text is not the record of a game.
    pub const NOT_A_RECORD: Kind =
        Kind::new(422, "not-a-record", "The text is not the record of a game");
    /// The game is over.
    pub const NOTHING_TO_CHOOSE: Kind = Kind::new(
        422,
        "nothing-to-choose",
        "The game is over, and there is nothing to choose",
    );
}

impl RequestError {
    /// An error of this kind.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        RequestError {
            name: kind.name,
            title: kind.title,
            status: kind.status,
            detail: detail.into(),
            reason: None,
        }
    }

    /// The problem document.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written as JSON")
    }

    /// The same, at this move counted from 1.
    #[must_use]
    pub fn at_ply(self, ply: usize) -> Self {
        let detail = format!("ply {ply}: {}", self.detail);
        RequestError { detail, ..self }
    }
}

impl From<MoveError> for RequestError {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Malformed { sentence } => RequestError::new(kind::NOT_A_MOVE, sentence),
            MoveError::Refused { reason, sentence } => RequestError {
                reason: Some(reason),
                ..RequestError::new(kind::ILLEGAL_MOVE, sentence)
            },
        }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for RequestError {}
