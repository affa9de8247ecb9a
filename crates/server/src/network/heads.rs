//! A connection whose request heads have proper line ends.
//!
//! The parser of the HTTP library takes a bare LF for the end of a line. A proxy before this server may not,
//! and would then see another request than we do. So in the head of a request every LF without a CR becomes
//! a NUL, which the parser refuses with 400. Bodies and what follows an upgrade are left alone.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A stream of requests. It is read one head at a time: the HTTP library then says how long the body is.
pub(crate) struct Heads<S> {
    stream: S,
    /// What was read beyond the end of a head.
    ahead: Bytes,
    head: Head,
    body: BodyLength,
}

/// How many bytes follow a head that are no head.
#[derive(Clone, Default)]
pub(crate) struct BodyLength(Arc<AtomicU64>);

impl BodyLength {
    /// After this head comes a body of so many bytes; `None` if all that follows is something else.
    pub(crate) fn set(&self, bytes: Option<u64>) {
        self.0.store(bytes.unwrap_or(u64::MAX), Ordering::Release);
    }

    /// Takes up to so many bytes of the body.
    fn take(&self, most: usize) -> usize {
        let left = self.0.load(Ordering::Acquire);
        let taken = usize::try_from(left).map_or(most, |left| left.min(most));
        if left != u64::MAX {
            self.0.store(left - taken as u64, Ordering::Release);
        }
        taken
    }
}

/// How far a head has been read.
#[derive(Default)]
struct Head {
    last: u8,
    /// Bytes of this line before its CR.
    in_line: usize,
    /// Whether a line that is not empty has been read: empty ones before the first do not count.
    has_begun: bool,
}

impl Head {
    /// Reads bytes of a head, and spoils what is no proper line end. The number of bytes up to its end, or
    /// all of them.
    fn read(&mut self, bytes: &mut [u8]) -> usize {
        for (n, byte) in bytes.iter_mut().enumerate() {
            match *byte {
                b'\n' if self.last == b'\r' => {
                    if self.in_line == 0 && self.has_begun {
                        *self = Head::default();
                        return n + 1;
                    }
                    self.in_line = 0;
                }
                b'\n' => *byte = 0,
                b'\r' => {}
                _ => {
                    self.in_line += 1;
                    self.has_begun = true;
                }
            }
            self.last = *byte;
        }
        bytes.len()
    }
}

impl<S> Heads<S> {
    /// The requests of a stream, and where to say how long each body is.
    pub(crate) fn new(stream: S) -> (Self, BodyLength) {
        let body = BodyLength::default();
        let heads = Heads {
            stream,
            ahead: Bytes::new(),
            head: Head::default(),
            body: body.clone(),
        };
        (heads, body)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Heads<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        if self.ahead.is_empty() {
            ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        } else {
            let most = buffer.remaining().min(self.ahead.len());
            buffer.put_slice(&self.ahead.split_to(most));
        }
        let read = &mut buffer.filled_mut()[before..];
        let of_body = self.body.take(read.len());
        let given = of_body + self.head.read(&mut read[of_body..]);
        if given < read.len() {
            let mut ahead = read[given..].to_vec();
            ahead.extend_from_slice(&self.ahead);
            self.ahead = ahead.into();
            buffer.set_filled(before + given);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Heads<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    /// What is read of a text, in pieces of so many bytes; after each head the next length is told.
    async fn heads(text: &str, piece: usize, bodies: &[Option<u64>]) -> String {
        let mut bodies = bodies.iter();
        let (mut stream, body) = Heads::new(text.as_bytes());
        let mut all = Vec::new();
        let mut buffer = vec![0; piece];
        loop {
            let read = stream.read(&mut buffer).await.expect("bytes are read");
            if read == 0 {
                return String::from_utf8(all).expect("text");
            }
            all.extend_from_slice(&buffer[..read]);
            if all.ends_with(b"\r\n\r\n")
                && let Some(length) = bodies.next()
            {
                body.set(*length);
            }
        }
    }

    #[tokio::test]
    async fn a_bare_line_feed_is_spoilt_in_heads_alone() {
        let head = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
        let body = "{\n\"a\":\n1}\n\n";
        let length = Some(body.len() as u64);
        let proper = format!("{head}{body}\r\n{head}{head}");
        let frames = format!("{head}\n\n\n{head}\n");
        for piece in [1, 2, 3, 7, 64, 1000] {
            assert_eq!(heads(&proper, piece, &[length]).await, proper, "{piece}");
            assert_eq!(heads(&frames, piece, &[None]).await, frames, "{piece}");
            for bare in [
                "GET / HTTP/1.1\nHost: x\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\n\n",
                "\nGET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\r\n\n\r\n",
            ] {
                let text = format!("{head}{body}{bare}");
                let read = heads(&text, piece, &[length]).await;
                assert!(read.contains('\0'), "{piece} {bare:?}");
                assert!(
                    read.starts_with(&format!("{head}{body}")),
                    "{piece} {bare:?}"
                );
            }
        }
    }
}
