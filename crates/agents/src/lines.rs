//! Bounded lines of an untrusted stream.

use std::io::{self, BufRead, Read};

/// A line of a stream, or a line that was too long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line without its terminator. Invalid UTF-8 is replaced.
    Text(String),
    /// A line that exceeded the maximum length and was discarded.
    TooLong,
}

/// Reader of lines with a maximum length.
pub struct Lines<R> {
    stream: R,
    longest: usize,
}

impl<R: BufRead> Lines<R> {
    /// Creates a reader of lines of at most `longest` bytes.
    pub fn new(stream: R, longest: usize) -> Self {
        Lines { stream, longest }
    }

    /// Returns the next line, or `None` at the end.
    ///
    /// ```
    /// use quintet_agents::{Line, Lines};
    ///
    /// let mut lines = Lines::new(&b"one\r\ntoo long\nlast"[..], 5);
    /// assert_eq!(lines.next_line()?, Some(Line::Text("one".to_owned())));
    /// assert_eq!(lines.next_line()?, Some(Line::TooLong));
    /// assert_eq!(lines.next_line()?, Some(Line::Text("last".to_owned())));
    /// assert_eq!(lines.next_line()?, None);
    /// # Ok::<_, std::io::Error>(())
    /// ```
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        // Room for the terminator, and one byte more to detect a longer line.
        let most = self.longest as u64 + 2;
        let read = (&mut self.stream)
            .take(most)
            .read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        let is_whole = bytes.ends_with(b"\n");
        while bytes.last().is_some_and(|byte| b"\r\n".contains(byte)) {
            bytes.pop();
        }
        if bytes.len() <= self.longest && (is_whole || (read as u64) < most) {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            return Ok(Some(Line::Text(text)));
        }
        if !is_whole {
            self.stream.skip_until(b'\n')?;
        }
        Ok(Some(Line::TooLong))
    }
}
