//! Rows: markers cut a row into segments that have nothing to do with each other.
//!
//! ```text
//!     . . X . . . . O . . .        two open cells up to an X; four between X and O; three from an O on
//! ```
//!
//! A segment is known by its length and by what it ends at on either side: the end of the row, a marker of the player to
//! move, or one of the opponent's. Turning it round changes nothing. A contest is the set of those segments in which both
//! players may place, in descending order, one byte each.

use quintet_rules::{Cells, Position};

use crate::adjacency_block::Row;
use crate::gridlock::solution::{Contest, Contested, Extent, Parts};
use crate::markers::Markers;

/// What a segment ends at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    Row,
    Mine,
    Theirs,
}

/// What a segment ends at on both sides, the lesser first. The place in this list and the length make its byte.
const ENDS: [[End; 2]; 6] = [
    [End::Row, End::Row],
    [End::Row, End::Mine],
    [End::Row, End::Theirs],
    [End::Mine, End::Mine],
    [End::Mine, End::Theirs],
    [End::Theirs, End::Theirs],
];

impl End {
    /// As the opponent sees it.
    const fn passed(self) -> End {
        match self {
            End::Row => End::Row,
            End::Mine => End::Theirs,
            End::Theirs => End::Mine,
        }
    }
}

/// Open cells between two ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Segment {
    length: usize,
    /// The lesser first.
    ends: [End; 2],
}

impl Segment {
    fn new(length: usize, mut ends: [End; 2]) -> Self {
        ends.sort_unstable();
        Segment { length, ends }
    }

    /// Cells on which a player may place whose opponent's markers are such ends.
    fn open(self, closing: End) -> usize {
        let closed = |cell: usize| {
            cell == 0 && self.ends[0] == closing
                || cell + 1 == self.length && self.ends[1] == closing
        };
        (0..self.length).filter(|cell| !closed(*cell)).count()
    }

    fn mine(self) -> usize {
        self.open(End::Theirs)
    }

    fn theirs(self) -> usize {
        self.open(End::Mine)
    }

    /// Whether both players may place there: else its open cells are spare.
    fn is_contested(self) -> bool {
        self.mine() > 0 && self.theirs() > 0
    }

    fn passed(self) -> Self {
        Segment::new(self.length, self.ends.map(End::passed))
    }

    /// The two segments that are left when the player to move places on a cell.
    fn cut(self, cell: usize) -> [Segment; 2] {
        [
            Segment::new(cell, [self.ends[0], End::Mine]),
            Segment::new(self.length - 1 - cell, [End::Mine, self.ends[1]]),
        ]
    }

    fn byte(self) -> u8 {
        let ends = ENDS.iter().position(|ends| *ends == self.ends);
        let ends = ends.expect("ends are in order");
        u8::try_from(self.length * ENDS.len() + ends).expect("no row is so long")
    }

    fn of_byte(byte: u8) -> Self {
        let byte = usize::from(byte);
        Segment {
            length: byte / ENDS.len(),
            ends: ENDS[byte % ENDS.len()],
        }
    }
}

/// What is known of the segment of a byte.
#[derive(Clone, Default)]
struct Known {
    /// Its byte if the players are exchanged.
    passed: u8,
    mine: u8,
    theirs: u8,
    length: u8,
    /// What each placement leaves: the bytes of contested segments as the opponent sees them, zero for none, and the
    /// spare cells that the player gains.
    moves: Vec<([u8; 2], u8)>,
}

/// Rows of `N` cells.
pub(super) struct Segments<const N: usize> {
    /// By byte.
    known: Vec<Known>,
}

/// The longest row whose segments fit their bytes; more than sixteen contested segments it cannot have.
pub(super) const LONGEST: usize = 41;

impl<const N: usize> Segments<N> {
    pub(super) fn new() -> Self {
        const { assert!(N <= LONGEST, "a segment is one byte") };
        let bytes = 0..=u8::try_from(N * ENDS.len() + ENDS.len() - 1).expect("no row is so long");
        Segments {
            known: bytes.map(known).collect(),
        }
    }

    fn known(&self, byte: u8) -> &Known {
        &self.known[usize::from(byte)]
    }
}

fn known(byte: u8) -> Known {
    let segment = Segment::of_byte(byte);
    let count = |cells: usize| u8::try_from(cells).expect("no row is so long");
    let is_open = |cell: &usize| {
        let is_closed = |end: usize, at: usize| segment.ends[end] == End::Theirs && *cell == at;
        !is_closed(0, 0) && !is_closed(1, segment.length - 1)
    };
    let mut moves: Vec<_> = (0..segment.length)
        .filter(is_open)
        .map(|cell| {
            let parts = segment.cut(cell);
            let spare = parts.iter().filter(|part| !part.is_contested());
            let gain = count(spare.map(|part| part.mine()).sum());
            let mut left = parts.map(|part| {
                if part.is_contested() {
                    part.passed().byte()
                } else {
                    0
                }
            });
            left.sort_unstable();
            (left, gain)
        })
        .collect();
    moves.sort_unstable();
    moves.dedup();
    Known {
        passed: segment.passed().byte(),
        mine: count(segment.mine()),
        theirs: count(segment.theirs()),
        length: count(segment.length),
        moves,
    }
}

/// The bytes of a contest, the greatest first, and zeros after them.
fn bytes(contest: Contest) -> [u8; 16] {
    contest.to_be_bytes()
}

fn contest(mut bytes: [u8; 16]) -> Contest {
    // They are few, and nearly in order.
    for last in 1..bytes.len() {
        for at in (0..last).rev() {
            if bytes[at] >= bytes[at + 1] {
                break;
            }
            bytes.swap(at, at + 1);
        }
    }
    Contest::from_be_bytes(bytes)
}

impl<const N: usize> Contested for Segments<N> {
    type Position = Row<N>;

    fn parts(&self, position: &Row<N>) -> Parts {
        let mover = position.to_move();
        let [mine, theirs] = [mover, mover.other()].map(|player| position.markers(player));
        let end = |cell: usize| {
            let cell = Cells::<1, N>::from_bits(1 << cell);
            if mine.meets(cell) {
                Some(End::Mine)
            } else {
                theirs.meets(cell).then_some(End::Theirs)
            }
        };
        let mut parts = Parts {
            contest: 0,
            mine: 0,
            theirs: 0,
        };
        let (mut found, mut count) = ([0; 16], 0);
        let (mut length, mut left) = (0, End::Row);
        for cell in 0..=N {
            let right = if cell == N { Some(End::Row) } else { end(cell) };
            let Some(right) = right else {
                length += 1;
                continue;
            };
            let segment = Segment::new(length, [left, right]);
            if segment.is_contested() {
                found[count] = segment.byte();
                count += 1;
            } else {
                parts.mine += segment.mine() as u8;
                parts.theirs += segment.theirs() as u8;
            }
            (length, left) = (0, right);
        }
        parts.contest = contest(found);
        parts
    }

    fn moves(&self, contest: Contest, moves: &mut Vec<(Contest, u8)>) {
        let segments = bytes(contest);
        let count = segments.iter().take_while(|byte| **byte != 0).count();
        let mut passed = segments;
        for byte in &mut passed[..count] {
            *byte = self.known(*byte).passed;
        }
        for at in 0..count {
            if at > 0 && segments[at] == segments[at - 1] {
                continue;
            }
            let mut rest = passed;
            rest[at] = 0;
            for (left, gain) in &self.known(segments[at]).moves {
                let mut next = rest;
                next[at] = left[1];
                if left[0] != 0 {
                    next[count] = left[0];
                }
                moves.push((self::contest(next), *gain));
            }
        }
    }

    fn extent(&self, contest: Contest) -> Extent {
        let segments = bytes(contest);
        let segments = segments.iter().take_while(|byte| **byte != 0);
        let mut extent = Extent {
            mine: 0,
            theirs: 0,
            room: N as u8,
        };
        for (at, byte) in segments.enumerate() {
            let known = self.known(*byte);
            extent.mine += known.mine;
            extent.theirs += known.theirs;
            // Between two segments there is a marker at least.
            extent.room -= known.length + u8::from(at > 0);
        }
        extent
    }
}
