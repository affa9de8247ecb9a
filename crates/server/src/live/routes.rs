//! The routes of live games.

use axum::extract::State as Shared;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
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
use crate::live::seats::{self, Holder, IdempotencyKey};
use crate::live::service::{self, JoinRequest, Joined, OpenRequest, enter};
use crate::live::socket;

/// Returns the routes of live games.
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

/// Makes a request repeatable.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(
    dead_code,
    reason = "only for the documentation: `IdempotencyKey` reads it"
)]
struct Repeatable {
    /// Random key chosen by the client. A repeated request with the same key returns the same seat and token. A
    /// different request with the same key is rejected.
    #[param(
        rename = "Idempotency-Key",
        nullable = false,
        min_length = 16,
        max_length = 64
    )]
    idempotency_key: Option<String>,
}

/// A stored action.
#[derive(Serialize, ToSchema)]
struct Done {
    /// The action.
    event: EventState,
    /// The game after it.
    game: State,
}

/// Actions of a game.
#[derive(Serialize, ToSchema)]
struct Events {
    /// The actions, in order.
    events: Vec<EventState>,
}

/// A range of actions.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Since {
    /// Number of the first action. Default: 0.
    #[serde(default)]
    since: u32,
}

/// Sets the cookie of a browser
#[utoipa::path(post, path = "/browser", request_body = NoFields, responses(
    (status = 204, description = "The browser has a cookie, which holds its seats",
        headers(("Set-Cookie" = String, description = "The cookie, if the browser had none"))),
    OfBody, OfHolder
), security((), ("cookie" = []), ("secure_cookie" = [])))]
async fn browser(
    Shared(app): Shared<App>,
    headers: HeaderMap,
    Json(NoFields {}): Json<NoFields>,
) -> Result<Response, Problem> {
    Holder::of(&headers)?;
    // A page loaded over HTTPS sends only a cookie that was set over HTTPS.
    let origin = headers.get(header::ORIGIN);
    let is_encrypted = origin.is_some_and(|origin| origin.as_bytes().starts_with(b"https://"));
    let settings = &app.settings;
    let cookie = seats::cookie(
        &headers,
        &settings.base,
        settings.seat_seconds,
        is_encrypted,
    );
    // A secret is sent only once.
    let Some(cookie) = cookie else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let cookie = [(header::SET_COOKIE, cookie.to_string())];
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}

/// Opens a game and takes a seat in it
#[utoipa::path(post, path = "/games", params(Repeatable), request_body = OpenRequest, responses(
    (status = 201, description = "The game is stored and the seat is taken", body = Joined,
        headers(("Location" = String, description = "Path of the game"))),
    OfBody, OfHolder, OfLookup, OfOpening, OfKey, OfSeats, OfRate, OfStore
), security((), ("token" = []), ("cookie" = []), ("secure_cookie" = [])))]
async fn open(
    Shared(app): Shared<App>,
    client: Client,
    holder: Holder,
    IdempotencyKey(key): IdempotencyKey,
    Json(request): Json<OpenRequest>,
) -> Result<Response, Problem> {
    let joined = service::open(&app, client, &holder, key.as_deref(), &request).await?;
    let path = format!("/api/v1/games/{}", joined.game.id);
    let location = [(header::LOCATION, app.settings.base.at(&path))];
    Ok((StatusCode::CREATED, location, axum::Json(joined)).into_response())
}

/// Shows the current state of a game
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
        app.guard.wrong_token(client)?;
    }
    let you = holder.seat(&game);
    Ok(axum::Json(State::of(&game, room.connected(), you, true)))
}

/// Takes the free seat of a game
#[utoipa::path(post, path = "/games/{id}/join", params(("id" = String, Path), Repeatable),
    request_body = JoinRequest, responses(
    (status = 200, description = "The client has the seat", body = Joined),
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
    let joined = service::join(&app, client, holder, key.as_deref(), &id, &request);
    Ok(axum::Json(joined.await?))
}

/// Performs an action: a move, a resignation, an offer to take back a move or its answer
#[utoipa::path(post, path = "/games/{id}/actions", params(("id" = String, Path)),
    request_body = ActionRequest, responses(
    (status = 200, description = "The action is stored; a repeated request stores it only once", body = Done),
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
    let player = holder.acting(&app, client, &room.game())?;
    let ply = service::perform_to_completion(&app, &room, player, request).await?;
    let game = room.game();
    Ok(axum::Json(Done {
        event: EventState::of(&game, ply),
        game: State::of(&game, room.connected(), Some(player), true),
    }))
}

/// Lists the actions of a game
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

/// Opens the rematch of a finished game, or takes a seat in it; the other player begins
#[utoipa::path(post, path = "/games/{id}/rematch", params(("id" = String, Path)),
    request_body = NoFields, responses(
    (status = 200, description = "A seat in the rematch", body = Joined),
    OfBody, OfPlayers, OfLookup, OfEnd, OfSeats, OfRate, OfStore
), security(("token" = []), ("cookie" = []), ("secure_cookie" = [])))]
async fn rematch(
    Shared(app): Shared<App>,
    client: Client,
    holder: Holder,
    Path(id): Path<String>,
    Json(NoFields {}): Json<NoFields>,
) -> Result<axum::Json<Joined>, Problem> {
    Ok(axum::Json(
        service::rematch(&app, client, holder, &id).await?,
    ))
}

/// Declines a rematch: anyone may take the seat that is reserved for this player
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
    service::decline(app, client, &holder, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An object without fields.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NoFields {}

/// Returns the record of a game
#[utoipa::path(get, path = "/games/{id}/record", params(("id" = String, Path)), responses(
    (status = 200, description = "The record", body = String, content_type = "text/plain"),
    OfLookup, OfStore
))]
async fn record(Shared(app): Shared<App>, Path(id): Path<String>) -> Result<String, Problem> {
    let room = enter(&app, &id).await?;
    Ok(messages::record(&room.game()).to_string())
}

/// Returns all stored data of a game, for its players
#[utoipa::path(get, path = "/games/{id}/export", params(("id" = String, Path)), responses(
    (status = 200, description = "All stored data except the hashes of the tokens", body = Export),
    OfPlayers, OfLookup, OfStore
), security(("token" = []), ("cookie" = []), ("secure_cookie" = [])))]
async fn export(
    Shared(app): Shared<App>,
    client: Client,
    holder: Holder,
    Path(id): Path<String>,
) -> Result<axum::Json<Export>, Problem> {
    let room = enter(&app, &id).await?;
    holder.acting(&app, client, &room.game())?;
    let stored = app.games.stored(room.id).await?;
    Ok(axum::Json(stored.into()))
}

/// Deletes a game for the operator.
pub(crate) async fn delete(
    Shared(app): Shared<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    // The operator's listener does not check hosts, so requests from a page are rejected here.
    if headers.contains_key(header::ORIGIN) {
        let detail = "a page cannot delete games";
        return Err(Problem::new(kind::FOREIGN, detail));
    }
    service::delete(app, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
