//! The tools: their names, arguments and documents.

use quintet_api::{AnalysisDocument, Beginner, GameList, GamePage, SessionDocument, View};
use quintet_arena::{Review, Who};
use quintet_games::Catalogue;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{Object, ObjectBuilder, Type};

use crate::schema;

/// Something that an assistant can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tool {
    ListGames,
    Rules,
    NewGame,
    State,
    LegalMoves,
    Play,
    TakeBack,
    Analyze,
    Hint,
    Review,
}

impl Tool {
    pub(crate) const ALL: [Tool; 10] = [
        Tool::ListGames,
        Tool::Rules,
        Tool::NewGame,
        Tool::State,
        Tool::LegalMoves,
        Tool::Play,
        Tool::TakeBack,
        Tool::Analyze,
        Tool::Hint,
        Tool::Review,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Tool::ListGames => "list_games",
            Tool::Rules => "rules",
            Tool::NewGame => "new_game",
            Tool::State => "state",
            Tool::LegalMoves => "legal_moves",
            Tool::Play => "play",
            Tool::TakeBack => "take_back",
            Tool::Analyze => "analyze",
            Tool::Hint => "hint",
            Tool::Review => "review",
        }
    }

    pub(crate) const fn title(self) -> &'static str {
        match self {
            Tool::ListGames => "List the games",
            Tool::Rules => "Read the rules of a game",
            Tool::NewGame => "Begin a game",
            Tool::State => "Look at a game",
            Tool::LegalMoves => "List the legal moves",
            Tool::Play => "Play a move",
            Tool::TakeBack => "Take back a move",
            Tool::Analyze => "Analyze a game's position",
            Tool::Hint => "Ask for a hint",
            Tool::Review => "Review a game",
        }
    }

    pub(crate) const fn description(self) -> &'static str {
        match self {
            Tool::ListGames => "Lists the games with their sizes, and the levels of opponents.",
            Tool::Rules => "Tells how a game is played and won, and how a move is written.",
            Tool::NewGame => {
                "Begins a game against a level, which moves at once if it begins. The answer has the id by which \
                 the other tools know the game."
            }
            Tool::State => "Shows a game: the board, what was played, and who is to move.",
            Tool::LegalMoves => "Lists every legal move in a game.",
            Tool::Play => {
                "Plays your move in a game. The opponent replies at once. A move against the rules is refused with \
                 the reason and the legal moves, and the game stays as it was."
            }
            Tool::TakeBack => {
                "Takes back your last move in a game, and the opponent's reply to it."
            }
            Tool::Analyze => {
                "Says what the position of a game and each of its moves are worth with best play, and why. Values \
                 are exact, or unsolved."
            }
            Tool::Hint => "Names a best move in a game, and says why it is one.",
            Tool::Review => {
                "Looks at the moves of a game so far: which of them gave a win away, and what would have been better."
            }
        }
    }

    /// Whether it tells what positions and moves are worth.
    pub(crate) const fn tells_truth(self) -> bool {
        matches!(self, Tool::Analyze | Tool::Hint | Tool::Review)
    }

    /// Whether it changes nothing.
    pub(crate) const fn is_reading(self) -> bool {
        !matches!(self, Tool::NewGame | Tool::Play | Tool::TakeBack)
    }

    /// The schema of its arguments, with the ids of the games.
    pub(crate) fn input(self, catalogue: Catalogue) -> Map<String, Value> {
        let mut schema = match self {
            Tool::ListGames => schema::of::<Nothing>(),
            Tool::Rules => schema::of::<WhichRules>(),
            Tool::NewGame => schema::of::<Begin>(),
            Tool::Play => schema::of::<Play>(),
            Tool::State
            | Tool::LegalMoves
            | Tool::TakeBack
            | Tool::Analyze
            | Tool::Hint
            | Tool::Review => schema::of::<WhichGame>(),
        };
        let game = schema
            .get_mut("properties")
            .and_then(|fields| fields.get_mut("game"));
        if let Some(game) = game {
            game["enum"] = catalogue.iter().map(|listing| listing.id).collect();
        }
        schema
    }

    /// The schema of its document.
    pub(crate) fn output(self) -> Map<String, Value> {
        match self {
            Tool::ListGames => schema::of::<GameList>(),
            Tool::Rules => schema::of::<GamePage>(),
            Tool::NewGame | Tool::State | Tool::Play | Tool::TakeBack => {
                schema::of::<GameDocument>()
            }
            Tool::LegalMoves => schema::of::<View>(),
            Tool::Analyze => schema::of::<AnalysisDocument>(),
            Tool::Hint => schema::of::<HintDocument>(),
            Tool::Review => schema::of::<Review>(),
        }
    }
}

/// No arguments.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// The arguments of `rules`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhichRules {
    /// The id of a game.
    pub(crate) game: String,
}

/// The arguments of `new_game`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Begin {
    /// The id of a game.
    pub(crate) game: String,
    /// The board, such as `5x5`; the rule book's if it is left out.
    pub(crate) size: Option<String>,
    #[schema(schema_with = levels, required = false)]
    pub(crate) opponent: Option<String>,
    /// The player whose moves you choose; 1 if it is left out.
    #[schema(minimum = 1, maximum = 2)]
    pub(crate) seat: Option<u8>,
    #[schema(schema_with = beginners, required = false)]
    pub(crate) first: Option<Beginner>,
    /// The seed of the opponent's random choices: with the same seed the same moves have the same replies. Drawn if it
    /// is left out.
    #[schema(maximum = 9_007_199_254_740_991_i64)]
    pub(crate) seed: Option<u64>,
}

/// Which game in progress.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhichGame {
    /// The id of a game, from `new_game`.
    pub(crate) id: String,
}

/// The arguments of `play`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// The id of a game, from `new_game`.
    pub(crate) id: String,
    /// The move as the rules write it; with `-` instead of spaces, if you like.
    #[serde(rename = "move")]
    pub(crate) mv: String,
}

/// A game in progress, and what was done in it just now.
#[derive(Serialize, ToSchema)]
#[schema(as = Game)]
pub(crate) struct GameDocument {
    /// The id of this game in progress.
    pub(crate) id: String,
    /// The player whose moves you choose.
    #[schema(minimum = 1, maximum = 2)]
    pub(crate) seat: u8,
    /// The seed of the opponent's random choices.
    pub(crate) seed: u64,
    /// The address of the resource with the record of the game.
    pub(crate) record: String,
    #[serde(flatten)]
    pub(crate) session: SessionDocument,
}

/// A best move, and why it is one.
#[derive(Serialize, ToSchema)]
#[schema(as = Hint)]
pub(crate) struct HintDocument {
    /// The hint in sentences; where nothing is proved, a move that looks best.
    pub(crate) hint: String,
    /// The move that the hint names; `null` if the game is over.
    #[schema(required)]
    pub(crate) hinted: Option<String>,
}

/// One of these words.
fn words(about: &str, words: impl IntoIterator<Item = &'static str>) -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(words))
        .description(Some(about))
        .build()
}

fn beginners() -> Object {
    let about = "Who begins: 1, 2, or \"random\" for one of them by lot; 1 if it is left out.";
    ObjectBuilder::new()
        .schema_type(SchemaType::AnyValue)
        .enum_values(Some([json!(1), json!(2), json!("random")]))
        .description(Some(about))
        .build()
}

fn levels() -> Object {
    words(
        "Who plays against you; medium if it is left out.",
        Who::ALL[1..].iter().map(Who::name),
    )
}
