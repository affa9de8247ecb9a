//! HTTP client of one endpoint.

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

/// Maximum length of an answer: 50,000 tokens of reasoning take about 200 kB.
const MAX_ANSWER: u64 = 256 * 1024;

/// Timeout for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Pause before the first retry. It doubles with each retry.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// Maximum pause, unless the endpoint asks for a longer one.
const MAX_PAUSE: Duration = Duration::from_mins(1);

/// Maximum number of attempts per request.
const MAX_ATTEMPTS: u32 = 20;

/// Maximum length of an error message.
const SHOWN_LENGTH: usize = 200;

/// Client of one endpoint, shared by all agents at its address.
#[derive(Debug)]
pub(crate) struct Client {
    network: Arc<Network>,
    url: String,
    key: Option<Key>,
    policy: Policy,
    /// True after all retries have failed. Retries resume after the next answer.
    is_down: AtomicBool,
}

/// The response to a request.
pub(crate) struct Reply {
    /// The body of a successful response.
    pub(crate) body: Result<String, Failure>,
    /// The body of any response.
    pub(crate) raw: String,
    /// Duration of the last attempt.
    pub(crate) took: Duration,
    /// The value of `Retry-After`.
    retry_after: Option<Duration>,
}

impl Client {
    /// Creates a client without a key.
    pub(crate) fn new(network: Arc<Network>, url: String, policy: Policy) -> Self {
        Client {
            network,
            url,
            key: None,
            policy,
            is_down: AtomicBool::new(false),
        }
    }

    /// Uses the key for the host of the endpoint, if there is one.
    #[must_use]
    pub(crate) fn with_key(mut self) -> Self {
        let uri: Uri = self.url.parse().expect("a parsed address");
        let host = uri.authority().expect("a URL has a host").as_str();
        self.key = self.network.key_of(host).cloned();
        self
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    pub(crate) fn network(&self) -> &Network {
        &self.network
    }

    /// Replaces the key in a response.
    pub(crate) fn hide(&self, text: &str) -> String {
        let hidden = self.key.as_ref().map(|key| key.hide(text));
        hidden.unwrap_or_else(|| text.to_owned())
    }

    /// Checks that the endpoint accepts connections. Any response will do.
    pub(crate) fn greet(&self, time: Duration) -> Result<(), Failure> {
        let request = self.network.agent().head(&self.url);
        let within = Some(time.min(CONNECT_TIMEOUT));
        match request.config().timeout_global(within).build().call() {
            Ok(_) | Err(ureq::Error::Timeout(_)) => Ok(()),
            Err(error) => match failure(&error, time) {
                unreachable @ Failure::Unreachable(_) => Err(unreachable),
                _ => Ok(()),
            },
        }
    }

    /// Sends a document, and retries while the endpoint is busy or unreachable. Each attempt has the time of the player;
    /// pauses count against the patience of the policy.
    pub(crate) fn post(&self, document: &str, time: Duration) -> Reply {
        let mut patience = self.policy.patience;
        if self.is_down.load(Ordering::Relaxed) {
            patience = Duration::ZERO;
        }
        let mut backoff = FIRST_PAUSE;
        let mut attempts = 0;
        loop {
            let number = match self.network.count(&self.policy) {
                Ok(number) => number,
                Err(failure) => return Reply::of(Err(failure)),
            };
            let reply = self.send(document, time);
            attempts += 1;
            let is_temporary = reply.body.as_ref().is_err_and(Failure::is_temporary);
            let pause = reply
                .retry_after
                .unwrap_or_else(|| jittered(backoff, number));
            let gives_up = patience.is_zero()
                || attempts == MAX_ATTEMPTS
                || reply.retry_after.is_some_and(|wanted| wanted > patience);
            if !is_temporary || gives_up {
                self.is_down.store(is_temporary, Ordering::Relaxed);
                return reply;
            }
            let pause = pause.min(patience);
            thread::sleep(pause);
            patience -= pause;
            backoff = (backoff * 2).min(MAX_PAUSE);
        }
    }

    fn send(&self, document: &str, time: Duration) -> Reply {
        let began = Instant::now();
        let request = self.network.agent().post(&self.url);
        let config = request.config().timeout_global(Some(time));
        let request = config
            .timeout_connect(Some(CONNECT_TIMEOUT.min(time)))
            .build();
        let mut request = request.header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("authorization", key.bearer());
        }
        let mut reply = match request.send(document) {
            Ok(response) => {
                let (head, body) = response.into_parts();
                let body = body.into_with_config().limit(MAX_ANSWER);
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
        let raw = self.hide(&String::from_utf8_lossy(bytes));
        let body = if status.is_success() {
            Ok(raw.clone())
        } else {
            Err(Failure::Status {
                status: status.as_u16(),
                message: self.hide(&error_of(status, &raw)),
            })
        };
        let retry_after = headers.get("retry-after").and_then(|value| {
            let seconds: f64 = value.to_str().ok()?.trim().parse().ok()?;
            Duration::try_from_secs_f64(seconds).ok()
        });
        Reply {
            raw,
            retry_after,
            ..Reply::of(body)
        }
    }
}

impl Reply {
    fn of(body: Result<String, Failure>) -> Self {
        Reply {
            body,
            raw: String::new(),
            took: Duration::ZERO,
            retry_after: None,
        }
    }
}

/// Returns the message in an error response, or the beginning of its body.
fn error_of(status: StatusCode, body: &str) -> String {
    let name = status.canonical_reason().unwrap_or("unknown status");
    if status.is_redirection() {
        return format!("{name} (redirects are not followed)");
    }
    let document: Option<Value> = serde_json::from_str(body).ok();
    let places = ["/error/message", "/error", "/message", "/detail"];
    let message = document.and_then(|document| {
        let mut found = places.iter().filter_map(|place| document.pointer(place));
        found.find_map(|text| text.as_str().map(str::to_owned))
    });
    let message = message.unwrap_or_else(|| body.to_owned());
    match escape_up_to(SHOWN_LENGTH, message.trim()) {
        message if message.is_empty() => name.to_owned(),
        message => format!("{name}: {message}"),
    }
}

/// Classifies an error of the HTTP library.
fn failure(error: &ureq::Error, time: Duration) -> Failure {
    use std::io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    match error {
        ureq::Error::Timeout(ureq::Timeout::Connect) if time > CONNECT_TIMEOUT => {
            Failure::Unreachable("connecting timed out".to_owned())
        }
        ureq::Error::Timeout(_) => Failure::Timeout(time),
        ureq::Error::Io(io) => match io.kind() {
            UnexpectedEof | ConnectionReset | ConnectionAborted | BrokenPipe => Failure::Closed,
            _ => Failure::Unreachable(io.to_string()),
        },
        ureq::Error::BodyExceedsLimit(most) => Failure::TooLong(*most),
        ureq::Error::Protocol(_) | ureq::Error::LargeResponseHeader(..) => {
            Failure::Invalid(format!("not HTTP ({error})"))
        }
        _ => Failure::Unreachable(error.to_string()),
    }
}

/// Shortens a pause by a random amount, so that requests that failed together are not retried together.
fn jittered(pause: Duration, number: u64) -> Duration {
    let share = Dice::new(0, number).below(500);
    pause * (500 + share) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jitter_shortens_a_pause_by_up_to_a_half() {
        let pauses: Vec<_> = (0..100).map(|n| jittered(FIRST_PAUSE, n)).collect();
        let within = FIRST_PAUSE / 2..=FIRST_PAUSE;
        assert!(pauses.iter().all(|pause| within.contains(pause)));
        let mut different = pauses.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > 50, "{different:?}");
        assert_eq!(jittered(FIRST_PAUSE, 7), pauses[7]);
    }

    #[test]
    fn the_message_of_an_error_response_is_found() {
        let message = |body: &str| error_of(StatusCode::BAD_REQUEST, body);
        assert_eq!(
            message(r#"{"error": {"message": "no such model"}}"#),
            "Bad Request: no such model"
        );
        assert_eq!(message(r#"{"error": "bad"}"#), "Bad Request: bad");
        assert_eq!(message("  <p>oops</p>\n"), "Bad Request: <p>oops</p>");
        assert_eq!(message(""), "Bad Request");
        assert_eq!(
            message(&"x".repeat(1000)),
            format!("Bad Request: {}...", "x".repeat(SHOWN_LENGTH))
        );
        assert_eq!(
            error_of(StatusCode::FOUND, "go there"),
            "Found (redirects are not followed)"
        );
    }
}
