//! Symbols as one long number: rANS, an asymmetric numeral system in bytes.
//!
//! A symbol with a share of `f` of 4096 makes the number 4096 / f times as large, so it takes as many bits as it is surprising. Bytes leave
//! the number at its low end whenever it would become too large. What was written last is read first, so a block is
//! written backwards.

use super::Coder;
use super::codes::{Codes, SHARE_BITS, Share, any_byte, any_byte_at};

/// The number is kept in LEAST..256 * LEAST, two or three bytes. A larger one would cost every block more than it saves.
const LEAST: u32 = 1 << SHARE_BITS;
const POINT: u32 = (1 << SHARE_BITS) - 1;

/// Gathers the symbols of a block.
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

    /// The bytes of the block; none if it has no symbol.
    pub(super) fn finish(self) -> Vec<u8> {
        if self.shares.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        let mut number = LEAST;
        for Share { start, len } in self.shares.into_iter().rev() {
            let (start, len) = (u32::from(start), u32::from(len));
            while number >= len << 8 {
                out.push(number as u8);
                number >>= 8;
            }
            number = (number / len) << SHARE_BITS | (number % len + start);
        }
        // The reader takes bytes until the number is large enough, so a zero at its high end is left out.
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

/// Reads the symbols of a block.
pub(super) struct Reader<'a> {
    codes: &'a Codes,
    number: u32,
    rest: &'a [u8],
    has_ended: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(codes: &'a Codes, bytes: &'a [u8]) -> Self {
        let mut reader = Reader {
            codes,
            number: if bytes.is_empty() { LEAST } else { 0 },
            rest: bytes,
            has_ended: false,
        };
        reader.fill();
        reader
    }

    /// Whether all symbols were read, and no more.
    pub(super) fn is_done(&self) -> bool {
        self.number == LEAST && self.rest.is_empty() && !self.has_ended
    }

    /// Whether more symbols were asked for than there are.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    #[inline]
    fn fill(&mut self) {
        while self.number < LEAST {
            let Some((byte, rest)) = self.rest.split_first() else {
                // Some number goes on, so that reading comes to an end; the block is refused then.
                self.has_ended = true;
                self.number = LEAST;
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
