//! Forced wins, by trying every line of play.

use quintet_rules::Position;

/// Returns the moves that win within `plies`, whatever the opponent replies. `None` if the search would visit more than
/// `limit` positions.
pub fn forced_wins<P: Position>(position: &P, plies: u8, limit: u64) -> Option<Vec<P::Move>> {
    let mut left = limit;
    let mut wins = Vec::new();
    for mv in position.moves() {
        if wins_by_force(&position.play_unchecked(mv), plies, &mut left)? {
            wins.push(mv);
        }
    }
    Some(wins)
}

/// Tests whether the move that led to `position` wins within `plies`, itself included.
fn wins_by_force<P: Position>(position: &P, plies: u8, left: &mut u64) -> Option<bool> {
    *left = left.checked_sub(1)?;
    if position.outcome().is_some() {
        return Some(true);
    }
    if plies < 3 {
        return Some(false);
    }
    for reply in position.moves() {
        let next = position.play_unchecked(reply);
        let mut is_answered = false;
        for mv in next.moves() {
            if wins_by_force(&next.play_unchecked(mv), plies - 2, left)? {
                is_answered = true;
                break;
            }
        }
        if !is_answered {
            return Some(false);
        }
    }
    Some(true)
}
