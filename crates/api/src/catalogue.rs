//! The catalogue of games.

use std::fmt;

use quintet_arena::{Change, Library, Opponent, Who, ladder};
use quintet_games::{self as games, AnyPosition, Catalogue, Listing, Scene};
use quintet_rules::Player;
use serde::{Deserialize, Serialize};

use crate::{Needs, Prepared, Request, RequestError, View, names};

/// A request for all games and kinds of players.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListGames {}

/// A request for the rules of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DescribeGame {
    /// The id of a game.
    pub game: String,
}

/// All games and kinds of players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Catalogue))]
pub struct GameList {
    /// Every game of the catalogue, in order.
    pub games: Vec<GameEntry>,
    /// The kinds of players: `human`, `random`, and the levels, weakest first. `slips:N`, a perfect player with N% random
    /// moves, is also accepted.
    pub players: Vec<&'static str>,
}

/// A game with its sizes, levels and picture.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Entry))]
pub struct GameEntry {
    /// The id in requests, records and URLs.
    pub id: &'static str,
    /// The display name.
    pub name: &'static str,
    /// A summary in one line.
    pub summary: &'static str,
    /// The names of its sizes, the rule book's first.
    pub sizes: Vec<String>,
    /// The sizes that are not solved here, at which levels may make mistakes.
    pub unsolved: Vec<String>,
    /// A typical position, as an icon of the game.
    pub picture: Scene,
    /// The hue of the game's color, in degrees.
    pub hue: u16,
    /// The levels as opponents in this game, weakest first.
    pub levels: Vec<Opponent>,
    /// The player who wins the start at the rule book's size under best play, if Player 1 moves first; `null` if nobody does.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub favored: Option<u8>,
    /// A short game to show as an animation.
    pub demo: Demo,
}

/// A short game as an animation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Demo {
    /// The initial board.
    pub start: Scene,
    /// The changes by each move.
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
    pub entry: GameEntry,
    /// The rules with their clarifications, as Markdown.
    pub rules: &'static str,
    /// Examples of legal and illegal moves and of wins.
    pub examples: Vec<ExampleDocument>,
    /// The ideas that explain who wins, the most important first.
    pub ideas: Vec<IdeaDocument>,
}

/// An idea that explains who wins.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = NamedIdea))]
pub struct IdeaDocument {
    /// The id in claims and puzzles, such as `mirror`.
    pub id: &'static str,
    /// The display name.
    pub name: &'static str,
    /// An explanation, as Markdown.
    pub text: &'static str,
    /// Positions whose claims have the idea.
    pub positions: Vec<View>,
    /// True if there are puzzles that practice it.
    pub practice: bool,
}

/// An example of a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Example))]
pub struct ExampleDocument {
    /// The point of the example.
    pub caption: &'static str,
    /// The position before the move.
    pub view: View,
    /// The move.
    #[serde(rename = "move")]
    pub mv: &'static str,
    /// The move in words, such as `(2,3)` or `cell 5`.
    pub name: String,
    /// The cells in the move's notation.
    pub touches: Vec<usize>,
    /// The result.
    pub outcome: ExampleOutcome,
    /// The reason for a refusal, the end of the game, or a confirmation, which may be empty.
    pub sentence: String,
    /// The position after a legal move.
    #[cfg_attr(feature = "schema", schema(required))]
    pub after: Option<View>,
}

/// The result of trying a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ExampleOutcome {
    /// The move is legal.
    Legal,
    /// The move is against the rules.
    Refused,
    /// The move wins.
    Wins,
}

impl Request for ListGames {
    type Response = GameList;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<GameList>, RequestError> {
        Ok(Prepared::new(Needs::Nothing, move |context| {
            let entry = |listing| GameEntry::of(listing, &context.library);
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
        let listing = names::listing(catalogue, &self.game)?;
        let example = move |example: &games::Example| ExampleDocument::of(listing, example);
        let idea = move |idea: &games::NamedIdea| IdeaDocument {
            id: idea.id,
            name: idea.name,
            text: idea.text,
            practice: idea.has_puzzles,
            positions: idea
                .positions
                .iter()
                .map(|text| View::of(&*own(listing, text)))
                .collect(),
        };
        Ok(Prepared::new(Needs::Nothing, move |context| {
            Ok(GamePage {
                entry: GameEntry::of(listing, &context.library),
                rules: listing.rules,
                examples: listing.examples.iter().map(example).collect(),
                ideas: listing.ideas.iter().map(idea).collect(),
            })
        }))
    }
}

/// Formats the games with their sizes.
impl fmt::Display for GameList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for game in &self.games {
            writeln!(f, "{:<17} {}", game.id, game.summary)?;
            writeln!(f, "{:<17} sizes {}", "", game.sizes.join(", "))?;
        }
        Ok(())
    }
}

/// Parses a position from the catalogue.
fn own(listing: &Listing, text: &str) -> Box<dyn AnyPosition> {
    let position = listing.standard().position(text);
    position.expect("the positions of the catalogue are tested")
}

impl GameEntry {
    fn of(listing: &'static Listing, library: &Library) -> Self {
        GameEntry {
            id: listing.id,
            name: listing.name,
            summary: listing.summary,
            sizes: names::sizes(listing),
            unsolved: listing
                .sizes
                .iter()
                .filter(|variant| !library.is_solved(**variant))
                .map(|variant| variant.size().to_string())
                .collect(),
            picture: own(listing, listing.picture).scene(),
            hue: listing.hue,
            levels: ladder(listing),
            favored: listing.favored.map(Player::number),
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
            name: position.name_move(example.entry),
            touches: position.marks(example.entry).unwrap_or_default(),
            outcome,
            sentence,
            after,
        }
    }
}
