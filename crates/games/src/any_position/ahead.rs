//! A few plies ahead, by trying everything.

use quintet_rules::Position;

/// Whether the player who has just moved to `position` wins within `plies`, that move included.
/// `None` if more positions would be looked at than are left.
pub(super) fn wins<P: Position>(position: &P, plies: u8, left: &mut u64) -> Option<bool> {
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
            if wins(&next.play_unchecked(mv), plies - 2, left)? {
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
