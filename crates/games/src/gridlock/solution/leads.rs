//! The results of contests on small boards.
//!
//! - The value of a position depends on its contest and on the lead.
//! - One more private cell for both players makes the game two plies longer and changes nothing else.
//! - A lead larger than the number of cells that the other player could place in the contest is as good as any larger one.
//!
//! So a short list of results, one for each lead, describes a contest completely. It follows from the lists of the
//! contests after each placement.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use quintet_rules::Symmetries;
use quintet_solver::{IntHasher, Value};

use super::contest::{Balance, Contest};

/// The number of markers that the loser still places, as a score for the player to move: greater is better.
type LeadScore = i8;

/// Greater than any number of markers.
const MANY: LeadScore = 100;

const fn won(markers: LeadScore) -> LeadScore {
    MANY - markers
}

const fn lost(markers: LeadScore) -> LeadScore {
    markers - MANY
}

/// Returns the score if the loser places more markers.
const fn longer(score: LeadScore, markers: LeadScore) -> LeadScore {
    score - score.signum() * markers
}

/// Returns the score of a move, given the opponent's score after it. A player who loses by the move has placed one more
/// marker.
const fn one_ply_earlier(score: LeadScore) -> LeadScore {
    if score > 0 { 1 - score } else { -score }
}

/// The results of canonical contests by lead, each computed when it is first needed.
#[derive(Default)]
pub(super) struct LeadTable {
    /// The start of the list of each contest: the least and the greatest lead, then one score for each lead.
    places: HashMap<u128, u32, BuildHasherDefault<IntHasher>>,
    lists: Vec<i8>,
    /// The moves of all contests on the path to the current one: the key or the place of the next contest, and the spare
    /// cells gained.
    moves: Vec<(u128, u8)>,
}

impl LeadTable {
    /// Returns the value of a position with a canonical contest, if the contest has been solved.
    pub(super) fn value<const R: usize, const C: usize>(
        &self,
        balance: &Balance<R, C>,
    ) -> Option<Value> {
        let place = *self.places.get(&balance.contest.key())?;
        let list = &self.lists[place as usize..];
        let (low, high) = (list[0], list[1]);
        let score = list[2 + usize::from(balance.lead().clamp(low, high).abs_diff(low))];
        let markers = MANY.abs_diff(score.abs()) + balance.mine.min(balance.theirs);
        Some(if score > 0 {
            Value::win(2 * markers + 1)
        } else {
            Value::loss(2 * markers)
        })
    }

    /// Computes the list of a canonical contest and returns its place.
    pub(super) fn solve<const R: usize, const C: usize>(
        &mut self,
        symmetries: &Symmetries<R, C>,
        contest: Contest<R, C>,
    ) -> u32 {
        if let Some(place) = self.places.get(&contest.key()) {
            return *place;
        }
        let first = self.moves.len();
        contest.each_placement(&mut |next, gain| {
            let mv = (next.canonical(symmetries).key(), gain);
            // The regions of a row are often symmetric or equal.
            if R > 1 || !self.moves[first..].contains(&mv) {
                self.moves.push(mv);
            }
        });
        for at in first..self.moves.len() {
            let place = self.solve(symmetries, Contest::<R, C>::from_key(self.moves[at].0));
            self.moves[at].0 = place.into();
        }
        let place =
            u32::try_from(self.lists.len()).expect("there are fewer than four billion results");
        let room = contest.room();
        // Without a contest, a lead of one is enough.
        let low = -contest.my_count().min(room);
        let high = contest.their_count().max(1).min(room);
        self.lists.extend([low, high]);
        let is_over = self.moves.len() == first;
        let without_move = |lead| if is_over && lead > 0 { won(0) } else { lost(0) };
        self.lists.extend((low..=high).map(without_move));
        let (earlier, list) = self.lists.split_at_mut(place as usize);
        for &(next, gain) in &self.moves[first..] {
            improve(
                &mut list[2..],
                low,
                &earlier[next as usize..],
                gain.cast_signed(),
            );
        }
        self.moves.truncate(first);
        self.places.insert(contest.key(), place);
        place
    }
}

/// Improves the scores of a contest, beginning at the lead `low`, by those of a move that gains `gain` private cells. `next`
/// begins with the list of the contest after the move.
fn improve(list: &mut [LeadScore], low: i8, next: &[i8], gain: i8) {
    let (next_low, next_high) = (next[0], next[1]);
    for (lead, best) in (low..).zip(list) {
        let after = (-lead - gain).clamp(next_low, next_high);
        let score = next[2 + usize::from(after.abs_diff(next_low))];
        // In a list, one of the players has no private cells: the private cells that both have now are added.
        let both = (-lead).clamp(0, gain);
        *best = (*best).max(one_ply_earlier(longer(score, both)));
    }
}
