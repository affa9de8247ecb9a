//! Parts of messages on a WebSocket.
//!
//! A message may come in any number of frames, of which all may be empty. The library tells of whole messages and of
//! control frames; so the others are counted where bytes are read:
//!
//! ```text
//!     frame   end of a message (1 bit)   kind (4 bits)   length (1, 3 or 9)   mask (4)   bytes
//! ```

/// The kind of a frame that goes on with a message.
const CONTINUATION: u8 = 0;

/// How far the frames that a client sends have been read.
#[derive(Default)]
pub(crate) struct Frames {
    /// The beginning of a frame, up to its mask.
    head: [u8; 14],
    /// Bytes of it that have been read.
    read: usize,
    /// Bytes of the frame after its head that are still to come.
    left: u64,
}

impl Frames {
    /// Reads on: how many frames begin that are not a whole message. One that is longer than a message may be counts as
    /// such, and nothing of it is passed over: the library refuses it.
    pub(crate) fn read(&mut self, mut bytes: &[u8], longest: u64) -> u32 {
        let mut parts = 0;
        loop {
            let passed = self.left.min(bytes.len() as u64);
            self.left -= passed;
            bytes = &bytes[passed as usize..];
            let Some((byte, rest)) = bytes.split_first() else {
                return parts;
            };
            bytes = rest;
            self.head[self.read] = *byte;
            self.read += 1;
            let Some(length) = self.length() else {
                continue;
            };
            let (is_end, kind) = (self.head[0] & 0x80 != 0, self.head[0] & 0x0f);
            let is_too_long = length > longest;
            parts += u32::from(!is_end || kind == CONTINUATION || is_too_long);
            self.left = if is_too_long { 0 } else { length };
            self.read = 0;
        }
    }

    /// The bytes that follow the head, once all of it has been read.
    fn length(&self) -> Option<u64> {
        let [_, second, long @ ..] = &self.head;
        let (digits, short) = match second & 0x7f {
            126 => (2, None),
            127 => (8, None),
            short => (0, Some(u64::from(short))),
        };
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        if self.read < 2 + digits + mask {
            return None;
        }
        let long = long[..digits].iter();
        let long = long.fold(0, |length, byte| length << 8 | u64::from(*byte));
        Some(short.unwrap_or(long))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame with a mask, as clients send it.
    fn frame(first: u8, length: usize) -> Vec<u8> {
        let mut frame = vec![first];
        match length {
            0..126 => frame.push(0x80 | length as u8),
            126..0x1_0000 => {
                frame.push(0x80 | 0x7e);
                frame.extend((length as u16).to_be_bytes());
            }
            _ => {
                frame.push(0x80 | 0x7f);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend([0xff; 4]);
        frame.resize(frame.len() + length, 0);
        frame
    }

    #[test]
    fn parts_of_messages_are_counted_however_the_bytes_come() {
        const LONGEST: u64 = 4096;
        let (text, ping) = (0x81, 0x89);
        let whole = [0, 1, 125, 126, 4096].map(|length| frame(text, length));
        let begun = [0, 200].map(|length| frame(0x01, length));
        let more = [0, 1, 126].map(|length| frame(0x00, length));
        let end = [frame(0x80, 3), frame(ping, 5)];
        let frames = [&whole[..], &begun, &more, &end].concat().concat();
        for piece in [1, 2, 3, 7, 13, 1000, frames.len()] {
            let mut counted = Frames::default();
            let parts = frames
                .chunks(piece)
                .map(|piece| counted.read(piece, LONGEST));
            assert_eq!(parts.sum::<u32>(), 6, "in pieces of {piece}");
            assert_eq!((counted.read, counted.left), (0, 0));
        }
        // Nothing hides behind a length that is not true.
        for length in [4097, 70_000] {
            let mut hidden = frame(text, length);
            hidden.truncate(14);
            hidden.extend(frame(0x00, 0).repeat(100));
            assert!(Frames::default().read(&hidden, LONGEST) > 50, "{length}");
        }
    }
}
