//! Bits into bytes: what costs most of the time of a step.

/// For each byte, its bits as eight bytes, the lowest first.
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

/// Writes each bit as a byte, the lowest first, as many as there is room for.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "the count is known only where it is called"
)]
pub(crate) fn spread(bits: u64, bytes: &mut [u8]) {
    let eight = |from: usize| SPREAD[(bits >> from & 255) as usize].to_le_bytes();
    let count = bytes.len();
    if count < 8 {
        for (bit, to) in bytes.iter_mut().enumerate() {
            *to = (bits >> bit & 1) as u8;
        }
        return;
    }
    for (n, to) in bytes.chunks_exact_mut(8).enumerate() {
        to.copy_from_slice(&eight(8 * n));
    }
    if !count.is_multiple_of(8) {
        // The last eight bytes, some of them once more: shorter than the rest one by one.
        bytes[count - 8..].copy_from_slice(&eight(count - 8));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bit_is_the_byte_of_its_place() {
        for count in 1..=64 {
            for bits in [0, 1, 0x8000_0000_0000_0001, 0x0123_4567_89ab_cdef, u64::MAX] {
                let mut bytes = vec![u8::MAX; count];
                spread(bits, &mut bytes);
                let place = |bit| (bits >> bit & 1) as u8;
                assert_eq!(bytes, (0..count).map(place).collect::<Vec<_>>());
            }
        }
    }
}
