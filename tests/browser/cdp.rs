//! The Chrome `DevTools` Protocol: numbered calls and their answers, and events in between, as JSON
//! over one WebSocket.
//!
//! Our own because the tests need a dozen calls of it, and the client libraries bring a runtime and a browser of their
//! own. A thread of its own reads and writes the socket, so that the tests are plain sequential code.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::mpsc as tasks;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// The browser answers at once or is stuck. Nothing is measured with this.
const STUCK: Duration = Duration::from_mins(1);

/// Something that happened without being asked for.
pub(crate) struct Event {
    pub(crate) method: String,
    pub(crate) params: Value,
}

/// The connection to a browser.
pub(crate) struct Cdp {
    outgoing: tasks::UnboundedSender<Message>,
    incoming: Arc<Incoming>,
    last_id: AtomicU64,
}

/// What has come and has not been fetched.
#[derive(Default)]
struct Incoming {
    answers: Mutex<HashMap<u64, mpsc::Sender<Value>>>,
    events: Mutex<HashMap<String, Vec<Event>>>,
}

impl Cdp {
    /// Connects to the browser at an address that begins with `ws:`.
    pub(crate) fn connect(address: String) -> Self {
        let (outgoing, mut waiting) = tasks::unbounded_channel();
        let incoming = Arc::new(Incoming::default());
        let sorting = Arc::clone(&incoming);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build()
            .expect("a runtime");
        thread::spawn(move || {
            runtime.block_on(async {
                let connected = tokio_tungstenite::connect_async(address).await;
                let mut socket = connected.expect("the browser accepts a connection").0;
                loop {
                    tokio::select! {
                        Some(message) = waiting.recv() => {
                            socket.send(message).await.expect("the browser listens");
                        }
                        Some(Ok(message)) = socket.next() => {
                            if let Message::Text(text) = message {
                                sorting.sort(&text);
                            }
                        }
                        else => break,
                    }
                }
            });
        });
        Cdp {
            outgoing,
            incoming,
            last_id: AtomicU64::new(0),
        }
    }

    /// Calls a method of the browser itself.
    #[track_caller]
    pub(crate) fn browser(&self, method: &str, params: Value) -> Value {
        let answer = self.call(None, method, params);
        answer.unwrap_or_else(|fault| panic!("{method}: {fault}"))
    }

    /// Calls a method in a session, or in the browser itself, and waits for the answer.
    pub(crate) fn call(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> Result<Value, String> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let (sender, answer) = mpsc::channel();
        self.incoming
            .answers
            .lock()
            .expect("no panic")
            .insert(id, sender);
        let mut call = json!({ "id": id, "method": method });
        call["params"] = params;
        if let Some(session) = session {
            call["sessionId"] = session.into();
        }
        let sent = self
            .outgoing
            .send(Message::Text(Utf8Bytes::from(call.to_string())));
        sent.map_err(|_| "the browser is gone".to_owned())?;
        let mut answer = answer
            .recv_timeout(STUCK)
            .map_err(|_| "the browser does not answer".to_owned())?;
        match answer.get("error") {
            Some(error) => Err(error.to_string()),
            None => Ok(answer["result"].take()),
        }
    }

    /// The events of a session since this was last asked.
    pub(crate) fn events(&self, session: &str) -> Vec<Event> {
        let mut events = self.incoming.events.lock().expect("no panic");
        events.remove(session).unwrap_or_default()
    }
}

impl Incoming {
    fn sort(&self, text: &str) {
        let mut message: Value = serde_json::from_str(text).expect("the browser sends JSON");
        if let Some(id) = message["id"].as_u64() {
            if let Some(caller) = self.answers.lock().expect("no panic").remove(&id) {
                // A caller that gave up waiting needs no answer.
                let _ = caller.send(message);
            }
            return;
        }
        let session = message["sessionId"].as_str().unwrap_or_default().to_owned();
        let event = Event {
            method: message["method"].as_str().unwrap_or_default().to_owned(),
            params: message["params"].take(),
        };
        self.events
            .lock()
            .expect("no panic")
            .entry(session)
            .or_default()
            .push(event);
    }
}
