//! Entropy coding by rANS, an asymmetric numeral system with bytes as digits.
//!
//! A sequence of symbols is one large number. Appending a symbol with a share of `f` / 4096 multiplies the number by
//! 4096 / f, so a symbol takes as many bits as its information content. Low bytes are written out whenever the number would
//! become too large. The last symbol written is the first one read, so blocks are written backwards.

use super::Coder;
use super::codes::{Codes, SHARE_BITS, Share, any_byte, any_byte_at};

/// The number is in MIN..256 * MIN, two or three bytes. A larger one would cost more per block than it saves.
const MIN: u32 = 1 << SHARE_BITS;
const POINT: u32 = (1 << SHARE_BITS) - 1;

/// Encoder of a block.
pub(super) struct Writer<'a> {
    codes: &'a Codes,
    shares: Vec<Share>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(codes: &'a Codes) -> Self {
        Writer {
            codes,
            shares: Vec::new(),
        }
    }

    /// Returns the bytes of the block; empty if it has no symbols.
    pub(super) fn finish(self) -> Vec<u8> {
        if self.shares.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        let mut number = MIN;
        for Share { start, len } in self.shares.into_iter().rev() {
            let (start, len) = (u32::from(start), u32::from(len));
            while number >= len << 8 {
                out.push(number as u8);
                number >>= 8;
            }
            number = (number / len) << SHARE_BITS | (number % len + start);
        }
        // The reader reads bytes until the number is large enough, so a high byte of zero is omitted.
        let bytes = if number < 1 << 16 { 2 } else { 3 };
        out.extend_from_slice(&number.to_le_bytes()[..bytes]);
        out.reverse();
        out
    }
}

impl Coder for Writer<'_> {
    fn code(&mut self, context: usize, byte: &mut u8) {
        match self.codes.share(context, *byte) {
            Ok(share) => self.shares.push(share),
            Err(escape) => self.shares.extend([escape, any_byte(*byte)]),
        }
    }
}

/// Decoder of a block.
pub(super) struct Reader<'a> {
    codes: &'a Codes,
    number: u32,
    rest: &'a [u8],
    is_overrun: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(codes: &'a Codes, bytes: &'a [u8]) -> Self {
        let mut reader = Reader {
            codes,
            number: if bytes.is_empty() { MIN } else { 0 },
            rest: bytes,
            is_overrun: false,
        };
        reader.fill();
        reader
    }

    /// Returns true if exactly all symbols have been read.
    pub(super) fn is_done(&self) -> bool {
        self.number == MIN && self.rest.is_empty() && !self.is_overrun
    }

    /// Returns true if more symbols were read than exist.
    pub(super) fn is_overrun(&self) -> bool {
        self.is_overrun
    }

    #[inline]
    fn fill(&mut self) {
        while self.number < MIN {
            let Some((byte, rest)) = self.rest.split_first() else {
                // Any valid number lets the caller finish; the block is rejected then.
                self.is_overrun = true;
                self.number = MIN;
                return;
            };
            self.number = self.number << 8 | u32::from(*byte);
            self.rest = rest;
        }
    }

    #[inline]
    fn point(&self) -> u16 {
        (self.number & POINT) as u16
    }

    #[inline]
    fn take(&mut self, share: Share) {
        let within = u32::from(self.point() - share.start);
        self.number = u32::from(share.len) * (self.number >> SHARE_BITS) + within;
        self.fill();
    }
}

impl Coder for Reader<'_> {
    #[inline]
    fn code(&mut self, context: usize, byte: &mut u8) {
        let (symbol, share) = self.codes.at(context, self.point());
        self.take(share);
        *byte = symbol.unwrap_or_else(|| {
            let byte = any_byte_at(self.point());
            self.take(any_byte(byte));
            byte
        });
    }
}
