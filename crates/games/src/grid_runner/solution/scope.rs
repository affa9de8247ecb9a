//! Which positions a table holds: all of a board, one of several images under symmetry for each.

use super::frame::Frame;
use super::symmetry::Symmetry;
use super::word::Word;
use crate::grid_runner::position::BARRIERS;

#[derive(Clone, Copy, Debug)]
pub(super) struct Scope<W> {
    pub(super) frame: Frame<W>,
}

impl<W: Word> Scope<W> {
    /// Every position of a board, up to symmetry.
    pub(super) fn whole(side: usize) -> Self {
        Scope {
            frame: Frame::new(side),
        }
    }

    /// Where barriers can be placed.
    #[inline]
    pub(super) fn buildable(&self) -> W {
        self.frame.buildable
    }

    /// The most barriers that can be placed.
    #[expect(
        clippy::unused_self,
        reason = "it is a fact about the positions of the scope"
    )]
    pub(super) fn most(&self) -> usize {
        2 * usize::from(BARRIERS)
    }

    /// The counts of barriers left after so many were placed that have a region of their own, in the
    /// order of the regions: Player 1 has no fewer.
    pub(super) fn left_after(&self, placed: usize) -> impl Iterator<Item = [u8; 2]> + use<W> {
        let total = (self.most() - placed) as u8;
        (total.div_ceil(2)..=total.min(BARRIERS)).map(move |one| [one, total - one])
    }

    /// Whether positions with these barriers are among those of the scope.
    pub(super) fn contains(&self, barriers: W, left: [u8; 2]) -> bool {
        let total = barriers.count_ones() + u32::from(left[0]) + u32::from(left[1]);
        total as usize == self.most()
            && barriers & !self.frame.buildable == W::EMPTY
            && left.iter().all(|left| *left <= BARRIERS)
    }

    /// The symmetry that leads to the image that stands for these barriers, and that image.
    #[inline]
    pub(super) fn standard(&self, barriers: W, left: [u8; 2]) -> (Symmetry, W) {
        Symmetry::to_standard(&self.frame, barriers, left)
    }
}
