//! How documents present a value.

use quintet_solver::Value;
use serde::{Serialize, Serializer};

/// A value by name, and the plies to the end if it has one.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ValueDocument {
    /// What best play leads to.
    value: ValueName,
    /// Plies to the end with best play; `null` for `endless` and `unsolved`, and for a win or loss whose
    /// distance is not known.
    #[cfg_attr(feature = "schema", schema(required))]
    distance: Option<u8>,
}

/// What best play leads to, for the player who is to move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
enum ValueName {
    /// They win.
    Win,
    /// They lose.
    Loss,
    /// Neither player can force a win.
    Endless,
    /// Not known.
    Unsolved,
}

/// Serialises a value as a [`ValueDocument`]; `None` is `unsolved`.
pub fn serialize_value<S: Serializer>(value: &Option<Value>, to: S) -> Result<S::Ok, S::Error> {
    let document = ValueDocument {
        value: match value {
            Some(Value::Win(_)) => ValueName::Win,
            Some(Value::Loss(_)) => ValueName::Loss,
            Some(Value::Endless) => ValueName::Endless,
            None => ValueName::Unsolved,
        },
        distance: value.and_then(Value::distance),
    };
    document.serialize(to)
}
