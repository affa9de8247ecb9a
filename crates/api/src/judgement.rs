//! A single move against the truth.

use quintet_arena::{Puzzle, consequence};
#[cfg(feature = "schema")]
use quintet_games::ValueDocument;
use quintet_games::{Catalogue, serialize_value};
use quintet_solver::Value;
use serde::{Deserialize, Serialize};

use crate::{Needs, Prepared, Request, RequestError, named};

/// A move to be judged.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JudgeMove {
    /// The id of a game.
    pub game: String,
    /// The board; the rule book's if it is left out.
    pub size: Option<String>,
    /// The position as text; the start if it is left out.
    pub position: Option<String>,
    /// The move in either spelling: `2 2` or `2-2`.
    #[serde(rename = "move")]
    pub mv: String,
}

/// What a move did to the value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Judgement {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the position was worth to the player.
    #[serde(serialize_with = "serialize_value")]
    #[cfg_attr(feature = "schema", schema(value_type = ValueDocument))]
    pub before: Option<Value>,
    /// What the move leaves of it, counted from before the move.
    #[serde(serialize_with = "serialize_value")]
    #[cfg_attr(feature = "schema", schema(value_type = ValueDocument))]
    pub after: Option<Value>,
    /// Whether the move keeps the value; `null` if that is not known.
    #[cfg_attr(feature = "schema", schema(required))]
    pub keeps: Option<bool>,
    /// What the move leads to, spoken to the player: `loses in 4: the answer is 3 3`.
    pub consequence: String,
    /// Whether the move solves the puzzle that the position is, in words; `null` if it is none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub puzzle: Option<String>,
}

impl Request for JudgeMove {
    type Response = Judgement;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Judgement>, RequestError> {
        let variant = named::variant(catalogue, &self.game, self.size.as_deref())?;
        let position = named::position_or_start(variant, self.position.as_deref(), None)?;
        let mv = position.play(&self.mv)?.mv;
        let needs = Needs::Values(position.clone());
        Ok(Prepared::new(needs, move |context| {
            let (oracle, budget) = (context.oracle(variant), context.budget());
            let analysis = oracle.analyze(&*position, budget.part(2));
            let before = analysis.value;
            let after = analysis.of_move(&mv);
            let consequence = consequence(&*position, &mv, &*oracle, budget);
            let puzzle = Puzzle::of_analysis(position, &analysis);
            Ok(Judgement {
                before,
                after,
                keeps: before
                    .zip(after)
                    .map(|(before, after)| before.is_same_kind(after)),
                puzzle: puzzle.map(|puzzle| puzzle.judgement(&mv, Some(&consequence))),
                consequence,
                mv,
            })
        }))
    }
}
