//! The WebSocket of a client that watches a game or plays in it.
//!
//! Nothing is queued for a client. A change wakes it, and it then receives all actions that it does not have yet. A slow
//! client receives several at once and misses none.

use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State as Shared;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use futures_util::{FutureExt, SinkExt};
use governor::{DefaultDirectRateLimiter, RateLimiter};
use quintet_api::json;
use quintet_live::store::Seat;
use quintet_live::{Game, GameId, Token};
use quintet_rules::Player;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tracing::Instrument;
use tungstenite::Error as ReadError;

use crate::app::App;
use crate::http::extract::Path;
use crate::http::guard::{Client, Place, quota};
use crate::http::problem::{Problem, kind};
use crate::http::responses::{OfHolder, OfLookup, OfRate, OfStore, OfUpgrade};
use crate::live::messages::{
    self, ActionRequest, Connected, EventState, News, NumberedAction, ServerMessage, State,
    WatchMessage,
};
use crate::live::presence::ConnectedPlayer;
use crate::live::room::Room;
use crate::live::seats::Holder;
use crate::live::service::{enter, perform};
use crate::settings::MESSAGE_BYTES;

/// Maximum time to wait for the client when the connection is closed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Watches a game, and plays in it, through a WebSocket
///
/// A client sends text messages of type `ClientMessage` and receives those of type `ServerMessage`.
#[utoipa::path(get, path = "/games/{id}/socket",
    params(
        ("id" = String, Path),
        ("Connection" = String, Header, description = "`Upgrade`"),
        ("Upgrade" = String, Header, description = "`websocket`"),
        ("Sec-WebSocket-Version" = String, Header, description = "`13`"),
        ("Sec-WebSocket-Key" = String, Header, description = "16 random bytes in Base64"),
    ),
    responses(
        (status = 101, description = "The connection becomes a WebSocket"),
        OfUpgrade, OfHolder, OfLookup, OfRate, OfStore
    ),
    security((), ("token" = []), ("cookie" = []), ("secure_cookie" = []))
)]
pub(super) async fn watch(
    Shared(app): Shared<App>,
    client: Client,
    holder: Holder,
    line: Option<Extension<Arc<crate::network::connections::Connection>>>,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|rejection| {
        Problem::new(
            kind::BAD_REQUEST,
            format!("not a WebSocket request: {rejection}"),
        )
    })?;
    let room = enter(&app, &id).await?;
    let place = app.guard.socket(client)?;
    let line = line.map(|Extension(line)| line);
    if let Some(line) = &line {
        line.becomes_socket(&app.settings.limits);
    }
    let most = MESSAGE_BYTES as usize;
    let upgrade = upgrade
        .max_message_size(most)
        .max_frame_size(most)
        // Buffers account for most of the memory of an idle socket.
        .read_buffer_size(1024)
        // Enough to send a response and the following messages in one packet.
        .write_buffer_size(1024)
        .max_write_buffer_size(256 * 1024);
    let connection = Connection {
        app,
        line,
        room,
        client,
        holder,
        presence: None,
        _place: place,
    };
    // Log lines about the socket have the id of the request that opened it.
    let run = |socket| connection.run(socket).in_current_span();
    Ok(upgrade.on_upgrade(run))
}

/// A connected client: a player or a spectator.
struct Connection {
    app: App,
    /// The underlying connection; `None` without a network.
    line: Option<Arc<crate::network::connections::Connection>>,
    room: Arc<Room>,
    client: Client,
    holder: Holder,
    /// The player whose seat the client has.
    presence: Option<ConnectedPlayer>,
    _place: Place,
}

/// The last state sent to a client, and whether it wants views.
struct Sent {
    ply: u32,
    seats: [Occupied; 2],
    rematch: Option<GameId>,
    views: bool,
}

/// Reason why a connection is closed.
enum Disconnect {
    /// The connection is broken.
    Lost,
    /// The client has closed it.
    Closed,
    /// The server closes it with this code and reason.
    Close(u16, &'static str),
    /// It must give way to another connection at once.
    GiveWay,
}

impl Connection {
    async fn run(mut self, mut socket: WebSocket) {
        let app = self.app.clone();
        let _inside = app.metrics.socket();
        let messages = Messages::new(app.settings.limits.messages_per_10_seconds);
        let end = match self.begin(&mut socket, &messages).await {
            Ok(sent) => self.serve(&mut socket, &messages, sent).await,
            Err(end) => end,
        };
        self.presence = None;
        app.games.leave(self.room);
        let frame = match end {
            Disconnect::Lost => return,
            Disconnect::Closed => None,
            Disconnect::GiveWay => {
                let close = Message::Close(Some(CloseFrame {
                    code: close_code::AGAIN,
                    reason: Utf8Bytes::from_static("too many connections; connect again later"),
                }));
                // Sent only if that needs no waiting.
                let _ = socket.send(close).now_or_never();
                return;
            }
            Disconnect::Close(code, reason) => Some(CloseFrame {
                code,
                reason: Utf8Bytes::from_static(reason),
            }),
        };
        // Waits for the client, so that the connection is closed cleanly. The library answers the client's Close frame
        // while messages are read.
        let closing = async {
            if frame.is_some() {
                socket.send(Message::Close(frame)).await.ok()?;
            }
            while let Some(Ok(_)) = socket.recv().await {}
            Some(())
        };
        let _ = timeout(CLOSE_TIMEOUT, closing).await;
    }

    /// Waits for the first message, and sends the game.
    async fn begin(
        &mut self,
        socket: &mut WebSocket,
        messages: &Messages,
    ) -> Result<Sent, Disconnect> {
        const WANTED: Disconnect =
            Disconnect::Close(close_code::POLICY, "the first message must be watch");
        let wait = Duration::from_secs(self.app.settings.limits.head_seconds.into());
        let deadline = Instant::now() + wait;
        let text = loop {
            let message = tokio::select! {
                message = timeout_at(deadline, socket.recv()) => message,
                () = self.app.closing.cancelled() => return Err(RESTARTS),
                () = self.gives_way() => return Err(Disconnect::GiveWay),
            };
            messages.count()?;
            if let Some(text) = text(message.map_err(|_| WANTED)?)? {
                break text;
            }
        };
        let Ok(WatchMessage { watch }) = json::read(text.as_bytes()) else {
            return Err(WANTED);
        };
        if self.line.as_ref().is_some_and(|line| !line.stays()) {
            return Err(Disconnect::GiveWay);
        }
        if let Some(token) = watch.token {
            let token = Token::read(&token);
            self.holder = token.map(Holder::Program).ok_or(Disconnect::Close(
                close_code::POLICY,
                "a token has 32 hexadecimal digits",
            ))?;
        }
        let is_wrong = self.holder.is_wrong(&self.room.game());
        if is_wrong && self.app.guard.wrong_token(self.client).is_err() {
            return Err(Disconnect::Close(
                close_code::POLICY,
                "too many wrong tokens",
            ));
        }
        self.appear();
        let (state, sent) = {
            let game = self.room.game();
            let sent = Sent {
                ply: watch.since.min(game.ply()),
                seats: taken(&game, self.room.connected()),
                rematch: game.rematch,
                views: watch.views,
            };
            (self.state(&game, watch.views), sent)
        };
        self.feed(
            socket,
            &News::State {
                state: Box::new(state),
            }
            .into(),
        )
        .await?;
        Ok(sent)
    }

    /// Waits until the connection must give way to others.
    async fn gives_way(&self) {
        match &self.line {
            Some(line) => line.gives_way().await,
            None => pending().await,
        }
    }

    /// Sends changes and handles messages until the connection ends.
    async fn serve(
        &mut self,
        socket: &mut WebSocket,
        messages: &Messages,
        mut sent: Sent,
    ) -> Disconnect {
        let limits = &self.app.settings.limits;
        let mut changes = self.room.changes();
        let closing = self.app.closing.clone();
        let ping = Duration::from_secs(limits.ping_seconds.into());
        let dead = Duration::from_secs(limits.dead_seconds.into());
        let mut last_heard = Instant::now();
        // Created once: creating these futures in each iteration would cost more than everything else in it.
        let mut closing = pin!(closing.cancelled());
        let mut alarm = pin!(sleep_until(last_heard + ping.min(dead)));
        // Changes may have happened before the subscription.
        changes.mark_changed();
        loop {
            let done = tokio::select! {
                // The most frequent events first; none of them is always ready.
                biased;
                () = &mut closing => return RESTARTS,
                woken = changes.changed() => match woken {
                    Ok(()) => self.send_news(socket, &mut sent).await,
                    Err(_) => Err(Disconnect::Lost),
                },
                message = socket.recv() => match messages.count() {
                    Ok(()) => {
                        let received = self.receive(socket, &mut sent, &mut changes, message).await;
                        last_heard = Instant::now();
                        received
                    }
                    Err(end) => Err(end),
                },
                () = &mut alarm => {
                    alarm.as_mut().reset((last_heard + dead).min(Instant::now() + ping));
                    if last_heard.elapsed() >= dead {
                        Err(Disconnect::Lost)
                    } else {
                        let ping = socket.send(Message::Ping(axum::body::Bytes::new())).await;
                        ping.map_err(|_| Disconnect::Lost)
                    }
                },
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Marks the player of the client's seat as connected. The client may have taken the seat after it connected.
    fn appear(&mut self) {
        let seat = self.holder.seat(&self.room.game());
        if seat != self.presence.as_ref().map(|connected| connected.player) {
            self.presence =
                seat.map(|player| ConnectedPlayer::new(&self.app.games, &self.room, player));
        }
    }

    /// Sends everything that the client does not have yet. The last message contains the game, if the client wants views.
    async fn send_news(
        &mut self,
        socket: &mut WebSocket,
        sent: &mut Sent,
    ) -> Result<(), Disconnect> {
        if self.room.is_closed() {
            return Err(RELOADS);
        }
        self.appear();
        let messages = {
            let game = self.room.game();
            let mut messages = sent.news(&self.room, &game);
            if let Some(last) = messages.last_mut().filter(|_| sent.views) {
                last.game = Some(self.state(&game, true).into());
            }
            messages
        };
        for message in messages {
            self.feed(socket, &message).await?;
        }
        socket.flush().await.map_err(|_| Disconnect::Lost)
    }

    /// Handles a message.
    async fn receive(
        &mut self,
        socket: &mut WebSocket,
        sent: &mut Sent,
        changes: &mut watch::Receiver<u64>,
        message: Option<Result<Message, axum::Error>>,
    ) -> Result<(), Disconnect> {
        let Some(text) = text(message)? else {
            return Ok(());
        };
        let Ok(action) = json::read(text.as_bytes()) else {
            return Err(Disconnect::Close(
                close_code::POLICY,
                "the message is not a valid action",
            ));
        };
        let answer = self.act(action, sent.views).await;
        self.feed(socket, &answer).await?;
        // The new event is sent to this client together with the response.
        changes.mark_unchanged();
        self.send_news(socket, sent).await
    }

    /// Performs an action. Returns the response.
    async fn act(&self, action: NumberedAction, views: bool) -> ServerMessage {
        let id = action.id;
        let request = ActionRequest::from(action);
        let done = async {
            let store = self.app.games.store();
            // The client may have taken its seat on another server.
            if store.is_shared() && self.holder.seat(&self.room.game()).is_none() {
                self.room.catch_up(store).await?;
            }
            let acting = self
                .holder
                .acting(&self.app, self.client, &self.room.game());
            perform(&self.app, &self.room, acting?, &request, views).await
        };
        match done.await {
            Ok(ply) => {
                let game = self.room.game();
                let done = EventState::of(&game, ply);
                ServerMessage {
                    news: News::Done { id, done },
                    game: views.then(|| self.state(&game, true).into()),
                }
            }
            Err(problem) => {
                self.app.metrics.refused(problem.kind());
                News::Refused { id, problem }.into()
            }
        }
    }

    fn state(&self, game: &Game, has_view: bool) -> State {
        State::of(
            game,
            self.room.connected(),
            self.holder.seat(game),
            has_view,
        )
    }

    /// Adds a message to the buffer, which is sent when it is full or flushed.
    async fn feed(
        &self,
        socket: &mut WebSocket,
        message: &ServerMessage,
    ) -> Result<(), Disconnect> {
        let text = serde_json::to_string(message).expect("a message can be written");
        let fed = socket.feed(Message::Text(text.into())).await;
        fed.map_err(|_| Disconnect::Lost)
    }
}

/// The rate limit of messages and control frames. Bytes that never become a message are limited by the stream.
struct Messages(Option<DefaultDirectRateLimiter>);

impl Messages {
    /// Allows `most` messages in ten seconds; any number if it is 0.
    fn new(most: u32) -> Self {
        let quota = quota(most, Duration::from_secs(10));
        Messages(quota.map(RateLimiter::direct))
    }

    /// Counts a message.
    fn count(&self) -> Result<(), Disconnect> {
        let has_too_many = self.0.as_ref().is_some_and(|limit| limit.check().is_err());
        if has_too_many {
            return Err(Disconnect::Close(close_code::POLICY, "too many messages"));
        }
        Ok(())
    }
}

impl Sent {
    /// Returns the changes since the last call.
    fn news(&mut self, room: &Room, game: &Game) -> Vec<ServerMessage> {
        let (mut news, connected) = (Vec::new(), room.connected());
        if taken(game, connected) != self.seats {
            self.seats = taken(game, connected);
            let seats = messages::seats(game, connected);
            news.push(News::Seats { seats }.into());
        }
        if game.rematch != self.rematch {
            self.rematch = game.rematch;
            let rematch = game.rematch.map(|id| id.to_string());
            news.extend(rematch.map(|rematch| News::Rematch { rematch }.into()));
        }
        let events = EventState::since(game, self.ply).into_iter();
        news.extend(events.map(|event| News::Event { event }.into()));
        self.ply = game.ply();
        news
    }
}

const RESTARTS: Disconnect = Disconnect::Close(
    close_code::RESTART,
    "the server is restarting; connect again",
);

/// Sent when the game in memory may differ from the stored one.
const RELOADS: Disconnect = Disconnect::Close(
    close_code::RESTART,
    "the game is being reloaded; connect again",
);

/// Returns the text of a message; `None` for a ping or pong.
fn text(message: Option<Result<Message, axum::Error>>) -> Result<Option<Utf8Bytes>, Disconnect> {
    match message {
        Some(Ok(Message::Text(text))) => Ok(Some(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Binary(_))) => Err(Disconnect::Close(
            close_code::UNSUPPORTED,
            "only text messages are accepted",
        )),
        Some(Ok(Message::Close(_))) => Err(Disconnect::Closed),
        None => Err(Disconnect::Lost),
        Some(Err(error)) => Err(unreadable(error)),
    }
}

/// Returns why reading failed: the client violated the protocol, or the connection is broken.
fn unreadable(error: axum::Error) -> Disconnect {
    let (code, reason) = match error.into_inner().downcast_ref() {
        Some(ReadError::Capacity(_)) => (close_code::SIZE, "the message is too large"),
        Some(ReadError::Utf8(_)) => (close_code::INVALID, "the message is not UTF-8"),
        Some(ReadError::Protocol(_)) => (close_code::PROTOCOL, "invalid WebSocket frame"),
        _ => return Disconnect::Lost,
    };
    Disconnect::Close(code, reason)
}

/// True if a seat is reserved, `None` if it is free; and true if its player is connected.
type Occupied = (Option<bool>, bool);

fn taken(game: &Game, connected: Connected) -> [Occupied; 2] {
    Player::BOTH.map(|player| {
        let is_reserved = game.seats[player].as_ref().map(Seat::is_reserved);
        (is_reserved, connected[player])
    })
}
