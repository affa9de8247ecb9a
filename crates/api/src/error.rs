//! Errors in requests.

use std::fmt;

use quintet_games::MoveError;
use serde::{Serialize, Serializer};

/// An error in a request, as a problem document (RFC 9457).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Refusal))]
pub struct RequestError {
    /// The kind of problem, a stable path such as `/problems/illegal-move`.
    #[serde(rename = "type", serialize_with = "path")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub name: &'static str,
    /// A short description of the kind.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// The error, with the invalid value and the valid ones.
    pub detail: String,
    /// The stable name of the rule that the move breaks, such as `beside-opponent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// Writes the path of a kind of problem.
fn path<S: Serializer>(name: &str, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("/problems/{name}"))
}

/// A kind of problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The HTTP status.
    pub status: u16,
    /// A stable name in lowercase with hyphens.
    pub name: &'static str,
    /// A short description.
    pub title: &'static str,
}

impl Kind {
    /// Creates a kind of problem.
    pub const fn new(status: u16, name: &'static str, title: &'static str) -> Self {
        Kind {
            status,
            name,
            title,
        }
    }
}

/// The kinds of problems in requests.
pub mod kind {
    use super::Kind;

    /// Malformed request.
    pub const BAD_REQUEST: Kind = Kind::new(400, "bad-request", "Invalid request");
    /// Unknown game, size or path, or no puzzle found.
    pub const NOT_FOUND: Kind = Kind::new(404, "not-found", "Not found");
    /// Too many moves.
    pub const TOO_LARGE: Kind = Kind::new(413, "too-large", "Request too large");
    /// Invalid position.
    pub const NOT_A_POSITION: Kind = Kind::new(422, "not-a-position", "Invalid position");
    /// Malformed move.
    pub const NOT_A_MOVE: Kind = Kind::new(422, "not-a-move", "Invalid move");
    /// Illegal move.
    pub const ILLEGAL_MOVE: Kind = Kind::new(422, "illegal-move", "Illegal move");
    /// Invalid record.
    pub const NOT_A_RECORD: Kind = Kind::new(422, "not-a-record", "Invalid record");
    /// No move can be chosen because the game is over.
    pub const NOTHING_TO_CHOOSE: Kind = Kind::new(422, "nothing-to-choose", "The game is over");
}

impl RequestError {
    /// Creates an error of this kind.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        RequestError {
            name: kind.name,
            title: kind.title,
            status: kind.status,
            detail: detail.into(),
            reason: None,
        }
    }

    /// Serializes the problem document.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers can be serialized")
    }

    /// Adds the number of the move, counted from 1.
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
