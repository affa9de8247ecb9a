//! Programs that answer an HTTP POST of a position with a move.

use std::sync::Arc;
use std::time::Duration;

use quintet_api::View;
use quintet_arena::Session;
use serde::{Deserialize, Serialize};

use super::network::Client;
use super::{Agent, AgentReply, Failure};

/// A program behind HTTP. Questions are stateless.
pub(super) struct HttpAgent(pub(super) Arc<Client>);

/// The request.
#[derive(Serialize)]
struct Question<'a> {
    game: &'static str,
    size: String,
    /// The starting position.
    start: String,
    /// The moves since then.
    moves: Vec<&'a str>,
    /// The legal moves.
    legal: Vec<String>,
    /// Reason why the previous answer to the same question was rejected.
    refusal: Option<&'a str>,
    /// Time for the answer.
    milliseconds: u64,
    /// The position, as in the HTTP API.
    view: View,
}

/// The response.
#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "move")]
    mv: String,
}

impl Agent for HttpAgent {
    fn ask(&mut self, session: &Session, refusal: Option<&str>, time: Duration) -> AgentReply {
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
            let invalid =
                |error| Failure::Invalid(format!("not a JSON document with a move ({error})"));
            answer.map(|answer| answer.mv).map_err(invalid)
        });
        AgentReply {
            asked,
            answered: reply.raw,
            mv,
            took: reply.took,
            tokens: None,
        }
    }
}
