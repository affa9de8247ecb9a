//! What a level plays.

use quintet_arena::{Dice, Who};
use quintet_games::{AnyPosition, Catalogue};
use serde::{Deserialize, Serialize};

use crate::{Context, Needs, PlayedDocument, Prepared, Request, RequestError, kind, named};

/// A choice to be made.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Choose {
    /// The id of a game.
    pub game: String,
    /// The board; the rule book's if it is left out.
    pub size: Option<String>,
    /// The position as text; the start if it is left out.
    pub position: Option<String>,
    /// Who chooses: any player of the catalogue but `human`.
    #[cfg_attr(feature = "schema", schema(schema_with = named::level_schema))]
    pub player: String,
    /// Where there is chance, the same seed chooses the same move; drawn if it is left out.
    pub seed: Option<u64>,
}

/// A move that has been chosen and played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Chosen {
    /// The move, and where it leads to.
    #[serde(flatten)]
    pub played: PlayedDocument,
    /// The seed of the choice.
    pub seed: u64,
}

impl Request for Choose {
    type Response = Chosen;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Chosen>, RequestError> {
        let variant = named::variant(catalogue, &self.game, self.size.as_deref())?;
        let position = named::position_or_start(variant, self.position.as_deref(), None)?;
        let who = named::who(&self.player, &Who::ALL[1..])?;
        if let Some(ending) = position.ending() {
            let detail = format!(
                "there is nothing to choose: {}",
                ending.sentence.replace('\n', " ")
            );
            return Err(RequestError::new(kind::NOTHING_TO_CHOOSE, detail));
        }
        let seed = named::seed(self.seed)?;
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

/// What a choice needs: random moves need no oracle, and a level knows the position and what follows.
pub(crate) fn needs(who: &Who, position: &dyn AnyPosition) -> Needs {
    if who.is_level() {
        Needs::Values(position.boxed())
    } else {
        Needs::Nothing
    }
}

/// The move of a player that is not a person.
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
