//! The compressed form of the table of sudden death. It stores one of several symmetric positions, and of those only the
//! sixth that is not decided at once. A block has consecutive positions with the same side to move and class of the hole.

use std::ops::Range;

use quintet_solver::blocks::{Coder, TableLayout};
use quintet_solver::retrograde::{Immediate, Reversible};
use quintet_solver::{NO_VALUE, Value};

use super::sudden_death::{Node, SuddenDeath};

/// The number of positions in a block. Decoding it takes microseconds, and a full grid needs values of a dozen blocks.
const LEN: usize = 32;

impl<const R: usize, const C: usize> SuddenDeath<R, C> {
    /// Returns the number of blocks with the same side to move and class of the hole.
    fn blocks_per_kind(&self) -> usize {
        self.per_kind().div_ceil(LEN)
    }

    /// Returns the block of a position.
    pub(super) fn block_of(&self, place: usize) -> usize {
        let (kind, number) = (place / self.per_kind(), place % self.per_kind());
        kind * self.blocks_per_kind() + number / LEN
    }

    /// Returns the byte of a position that is decided without its successors.
    fn immediate_byte(&self, node: Node) -> Option<u8> {
        match self.immediate(node) {
            Immediate::Impossible => Some(NO_VALUE),
            Immediate::Over => Some(Value::loss(0).to_byte()),
            Immediate::Won => Some(Value::win(1).to_byte()),
            Immediate::Open => None,
        }
    }
}

impl<const R: usize, const C: usize> TableLayout for SuddenDeath<R, C> {
    fn blocks(&self) -> usize {
        self.size() / self.per_kind() * self.blocks_per_kind()
    }

    fn range(&self, block: usize) -> Range<usize> {
        let per_kind = self.per_kind();
        let blocks = self.blocks_per_kind();
        let (kind, block) = (block / blocks, block % blocks);
        let end = per_kind.min((block + 1) * LEN);
        kind * per_kind + block * LEN..kind * per_kind + end
    }

    fn contexts(&self) -> usize {
        2 * 256
    }

    fn derived(&self, place: usize) -> Option<u8> {
        let node = self.with_numbers(place..place + 1).next()?;
        self.immediate_byte(node)
    }

    fn allows_prefix(&self) -> bool {
        true
    }

    /// The context is the value before, since consecutive sets differ little.
    fn code(&self, block: usize, bytes: &mut [u8], coder: &mut dyn Coder) {
        let mut before = 0;
        for (node, byte) in self.with_numbers(self.range(block)).zip(bytes) {
            if self.leader(node) != node {
                continue;
            }
            if let Some(derived) = self.immediate_byte(node) {
                *byte = derived;
            } else {
                coder.code(256 * (node.to_move() as usize) + before, byte);
                before = usize::from(*byte);
            }
        }
    }
}
