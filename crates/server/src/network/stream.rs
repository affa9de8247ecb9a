//! The stream of a client: it must read its responses, and a WebSocket may send a limited number of bytes.

use std::io;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::network::connections::Registered;

/// Bytes that a client must read within the timeout, once unread responses fill the buffers of the operating system.
const MIN_PROGRESS: usize = 10 * 1024;

/// The period of the read quota of a WebSocket.
const QUOTA_PERIOD: Duration = Duration::from_secs(10);

/// A stream that limits its client in both directions.
///
/// Writing fails if the client reads nothing, or only a few bytes now and then: its responses would occupy memory
/// indefinitely. Reading from a WebSocket waits once the client has sent its quota of bytes, whatever they contain: tiny or
/// unfinished frames never become a message that could be counted.
pub(crate) struct ClientStream<S> {
    stream: S,
    write_deadline: WriteDeadline,
    read_quota: ReadQuota,
    read_timer: Option<Pin<Box<Sleep>>>,
    write_timer: Option<Pin<Box<Sleep>>>,
    /// Dropped with the stream, which outlives the HTTP connection if that becomes a WebSocket.
    registered: Registered,
}

/// The time by which a client must have read enough.
struct WriteDeadline {
    timeout: Duration,
    /// Set while the client lags: the deadline, and the bytes read since it was set.
    lagging: Option<(Instant, usize)>,
}

/// The bytes that a WebSocket may still send, which are restored steadily.
#[derive(Default)]
struct ReadQuota {
    /// Time at which the whole quota is available again.
    full_at: Option<Instant>,
}

impl<S> ClientStream<S> {
    pub(crate) fn new(stream: S, timeout: Duration, registered: Registered) -> Self {
        ClientStream {
            stream,
            write_deadline: WriteDeadline {
                timeout,
                lagging: None,
            },
            read_quota: ReadQuota::default(),
            read_timer: None,
            write_timer: None,
            registered,
        }
    }

    /// Returns the result of a write. A pending one fails at the deadline.
    fn before_deadline(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = written {
            self.write_deadline.record(*result.as_ref().unwrap_or(&0));
            self.write_timer = None;
            return Poll::Ready(result);
        }
        let deadline = self.write_deadline.start(Instant::now());
        let timer = self
            .write_timer
            .get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    /// Waits until the quota allows reading.
    fn poll_quota(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if let Some(until) = self.read_quota.wait(Instant::now()) {
            let timer = self
                .read_timer
                .get_or_insert_with(|| Box::pin(sleep_until(until)));
            ready!(timer.as_mut().poll(context));
        }
        self.read_timer = None;
        Poll::Ready(())
    }
}

impl WriteDeadline {
    /// Returns the deadline of a client that lags, and sets it if there is none.
    fn start(&mut self, now: Instant) -> Instant {
        self.lagging.get_or_insert((now + self.timeout, 0)).0
    }

    /// Records that the client has read bytes. Enough of them lift the deadline.
    fn record(&mut self, bytes: usize) {
        if let Some((_, read)) = &mut self.lagging {
            *read += bytes;
            if *read >= MIN_PROGRESS {
                self.lagging = None;
            }
        }
    }
}

impl ReadQuota {
    /// Returns the time before which nothing may be read, if it is in the future.
    fn wait(&self, now: Instant) -> Option<Instant> {
        let from = self.full_at?.checked_sub(QUOTA_PERIOD)?;
        (from > now).then_some(from)
    }

    /// Records that bytes of a quota have been read.
    fn record(&mut self, now: Instant, bytes: usize, quota: NonZeroU32) {
        let from = self.full_at.map_or(now, |full_at| full_at.max(now));
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let share = f64::from(bytes) / f64::from(quota.get());
        self.full_at = Some(from + QUOTA_PERIOD.mul_f64(share));
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ClientStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Some(quota) = self.registered.connection.read_quota() else {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        };
        ready!(self.poll_quota(context));
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let bytes = buffer.filled().len() - before;
        self.read_quota.record(Instant::now(), bytes, quota);
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ClientStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.before_deadline(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.before_deadline(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        let flushed = self.before_deadline(context, flushed.map_ok(|()| 0));
        if flushed.is_ready() {
            self.write_deadline.lagging = None;
        }
        flushed.map_ok(drop)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/network/stream.rs"]
mod tests;
