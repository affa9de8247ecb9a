//! Every question by the path at which a server answers it.
//!
//! A front end that gets questions as texts looks them up here: the module in the browser does. What a
//! request has in its path, its query and its body are fields of one object.

use quintet_games::Catalogue;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::{
    Analyze, Choose, ContinueSession, CountMoves, DescribeGame, FindDailyPuzzle, FindPuzzle,
    JudgeMove, LearnGame, ListGames, PlayMatch, PlayMove, Question, Reading, Refusal, ReviewGame,
    ShowPosition, SolveGame, Told, WhyNot, json, kind,
};

/// Reads a question from JSON, today. The document that answers it is JSON, too.
type Read = fn(&str, &str, Catalogue) -> Result<Reading<String>, Refusal>;

/// Every question. The last three take long and are asked at the command only; a server has no path for them.
static QUESTIONS: [(&str, Read); 17] = [
    ("/catalogue", read::<ListGames>),
    ("/catalogue/{game}", read::<DescribeGame>),
    ("/catalogue/{game}/lesson", read::<LearnGame>),
    ("/positions/{game}/{size}", read::<ShowPosition>),
    ("/play", read::<PlayMove>),
    ("/why", read::<WhyNot>),
    ("/session", read::<ContinueSession>),
    ("/replay", read::<Told>),
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

/// The paths of all questions.
pub fn paths() -> impl Iterator<Item = &'static str> {
    QUESTIONS.iter().map(|(path, _)| *path)
}

/// Reads the question with this path from a JSON object. Today is a date in universal time, as `2026-11-15`.
///
/// ```
/// use quintet_api::{Context, read_at};
/// use quintet_games::Catalogue;
///
/// let question = r#"{"game": "gridlock", "size": "4x4"}"#;
/// let reading = read_at("/positions/{game}/{size}", question, "2026-11-15", Catalogue::STANDARD)?;
/// let document = reading.answer(&Context::default())?;
/// assert!(document.starts_with('{'));
/// # Ok::<_, quintet_api::Refusal>(())
/// ```
pub fn read_at(
    path: &str,
    question: &str,
    today: &str,
    catalogue: Catalogue,
) -> Result<Reading<String>, Refusal> {
    let known = QUESTIONS.iter().find(|(known, _)| *known == path);
    let (_, read) = known.ok_or_else(|| {
        let found = quintet_games::shown(path);
        Refusal::new(kind::NOT_FOUND, format!("no question is at {found}"))
    })?;
    read(question, today, catalogue)
}

fn read<Q>(question: &str, _today: &str, catalogue: Catalogue) -> Result<Reading<String>, Refusal>
where
    Q: Question + DeserializeOwned + 'static,
{
    written(object::<Q>(question)?, catalogue)
}

/// Which day; today if it is left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Day {
    day: Option<String>,
}

fn read_daily(
    question: &str,
    today: &str,
    catalogue: Catalogue,
) -> Result<Reading<String>, Refusal> {
    let named = object::<Day>(question)?.day.filter(|day| day != "today");
    let day = named.unwrap_or_else(|| today.to_owned());
    written(FindDailyPuzzle { day }, catalogue)
}

fn object<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    json::read(text.as_bytes()).map_err(|fault| Refusal::new(kind::BAD_REQUEST, fault.to_string()))
}

fn written<Q: Question + 'static>(
    question: Q,
    catalogue: Catalogue,
) -> Result<Reading<String>, Refusal> {
    Ok(question.read(catalogue)?.map(|document| {
        serde_json::to_string(&document).expect("a document can be written as JSON")
    }))
}
