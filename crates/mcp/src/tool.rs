//! The tools: names, descriptions and schemas.
//!
//! They have a table of their own, because they are not the requests of `quintet_api`: a tool plays in a game that this
//! server stores, and needs one or two requests for that. The schemas of their results are derived from the documents.

use quintet_api::{AnalysisDocument, Beginner, GameList, GamePage, SessionDocument, View};
use quintet_arena::{Review, Who};
use quintet_games::Catalogue;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{Object, ObjectBuilder, Type};

use crate::exam::{AnswerArguments, ExamQuestion};
use crate::schema;

macro_rules! tools {
    ($($tool:ident: $name:literal $title:literal, $input:ty => $output:ty, $description:literal;)+) => {
        /// A tool that an assistant can call.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Tool {
            $($tool,)+
        }

        impl Tool {
            pub(crate) const ALL: &[Tool] = &[$(Tool::$tool,)+];

            pub(crate) const fn name(self) -> &'static str {
                match self { $(Tool::$tool => $name,)+ }
            }

            pub(crate) const fn title(self) -> &'static str {
                match self { $(Tool::$tool => $title,)+ }
            }

            pub(crate) const fn description(self) -> &'static str {
                match self { $(Tool::$tool => $description,)+ }
            }

            /// Returns the schema of the arguments.
            fn arguments(self) -> Map<String, Value> {
                match self { $(Tool::$tool => schema::of::<$input>(),)+ }
            }

            /// Returns the schema of the result.
            pub(crate) fn output(self) -> Map<String, Value> {
                match self { $(Tool::$tool => schema::of::<$output>(),)+ }
            }
        }
    };
}

// The names, titles, arguments, results and descriptions.
tools! {
    ListGames: "list_games" "List games", NoArguments => GameList,
        "Lists the games with their board sizes, and the levels of opponents.";
    Rules: "rules" "Show the rules", RulesArguments => GamePage,
        "Returns the rules of a game, including the notation of moves.";
    NewGame: "new_game" "Start a game", NewGameArguments => GameDocument,
        "Starts a game against a computer opponent and returns its id for the other tools. An opponent that \
         moves first has already played its move.";
    State: "state" "Show a game", GameArguments => GameDocument,
        "Returns the state of a game: the board, the moves and the player to move.";
    LegalMoves: "legal_moves" "List legal moves", GameArguments => View,
        "Lists all legal moves in the current position of a game.";
    Play: "play" "Play a move", PlayArguments => GameDocument,
        "Plays your move and returns the opponent's reply. An illegal move is rejected with the reason and the \
         legal moves, and does not change the game.";
    TakeBack: "take_back" "Undo a move", GameArguments => GameDocument,
        "Undoes your last move and the opponent's reply.";
    Analyze: "analyze" "Analyze the position", GameArguments => AnalysisDocument,
        "Returns the values of the position and of every legal move with perfect play, and explains them. \
         Values are exact or unsolved.";
    Hint: "hint" "Get a hint", GameArguments => HintDocument,
        "Suggests a best move and explains it.";
    Review: "review" "Review a game", GameArguments => Review,
        "Reviews the moves of a game: finds those that changed its outcome, and better moves.";
    Question: "question" "Show the question", NoArguments => ExamQuestion,
        "Returns the current question: a position in which to move.";
    Answer: "answer" "Answer the question", AnswerArguments => ExamQuestion,
        "Records your move in the position of the current question, which cannot be changed afterward, and returns the \
         next question.";
}

impl Tool {
    /// True if the tool helps to find good moves: it reveals values, or lets a player try a move.
    pub(crate) const fn is_help(self) -> bool {
        matches!(
            self,
            Tool::Analyze | Tool::Hint | Tool::Review | Tool::TakeBack
        )
    }

    /// True if the tool belongs to an exam.
    pub(crate) const fn is_of_exam(self) -> bool {
        matches!(self, Tool::Question | Tool::Answer)
    }

    /// True if the tool changes nothing.
    pub(crate) const fn is_read_only(self) -> bool {
        !matches!(
            self,
            Tool::NewGame | Tool::Play | Tool::TakeBack | Tool::Answer
        )
    }

    /// Returns the schema of the arguments, with the games of the catalogue.
    pub(crate) fn input(self, catalogue: Catalogue) -> Map<String, Value> {
        let mut schema = self.arguments();
        let game = schema
            .get_mut("properties")
            .and_then(|fields| fields.get_mut("game"));
        if let Some(game) = game {
            game["enum"] = catalogue.iter().map(|listing| listing.id).collect();
        }
        schema
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

fn beginners() -> Object {
    let about = "The player to move first: 1, 2 or \"random\" (default: 1).";
    ObjectBuilder::new()
        .schema_type(SchemaType::AnyValue)
        .enum_values(Some([json!(1), json!(2), json!("random")]))
        .description(Some(about))
        .build()
}

fn levels() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(Who::ALL[1..].iter().map(Who::name)))
        .description(Some("Level of the opponent (default: medium)."))
        .build()
}
