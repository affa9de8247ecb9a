//! Retrograde analysis of games that may be endless: the value of every position, one byte each.
//!
//! Values are found in the order of their distance. The game itself supplies the positions that are decided immediately: it
//! is over, or the player to move can win with the next move. Then two steps alternate:
//!
//! ```text
//!     lost in n    ->  every undecided predecessor is won in n + 1
//!     won in n + 1 ->  an undecided predecessor all of whose successors are won is lost in n + 2
//! ```
//!
//! When a front is empty, all undecided positions are endless. There are no counters of successors: generating a position's
//! successors again stops at the first one that is not won, which costs less than the memory would.
//!
//! A numbering may give symmetric positions ("twins") different numbers. Only one of them, the leader, is examined and
//! listed; its value is written for all. Otherwise positions would be missed: the predecessors of a position are
//! represented by one twin each, which is not always the one whose successors include that position.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::{MAX_DISTANCE, NO_VALUE, Progress, Value, collect};

/// A game with densely numbered positions and moves that can be generated in both directions.
pub trait Reversible: Sync {
    /// A position in few bytes, because fronts are lists of these.
    type Node: Copy + Send + Sync;

    /// Returns the number of all position numbers.
    fn size(&self) -> usize;

    /// Returns the number of a position.
    fn number(&self, node: Self::Node) -> usize;

    /// Returns the number of parts of the list of positions.
    fn parts(&self) -> usize;

    /// Returns the leaders in one part. The parts together contain every leader once.
    fn leaders(&self, part: usize) -> impl Iterator<Item = Self::Node>;

    /// Returns the representative of a position and its twins.
    fn leader(&self, node: Self::Node) -> Self::Node;

    /// Returns the symmetric positions with other numbers. May include the position itself.
    fn twins(&self, node: Self::Node) -> impl Iterator<Item = Self::Node>;

    /// Classifies a position without examining others.
    fn immediate(&self, node: Self::Node) -> Immediate;

    /// Returns the positions after each move, each represented by itself or a twin. Called only if the game is not over.
    fn successors(&self, node: Self::Node) -> impl Iterator<Item = Self::Node>;

    /// Returns the positions before each move, each represented by itself or a twin. May include positions that are decided
    /// immediately.
    fn predecessors(&self, node: Self::Node) -> impl Iterator<Item = Self::Node>;
}

/// The class of a position that a game determines without examining others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Immediate {
    /// The number belongs to no reachable position.
    Impossible,
    /// The game is over and the player to move has lost.
    Over,
    /// The player to move has a winning move.
    Won,
    /// None of these.
    Open,
}

const UNDECIDED: u8 = Value::Endless.to_byte();

/// Returns the byte of every position's [`Value`] in the order of the numbers, [`NO_VALUE`] for impossible ones. Uses all
/// cores; the result is deterministic. `None` if the computation was cancelled.
pub fn solve<G: Reversible>(game: &G, progress: &Progress) -> Option<Vec<u8>> {
    let parts = game.parts() as u64;
    progress.expect(2 * parts);
    let bytes: Vec<AtomicU8> = std::iter::repeat_with(|| AtomicU8::new(UNDECIDED))
        .take(game.size())
        .collect();
    let open = decide_immediate(game, &bytes, progress);
    let won_immediately = Value::win(1).to_byte();
    let fronts = Fronts {
        game,
        bytes: &bytes,
        progress,
        won: AtomicBits::new(bytes.len(), |number| {
            bytes[number].load(Relaxed) == won_immediately
        }),
    };

    // Most positions are won immediately, so examining the few open ones costs less than generating the predecessors.
    let mut lost = fronts.each(&open, |node, found| {
        if fronts.is_lost(node) && fronts.decide(node, Value::loss(2)) {
            found.push(node);
        }
    });
    // The second half of the progress is the share of open positions that are decided.
    let count = open.len().max(1) as u64;
    let mut decided = 0;
    let mut reported = 0;
    drop(open);
    let mut distance = 2;
    while !lost.is_empty() {
        assert!(distance + 2 <= MAX_DISTANCE, "distances fit into a value");
        let won = fronts.won_before(&lost, Value::win(distance + 1));
        decided += (lost.len() + won.len()) as u64;
        progress.advance(parts * decided / count - reported);
        reported = parts * decided / count;
        lost = fronts.lost_before(&won, Value::loss(distance + 2));
        distance += 2;
    }
    progress.advance(parts - reported);
    drop(fronts);
    let bytes = bytes.into_iter().map(AtomicU8::into_inner).collect();
    (!progress.is_cancelled()).then_some(bytes)
}

/// Writes the values that the game decides immediately, and returns the leaders of the other positions.
fn decide_immediate<G: Reversible>(
    game: &G,
    bytes: &[AtomicU8],
    progress: &Progress,
) -> Vec<G::Node> {
    collect(game.parts(), |part, open| {
        if progress.is_cancelled() {
            return;
        }
        for node in game.leaders(part) {
            let byte = match game.immediate(node) {
                Immediate::Impossible => NO_VALUE,
                Immediate::Over => Value::loss(0).to_byte(),
                Immediate::Won => Value::win(1).to_byte(),
                Immediate::Open => {
                    open.push(node);
                    continue;
                }
            };
            bytes[game.number(node)].store(byte, Relaxed);
            for twin in game.twins(node) {
                bytes[game.number(twin)].store(byte, Relaxed);
            }
        }
        progress.advance(1);
    })
}

/// Expands one front after the other. Each front writes a single value, and values that it may read concurrently do not
/// affect the result, so the order of the threads is irrelevant.
struct Fronts<'a, G> {
    game: &'a G,
    bytes: &'a [AtomicU8],
    progress: &'a Progress,
    /// The won positions, as one bit each to fit in the processor's cache: most lookups ask whether a position is won.
    won: AtomicBits,
}

impl<G: Reversible> Fronts<'_, G> {
    fn won_before(&self, lost: &[G::Node], value: Value) -> Vec<G::Node> {
        self.each(lost, |node, found| {
            for before in self.undecided_before(node) {
                if self.decide(before, value) {
                    self.won.insert(self.game.number(before));
                    for twin in self.game.twins(before) {
                        self.won.insert(self.game.number(twin));
                    }
                    found.push(before);
                }
            }
        })
    }

    fn lost_before(&self, won: &[G::Node], value: Value) -> Vec<G::Node> {
        self.each(won, |node, found| {
            let lost = |&before: &G::Node| self.is_lost(before) && self.decide(before, value);
            found.extend(self.undecided_before(node).filter(lost));
        })
    }

    /// Returns the leaders of the undecided predecessors.
    fn undecided_before(&self, node: G::Node) -> impl Iterator<Item = G::Node> {
        let undecided = |&before: &G::Node| self.byte(before).load(Relaxed) == UNDECIDED;
        self.game
            .predecessors(node)
            .filter(undecided)
            .map(|before| self.game.leader(before))
    }

    fn is_lost(&self, node: G::Node) -> bool {
        self.game
            .successors(node)
            .all(|next| self.won.contains(self.game.number(next)))
    }

    /// Writes the value of a leader and its twins. Returns false if they had one, so that no front contains a position twice.
    fn decide(&self, leader: G::Node, value: Value) -> bool {
        let byte = value.to_byte();
        let is_first = self
            .byte(leader)
            .compare_exchange(UNDECIDED, byte, Relaxed, Relaxed)
            .is_ok();
        if is_first {
            for twin in self.game.twins(leader) {
                self.byte(twin).store(byte, Relaxed);
            }
        }
        is_first
    }

    fn byte(&self, node: G::Node) -> &AtomicU8 {
        &self.bytes[self.game.number(node)]
    }

    /// Runs a closure for each position on all cores and concatenates the results. Stops if the computation is cancelled.
    fn each(
        &self,
        nodes: &[G::Node],
        run: impl Fn(G::Node, &mut Vec<G::Node>) + Sync,
    ) -> Vec<G::Node> {
        const CHUNK: usize = 1024;
        collect(nodes.len().div_ceil(CHUNK), |chunk, found| {
            if self.progress.is_cancelled() {
                return;
            }
            for &node in &nodes[chunk * CHUNK..nodes.len().min((chunk + 1) * CHUNK)] {
                run(node, found);
            }
        })
    }
}

/// A set of numbers that several threads extend, one bit each.
struct AtomicBits(Vec<AtomicU64>);

impl AtomicBits {
    /// Returns the numbers below `len` for which `is_member` returns true.
    fn new(len: usize, is_member: impl Fn(usize) -> bool) -> Self {
        let word = |first: usize| {
            let numbers = (first..len.min(first + 64)).filter(|number| is_member(*number));
            AtomicU64::new(numbers.fold(0, |word, number| word | 1 << (number - first)))
        };
        AtomicBits((0..len).step_by(64).map(word).collect())
    }

    #[inline]
    fn contains(&self, number: usize) -> bool {
        self.0[number / 64].load(Relaxed) >> (number % 64) & 1 != 0
    }

    #[inline]
    fn insert(&self, number: usize) {
        self.0[number / 64].fetch_or(1 << (number % 64), Relaxed);
    }
}
