//! The table of requests: the path, the parameters and the errors of each.
//!
//! Front ends that receive requests as text look them up here. The routes of the server and its `OpenAPI` document are
//! derived from the table, and so are the requests of the module in the browser. Path parameters, query parameters and the
//! fields of a body are all fields of one JSON object.

use quintet_games::Catalogue;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::{
    Analyze, AnyRequest, Choose, ContinueSession, CountMoves, DescribeGame, FindChallenge,
    FindDailyPuzzle, FindPuzzle, FindRushPuzzle, JudgeMove, Kind, LearnGame, ListGames, PlayMatch,
    PlayMove, Prepared, RecordedGame, Request, RequestError, ReviewGame, ShowPosition, SolveGame,
    WhyNot, json, kind,
};

/// A request that a server offers, with its description.
pub struct Endpoint {
    /// Name for programs that generate clients.
    pub id: &'static str,
    /// HTTP method.
    pub method: Method,
    /// Path, with the names of its parameters in braces.
    pub path: &'static str,
    /// Query parameters. All are optional.
    pub query: &'static [QueryParameter],
    /// Group of related requests.
    pub tag: &'static str,
    /// Description in one line.
    pub summary: &'static str,
    /// Further description, which may be empty.
    pub description: &'static str,
    /// Description of the response.
    pub response: &'static str,
    /// Errors in the request, other than malformed JSON.
    pub errors: &'static [Kind],
    /// True if computing the response may take long.
    pub is_expensive: bool,
    parse: Parse,
    /// Adds the schemas of the request and its response to a list, and returns their names. A request without a body has
    /// no schema.
    #[cfg(feature = "schema")]
    pub schemas: fn(&mut Schemas) -> (Option<String>, String),
}

/// Named schemas.
#[cfg(feature = "schema")]
pub type Schemas = Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>;

/// The HTTP method of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The fields of the request are in the path and the query.
    Get,
    /// The request is the body.
    Post,
}

/// An optional parameter in the query of a path.
#[derive(Clone, Copy, Debug)]
pub struct QueryParameter {
    /// Name.
    pub name: &'static str,
    /// Type of the value.
    pub kind: ParameterKind,
    /// Description.
    pub description: &'static str,
}

/// The type of a query parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterKind {
    /// Any string.
    Text,
    /// A date, or `today`.
    Day,
    /// An integer from the first number to the second.
    Integer(u64, u64),
}

impl ParameterKind {
    /// Regular expression of the values of [`Day`](ParameterKind::Day): every day from 1970 on, except leap days.
    pub const DAY: &'static str = "^(today|(19[789][0-9]|[2-9][0-9]{3})-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8])))$";
}

/// Parses a request from JSON, given today's date. Its response is also JSON.
type Parse = fn(&[u8], &str) -> Result<AnyRequest<String>, RequestError>;

const LOOKUP: &[Kind] = &[kind::NOT_FOUND];
const POSITION: &[Kind] = &[kind::NOT_FOUND, kind::NOT_A_POSITION];
const CHOICE: &[Kind] = &[
    kind::NOT_FOUND,
    kind::NOT_A_POSITION,
    kind::NOTHING_TO_CHOOSE,
];
const MOVES: &[Kind] = &[
    kind::NOT_FOUND,
    kind::NOT_A_POSITION,
    kind::NOT_A_MOVE,
    kind::ILLEGAL_MOVE,
];
const RECORD: &[Kind] = &[
    kind::NOT_FOUND,
    kind::NOT_A_RECORD,
    kind::NOT_A_POSITION,
    kind::NOT_A_MOVE,
    kind::ILLEGAL_MOVE,
];

/// Every request that a server offers.
pub static ENDPOINTS: [Endpoint; 16] = [
    Endpoint {
        tag: "games",
        summary: "Lists the games and the kinds of players",
        response: "The catalogue",
        ..Endpoint::get::<ListGames>("games", "/catalogue")
    },
    Endpoint {
        tag: "games",
        summary: "Describes a game, with its rules and examples",
        response: "The game",
        errors: LOOKUP,
        ..Endpoint::get::<DescribeGame>("game", "/catalogue/{game}")
    },
    Endpoint {
        tag: "games",
        summary: "Returns a guided first game",
        response: "The lesson, step by step",
        errors: LOOKUP,
        ..Endpoint::get::<LearnGame>("lesson", "/catalogue/{game}/lesson")
    },
    Endpoint {
        query: &[
            QueryParameter {
                name: "position",
                kind: ParameterKind::Text,
                description: "The position as text [default: the start]",
            },
            QueryParameter {
                name: "first",
                kind: ParameterKind::Integer(1, 2),
                description: "The first player, if no position is given [default: 1]",
            },
        ],
        tag: "positions",
        summary: "Shows a position, or the start of a game",
        response: "The position",
        errors: POSITION,
        ..Endpoint::get::<ShowPosition>("position", "/positions/{game}/{size}")
    },
    Endpoint {
        tag: "positions",
        summary: "Plays a move",
        response: "The move and the position after it",
        errors: MOVES,
        ..Endpoint::post::<PlayMove>("play", "/play")
    },
    Endpoint {
        tag: "positions",
        summary: "Explains why no legal move begins with the touched cells",
        response: "The rule that forbids it, if there is one",
        errors: POSITION,
        ..Endpoint::post::<WhyNot>("why", "/why")
    },
    Endpoint {
        tag: "games",
        summary: "Continues a game in one browser: performs an action, and lets a level reply",
        description: "Each request contains the whole game. One request plays a move and returns the reply to it.",
        response: "The game after the action",
        errors: MOVES,
        is_expensive: true,
        ..Endpoint::post::<ContinueSession>("session", "/session")
    },
    Endpoint {
        tag: "games",
        summary: "Replays a game, step by step",
        response: "The game, step by step",
        errors: RECORD,
        is_expensive: true,
        ..Endpoint::post::<RecordedGame>("replay", "/replay")
    },
    Endpoint {
        tag: "games",
        summary: "Reviews a game and marks the moves that changed its outcome",
        response: "The game, move by move",
        errors: RECORD,
        is_expensive: true,
        ..Endpoint::post::<ReviewGame>("review", "/review")
    },
    Endpoint {
        tag: "truth",
        summary: "Returns the exact value of a position and of each of its moves",
        description: "A value is either exact or `unsolved`: at sizes that are not fully solved, the server searches for \
                      each value within a budget.",
        response: "The analysis, best moves first",
        errors: MOVES,
        is_expensive: true,
        ..Endpoint::post::<Analyze>("analyze", "/analyze")
    },
    Endpoint {
        tag: "truth",
        summary: "Returns how a move changes the value of a position",
        response: "The values before and after the move",
        errors: MOVES,
        is_expensive: true,
        ..Endpoint::post::<JudgeMove>("judge", "/judge")
    },
    Endpoint {
        tag: "truth",
        summary: "Chooses the move of a level in a position, and plays it",
        response: "The chosen move",
        errors: CHOICE,
        is_expensive: true,
        ..Endpoint::post::<Choose>("choose", "/choose")
    },
    Endpoint {
        query: &[
            QueryParameter {
                name: "seed",
                kind: ParameterKind::Integer(0, crate::LARGEST_NUMBER),
                description: "The same seed gives the same puzzle [default: random]",
            },
            QueryParameter {
                name: "day",
                kind: ParameterKind::Day,
                description: "The day of the puzzle in UTC, such as `2026-11-15`, or `today`; from 1970 on. Excludes a seed.",
            },
            QueryParameter {
                name: "grade",
                kind: ParameterKind::Text,
                description: "The difficulty: `easy`, `medium` or `hard` [default: by the seed]",
            },
            QueryParameter {
                name: "idea",
                kind: ParameterKind::Text,
                description: "The id of an idea of the game that the solution uses [default: any]",
            },
        ],
        tag: "truth",
        summary: "Returns a puzzle: exactly one move preserves the win",
        response: "The puzzle",
        errors: LOOKUP,
        is_expensive: true,
        ..Endpoint::get::<FindPuzzle>("puzzle", "/puzzles/{game}/{size}")
    },
    Endpoint {
        query: &[QueryParameter {
            name: "day",
            kind: ParameterKind::Day,
            description: "The day in UTC, such as `2026-11-15`; from 1970 on [default: today]",
        }],
        tag: "truth",
        summary: "Returns the puzzle of a day; the games take turns",
        response: "The puzzle",
        errors: LOOKUP,
        is_expensive: true,
        parse: parse_daily,
        ..Endpoint::get::<FindDailyPuzzle>("daily", "/puzzles")
    },
    Endpoint {
        query: &[
            QueryParameter {
                name: "seed",
                kind: ParameterKind::Integer(0, crate::LARGEST_NUMBER),
                description: "The seed of the sequence [default: random]",
            },
            QueryParameter {
                name: "number",
                kind: ParameterKind::Integer(0, 59),
                description: "The number of the puzzle, counted from 0 [default: 0]",
            },
            QueryParameter {
                name: "games",
                kind: ParameterKind::Text,
                description: "The ids of the games, separated by commas [default: all]",
            },
        ],
        tag: "truth",
        summary: "Returns a puzzle of a rush: a sequence of different puzzles that become harder",
        response: "The puzzle",
        errors: LOOKUP,
        is_expensive: true,
        ..Endpoint::get::<FindRushPuzzle>("rush", "/rush")
    },
    Endpoint {
        query: &[QueryParameter {
            name: "seed",
            kind: ParameterKind::Integer(0, crate::LARGEST_NUMBER),
            description: "The same seed gives the same challenge [default: random]",
        }],
        tag: "truth",
        summary: "Returns a challenge: a won position to play against a perfect player",
        description: "Only solved sizes have challenges.",
        response: "The challenge",
        errors: LOOKUP,
        is_expensive: true,
        ..Endpoint::get::<FindChallenge>("challenge", "/challenges/{game}/{size}")
    },
];

/// Requests that take long: only commands offer them.
static OFFLINE: [(&str, Parse); 3] = [
    ("/match", parse::<PlayMatch>),
    ("/perft", parse::<CountMoves>),
    ("/solution", parse::<SolveGame>),
];

impl Endpoint {
    const fn get<Q: Request + DeserializeOwned + Send + 'static>(
        id: &'static str,
        path: &'static str,
    ) -> Self
    where
        Q::Response: Schema,
    {
        Endpoint {
            id,
            method: Method::Get,
            path,
            query: &[],
            tag: "",
            summary: "",
            description: "",
            response: "",
            errors: &[],
            is_expensive: false,
            parse: parse::<Q>,
            #[cfg(feature = "schema")]
            schemas: |schemas| (None, describe::<Q::Response>(schemas)),
        }
    }

    const fn post<Q: Request + DeserializeOwned + Schema + Send + 'static>(
        id: &'static str,
        path: &'static str,
    ) -> Self
    where
        Q::Response: Schema,
    {
        Endpoint {
            method: Method::Post,
            #[cfg(feature = "schema")]
            schemas: |schemas| {
                let request = describe::<Q>(schemas);
                (Some(request), describe::<Q::Response>(schemas))
            },
            ..Endpoint::get::<Q>(id, path)
        }
    }

    /// Parses a request from a JSON object. `today` is a date in UTC, such as `2026-11-15`.
    pub fn parse(&self, request: &[u8], today: &str) -> Result<AnyRequest<String>, RequestError> {
        (self.parse)(request, today)
    }
}

/// A type with a schema, if schemas are compiled.
#[cfg(feature = "schema")]
trait Schema: utoipa::ToSchema {}
#[cfg(feature = "schema")]
impl<T: utoipa::ToSchema> Schema for T {}
#[cfg(not(feature = "schema"))]
trait Schema {}
#[cfg(not(feature = "schema"))]
impl<T> Schema for T {}

/// Adds the schema of a type, and those it refers to. Returns its name.
#[cfg(feature = "schema")]
fn describe<T: utoipa::ToSchema>(schemas: &mut Schemas) -> String {
    let name = T::name().into_owned();
    schemas.push((name.clone(), T::schema()));
    T::schemas(schemas);
    name
}

/// Reads the request with this path from a JSON object. `today` is a date in UTC, such as `2026-11-15`.
///
/// ```
/// use quintet_api::{Context, read_at};
/// use quintet_games::Catalogue;
///
/// let request = r#"{"game": "gridlock", "size": "4x4"}"#;
/// let prepared = read_at("/positions/{game}/{size}", request, "2026-11-15", Catalogue::STANDARD)?;
/// let document = prepared.respond(&Context::default())?;
/// assert!(document.starts_with('{'));
/// # Ok::<_, quintet_api::RequestError>(())
/// ```
pub fn read_at(
    path: &str,
    request: &str,
    today: &str,
    catalogue: Catalogue,
) -> Result<Prepared<String>, RequestError> {
    let online = ENDPOINTS.iter().map(|found| (found.path, found.parse));
    let mut all = online.chain(OFFLINE);
    let (_, parse) = all.find(|(known, _)| *known == path).ok_or_else(|| {
        let found = quintet_games::escape(path);
        RequestError::new(kind::NOT_FOUND, format!("no request has the path {found}"))
    })?;
    parse(request.as_bytes(), today)?.read(catalogue)
}

fn parse<Q>(request: &[u8], _today: &str) -> Result<AnyRequest<String>, RequestError>
where
    Q: Request + DeserializeOwned + Send + 'static,
{
    Ok(AnyRequest::to_json(object::<Q>(request)?))
}

/// The day of a puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Day {
    day: Option<String>,
}

fn parse_daily(request: &[u8], today: &str) -> Result<AnyRequest<String>, RequestError> {
    let named = object::<Day>(request)?.day.filter(|day| day != "today");
    let day = named.unwrap_or_else(|| today.to_owned());
    Ok(AnyRequest::to_json(FindDailyPuzzle { day }))
}

fn object<T: DeserializeOwned>(text: &[u8]) -> Result<T, RequestError> {
    json::read(text).map_err(|error| RequestError::new(kind::BAD_REQUEST, error.to_string()))
}
