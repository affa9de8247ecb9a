//! Positions by what is still contested, and by how many spare cells each player has besides.
//!
//! A cell is **spare** if one player may place there and neither that cell nor one beside it is open to the other: nobody
//! can take it away. All other cells that are open to somebody make up the **contest**. Placing on a contested cell is
//! never worse than on a spare one. Let a player have two positions before them, one after placing on a contested cell,
//! the other after placing on a spare cell instead. In the first they can do all that they do in the second, with
//! the spare cell in place of the contested one, and the opponent can do no more than there. So spare cells are left for
//! the end, where they are only counted:
//!
//! - The value depends on the contest and the *lead*: the spare cells of the player to move less those of the opponent.
//! - One more spare cell for both makes the game two plies longer and changes nothing else.
//! - A lead beyond what the other player could ever place in the contest is as good as any greater one.
//!
//! So one short list of results, by lead, says everything about a contest, and the lists of its successors give it.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use quintet_rules::Position;
use quintet_solver::{IntHasher, Value};

/// A contest as a number: equal only for contests of equal results, whatever the lead.
pub(crate) type Contest = u128;

/// A kind of board: how its positions fall into contests and spare cells.
pub(crate) trait Contested: Send + Sync + 'static {
    /// The positions.
    type Position: Position;

    /// What a position consists of, for the player to move.
    fn parts(&self, position: &Self::Position) -> Parts;

    /// Appends the contests, as the opponent sees them, to which the player to move can come by placing on a contested
    /// cell, each with the spare cells that the player gains. The opponent never gains any. What is never better than another
    /// may be left out.
    fn moves(&self, contest: Contest, moves: &mut Vec<(Contest, u8)>);

    /// The size of a contest.
    fn extent(&self, contest: Contest) -> Extent;
}

/// A contest and the spare cells besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Parts {
    /// As the player to move sees it.
    pub(crate) contest: Contest,
    /// The spare cells of the player to move.
    pub(crate) mine: u8,
    /// The spare cells of the opponent.
    pub(crate) theirs: u8,
}

/// The size of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    /// The cells on which the player to move may place.
    pub(crate) mine: u8,
    /// The cells on which the opponent may place.
    pub(crate) theirs: u8,
    /// The most spare cells that the board has room for besides.
    pub(crate) room: u8,
}

/// A result: how many markers the loser still places, as a number that is greater the better it is for the player to
/// move.
type Score = i8;

/// Greater than any count of markers.
const MANY: Score = 100;

const fn won(markers: Score) -> Score {
    MANY - markers
}

const fn lost(markers: Score) -> Score {
    markers - MANY
}

/// The result if the loser places so many markers more.
const fn longer(score: Score, markers: Score) -> Score {
    score - score.signum() * markers
}

/// The result of a move after which the opponent has this one: whoever loses by a move has placed one marker more.
const fn one_ply_earlier(score: Score) -> Score {
    if score > 0 { 1 - score } else { -score }
}

/// The results of contests by lead, each worked out when it is first needed.
#[derive(Default)]
pub(super) struct Leads {
    /// Where the list of a contest begins: the least and the greatest lead, then the result of each.
    places: HashMap<Contest, u32, BuildHasherDefault<IntHasher>>,
    lists: Vec<i8>,
    /// The moves of all contests on the way to the present one.
    moves: Vec<(Contest, u8)>,
}

impl Leads {
    /// The value of a position, if its contest has been settled.
    pub(super) fn value(&self, parts: &Parts) -> Option<Value> {
        let place = *self.places.get(&parts.contest)?;
        let score = self.score(place, parts.mine.cast_signed() - parts.theirs.cast_signed());
        let markers = MANY.abs_diff(score.abs()) + parts.mine.min(parts.theirs);
        Some(if score > 0 {
            Value::win(2 * markers + 1)
        } else {
            Value::loss(2 * markers)
        })
    }

    fn score(&self, place: u32, lead: i8) -> Score {
        let list = &self.lists[place as usize..];
        let (low, high) = (list[0], list[1]);
        list[2 + usize::from(lead.clamp(low, high).abs_diff(low))]
    }

    /// Works out the results of a contest.
    pub(super) fn settle(&mut self, board: &impl Contested, contest: Contest) -> u32 {
        if let Some(place) = self.places.get(&contest) {
            return *place;
        }
        let first = self.moves.len();
        board.moves(contest, &mut self.moves);
        for at in first..self.moves.len() {
            let place = self.settle(board, self.moves[at].0);
            self.moves[at].0 = place.into();
        }
        let place =
            u32::try_from(self.lists.len()).expect("there are fewer than four billion results");
        let extent = board.extent(contest);
        let most = |cells: u8| cells.min(extent.room).cast_signed();
        // Without a contest, one spare cell more is enough.
        let (low, high) = (-most(extent.mine), most(extent.theirs.max(1)));
        self.lists.extend([low, high]);
        let is_over = self.moves.len() == first;
        let alone = |lead| if is_over && lead > 0 { won(0) } else { lost(0) };
        self.lists.extend((low..=high).map(alone));
        let (known, list) = self.lists.split_at_mut(place as usize);
        for &(next, gain) in &self.moves[first..] {
            improve(
                &mut list[2..],
                low,
                &known[next as usize..],
                gain.cast_signed(),
            );
        }
        self.moves.truncate(first);
        self.places.insert(contest, place);
        place
    }
}

/// Takes in what a move leads to, whose list begins `next`, into the list of results from the lead `low` on.
fn improve(list: &mut [Score], low: i8, next: &[i8], gain: i8) {
    let (next_low, next_high) = (next[0], next[1]);
    for (lead, best) in (low..).zip(list) {
        let after = (-lead - gain).clamp(next_low, next_high);
        let score = next[2 + usize::from(after.abs_diff(next_low))];
        // The list counts from no spare cells for one of the two: what both have gained is added.
        let both = (-lead).clamp(0, gain);
        *best = (*best).max(one_ply_earlier(longer(score, both)));
    }
}
