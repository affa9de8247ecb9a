//! Which games there are, and how each is played.

use axum::Json;
use quintet_arena::Who;
use quintet_games::{AnyPosition, Example, Listing, MoveError, Scene, catalogue};
use serde::Serialize;
use utoipa::ToSchema;

use super::view::View;
use crate::extract::Path;
use crate::named;
use crate::problem::Problem;
use crate::refusals::OfLookup;

/// Every game and every kind of player.
#[derive(Serialize, ToSchema)]
pub(crate) struct Catalogue {
    /// The games.
    games: Vec<Entry>,
    /// Who can play: `human`, and those that the server plays.
    players: Vec<&'static str>,
}

/// A game.
#[derive(Serialize, ToSchema)]
struct Entry {
    /// The name in requests, records and addresses.
    id: &'static str,
    /// The name for people.
    name: &'static str,
    /// The game in one line.
    summary: &'static str,
    /// The names of its sizes, the rule book's first.
    sizes: Vec<String>,
    /// A position that shows at a glance which game this is.
    picture: Scene,
}

/// A game with its rules.
#[derive(Serialize, ToSchema)]
pub(crate) struct Page {
    #[serde(flatten)]
    entry: Entry,
    /// The rules with their rulings, as Markdown.
    rules: &'static str,
    /// What is legal, what is not, and how the game is won.
    examples: Vec<Tried>,
}

/// A move that is tried in a position.
#[derive(Serialize, ToSchema)]
#[schema(as = Example)]
struct Tried {
    /// What is to be seen.
    caption: &'static str,
    /// Where the move is tried.
    view: View,
    /// The move.
    #[serde(rename = "move")]
    mv: &'static str,
    /// The cells that the move names.
    touches: Vec<usize>,
    /// What becomes of it.
    outcome: Outcome,
    /// What is said: why it is refused, how the game has ended, or a confirmation, which may be
    /// empty.
    sentence: String,
    /// Where the move leads to, unless it is refused.
    #[schema(required)]
    after: Option<View>,
}

/// What becomes of a move.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    /// It is played.
    Legal,
    /// It is against the rules.
    Refused,
    /// It is played and wins.
    Wins,
}

/// Every game, and who can play.
#[utoipa::path(
    get,
    path = "/catalogue",
    tag = "games",
    responses((status = 200, body = Catalogue, description = "The catalogue"))
)]
pub(crate) async fn games() -> Json<Catalogue> {
    Json(Catalogue {
        games: catalogue().map(Entry::of).collect(),
        players: Who::ALL.iter().map(|who| who.name()).collect(),
    })
}

/// A game with its rules and examples.
#[utoipa::path(
    get,
    path = "/catalogue/{game}",
    tag = "games",
    params(("game" = String, Path, description = "The id of a game")),
    responses((status = 200, body = Page, description = "The game"), OfLookup)
)]
pub(crate) async fn game(Path(game): Path<String>) -> Result<Json<Page>, Problem> {
    let listing = named::listing(&game)?;
    let tried = |example: &Example| Tried::of(listing, example);
    Ok(Json(Page {
        entry: Entry::of(listing),
        rules: listing.rules,
        examples: listing.examples.iter().map(tried).collect(),
    }))
}

/// A position that the game itself has written.
fn own(listing: &Listing, text: &str) -> Box<dyn AnyPosition> {
    let position = listing.standard().position(text);
    position.expect("the positions of the catalogue are tested")
}

impl Entry {
    fn of(listing: &Listing) -> Self {
        Entry {
            id: listing.id,
            name: listing.name,
            summary: listing.summary,
            sizes: named::sizes(listing),
            picture: own(listing, listing.picture).scene(),
        }
    }
}

impl Tried {
    fn of(listing: &Listing, example: &Example) -> Self {
        let position = own(listing, example.position);
        let (outcome, sentence, after) = match position.play(example.entry) {
            Ok(played) => {
                let (outcome, sentence) = match played.position.ending() {
                    Some(ending) => (Outcome::Wins, ending),
                    None => (Outcome::Legal, played.confirmation),
                };
                (outcome, sentence, Some(View::of(&*played.position)))
            }
            Err(MoveError::Refused { sentence, .. } | MoveError::Malformed { sentence }) => {
                (Outcome::Refused, sentence, None)
            }
        };
        Tried {
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
