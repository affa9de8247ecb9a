//! The transport over standard input and output: one message per line.

use std::io;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ErrorCode, GetMeta, JsonRpcMessage};
use rmcp::service::{RoleServer, ServerInitializeError, TxJsonRpcMessage, serve_server};
use rmcp::transport::Transport;
use serde::Serialize;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{Mutex, watch};

use crate::backend::{Backend, LocalBackend};
use crate::message;
use crate::service::{Config, Service};

/// Maximum length of a line. The record of the longest game has some 10 KB.
const MAX_LINE: usize = 1 << 20;

/// Serves a client on the standard streams.
pub fn serve_stdio(
    config: Config,
    backend: LocalBackend,
) -> Pin<Box<dyn Future<Output = io::Result<()>> + Send>> {
    let (input, output) = (tokio::io::stdin(), tokio::io::stdout());
    Box::pin(serve(config, backend, input, output))
}

/// Answers a client until its input ends or it stops reading.
pub async fn serve(
    config: Config,
    backend: impl Backend,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> io::Result<()> {
    let service = Service::new(Arc::new(config), Box::new(backend));
    let lines = Lines::new(input, output);
    let output = Arc::clone(&lines.output);
    match serve_server(service, lines).await {
        Ok(running) => {
            running.waiting().await.map_err(io::Error::other)?;
        }
        // The input ended, or the output was closed, before the client introduced itself.
        Err(
            ServerInitializeError::ConnectionClosed(_)
            | ServerInitializeError::TransportError { .. },
        ) => {}
        Err(error) => return Err(io::Error::other(error)),
    }
    output.result()
}

/// Lines of a client, which may send anything and stop reading at any time.
struct Lines<R, W> {
    input: BufReader<R>,
    /// The beginning of the next line.
    line: Vec<u8>,
    output: Arc<Output<W>>,
    /// True after the first request that can start a conversation.
    has_begun: bool,
}

/// The output, until writing to it fails.
struct Output<W> {
    stream: Mutex<W>,
    failed: watch::Sender<Option<io::ErrorKind>>,
}

impl<W: AsyncWrite + Unpin> Output<W> {
    async fn send(&self, message: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        let mut stream = self.stream.lock().await;
        let sent = match stream.write_all(&line).await {
            Ok(()) => stream.flush().await,
            failed => failed,
        };
        if let Err(error) = &sent {
            self.failed.send_replace(Some(error.kind()));
        }
        sent
    }

    /// Returns an error if writing failed for another reason than that the client stopped reading.
    fn result(&self) -> io::Result<()> {
        match *self.failed.borrow() {
            None | Some(io::ErrorKind::BrokenPipe) => Ok(()),
            Some(kind) => Err(io::Error::new(
                kind,
                format!("standard output cannot be written: {kind}"),
            )),
        }
    }
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Lines<R, W> {
    fn new(input: R, output: W) -> Self {
        Lines {
            input: BufReader::new(input),
            line: Vec::new(),
            output: Arc::new(Output {
                stream: Mutex::new(output),
                failed: watch::Sender::new(None),
            }),
            has_begun: false,
        }
    }

    /// Reads the next line; `None` at the end. Dropping the future loses no input.
    async fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            let read = self.input.fill_buf().await?;
            let end = read.iter().position(|byte| *byte == b'\n');
            let is_last = read.is_empty();
            let length = end.map_or(read.len(), |at| at + 1);
            // One byte more than allowed marks a line as too long.
            let room = (MAX_LINE + 1).saturating_sub(self.line.len());
            self.line.extend_from_slice(&read[..length.min(room)]);
            self.input.consume(length);
            if end.is_some() || (is_last && !self.line.is_empty()) {
                return Ok(Some(mem::take(&mut self.line)));
            }
            if is_last {
                return Ok(None);
            }
        }
    }

    /// Reads the next message and answers everything else that comes before it.
    async fn next_message(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let line = match self.next_line().await {
                Ok(line) => line?,
                Err(error) => {
                    tracing::error!(%error, "standard input cannot be read");
                    return None;
                }
            };
            let parsed = match line.trim_ascii() {
                [] => continue,
                _ if line.len() > MAX_LINE => {
                    let text = format!("a line has at most {MAX_LINE} bytes");
                    Err(message::error(
                        ErrorCode::INVALID_REQUEST,
                        &text,
                        &Value::Null,
                    ))
                }
                line => message::parse(line),
            };
            match parsed {
                Ok(message) => return Some(message),
                // `receive` ends when it has failed.
                Err(error) => drop(self.output.send(&error).await),
            }
        }
    }
}

/// True for a request that starts a conversation: `initialize`, or one that carries a protocol version of its own.
fn begins(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::DiscoverRequest(_) | ClientRequest::PingRequest(_) => false,
        request => request.get_meta().protocol_version().is_some(),
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let output = Arc::clone(&self.output);
        async move { output.send(&message).await }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let mut failing = self.output.failed.subscribe();
        loop {
            let message = tokio::select! {
                message = self.next_message() => message?,
                // The sender is in this value, so waiting does not fail.
                _ = failing.wait_for(Option::is_some) => return None,
            };
            // Before a conversation the library fails on anything but a request.
            if let JsonRpcMessage::Request(request) = &message {
                self.has_begun |= begins(&request.request);
            } else if !self.has_begun {
                continue;
            }
            return Some(message);
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}
