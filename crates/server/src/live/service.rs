//! Operations on live games, for HTTP and for sockets: each checks who may do it, counts it, and has it stored.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use futures_util::FutureExt;
use quintet_api::{Beginner, LONGEST_GAME};
use quintet_arena::{Dice, First};
use quintet_games::Catalogue;
use quintet_live::store::{NewGame, Seat, StoreError};
use quintet_live::{ActionError, Game, GameId, Token};
use quintet_rules::{PerPlayer, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::http::guard::Client;
use crate::http::problem::{Problem, kind};
use crate::live::messages::{self, ActionRequest, State};
use crate::live::room::{self, Failure, Room};
use crate::live::seats::{self, Holder};

/// A new game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenRequest {
    /// Id of the game.
    game: String,
    /// Board size. Default: the size in the rule book.
    size: Option<String>,
    /// Position to play from. Default: the start.
    position: Option<String>,
    /// First player, if no position is given. Default: Player 1.
    first: Option<Beginner>,
    /// Seat of the player who opens the game.
    #[schema(minimum = 1, maximum = 2)]
    seat: u8,
    /// Name of the player: one line.
    #[schema(
        max_length = 40,
        pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$"
    )]
    name: Option<String>,
    /// Include the view of the game in the response. Default: true.
    #[serde(default = "messages::yes")]
    views: bool,
}

impl OpenRequest {
    /// Returns true if the request opens a game like this one, with this seat for the player who opens it.
    fn opens(&self, catalogue: Catalogue, game: &Game, player: Player) -> Result<bool, Problem> {
        let variant = quintet_api::variant(catalogue, &self.game, self.size.as_deref())?;
        let start = game.session().start().text();
        let has_start = match &self.position {
            Some(text) => quintet_api::position(variant, text)?.text() == start,
            None => match quintet_api::first(self.first)? {
                First::Player(first) => variant.start(first).text() == start,
                First::Random => Player::BOTH
                    .iter()
                    .any(|first| variant.start(*first).text() == start),
            },
        };
        let has_variant =
            game.variant().id() == variant.id() && game.variant().size() == variant.size();
        let has_name = seats::name(game, player) == seats::checked_name(self.name.as_deref())?;
        Ok(has_start && has_variant && has_name && quintet_api::player(self.seat)? == player)
    }
}

/// A player who takes a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinRequest {
    /// Name of the player: one line.
    #[schema(
        max_length = 40,
        pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$"
    )]
    name: Option<String>,
    /// Include the view of the game in the response. Default: true.
    #[serde(default = "messages::yes")]
    views: bool,
}

/// A seat in a game.
#[derive(Serialize, ToSchema)]
pub(super) struct Joined {
    /// The player.
    #[schema(minimum = 1, maximum = 2)]
    seat: u8,
    /// Secret token of the seat, sent only once; absent if the request contained one.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    /// The game.
    pub(super) game: State,
}

impl Joined {
    fn new(room: &Room, seat: Player, token: Option<Token>, has_view: bool) -> Self {
        Joined {
            seat: seat.number(),
            token: token.map(|token| token.reveal()),
            game: State::of(&room.game(), room.connected(), Some(seat), has_view),
        }
    }
}

/// Returns the room of a game.
pub(crate) async fn enter(app: &App, id: &str) -> Result<Arc<Room>, Problem> {
    let missing = || Problem::new(kind::NOT_FOUND, "game not found");
    let id: GameId = id.parse().map_err(|_| missing())?;
    app.games.enter(id).await?.ok_or_else(missing)
}

/// Opens a game with a seat for the client. A request with a key that was used before returns the same seat.
pub(super) async fn open(
    app: &App,
    client: Client,
    holder: &Holder,
    key: Option<&str>,
    request: &OpenRequest,
) -> Result<Joined, Problem> {
    let player = quintet_api::player(request.seat)?;
    let first = quintet_api::first(request.first)?;
    let variant = quintet_api::variant(
        app.settings.catalogue,
        &request.game,
        request.size.as_deref(),
    )?;
    let start = match &request.position {
        None => variant.start(first.player(Dice::random_seed())),
        Some(text) => quintet_api::position(variant, text)?,
    };
    if let Some(ending) = start.ending() {
        let ending = ending.sentence.replace('\n', " ");
        let detail = format!("the game is over in this position: {ending}");
        return Err(Problem::new(kind::ALREADY_OVER, detail));
    }
    let name = seats::checked_name(request.name.as_deref())?;
    let store = app.games.store();
    let (now, secret) = (store.now(), store.secret().as_bytes());
    let (id, token) = match key {
        None => (GameId::random(), Token::random()),
        Some(key) => (GameId::for_key(secret, key), Token::for_key(secret, key)),
    };
    let (seat, token) = seats::take(holder, id, name, token, now);
    if key.is_some()
        && let Some(room) = app.games.enter(id).await?
    {
        return opened_before(app, &room, &seat, token, request);
    }
    app.guard.new_game(client)?;
    let mut opening = NewGame {
        id,
        game: variant.id().to_owned(),
        size: variant.size().to_string(),
        start: start.text(),
        created: now,
        rematch_of: None,
        seats: PerPlayer::from_fn(|_| None),
    };
    opening.seats[player] = Some(seat.clone());
    let room = match app.games.open(opening).await {
        // The same request was sent twice at once.
        Err(StoreError::Taken) if key.is_some() => {
            let room = enter(app, &id.to_string()).await?;
            return opened_before(app, &room, &seat, token, request);
        }
        opened => opened?,
    };
    app.metrics.games_opened.inc();
    Ok(Joined::new(&room, player, token, request.views))
}

/// Returns the seat of the player who opened a game with the same key.
fn opened_before(
    app: &App,
    room: &Room,
    seat: &Seat,
    token: Option<Token>,
    request: &OpenRequest,
) -> Result<Joined, Problem> {
    let player = room::holder(&room.game(), seat).ok_or_else(|| {
        let detail = "another player has created a game with this key";
        Problem::new(kind::SEATS_TAKEN, detail)
    })?;
    if !request.opens(app.settings.catalogue, &room.game(), player)? {
        return Err(reused_key());
    }
    Ok(Joined::new(room, player, token, request.views))
}

fn reused_key() -> Problem {
    let detail = "this Idempotency-Key was already used with another body; choose another key";
    Problem::new(kind::KEY_REUSED, detail)
}

/// Takes the free seat of a game, or returns the seat that the client has.
pub(super) async fn join(
    app: &App,
    client: Client,
    holder: Holder,
    key: Option<&str>,
    id: &str,
    request: &JoinRequest,
) -> Result<Joined, Problem> {
    let name = seats::checked_name(request.name.as_deref())?;
    let room = enter(app, id).await?;
    let held = holder.seat(&room.game());
    if let Some(player) = held {
        return Ok(Joined::new(&room, player, None, request.views));
    }
    let for_key = key.and_then(|key| seats::token_for_key(&room.game(), key));
    if let Some((token, Some(player))) = for_key {
        if seats::name(&room.game(), player) != name {
            return Err(reused_key());
        }
        return Ok(Joined::new(&room, player, Some(token), request.views));
    }
    app.guard.new_seat(client)?;
    let before = room.game().rematch_of;
    if let Some(before) = before {
        let before = enter(app, &before.to_string()).await?;
        let player = holder.acting(app, client, &before.game());
        if let Ok(player) = player {
            return follow(app, before, player, holder, request.views).await;
        }
    }
    let token = for_key.map_or_else(Token::random, |(token, _)| token);
    let (seat, token) = seats::take(&holder, room.id, name, token, app.games.store().now());
    let (games, joined) = (Arc::clone(&app.games), Arc::clone(&room));
    let sitting = to_completion(async move { joined.sit(games.store(), seat).await });
    let player = sitting.await??.ok_or_else(|| seats_taken(&room))?;
    Ok(Joined::new(&room, player, token, request.views))
}

fn seats_taken(room: &Room) -> Problem {
    let current = State::of(&room.game(), room.connected(), None, true);
    let detail = "both seats are taken or reserved; spectators need no seat";
    Problem::new(kind::SEATS_TAKEN, detail).with_current(&current)
}

/// Performs an action of a player. Returns its number. A problem carries the game, with its view if `has_view` is set. If the
/// future is dropped, a stored action may be missing in memory.
pub(super) async fn perform(
    app: &App,
    room: &Room,
    player: Player,
    request: &ActionRequest,
    has_view: bool,
) -> Result<u32, Problem> {
    let start = Instant::now();
    let action = request.action()?;
    let acting = room.act(app.games.store(), request.ply, player, &action);
    let acted = AssertUnwindSafe(acting).catch_unwind().await;
    let result = acted.unwrap_or_else(|_| {
        tracing::error!(game = %room.id, "an action panicked; the game is reloaded");
        Err(Failure::Closed)
    });
    let ply = result.map_err(|failure| match failure {
        Failure::Store(error) => error.into(),
        Failure::Closed => {
            let detail = "the game is being reloaded: read the game, or repeat the request";
            Problem::new(kind::UNKNOWN, detail).retry_after(1)
        }
        Failure::Refused(error) => refused(room, player, error, has_view),
    })?;
    let seconds = start.elapsed().as_secs_f64();
    app.metrics.action_seconds.observe(seconds);
    Ok(ply)
}

/// Performs an action to its end even if the client disconnects.
pub(super) async fn perform_to_completion(
    app: &App,
    room: &Arc<Room>,
    player: Player,
    request: ActionRequest,
) -> Result<u32, Problem> {
    let (app, room) = (app.clone(), Arc::clone(room));
    to_completion(async move { perform(&app, &room, player, &request, true).await }).await?
}

fn refused(room: &Room, player: Player, error: ActionError, has_view: bool) -> Problem {
    let game = room.game();
    let (kind, detail) = match error {
        ActionError::Move(error) => return quintet_api::RequestError::from(error).into(),
        ActionError::Late => {
            let detail = format!("the next action of this game has number {}", game.ply());
            (kind::LATE, detail)
        }
        ActionError::TooLong => {
            let detail =
                format!("a game has at most {LONGEST_GAME} actions: it can only be resigned");
            (kind::TOO_LONG, detail)
        }
        ActionError::NotYourTurn => (
            kind::NOT_YOUR_TURN,
            "the other player is to move".to_owned(),
        ),
        ActionError::Over => (kind::OVER, "the game is over".to_owned()),
        ActionError::NothingToTakeBack => {
            let detail = "no move can be taken back, or no offer is open".to_owned();
            (kind::NOTHING_TO_TAKE_BACK, detail)
        }
    };
    let current = State::of(&game, room.connected(), Some(player), has_view);
    Problem::new(kind, detail).with_current(&current)
}

/// Opens the game that follows a finished one, or takes a seat in it.
pub(super) async fn rematch(
    app: &App,
    client: Client,
    holder: Holder,
    id: &str,
) -> Result<Joined, Problem> {
    let room = enter(app, id).await?;
    let player = holder.acting(app, client, &room.game())?;
    if room.game().outcome().is_none() {
        let current = State::of(&room.game(), room.connected(), Some(player), true);
        let detail = "a rematch is possible only after the game is over";
        return Err(Problem::new(kind::NOT_OVER, detail).with_current(&current));
    }
    if room.game().rematch.is_none() {
        app.guard.new_game(client)?;
        app.metrics.games_opened.inc();
    } else {
        app.guard.new_seat(client)?;
    }
    follow(app, room, player, holder, true).await
}

/// Takes a seat in the game that follows a finished one, for a player of that one.
async fn follow(
    app: &App,
    room: Arc<Room>,
    player: Player,
    holder: Holder,
    has_view: bool,
) -> Result<Joined, Problem> {
    let (games, before) = (Arc::clone(&app.games), Arc::clone(&room));
    let following = to_completion(async move { games.follow(&before, player, &holder).await });
    let (next, player, token) = following.await??.ok_or_else(|| seats_taken(&room))?;
    Ok(Joined::new(&next, player, token, has_view))
}

/// Releases the seat that is reserved for a player in the game that follows.
pub(super) async fn decline(
    app: App,
    client: Client,
    holder: &Holder,
    id: &str,
) -> Result<(), Problem> {
    let room = enter(&app, id).await?;
    let player = holder.acting(&app, client, &room.game())?;
    let declining = to_completion(async move { app.games.decline(&room, player).await });
    if !declining.await?? {
        let detail = "no seat is reserved for you in a rematch";
        return Err(Problem::new(kind::NOTHING_TO_DECLINE, detail));
    }
    Ok(())
}

/// Deletes a game.
pub(super) async fn delete(app: App, id: &str) -> Result<(), Problem> {
    let missing = |_| Problem::new(kind::NOT_FOUND, "game not found");
    let id: GameId = id.parse().map_err(missing)?;
    to_completion(async move { app.games.delete(id).await }).await??;
    tracing::info!(game = %id, "deleted by the operator");
    Ok(())
}

/// Runs an operation to its end even if the client disconnects, so that stored changes are also made in memory.
async fn to_completion<T: Send + 'static>(
    operation: impl Future<Output = T> + Send + 'static,
) -> Result<T, Problem> {
    let finished = tokio::spawn(operation).await;
    finished.map_err(|_| Problem::fault())
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full => Problem::busy(
                "too many games are open, or too many changes are waiting for the disk",
            ),
            StoreError::Closed => {
                Problem::busy("the game is being reloaded, or the server is shutting down")
            }
            StoreError::Missing => Problem::new(kind::NOT_FOUND, "game not found"),
            StoreError::Taken => Problem::new(kind::LATE, "another client has already acted"),
            StoreError::Broken(error) => {
                tracing::error!(%error, "the store failed");
                let detail = "the store is unavailable: nothing was changed";
                Problem::new(kind::STORAGE, detail).retry_after(10)
            }
            StoreError::Unknown(error) => {
                tracing::error!(%error, "the store failed");
                let detail = "the change may or may not be stored: read the game, or repeat the \
                              request";
                Problem::new(kind::UNKNOWN, detail).retry_after(1)
            }
            StoreError::Damaged(error) => {
                tracing::error!(%error, "rejected a damaged game");
                let detail =
                    "the stored data of this game is damaged: it cannot be played or shown";
                Problem::new(kind::DAMAGED, detail)
            }
        }
    }
}
