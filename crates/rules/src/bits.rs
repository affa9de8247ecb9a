//! Iteration over the one bits of a word.

/// Returns the indices of the one bits of a word in ascending order.
///
/// ```
/// assert!(quintet_rules::bits(0b1010_0001).eq([0, 5, 7]));
/// ```
#[inline]
pub const fn bits(word: u64) -> Bits {
    Bits(word)
}

/// Iterator over the indices of the one bits of a word. See [`bits()`].
#[derive(Clone, Debug)]
pub struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let index = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        index
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let remaining = self.0.count_ones() as usize;
        (remaining, Some(remaining))
    }
}

impl ExactSizeIterator for Bits {}
