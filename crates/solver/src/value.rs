//! What best play leads to, and its coding in one byte.

use std::cmp::Ordering;

/// The value of a position for the player to move: the winner hurries, the loser delays.
///
/// A finished position is a loss in 0, hence wins are always odd and losses even. Values are
/// ordered as the player to move prefers them, the best greatest.
///
/// ```
/// use quintet_solver::Value;
///
/// assert!(Value::Win(3) > Value::Win(5) && Value::Win(5) > Value::Endless);
/// assert!(Value::Endless > Value::Loss(6) && Value::Loss(6) > Value::Loss(2));
/// // A move to a position that the opponent loses in 2 wins in 3.
/// assert_eq!(Value::Loss(2).one_ply_earlier(), Value::Win(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The player to move wins after so many plies.
    Win(u8),
    /// The player to move loses after so many plies.
    Loss(u8),
    /// Neither player can force a win.
    Endless,
}

/// The longest distance that a value can hold.
pub const MAX_DISTANCE: u8 = 126;

/// The byte that is no value. It is greater than all others, so it never is the least of several.
pub const NOTHING: u8 = u8::MAX;

const ENDLESS: u8 = 127;

impl Value {
    /// One byte, the less the worse for the player to move: losses by length, endless, wins by
    /// shortness. So the best move is the one to the *least* byte, and "best of many" is a
    /// plain minimum.
    #[inline]
    pub const fn to_byte(self) -> u8 {
        match self {
            Value::Loss(plies) => plies,
            Value::Endless => ENDLESS,
            Value::Win(plies) => 255 - plies,
        }
    }

    /// The value of a byte other than [`NOTHING`].
    #[inline]
    pub const fn from_byte(byte: u8) -> Value {
        if byte < ENDLESS {
            Value::Loss(byte)
        } else if byte == ENDLESS {
            Value::Endless
        } else {
            Value::Win(255 - byte)
        }
    }

    /// The value of making a move that leads to a position with this value.
    #[inline]
    #[must_use]
    pub const fn one_ply_earlier(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Loss(plies) => Value::Win(plies + 1),
            Value::Endless => Value::Endless,
        }
    }

    /// Plies to the end, if there is one.
    pub const fn distance(self) -> Option<u8> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Endless => None,
        }
    }

    /// `win`, `loss` or `endless`.
    pub const fn name(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Loss(_) => "loss",
            Value::Endless => "endless",
        }
    }

    /// Whether two values are the same but for the distance.
    pub const fn is_same_kind(self, other: Value) -> bool {
        matches!(
            (self, other),
            (Value::Win(_), Value::Win(_))
                | (Value::Loss(_), Value::Loss(_))
                | (Value::Endless, Value::Endless)
        )
    }
}

/// A value as far as it is known: the distance of a win or loss may not be.
///
/// ```
/// use quintet_solver::{Value, Worth};
///
/// assert!(Worth::from(Value::Win(3)).is_same_kind(Worth::Win(None)));
/// assert_eq!(Worth::Loss(None).one_ply_earlier(), Worth::Win(None));
/// assert_eq!(Worth::Win(None).value(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Worth {
    /// The player to move wins, after so many plies.
    Win(Option<u8>),
    /// The player to move loses, after so many plies.
    Loss(Option<u8>),
    /// Neither player can force a win.
    Endless,
}

impl From<Value> for Worth {
    fn from(value: Value) -> Self {
        match value {
            Value::Win(plies) => Worth::Win(Some(plies)),
            Value::Loss(plies) => Worth::Loss(Some(plies)),
            Value::Endless => Worth::Endless,
        }
    }
}

impl Worth {
    /// The value, if all of it is known.
    pub const fn value(self) -> Option<Value> {
        match self {
            Worth::Win(Some(plies)) => Some(Value::Win(plies)),
            Worth::Loss(Some(plies)) => Some(Value::Loss(plies)),
            Worth::Endless => Some(Value::Endless),
            Worth::Win(None) | Worth::Loss(None) => None,
        }
    }

    /// The worth of making a move that leads to a position with this worth.
    #[must_use]
    pub fn one_ply_earlier(self) -> Worth {
        match self {
            Worth::Win(plies) => Worth::Loss(plies.map(|plies| plies + 1)),
            Worth::Loss(plies) => Worth::Win(plies.map(|plies| plies + 1)),
            Worth::Endless => Worth::Endless,
        }
    }

    /// The worth of the position to which a move of this worth leads.
    #[must_use]
    pub fn one_ply_later(self) -> Worth {
        match self {
            Worth::Win(plies) => Worth::Loss(plies.map(|plies| plies - 1)),
            Worth::Loss(plies) => Worth::Win(plies.map(|plies| plies - 1)),
            Worth::Endless => Worth::Endless,
        }
    }

    /// Plies to the end, if they are known.
    pub const fn distance(self) -> Option<u8> {
        match self {
            Worth::Win(plies) | Worth::Loss(plies) => plies,
            Worth::Endless => None,
        }
    }

    /// Whether two are the same but for the distance.
    pub fn is_same_kind(self, other: Worth) -> bool {
        self.kind() == other.kind()
    }

    /// -1 for a loss, 0 for endless, 1 for a win.
    pub const fn kind(self) -> i8 {
        match self {
            Worth::Win(_) => 1,
            Worth::Endless => 0,
            Worth::Loss(_) => -1,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.to_byte().cmp(&other.to_byte())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_their_bytes_are_ordered_by_preference() {
        let worst_first = [
            Value::Loss(0),
            Value::Loss(2),
            Value::Loss(MAX_DISTANCE),
            Value::Endless,
            Value::Win(125),
            Value::Win(3),
            Value::Win(1),
        ];
        assert!(worst_first.is_sorted_by(|a, b| a < b));
        for value in worst_first {
            assert_eq!(Value::from_byte(value.to_byte()), value);
            assert!(value.to_byte() < NOTHING);
        }
    }
}
