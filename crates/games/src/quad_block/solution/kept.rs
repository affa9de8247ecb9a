//! What a kept table of sudden death needs to hold: of positions that are the same up to symmetry one, and of those only the
//! ones that are not decided at once, a sixth.
//!
//! A block has some positions that follow each other, with the same side to move and class of the hole.

use std::ops::Range;

use quintet_solver::blocks::{Coder, Layout};
use quintet_solver::retrograde::{Immediate, Reversible};
use quintet_solver::{NO_VALUE, Value};

use super::sudden_death::{Node, SuddenDeath};

/// Decoded in some microseconds. What a full grid is worth takes a dozen values in as many blocks.
const LEN: usize = 32;

impl<const R: usize, const C: usize> SuddenDeath<R, C> {
    /// How many blocks have positions of the same kind.
    fn blocks_of_a_kind(&self) -> usize {
        self.of_a_kind().div_ceil(LEN)
    }

    /// The byte of a position that is decided without looking at others.
    fn byte_at_once(&self, node: Node) -> Option<u8> {
        match self.immediate(node) {
            Immediate::Impossible => Some(NO_VALUE),
            Immediate::Over => Some(Value::loss(0).to_byte()),
            Immediate::Won => Some(Value::win(1).to_byte()),
            Immediate::Open => None,
        }
    }
}

impl<const R: usize, const C: usize> Layout for SuddenDeath<R, C> {
    fn blocks(&self) -> usize {
        self.size() / self.of_a_kind() * self.blocks_of_a_kind()
    }

    fn range(&self, block: usize) -> Range<usize> {
        let of_a_kind = self.of_a_kind();
        let (kind, block) = (
            block / self.blocks_of_a_kind(),
            block % self.blocks_of_a_kind(),
        );
        let end = of_a_kind.min((block + 1) * LEN);
        kind * of_a_kind + block * LEN..kind * of_a_kind + end
    }

    fn block_of(&self, place: usize) -> usize {
        let (kind, number) = (place / self.of_a_kind(), place % self.of_a_kind());
        kind * self.blocks_of_a_kind() + number / LEN
    }

    fn contexts(&self) -> usize {
        2 * 256
    }

    fn derived(&self, place: usize) -> Option<u8> {
        let node = self.with_numbers(place..place + 1).next()?;
        self.byte_at_once(node)
    }

    fn allows_prefix(&self) -> bool {
        true
    }

    /// The value before is a good guess: the sets differ by little.
    fn code(&self, block: usize, bytes: &mut [u8], coder: &mut dyn Coder) {
        let mut before = 0;
        for (node, byte) in self.with_numbers(self.range(block)).zip(bytes) {
            if self.leader(node) != node {
                continue;
            }
            if let Some(told) = self.byte_at_once(node) {
                *byte = told;
            } else {
                coder.code(256 * (node.to_move() as usize) + before, byte);
                before = usize::from(*byte);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quintet_solver::blocks::{Blocks, write};
    use quintet_solver::{Progress, retrograde};

    use super::*;

    /// How long the kept table is.
    fn is_read_as_it_was_written<const R: usize, const C: usize>() -> usize {
        let layout = Arc::new(SuddenDeath::<R, C>::new());
        let table = retrograde::solve(&*layout, &Progress::default()).expect("never cancelled");
        let mut kept = Vec::new();
        write(&*layout, &table, &mut kept, &Progress::default()).expect("memory takes all");
        let len = kept.len();
        let blocks = Blocks::open(layout.clone(), Arc::new(kept)).expect("whole");
        for block in 0..layout.blocks() {
            let bytes = blocks.block(block).expect("whole");
            let places = layout.range(block);
            let nodes = layout.with_numbers(places.clone());
            for ((node, byte), place) in nodes.zip(bytes).zip(places) {
                assert_eq!(layout.number(node), place);
                assert_eq!(layout.block_of(place), block);
                assert!(
                    byte == table[place] || layout.leader(node) != node,
                    "{place}"
                );
                let told = layout.derived(place);
                assert!(told.is_none_or(|told| told == table[place]), "{place}");
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
    #[cfg_attr(debug_assertions, ignore = "runs in the release profile")]
    fn the_book_s_grid_takes_less_than_a_sixth_of_a_bit_a_position() {
        let len = is_read_as_it_was_written::<5, 5>();
        assert!(8 * len < 143_761_968 * 158 / 1000, "{len} bytes");
    }
}
