//! A value as data.

use quintet_solver::Value;
use serde::Serialize;

/// A value by name, and the plies to the end if it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ValueDocument {
    /// What best play leads to.
    pub value: ValueName,
    /// Plies to the end with best play; `null` for `endless` and `unsolved`, and for a win or loss whose
    /// distance is not known.
    #[cfg_attr(feature = "schema", schema(required))]
    pub distance: Option<u8>,
}

/// What best play leads to, for the player who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ValueName {
    /// They win.
    Win,
    /// They lose.
    Loss,
    /// Neither player can force a win.
    Endless,
    /// Not known.
    Unsolved,
}

impl From<Option<Value>> for ValueDocument {
    fn from(worth: Option<Value>) -> Self {
        ValueDocument {
            value: match worth {
                Some(Value::Win(_)) => ValueName::Win,
                Some(Value::Loss(_)) => ValueName::Loss,
                Some(Value::Endless) => ValueName::Endless,
                None => ValueName::Unsolved,
            },
            distance: worth.and_then(Value::distance),
        }
    }
}
