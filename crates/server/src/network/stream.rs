//! A connection whose other end must read what it is sent, and may not send without end.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::http::guard::Place;
use crate::network::connections::Registered;
use crate::network::frames::Frames;

/// The places that a connection takes: one of all, and one of its address where those are counted.
pub(crate) type Places = (OwnedSemaphorePermit, Option<Place>);

/// Bytes that a client must at least take within the patience, once what it was sent before fills the
/// buffers of the system.
const LEAST: usize = 10 * 1024;

/// The time in which a WebSocket may send its quota of bytes.
const WINDOW: Duration = Duration::from_secs(10);

/// A stream on which writing fails if too little can be written for a while: a client that reads nothing,
/// or a few bytes now and then, does not hold memory for ever. From a WebSocket only so many bytes and parts of
/// messages are read in a while: frames of which no message comes cost time, too.
pub(crate) struct Impatient<S, P> {
    stream: S,
    patience: Patience,
    quota: Quota,
    frames: Frames,
    /// Until when nothing is read or written.
    reading_waits: Option<Pin<Box<Sleep>>>,
    writing_waits: Option<Pin<Box<Sleep>>>,
    registered: Registered,
    /// Freed with the stream, also when it has become a WebSocket.
    _places: P,
}

/// Until when a client must take what it is sent.
struct Patience {
    time: Duration,
    /// Set from the first time that it did not take everything: the end, and what it has taken since.
    waiting: Option<(Instant, usize)>,
}

/// What has been read from a WebSocket.
#[derive(Default)]
struct Quota {
    /// When all of the quota is there again.
    full_at: Option<Instant>,
}

impl<S, P> Impatient<S, P> {
    pub(crate) fn new(stream: S, patience: Duration, registered: Registered, places: P) -> Self {
        Impatient {
            stream,
            patience: Patience {
                time: patience,
                waiting: None,
            },
            quota: Quota::default(),
            frames: Frames::default(),
            reading_waits: None,
            writing_waits: None,
            registered,
            _places: places,
        }
    }

    /// The result of an attempt to write. If it must wait, it fails when the patience ends.
    fn within_patience(
        &mut self,
        context: &mut Context<'_>,
        attempt: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = attempt {
            self.patience.takes(*result.as_ref().unwrap_or(&0));
            self.writing_waits = None;
            return Poll::Ready(result);
        }
        let end = self.patience.end(Instant::now());
        let waits = self
            .writing_waits
            .get_or_insert_with(|| Box::pin(sleep_until(end)));
        ready!(waits.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Waits until something may be read.
    fn within_quota(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if let Some(until) = self.quota.wait(Instant::now()) {
            let waits = self
                .reading_waits
                .get_or_insert_with(|| Box::pin(sleep_until(until)));
            ready!(waits.as_mut().poll(context));
        }
        self.reading_waits = None;
        Poll::Ready(())
    }
}

impl Patience {
    /// When it ends, for a client that does not take everything now.
    fn end(&mut self, now: Instant) -> Instant {
        self.waiting.get_or_insert((now + self.time, 0)).0
    }

    /// Notes that a client has taken bytes.
    fn takes(&mut self, bytes: usize) {
        if let Some((_, taken)) = &mut self.waiting {
            *taken += bytes;
            if *taken >= LEAST {
                self.waiting = None;
            }
        }
    }
}

impl Quota {
    /// Until when nothing may be read, if so.
    fn wait(&self, now: Instant) -> Option<Instant> {
        let from = self.full_at?.checked_sub(WINDOW)?;
        (from > now).then_some(from)
    }

    /// Notes that bytes have been read, of so many in the window.
    fn take(&mut self, now: Instant, bytes: usize, of: u32) {
        let from = self.full_at.map_or(now, |full_at| full_at.max(now));
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.full_at = Some(from + WINDOW.mul_f64(f64::from(bytes) / f64::from(of)));
    }
}

impl<S: AsyncRead + Unpin, P: Unpin> AsyncRead for Impatient<S, P> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Some(reads) = self.registered.connection.reads() else {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        };
        ready!(self.within_quota(context));
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let new = &buffer.filled()[before..];
        // A part of a message counts as much as the longest message.
        let parts = self.frames.read(new, reads.message_bytes.into()) as usize;
        let bytes = new.len() + parts * reads.frame_bytes() as usize;
        self.quota.take(Instant::now(), bytes, reads.bytes());
        read
    }
}

impl<S: AsyncWrite + Unpin, P: Unpin> AsyncWrite for Impatient<S, P> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within_patience(context, attempt)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.within_patience(context, attempt)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        let attempt = self.within_patience(context, flushed.map_ok(|()| 0));
        if attempt.is_ready() {
            // Everything has been taken.
            self.patience.waiting = None;
        }
        attempt.map_ok(drop)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::Arc;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;
    use crate::network::connections::Connections;
    use crate::settings::{Limits, MESSAGE_BYTES};

    const SECOND: Duration = Duration::from_secs(1);

    /// After how many seconds a client is cut off that never takes everything, but some bytes each
    /// second.
    fn cut_off(bytes_a_second: usize) -> Option<u32> {
        let mut patience = Patience {
            time: 20 * SECOND,
            waiting: None,
        };
        let begin = Instant::now();
        (0..1000).find(|second| {
            let now = begin + *second * SECOND;
            let is_over = patience.end(now) <= now;
            patience.takes(bytes_a_second);
            is_over
        })
    }

    #[test]
    fn a_client_that_takes_a_few_bytes_now_and_then_is_cut_off() {
        assert_eq!(cut_off(0), Some(20));
        assert_eq!(cut_off(1), Some(20));
        assert_eq!(cut_off(LEAST / 40), Some(20));
        assert_eq!(cut_off(LEAST / 19), None, "slow, but not too slow");
    }

    #[test]
    fn a_quota_is_there_at_once_and_then_comes_back_bit_by_bit() {
        let (mut quota, begin) = (Quota::default(), Instant::now());
        assert_eq!(quota.wait(begin), None);
        quota.take(begin, 1000, 1000);
        assert_eq!(quota.wait(begin), None, "exactly the quota");
        quota.take(begin, 200, 1000);
        assert_eq!(quota.wait(begin), Some(begin + 2 * SECOND));
        assert_eq!(quota.wait(begin + 2 * SECOND), None);
        let later = begin + 100 * SECOND;
        quota.take(later, 1000, 1000);
        assert_eq!(quota.wait(later), None, "no more than the quota is saved");
        quota.take(later, 1, 1000);
        assert_eq!(quota.wait(later), Some(later + SECOND / 100));
    }

    #[tokio::test]
    async fn frames_without_a_message_use_up_the_quota_of_a_socket_and_not_that_of_requests() {
        let (server, mut client) = duplex(4096);
        let address = IpAddr::from(Ipv4Addr::LOCALHOST);
        let registered = Connections::register(&Arc::default(), address.into());
        let mut server = Impatient::new(server, SECOND, registered, ());
        tokio::spawn(async move {
            // Empty parts of a message that never ends.
            let frames = [0x00, 0x80, 0, 0, 0, 0].repeat(500);
            while client.write_all(&frames).await.is_ok() {}
        });
        let limits = Limits::default();
        let quota = (MESSAGE_BYTES + 14) * limits.messages_per_10_seconds;
        let mut buffer = [0; 1024];
        for is_socket in [false, true] {
            let mut read = 0;
            while server.quota.wait(Instant::now()).is_none() && read < 100 * quota as usize {
                read += server.read(&mut buffer).await.expect("there is more");
            }
            assert_eq!(read <= buffer.len(), is_socket, "{read} bytes of parts");
            server.registered.connection.becomes_socket(&limits);
        }
    }
}
