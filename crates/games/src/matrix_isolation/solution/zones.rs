//! An exact search that looks only at blocks that matter.
//!
//! A question is: does the player to move win within so many plies, if the number is odd, or hold out so many, if it is
//! even? The player who is right has a plan, which is a step and a block for everything that the other may do. The cells
//! that the plan steps on, and those that are left to step on at its end, are its *zone*:
//!
//! ```text
//!     .  z  .  .      1 is to move and holds out two plies by the step to a,
//!     z  a  z  .      which leaves the ways z: 2 can block one, and could
//!     X  1  X  2      enter another, and a third is left
//! ```
//!
//! A plan needs the cells of its zone and no others. If another cell were blocked, too, it would still do: where it says
//! to block that cell, any cell outside the zone is blocked instead. So one plan of the opponent answers all blocks
//! outside its zone at once, and most blocks are never looked at. The plan is found for a position in which nothing was
//! blocked, or a cell that the player who blocked it cannot enter in the plies that are left.
//!
//! Sets of cells are numbers here, one bit a cell, so that this is compiled once for all boards.

use quintet_rules::bits;
use quintet_solver::score::{LIMIT, Score, loss, value, win};
use quintet_solver::{Budget, Value};

/// A board of at most 52 cells.
pub(super) struct Board {
    /// The cells beside each cell.
    beside: [u64; 64],
}

/// A position, seen from the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The cells that are not blocked, those of the pieces included.
    pub(super) free: u64,
    pub(super) mine: usize,
    pub(super) theirs: usize,
}

impl Board {
    /// A board by the cells beside each of its cells.
    pub(super) fn new(beside: impl Iterator<Item = u64>) -> Self {
        let mut board = Board { beside: [0; 64] };
        for (cell, cells) in beside.enumerate() {
            board.beside[cell] = cells;
        }
        board
    }

    /// The free cells beside a cell.
    #[inline]
    fn ways(&self, cell: usize, free: u64) -> u64 {
        self.beside[cell] & free
    }

    /// The cells that a piece may enter in so many steps, if nothing else happens.
    fn reach(&self, cell: usize, free: u64, steps: u32) -> u64 {
        let mut reached = 1 << cell;
        let mut border = reached;
        for _ in 0..steps {
            let next = bits(border).fold(0, |next, cell| next | self.ways(cell, free));
            border = next & !reached;
            reached |= next;
        }
        reached
    }
}

/// The first member of a set, if it has one.
#[inline]
const fn first(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// The answer to a question.
#[derive(Clone, Copy)]
struct Answer {
    /// Whether the player to move wins, or holds out.
    is_yes: bool,
    /// What the plan of the player needs who is right.
    zone: u64,
}

const fn yes(zone: u64) -> Answer {
    Answer { is_yes: true, zone }
}

const fn no(zone: u64) -> Answer {
    Answer {
        is_yes: false,
        zone,
    }
}

/// The least score with which the answer to a question is yes.
const fn bar(plies: u32) -> Score {
    let plies = plies.cast_signed();
    if plies % 2 == 1 {
        win(plies)
    } else {
        loss(plies) + 1
    }
}

/// What is known of a position.
#[derive(Clone, Copy)]
struct Entry {
    /// Zero if nothing is known: a position has free cells.
    key: u64,
    /// The zones of the plans that show the two bounds: of the player to move and of the opponent.
    zones: [u64; 2],
    low: i8,
    high: i8,
    /// The last move that was right, or zero: no move blocks the cell that it enters.
    best: u16,
}

impl Entry {
    const fn new(key: u64) -> Self {
        Entry {
            key,
            zones: [0; 2],
            low: -(LIMIT as i8),
            high: LIMIT as i8,
            best: 0,
        }
    }

    fn answer(&self, plies: u32) -> Option<Answer> {
        if Score::from(self.low) >= bar(plies) {
            Some(yes(self.zones[0]))
        } else if Score::from(self.high) < bar(plies) {
            Some(no(self.zones[1]))
        } else {
            None
        }
    }

    fn learn(&mut self, plies: u32, answer: Answer) {
        if answer.is_yes {
            (self.low, self.zones[0]) = (bar(plies) as i8, answer.zone);
        } else {
            (self.high, self.zones[1]) = ((bar(plies) - 1) as i8, answer.zone);
        }
    }
}

/// A searcher for one board; what it learns serves later questions.
pub(super) struct Search<'a> {
    board: &'a Board,
    /// A power of two of entries, each at the place of its key.
    table: Vec<Entry>,
    /// For odd and even questions, how much each move has answered; a step alone has the number of a move that blocks
    /// the cell it enters.
    history: [Vec<u64>; 2],
    nodes: u64,
    /// The count of nodes at which the present question is given up.
    limit: u64,
    /// The count of nodes, at most the limit, at which to see whether the answer is still wanted.
    pause: u64,
}

/// How many positions are looked at between two looks at whether the answer is still wanted: a few milliseconds.
const BETWEEN_PAUSES: u64 = 4096;

/// The binary logarithms of the lengths of the table, at first and at the most: 8 MB.
const TABLE_BITS: std::ops::RangeInclusive<u32> = 8..=18;

/// With more free cells than this, there is one to block that is neither beside a piece that has just been moved nor
/// under a piece.
const FEW: u32 = 7;

const fn number(to: usize, block: usize) -> usize {
    to << 6 | block
}

impl<'a> Search<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        Search {
            board,
            table: vec![Entry::new(0); 1 << TABLE_BITS.start()],
            history: [0, 1].map(|_| vec![0; 1 << 12]),
            nodes: 0,
            limit: 0,
            pause: 0,
        }
    }

    /// The exact value, or `None` if it cannot be found within the budget.
    pub(super) fn value(&mut self, node: Node, budget: Budget) -> Option<Value> {
        let before = self.nodes;
        self.limit = before.saturating_add(budget.max_positions());
        self.pause = before;
        let score = self.deepen(node, &budget);
        budget.spend(self.nodes - before);
        score.map(value)
    }

    /// The exact score: short wins and losses are asked for first.
    fn deepen(&mut self, node: Node, budget: &Budget) -> Option<Score> {
        if self.steps(node) == 0 {
            return Some(loss(0));
        }
        for plies in 1.. {
            self.make_room();
            let is_odd = plies % 2 == 1;
            if self.ask(node, budget, plies)?.is_yes == is_odd {
                let plies = plies.cast_signed();
                return Some(if is_odd { win(plies) } else { loss(plies) });
            }
        }
        unreachable!("every turn blocks a cell")
    }

    /// Enlarges the table as more is learnt, so that easy questions need little memory.
    fn make_room(&mut self) {
        /// The next question looks at several times as many positions as all before.
        const GROWTH: u64 = 8;
        let wanted = (self.nodes * GROWTH).min(1 << TABLE_BITS.end());
        if wanted > self.table.len() as u64 {
            let larger = vec![Entry::new(0); wanted.next_power_of_two() as usize];
            for entry in std::mem::replace(&mut self.table, larger) {
                let place = self.place(entry.key);
                self.table[place] = entry;
            }
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        let scrambled = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (scrambled >> (u64::BITS - self.table.len().trailing_zeros())) as usize
    }

    /// The cells that the player to move may enter.
    #[inline]
    fn steps(&self, node: Node) -> u64 {
        self.board.ways(node.mine, node.free) & !(1 << node.theirs)
    }

    /// Whether the player to move wins within so many plies, if they are odd, or holds out, if they are even. `None` if
    /// the limit has been reached, or the answer is not wanted any more.
    fn ask(&mut self, node: Node, budget: &Budget, plies: u32) -> Option<Answer> {
        let steps = self.steps(node);
        if steps == 0 {
            return Some(no(0));
        }
        // One of the opponent's ways can be blocked, and one entered.
        let exits = self.board.ways(node.theirs, node.free);
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
            return Some(self.holds_out_two(node, steps));
        }
        self.nodes += 1;
        if self.nodes > self.pause && !self.goes_on(budget) {
            return None;
        }
        let key = node.free << 12 | number(node.mine, node.theirs) as u64;
        let place = self.place(key);
        let mut entry = self.table[place];
        if entry.key != key {
            entry = Entry::new(key);
        }
        if let Some(answer) = entry.answer(plies) {
            return Some(answer);
        }
        let answer = self.expand(node, budget, plies, &mut entry.best)?;
        entry.learn(plies, answer);
        self.table[place] = entry;
        Some(answer)
    }

    /// The question for two plies, where the opponent is not stuck after one and there is always a cell to block that
    /// does no harm.
    fn holds_out_two(&self, node: Node, steps: u64) -> Answer {
        let near = self.board.ways(node.theirs, node.free);
        let mut zone = 0;
        for to in bits(steps) {
            let exits = self.board.ways(to, node.free);
            let entered = near & exits;
            let count = exits.count_ones();
            if count > 2 || count == 2 && entered == 0 {
                return yes(three(exits) | 1 << to);
            }
            // Either of two steps wins, so that it is no use to block one.
            let near = near & !(1 << to);
            let one = first(if count == 2 { entered } else { near });
            zone |= one | first(near & !one);
        }
        no(zone)
    }

    /// Tries the moves of the player to move, and keeps the one that is right.
    fn expand(
        &mut self,
        node: Node,
        budget: &Budget,
        plies: u32,
        best: &mut u16,
    ) -> Option<Answer> {
        let parity = (plies % 2) as usize;
        let after = |to: usize, blocked: u64| Node {
            free: node.free & !blocked,
            mine: node.theirs,
            theirs: to,
        };
        let mut zone = 0;
        let tried = usize::from(*best);
        if tried != 0 {
            let (to, block) = (tried >> 6, tried & 63);
            let reply = self.ask(after(to, 1 << block), budget, plies - 1)?;
            if !reply.is_yes {
                return Some(yes(reply.zone | 1 << to));
            }
            zone |= reply.zone;
        }
        let mut steps = self.steps(node);
        while steps != 0 {
            let to = self.likeliest(steps, |search, to| {
                let ways = search.board.ways(to, node.free).count_ones();
                1000 * u64::from(ways) + search.history[parity][number(to, to)]
            });
            steps &= !(1 << to);
            let mut blocks = node.free & !(1 << node.theirs | 1 << to);

            let reply = self.ask(after(to, 0), budget, plies - 1)?;
            let outside = node.free & !reply.zone;
            // The plan may have to block another cell than it says in each but its last turn. Then at most
            // `plies - 2` cells have been blocked, and one is under a piece.
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
            let exits = self.board.ways(node.theirs, node.free);
            while blocks != 0 {
                let block = self.likeliest(blocks, |search, block| {
                    let is_exit = exits >> block & 1;
                    1000 * is_exit + search.history[parity][number(to, block)]
                });
                blocks &= !(1 << block);
                if number(to, block) == tried {
                    continue;
                }
                let reply = self.ask(after(to, 1 << block), budget, plies - 1)?;
                if !reply.is_yes {
                    self.reward(parity, number(to, block), plies);
                    *best = number(to, block) as u16;
                    return Some(yes(reply.zone | 1 << to));
                }
                zone |= reply.zone;
                // Were another cell blocked instead of this one, nobody could use it: it is as good as blocked, until
                // the plan has a use for a block.
                if reach >> block & 1 == 0 {
                    blocks &= reply.zone;
                }
            }
        }
        Some(no(zone))
    }

    /// The member of a set with the greatest weight, of equals the last.
    fn likeliest(&self, set: u64, weight: impl Fn(&Self, usize) -> u64) -> usize {
        bits(set)
            .max_by_key(|cell| weight(self, *cell))
            .expect("the set has a member")
    }

    fn reward(&mut self, parity: usize, number: usize, plies: u32) {
        self.history[parity][number] += u64::from(plies * plies);
    }

    /// Whether there is a reason to look at more positions.
    #[cold]
    fn goes_on(&mut self, budget: &Budget) -> bool {
        self.pause = self.limit.min(self.nodes.saturating_add(BETWEEN_PAUSES));
        self.nodes <= self.limit && !budget.is_exhausted()
    }
}

/// The members of a set of at most four, but for one of four.
const fn three(set: u64) -> u64 {
    if set.count_ones() == 4 {
        set & (set - 1)
    } else {
        set
    }
}
