//! Where the bytes of a compressed table are.

use std::io;

/// Bytes that are read from any place: a file, or memory.
pub trait Source: Send + Sync {
    /// How many bytes there are.
    fn size(&self) -> io::Result<u64>;

    /// Fills the buffer with the bytes from a place on.
    fn read_at(&self, place: u64, buffer: &mut [u8]) -> io::Result<()>;

    /// Told when something was damaged, with the whole table computed anew: what is kept may be replaced.
    fn mend(&self, _table: &[u8]) {}

    /// Told when something was damaged that cannot be computed anew at once: what is kept may be thrown away, so that it is built
    /// again when somebody asks for it.
    fn discard(&self) {}
}

impl Source for Vec<u8> {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, place: u64, buffer: &mut [u8]) -> io::Result<()> {
        let found = usize::try_from(place)
            .ok()
            .and_then(|place| self.get(place..)?.get(..buffer.len()))
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(found);
        Ok(())
    }
}
