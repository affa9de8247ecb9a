//! Lines of one client, over standard input and output.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, GetMeta, JsonRpcMessage};
use rmcp::service::{RoleServer, ServerInitializeError, TxJsonRpcMessage, serve_server};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;

use crate::answers::{Alone, Answers};
use crate::desk::{Desk, Offer};

/// The longest line that is read; a longer one is passed over.
const LONGEST_LINE: usize = 1 << 20;

/// Serves a client on the standard streams.
pub fn serve_stdio(
    offer: Offer,
    answers: Alone,
) -> Pin<Box<dyn Future<Output = io::Result<()>> + Send>> {
    let (input, output) = (tokio::io::stdin(), tokio::io::stdout());
    Box::pin(serve(offer, answers, input, output))
}

/// Answers the lines of a client until there are no more, or until it reads no more.
pub async fn serve(
    offer: Offer,
    answers: impl Answers,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> io::Result<()> {
    let lines = AsyncRwTransport::new_server(input, output).with_max_line_length(LONGEST_LINE);
    let desk = Desk::new(Arc::new(offer), Box::new(answers));
    match serve_server(desk, Patient::new(lines)).await {
        Ok(running) => {
            let ended = running.waiting().await;
            ended.map(drop).map_err(io::Error::other)
        }
        // The client has gone before it said who it is, or did not read the answer.
        Err(
            ServerInitializeError::ConnectionClosed(_)
            | ServerInitializeError::TransportError { .. },
        ) => Ok(()),
        Err(fault) => Err(io::Error::other(fault)),
    }
}

/// Lines of a client that may begin with anything, and may stop reading.
struct Patient<T> {
    lines: T,
    has_begun: bool,
    /// Whether something could not be written.
    is_closed: Arc<watch::Sender<bool>>,
}

impl<T> Patient<T> {
    fn new(lines: T) -> Self {
        Patient {
            lines,
            has_begun: false,
            is_closed: Arc::default(),
        }
    }
}

/// Whether a request begins a conversation: that which is for it, or one that says all by itself.
fn begins(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::DiscoverRequest(_) | ClientRequest::PingRequest(_) => false,
        request => request.get_meta().protocol_version().is_some(),
    }
}

impl<T: Transport<RoleServer, Error = io::Error>> Transport<RoleServer> for Patient<T> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (sending, is_closed) = (self.lines.send(message), Arc::clone(&self.is_closed));
        async move {
            let sent = sending.await;
            if sent.is_err() {
                is_closed.send_replace(true);
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let mut closing = self.is_closed.subscribe();
        loop {
            let message = tokio::select! {
                message = self.lines.receive() => message?,
                // The sender is in this value, so waiting does not fail.
                _ = closing.wait_for(|is_closed| *is_closed) => return None,
            };
            // Before a conversation has begun the library would end at anything but a request.
            if let JsonRpcMessage::Request(request) = &message {
                self.has_begun |= begins(&request.request);
            } else if !self.has_begun {
                continue;
            }
            return Some(message);
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.lines.close().await
    }
}
