//! Sets of questions that do not change, so that results can be compared.

use std::fmt::Write;

use quintet_arena::Session;
use quintet_games::{AnyPosition, Catalogue, Symmetry, Variant};
use quintet_rules::Player;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Exercise;

/// The name and the text of each public set. A set never changes; a new one gets a new name.
const SETS: [(&str, &str); 1] = [("v1", include_str!("questions/v1.jsonl"))];

/// A position to move in, and the game up to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The id of the game.
    pub game: String,
    /// Board size, such as `4x4`.
    pub size: String,
    /// The starting position.
    pub start: String,
    /// The moves since then.
    pub moves: Vec<String>,
    /// The third of the game from which the position was taken, counted from 0.
    pub phase: usize,
}

/// Questions with a name and a hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionSet {
    /// `v1`, or the path of a file.
    pub name: String,
    /// The SHA-256 hash of the text, in hexadecimal.
    pub hash: String,
    /// The questions.
    pub questions: Vec<Question>,
}

/// Error in a set of questions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadQuestions {
    /// No public set has this name.
    #[error("unknown set of questions '{}'; available: v1", quintet_games::escape(.0))]
    Unknown(String),
    /// A line is not a question.
    #[error("line {0} is not a question: {1}")]
    Line(usize, String),
}

impl Question {
    /// Describes an exercise.
    pub fn of(exercise: &Exercise) -> Self {
        let (session, variant) = (&exercise.session, exercise.session.variant());
        Question {
            game: variant.id().to_owned(),
            size: variant.size().to_string(),
            start: session.start().text(),
            moves: session.played().iter().map(|ply| ply.mv.clone()).collect(),
            phase: exercise.phase,
        }
    }

    /// Returns the game up to the position, or the problem with it.
    pub fn session(&self, catalogue: Catalogue) -> Result<Session, String> {
        let game = catalogue.find(&self.game).ok_or("no such game")?;
        let variant = game.size(&self.size).ok_or("no such size")?;
        let start = variant.position(&self.start);
        let mut session = Session::new(start.map_err(|error| error.to_string())?);
        for mv in &self.moves {
            session.play(mv).map_err(|error| error.to_string())?;
        }
        match session.ended() {
            Some(_) => Err("the game is over".to_owned()),
            None => Ok(session),
        }
    }
}

impl QuestionSet {
    /// Returns a public set.
    pub fn public(name: &str) -> Result<Self, BadQuestions> {
        let found = SETS.iter().find(|(one, _)| *one == name);
        let (_, text) = found.ok_or_else(|| BadQuestions::Unknown(name.to_owned()))?;
        QuestionSet::parse(name, text, Catalogue::STANDARD)
    }

    /// Parses a set: one question per line, as JSON.
    pub fn parse(name: &str, text: &str, catalogue: Catalogue) -> Result<Self, BadQuestions> {
        let mut questions = Vec::new();
        for (n, line) in (1..).zip(text.lines()) {
            let question: Result<Question, _> = serde_json::from_str(line);
            let question = question.map_err(|error| BadQuestions::Line(n, error.to_string()))?;
            let checked = question.session(catalogue);
            checked.map_err(|error| BadQuestions::Line(n, error))?;
            questions.push(question);
        }
        Ok(QuestionSet {
            name: name.to_owned(),
            hash: sha256(text.as_bytes()),
            questions,
        })
    }

    /// Names a set of drawn questions.
    pub fn new(name: String, questions: Vec<Question>) -> Self {
        let mut set = QuestionSet {
            name,
            hash: String::new(),
            questions,
        };
        set.hash = sha256(set.text().as_bytes());
        set
    }

    /// Returns the text of a set, for [`QuestionSet::parse`].
    pub fn text(&self) -> String {
        let lines = self.questions.iter().map(|question| {
            serde_json::to_string(question).expect("a question can be serialized") + "\n"
        });
        lines.collect()
    }
}

/// Returns a SHA-256 hash in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |mut hash, byte| {
            let _ = write!(hash, "{byte:02x}");
            hash
        })
}

/// Returns the same game on a turned or reflected board, chosen by `number`. A game without moves may stay as it is.
pub fn mirrored(session: &Session, number: usize) -> Session {
    let variant = session.variant();
    let symmetries = variant.symmetries();
    let others = &symmetries[1..];
    let turned = (0..others.len()).filter_map(|n| {
        let symmetry = &others[(number + n) % others.len()];
        image(session, variant, symmetry)
    });
    let unlike = |image: &Session| image.position().text() != session.position().text();
    let mut turned = turned;
    let found = turned.find(unlike);
    found.unwrap_or_else(|| session.clone())
}

/// Returns the image of a game from the usual start, if the image of the start is one as well.
fn image(session: &Session, variant: &dyn Variant, symmetry: &Symmetry) -> Option<Session> {
    let start = symmetry.image(&planes(session.start()));
    let starts = Player::BOTH.map(|first| variant.start(first));
    let mut image = Session::new(starts.into_iter().find(|one| planes(&**one) == start)?);
    for (ply, played) in session.played().iter().enumerate() {
        let before = session.position_at(ply);
        let action = before.data().action(&played.mv).ok()?;
        let mv = image
            .position()
            .data()
            .action_move(symmetry.actions[action])?;
        image.play(&mv).ok()?;
    }
    Some(image)
}

/// Returns the observation of the player to move.
pub(crate) fn planes(position: &dyn AnyPosition) -> Vec<u8> {
    let (variant, size) = (position.variant(), position.variant().size());
    let mut planes = vec![0; variant.planes().len() * size.rows * size.columns];
    position.data().observe(position.to_move(), &mut planes);
    planes
}
