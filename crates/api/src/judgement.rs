//! The effect of a single move on the value.

use quintet_arena::{Puzzle, consequence};
#[cfg(feature = "schema")]
use quintet_games::ValueDocument;
use quintet_games::{Catalogue, serialize_value};
use quintet_solver::Value;
use serde::{Deserialize, Serialize};

use crate::{Needs, Prepared, Request, RequestError, names};

/// A request to judge a move.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JudgeMove {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
    /// The position. Default: the start of the game.
    pub position: Option<String>,
    /// The move, in either notation: `2 2` or `2-2`.
    #[serde(rename = "move")]
    pub mv: String,
}

/// The effect of a move on the value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Judgement {
    /// The move as the rule book writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in words, such as `(2,3)` or `cell 5`.
    pub name: String,
    /// The value for the player before the move.
    #[serde(serialize_with = "serialize_value")]
    #[cfg_attr(feature = "schema", schema(value_type = ValueDocument))]
    pub before: Option<Value>,
    /// The value for the player after it, with the distance counted from before the move.
    #[serde(serialize_with = "serialize_value")]
    #[cfg_attr(feature = "schema", schema(value_type = ValueDocument))]
    pub after: Option<Value>,
    /// True if the move preserves the outcome; `null` if that is unsolved.
    #[cfg_attr(feature = "schema", schema(required))]
    pub correct: Option<bool>,
    /// The consequence of the move, addressed to the player: `loses in 2: the answer is (3,3)`.
    pub consequence: String,
    /// The result of the move in words if the position is a puzzle, else `null`.
    #[cfg_attr(feature = "schema", schema(required))]
    pub puzzle: Option<String>,
}

impl Request for JudgeMove {
    type Response = Judgement;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Judgement>, RequestError> {
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        let position = names::position_or_start(variant, self.position.as_deref(), None)?;
        let mv = position.play(&self.mv)?.mv;
        let needs = Needs::Values(position.clone());
        Ok(Prepared::new(needs, move |context| {
            let (oracle, budget) = (context.oracle(variant), context.budget());
            let analysis = oracle.analyze(&*position, budget.part(2));
            let before = analysis.value;
            let after = analysis.of_move(&mv);
            let consequence = consequence(&*position, &mv, &*oracle, budget);
            let name = position.name_move(&mv);
            let puzzle = Puzzle::of_analysis(position, &analysis);
            Ok(Judgement {
                name,
                before,
                after,
                correct: before
                    .zip(after)
                    .map(|(before, after)| before.is_same_kind(after)),
                puzzle: puzzle.map(|puzzle| puzzle.judgement(&mv, Some(&consequence))),
                consequence,
                mv,
            })
        }))
    }
}
