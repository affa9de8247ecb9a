//! Games, sizes and positions on the command line.

use std::any::TypeId;

use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args};
use quintet_games::{AnyPosition, Catalogue, Listing, Variant, escape};
use quintet_rules::Player;

/// A game and its size.
#[derive(Args)]
pub(crate) struct GameAndSize {
    /// Game
    #[arg(value_parser = game_parser(Catalogue::STANDARD), ignore_case = true)]
    game: &'static Listing,

    /// Board size, such as 5x5; `quintet games` lists them [default: the standard size]
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
}

/// A game, its size and a position.
#[derive(Args)]
pub(crate) struct Board {
    #[command(flatten)]
    pub(crate) game: GameAndSize,

    /// Position, such as "..../.X../..../.... 2" [default: the initial one]
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

/// The game that the full-screen app starts with.
#[derive(Args)]
pub(crate) struct AppStart {
    /// Start the full-screen app with a new game of this kind, such as gridlock
    #[arg(long, value_name = "GAME", value_parser = game_parser(Catalogue::STANDARD), ignore_case = true,
          hide_possible_values = true)]
    game: Option<&'static Listing>,

    /// Board size of that game [default: the standard size]
    #[arg(long, value_name = "SIZE", requires = "game")]
    size: Option<String>,

    /// Position in which that game starts [default: the initial one]
    #[arg(long, value_name = "POSITION", requires = "game")]
    position: Option<String>,
}

impl AppStart {
    /// True if a game is given.
    pub(crate) fn is_given(&self) -> bool {
        self.game.is_some()
    }

    /// Returns the position to start from, if a game is given.
    pub(crate) fn position(&self) -> Result<Option<Box<dyn AnyPosition>>> {
        let Some(game) = self.game else {
            return Ok(None);
        };
        let variant = variant_of(game, self.size.as_deref())?;
        let position = match &self.position {
            Some(text) => position_of(variant, text)?,
            None => variant.start(Player::One),
        };
        Ok(Some(position))
    }
}

impl GameAndSize {
    /// Returns the game at the given size, or at the rule book's.
    pub(crate) fn variant(&self) -> Result<&'static dyn Variant> {
        variant_of(self.game, self.size.as_deref())
    }
}

impl Board {
    /// Returns the given position, or the initial one.
    pub(crate) fn position(&self) -> Result<Box<dyn AnyPosition>> {
        let variant = self.game.variant()?;
        match &self.position {
            Some(text) => position_of(variant, text),
            None => Ok(variant.start(Player::One)),
        }
    }
}

/// Returns the game at a size, or at the rule book's.
pub(crate) fn variant_of(
    game: &'static Listing,
    size: Option<&str>,
) -> Result<&'static dyn Variant> {
    let Some(name) = size else {
        return Ok(game.standard());
    };
    game.size(name).with_context(|| {
        let (found, sizes) = (escape(name), quintet_api::sizes(game).join(", "));
        format!("{} has no size '{found}'; available: {sizes}", game.name)
    })
}

/// Parses the option `--position`.
pub(crate) fn position_of(variant: &dyn Variant, text: &str) -> Result<Box<dyn AnyPosition>> {
    match variant.position(text) {
        Ok(position) => Ok(position),
        Err(error) => bail!(
            "--position: {error} (example for {} {}: \"{}\")",
            variant.id(),
            variant.size(),
            variant.start(Player::One).text()
        ),
    }
}

/// Returns a parser of game ids. [`command`] replaces the catalogue.
pub(super) fn game_parser(catalogue: Catalogue) -> impl TypedValueParser<Value = &'static Listing> {
    let value = |listing: &Listing| PossibleValue::new(listing.id).help(listing.summary);
    PossibleValuesParser::new(catalogue.iter().map(value)).map(move |id| {
        let found = catalogue.find(&id.to_lowercase());
        found.expect("only listed games are accepted")
    })
}

/// True if the value of an argument is a game.
pub(crate) fn is_game(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<&'static Listing>()
}
