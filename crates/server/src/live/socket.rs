//! A socket through which a client watches a game and plays in it.
//!
//! Nothing is queued for a client: it is told that there is news, and is then sent everything from
//! the number it has reached. Whoever is slow gets several at once, and misses nothing.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State as Shared;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use futures_util::SinkExt;
use governor::RateLimiter;
use quintet_rules::Player;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, timeout, timeout_at};
use tungstenite::Error as ReadError;

use crate::app::App;
use crate::extract::Path;
use crate::guard::{Client, Place, quota};
use crate::live::room::Room;
use crate::live::routes::{enter, perform};
use crate::live::seats::Holder;
use crate::live::words::{self, DeedRequest, EventState, SeatState, State};
use crate::live::{GameId, Token};
use crate::problem::{Problem, kind};
use crate::refusals::{OfLookup, OfRate, OfStore};

/// How long a closing client is waited for.
const FAREWELL: Duration = Duration::from_secs(2);

/// Watches a game, and plays in it, through a WebSocket
#[utoipa::path(get, path = "/games/{id}/socket", params(("id" = String, Path)), responses(
    (status = 101, description = "The connection becomes a WebSocket"),
    OfLookup, OfRate, OfStore
))]
pub(super) async fn watch(
    Shared(app): Shared<App>,
    client: Client,
    holder: Holder,
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
    let most = app.settings().limits.message_bytes as usize;
    let upgrade = upgrade
        .max_message_size(most)
        .max_frame_size(most)
        // Thousands of sockets wait at any time: their buffers are what they cost.
        .read_buffer_size(1024)
        // Enough for an answer and the news that follow from it: one packet for both.
        .write_buffer_size(1024)
        .max_write_buffer_size(256 * 1024);
    let visitor = Visitor {
        app,
        room,
        holder,
        _place: place,
    };
    Ok(upgrade.on_upgrade(|socket| visitor.stay(socket)))
}

/// Somebody in a room.
struct Visitor {
    app: App,
    room: Arc<Room>,
    holder: Holder,
    _place: Place,
}

/// What a client says.
#[derive(Deserialize)]
#[serde(untagged)]
enum Said {
    Watch { watch: Watch },
    Deed(Numbered),
}

/// From where on a client wants to know, and its token if it is a program.
#[derive(Deserialize)]
struct Watch {
    #[serde(default)]
    since: u32,
    token: Option<String>,
}

/// A deed, with a number to which the answer refers.
#[derive(Deserialize)]
struct Numbered {
    id: u64,
    ply: u32,
    deed: String,
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// What the server says.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Saying {
    State(State),
    Event(EventState),
    Seats([SeatState; 2]),
    Rematch(String),
    #[serde(untagged)]
    Done {
        id: u64,
        done: EventState,
    },
    #[serde(untagged)]
    Refused {
        id: u64,
        problem: Problem,
    },
}

/// What a client has been told.
struct Told {
    ply: u32,
    seats: [bool; 2],
    rematch: Option<GameId>,
}

/// Why a visitor goes.
enum Leave {
    /// The connection is no more.
    Gone,
    /// It is closed by this side.
    Close(u16, &'static str),
}

impl Visitor {
    async fn stay(mut self, mut socket: WebSocket) {
        let app = self.app.clone();
        let _inside = app.metrics().socket();
        let left = match self.greet(&mut socket).await {
            Ok(told) => self.converse(&mut socket, told).await,
            Err(leave) => leave,
        };
        if let Leave::Close(code, reason) = left {
            let frame = CloseFrame {
                code,
                reason: Utf8Bytes::from_static(reason),
            };
            // The other side may be gone already; if not, it is waited for, so that the close is
            // clean.
            let farewell = async {
                socket.send(Message::Close(Some(frame))).await.ok()?;
                while let Some(Ok(_)) = socket.recv().await {}
                Some(())
            };
            let _ = timeout(FAREWELL, farewell).await;
        }
    }

    /// Waits for the first message, and tells how the game stands.
    async fn greet(&mut self, socket: &mut WebSocket) -> Result<Told, Leave> {
        let wait = Duration::from_secs(self.app.settings().limits.head_seconds.into());
        let deadline = Instant::now() + wait;
        let mut closing = self.app.closing();
        let said = loop {
            let message = tokio::select! {
                message = timeout_at(deadline, socket.recv()) => message,
                () = closing.begins() => return Err(RESTARTS),
            };
            let message =
                message.map_err(|_| Leave::Close(close_code::POLICY, "say what to watch"))?;
            if let Some(text) = text(message)? {
                break text;
            }
        };
        let Ok(Said::Watch { watch }) = serde_json::from_str(&said) else {
            return Err(Leave::Close(close_code::POLICY, "say what to watch"));
        };
        if let Some(token) = watch.token {
            let token = Token::read(&token);
            self.holder = token.map(Holder::Program).ok_or(Leave::Close(
                close_code::POLICY,
                "a token has 32 hexadecimal digits",
            ))?;
        }
        let (state, told) = {
            let game = self.room.game();
            let told = Told {
                ply: watch.since.min(game.ply()),
                seats: taken(&game),
                rematch: game.rematch,
            };
            (State::of(&game, self.holder.seat(&game)), told)
        };
        self.say(socket, &Saying::State(state)).await?;
        Ok(told)
    }

    /// Tells what is new and hears what is said, until someone leaves.
    async fn converse(&mut self, socket: &mut WebSocket, mut told: Told) -> Leave {
        let limits = self.app.settings().limits.clone();
        let mut news = self.room.news();
        let mut closing = self.app.closing();
        let ping = Duration::from_secs(limits.ping_seconds.into());
        let dead = Duration::from_secs(limits.dead_seconds.into());
        let mut heard = Instant::now();
        let mut next_ping = heard + ping;
        let messages = quota(limits.messages_in_10_seconds, Duration::from_secs(10));
        let messages = messages.map(RateLimiter::direct);
        // What has happened before the news were subscribed to.
        news.mark_changed();
        loop {
            let heard_now = tokio::select! {
                () = closing.begins() => return RESTARTS,
                changed = news.changed() => match changed {
                    Ok(()) => self.tell(socket, &mut told).await.map(|()| false),
                    Err(_) => Err(Leave::Gone),
                },
                message = socket.recv() => {
                    if messages.as_ref().is_some_and(|messages| messages.check().is_err()) {
                        Err(Leave::Close(close_code::POLICY, "too many messages"))
                    } else {
                        self.hear(socket, &mut told, message).await.map(|()| true)
                    }
                },
                () = tokio::time::sleep_until(next_ping.min(heard + dead)) => {
                    next_ping = Instant::now() + ping;
                    if heard.elapsed() >= dead {
                        Err(Leave::Gone)
                    } else {
                        send(socket, Message::Ping(axum::body::Bytes::new())).await.map(|()| false)
                    }
                },
            };
            match heard_now {
                Ok(true) => heard = Instant::now(),
                Ok(false) => {}
                Err(leave) => return leave,
            }
        }
    }

    /// Tells what the client does not know yet, and sends whatever was said.
    async fn tell(&self, socket: &mut WebSocket, told: &mut Told) -> Result<(), Leave> {
        if self.room.is_closed() {
            return Err(RELOADS);
        }
        let sayings = {
            let game = self.room.game();
            let mut sayings = Vec::new();
            if taken(&game) != told.seats {
                told.seats = taken(&game);
                sayings.push(Saying::Seats(words::seats(&game)));
            }
            let events = EventState::since(&game, told.ply);
            told.ply = game.ply();
            sayings.extend(events.into_iter().map(Saying::Event));
            if game.rematch != told.rematch {
                told.rematch = game.rematch;
                sayings.extend(game.rematch.map(|id| Saying::Rematch(id.to_string())));
            }
            sayings
        };
        for saying in sayings {
            self.say(socket, &saying).await?;
        }
        socket.flush().await.map_err(|_| Leave::Gone)
    }

    /// Does what a message asks for.
    async fn hear(
        &self,
        socket: &mut WebSocket,
        told: &mut Told,
        message: Option<Result<Message, axum::Error>>,
    ) -> Result<(), Leave> {
        let Some(text) = text(message)? else {
            return Ok(());
        };
        let Ok(Said::Deed(said)) = serde_json::from_str(&text) else {
            return Err(Leave::Close(
                close_code::POLICY,
                "the message cannot be understood",
            ));
        };
        let id = said.id;
        let request = DeedRequest::new(said.ply, said.deed, said.mv);
        let answer = match self.act(&request).await {
            Ok(ply) => {
                let done = EventState::of(&self.room.game(), ply);
                Saying::Done { id, done }
            }
            Err(problem) => Saying::Refused { id, problem },
        };
        self.say(socket, &answer).await?;
        // What was done is news, which goes out together with the answer.
        self.tell(socket, told).await
    }

    async fn act(&self, request: &DeedRequest) -> Result<u32, Problem> {
        let player: Player = self
            .holder
            .acting(&self.room.game(), self.app.settings().seat_seconds)?;
        perform(&self.app, &self.room, player, request).await
    }

    /// Says something, which is sent with what is said next or when the socket is flushed.
    async fn say(&self, socket: &mut WebSocket, saying: &Saying) -> Result<(), Leave> {
        let text = serde_json::to_string(saying).expect("what is said can be written");
        let fed = socket.feed(Message::Text(text.into())).await;
        fed.map_err(|_| Leave::Gone)
    }
}

const RESTARTS: Leave = Leave::Close(close_code::RESTART, "the server restarts; come back");

/// What is in memory of the game is not to be trusted any more.
const RELOADS: Leave = Leave::Close(close_code::RESTART, "the game is loaded again; come back");

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Leave> {
    socket.send(message).await.map_err(|_| Leave::Gone)
}

/// The text of a message; `None` for one that only shows that the client lives.
fn text(message: Option<Result<Message, axum::Error>>) -> Result<Option<Utf8Bytes>, Leave> {
    match message {
        Some(Ok(Message::Text(text))) => Ok(Some(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Binary(_))) => {
            Err(Leave::Close(close_code::UNSUPPORTED, "only text is read"))
        }
        Some(Ok(Message::Close(_))) | None => Err(Leave::Gone),
        Some(Err(error)) => Err(unreadable(error)),
    }
}

/// Why nothing can be read any more: the protocol was violated, or the connection is broken.
fn unreadable(error: axum::Error) -> Leave {
    match error.into_inner().downcast_ref() {
        Some(ReadError::Capacity(_)) => Leave::Close(close_code::SIZE, "a message is too large"),
        Some(ReadError::Utf8(_)) => Leave::Close(close_code::INVALID, "a text is not UTF-8"),
        Some(ReadError::Protocol(_)) => {
            Leave::Close(close_code::PROTOCOL, "this is not a WebSocket message")
        }
        _ => Leave::Gone,
    }
}

fn taken(game: &super::game::Game) -> [bool; 2] {
    Player::BOTH.map(|player| game.seats[player].is_some())
}
