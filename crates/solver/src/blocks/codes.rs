//! Codes of bytes by their frequencies in each context.
//!
//! Stored as numbers of seven bits per byte, the lowest first: the code of all contexts together, the number of contexts
//! with codes of their own, and each of these codes with the distance of its context from the previous one.
//!
//! ```text
//!     code     number of symbols | symbol (a byte), share of 4096 | symbol, share | ...
//! ```

use super::Coder;

/// Shares are counted in units of 1/4096.
pub(super) const SHARE_BITS: u32 = 12;
const WHOLE: u16 = 1 << SHARE_BITS;

/// A context with fewer bytes has no code of its own.
const RARE: u32 = 32;

/// The symbol before a byte that has no symbol.
const ESCAPE: u16 = 256;
const ANY_BYTE_BITS: u32 = SHARE_BITS - 8;

/// The interval of 0..4096 that represents a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Share {
    pub(super) start: u16,
    pub(super) len: u16,
}

/// Returns the interval of a byte after [`ESCAPE`].
pub(super) fn any_byte(byte: u8) -> Share {
    Share {
        start: u16::from(byte) << ANY_BYTE_BITS,
        len: 1 << ANY_BYTE_BITS,
    }
}

/// Returns the byte after [`ESCAPE`] whose interval contains a point.
pub(super) fn any_byte_at(point: u16) -> u8 {
    (point >> ANY_BYTE_BITS) as u8
}

/// The symbols of one context by descending frequency; the last is [`ESCAPE`].
#[derive(Clone, PartialEq, Eq, Debug)]
struct Code(Vec<(u16, Share)>);

impl Code {
    fn of(shares: impl Iterator<Item = (u16, u16)>) -> Self {
        let mut start = 0;
        let mut symbols: Vec<_> = shares
            .map(|(symbol, len)| {
                let share = Share { start, len };
                start += len;
                (symbol, share)
            })
            .collect();
        let len = WHOLE - start;
        symbols.push((ESCAPE, Share { start, len }));
        Code(symbols)
    }

    fn from_counts(counts: &[u32; 256]) -> Self {
        let total: u64 = counts.iter().map(|count| u64::from(*count)).sum();
        let mut seen: Vec<(u16, u32)> =
            (0..).zip(*counts).filter(|(_, count)| *count > 0).collect();
        seen.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let room = u64::from(WHOLE) - 1;
        let share = |count: u32| (u64::from(count) * room / total.max(1)).max(1) as u16;
        let mut shares: Vec<_> = seen.iter().map(|(_, count)| share(*count)).collect();
        // Rare symbols have more than their share, which is taken from the largest shares.
        let mut excess = shares.iter().sum::<u16>().saturating_sub(WHOLE - 1);
        for share in &mut shares {
            let taken = excess.min(*share - 1);
            *share -= taken;
            excess -= taken;
        }
        Code::of(seen.into_iter().map(|(symbol, _)| symbol).zip(shares))
    }

    fn write(&self, out: &mut Vec<u8>) {
        let (_, symbols) = self
            .0
            .split_last()
            .expect("every code has an escape symbol");
        write_number(symbols.len(), out);
        for (symbol, share) in symbols {
            out.push(*symbol as u8);
            write_number(share.len.into(), out);
        }
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let count = read_number(from)?;
        let mut left = WHOLE;
        let mut shares = Vec::new();
        for _ in 0..count {
            let (symbol, rest) = from.split_first()?;
            *from = rest;
            let len = u16::try_from(read_number(from)?).ok()?;
            left = left.checked_sub(len).filter(|left| *left > 0 && len > 0)?;
            shares.push((u16::from(*symbol), len));
        }
        Some(Code::of(shares.into_iter()))
    }
}

/// The codes of all contexts.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Codes {
    /// The code of all contexts together, then those of single contexts.
    list: Vec<Code>,
    /// The index of each context's code.
    indices: Vec<u16>,
}

impl Codes {
    /// Returns the interval of a byte, or that of [`ESCAPE`] if the byte has no symbol.
    #[inline]
    pub(super) fn share(&self, context: usize, byte: u8) -> Result<Share, Share> {
        let symbols = &self.code(context).0;
        match symbols.iter().find(|(symbol, _)| *symbol == byte.into()) {
            Some((_, share)) => Ok(*share),
            None => Err(symbols.last().expect("every code has an escape symbol").1),
        }
    }

    /// Returns the byte whose interval contains a point, and the interval; `None` for [`ESCAPE`].
    #[inline]
    pub(super) fn at(&self, context: usize, point: u16) -> (Option<u8>, Share) {
        let symbols = &self.code(context).0;
        let (symbol, share) = symbols
            .iter()
            .find(|(_, share)| point < share.start + share.len)
            .expect("the intervals cover 0..4096");
        (u8::try_from(*symbol).ok(), *share)
    }

    #[inline]
    fn code(&self, context: usize) -> &Code {
        &self.list[usize::from(self.indices[context])]
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.list[0].write(&mut out);
        write_number(self.list.len() - 1, &mut out);
        let mut next = 0;
        for (context, index) in self.indices.iter().enumerate() {
            if *index > 0 {
                write_number(context - next, &mut out);
                self.list[usize::from(*index)].write(&mut out);
                next = context + 1;
            }
        }
        out
    }

    /// Returns `None` if these are not codes for this number of contexts.
    pub(super) fn read(mut from: &[u8], contexts: usize) -> Option<Self> {
        let mut list = vec![Code::read(&mut from)?];
        let mut indices = vec![0; contexts];
        let mut next = 0_usize;
        for index in 1..=read_number(&mut from)? {
            let context = next.checked_add(read_number(&mut from)?)?;
            *indices.get_mut(context)? = u16::try_from(index).ok()?;
            list.push(Code::read(&mut from)?);
            next = context + 1;
        }
        from.is_empty().then_some(Codes { list, indices })
    }
}

/// Frequencies of bytes in each context.
pub(super) struct Histogram {
    counts: Vec<Option<Box<[u32; 256]>>>,
}

impl Histogram {
    pub(super) fn new(contexts: usize) -> Self {
        Histogram {
            counts: vec![None; contexts],
        }
    }

    pub(super) fn codes(&self) -> Codes {
        let mut all = [0; 256];
        for counts in self.counts.iter().flatten() {
            for (all, count) in all.iter_mut().zip(**counts) {
                *all += count;
            }
        }
        let mut list = vec![Code::from_counts(&all)];
        let mut index = |counts: &Option<Box<[u32; 256]>>| {
            let frequent = counts
                .as_ref()
                .filter(|counts| counts.iter().sum::<u32>() >= RARE);
            let Some(counts) = frequent.filter(|_| list.len() < usize::from(u16::MAX)) else {
                return 0;
            };
            list.push(Code::from_counts(counts));
            (list.len() - 1) as u16
        };
        let indices = self.counts.iter().map(&mut index).collect();
        Codes { list, indices }
    }
}

impl Coder for Histogram {
    fn code(&mut self, context: usize, byte: &mut u8) {
        let counts = self.counts[context].get_or_insert_with(|| Box::new([0; 256]));
        counts[usize::from(*byte)] += 1;
    }
}

/// Writes a number with seven bits per byte.
pub(super) fn write_number(mut number: usize, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number written by [`write_number`].
pub(super) fn read_number(from: &mut &[u8]) -> Option<usize> {
    let mut number = 0_usize;
    for shift in (0..usize::BITS).step_by(7) {
        let (byte, rest) = from.split_first()?;
        *from = rest;
        number |= usize::from(byte & 127).checked_shl(shift)?;
        if byte & 128 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use quintet_rules::{Random, Wyrand};

    use super::*;

    #[test]
    fn every_symbol_of_any_histogram_has_a_share() {
        let mut random = Wyrand::new(1);
        // Equally frequent symbols and many rare ones: no single share is large enough to compensate the rare ones.
        let mut histograms = vec![std::array::from_fn(|n| if n < 32 { 1 << 20 } else { 1 })];
        for _ in 0..300 {
            let (frequent, most) = (random.below(257) as usize, 1 << random.below(32));
            histograms.push(std::array::from_fn(|n| {
                let most = if n < frequent { most } else { 2 };
                random.below(most)
            }));
        }
        for counts in histograms {
            let code = Code::from_counts(&counts);
            let mut bytes = Vec::new();
            code.write(&mut bytes);
            assert_eq!(
                Code::read(&mut &bytes[..]).as_ref(),
                Some(&code),
                "{counts:?}"
            );
            for (symbol, count) in (0..).zip(counts) {
                let has_symbol = code.0.iter().any(|(other, _)| *other == symbol);
                assert_eq!(has_symbol, count > 0, "{symbol} of {counts:?}");
            }
        }
    }

    #[test]
    fn numbers_round_trip() {
        for number in [0, 1, 127, 128, 300, 16_384, usize::MAX] {
            let mut bytes = Vec::new();
            write_number(number, &mut bytes);
            let mut rest = &bytes[..];
            assert_eq!(read_number(&mut rest), Some(number));
            assert!(rest.is_empty());
            assert_eq!(read_number(&mut &bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(read_number(&mut &[255; 20][..]), None);
    }

    #[test]
    fn codes_round_trip_and_truncated_codes_are_rejected() {
        let mut histogram = Histogram::new(5);
        for n in 0..1000_u32 {
            // Context 3 is rare, context 4 is unused, and context 2 has all bytes.
            histogram.code(0, &mut 7);
            histogram.code(1, &mut ((n % 3) as u8));
            histogram.code(2, &mut ((n % 256) as u8));
            if n < 5 {
                histogram.code(3, &mut 9);
            }
        }
        let codes = histogram.codes();
        let bytes = codes.write();
        assert_eq!(Codes::read(&bytes, 5).as_ref(), Some(&codes));
        assert_eq!(Codes::read(&bytes, 2), None, "fewer contexts");
        for length in 0..bytes.len() {
            assert_eq!(Codes::read(&bytes[..length], 5), None, "{length} bytes");
        }
        for context in 0..5 {
            for byte in 0..=u8::MAX {
                let (Ok(share) | Err(share)) = codes.share(context, byte);
                assert!(share.len > 0 && share.start + share.len <= WHOLE);
                let is_known = codes.share(context, byte).is_ok();
                let known = is_known.then_some(byte);
                assert_eq!(codes.at(context, share.start), (known, share));
                assert_eq!(
                    codes.at(context, share.start + share.len - 1),
                    (known, share)
                );
            }
        }
    }
}
