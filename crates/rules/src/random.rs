//! Random numbers: an interface, and a fast generator.

/// A source of random numbers.
///
/// Dependent crates can implement this for other generators, for example ones with stable streams.
pub trait Random {
    /// Returns 32 random bits.
    fn bits(&mut self) -> u32;

    /// Returns a number from 0 to `bound - 1`. `bound` must not be 0.
    ///
    /// The multiplication maps 32 bits to the range. With a bound of a few thousand, the probabilities of two numbers differ
    /// by less than one in a million.
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(bound)) >> 32) as u32
    }
}

/// The wyrand generator: a counter mixed by a multiplication, so that consecutive numbers can be computed in parallel.
#[derive(Clone, Debug)]
pub struct Wyrand(u64);

impl Wyrand {
    /// Returns a stream that depends only on `seed`.
    pub fn new(seed: u64) -> Self {
        Wyrand(seed)
    }

    /// Returns the stream of a seed with this number. Streams of adjacent seeds and numbers are independent.
    pub fn stream(seed: u64, number: u64) -> Self {
        let mut mixed = Wyrand(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let high = u64::from(mixed.bits());
        Wyrand(high << 32 | u64::from(mixed.bits()))
    }

    /// Returns the seed of the rest of the stream.
    pub fn rest(&self) -> u64 {
        self.0
    }
}

impl Random for Wyrand {
    #[inline]
    fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (product ^ (product >> 64)) as u32
    }
}

impl<R: Random + ?Sized> Random for &mut R {
    fn bits(&mut self) -> u32 {
        (**self).bits()
    }
}
