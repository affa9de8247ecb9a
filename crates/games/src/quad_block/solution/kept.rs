//! What a kept table of sudden death needs to hold: of positions that are the same up to symmetry one, and of those only the
//! ones that are not decided at once, a sixth.
//!
//! A block has the positions with the same side to move, class of the hole and upper half of the set of FEW.

use std::ops::Range;

use quintet_solver::blocks::{Coder, Layout};
use quintet_solver::retrograde::{AtOnce, Reversible};
use quintet_solver::{NOTHING, Subsets, Value};

use super::sudden_death::{Side, SuddenDeath};

impl<const R: usize, const C: usize> SuddenDeath<R, C> {
    /// The part that a block belongs to, and its side to move.
    fn part(&self, block: usize) -> (usize, Side) {
        match block.checked_sub(self.parts()) {
            None => (block, Side::Few),
            Some(part) => (part, Side::Many),
        }
    }
}

impl<const R: usize, const C: usize> Layout for SuddenDeath<R, C> {
    fn blocks(&self) -> usize {
        2 * self.parts()
    }

    fn range(&self, block: usize) -> Range<usize> {
        let range = self.subsets.range(block % Subsets::blocks());
        let before = block / Subsets::blocks() * self.subsets.count();
        before + range.start..before + range.end
    }

    fn find(&self, place: usize) -> usize {
        let (before, number) = (place / self.subsets.count(), place % self.subsets.count());
        before * Subsets::blocks() + self.subsets.block_of(number)
    }

    fn contexts(&self) -> usize {
        2 * 256
    }

    fn is_coded(&self, block: usize) -> bool {
        !self.range(block).is_empty()
    }

    /// The value before is a good guess: the sets differ by little.
    fn code(&self, block: usize, bytes: &mut [u8], coder: &mut dyn Coder) {
        let (part, to_move) = self.part(block);
        let mut before = 0;
        for (node, byte) in self.with_side(part, to_move).zip(bytes) {
            if self.leader(node) != node {
                continue;
            }
            match self.at_once(node) {
                AtOnce::Impossible => *byte = NOTHING,
                AtOnce::Over => *byte = Value::Loss(0).to_byte(),
                AtOnce::Won => *byte = Value::Win(1).to_byte(),
                AtOnce::Open => {
                    coder.code(256 * (to_move as usize) + before, byte);
                    before = usize::from(*byte);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quintet_solver::blocks::{Blocks, of_table, write};
    use quintet_solver::{Progress, retrograde};

    use super::*;

    /// How long the kept table is.
    fn is_read_as_it_was_written<const R: usize, const C: usize>() -> usize {
        let layout = Arc::new(SuddenDeath::<R, C>::new());
        let table = retrograde::solve(&*layout, &Progress::default()).expect("never cancelled");
        let mut kept = Vec::new();
        let fill = of_table(&*layout, &table);
        write(&*layout, &fill, &mut kept, &Progress::default()).expect("memory takes all");
        let len = kept.len();
        let blocks = Blocks::open(layout.clone(), Arc::new(kept)).expect("whole");
        for block in 0..layout.blocks() {
            let bytes = blocks.block(block).expect("whole");
            let (part, side) = layout.part(block);
            for ((node, byte), place) in layout
                .with_side(part, side)
                .zip(bytes)
                .zip(layout.range(block))
            {
                assert_eq!(layout.number(node), place);
                assert!(
                    byte == table[place] || layout.leader(node) != node,
                    "{place}"
                );
            }
        }
        len
    }

    #[test]
    fn every_grid_is_read_as_it_was_written() {
        is_read_as_it_was_written::<2, 4>();
        is_read_as_it_was_written::<3, 3>();
        is_read_as_it_was_written::<4, 4>();
    }

    /// 143,761,968 positions are in the table: 0.158 bit each is what the best published tables take, without distances.
    #[test]
    fn the_book_s_grid_takes_less_than_a_sixth_of_a_bit_a_position() {
        let len = is_read_as_it_was_written::<5, 5>();
        assert!(8 * len < 143_761_968 * 158 / 1000, "{len} bytes");
    }
}
