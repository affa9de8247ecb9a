//! Retrograde analysis of a game that may go on for ever: the value of every position, one byte
//! each.
//!
//! Values are found in the order of their distance. Positions decided without looking at other
//! positions come from the game itself (finished, or won at once). Then, alternately:
//!
//! ```text
//!     lost in n    ->  every undecided predecessor is won in n + 1
//!     won in n + 1 ->  an undecided predecessor all of whose successors are won is lost in n + 2
//! ```
//!
//! Whatever is undecided when a front runs empty is endless. No counters of successors are kept:
//! looking at a position's successors again stops at the first that is not won, and that costs less
//! than the memory would.
//!
//! Symmetry may leave equal positions ("twins") with numbers of their own. Only their leader is
//! examined and listed; its value is written for all of them. Without this positions would be
//! missed: the predecessors of a position name one twin each, not always the one whose successors
//! name that position.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::bits::SharedBits;
use crate::{MAX_DISTANCE, NOTHING, Progress, Value, collect};

/// A game with densely numbered positions, whose moves can be followed both ways.
pub trait Reversible: Sync {
    /// A position, as small as possible: fronts are lists of these.
    type Node: Copy + Send + Sync;

    /// How many numbers there are.
    fn size(&self) -> usize;

    /// The number of a position.
    fn number(&self, node: Self::Node) -> usize;

    /// In how many parts the positions are listed.
    fn parts(&self) -> usize;

    /// The leaders in one part; all parts together list every leader once.
    fn leaders(&self, part: usize) -> impl Iterator<Item = Self::Node>;

    /// The one that stands for a position and its twins.
    fn leader(&self, node: Self::Node) -> Self::Node;

    /// The other positions that have numbers of their own but are the same up to symmetry. The
    /// position itself may be among them.
    fn twins(&self, node: Self::Node) -> impl Iterator<Item = Self::Node>;

    /// What is known about a position without looking at others.
    fn at_once(&self, node: Self::Node) -> AtOnce;

    /// The positions one move later, each by itself or by a twin. Asked only where the game is not
    /// over.
    fn successors(&self, node: Self::Node) -> impl Iterator<Item = Self::Node>;

    /// The positions one move earlier, each by itself or by a twin, and perhaps some that are
    /// decided at once anyway.
    fn predecessors(&self, node: Self::Node) -> impl Iterator<Item = Self::Node>;
}

/// What a game knows about a position by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtOnce {
    /// The number belongs to no position that play can reach.
    Impossible,
    /// The game is over and the player to move has lost.
    Over,
    /// The player to move has a winning move.
    Won,
    /// None of these.
    Open,
}

const UNDECIDED: u8 = Value::Endless.to_byte();

/// The byte of every position's [`Value`] in the order of the numbers, [`NOTHING`] for impossible
/// ones. All cores work; the result does not depend on how they share the work. `None` if the work
/// was cancelled.
///
/// ```
/// use quintet_solver::retrograde::{AtOnce, Reversible, solve};
/// use quintet_solver::{Progress, Value};
///
/// /// A token goes one place on or two, round a ring of five; the player who finds it at place 0
/// /// has lost.
/// struct Ring;
///
/// impl Reversible for Ring {
///     type Node = usize;
///
///     fn size(&self) -> usize {
///         5
///     }
///
///     fn number(&self, place: usize) -> usize {
///         place
///     }
///
///     fn parts(&self) -> usize {
///         1
///     }
///
///     fn leaders(&self, _: usize) -> impl Iterator<Item = usize> {
///         0..5
///     }
///
///     fn leader(&self, place: usize) -> usize {
///         place
///     }
///
///     fn twins(&self, _: usize) -> impl Iterator<Item = usize> {
///         std::iter::empty()
///     }
///
///     fn at_once(&self, place: usize) -> AtOnce {
///         match place {
///             0 => AtOnce::Over,
///             3 | 4 => AtOnce::Won,
///             _ => AtOnce::Open,
///         }
///     }
///
///     fn successors(&self, place: usize) -> impl Iterator<Item = usize> {
///         [(place + 1) % 5, (place + 2) % 5].into_iter()
///     }
///
///     fn predecessors(&self, place: usize) -> impl Iterator<Item = usize> {
///         [(place + 4) % 5, (place + 3) % 5].into_iter()
///     }
/// }
///
/// let bytes = solve(&Ring, &Progress::default()).expect("never cancelled");
/// let values: Vec<_> = bytes.into_iter().map(Value::from_byte).collect();
/// let [over, three, two] = [Value::loss(0), Value::win(3), Value::loss(2)];
/// assert_eq!(values, [over, three, two, Value::win(1), Value::win(1)]);
/// ```
pub fn solve<G: Reversible>(game: &G, progress: &Progress) -> Option<Vec<u8>> {
    let parts = game.parts() as u64;
    progress.expect(2 * parts);
    let bytes: Vec<AtomicU8> = std::iter::repeat_with(|| AtomicU8::new(UNDECIDED))
        .take(game.size())
        .collect();
    let open = decide_at_once(game, &bytes, progress);
    let won_at_once = Value::win(1).to_byte();
    let fronts = Fronts {
        game,
        bytes: &bytes,
        progress,
        won: SharedBits::new(bytes.len(), |number| {
            bytes[number].load(Relaxed) == won_at_once
        }),
    };

    // Most positions are won at once: asking the few open ones is cheaper than asking all their
    // predecessors.
    let mut lost = fronts.each(&open, |node, found| {
        if fronts.is_lost(node) && fronts.decide(node, Value::loss(2)) {
            found.push(node);
        }
    });
    // As much again as the first half: the share of the open positions that have been decided.
    let count = open.len().max(1) as u64;
    let mut decided = 0;
    let mut reported = 0;
    drop(open);
    let mut distance = 2;
    while !lost.is_empty() {
        assert!(distance + 2 <= MAX_DISTANCE, "a distance beyond all values");
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

/// Writes what the game knows by itself and lists the leaders of the rest.
fn decide_at_once<G: Reversible>(
    game: &G,
    bytes: &[AtomicU8],
    progress: &Progress,
) -> Vec<G::Node> {
    collect(game.parts(), |part, open| {
        if progress.is_cancelled() {
            return;
        }
        for node in game.leaders(part) {
            let byte = match game.at_once(node) {
                AtOnce::Impossible => NOTHING,
                AtOnce::Over => Value::loss(0).to_byte(),
                AtOnce::Won => Value::win(1).to_byte(),
                AtOnce::Open => {
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

/// The work on one front after the other. Within one front only one value is written, and what is
/// read is either older or does not matter, so the result does not depend on the order in which
/// threads get there.
struct Fronts<'a, G> {
    game: &'a G,
    bytes: &'a [AtomicU8],
    progress: &'a Progress,
    /// The same as the bytes of wins, but small enough to stay near the processor: most questions
    /// are about wins.
    won: SharedBits,
}

impl<G: Reversible> Fronts<'_, G> {
    fn won_before(&self, lost: &[G::Node], value: Value) -> Vec<G::Node> {
        self.each(lost, |node, found| {
            for before in self.undecided_before(node) {
                if self.decide(before, value) {
                    self.won.add(self.game.number(before));
                    for twin in self.game.twins(before) {
                        self.won.add(self.game.number(twin));
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

    /// The leaders of the predecessors that have no value yet.
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
            .all(|next| self.won.has(self.game.number(next)))
    }

    /// Gives a leader and its twins their value; false if they had one. So no front holds a
    /// position twice.
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

    /// Runs over a list on all cores and gathers what is found; nothing once the work is cancelled.
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
