//! Checks before every request: host and origin, limits, security headers, the log.

mod client;
mod headers;
mod limits;
mod origin;
mod trace;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::DefaultClock;
use tracing::Instrument;

use crate::app::App;
use crate::http::problem::{Problem, Refused, kind};
use crate::network::proxies::Proxies;
use crate::settings::Settings;

pub(crate) use client::{CLIENT, Client, Peer, peer};
pub(crate) use headers::{FRAMED_POLICY, PAGE_POLICY};
use limits::Rate;
pub(crate) use limits::{Place, Places, quota};
use origin::Hosts;
use trace::{Ids, REQUEST_ID};

/// The use of resources by each client, and the host names of the server.
pub(crate) struct Guard {
    hosts: Hosts,
    requests: Rate,
    games: Rate,
    seats: Rate,
    wrong_tokens: Rate,
    sockets: Arc<Places>,
    connections: Arc<Places>,
    unread: Arc<Places>,
    proxies: Proxies,
    ids: Ids,
}

/// Size from which responses to stateless requests count until they have been sent.
const LARGE: usize = 64 * 1024;

/// KiB of large responses that one client may leave unread: several replays of games of 1000 moves, the largest ones.
const UNREAD: u32 = 16 * 1024;

/// KiB of which the clients of an IPv6 /48 may use half.
const UNREAD_IN_TOTAL: u32 = 256 * 1024;

impl Guard {
    pub(crate) fn new(settings: &Settings) -> Self {
        let limits = &settings.limits;
        let rate = |most, period| Rate::new(most, period, &DefaultClock::default());
        Guard {
            hosts: Hosts::new(&settings.hosts),
            requests: rate(limits.requests_per_second, Duration::from_secs(1)),
            games: rate(limits.games_per_minute, Duration::from_mins(1)),
            seats: rate(limits.seats_per_minute, Duration::from_mins(1)),
            wrong_tokens: rate(limits.wrong_tokens_per_minute, Duration::from_mins(1)),
            sockets: Places::new(limits.sockets_per_client, limits.connections),
            connections: Places::new(limits.connections_per_client, limits.connections),
            unread: Places::new(UNREAD, UNREAD_IN_TOTAL),
            proxies: settings.proxies.clone(),
            ids: Ids::default(),
        }
    }

    /// Counts a new game of a client.
    pub(crate) fn new_game(&self, client: Client) -> Result<(), Problem> {
        self.games
            .take(client)
            .map_err(|wait| too_many("new games", wait))
    }

    /// Counts a seat that a client takes in an existing game.
    pub(crate) fn new_seat(&self, client: Client) -> Result<(), Problem> {
        self.seats
            .take(client)
            .map_err(|wait| too_many("seats", wait))
    }

    /// Counts a token that does not belong to a seat of its game. Valid tokens are accepted after any number of wrong ones:
    /// tokens cannot be guessed, and clients may share an address.
    pub(crate) fn wrong_token(&self, client: Client) -> Result<(), Problem> {
        self.wrong_tokens
            .take(client)
            .map_err(|wait| too_many("wrong tokens", wait))
    }

    /// Removes idle clients.
    pub(crate) fn sweep(&self) {
        self.requests.sweep();
        self.games.sweep();
        self.seats.sweep();
        self.wrong_tokens.sweep();
    }

    /// Counts a connection of an address until the result is dropped. `Err` if it has too many. A proxy, which has the
    /// connections of many clients, is not counted.
    pub(crate) fn connection(&self, Peer(peer): Peer) -> Result<Option<Place>, ()> {
        if self.proxies.trust(peer.ip()) {
            return Ok(None);
        }
        let place = Places::take(&self.connections, peer.ip().into());
        place.map(Some).ok_or(())
    }

    /// Counts a large response to the current client until it has been sent. Slow readers on many connections would
    /// otherwise fill the memory.
    pub(crate) fn response(&self, response: String) -> Result<Bytes, Problem> {
        let client = CLIENT.try_with(|client| *client).ok();
        let Some(client) = client.filter(|_| response.len() >= LARGE) else {
            return Ok(response.into());
        };
        let kibibytes = u32::try_from(response.len() / 1024).unwrap_or(u32::MAX);
        let place = Places::take_many(&self.unread, client, kibibytes)
            .ok_or_else(|| Problem::busy("too many responses have not been read"))?;
        Ok(Bytes::from_owner(Unread {
            response,
            _place: place,
        }))
    }

    /// Counts a socket of a client until the result is dropped.
    pub(crate) fn socket(&self, client: Client) -> Result<Place, Problem> {
        Places::take(&self.sockets, client)
            .ok_or_else(|| too_many("open sockets", Duration::from_secs(10)))
    }
}

/// A large response.
struct Unread {
    response: String,
    _place: Place,
}

impl AsRef<[u8]> for Unread {
    fn as_ref(&self) -> &[u8] {
        self.response.as_bytes()
    }
}

fn too_many(what: &str, wait: Duration) -> Problem {
    let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX - 1) + 1;
    let detail = format!("too many {what} from one address; try again in {seconds} s");
    Problem::new(kind::TOO_MANY, detail).retry_after(seconds)
}

/// Forwards or rejects a request, and completes the response.
pub(crate) async fn guarded(
    State(app): State<App>,
    client: Client,
    request: Request,
    next: Next,
) -> Response {
    let admitted = admit(&app, client, &request);
    completed(&app, request, |request| async move {
        match admitted {
            Ok(()) => CLIENT.scope(client, next.run(request)).await,
            Err(problem) => problem.into_response(),
        }
    })
    .await
}

/// Forwards every request, and completes the response.
pub(crate) async fn unguarded(State(app): State<App>, request: Request, next: Next) -> Response {
    completed(&app, request, |request| next.run(request)).await
}

/// Returns the response with its id and the security headers, and counts and logs it.
async fn completed<F: Future<Output = Response>>(
    app: &App,
    request: Request,
    answer: impl FnOnce(Request) -> F,
) -> Response {
    let started = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let (id, span) = trace::begin(app, &request);
    let answered = async {
        let mut response = answer(request).await;
        headers::protect(response.headers_mut());
        response.headers_mut().insert(REQUEST_ID, id);
        app.metrics.answered(response.status());
        if let Some(Refused(kind)) = response.extensions().get() {
            app.metrics.refused(kind);
        }
        let (status, time) = (response.status().as_u16(), started.elapsed());
        // No headers, bodies or query strings: they may contain secrets.
        tracing::debug!(%method, path, status, microseconds = time.as_micros(), "answered");
        response
    };
    answered.instrument(span).await
}

fn admit(app: &App, client: Client, request: &Request) -> Result<(), Problem> {
    let guard = &app.guard;
    guard.hosts.check(request.headers())?;
    guard
        .requests
        .take(client)
        .map_err(|wait| too_many("requests", wait))
}
