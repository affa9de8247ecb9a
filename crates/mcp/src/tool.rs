//! The tools: names, descriptions and schemas.

use quintet_api::{AnalysisDocument, Beginner, GameList, GamePage, SessionDocument, View};
use quintet_arena::{Review, Who};
use quintet_games::Catalogue;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{Object, ObjectBuilder, Type};

use crate::schema;

/// A tool that an assistant can call.
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
            Tool::ListGames => "List games",
            Tool::Rules => "Show the rules",
            Tool::NewGame => "Start a game",
            Tool::State => "Show a game",
            Tool::LegalMoves => "List legal moves",
            Tool::Play => "Play a move",
            Tool::TakeBack => "Undo a move",
            Tool::Analyze => "Analyze the position",
            Tool::Hint => "Get a hint",
            Tool::Review => "Review a game",
        }
    }

    pub(crate) const fn description(self) -> &'static str {
        match self {
            Tool::ListGames => {
                "Lists the games with their board sizes, and the levels of opponents."
            }
            Tool::Rules => "Returns the rules of a game, including the notation of moves.",
            Tool::NewGame => {
                "Starts a game against a computer opponent and returns its id for the other tools. An opponent that \
                 moves first has already played its move."
            }
            Tool::State => {
                "Returns the state of a game: the board, the moves and the player to move."
            }
            Tool::LegalMoves => "Lists all legal moves in the current position of a game.",
            Tool::Play => {
                "Plays your move and returns the opponent's reply. An illegal move is rejected with the reason and the \
                 legal moves, and does not change the game."
            }
            Tool::TakeBack => "Undoes your last move and the opponent's reply.",
            Tool::Analyze => {
                "Returns the values of the position and of every legal move with perfect play, and explains them. \
                 Values are exact or unsolved."
            }
            Tool::Hint => "Suggests a best move and explains it.",
            Tool::Review => {
                "Reviews the moves of a game: finds those that changed its outcome, and better moves."
            }
        }
    }

    /// True if the tool reveals the values of positions or moves.
    pub(crate) const fn reveals_values(self) -> bool {
        matches!(self, Tool::Analyze | Tool::Hint | Tool::Review)
    }

    /// True if the tool changes nothing.
    pub(crate) const fn is_read_only(self) -> bool {
        !matches!(self, Tool::NewGame | Tool::Play | Tool::TakeBack)
    }

    /// Returns the schema of the arguments.
    pub(crate) fn input(self, catalogue: Catalogue) -> Map<String, Value> {
        let mut schema = match self {
            Tool::ListGames => schema::of::<NoArguments>(),
            Tool::Rules => schema::of::<RulesArguments>(),
            Tool::NewGame => schema::of::<NewGameArguments>(),
            Tool::Play => schema::of::<PlayArguments>(),
            Tool::State
            | Tool::LegalMoves
            | Tool::TakeBack
            | Tool::Analyze
            | Tool::Hint
            | Tool::Review => schema::of::<GameArguments>(),
        };
        let game = schema
            .get_mut("properties")
            .and_then(|fields| fields.get_mut("game"));
        if let Some(game) = game {
            game["enum"] = catalogue.iter().map(|listing| listing.id).collect();
        }
        schema
    }

    /// Returns the schema of the result.
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
pub(crate) struct NoArguments {}

/// The arguments of `rules`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RulesArguments {
    /// Id of the game, such as `gridlock`.
    pub(crate) game: String,
}

/// The arguments of `new_game`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGameArguments {
    /// Id of the game, such as `gridlock`.
    pub(crate) game: String,
    /// Board size, such as `5x5` (default: the rule book's).
    pub(crate) size: Option<String>,
    #[schema(schema_with = levels, required = false)]
    pub(crate) opponent: Option<String>,
    /// Your side: Player 1 or Player 2 (default: 1).
    #[schema(minimum = 1, maximum = 2)]
    pub(crate) seat: Option<u8>,
    #[schema(schema_with = beginners, required = false)]
    pub(crate) first: Option<Beginner>,
    /// Seed of the opponent's random choices, for reproducible games (default: random).
    #[schema(maximum = 9_007_199_254_740_991_i64)]
    pub(crate) seed: Option<u64>,
}

/// The arguments of tools for a game in progress.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameArguments {
    /// Id returned by `new_game`.
    pub(crate) id: String,
}

/// The arguments of `play`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayArguments {
    /// Id returned by `new_game`.
    pub(crate) id: String,
    /// The move, in the notation of the rules. Spaces can be written as `-`.
    #[serde(rename = "move")]
    pub(crate) mv: String,
}

/// A game in progress, and the latest events.
#[derive(Serialize, ToSchema)]
#[schema(as = Game)]
pub(crate) struct GameDocument {
    /// Id of this game.
    pub(crate) id: String,
    /// Your side.
    #[schema(minimum = 1, maximum = 2)]
    pub(crate) seat: u8,
    /// Seed of the opponent's random choices.
    pub(crate) seed: u64,
    /// URI of the resource with the record of the game.
    pub(crate) record: String,
    #[serde(flatten)]
    pub(crate) session: SessionDocument,
}

/// A best move with an explanation.
#[derive(Serialize, ToSchema)]
#[schema(as = Hint)]
pub(crate) struct HintDocument {
    /// The hint. Without a proved value, it names the move with the best estimate.
    pub(crate) hint: String,
    /// The suggested move; `null` if the game is over.
    #[schema(required)]
    pub(crate) hinted: Option<String>,
}

/// Returns the schema of an enumeration of strings.
fn words(about: &str, words: impl IntoIterator<Item = &'static str>) -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(words))
        .description(Some(about))
        .build()
}

fn beginners() -> Object {
    let about = "The player to move first: 1, 2 or \"random\" (default: 1).";
    ObjectBuilder::new()
        .schema_type(SchemaType::AnyValue)
        .enum_values(Some([json!(1), json!(2), json!("random")]))
        .description(Some(about))
        .build()
}

fn levels() -> Object {
    words(
        "Level of the opponent (default: medium).",
        Who::ALL[1..].iter().map(Who::name),
    )
}
