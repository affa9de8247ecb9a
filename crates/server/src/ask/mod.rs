//! Questions about games and positions: nothing is remembered between two of them.
//!
//! ```text
//!     view        a position as front ends need it
//!     answers     one file a question
//! ```

mod analysis;
mod catalogue;
mod choosing;
mod positions;
mod puzzles;
mod records;
mod sentence;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;

/// The paths of all questions.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(catalogue::games))
        .routes(routes!(catalogue::game))
        .routes(routes!(positions::position))
        .routes(routes!(positions::play))
        .routes(routes!(positions::why))
        .routes(routes!(analysis::analyze))
        .routes(routes!(choosing::choose))
        .routes(routes!(records::replay))
        .routes(routes!(records::review))
        .routes(routes!(puzzles::puzzle))
}
