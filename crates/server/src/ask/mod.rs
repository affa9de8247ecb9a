//! Questions about games and positions: nothing is remembered between two of them.

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

/// The paths of all questions.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
}
