//! Requests to one endpoint.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quintet_arena::Dice;
use quintet_games::escape_up_to;
use quintet_rules::Random;
use serde_json::Value;
use ureq::http::{HeaderMap, StatusCode, Uri};

use super::super::{Failure, Policy};
use super::{Key, Network};

/// The longest answer. A model that thinks aloud for 50,000 tokens says about 200 kB, and a move is a dozen bytes: more
/// is no answer, and must not fill the memory.
const LONGEST_ANSWER: u64 = 256 * 1024;

/// How long a connection may take to be made. It is not the time of the player.
const CONNECTING: Duration = Duration::from_secs(10);

/// The first pause before a request is sent again; the next ones are twice as long each.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// A longer pause is made only if the endpoint asks for it.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// How often one request is sent, whatever the endpoint says.
const MOST_TRIES: u32 = 20;

/// The longest part of an error that is shown.
const SHOWN: usize = 200;

/// One endpoint, used by all guests at its address.
#[derive(Debug)]
pub(crate) struct Client {
    network: Arc<Network>,
    url: String,
    key: Option<Key>,
    policy: Policy,
    /// Whether it was waited for in vain. It is not waited for again until it answers.
    is_down: AtomicBool,
}

/// What came back for a request.
pub(crate) struct Reply {
    /// The body, or why there is none that counts.
    pub(crate) body: Result<String, Failure>,
    /// What came, also if it does not count.
    pub(crate) came: String,
    /// How long the latest try took.
    pub(crate) took: Duration,
    /// How long the endpoint wants to be left alone.
    pause: Option<Duration>,
}

impl Client {
    /// An endpoint that gets no key.
    pub(crate) fn new(network: Arc<Network>, url: String, policy: Policy) -> Self {
        Client {
            network,
            url,
            key: None,
            policy,
            is_down: AtomicBool::new(false),
        }
    }

    /// The same with the key that is meant for it, if there is one.
    #[must_use]
    pub(crate) fn with_key(mut self) -> Self {
        let uri: Uri = self.url.parse().expect("the address was read");
        let host = uri.authority().expect("a URL has a host").as_str();
        self.key = self.network.key_of(host).cloned();
        self
    }

    pub(crate) fn network(&self) -> &Network {
        &self.network
    }

    /// The same text without the key.
    pub(crate) fn hide(&self, text: &str) -> String {
        let hidden = self.key.as_ref().map(|key| key.hide(text));
        hidden.unwrap_or_else(|| text.to_owned())
    }

    /// Makes sure that something listens there. Whatever it answers, it is there.
    pub(crate) fn greet(&self, time: Duration) -> Result<(), Failure> {
        let request = self.network.agent().head(&self.url);
        let within = Some(time.min(CONNECTING));
        match request.config().timeout_global(within).build().call() {
            Ok(_) | Err(ureq::Error::Timeout(_)) => Ok(()),
            Err(error) => match failure(&error, time) {
                unreachable @ Failure::Unreachable(_) => Err(unreachable),
                _ => Ok(()),
            },
        }
    }

    /// Sends a document, again after a pause if the endpoint is busy or out of reach. Each try has the time of the
    /// player; the pauses have a time of their own.
    pub(crate) fn post(&self, document: &str, time: Duration) -> Reply {
        let mut patience = self.policy.patience;
        if self.is_down.load(Ordering::Relaxed) {
            patience = Duration::ZERO;
        }
        let mut usual = FIRST_PAUSE;
        let mut tries = 0;
        loop {
            let number = match self.network.count(&self.policy) {
                Ok(number) => number,
                Err(spent) => return Reply::of(Err(spent)),
            };
            let reply = self.send(document, time);
            tries += 1;
            let can_pass = reply.body.as_ref().is_err_and(Failure::can_pass);
            let pause = reply.pause.unwrap_or_else(|| shaken(usual, number));
            let is_in_vain = patience.is_zero()
                || tries == MOST_TRIES
                || reply.pause.is_some_and(|asked| asked > patience);
            if !can_pass || is_in_vain {
                self.is_down.store(can_pass, Ordering::Relaxed);
                return reply;
            }
            let pause = pause.min(patience);
            thread::sleep(pause);
            patience -= pause;
            usual = (usual * 2).min(LONGEST_PAUSE);
        }
    }

    fn send(&self, document: &str, time: Duration) -> Reply {
        let began = Instant::now();
        let request = self.network.agent().post(&self.url);
        let config = request.config().timeout_global(Some(time));
        let request = config.timeout_connect(Some(CONNECTING.min(time))).build();
        let mut request = request.header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("authorization", key.bearer());
        }
        let mut reply = match request.send(document) {
            Ok(response) => {
                let (head, body) = response.into_parts();
                let body = body.into_with_config().limit(LONGEST_ANSWER);
                match body.read_to_vec() {
                    Ok(bytes) => self.read(head.status, &head.headers, &bytes),
                    Err(error) => Reply::of(Err(failure(&error, time))),
                }
            }
            Err(error) => Reply::of(Err(failure(&error, time))),
        };
        reply.took = began.elapsed();
        reply
    }

    fn read(&self, status: StatusCode, headers: &HeaderMap, bytes: &[u8]) -> Reply {
        let came = self.hide(&String::from_utf8_lossy(bytes));
        let body = if status.is_success() {
            Ok(came.clone())
        } else {
            Err(Failure::Status {
                status: status.as_u16(),
                said: self.hide(&error_of(status, &came)),
            })
        };
        let pause = headers.get("retry-after").and_then(|value| {
            let seconds: f64 = value.to_str().ok()?.trim().parse().ok()?;
            Duration::try_from_secs_f64(seconds).ok()
        });
        Reply {
            came,
            pause,
            ..Reply::of(body)
        }
    }
}

impl Reply {
    fn of(body: Result<String, Failure>) -> Self {
        Reply {
            body,
            came: String::new(),
            took: Duration::ZERO,
            pause: None,
        }
    }
}

/// What an endpoint says about its refusal: its message, or how its answer begins.
fn error_of(status: StatusCode, body: &str) -> String {
    let name = status.canonical_reason().unwrap_or("no usual status");
    if status.is_redirection() {
        return format!("{name}, and redirects are not followed");
    }
    let document: Option<Value> = serde_json::from_str(body).ok();
    let places = ["/error/message", "/error", "/message", "/detail"];
    let message = document.and_then(|document| {
        let mut found = places.iter().filter_map(|place| document.pointer(place));
        found.find_map(|text| text.as_str().map(str::to_owned))
    });
    let message = message.unwrap_or_else(|| body.to_owned());
    match escape_up_to(SHOWN, message.trim()) {
        message if message.is_empty() => name.to_owned(),
        message => format!("{name}: {message}"),
    }
}

/// Why a request has failed, in our words.
fn failure(error: &ureq::Error, time: Duration) -> Failure {
    use std::io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    match error {
        ureq::Error::Timeout(ureq::Timeout::Connect) if time > CONNECTING => {
            Failure::Unreachable("no connection could be made in time".to_owned())
        }
        ureq::Error::Timeout(_) => Failure::Late(time),
        ureq::Error::Io(io) => match io.kind() {
            UnexpectedEof | ConnectionReset | ConnectionAborted | BrokenPipe => Failure::CutOff,
            _ => Failure::Unreachable(io.to_string()),
        },
        ureq::Error::BodyExceedsLimit(most) => Failure::TooLong(*most),
        ureq::Error::Protocol(_) | ureq::Error::LargeResponseHeader(..) => {
            Failure::Unreadable(format!("no answer in HTTP ({error})"))
        }
        _ => Failure::Unreachable(error.to_string()),
    }
}

/// A pause that differs from request to request, so that those that were refused together do not come together again.
fn shaken(pause: Duration, number: u64) -> Duration {
    let share = Dice::new(0, number).below(500);
    pause * (500 + share) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_differ_and_keep_their_order_of_magnitude() {
        let pauses: Vec<_> = (0..100).map(|n| shaken(FIRST_PAUSE, n)).collect();
        let within = FIRST_PAUSE / 2..=FIRST_PAUSE;
        assert!(pauses.iter().all(|pause| within.contains(pause)));
        let mut different = pauses.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > 50, "{different:?}");
        assert_eq!(shaken(FIRST_PAUSE, 7), pauses[7]);
    }

    #[test]
    fn what_an_endpoint_says_about_a_refusal_is_found() {
        let said = |body: &str| error_of(StatusCode::BAD_REQUEST, body);
        assert_eq!(
            said(r#"{"error": {"message": "no such model"}}"#),
            "Bad Request: no such model"
        );
        assert_eq!(said(r#"{"error": "bad"}"#), "Bad Request: bad");
        assert_eq!(said("  <p>oops</p>\n"), "Bad Request: <p>oops</p>");
        assert_eq!(said(""), "Bad Request");
        assert_eq!(
            said(&"x".repeat(1000)),
            format!("Bad Request: {}...", "x".repeat(SHOWN))
        );
        assert_eq!(
            error_of(StatusCode::FOUND, "go there"),
            "Found, and redirects are not followed"
        );
    }
}
