//! The paths of questions about games and positions. `quintet_api` answers them; nothing is remembered
//! between two of them.

mod catalogue;
pub(crate) mod executor;
mod games;
mod positions;
mod queue;
mod truth;

use axum::Json;
use quintet_api::Request;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::http::problem::Problem;

/// What a path answers to a question.
type JsonResponse<Q> = Result<Json<<Q as Request>::Response>, Problem>;

/// The paths of all questions.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(catalogue::games))
        .routes(routes!(catalogue::game))
        .routes(routes!(catalogue::lesson))
        .routes(routes!(positions::position))
        .routes(routes!(positions::play))
        .routes(routes!(positions::why))
        .routes(routes!(games::session))
        .routes(routes!(games::replay))
        .routes(routes!(games::review))
        .routes(routes!(truth::analyze))
        .routes(routes!(truth::judge))
        .routes(routes!(truth::choose))
        .routes(routes!(truth::puzzle))
        .routes(routes!(truth::daily))
}
