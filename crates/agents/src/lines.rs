//! Lines from a stream that may send anything.

use std::io::{self, BufRead, Read};

/// A line of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A line without its end. Bytes that are no text are replaced.
    Text(String),
    /// A line that was longer than it may be. It was thrown away unread.
    TooLong,
}

/// The lines of a stream, none of which takes more memory than it may.
pub struct Lines<R> {
    stream: R,
    longest: usize,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most so many bytes.
    pub fn new(stream: R, longest: usize) -> Self {
        Lines { stream, longest }
    }

    /// The next line; `None` at the end.
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
        // One more than the line and its end, to know that it goes on.
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
