//! Looking ahead where nothing is proved: which moves look best, judged by an estimate some plies later.
//!
//! Nothing here is truth. One ply more is looked ahead at a time, as far as the budget goes; of lines of play that
//! cannot change the choice only the beginning is seen (alpha-beta). The positions that an estimate tells least of, those
//! after moves that look bad, are looked at one ply less.
//!
//! Positions are known here by their places in a list, so that the search is compiled once and not for every size:
//!
//! ```text
//!     positions   | root | after its moves ... | after those of one of them ... |
//!     options            | key, look, place    | key, look, place               |
//! ```

mod memory;
mod tree;

use memory::{Bound, Memory, Note};
use tree::{Grown, Tree};

use quintet_rules::Position;

use crate::Budget;

/// How a position looks to the player to move: greater is better.
type Look = i32;

/// The game is won. A look is less by one for each ply that this is away.
const WON: Look = 1_000_000_000;

/// Beyond this nothing is an estimate.
const DECIDED: Look = WON - 1_000;

/// Estimates are cut off at this.
const MOST: Look = 1_000_000;

/// So far is looked within any budget.
const LEAST_PLIES: u8 = 2;

/// So far is looked at the most.
const MOST_PLIES: u8 = 100;

/// How many positions are looked at between two looks at whether the answer is still wanted.
const BETWEEN_PAUSES: u64 = 4096;

/// Where a move may lead.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// The place of the position after it.
    place: u32,
    /// How that looks to the player who makes the move.
    look: Look,
    /// Tells positions apart.
    key: u64,
}

impl Choice {
    const fn ends_the_game(self) -> bool {
        self.look == WON
    }
}

/// Of the moves of a position whose places in the list of its moves are wanted, those that look best: at least one, if
/// one is wanted. The position must not be finished.
///
/// `estimate` says how good an unfinished position looks for the player to move; greater is better.
///
/// ```
/// use quintet_solver::heap::Heap;
/// use quintet_solver::{Budget, lookahead};
///
/// // One or two stones are taken from a heap; the player who finds none has lost. Who leaves three, wins.
/// let heap = Heap::new(5);
/// let best = lookahead::best(&heap, &|_| true, |_| 0, Budget::positions(1_000));
/// assert_eq!(best, [1], "the second move: to take two");
/// ```
pub fn best<P: Position>(
    position: &P,
    is_wanted: &dyn Fn(usize) -> bool,
    estimate: fn(&P) -> i64,
    budget: Budget,
) -> Vec<usize> {
    Lookahead::new(&mut Grown::new(*position, estimate), budget).best(is_wanted)
}

/// A search for the move that looks best.
struct Lookahead<'a> {
    tree: &'a mut dyn Tree,
    /// The moves of all positions on the way to the present one.
    choices: Vec<Choice>,
    memory: Memory,
    budget: Budget<'a>,
    /// Positions looked at.
    looked: u64,
    /// The count of positions at which the search ends.
    limit: u64,
    /// The count at which to see whether the answer is still wanted.
    pause: u64,
}

impl<'a> Lookahead<'a> {
    fn new(tree: &'a mut dyn Tree, budget: Budget<'a>) -> Self {
        let limit = budget.most_positions();
        Lookahead {
            tree,
            choices: Vec::new(),
            memory: Memory::for_positions(limit),
            budget,
            looked: 0,
            limit,
            pause: 0,
        }
    }

    fn best(mut self, is_wanted: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let count = self.expand(0);
        let mut moves: Vec<(usize, Choice)> = (0..count).map(|at| (at, self.choices[at])).collect();
        moves.retain(|(at, _)| is_wanted(*at));
        let mut best = best_of(&moves);
        for plies in 2..=MOST_PLIES {
            let is_won = moves.iter().any(|(_, mv)| mv.look > DECIDED);
            let is_lost = moves.iter().all(|(_, mv)| mv.look < -DECIDED);
            if moves.len() < 2 || is_won || is_lost {
                break;
            }
            let is_done = self.look_further(&mut moves, plies);
            best = best_of(&moves);
            if !is_done {
                break;
            }
        }
        self.budget.use_up(self.looked);
        best
    }

    /// Looks at the moves of the root so many plies ahead, and sorts them, best first. Those that are not looked at any
    /// more, for want of budget, come last. `false` if there are such.
    fn look_further(&mut self, moves: &mut Vec<(usize, Choice)>, plies: u8) -> bool {
        let mut best = -WON;
        let mut seen: usize = 0;
        for (_, mv) in moves.iter_mut() {
            if mv.ends_the_game() {
                best = WON;
                seen += 1;
                continue;
            }
            // A move that looks as good as the best is to be known as such.
            let alpha = best.saturating_sub(1);
            let mut look = None;
            if seen > 0 {
                look = self.after(*mv, plies - 1, alpha, alpha + 1);
            }
            if seen == 0 || look.is_some_and(|look| look > alpha) {
                look = self.after(*mv, plies - 1, alpha, WON);
            }
            let Some(look) = look else { break };
            mv.look = look;
            best = best.max(look);
            seen += 1;
        }
        let is_done = seen == moves.len();
        if seen > 0 {
            // What was not looked at so far ahead is not compared with what was.
            let unseen = moves.split_off(seen);
            sort(moves);
            let least = moves.last().map_or(-WON, |(_, mv)| mv.look);
            moves.extend(unseen.into_iter().map(|(at, mv)| {
                let look = least.min(best - 1);
                (at, Choice { look, ..mv })
            }));
        }
        is_done
    }

    /// How a position looks after a move, to the player who makes it.
    fn after(&mut self, mv: Choice, plies: u8, alpha: Look, beta: Look) -> Option<Look> {
        let look = -self.look(mv, plies, -beta, -alpha)?;
        // A win that is nearer looks better.
        Some(if look > DECIDED {
            look - 1
        } else if look < -DECIDED {
            look + 1
        } else {
            look
        })
    }

    /// How a position looks to the player to move when so many plies are looked ahead, at least one: exactly, if that
    /// is between `alpha` and `beta`, else a bound on the same side. `None` if the budget is used up.
    fn look(&mut self, node: Choice, plies: u8, alpha: Look, beta: Look) -> Option<Look> {
        let known = self.memory.get(node.key);
        if let Some(look) = known.and_then(|note| note.settle(plies, alpha, beta)) {
            return Some(look);
        }
        if self.looked >= self.pause && plies >= LEAST_PLIES && !self.goes_on() {
            return None;
        }
        let (first, place) = (self.choices.len(), self.tree.len());
        let count = self.expand(node.place);
        let mut best = -WON;
        if plies == 1 || self.choices[first..].iter().any(|mv| mv.ends_the_game()) {
            let looks = self.choices[first..].iter().map(|mv| mv.look);
            best = looks.max().unwrap_or(-WON);
        } else {
            let mut best_move = 0;
            let mut floor = alpha;
            for at in 0..count {
                let remembered = known
                    .filter(|_| at == 0)
                    .map(|note| place + usize::from(note.best));
                self.bring_best(first + at, remembered);
                let mv = self.choices[first + at];
                let look = self.consider(mv, at, plies, floor, beta)?;
                if look > best {
                    best = look;
                    best_move = mv.place as usize - place;
                }
                floor = floor.max(look);
                if floor >= beta {
                    break;
                }
            }
            let bound = match best {
                _ if best >= beta => Bound::Least,
                _ if best <= alpha => Bound::Most,
                _ => Bound::Exact,
            };
            self.memory
                .put(Note::new(node.key, best, plies, bound, best_move));
        }
        self.choices.truncate(first);
        self.tree.keep(place);
        Some(best)
    }

    /// How a move of an inner position looks. The first is likely the best: of the others it is asked first whether they
    /// are better at all.
    fn consider(
        &mut self,
        mv: Choice,
        at: usize,
        plies: u8,
        alpha: Look,
        beta: Look,
    ) -> Option<Look> {
        /// So many moves are looked at as far ahead as any.
        const LIKELY: usize = 3;
        if at == 0 {
            return self.after(mv, plies - 1, alpha, beta);
        }
        // Two plies less, so that the same player has moved last: who has, looks better.
        if at >= LIKELY && plies > 3 {
            let look = self.after(mv, plies - 3, alpha, alpha + 1)?;
            if look <= alpha {
                return Some(look);
            }
        }
        let look = self.after(mv, plies - 1, alpha, alpha + 1)?;
        if alpha < look && look < beta {
            self.after(mv, plies - 1, alpha, beta)
        } else {
            Some(look)
        }
    }

    /// Brings the choice that looks best, or the one with this place, to the front of those from `first` on. What is
    /// cut off is never sorted.
    fn bring_best(&mut self, first: usize, remembered: Option<usize>) {
        let rest = &mut self.choices[first..];
        let mut best = 0;
        for at in 0..rest.len() {
            if Some(rest[at].place as usize) == remembered {
                best = at;
                break;
            }
            let order = |mv: Choice| (mv.look, std::cmp::Reverse(mv.place));
            if order(rest[at]) > order(rest[best]) {
                best = at;
            }
        }
        rest.swap(0, best);
    }

    /// Appends the moves of a position, and says how many there are.
    fn expand(&mut self, place: u32) -> usize {
        let first = self.choices.len();
        self.tree.expand(place, &mut self.choices);
        let count = self.choices.len() - first;
        self.looked += count as u64;
        count
    }

    /// Whether there is a reason to look at more positions.
    #[cold]
    fn goes_on(&mut self) -> bool {
        self.pause = self.limit.min(self.looked.saturating_add(BETWEEN_PAUSES));
        self.looked < self.limit && !self.budget.is_used_up()
    }
}

/// The best moves in the order of the game.
fn best_of(moves: &[(usize, Choice)]) -> Vec<usize> {
    let most = moves.iter().map(|(_, mv)| mv.look).max();
    let best = moves.iter().filter(|(_, mv)| Some(mv.look) == most);
    let mut best: Vec<usize> = best.map(|(at, _)| *at).collect();
    best.sort_unstable();
    best
}

/// Best first; of equal ones in the order in which they were.
fn sort(moves: &mut [(usize, Choice)]) {
    moves.sort_by_key(|(_, mv)| mv.look.abs_diff(WON));
}
