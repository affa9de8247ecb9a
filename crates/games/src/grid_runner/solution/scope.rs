//! Which positions are indexed together: those with some barriers and all that can follow.

use super::frame::Frame;
use super::symmetry::Symmetry;
use super::word::Word;
use crate::grid_runner::position::BARRIERS;

#[derive(Clone, Copy, Debug)]
pub(super) struct Scope<W> {
    pub(super) frame: Frame<W>,
    /// On the board in every position.
    barriers: W,
    /// In the players' hands while no others are on the board.
    left: [u8; 2],
    /// Whether one of several images under symmetry stands for all.
    is_folded: bool,
}

impl<W: Word> Scope<W> {
    /// Every position of a board, up to symmetry.
    pub(super) fn whole(side: usize) -> Self {
        Scope {
            frame: Frame::new(side),
            barriers: W::EMPTY,
            left: [BARRIERS; 2],
            is_folded: true,
        }
    }

    /// All that can follow positions with these barriers on the board and in the players' hands.
    pub(super) fn after(frame: Frame<W>, barriers: W, left: [u8; 2]) -> Self {
        Scope {
            frame,
            barriers,
            left,
            is_folded: false,
        }
    }

    /// Where barriers can still be placed.
    #[inline]
    pub(super) fn buildable(&self) -> W {
        self.frame.buildable & !self.barriers
    }

    /// The barriers that have been placed, of all those on the board.
    #[inline]
    pub(super) fn placed(&self, barriers: W) -> W {
        barriers & !self.barriers
    }

    /// All barriers on the board, if these have been placed.
    #[inline]
    pub(super) fn with_placed(&self, placed: W) -> W {
        placed | self.barriers
    }

    /// The most barriers that can be placed.
    pub(super) fn most(&self) -> usize {
        usize::from(self.left[0] + self.left[1])
    }

    /// The counts of barriers left after so many were placed that have a region of their own, in the
    /// order of the regions.
    pub(super) fn left_after(&self, placed: usize) -> impl Iterator<Item = [u8; 2]> {
        let total = (self.most() - placed) as u8;
        let least = if self.is_folded {
            // Player 1 has no fewer.
            total.div_ceil(2)
        } else {
            total.saturating_sub(self.left[1])
        };
        (least..=total.min(self.left[0])).map(move |one| [one, total - one])
    }

    /// Whether positions with these barriers are among those of the scope.
    pub(super) fn contains(&self, barriers: W, left: [u8; 2]) -> bool {
        let placed = self.placed(barriers);
        let total = placed.count_ones() + u32::from(left[0]) + u32::from(left[1]);
        total as usize == self.most()
            && self.with_placed(placed) == barriers
            && placed & !self.frame.buildable == W::EMPTY
            && left[0] <= self.left[0]
            && left[1] <= self.left[1]
    }

    /// The symmetry that leads to the image that stands for these barriers, and that image.
    #[inline]
    pub(super) fn standard(&self, barriers: W, left: [u8; 2]) -> (Symmetry, W) {
        if self.is_folded {
            Symmetry::to_standard(&self.frame, barriers, left)
        } else {
            (Symmetry::NONE, barriers)
        }
    }
}
