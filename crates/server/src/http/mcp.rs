//! Games for AI assistants, at `/mcp`.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::post;
use quintet_api::{AnyRequest, RequestError};
use quintet_games::Catalogue;
use quintet_mcp::{Backend, BackendFuture, Config, Games, Http};

use crate::app::App;
use crate::http::extract::body;
use crate::http::guard::{CLIENT, Client};
use crate::http::problem::Problem;
use crate::settings::Assistants;

/// Games in memory, each of some kilobytes.
const GAMES: usize = 1000;

/// Lifetime of an unused game.
const IDLE: Duration = Duration::from_hours(1);

/// Returns the route for assistants, if it is enabled.
pub(crate) fn routes(app: &App) -> Router<App> {
    let has_analysis = match app.settings.assistants {
        Assistants::Nothing => return Router::new(),
        Assistants::Games => false,
        Assistants::GamesAndTruth => true,
    };
    let config = Config {
        games: Games::new(GAMES, IDLE),
        has_analysis,
        exam: None,
    };
    let app = app.clone();
    let http = Http::new(config, move || {
        Box::new(ClientBackend {
            app: app.clone(),
            client: CLIENT.try_with(|client| *client).ok(),
        })
    });
    let http = Arc::new(http);
    let answer = move |State(app), request| answer(app, Arc::clone(&http), request);
    Router::new().route("/mcp", post(answer))
}

async fn answer(app: App, http: Arc<Http>, request: Request) -> Result<Response, Problem> {
    let (head, arriving) = request.into_parts();
    let body = body(Request::from_parts(head.clone(), arriving), &app).await?;
    Ok(http.answer(Request::from_parts(head, body)).await)
}

/// Computes responses within the limits of a client.
struct ClientBackend {
    app: App,
    client: Option<Client>,
}

impl Backend for ClientBackend {
    fn catalogue(&self) -> Catalogue {
        self.app.settings.catalogue
    }

    fn answer(&self, request: AnyRequest) -> BackendFuture<'_> {
        Box::pin(async move {
            let answering = self.app.executor.run(request);
            // The library responds in a task of its own, in which the client is not set.
            match self.client {
                Some(client) => CLIENT.scope(client, answering).await?,
                None => answering.await?,
            }
            Ok(())
        })
    }

    fn admit_game(&self) -> Result<(), RequestError> {
        match self.client {
            Some(client) => Ok(self.app.guard.new_game(client)?),
            None => Ok(()),
        }
    }
}
