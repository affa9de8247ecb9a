//! All positions of a board, one for each set of symmetric images.
//!
//! The canonical image has the least set of markers of the player to move, and among those images the least set of the
//! opponent's. So only symmetries that map the first set to itself need to be applied to the second.

use std::ops::ControlFlow;

use quintet_rules::{Cells, Player, Symmetries};

use crate::gridlock::Snort;

/// Receives a position and the number of positions that it represents: its images, with either player to move.
pub(super) type Show<'a, const R: usize, const C: usize> =
    dyn FnMut(&Snort<R, C>, u64) -> ControlFlow<()> + 'a;

/// Number of parts of the enumeration, enough to occupy every core.
pub(super) const PARTS: usize = 256;

/// Shows the positions of a part in ascending order of the mover's markers.
pub(super) fn enumerate<const R: usize, const C: usize>(
    symmetries: &Symmetries<R, C>,
    part: usize,
    show: &mut Show<R, C>,
) -> ControlFlow<()> {
    let first = |part: usize| ((1_u64 << (R * C)) * part as u64) / PARTS as u64;
    let own = first(part)..first(part + 1);
    let mut stabilizer = Vec::new();
    let mut others = Vec::new();
    for mine in own.map(Cells::<R, C>::from_bits) {
        let open = !(mine | mine.beside());
        if open.len() < mine.len() || !is_least(symmetries, mine, &mut stabilizer) {
            continue;
        }
        others.clear();
        for count in [mine.len(), mine.len() + 1] {
            choose(open, count, Cells::NONE, &mut others);
        }
        others.sort_unstable_by_key(|theirs| theirs.bits());
        for theirs in &others {
            let (mut is_least, mut same) = (true, 0);
            for symmetry in &stabilizer {
                let image = symmetries.set(*symmetry, *theirs).bits();
                is_least &= image >= theirs.bits();
                same += u64::from(image == theirs.bits());
            }
            if is_least {
                let position = Snort {
                    mine,
                    theirs: *theirs,
                    to_move: Player::One,
                };
                show(&position, 2 * symmetries.count() as u64 / same)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Tests whether a set is the least of its images. If so, collects the symmetries that map it to itself.
fn is_least<const R: usize, const C: usize>(
    symmetries: &Symmetries<R, C>,
    set: Cells<R, C>,
    stabilizer: &mut Vec<usize>,
) -> bool {
    stabilizer.clear();
    for symmetry in 0..symmetries.count() {
        let image = symmetries.set(symmetry, set).bits();
        if image < set.bits() {
            return false;
        }
        if image == set.bits() {
            stabilizer.push(symmetry);
        }
    }
    true
}

/// Appends `chosen` with every choice of `count` open cells.
fn choose<const R: usize, const C: usize>(
    open: Cells<R, C>,
    count: u32,
    chosen: Cells<R, C>,
    found: &mut Vec<Cells<R, C>>,
) {
    if count == 0 {
        found.push(chosen);
        return;
    }
    let mut left = open;
    while left.len() >= count {
        let next = left.first().expect("there are cells left").alone();
        left = left & !next;
        choose(left, count - 1, chosen | next, found);
    }
}
