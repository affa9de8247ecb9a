//! The value of a position, its byte in tables and its score in searches.

use std::cmp::Ordering;

/// The game-theoretic value of a position for the player to move.
///
/// With best play the winner minimizes and the loser maximizes the distance, the number of plies to the end of the game.
/// The distance is `None` if only the winner was found. A finished position is a loss in 0, so wins have odd distances and
/// losses even ones.
///
/// Values are ordered by the preference of the player to move, with the best as the maximum. A missing distance compares
/// as longer than any other.
///
/// ```
/// use quintet_solver::Value;
///
/// assert!(Value::win(3) > Value::win(5) && Value::win(5) > Value::Win(None));
/// assert!(Value::Win(None) > Value::Endless && Value::Endless > Value::Loss(None));
/// assert!(Value::Loss(None) > Value::loss(6) && Value::loss(6) > Value::loss(2));
/// // A move to a position in which the opponent loses in 2 wins in 3.
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

/// The longest distance that a value can represent.
pub const MAX_DISTANCE: u8 = 126;

/// A byte that represents no value. It is greater than the byte of every value, so a minimum ignores it.
pub const NO_VALUE: u8 = u8::MAX;

const ENDLESS: u8 = 127;

impl Value {
    /// Returns a win in `plies`.
    #[inline]
    pub const fn win(plies: u8) -> Value {
        Value::Win(Some(plies))
    }

    /// Returns a loss in `plies`.
    #[inline]
    pub const fn loss(plies: u8) -> Value {
        Value::Loss(Some(plies))
    }

    /// Returns the value as a byte. Bytes have the order of values: losses ascend with their distance, then endless, then
    /// wins, the shortest last. The best move therefore leads to the position with the *least* byte.
    ///
    /// # Panics
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

    /// Returns the value of a byte other than [`NO_VALUE`].
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

    /// Returns the value of a move that leads to a position with this value.
    #[inline]
    #[must_use]
    pub fn one_ply_earlier(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies.map(|plies| plies + 1)),
            Value::Loss(plies) => Value::Win(plies.map(|plies| plies + 1)),
            Value::Endless => Value::Endless,
        }
    }

    /// Returns the value of the position after a move of this value: the inverse of
    /// [`one_ply_earlier`](Value::one_ply_earlier).
    #[must_use]
    pub fn one_ply_later(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies.map(|plies| plies - 1)),
            Value::Loss(plies) => Value::Win(plies.map(|plies| plies - 1)),
            Value::Endless => Value::Endless,
        }
    }

    /// Returns the number of plies to the end. `None` if the game is endless or the distance is missing.
    pub const fn distance(self) -> Option<u8> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => plies,
            Value::Endless => None,
        }
    }

    /// Returns true unless a distance is missing.
    pub const fn is_exact(&self) -> bool {
        !matches!(self, Value::Win(None) | Value::Loss(None))
    }

    /// Returns `win`, `loss` or `endless`.
    pub const fn name(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Loss(_) => "loss",
            Value::Endless => "endless",
        }
    }

    /// Returns true if two values differ at most in their distance.
    pub const fn is_same_kind(self, other: Value) -> bool {
        self.kind() == other.kind()
    }

    /// Returns -1 for a loss, 0 for endless, 1 for a win.
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

/// Exact values as integers, for the windows and tables of a [search](crate::search).
///
/// ```text
///     win in n   127 - n        endless   0        loss in n   n - 127
/// ```
///
/// One ply earlier, the score of a win or loss is negated and one step closer to zero. A distance of more than 126 plies
/// therefore also becomes zero and cannot be distinguished from endless.
pub mod score {
    use super::Value;

    /// A score; greater is better for the player to move.
    pub type Score = i32;

    /// Neither player can force a win.
    pub const ENDLESS: Score = 0;

    /// Greater than every score, and less than every score if negated.
    pub const LIMIT: Score = 127;

    /// Returns the score of a win in `plies`.
    pub const fn win(plies: i32) -> Score {
        LIMIT - plies
    }

    /// Returns the score of a loss in `plies`.
    pub const fn loss(plies: i32) -> Score {
        plies - LIMIT
    }

    /// Returns the score of a position from which one move leads to a position with this score.
    #[inline]
    pub const fn before(score: Score) -> Score {
        score.signum() - score
    }

    /// Returns the inverse of [`before`]. It reverses the order, so it also maps the bounds of windows.
    #[inline]
    pub const fn after(score: Score) -> Score {
        -score - score.signum()
    }

    /// Returns the score of an exact value.
    #[inline]
    pub const fn of(value: Value) -> Score {
        match value {
            Value::Win(Some(plies)) => win(plies as i32),
            Value::Loss(Some(plies)) => loss(plies as i32),
            Value::Endless => ENDLESS,
            Value::Win(None) | Value::Loss(None) => panic!("only exact values have a score"),
        }
    }

    /// Returns the value of a score.
    pub const fn value(score: Score) -> Value {
        match score {
            ENDLESS => Value::Endless,
            1.. => Value::win((LIMIT - score).cast_unsigned() as u8),
            _ => Value::loss((LIMIT + score).cast_unsigned() as u8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_scores_preserve_the_order_of_values() {
        let losses = (0..MAX_DISTANCE).step_by(2).map(Value::loss);
        let wins = (1..MAX_DISTANCE).step_by(2).rev().map(Value::win);
        let ascending: Vec<_> = losses.chain([Value::Endless]).chain(wins).collect();
        assert!(ascending.is_sorted_by(|a, b| a < b));
        assert!(ascending.is_sorted_by(|a, b| a.to_byte() < b.to_byte()));
        assert!(ascending.is_sorted_by(|a, b| score::of(*a) < score::of(*b)));
        for value in ascending {
            assert_eq!(Value::from_byte(value.to_byte()), value);
            assert!(value.to_byte() < NO_VALUE);
            let score = score::of(value);
            assert_eq!(score::value(score), value);
            assert_eq!(score::before(score), score::of(value.one_ply_earlier()));
            assert_eq!(score::after(score::before(score)), score);
        }
        let longest = Value::loss(MAX_DISTANCE);
        assert_eq!(Value::from_byte(longest.to_byte()), longest);
        assert!(longest.to_byte() < Value::Endless.to_byte());
    }
}
