//! What best play leads to, and its coding in one byte.

use std::cmp::Ordering;

/// The value of a position for the player to move: the winner hurries, the loser delays. The
/// distance is missing where only the winner was found.
///
/// A finished position is a loss in 0, hence wins are always odd and losses even. Values are
/// ordered as the player to move prefers them, the best greatest; a missing distance counts as a
/// very long one.
///
/// ```
/// use quintet_solver::Value;
///
/// assert!(Value::win(3) > Value::win(5) && Value::win(5) > Value::Win(None));
/// assert!(Value::Win(None) > Value::Endless && Value::Endless > Value::Loss(None));
/// assert!(Value::Loss(None) > Value::loss(6) && Value::loss(6) > Value::loss(2));
/// // A move to a position that the opponent loses in 2 wins in 3.
/// assert_eq!(Value::loss(2).one_ply_earlier(), Value::win(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The player to move wins after this many plies.
    Win(Option<u8>),
    /// The player to move loses after this many plies.
    Loss(Option<u8>),
    /// Neither player can force a win.
    Endless,
}

/// The longest distance that a value can hold.
pub const MAX_DISTANCE: u8 = 126;

/// The byte that is no value. It is greater than all others, so it never is the least of several.
pub const NOTHING: u8 = u8::MAX;

const ENDLESS: u8 = 127;

impl Value {
    /// The player to move wins after `plies`.
    #[inline]
    pub const fn win(plies: u8) -> Value {
        Value::Win(Some(plies))
    }

    /// The player to move loses after `plies`.
    #[inline]
    pub const fn loss(plies: u8) -> Value {
        Value::Loss(Some(plies))
    }

    /// One byte, the less the worse for the player to move: losses by length, endless, wins by
    /// shortness. So the best move is the one to the *least* byte, and "best of many" is a
    /// plain minimum.
    ///
    /// Panics if the distance is missing.
    #[inline]
    pub const fn to_byte(self) -> u8 {
        match self {
            Value::Loss(Some(plies)) => plies,
            Value::Endless => ENDLESS,
            Value::Win(Some(plies)) => 255 - plies,
            Value::Win(None) | Value::Loss(None) => panic!("only exact values have a byte"),
        }
    }

    /// The value of a byte other than [`NOTHING`].
    #[inline]
    pub const fn from_byte(byte: u8) -> Value {
        if byte < ENDLESS {
            Value::loss(byte)
        } else if byte == ENDLESS {
            Value::Endless
        } else {
            Value::win(255 - byte)
        }
    }

    /// The value of making a move that leads to a position with this value.
    #[inline]
    #[must_use]
    pub fn one_ply_earlier(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies.map(|plies| plies + 1)),
            Value::Loss(plies) => Value::Win(plies.map(|plies| plies + 1)),
            Value::Endless => Value::Endless,
        }
    }

    /// The value of the position to which a move of this value leads.
    #[must_use]
    pub fn one_ply_later(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies.map(|plies| plies - 1)),
            Value::Loss(plies) => Value::Win(plies.map(|plies| plies - 1)),
            Value::Endless => Value::Endless,
        }
    }

    /// Plies to the end; `None` if the game is endless or the distance is missing.
    pub const fn distance(self) -> Option<u8> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => plies,
            Value::Endless => None,
        }
    }

    /// Whether no distance is missing.
    pub const fn is_exact(&self) -> bool {
        !matches!(self, Value::Win(None) | Value::Loss(None))
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
        self.kind() == other.kind()
    }

    /// -1 for a loss, 0 for endless, 1 for a win.
    pub const fn kind(self) -> i8 {
        match self {
            Value::Win(_) => 1,
            Value::Endless => 0,
            Value::Loss(_) => -1,
        }
    }

    /// Orders losses among losses and wins among wins.
    fn speed(self) -> i16 {
        let plies = self.distance().map_or(i16::MAX, i16::from);
        if let Value::Win(_) = self {
            -plies
        } else {
            plies
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.kind(), self.speed()).cmp(&(other.kind(), other.speed()))
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
            Value::loss(0),
            Value::loss(2),
            Value::loss(MAX_DISTANCE),
            Value::Endless,
            Value::win(125),
            Value::win(3),
            Value::win(1),
        ];
        assert!(worst_first.is_sorted_by(|a, b| a < b));
        assert!(worst_first.is_sorted_by_key(|value| value.to_byte()));
        for value in worst_first {
            assert_eq!(Value::from_byte(value.to_byte()), value);
            assert!(value.to_byte() < NOTHING);
        }
    }
}
