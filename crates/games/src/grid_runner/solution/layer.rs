//! The blocks of a table with the same number of barriers on the board.

use super::pairs::Pairs;
use super::scope::Scope;
use super::sets::Sets;
use super::word::Word;

/// Blocks are of equal length when their barriers are the same, whatever is left in the players'
/// hands. So the starts are stored twice only: for equal counts left, where the exchange of players
/// saves half of the sets, and for others.
pub(super) struct Layer<W> {
    /// Numbers the sets of barriers.
    sets: Sets<W>,
    /// Where the layer starts in the table, and where it ends.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Where each region starts in the table, by the barriers that Player 1 has left.
    region_starts: [usize; 4],
    even: Region<W>,
    uneven: Region<W>,
}

pub(super) struct Region<W> {
    /// Of the blocks, by the number of their set of barriers, counted from those below; only meaningful for the sets
    /// below.
    starts: Vec<u32>,
    /// Of every [`STRETCH`]th block in the region.
    stretches: Vec<usize>,
    /// All barriers of each block: those that stand for their images and leave both runners a place, in the order of
    /// the blocks.
    pub(super) sets: Vec<W>,
    pub(super) len: usize,
}

/// So many blocks have less than 4 GB.
const STRETCH: usize = 1 << 12;

impl<W: Word> Layer<W> {
    /// With so many barriers placed, and `start` bytes before it.
    pub(super) fn new(scope: &Scope<W>, placed: usize, start: usize) -> Self {
        let sets = Sets::new(scope.buildable(), placed);
        let region = |is_even: bool| {
            let left = scope
                .left_after(placed)
                .find(|[one, two]| (one == two) == is_even);
            left.map_or_else(Region::empty, |left| Region::new(scope, &sets, left))
        };
        let mut layer = Layer {
            start,
            end: start,
            region_starts: [0; _],
            even: region(true),
            uneven: region(false),
            sets,
        };
        for left in scope.left_after(placed) {
            layer.region_starts[usize::from(left[0])] = layer.end;
            layer.end += layer.region(left).len;
        }
        layer
    }

    #[inline]
    pub(super) fn region(&self, [one, two]: [u8; 2]) -> &Region<W> {
        if one == two { &self.even } else { &self.uneven }
    }

    /// Where the block of a set of placed barriers starts in the table.
    #[inline]
    pub(super) fn block_start(&self, placed: W, left: [u8; 2]) -> usize {
        let number = self.sets.number(placed);
        let region = self.region(left);
        self.region_starts[usize::from(left[0]) & 3]
            + region.stretches[number / STRETCH]
            + region.starts[number] as usize
    }
}

impl<W: Word> Region<W> {
    fn empty() -> Self {
        Region {
            starts: Vec::new(),
            stretches: Vec::new(),
            sets: Vec::new(),
            len: 0,
        }
    }

    fn new(scope: &Scope<W>, sets: &Sets<W>, left: [u8; 2]) -> Self {
        let mut region = Region::empty();
        for (number, barriers) in sets.from(0).enumerate() {
            if number.is_multiple_of(STRETCH) {
                region.stretches.push(region.len);
            }
            let stretch = region.stretches[number / STRETCH];
            region.starts.push((region.len - stretch) as u32);
            let (_, standard) = scope.standard(barriers, left);
            if standard == barriers {
                let pairs = Pairs::of(&scope.frame, barriers).len();
                if pairs > 0 {
                    region.sets.push(barriers);
                    region.len += 2 * pairs;
                }
            }
        }
        region
    }
}
