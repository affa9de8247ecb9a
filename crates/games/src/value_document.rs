//! Values in JSON documents.

use quintet_solver::Value;
use serde::{Serialize, Serializer};

/// The name of a value and its distance.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ValueDocument {
    /// The result of best play.
    value: ValueName,
    /// Plies to the end with best play; `null` for `endless`, for `unsolved`, and for a win or loss of unknown distance.
    #[cfg_attr(feature = "schema", schema(required))]
    distance: Option<u8>,
}

/// The result of best play for the player to move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
enum ValueName {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Neither player can force a win.
    Endless,
    /// No value was found within the budget.
    Unsolved,
}

/// Serializes a value as a [`ValueDocument`]; `None` is `unsolved`.
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
