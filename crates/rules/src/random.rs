//! Random numbers for uniform choices: a contract, and a fast generator for measuring.

/// A source of random numbers.
///
/// The crates above plug in a generator whose streams are stable across versions; this crate only
/// says what a game needs of one.
pub trait Random {
    /// 32 random bits.
    fn bits(&mut self) -> u32;

    /// A number from 0 to `bound - 1`. `bound` must not be 0.
    ///
    /// The multiplication maps 32 bits onto the range; with bounds of a few thousand the
    /// probabilities of two numbers differ by less than one in a million.
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(bound)) >> 32) as u32
    }
}

/// The `SplitMix64` generator: a counter and a mixing function, so that the next number never waits for
/// the one before.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// A stream that depends on `seed` alone.
    pub fn new(seed: u64) -> Self {
        SplitMix(seed)
    }
}

impl Random for SplitMix {
    #[inline]
    fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (z ^ (z >> 27))
            .wrapping_mul(0x94d0_49bb_1331_11eb)
            .wrapping_shr(32) as u32
    }
}

impl<R: Random + ?Sized> Random for &mut R {
    fn bits(&mut self) -> u32 {
        (**self).bits()
    }
}
