//! What a kept table needs to hold: the values that neither the rules nor other values of the same block tell.
//!
//! The race is the block as if no player had a barrier left; it is solved in microseconds.
//!
//! | value | told by |
//! | --- | --- |
//! | a win in one | the race |
//! | no player has a barrier left | the race: nothing is kept of these blocks, half of the table |
//! | the player to move has no barrier left | the best step, once the values after all steps are known |
//! | all others | what is kept. Likely: the value in the race, that of a runner beside, that of the best step |

use std::ops::Range;

#[cfg(not(target_family = "wasm"))]
use multiversion::multiversion;
use quintet_solver::blocks::{Coder, Layout};
use quintet_solver::slices::{self, Exits, Side};
use quintet_solver::{NOTHING, Value};

use super::frame::Frame;
use super::index::{Block, Index};
use super::pairs::{Pairs, spread_index, steps_to};
use super::slice::BarrierSlice;
use super::word::{Square, Word, each};

/// The blocks of the table as they are kept.
pub(super) struct KeptBlocks<W: Word> {
    pub(super) index: Index<W>,
    /// In the order of the table.
    pub(super) blocks: Vec<Block<W>>,
}

const WON_AT_ONCE: u8 = Value::win(1).to_byte();

impl<W: Word> KeptBlocks<W> {
    pub(super) fn new(index: Index<W>) -> Self {
        let layers = index.layers();
        let blocks = layers.flat_map(|(barriers, _)| index.blocks(barriers));
        KeptBlocks {
            blocks: blocks.collect(),
            index,
        }
    }
}

/// The values of both sides as if no player had a barrier left.
///
/// Compiled a second time for processors with AVX2, which treat twice as many positions at a time.
#[cfg_attr(
    not(target_family = "wasm"),
    multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))
)]
pub(super) fn race<W: Word>(frame: &Frame<W>, pairs: Pairs<W>) -> [W::Spread; 2] {
    let mut values = [W::spread(Value::Endless.to_byte()); 2];
    let slice = BarrierSlice::new(frame, pairs);
    slices::solve(&slice, &Exits::NONE, |side, value, set| {
        set.write(value.to_byte(), &mut values[side]);
    });
    values
}

impl<W: Word> Layout for KeptBlocks<W> {
    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    fn range(&self, block: usize) -> Range<usize> {
        let next = self.blocks.get(block + 1);
        self.blocks[block].start..next.map_or(self.index.len(), |next| next.start)
    }

    fn find(&self, place: usize) -> usize {
        self.blocks.partition_point(|block| block.start <= place) - 1
    }

    fn contexts(&self) -> usize {
        CONTEXTS
    }

    fn is_coded(&self, block: usize) -> bool {
        self.blocks[block].left != [0, 0]
    }

    fn code(&self, block: usize, bytes: &mut [u8], coder: &mut dyn Coder) {
        let Block { barriers, left, .. } = self.blocks[block];
        let pairs = Pairs::of(&self.index.scope.frame, barriers);
        let race = race(&self.index.scope.frame, pairs);
        // Player 1 has no fewer barriers left, so what is told by steps is told of Player 2.
        let (one, two) = bytes.split_at_mut(pairs.len());
        if left == [0, 0] {
            pairs.pack(&race[0], one);
            pairs.pack(&race[1], two);
            return;
        }
        let mut known = [W::spread(NOTHING); 2];
        for (side, bytes) in [one, two].into_iter().enumerate() {
            let walk = Walk {
                pairs,
                race: &race[side],
                left,
                side,
            };
            let (one, two) = known.split_at_mut(1);
            if side == 0 {
                walk.code_first(bytes, &mut one[0], coder);
            } else {
                walk.code_second(bytes, &one[0], &mut two[0], coder);
            }
        }
    }
}

/// The way through the values of one side.
struct Walk<'a, W: Word> {
    pairs: Pairs<W>,
    race: &'a W::Spread,
    left: [u8; 2],
    side: Side,
}

impl<W: Word> Walk<'_, W> {
    /// The values of the side that comes first.
    fn code_first(&self, bytes: &mut [u8], known: &mut W::Spread, coder: &mut dyn Coder) {
        let (race, known) = (self.race.as_ref(), known.as_mut());
        for (runners, byte) in self.pairs.all().zip(bytes) {
            let at = spread_index::<W>(runners);
            let race = race[at];
            if race == WON_AT_ONCE {
                *byte = race;
            } else {
                let (near, far) = neighbours::<W>(known, at, race);
                coder.code(self.context(race, near, near == far), byte);
            }
            known[at] = *byte;
        }
    }

    /// The values of the other side: `first` are those after a step.
    fn code_second(
        &self,
        bytes: &mut [u8],
        first: &W::Spread,
        known: &mut W::Spread,
        coder: &mut dyn Coder,
    ) {
        let (race, known) = (self.race.as_ref(), known.as_mut());
        for (runners, byte) in self.pairs.all().zip(bytes) {
            let at = spread_index::<W>(runners);
            let race = race[at];
            if race == WON_AT_ONCE {
                *byte = race;
            } else {
                let step = self.best_step(first, runners);
                if self.left[self.side] == 0 {
                    *byte = step;
                } else {
                    let (near, _) = neighbours::<W>(known, at, step);
                    coder.code(self.context(step, race, near == step), byte);
                }
            }
            known[at] = *byte;
        }
    }

    /// The best that a step of Player 2 is worth, who cannot win at once.
    fn best_step(&self, after: &W::Spread, [one, two]: [Square; 2]) -> u8 {
        let steps = each(steps_to(two, self.pairs.squares[1]));
        let least = steps
            .map(|to| after.as_ref()[spread_index::<W>([one, to])])
            .min();
        let least = least.expect("a runner with a path to its goal has a step");
        Value::from_byte(least).one_ply_earlier().to_byte()
    }

    fn context(&self, likely: u8, other: u8, agree: bool) -> usize {
        let [one, two] = self.left.map(usize::from);
        let region = (one * 4 + two) * 2 + self.side;
        ((region * KINDS + kind(likely)) * KINDS + kind(other)) * 2 + usize::from(agree)
    }
}

const CONTEXTS: usize = 16 * 2 * KINDS * KINDS * 2;

/// Values by what they tell about others: long ones are taken together.
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

/// The values with Player 1 beside, and with Player 2 beside, as far as they are known; else what is given.
fn neighbours<W: Word>(known: &[u8], at: usize, otherwise: u8) -> (u8, u8) {
    let value = |back: usize| {
        let byte = known[at.wrapping_sub(back) & (W::BITS * W::BITS - 1)];
        (byte != NOTHING).then_some(byte)
    };
    let near = value(1).or_else(|| value(W::STRIDE));
    let far = value(W::BITS).or_else(|| value(W::BITS * W::STRIDE));
    let near = near.or(far).unwrap_or(otherwise);
    (near, far.unwrap_or(near))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quintet_solver::Progress;
    use quintet_solver::blocks::{Blocks, of_table, write};

    use super::*;
    use crate::grid_runner::solution::scope::Scope;
    use crate::grid_runner::solution::table::compute;

    /// How long the kept table is.
    fn is_read_as_it_was_written<W: Word>(side: usize) -> usize {
        let scope = Scope::<W>::whole(side);
        let table = compute(scope, &Progress::default()).expect("never cancelled");
        let layout = Arc::new(KeptBlocks::new(Index::new(scope)));
        let mut kept = Vec::new();
        let fill = of_table(&*layout, &table);
        write(&*layout, &fill, &mut kept, &Progress::default()).expect("memory takes all");
        let len = kept.len();
        let blocks = Blocks::open(layout.clone(), Arc::new(kept)).expect("whole");
        for block in 0..layout.blocks() {
            let bytes = blocks.block(block).expect("whole");
            assert_eq!(bytes, table[layout.range(block)], "block {block}");
        }
        len
    }

    #[test]
    fn every_board_is_read_as_it_was_written() {
        (2..=4).for_each(|side| {
            let narrow = is_read_as_it_was_written::<u32>(side);
            assert_eq!(is_read_as_it_was_written::<u64>(side), narrow);
        });
    }

    /// 110,724,098 positions are in the table: 0.158 bit each is what the best published tables take, without distances.
    #[test]
    #[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
    fn the_book_s_board_takes_less_than_a_sixth_of_a_bit_a_position() {
        let len = is_read_as_it_was_written::<u32>(5);
        assert!(8 * len < 110_724_098 * 158 / 1000, "{len} bytes");
    }
}
