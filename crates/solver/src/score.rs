//! Values as small ordered integers, for the windows and the tables of a [search](crate::search).
//!
//! ```text
//!     win in n   127 - n        endless   0        loss in n   n - 127
//! ```
//!
//! Seen from one ply earlier a decided score is negated and one step nearer to zero. What takes
//! more than 126 plies thereby becomes zero too: scores cannot tell it from endless.

use crate::Value;

/// A score; greater is better for the player to move.
pub type Score = i32;

/// Neither side can force a win.
pub const ENDLESS: Score = 0;

/// Beyond every real score.
pub const LIMIT: Score = 127;

/// The player to move wins after `plies`.
pub const fn win(plies: i32) -> Score {
    LIMIT - plies
}

/// The player to move loses after `plies`.
pub const fn loss(plies: i32) -> Score {
    plies - LIMIT
}

/// The score of a position from which one move leads to a position with this score.
#[inline]
pub const fn before(score: Score) -> Score {
    score.signum() - score
}

/// The inverse of [`before`]; it reverses the order, so it also carries the bounds of windows over.
#[inline]
pub const fn after(score: Score) -> Score {
    -score - score.signum()
}

/// The score that stands for an exact value.
#[inline]
pub const fn of(value: Value) -> Score {
    match value {
        Value::Win(Some(plies)) => win(plies as i32),
        Value::Loss(Some(plies)) => loss(plies as i32),
        Value::Endless => ENDLESS,
        Value::Win(None) | Value::Loss(None) => panic!("only exact values have a score"),
    }
}

/// The value that a score stands for.
pub const fn value(score: Score) -> Value {
    match score {
        ENDLESS => Value::Endless,
        1.. => Value::win((LIMIT - score).cast_unsigned() as u8),
        _ => Value::loss((LIMIT + score).cast_unsigned() as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_DISTANCE;

    #[test]
    fn scores_are_ordered_as_values_and_step_back_as_values_do() {
        let losses = (0..MAX_DISTANCE).step_by(2).map(Value::loss);
        let wins = (1..MAX_DISTANCE).step_by(2).rev().map(Value::win);
        let worst_first: Vec<_> = losses.chain([Value::Endless]).chain(wins).collect();
        assert!(worst_first.is_sorted_by(|a, b| of(*a) < of(*b)));
        for known in worst_first {
            assert_eq!(value(of(known)), known);
            assert_eq!(before(of(known)), of(known.one_ply_earlier()));
            assert_eq!(after(before(of(known))), of(known));
        }
    }
}
