//! Exact search that examines only the blocks that matter.
//!
//! Each question is about a number of plies: if it is odd, can the player to move win within so few; if it is even, can they
//! survive as many? Whoever the answer favors has a plan: a step and a block for every turn of the other player. The cells that the
//! plan steps on, and the exits that it relies on at its end, are its *zone*:
//!
//! ```text
//!     .  z  .  .      Player 1 is to move and survives two plies by the step to a: Player 2
//!     z  a  z  .      can block one of the exits z and enter a second, and the third is left.
//!     X  1  X  2
//! ```
//!
//! A plan depends on the cells of its zone alone. With another cell blocked it still works: wherever it says to block that
//! cell, any cell outside the zone can be blocked instead. One plan of the opponent therefore refutes all blocks
//! outside its zone at once, and most blocks are never examined. Such a plan is found in the position without a block, or
//! with a block that its own player cannot reach in the remaining plies.
//!
//! Sets of cells are plain integers with one bit a cell, so that this code is compiled once for all boards.

use std::mem;
use std::ops::RangeInclusive;

use quintet_rules::bits;
use quintet_solver::score::{LIMIT, Score, loss, value, win};
use quintet_solver::{Budget, Meter, Value};

/// The neighbors of each cell, on a board of at most 52 cells.
pub(super) struct ZoneBoard([u64; 64]);

/// A position from the point of view of the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZoneNode {
    /// The unblocked cells, including those of the pieces.
    pub(super) free: u64,
    pub(super) mine: usize,
    pub(super) theirs: usize,
}

impl ZoneBoard {
    /// Lists the neighbors of each cell in turn.
    pub(super) fn new(neighbors: impl Iterator<Item = u64>) -> Self {
        let mut board = ZoneBoard([0; 64]);
        for (cell, neighbors) in board.0.iter_mut().zip(neighbors) {
            *cell = neighbors;
        }
        board
    }

    /// Returns the free neighbors of a cell.
    #[inline]
    fn exits(&self, cell: usize, free: u64) -> u64 {
        self.0[cell] & free
    }

    /// Returns the cells within `steps` steps of a cell.
    fn reach(&self, cell: usize, free: u64, steps: u32) -> u64 {
        let mut reached = 1 << cell;
        let mut border = reached;
        for _ in 0..steps {
            let next = bits(border).fold(0, |next, cell| next | self.exits(cell, free));
            border = next & !reached;
            reached |= next;
        }
        reached
    }
}

impl ZoneNode {
    /// Returns the position after a step and the block of a cell, or of none.
    #[inline]
    fn after(self, to: usize, blocked: u64) -> Self {
        ZoneNode {
            free: self.free & !blocked,
            mine: self.theirs,
            theirs: to,
        }
    }
}

/// The answer to a question, and the zone of the plan that proves it.
#[derive(Clone, Copy)]
struct Proof {
    /// True if the player to move wins or survives in time.
    is_yes: bool,
    zone: u64,
}

const fn yes(zone: u64) -> Proof {
    Proof { is_yes: true, zone }
}

const fn no(zone: u64) -> Proof {
    let is_yes = false;
    Proof { is_yes, zone }
}

/// Returns the lowest score for which the answer is yes.
const fn threshold(plies: u32) -> Score {
    let plies = plies.cast_signed();
    if plies % 2 == 1 {
        win(plies)
    } else {
        loss(plies) + 1
    }
}

/// Bounds on the score of a position, with their proofs.
#[derive(Clone, Copy)]
struct ZoneEntry {
    /// 0 in an empty entry, which no position has as its key.
    key: u64,
    /// The zones that prove the lower and the upper bound.
    zones: [u64; 2],
    low: i8,
    high: i8,
    /// The [number](number) of the last move that proved a yes, or 0. No move has this number, which would block the cell it enters.
    best: u16,
}

impl ZoneEntry {
    const fn new(key: u64) -> Self {
        ZoneEntry {
            key,
            zones: [0; 2],
            low: -(LIMIT as i8),
            high: LIMIT as i8,
            best: 0,
        }
    }

    fn proof(&self, plies: u32) -> Option<Proof> {
        if Score::from(self.low) >= threshold(plies) {
            Some(yes(self.zones[0]))
        } else if Score::from(self.high) < threshold(plies) {
            Some(no(self.zones[1]))
        } else {
            None
        }
    }

    fn learn(&mut self, plies: u32, proof: Proof) {
        if proof.is_yes {
            (self.low, self.zones[0]) = (threshold(plies) as i8, proof.zone);
        } else {
            (self.high, self.zones[1]) = ((threshold(plies) - 1) as i8, proof.zone);
        }
    }
}

/// A search on one board that reuses its results for later positions.
pub(super) struct ZoneSearch<'a> {
    board: &'a ZoneBoard,
    /// The transposition table; its length is a power of two.
    table: Vec<ZoneEntry>,
    /// For even and for odd numbers of plies, the weight of each move by its [number](number).
    history: [Vec<u64>; 2],
    meter: Meter,
}

/// Binary logarithms of the first and of the largest length of the transposition table, which then takes 8 MB.
const TABLE_BITS: RangeInclusive<u32> = 8..=18;

/// With more free cells than this, some cell can be blocked that is not next to the piece just moved and holds no piece.
const FEW: u32 = 7;

/// Returns the number of a move. That of a step alone is as if it blocked the cell it enters.
const fn number(to: usize, block: usize) -> usize {
    to << 6 | block
}

impl<'a> ZoneSearch<'a> {
    pub(super) fn new(board: &'a ZoneBoard) -> Self {
        ZoneSearch {
            board,
            table: vec![ZoneEntry::new(0); 1 << TABLE_BITS.start()],
            history: [0, 1].map(|_| vec![0; 1 << 12]),
            meter: Meter::default(),
        }
    }

    /// Returns the exact value, or `None` if it is not found within the budget.
    pub(super) fn value(&mut self, node: ZoneNode, budget: Budget) -> Option<Value> {
        self.meter.begin(&budget);
        let score = self.deepen(node, &budget);
        self.meter.end(&budget);
        score.map(value)
    }

    /// Returns the exact score, searching ply by ply for the shortest win or loss.
    fn deepen(&mut self, node: ZoneNode, budget: &Budget) -> Option<Score> {
        if self.steps(node) == 0 {
            return Some(loss(0));
        }
        for plies in 1.. {
            self.grow_table();
            let is_odd = plies % 2 == 1;
            if self.prove(node, budget, plies)?.is_yes == is_odd {
                let plies = plies.cast_signed();
                return Some(if is_odd { win(plies) } else { loss(plies) });
            }
        }
        unreachable!("every turn blocks a cell")
    }

    /// Enlarges the transposition table as the search grows, so that easy positions need little memory.
    fn grow_table(&mut self) {
        /// One more ply takes several times as many positions as all plies before.
        const GROWTH: u64 = 8;
        let wanted = (self.meter.count() * GROWTH).min(1 << TABLE_BITS.end());
        if wanted > self.table.len() as u64 {
            let larger = vec![ZoneEntry::new(0); wanted.next_power_of_two() as usize];
            for entry in mem::replace(&mut self.table, larger) {
                let place = self.place(entry.key);
                self.table[place] = entry;
            }
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> (u64::BITS - self.table.len().trailing_zeros())) as usize
    }

    /// Returns the cells that the player to move can enter.
    #[inline]
    fn steps(&self, node: ZoneNode) -> u64 {
        self.board.exits(node.mine, node.free) & !(1 << node.theirs)
    }

    /// Answers the question for a number of plies. `None` if the budget is used up.
    fn prove(&mut self, node: ZoneNode, budget: &Budget, plies: u32) -> Option<Proof> {
        let steps = self.steps(node);
        if steps == 0 {
            return Some(no(0));
        }
        // A turn can close two exits of the opponent: enter one and block the other.
        let exits = self.board.exits(node.theirs, node.free);
        let last_steps = match exits.count_ones() {
            0 | 1 => steps,
            2 => steps & exits,
            _ => 0,
        };
        if last_steps != 0 {
            return Some(yes(first(last_steps)));
        }
        if plies == 1 {
            return Some(no(three(exits)));
        }
        if plies == 2 && node.free.count_ones() > FEW {
            return Some(self.survives_two(node, steps));
        }
        if !self.meter.visit(budget) {
            return None;
        }
        let key = node.free << 12 | number(node.mine, node.theirs) as u64;
        let place = self.place(key);
        let mut entry = self.table[place];
        if entry.key != key {
            entry = ZoneEntry::new(key);
        }
        if let Some(proof) = entry.proof(plies) {
            return Some(proof);
        }
        let proof = self.expand(node, budget, plies, &mut entry.best)?;
        entry.learn(plies, proof);
        self.table[place] = entry;
        Some(proof)
    }

    /// Answers the question for two plies, if the player to move cannot win at once and always has a harmless block.
    fn survives_two(&self, node: ZoneNode, steps: u64) -> Proof {
        let near = self.board.exits(node.theirs, node.free);
        let mut zone = 0;
        for to in bits(steps) {
            let exits = self.board.exits(to, node.free);
            let entered = near & exits;
            let count = exits.count_ones();
            if count > 2 || count == 2 && entered == 0 {
                return yes(three(exits) | 1 << to);
            }
            // The zone has two of the opponent's winning steps, since one of them can be blocked.
            let near = near & !(1 << to);
            let one = first(if count == 2 { entered } else { near });
            zone |= one | first(near & !one);
        }
        no(zone)
    }

    /// Answers the question by trying moves, first that with the number `best`, which is replaced by one that proves a yes.
    fn expand(
        &mut self,
        node: ZoneNode,
        budget: &Budget,
        plies: u32,
        best: &mut u16,
    ) -> Option<Proof> {
        let parity = (plies % 2) as usize;
        let mut zone = 0;
        let tried = usize::from(*best);
        if tried != 0 {
            let (to, block) = (tried >> 6, tried & 63);
            let reply = self.prove(node.after(to, 1 << block), budget, plies - 1)?;
            if !reply.is_yes {
                return Some(yes(reply.zone | 1 << to));
            }
            zone |= reply.zone;
        }
        let their_exits = self.board.exits(node.theirs, node.free);
        let mut steps = self.steps(node);
        while steps != 0 {
            let to = most_promising(steps, |to| {
                let exits = self.board.exits(to, node.free).count_ones();
                1000 * u64::from(exits) + self.history[parity][number(to, to)]
            });
            steps &= !(1 << to);
            let mut blocks = node.free & !(1 << node.theirs | 1 << to);

            let reply = self.prove(node.after(to, 0), budget, plies - 1)?;
            let outside = node.free & !reply.zone;
            // In each turn but its last, the plan may need another block than its own. By then at most `plies - 2` of these
            // cells have been blocked, and one is under a piece.
            if outside.count_ones() >= plies {
                if reply.is_yes {
                    zone |= reply.zone;
                    blocks &= reply.zone;
                } else if blocks & outside != 0 {
                    let block = (blocks & outside).trailing_zeros() as usize;
                    self.reward(parity, number(to, to), plies);
                    *best = number(to, block) as u16;
                    return Some(yes(reply.zone | 1 << to));
                }
            }

            let reach = self.board.reach(to, node.free, plies / 2);
            while blocks != 0 {
                let block = most_promising(blocks, |block| {
                    let is_exit = their_exits >> block & 1;
                    1000 * is_exit + self.history[parity][number(to, block)]
                });
                blocks &= !(1 << block);
                if number(to, block) == tried {
                    continue;
                }
                let reply = self.prove(node.after(to, 1 << block), budget, plies - 1)?;
                if !reply.is_yes {
                    self.reward(parity, number(to, block), plies);
                    *best = number(to, block) as u16;
                    return Some(yes(reply.zone | 1 << to));
                }
                zone |= reply.zone;
                // If another cell were blocked instead, this one would be free but out of reach: as good as blocked, until
                // the plan needs a cell to block.
                if reach >> block & 1 == 0 {
                    blocks &= reply.zone;
                }
            }
        }
        Some(no(zone))
    }

    fn reward(&mut self, parity: usize, number: usize, plies: u32) {
        self.history[parity][number] += u64::from(plies * plies);
    }
}

/// Returns the lowest member of a set as a set, which is empty if the set is.
const fn first(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// Returns at most three members of a set of at most four.
const fn three(set: u64) -> u64 {
    if set.count_ones() == 4 {
        set & (set - 1)
    } else {
        set
    }
}

/// Returns the member with the greatest weight, the last of equals.
fn most_promising(set: u64, weight: impl Fn(usize) -> u64) -> usize {
    let best = bits(set).max_by_key(|cell| weight(*cell));
    best.expect("the set has a member")
}
