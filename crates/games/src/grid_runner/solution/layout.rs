//! The compressed form of a table. It stores only values that cannot be derived from the rules or from other values of the
//! same block.
//!
//! The race is the block as if no player had a barrier left. Solving it takes microseconds.
//!
//! | value | derived from |
//! | --- | --- |
//! | a win in one | the race |
//! | no player has a barrier left | the race: these blocks, half of the table, take no space |
//! | the player to move has no barrier left | the best step, decoded after the positions that steps lead to |
//! | all others | stored, with a context: the value in the race, that of a neighbor, that of the best step |

use std::ops::Range;

use quintet_rules::bits;
use quintet_solver::blocks::{Coder, TableLayout};
use quintet_solver::{NO_VALUE, Value};

use super::frame::{Frame, Spread, Square, only};
use super::index::{Block, Index};
use super::pairs::{Pairs, pack};
use super::slice::race;

const WON_AT_ONCE: u8 = Value::win(1).to_byte();

impl TableLayout for Index {
    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    fn range(&self, block: usize) -> Range<usize> {
        self.blocks[block].range()
    }

    fn contexts(&self) -> usize {
        CONTEXTS
    }

    fn is_coded(&self, block: usize) -> bool {
        self.blocks[block].left != [0, 0]
    }

    fn code(&self, block: usize, bytes: &mut [u8], coder: &mut dyn Coder) {
        let (frame, block) = (&self.frame, &self.blocks[block]);
        let mut race_values = [[0; _]; 2];
        race(frame, block.pairs, &mut race_values);
        let [one_left, two_left] = block.left;
        if one_left == 0 {
            pack(frame, block.pairs, &race_values, bytes);
            return;
        }
        // Player 1 has no fewer barriers left, so only values of Player 2 are derived from steps.
        let mut seen = [[NO_VALUE; _]; 2];
        for (side, bytes) in bytes.chunks_exact_mut(block.pairs.len()).enumerate() {
            for (runners, byte) in block.pairs.iter().zip(bytes) {
                let race = race_values[side][frame.place(runners)];
                if race == WON_AT_ONCE {
                    *byte = race;
                } else if side == 0 {
                    let (near, far) = neighbors(frame, &seen[0], runners, race);
                    coder.code(context(block, 0, race, near, near == far), byte);
                } else {
                    let step = best_step(frame, block.pairs, &seen[0], runners);
                    if two_left == 0 {
                        *byte = step;
                    } else {
                        let (near, _) = neighbors(frame, &seen[1], runners, step);
                        coder.code(context(block, 1, step, race, near == step), byte);
                    }
                }
                seen[side][frame.place(runners)] = *byte;
            }
        }
    }
}

/// Returns the values with Player 1 on a neighboring square and with Player 2 on one, or `otherwise` where none is decoded.
///
/// At the edge of a board the neighbor can be a square on the other side. That is part of the format, since it changes the
/// contexts.
fn neighbors(frame: &Frame, seen: &Spread, runners: [Square; 2], otherwise: u8) -> (u8, u8) {
    let at = frame.place(runners);
    let value = |back: [Square; 2]| {
        let byte = seen[at.wrapping_sub(frame.place(back)) & (64 * 64 - 1)];
        (byte != NO_VALUE).then_some(byte)
    };
    let near = value([1, 0]).or_else(|| value([frame.stride, 0]));
    let far = value([0, 1]).or_else(|| value([0, frame.stride]));
    let near = near.or(far).unwrap_or(otherwise);
    (near, far.unwrap_or(near))
}

/// Returns the value of the best step of Player 2 in a position without a win in one.
fn best_step(frame: &Frame, pairs: Pairs, after: &Spread, [one, two]: [Square; 2]) -> u8 {
    let steps = bits(frame.beside(only(two)) & pairs.squares[1]);
    let least = steps.map(|to| after[frame.place([one, to])]).min();
    let least = least.expect("a runner with a path to its goal has a step");
    Value::from_byte(least).one_ply_earlier().to_byte()
}

const CONTEXTS: usize = 16 * 2 * KINDS * KINDS * 2;

fn context(block: &Block, side: usize, likely: u8, other: u8, agree: bool) -> usize {
    let [one, two] = block.left.map(usize::from);
    let region = (one * 4 + two) * 2 + side;
    ((region * KINDS + kind(likely)) * KINDS + kind(other)) * 2 + usize::from(agree)
}

/// The classes of values in a context: all long distances are one class.
const KINDS: usize = 32;

fn kind(byte: u8) -> usize {
    let value = Value::from_byte(byte);
    let pairs = usize::from(value.distance().unwrap_or_default() / 2);
    match value {
        Value::Loss(_) => pairs.min(14),
        Value::Endless => 15,
        Value::Win(_) => 16 + pairs.min(15),
    }
}
