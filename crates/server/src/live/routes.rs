//! The paths of games between people.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State as Shared;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quintet_api::{Beginner, LONGEST_GAME};
use quintet_arena::{Dice, First};
use quintet_games::Catalogue;
use quintet_live::store::{NewGame, Seat, StoreError};
use quintet_live::{ActionError, Game, GameId, Token};
use quintet_rules::Player;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::http::extract::{Json, Path, Query};
use crate::http::guard::Client;
use crate::http::problem::{Problem, kind};
use crate::http::responses::{
    OfAction, OfBody, OfEnd, OfHolder, OfKey, OfLookup, OfOpening, OfPlayers, OfQuery, OfRate,
    OfReserved, OfSeats, OfStore,
};
use crate::live::export::Export;
use crate::live::messages::{self, ActionRequest, EventState, State};
use crate::live::room::{self, Failure, Room};
use crate::live::seats::{self, Holder, IdempotencyKey, Valid};
use crate::live::socket;

/// The paths of games.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(browser))
        .routes(routes!(open))
        .routes(routes!(look))
        .routes(routes!(join))
        .routes(routes!(act))
        .routes(routes!(events))
        .routes(routes!(rematch))
        .routes(routes!(decline))
        .routes(routes!(record))
        .routes(routes!(export))
        .routes(routes!(socket::watch))
}

/// A new game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OpenRequest {
    /// The id of a game.
    game: String,
    /// The board; the rule book's if it is left out.
    size: Option<String>,
    /// The position to play from; the start if it is left out.
    position: Option<String>,
    /// Who begins, if the position is left out; Player 1 if this is left out, too.
    first: Option<Beginner>,
    /// The seat of the player who opens the game.
    #[schema(minimum = 1, maximum = 2)]
    seat: u8,
    /// The name of the player: one line.
    #[schema(
        max_length = 40,
        pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$"
    )]
    name: Option<String>,
    /// Whether the answer carries the game with its view; it does unless it is said otherwise.
    #[serde(default = "messages::yes")]
    views: bool,
}

impl OpenRequest {
    /// Whether it opens a game like this, with this seat for the player who opens it.
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
struct JoinRequest {
    /// The name of the player: one line.
    #[schema(
        max_length = 40,
        pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]*$"
    )]
    name: Option<String>,
    /// Whether the answer carries the game with its view; it does unless it is said otherwise.
    #[serde(default = "messages::yes")]
    views: bool,
}

/// A seat in a game.
#[derive(Serialize, ToSchema)]
struct Joined {
    /// The player.
    #[schema(minimum = 1, maximum = 2)]
    seat: u8,
    /// The secret of the seat, shown this once; absent if the request brought one.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    /// The game.
    game: State,
}

/// What makes a request repeatable.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "for the description; `IdempotencyKey` reads it")]
struct Repeatable {
    /// Chosen at random by the client. Sent again with the same key, the request is given the same seat
    /// and token. Another request with the same key is refused.
    #[param(
        rename = "Idempotency-Key",
        nullable = false,
        min_length = 16,
        max_length = 64
    )]
    idempotency_key: Option<String>,
}

/// An action that has been done.
#[derive(Serialize, ToSchema)]
struct Done {
    /// The action.
    event: EventState,
    /// The game after it, as it is now.
    game: State,
}

/// Actions of a log.
#[derive(Serialize, ToSchema)]
struct Events {
    /// The actions, in order.
    events: Vec<EventState>,
}

/// Which actions.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Since {
    /// The number of the first action that is wanted.
    #[serde(default)]
    since: u32,
}

/// Gives a browser its cookie
#[utoipa::path(post, path = "/browser", request_body = NoFields, responses(
    (status = 204, description = "The browser has a cookie that holds its seats",
        headers(("Set-Cookie" = String, description = "The cookie, unless the browser has one"))),
    OfBody, OfHolder
), security((), ("cookie" = []), ("secure_cookie" = [])))]
async fn browser(
    Shared(app): Shared<App>,
    headers: HeaderMap,
    Json(NoFields {}): Json<NoFields>,
) -> Result<Response, Problem> {
    Holder::of(&headers)?;
    // A page that came encrypted never sends the cookie otherwise.
    let origin = headers.get(header::ORIGIN);
    let is_encrypted = origin.is_some_and(|origin| origin.as_bytes().starts_with(b"https://"));
    let settings = app.settings();
    let cookie = seats::cookie(
        &headers,
        &settings.base,
        settings.seat_seconds,
        is_encrypted,
    );
    // A secret is shown once.
    let Some(cookie) = cookie else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let cookie = [(header::SET_COOKIE, cookie.to_string())];
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}

/// Opens a game and takes a seat in it
#[utoipa::path(post, path = "/games", params(Repeatable), request_body = OpenRequest, responses(
    (status = 201, description = "The game is stored, and the seat taken", body = Joined,
        headers(("Location" = String, description = "The path of the game"))),
    OfBody, OfHolder, OfLookup, OfOpening, OfKey, OfSeats, OfRate, OfStore
), security((), ("token" = []), ("cookie" = []), ("secure_cookie" = [])))]
async fn open(
    Shared(app): Shared<App>,
    client: Client,
    holder: Holder,
    IdempotencyKey(key): IdempotencyKey,
    Json(request): Json<OpenRequest>,
) -> Result<Response, Problem> {
    let player = quintet_api::player(request.seat)?;
    let first = quintet_api::first(request.first)?;
    let variant = quintet_api::variant(
        app.settings().catalogue,
        &request.game,
        request.size.as_deref(),
    )?;
    let start = match &request.position {
        None => variant.start(first.player(Dice::unforeseen_seed())),
        Some(text) => quintet_api::position(variant, text)?,
    };
    if let Some(ending) = start.ending() {
        let detail = format!(
            "nothing is left to play: {}",
            ending.sentence.replace('\n', " ")
        );
        return Err(Problem::new(kind::ALREADY_OVER, detail));
    }
    let name = seats::checked_name(request.name.as_deref())?;
    let store = app.games().store();
    let (now, secret) = (store.now(), store.secret().as_bytes());
    let (id, token) = match &key {
        None => (GameId::random(), Token::random()),
        Some(key) => (GameId::for_key(secret, key), Token::for_key(secret, key)),
    };
    let (seat, token) = seats::take(&holder, id, name, token, now);
    if key.is_some()
        && let Some(room) = app.games().enter(id).await.map_err(unkept)?
    {
        return opened_before(&app, &room, &seat, token, &request);
    }
    app.guard().new_game(client)?;
    let mut opening = NewGame {
        id,
        game: variant.id().to_owned(),
        size: variant.size().to_string(),
        start: start.text(),
        created: now,
        rematch_of: None,
        seats: quintet_rules::PerPlayer::from_fn(|_| None),
    };
    opening.seats[player] = Some(seat.clone());
    let room = match app.games().open(opening).await {
        // The same request is being answered twice.
        Err(StoreError::Taken) if key.is_some() => {
            let room = enter(&app, &id.to_string()).await?;
            return opened_before(&app, &room, &seat, token, &request);
        }
        opened => opened.map_err(unkept)?,
    };
    app.metrics().opened.inc();
    Ok(opened(&app, &joined(&room, player, token, request.views)))
}

fn opened(app: &App, joined: &Joined) -> Response {
    let address = app
        .settings()
        .base
        .at(&format!("/api/v1/games/{}", joined.game.id));
    let address = [(header::LOCATION, address)];
    (StatusCode::CREATED, address, axum::Json(joined)).into_response()
}

/// The game that was opened with the same key, for the player who has opened it.
fn opened_before(
    app: &App,
    room: &Room,
    seat: &Seat,
    token: Option<Token>,
    request: &OpenRequest,
) -> Result<Response, Problem> {
    let player = room::holder(&room.game(), seat);
    let player = player.ok_or_else(|| {
        let detail = "another player has opened a game with this key";
        Problem::new(kind::SEATS_TAKEN, detail)
    })?;
    if !request.opens(app.settings().catalogue, &room.game(), player)? {
        return Err(reused_key());
    }
    Ok(opened(app, &joined(room, player, token, request.views)))
}

fn reused_key() -> Problem {
    let detail = "this Idempotency-Key was sent before with another body: choose another one";
    Problem::new(kind::KEY_REUSED, detail)
}

/// Shows a game as it is now
#[utoipa::path(get, path = "/games/{id}", params(("id" = String, Path)), responses(
    (status = 200, description = "The game", body = State),
    OfHolder, OfLookup, OfRate, OfStore
), security((), ("token" = []), ("cookie" = []), ("secure_cookie" = [])))]
async fn look(
    Shared(app): Shared<App>,
    client: Client,
    holder: Holder,
    Path(id): Path<String>,
) -> Result<axum::Json<State>, Problem> {
    let room = enter(&app, &id).await?;
    let game = room.game();
    if holder.is_wrong(&game) {
        app.guard().wrong_token(client)?;
    }
    let you = holder.seat(&game);
    Ok(axum::Json(State::of(&game, room.here(), you, true)))
}

/// Takes the free seat of a game
#[utoipa::path(post, path = "/games/{id}/join", params(("id" = String, Path), Repeatable),
    request_body = JoinRequest, responses(
    (status = 200, description = "The seat is taken; again, if it was taken before", body = Joined),
    OfBody, OfHolder, OfLookup, OfKey, OfSeats, OfRate, OfStore
), security((), ("token" = []), ("cookie" = []), ("secure_cookie" = [])))]
async fn join(
    Shared(app): Shared<App>,
    client: Client,
    holder: Holder,
    IdempotencyKey(key): IdempotencyKey,
    Path(id): Path<String>,
    Json(request): Json<JoinRequest>,
) -> Result<axum::Json<Joined>, Problem> {
    let name = seats::checked_name(request.name.as_deref())?;
    let room = enter(&app, &id).await?;
    let held = holder.seat(&room.game());
    if let Some(player) = held {
        return Ok(axum::Json(joined(&room, player, None, request.views)));
    }
    let known = key.and_then(|key| seats::token_for_key(&room.game(), &key));
    if let Some((token, Some(player))) = known {
        if seats::name(&room.game(), player) != name {
            return Err(reused_key());
        }
        return Ok(axum::Json(joined(
            &room,
            player,
            Some(token),
            request.views,
        )));
    }
    app.guard().new_seat(client)?;
    let before = room.game().rematch_of;
    if let Some(before) = before {
        let before = enter(&app, &before.to_string()).await?;
        let player = holder.acting(&before.game(), Valid::now(&app));
        if let Ok(player) = player {
            let followed = follow(&app, before, player, holder, request.views).await?;
            return Ok(axum::Json(followed));
        }
    }
    let token = known.map_or_else(Token::random, |(token, _)| token);
    let (seat, token) = seats::take(&holder, room.id, name, token, app.games().store().now());
    let games = Arc::clone(app.games());
    let inside = Arc::clone(&room);
    // Goes on if the client disconnects: what is stored is also in memory.
    let sitting = tokio::spawn(async move { inside.sit(games.store(), seat).await });
    let outcome = sitting.await.map_err(|_| Problem::fault())?;
    let player = outcome.map_err(unkept)?.ok_or_else(|| taken(&room))?;
    Ok(axum::Json(joined(&room, player, token, request.views)))
}

fn taken(room: &Room) -> Problem {
    let current = State::of(&room.game(), room.here(), None, true);
    let detail = "both seats are taken or reserved; watching needs none";
    Problem::new(kind::SEATS_TAKEN, detail).with_current(&current)
}

/// Does something in a game: moves, resigns, offers or answers a take-back
#[utoipa::path(post, path = "/games/{id}/actions", params(("id" = String, Path)),
    request_body = ActionRequest, responses(
    (status = 200, description = "It is done and stored; sent again, it counts once", body = Done),
    OfBody, OfPlayers, OfLookup, OfAction, OfRate, OfStore
), security(("token" = []), ("cookie" = []), ("secure_cookie" = [])))]
async fn act(
    Shared(app): Shared<App>,
    client: Client,
    holder: Holder,
    Path(id): Path<String>,
    Json(request): Json<ActionRequest>,
) -> Result<axum::Json<Done>, Problem> {
    let room = enter(&app, &id).await?;
    let player = seats::acting(&app, client, &holder, &room.game())?;
    let performing = {
        let (app, room) = (app.clone(), Arc::clone(&room));
        // Goes on if the client disconnects: what is stored is also in memory.
        tokio::spawn(async move { perform(&app, &room, player, &request, true).await })
    };
    let ply = performing.await.map_err(|_| Problem::fault())??;
    let game = room.game();
    Ok(axum::Json(Done {
        event: EventState::of(&game, ply),
        game: State::of(&game, room.here(), Some(player), true),
    }))
}

/// Lists what has been done in a game
#[utoipa::path(get, path = "/games/{id}/events", params(("id" = String, Path), Since), responses(
    (status = 200, description = "The actions", body = Events),
    OfQuery, OfLookup, OfStore
))]
async fn events(
    Shared(app): Shared<App>,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
) -> Result<axum::Json<Events>, Problem> {
    let room = enter(&app, &id).await?;
    let events = EventState::since(&room.game(), since);
    Ok(axum::Json(Events { events }))
}

/// Opens the game that follows a finished one, or takes a seat in it; the other player begins
#[utoipa::path(post, path = "/games/{id}/rematch", params(("id" = String, Path)),
    request_body = NoFields, responses(
    (status = 200, description = "A seat in the game that follows", body = Joined),
    OfBody, OfPlayers, OfLookup, OfEnd, OfSeats, OfRate, OfStore
), security(("token" = []), ("cookie" = []), ("secure_cookie" = [])))]
async fn rematch(
    Shared(app): Shared<App>,
    client: Client,
    holder: Holder,
    Path(id): Path<String>,
    Json(NoFields {}): Json<NoFields>,
) -> Result<axum::Json<Joined>, Problem> {
    let room = enter(&app, &id).await?;
    let player = seats::acting(&app, client, &holder, &room.game())?;
    if room.game().outcome().is_none() {
        let current = State::of(&room.game(), room.here(), Some(player), true);
        let detail = "a rematch follows a finished game";
        return Err(Problem::new(kind::NOT_OVER, detail).with_current(&current));
    }
    if room.game().rematch.is_none() {
        app.guard().new_game(client)?;
        app.metrics().opened.inc();
    } else {
        app.guard().new_seat(client)?;
    }
    let followed = follow(&app, room, player, holder, true).await?;
    Ok(axum::Json(followed))
}

/// A seat in the game that follows a finished one, for a player of that one.
async fn follow(
    app: &App,
    room: Arc<Room>,
    player: Player,
    holder: Holder,
    has_view: bool,
) -> Result<Joined, Problem> {
    let (games, before) = (Arc::clone(app.games()), Arc::clone(&room));
    // Goes on if the client disconnects: what is stored is also in memory.
    let following = tokio::spawn(async move { games.follow(&before, player, &holder).await });
    let followed = following.await.map_err(|_| Problem::fault())?;
    let (next, player, token) = followed.map_err(unkept)?.ok_or_else(|| taken(&room))?;
    Ok(joined(&next, player, token, has_view))
}

/// Lets anybody have the seat that is reserved for this player in the game that follows
#[utoipa::path(post, path = "/games/{id}/rematch/decline", params(("id" = String, Path)),
    request_body = NoFields, responses(
    (status = 204, description = "The seat is free"),
    OfBody, OfPlayers, OfLookup, OfReserved, OfRate, OfStore
), security(("token" = []), ("cookie" = []), ("secure_cookie" = [])))]
async fn decline(
    Shared(app): Shared<App>,
    client: Client,
    holder: Holder,
    Path(id): Path<String>,
    Json(NoFields {}): Json<NoFields>,
) -> Result<StatusCode, Problem> {
    let room = enter(&app, &id).await?;
    let player = seats::acting(&app, client, &holder, &room.game())?;
    // Goes on if the client disconnects: what is stored is also in memory.
    let declining = tokio::spawn(async move { app.games().decline(&room, player).await });
    let declined = declining.await.map_err(|_| Problem::fault())?;
    if !declined.map_err(unkept)? {
        let detail = "no seat is reserved for you in a rematch";
        return Err(Problem::new(kind::NOTHING_TO_DECLINE, detail));
    }
    Ok(StatusCode::NO_CONTENT)
}

/// An object without fields.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NoFields {}

/// Writes a game as a record
#[utoipa::path(get, path = "/games/{id}/record", params(("id" = String, Path)), responses(
    (status = 200, description = "The record", body = String, content_type = "text/plain"),
    OfLookup, OfStore
))]
async fn record(Shared(app): Shared<App>, Path(id): Path<String>) -> Result<String, Problem> {
    let room = enter(&app, &id).await?;
    Ok(messages::record(&room.game()).to_string())
}

/// Shows everything that is kept about a game, to its players
#[utoipa::path(get, path = "/games/{id}/export", params(("id" = String, Path)), responses(
    (status = 200, description = "Everything but the hashes of the tokens", body = Export),
    OfPlayers, OfLookup, OfStore
), security(("token" = []), ("cookie" = []), ("secure_cookie" = [])))]
async fn export(
    Shared(app): Shared<App>,
    client: Client,
    holder: Holder,
    Path(id): Path<String>,
) -> Result<axum::Json<Export>, Problem> {
    let room = enter(&app, &id).await?;
    seats::acting(&app, client, &holder, &room.game())?;
    let stored = app.games().stored(room.id).await.map_err(unkept)?;
    Ok(axum::Json(stored.into()))
}

/// Deletes a game, as the operator wishes.
pub(crate) async fn delete(
    Shared(app): Shared<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    // There is no rule about hosts at the address for the operator, but no browser deletes anything there.
    if headers.contains_key(header::ORIGIN) {
        let detail = "games are not deleted from a page";
        return Err(Problem::new(kind::FOREIGN, detail));
    }
    let missing = |_| Problem::new(kind::NOT_FOUND, "there is no game with this address");
    let id: GameId = id.parse().map_err(missing)?;
    // Goes on if the client disconnects: what is deleted is not in memory either.
    let deleting = tokio::spawn(async move { app.games().delete(id).await });
    let deleted = deleting.await.map_err(|_| Problem::fault())?;
    deleted.map_err(unkept)?;
    tracing::info!(game = %id, "deleted by the operator");
    Ok(StatusCode::NO_CONTENT)
}

fn joined(room: &Room, seat: Player, token: Option<Token>, has_view: bool) -> Joined {
    Joined {
        seat: seat.number(),
        token: token.map(|token| token.reveal()),
        game: State::of(&room.game(), room.here(), Some(seat), has_view),
    }
}

/// The room of a game.
pub(crate) async fn enter(app: &App, id: &str) -> Result<Arc<Room>, Problem> {
    let missing = || Problem::new(kind::NOT_FOUND, "there is no game with this address");
    let id: GameId = id.parse().map_err(|_| missing())?;
    app.games()
        .enter(id)
        .await
        .map_err(unkept)?
        .ok_or_else(missing)
}

/// Does an action, or says why not. The game in the problem has its view if that is wanted.
pub(crate) async fn perform(
    app: &App,
    room: &Room,
    player: Player,
    request: &ActionRequest,
    has_view: bool,
) -> Result<u32, Problem> {
    let asked = Instant::now();
    let action = request.action()?;
    let done = app.games().act(room, request.ply, player, &action).await;
    let ply = done.map_err(|failure| match failure {
        Failure::Store(fault) => unkept(fault),
        Failure::Closed => Problem::new(
            kind::UNKNOWN,
            "the game is being loaded again: look at it, or send the same again",
        )
        .retry_after(1),
        Failure::Refused(error) => refused(room, player, error, has_view),
    })?;
    app.metrics().actions.observe(asked.elapsed().as_secs_f64());
    Ok(ply)
}

fn refused(room: &Room, player: Player, error: ActionError, has_view: bool) -> Problem {
    let game = room.game();
    let (kind, detail) = match error {
        ActionError::Move(error) => return quintet_api::RequestError::from(error).into(),
        ActionError::Late => {
            let ply = game.ply();
            (
                kind::LATE,
                format!("the next action of this game has the number {ply}"),
            )
        }
        ActionError::TooLong => (
            kind::TOO_LONG,
            format!("a game has at most {LONGEST_GAME} actions: it can only be resigned"),
        ),
        ActionError::NotYourTurn => (
            kind::NOT_YOUR_TURN,
            "the other player is to move".to_owned(),
        ),
        ActionError::Over => (kind::OVER, "the game is over".to_owned()),
        ActionError::NothingToTakeBack => (
            kind::NOTHING_TO_TAKE_BACK,
            "there is no move or no offer that this could mean".to_owned(),
        ),
    };
    let current = State::of(&game, room.here(), Some(player), has_view);
    Problem::new(kind, detail).with_current(&current)
}

/// A store that did not do as it should.
pub(crate) fn unkept(fault: StoreError) -> Problem {
    match fault {
        StoreError::Full => Problem::busy("too many games are open, or too much is to be written"),
        StoreError::Closed => Problem::busy("the game is being loaded again, or the server stops"),
        StoreError::Missing => Problem::new(kind::NOT_FOUND, "there is no such game"),
        StoreError::Taken => Problem::new(kind::LATE, "another client was faster"),
        StoreError::Broken(fault) => {
            tracing::error!(%fault, "the store failed");
            let detail = "the store cannot be used now: nothing has happened";
            Problem::new(kind::STORAGE, detail).retry_after(10)
        }
        StoreError::Unknown(fault) => {
            tracing::error!(%fault, "the store failed");
            let detail = "it is not known whether this has happened: look at the game, or send the same again";
            Problem::new(kind::UNKNOWN, detail).retry_after(1)
        }
        StoreError::Damaged(fault) => {
            tracing::error!(%fault, "a game is refused");
            let detail =
                "what is stored of this game is damaged: it can no longer be played or shown";
            Problem::new(kind::DAMAGED, detail)
        }
    }
}
