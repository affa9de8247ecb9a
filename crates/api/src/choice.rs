//! Moves chosen by levels.

use quintet_arena::{Dice, Who};
use quintet_games::{AnyPosition, Catalogue};
use serde::{Deserialize, Serialize};

use crate::{Context, Needs, PlayedDocument, Prepared, Request, RequestError, kind, names};

/// A request for a move of a level.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Choose {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
    /// The position. Default: the start of the game.
    pub position: Option<String>,
    /// The player that chooses: any in the catalogue except `human`.
    #[cfg_attr(feature = "schema", schema(schema_with = names::level_schema))]
    pub player: String,
    /// Seed of random choices: the same seed gives the same move. Default: random.
    pub seed: Option<u64>,
}

/// The chosen move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Chosen {
    /// The move and the position after it.
    #[serde(flatten)]
    pub played: PlayedDocument,
    /// The seed of the random choices.
    pub seed: u64,
}

impl Request for Choose {
    type Response = Chosen;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Chosen>, RequestError> {
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        let position = names::position_or_start(variant, self.position.as_deref(), None)?;
        let who = names::who(&self.player, &Who::ALL[1..])?;
        if let Some(ending) = position.ending() {
            let detail = format!("the game is over: {}", ending.sentence.replace('\n', " "));
            return Err(RequestError::new(kind::NOTHING_TO_CHOOSE, detail));
        }
        let seed = names::seed(self.seed)?;
        Ok(Prepared::new(needs(&who, &*position), move |context| {
            let seed = seed.unwrap_or(context.seed);
            let mv = choose(&who, &*position, seed, context);
            let played = position.play(&mv).expect("players choose legal moves");
            Ok(Chosen {
                played: PlayedDocument::of(played),
                seed,
            })
        }))
    }
}

/// Returns the requirements of a choice: an oracle for a level, nothing for a random move.
pub(crate) fn needs(who: &Who, position: &dyn AnyPosition) -> Needs {
    if who.is_level() {
        Needs::Values(position.boxed())
    } else {
        Needs::Nothing
    }
}

/// Chooses a move for a computer player.
pub(crate) fn choose(
    who: &Who,
    position: &dyn AnyPosition,
    seed: u64,
    context: &Context,
) -> String {
    let oracle = || context.library.oracle(position.variant());
    let mut dice = Dice::for_game(seed, 0, position.to_move());
    let mv = who.choose(position, context.effort(), &mut dice, &oracle);
    mv.expect("the player is not a person")
}
