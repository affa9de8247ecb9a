//! Which games there are, and how each is played.

use std::fmt;

use quintet_arena::{Change, Library, Who};
use quintet_games::{self as games, AnyPosition, Catalogue, Listing, Scene};
use quintet_rules::Player;
use serde::{Deserialize, Serialize};

use crate::{Needs, Prepared, Request, RequestError, View, named};

/// Which games there are, and who can play.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListGames {}

/// How a game is played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DescribeGame {
    /// The id of a game.
    pub game: String,
}

/// Every game and every kind of player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Catalogue))]
pub struct GameList {
    /// The games.
    pub games: Vec<Entry>,
    /// Who can play: `human`, and those that choose by themselves.
    pub players: Vec<&'static str>,
}

/// A game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Entry {
    /// The name in requests, records and addresses.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// The names of its sizes, the rule book's first.
    pub sizes: Vec<String>,
    /// Those of its sizes at which not every position is known here: levels can err there.
    pub unsolved: Vec<String>,
    /// A position that shows at a glance which game this is.
    pub picture: Scene,
    /// The hue of the colour that the game is known by, in degrees.
    pub hue: u16,
    /// A short game to be watched.
    pub demo: Demo,
}

/// A short game as it is drawn, without its moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Demo {
    /// What is drawn at its start.
    pub start: Scene,
    /// What each move changes.
    pub steps: Vec<Vec<Change>>,
    /// The cells that decided the game, by index.
    pub winning: Vec<usize>,
}

/// A game with its rules.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GamePage {
    /// The entry of the catalogue.
    #[serde(flatten)]
    pub entry: Entry,
    /// The rules with their rulings, as Markdown.
    pub rules: &'static str,
    /// What is legal, what is not, and how the game is won.
    pub examples: Vec<ExampleDocument>,
}

/// A move that is tried in a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Example))]
pub struct ExampleDocument {
    /// What is to be seen.
    pub caption: &'static str,
    /// Where the move is tried.
    pub view: View,
    /// The move.
    #[serde(rename = "move")]
    pub mv: &'static str,
    /// The cells that the move names.
    pub touches: Vec<usize>,
    /// What becomes of it.
    pub outcome: ExampleOutcome,
    /// What is said: why it is refused, how the game has ended, or a confirmation, which may be
    /// empty.
    pub sentence: String,
    /// Where the move leads to, unless it is refused.
    #[cfg_attr(feature = "schema", schema(required))]
    pub after: Option<View>,
}

/// What becomes of a move that is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ExampleOutcome {
    /// It is played.
    Legal,
    /// It is against the rules.
    Refused,
    /// It is played and wins.
    Wins,
}

impl Request for ListGames {
    type Response = GameList;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<GameList>, RequestError> {
        Ok(Prepared::new(Needs::Nothing, move |context| {
            let entry = |listing| Entry::of(listing, &context.library);
            Ok(GameList {
                games: catalogue.iter().map(entry).collect(),
                players: Who::ALL.iter().map(Who::name).collect(),
            })
        }))
    }
}

impl Request for DescribeGame {
    type Response = GamePage;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<GamePage>, RequestError> {
        let listing = named::listing(catalogue, &self.game)?;
        let example = move |example: &games::Example| ExampleDocument::of(listing, example);
        Ok(Prepared::new(Needs::Nothing, move |context| {
            Ok(GamePage {
                entry: Entry::of(listing, &context.library),
                rules: listing.rules,
                examples: listing.examples.iter().map(example).collect(),
            })
        }))
    }
}

/// The text: each game with its sizes.
impl fmt::Display for GameList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for game in &self.games {
            writeln!(f, "{:<17} {}", game.id, game.summary)?;
            writeln!(f, "{:<17} sizes {}", "", game.sizes.join(", "))?;
        }
        Ok(())
    }
}

/// A position that the game itself has written.
fn own(listing: &Listing, text: &str) -> Box<dyn AnyPosition> {
    let position = listing.standard().position(text);
    position.expect("the positions of the catalogue are tested")
}

impl Entry {
    fn of(listing: &Listing, library: &Library) -> Self {
        Entry {
            id: listing.id,
            name: listing.name,
            summary: listing.summary,
            sizes: named::sizes(listing),
            unsolved: listing
                .sizes
                .iter()
                .filter(|variant| !library.knows(**variant))
                .map(|variant| variant.size().to_string())
                .collect(),
            picture: own(listing, listing.picture).scene(),
            hue: listing.hue,
            demo: Demo::of(listing),
        }
    }
}

impl Demo {
    fn of(listing: &Listing) -> Self {
        let mut position = listing.standard().start(Player::One);
        let start = position.scene();
        let mut scene = start.clone();
        let mut steps = Vec::new();
        for mv in listing.demo {
            let played = position.play(mv);
            position = played.expect("demonstrations are tested").position;
            let next = position.scene();
            let pairs = next.cells.iter().zip(&scene.cells).enumerate();
            let changes = pairs.filter_map(|(cell, (after, before))| {
                let token = after.token;
                (token != before.token).then_some(Change { cell, token })
            });
            steps.push(changes.collect());
            scene = next;
        }
        Demo {
            start,
            steps,
            winning: position.ending().map_or_else(Vec::new, |end| end.cells),
        }
    }
}

impl ExampleDocument {
    fn of(listing: &Listing, example: &games::Example) -> Self {
        let position = own(listing, example.position);
        let (outcome, sentence, after) = match position.play(example.entry) {
            Ok(played) => {
                let (outcome, sentence) = match played.position.ending() {
                    Some(ending) => (ExampleOutcome::Wins, ending.sentence),
                    None => (ExampleOutcome::Legal, played.confirmation),
                };
                (outcome, sentence, Some(View::of(&*played.position)))
            }
            Err(error) => (ExampleOutcome::Refused, error.to_string(), None),
        };
        ExampleDocument {
            caption: example.caption,
            view: View::of(&*position),
            mv: example.entry,
            touches: position.marks(example.entry).unwrap_or_default(),
            outcome,
            sentence,
            after,
        }
    }
}
