//! A program that answers a POST with a position by a move.

use std::sync::Arc;
use std::time::Duration;

use quintet_api::View;
use quintet_arena::Session;
use serde::{Deserialize, Serialize};

use super::network::Client;
use super::{Failure, Guest, Said};

/// A program behind HTTP. Every question has all that it needs, so that nothing is remembered between them.
pub(super) struct HttpGuest(pub(super) Arc<Client>);

/// What is asked.
#[derive(Serialize)]
struct Question<'a> {
    game: &'static str,
    size: String,
    /// The position in which the game began.
    start: String,
    /// What was played since then.
    moves: Vec<&'a str>,
    /// The legal moves.
    legal: Vec<String>,
    /// What was wrong with the answer to the same question, if it is asked again.
    refusal: Option<&'a str>,
    /// How long the answer may take.
    milliseconds: u64,
    /// The position, as every document of the interface shows it.
    view: View,
}

/// What is answered.
#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "move")]
    mv: String,
}

impl Guest for HttpGuest {
    fn ask(&mut self, session: &Session, refusal: Option<&str>, time: Duration) -> Said {
        let position = session.position();
        let question = Question {
            game: session.variant().id(),
            size: session.variant().size().to_string(),
            start: session.start().text(),
            moves: session.played().iter().map(|ply| &*ply.mv).collect(),
            legal: position.moves().into_iter().map(|mv| mv.text).collect(),
            refusal,
            milliseconds: time.as_millis() as u64,
            view: View::of(position),
        };
        let asked = serde_json::to_string(&question).expect("a document");
        let reply = self.0.post(&asked, time);
        let mv = reply.body.and_then(|body| {
            let answer: Result<Answer, _> = serde_json::from_str(&body);
            let wrong = |fault| Failure::Unreadable(format!("no document with a move ({fault})"));
            answer.map(|answer| answer.mv).map_err(wrong)
        });
        Said {
            asked,
            answered: reply.came,
            mv,
            took: reply.took,
            tokens: None,
        }
    }
}
