//! Reviews of finished games.

use quintet_arena::Review;
use quintet_games::Catalogue;
use quintet_solver::Progress;
use serde::{Deserialize, Serialize};

use crate::{Needs, Prepared, RecordedGame, Request, RequestError};

/// A request to review a game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct ReviewGame(pub RecordedGame);

/// Several reviews, in the order of their records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reviews {
    /// The reviews.
    pub games: Vec<Review>,
}

impl Request for ReviewGame {
    type Response = Review;

    fn is_long(&self) -> bool {
        self.0.is_long()
    }

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Review>, RequestError> {
        let record = self.0.read_game(catalogue)?;
        let needs = Needs::Oracle(record.variant());
        Ok(Prepared::new(needs, move |context| {
            let oracle = context.oracle(record.variant());
            let progress = Progress::default();
            Ok(Review::of(&record, &*oracle, context.budget(), &progress))
        }))
    }
}
