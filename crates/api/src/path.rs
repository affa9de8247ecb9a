//! A table of all requests by path.
//!
//! Front ends that receive requests as text, such as the WebAssembly module, look them up here. A request is one object with
//! the path parameters, the query and the body as its fields.

use quintet_games::Catalogue;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::{
    Analyze, Choose, ContinueSession, CountMoves, DescribeGame, FindDailyPuzzle, FindPuzzle,
    JudgeMove, LearnGame, ListGames, PlayMatch, PlayMove, Prepared, RecordedGame, Request,
    RequestError, ReviewGame, ShowPosition, SolveGame, WhyNot, json, kind,
};

/// Parses a request. Its arguments are the JSON text and the date; the response is JSON as well.
type Read = fn(&str, &str, Catalogue) -> Result<Prepared<String>, RequestError>;

/// Every request. The last three take long: only the command offers them, not the server.
static REQUESTS: [(&str, Read); 17] = [
    ("/catalogue", read::<ListGames>),
    ("/catalogue/{game}", read::<DescribeGame>),
    ("/catalogue/{game}/lesson", read::<LearnGame>),
    ("/positions/{game}/{size}", read::<ShowPosition>),
    ("/play", read::<PlayMove>),
    ("/why", read::<WhyNot>),
    ("/session", read::<ContinueSession>),
    ("/replay", read::<RecordedGame>),
    ("/review", read::<ReviewGame>),
    ("/analyze", read::<Analyze>),
    ("/judge", read::<JudgeMove>),
    ("/choose", read::<Choose>),
    ("/puzzles/{game}/{size}", read::<FindPuzzle>),
    ("/puzzles", read_daily),
    ("/match", read::<PlayMatch>),
    ("/perft", read::<CountMoves>),
    ("/solution", read::<SolveGame>),
];

/// Returns the paths of all requests.
pub fn paths() -> impl Iterator<Item = &'static str> {
    REQUESTS.iter().map(|(path, _)| *path)
}

/// Parses the request with this path from a JSON object. `today` is the date in UTC, such as `2026-11-15`.
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
    let entry = REQUESTS.iter().find(|(entry, _)| *entry == path);
    let (_, read) = entry.ok_or_else(|| {
        let found = quintet_games::escape(path);
        RequestError::new(kind::NOT_FOUND, format!("no request has the path {found}"))
    })?;
    read(request, today, catalogue)
}

fn read<Q>(
    request: &str,
    _today: &str,
    catalogue: Catalogue,
) -> Result<Prepared<String>, RequestError>
where
    Q: Request + DeserializeOwned + 'static,
{
    written(object::<Q>(request)?, catalogue)
}

/// The day. Default: today.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Day {
    day: Option<String>,
}

fn read_daily(
    request: &str,
    today: &str,
    catalogue: Catalogue,
) -> Result<Prepared<String>, RequestError> {
    let day = object::<Day>(request)?.day.filter(|day| day != "today");
    let day = day.unwrap_or_else(|| today.to_owned());
    written(FindDailyPuzzle { day }, catalogue)
}

fn object<T: DeserializeOwned>(text: &str) -> Result<T, RequestError> {
    json::read(text.as_bytes())
        .map_err(|error| RequestError::new(kind::BAD_REQUEST, error.to_string()))
}

fn written<Q: Request + 'static>(
    request: Q,
    catalogue: Catalogue,
) -> Result<Prepared<String>, RequestError> {
    Ok(request.read(catalogue)?.map(|document| {
        serde_json::to_string(&document).expect("a document can be written as JSON")
    }))
}
