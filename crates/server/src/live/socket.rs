//! A socket through which a client watches a game and plays in it.
//!
//! Nothing is queued for a client: it is woken by a change, and is then sent everything from the number
//! it has reached. A slow client gets several actions at once, and misses none.

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
    self, ActionRequest, Connected, News, NumberedAction, ServerMessage, State, WatchMessage,
};
use crate::live::room::{Presence, Room};
use crate::live::routes::{enter, perform, unkept};
use crate::live::seats::{self, Holder};
use crate::settings::MESSAGE_BYTES;

/// How long a closing client is waited for.
const FAREWELL: Duration = Duration::from_secs(2);

/// Watches a game, and plays in it, through a WebSocket
///
/// The texts that a client sends are `ClientMessage`, those that it gets `ServerMessage`.
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
            format!("a WebSocket is wanted: {rejection}"),
        )
    })?;
    let room = enter(&app, &id).await?;
    let place = app.guard().socket(client)?;
    let line = line.map(|Extension(line)| line);
    if let Some(line) = &line {
        line.becomes_socket(app.limits());
    }
    let most = MESSAGE_BYTES as usize;
    let upgrade = upgrade
        .max_message_size(most)
        .max_frame_size(most)
        // Thousands of sockets wait at any time: their buffers are what they cost.
        .read_buffer_size(1024)
        // Enough for an answer and the news that follow from it: one packet for both.
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
    // What is logged about the socket has the id of the request that opened it.
    let run = |socket| connection.run(socket).in_current_span();
    Ok(upgrade.on_upgrade(run))
}

/// A connected client: a player or a spectator.
struct Connection {
    app: App,
    /// What it came through, if that can be told.
    line: Option<Arc<crate::network::connections::Connection>>,
    room: Arc<Room>,
    client: Client,
    holder: Holder,
    /// That the player whose seat the client has is here.
    presence: Option<Presence>,
    _place: Place,
}

/// What a client has been sent, and whether it wants views.
struct Sent {
    ply: u32,
    seats: [Occupied; 2],
    rematch: Option<GameId>,
    views: bool,
}

/// Why a connection ends.
enum Disconnect {
    /// It is broken.
    Lost,
    /// The client has closed it.
    Closed,
    /// The server closes it, with this code and reason.
    Close(u16, &'static str),
    /// Others need its place, now.
    GiveWay,
}

impl Connection {
    async fn run(mut self, mut socket: WebSocket) {
        let app = self.app.clone();
        let _inside = app.metrics().socket();
        let messages = Messages::new(app.limits().messages_per_10_seconds);
        let end = match self.begin(&mut socket, &messages).await {
            Ok(sent) => self.serve(&mut socket, &messages, sent).await,
            Err(end) => end,
        };
        self.presence = None;
        app.games().leave(self.room);
        let frame = match end {
            Disconnect::Lost => return,
            Disconnect::Closed => None,
            Disconnect::GiveWay => {
                let close = Message::Close(Some(CloseFrame {
                    code: close_code::AGAIN,
                    reason: Utf8Bytes::from_static(
                        "there are too many connections; connect again later",
                    ),
                }));
                // The client is told if it can be told at once.
                let _ = socket.send(close).now_or_never();
                return;
            }
            Disconnect::Close(code, reason) => Some(CloseFrame {
                code,
                reason: Utf8Bytes::from_static(reason),
            }),
        };
        // The client may be gone already; if not, it is waited for, so that the close is clean. The
        // library answers the client's own close while it is read on.
        let farewell = async {
            if frame.is_some() {
                socket.send(Message::Close(frame)).await.ok()?;
            }
            while let Some(Ok(_)) = socket.recv().await {}
            Some(())
        };
        let _ = timeout(FAREWELL, farewell).await;
    }

    /// Waits for the first message, and answers it with the game.
    async fn begin(
        &mut self,
        socket: &mut WebSocket,
        messages: &Messages,
    ) -> Result<Sent, Disconnect> {
        const WANTED: Disconnect = Disconnect::Close(close_code::POLICY, "say what to watch");
        let wait = Duration::from_secs(self.app.limits().head_seconds.into());
        let deadline = Instant::now() + wait;
        let mut closing = self.app.closing();
        let text = loop {
            let message = tokio::select! {
                message = timeout_at(deadline, socket.recv()) => message,
                () = closing.begins() => return Err(RESTARTS),
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
        if is_wrong && self.app.guard().wrong_token(self.client).is_err() {
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
                seats: taken(&game, self.room.here()),
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

    /// Waits until the connection has to give way to others.
    async fn gives_way(&self) {
        match &self.line {
            Some(line) => line.gives_way().await,
            None => pending().await,
        }
    }

    /// Sends what is new and does what the client says, until the connection ends.
    async fn serve(
        &mut self,
        socket: &mut WebSocket,
        messages: &Messages,
        mut sent: Sent,
    ) -> Disconnect {
        let limits = self.app.limits();
        let mut changes = self.room.changes();
        let mut closing = self.app.closing();
        let ping = Duration::from_secs(limits.ping_seconds.into());
        let dead = Duration::from_secs(limits.dead_seconds.into());
        let mut heard = Instant::now();
        // These two wait through all turns of the loop: to begin anew costs more than all else in it.
        let mut closing = pin!(closing.begins());
        let mut alarm = pin!(sleep_until(heard + ping.min(dead)));
        // What has happened before the changes were subscribed to.
        changes.mark_changed();
        loop {
            let done = tokio::select! {
                // What is looked at first is what most often has something; none of it is always ready.
                biased;
                () = &mut closing => return RESTARTS,
                woken = changes.changed() => match woken {
                    Ok(()) => self.send_news(socket, &mut sent).await,
                    Err(_) => Err(Disconnect::Lost),
                },
                message = socket.recv() => match messages.count() {
                    Ok(()) => {
                        let received = self.receive(socket, &mut sent, &mut changes, message).await;
                        heard = Instant::now();
                        received
                    }
                    Err(end) => Err(end),
                },
                () = &mut alarm => {
                    alarm.as_mut().reset((heard + dead).min(Instant::now() + ping));
                    if heard.elapsed() >= dead {
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

    /// Counts the client as the player whose seat it has. It may have taken one since it connected.
    fn appear(&mut self) {
        let seat = self.holder.seat(&self.room.game());
        if seat != self.presence.as_ref().map(|presence| presence.player) {
            self.presence = seat.map(|player| Presence::new(self.app.games(), &self.room, player));
        }
    }

    /// Sends what the client does not know yet. The last message carries the game, if it wants views.
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

    /// Does what a message asks for.
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
                "the message cannot be understood",
            ));
        };
        let answer = self.act(action, sent.views).await;
        self.feed(socket, &answer).await?;
        // The action is news for this client, too, and goes out together with the answer.
        changes.mark_unchanged();
        self.send_news(socket, sent).await
    }

    /// Does an action: the answer to it.
    async fn act(&self, action: NumberedAction, views: bool) -> ServerMessage {
        let id = action.id;
        let request = ActionRequest::from(action);
        let done = match self.acting().await {
            Ok(player) => perform(&self.app, &self.room, player, &request, views).await,
            Err(problem) => Err(problem),
        };
        match done {
            Ok(ply) => {
                let game = self.room.game();
                let done = self.room.event(&game, ply);
                ServerMessage {
                    news: News::Done { id, done },
                    game: views.then(|| self.state(&game, true).into()),
                }
            }
            Err(problem) => {
                self.app.metrics().refused(problem.kind());
                News::Refused { id, problem }.into()
            }
        }
    }

    /// The seat for which the client may act. It may have taken it at another server just now.
    async fn acting(&self) -> Result<Player, Problem> {
        let store = self.app.games().store();
        if store.is_shared() && self.holder.seat(&self.room.game()).is_none() {
            self.room.catch_up(store).await.map_err(unkept)?;
        }
        seats::acting(&self.app, self.client, &self.holder, &self.room.game())
    }

    fn state(&self, game: &Game, has_view: bool) -> State {
        State::of(game, self.room.here(), self.holder.seat(game), has_view)
    }

    /// Puts a message into the buffer, which is sent when it is full or flushed.
    async fn feed(
        &self,
        socket: &mut WebSocket,
        message: &ServerMessage,
    ) -> Result<(), Disconnect> {
        let fed = socket.feed(Message::Text(message.text().into())).await;
        fed.map_err(|_| Disconnect::Lost)
    }
}

/// The messages of a client, control frames among them. What never becomes a message is limited where
/// the bytes are read.
struct Messages(Option<DefaultDirectRateLimiter>);

impl Messages {
    /// At most so many in ten seconds; any number if it is 0.
    fn new(most: u32) -> Self {
        let quota = quota(most, Duration::from_secs(10));
        Messages(quota.map(RateLimiter::direct))
    }

    /// Counts one.
    fn count(&self) -> Result<(), Disconnect> {
        let has_too_many = self.0.as_ref().is_some_and(|limit| limit.check().is_err());
        if has_too_many {
            return Err(Disconnect::Close(close_code::POLICY, "too many messages"));
        }
        Ok(())
    }
}

impl Sent {
    /// What is new since the last time, which is then taken for sent.
    fn news(&mut self, room: &Room, game: &Game) -> Vec<ServerMessage> {
        let (mut news, here) = (Vec::new(), room.here());
        if taken(game, here) != self.seats {
            self.seats = taken(game, here);
            let seats = messages::seats(game, here);
            news.push(News::Seats { seats }.into());
        }
        if game.rematch != self.rematch {
            self.rematch = game.rematch;
            let rematch = game.rematch.map(|id| id.to_string());
            news.extend(rematch.map(|rematch| News::Rematch { rematch }.into()));
        }
        let events = (self.ply..game.ply()).map(|ply| room.event(game, ply));
        news.extend(events.map(|event| News::Event { event }.into()));
        self.ply = game.ply();
        news
    }
}

const RESTARTS: Disconnect =
    Disconnect::Close(close_code::RESTART, "the server restarts; connect again");

/// The game in memory may differ from the stored one.
const RELOADS: Disconnect = Disconnect::Close(
    close_code::RESTART,
    "the game is loaded again; connect again",
);

/// The text of a message; `None` for one that only shows that the client is alive.
fn text(message: Option<Result<Message, axum::Error>>) -> Result<Option<Utf8Bytes>, Disconnect> {
    match message {
        Some(Ok(Message::Text(text))) => Ok(Some(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Binary(_))) => Err(Disconnect::Close(
            close_code::UNSUPPORTED,
            "only text is read",
        )),
        Some(Ok(Message::Close(_))) => Err(Disconnect::Closed),
        None => Err(Disconnect::Lost),
        Some(Err(error)) => Err(unreadable(error)),
    }
}

/// Why nothing can be read any more: the protocol was violated, or the connection is broken.
fn unreadable(error: axum::Error) -> Disconnect {
    let (code, reason) = match error.into_inner().downcast_ref() {
        Some(ReadError::Capacity(_)) => (close_code::SIZE, "a message is too large"),
        Some(ReadError::Utf8(_)) => (close_code::INVALID, "a text is not UTF-8"),
        Some(ReadError::Protocol(_)) => (close_code::PROTOCOL, "this is not a WebSocket message"),
        _ => return Disconnect::Lost,
    };
    Disconnect::Close(code, reason)
}

/// Whether a seat is reserved, `None` if it is free; and whether its player is connected.
type Occupied = (Option<bool>, bool);

fn taken(game: &Game, here: Connected) -> [Occupied; 2] {
    Player::BOTH.map(|player| {
        let is_reserved = game.seats[player].as_ref().map(Seat::is_reserved);
        (is_reserved, here[player])
    })
}
