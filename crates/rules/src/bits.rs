//! The one bits of a word.

/// Returns the places of the one bits of a word, lowest first.
///
/// ```
/// assert!(quintet_rules::bits(0b1010_0001).eq([0, 5, 7]));
/// ```
#[inline]
pub const fn bits(word: u64) -> Bits {
    Bits(word)
}

/// Iterator over the places of the one bits of a word: see [`bits()`].
#[derive(Clone, Debug)]
pub struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let place = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        place
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Bits {}
