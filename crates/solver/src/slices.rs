//! Exact values of one slice of a game.
//!
//! Many games have moves that can never be taken back (a barrier stays) and moves that can (a
//! runner steps to and fro). The first kind orders the positions into slices; inside a slice, play
//! may go in circles. A slice is solved here once all slices that can be entered from it are: their
//! values come in as [`Exits`].
//!
//! ```text
//!      exits          slice
//!     <------- o <-----> o <-----> o       arrows to both sides can be taken back,
//!     <------- o <-----> o ------------->  the others lead to slices that are known
//! ```
//!
//! Positions are treated whole sets at a time. A game that can keep its sets in machine words and
//! find the predecessors of a set by shifting them settles hundreds of positions with a few
//! instructions.
//!
//! The positions from which one player wins never depend on those from which the other does. So
//! there are two separate runs, one for each player as the winner, each going through the distances
//! 1, 2, 3, ...

use crate::{MAX_DISTANCE, Value};

/// A player as an index: 0 for Player 1, 1 for Player 2.
pub type Side = usize;

/// A set of positions with the same player to move.
pub trait PositionSet: Copy {
    /// No position.
    const EMPTY: Self;

    /// Whether there is no member.
    fn is_empty(&self) -> bool;

    /// The members of either.
    #[must_use]
    fn union(&self, other: &Self) -> Self;

    /// The members that are not in the other set.
    #[must_use]
    fn minus(&self, other: &Self) -> Self;

    /// The members of both.
    #[must_use]
    fn common(&self, other: &Self) -> Self;
}

/// Positions that are connected by moves that can be taken back.
pub trait Slice {
    /// Sets of its positions.
    type Set: PositionSet;

    /// The unfinished positions with `side` to move.
    fn positions(&self, side: Side) -> Self::Set;

    /// Those of them that `side` can win with one move.
    fn won_at_once(&self, side: Side) -> Self::Set;

    /// Those of them with a move, inside the slice, to one of `targets`, where the other player is
    /// to move.
    fn moving_into(&self, side: Side, targets: &Self::Set) -> Self::Set;
}

/// The best that one player can get by leaving the slice, for each position with that player to
/// move. A position that is in none of the sets has no way out.
#[derive(Clone, Debug)]
pub struct Exits<Set> {
    /// By distance: an odd one is a win, an even one a loss, and 0, which no move can be worth,
    /// stands for endless.
    by_plies: Vec<Set>,
    longest: u8,
}

impl<Set: PositionSet> Default for Exits<Set> {
    fn default() -> Self {
        Exits {
            by_plies: vec![Set::EMPTY; MAX_DISTANCE as usize + 1],
            longest: 0,
        }
    }
}

impl<Set: PositionSet> Exits<Set> {
    /// No way out for either player; none can be added.
    pub const NONE: [Self; 2] = [const {
        Exits {
            by_plies: Vec::new(),
            longest: 0,
        }
    }; 2];

    /// Forgets all ways out.
    pub fn clear(&mut self) {
        self.by_plies[..=self.longest as usize].fill(Set::EMPTY);
        self.longest = 0;
    }

    /// The positions whose best way out is worth so much to the player who takes it.
    #[inline]
    pub fn with_value_mut(&mut self, value: Value) -> &mut Set {
        let plies = value.distance().unwrap_or(0);
        self.longest = self.longest.max(plies);
        &mut self.by_plies[plies as usize]
    }

    fn with_plies(&self, plies: u8) -> Option<&Set> {
        (plies <= self.longest).then(|| &self.by_plies[plies as usize])
    }

    fn any(&self) -> Set {
        let by_plies = self.by_plies.iter().take(self.longest as usize + 1);
        by_plies.fold(Set::EMPTY, |all, set| all.union(set))
    }
}

/// Reports every decided position of the slice once, in sets of equal value; all others are
/// endless.
///
/// Every position of the slice must have a move.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "who calls it may be compiled for several processors, and so is what becomes a part of it"
)]
pub fn solve<S: Slice>(
    slice: &S,
    exits: &[Exits<S::Set>; 2],
    mut report: impl FnMut(Side, Value, &S::Set),
) {
    for winner in [0, 1] {
        solve_for(winner, slice, exits, &mut report);
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
fn solve_for<S: Slice>(
    winner: Side,
    slice: &S,
    exits: &[Exits<S::Set>; 2],
    report: &mut impl FnMut(Side, Value, &S::Set),
) {
    let loser = 1 - winner;
    let (winning_exits, losing_exits) = (&exits[winner], &exits[loser]);
    let longest_exit = winning_exits.longest.max(losing_exits.longest);

    // `unwon`, `unlost`: what may still be decided. `saved`: the loser has a way out that is, so
    // far, no loss; a position drops out of it when the run reaches the distance of its best
    // way out.
    let mut unwon = slice.positions(winner);
    let mut unlost = slice.positions(loser).minus(&slice.won_at_once(loser));
    let mut saved = losing_exits.any();
    let mut newly_won = slice.won_at_once(winner);
    if let Some(exit) = winning_exits.with_plies(1) {
        newly_won = newly_won.union(exit);
    }

    let mut plies = 1;
    loop {
        if !newly_won.is_empty() {
            report(winner, Value::win(plies), &newly_won);
            unwon = unwon.minus(&newly_won);
        }

        // Lost: every move leads to a position that is won for the winner in at most `plies`.
        let losing_exit = losing_exits.with_plies(plies + 1);
        let mut newly_lost = S::Set::EMPTY;
        if !newly_won.is_empty() || losing_exit.is_some() {
            if let Some(exit) = losing_exit {
                saved = saved.minus(exit);
            }
            newly_lost = unlost
                .minus(&saved)
                .minus(&slice.moving_into(loser, &unwon));
        }

        newly_won = S::Set::EMPTY;
        if !newly_lost.is_empty() {
            report(loser, Value::loss(plies + 1), &newly_lost);
            unlost = unlost.minus(&newly_lost);
            newly_won = slice.moving_into(winner, &newly_lost);
        }
        if let Some(exit) = winning_exits.with_plies(plies + 2) {
            newly_won = newly_won.union(exit);
        }
        // Only those that were not won sooner.
        newly_won = newly_won.common(&unwon);

        plies += 2;
        if newly_won.is_empty() && plies >= longest_exit {
            return;
        }
        assert!(
            plies < MAX_DISTANCE,
            "a distance does not fit the coding of values"
        );
    }
}

#[cfg(test)]
mod tests;
