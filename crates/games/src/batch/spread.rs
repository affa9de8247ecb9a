//! Bits to bytes, which takes most of the time of a step.
//!
//! Bytes are written 32, 16 or 8 at a time. Bytes beyond the end of a plane belong to the next plane, which is written
//! afterward.
//!
//! ```text
//!     bits      1 0 1 1 ... 0                          25 bits of a plane of 5 x 5 cells
//!     bytes     1 0 1 1 ... 0 | 0 0 0 0 0 0 0          32 bytes, of which the next plane overwrites seven
//! ```

/// The bits of each byte as eight bytes, lowest first.
static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < table.len() {
        let mut bit = 0;
        while bit < 8 {
            table[bits] |= (bits as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    table
};

/// Returns one byte for each bit, lowest first: `byte` for a one, 0 for a zero.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "the compiler drops the bytes that the caller does not use"
)]
pub(super) fn looked_up(bits: u32, byte: u8) -> [u8; 32] {
    let eights = bits
        .to_le_bytes()
        .map(|eight| SPREAD[usize::from(eight)] * u64::from(byte));
    joined(eights)
}

/// Returns the same as [`looked_up`], in few instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn shuffled(bits: u32, byte: u8) -> [u8; 32] {
    use std::arch::x86_64::{
        _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_extract_epi64, _mm256_set1_epi8,
        _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_shuffle_epi8,
    };
    /// One in each byte.
    const ONES: i64 = 0x0101_0101_0101_0101;
    let place = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
    let bits = _mm256_set1_epi32(bits.cast_signed());
    // Each byte gets the eight bits that contain its own.
    let eights = _mm256_shuffle_epi8(bits, _mm256_setr_epi64x(0, ONES, 2 * ONES, 3 * ONES));
    let ones = _mm256_cmpeq_epi8(_mm256_and_si256(eights, place), place);
    let bytes = _mm256_and_si256(ones, _mm256_set1_epi8(byte.cast_signed()));
    joined([
        _mm256_extract_epi64::<0>(bytes).cast_unsigned(),
        _mm256_extract_epi64::<1>(bytes).cast_unsigned(),
        _mm256_extract_epi64::<2>(bytes).cast_unsigned(),
        _mm256_extract_epi64::<3>(bytes).cast_unsigned(),
    ])
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "compiles to no instruction")]
fn joined(eights: [u64; 4]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (to, eight) in bytes.chunks_exact_mut(8).zip(eights) {
        to.copy_from_slice(&eight.to_le_bytes());
    }
    bytes
}

/// Writes the first `count` bits as bytes, and possibly more if there is room.
///
/// Everything but the bits is a constant after inlining, so nothing branches at run time.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "the count is a constant only in the caller"
)]
pub(super) fn spread(
    to: &mut [u8],
    shown: (u64, u8),
    count: usize,
    by: impl Fn(u32, u8) -> [u8; 32],
) {
    match (count, to.len()) {
        (33.., _) => {
            for n in 0..count / 32 {
                put::<32>(to, 32 * n, shown, &by);
            }
            put::<32>(to, count - 32, shown, by);
        }
        (17.., 32..) => put::<32>(to, 0, shown, by),
        (9..=16, 16..) => put::<16>(to, 0, shown, by),
        (17.., _) => {
            put::<16>(to, 0, shown, &by);
            put::<16>(to, count - 16, shown, by);
        }
        (8.., _) => {
            put::<8>(to, 0, shown, &by);
            put::<8>(to, count - 8, shown, by);
        }
        _ => {
            for n in 0..count {
                put::<1>(to, n, shown, &by);
            }
        }
    }
}

/// Writes `N` bits, beginning with bit `from`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
fn put<const N: usize>(
    to: &mut [u8],
    from: usize,
    (bits, byte): (u64, u8),
    by: impl Fn(u32, u8) -> [u8; 32],
) {
    let bytes = by((bits >> from) as u32, byte);
    to[from..from + N].copy_from_slice(&bytes[..N]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bit_becomes_a_byte() {
        for count in 1..=64 {
            for bits in [0, 1, 0x8000_0000_0000_0001, 0x0123_4567_89ab_cdef, u64::MAX] {
                for room in [count, count + 3, 100] {
                    let mut bytes = vec![u8::MAX; room];
                    spread(&mut bytes, (bits, 3), count, looked_up);
                    let place = |bit| 3 * (bits >> bit & 1) as u8;
                    let expected: Vec<_> = (0..count).map(place).collect();
                    assert_eq!(bytes[..count], expected);
                }
            }
        }
    }
}
