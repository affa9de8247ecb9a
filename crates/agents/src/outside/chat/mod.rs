//! A language model behind an endpoint for chat, as several makers offer it: `/chat/completions`.

mod prompt;
mod reply;

use std::sync::Arc;
use std::time::Duration;

use quintet_arena::{Session, Tokens};
use quintet_games::{AnyPosition, MoveError};
use serde_json::{Value, json};

use super::network::Client;
use super::{Failure, Guest, Said};
use prompt::Message;
pub use prompt::{BadPrompt, Prompt};

/// Said after an answer without the line that is asked for, before the question is asked again.
const NO_LINE: &str = "Your answer has no line that begins with MOVE: and says your move.";

/// A language model.
pub(super) struct ChatGuest {
    client: Arc<Client>,
    model: String,
    /// What was said about the position that is asked about.
    dialogue: Vec<Message>,
    /// Whether the latest answer had the line with the move.
    has_line: bool,
}

impl ChatGuest {
    pub(super) fn new(model: String, client: Arc<Client>) -> Self {
        ChatGuest {
            client,
            model,
            dialogue: Vec::new(),
            has_line: false,
        }
    }

    /// What is said next: what is wrong with the latest answer, as a person at the terminal sees it, or a new question.
    fn next_messages(&mut self, session: &Session, refusal: Option<&str>) -> Vec<Message> {
        match refusal {
            Some(refusal) if !self.dialogue.is_empty() => {
                let wrong = if self.has_line { refusal } else { NO_LINE };
                let question = session.position().instructions().prompt;
                vec![Message::user(format!("{wrong}\n{question}"))]
            }
            _ => {
                self.dialogue.clear();
                self.client.network().prompt().messages(session)
            }
        }
    }
}

impl Guest for ChatGuest {
    fn ask(&mut self, session: &Session, refusal: Option<&str>, time: Duration) -> Said {
        let messages = self.next_messages(session, refusal);
        let asked = spoken(&messages);
        self.dialogue.extend(messages);
        let document = json!({
            "model": self.model,
            "messages": self.dialogue,
            "stream": false,
        });
        let document = document.to_string();
        let reply = self.client.post(&document, time);
        let mut said = Said {
            asked,
            answered: reply.came,
            mv: Err(Failure::CutOff),
            took: reply.took,
            tokens: None,
        };
        said.mv = reply.body.and_then(|body| {
            let (content, tokens) = completion(&body)?;
            // A key can be spelled differently in the document.
            let content = self.client.hide(&content);
            self.client
                .network()
                .add_tokens(tokens, document.len() + content.len());
            said.tokens = tokens;
            said.answered = content.clone();
            let entry = reply::entry(&content);
            self.has_line = entry.is_some();
            self.dialogue.push(Message {
                role: "assistant",
                content,
            });
            Ok(entered(session.position(), entry.unwrap_or_default()))
        });
        said
    }
}

/// What a line means. Where the first word of a move is itself MOVE, one MOVE may stand for both.
fn entered(position: &dyn AnyPosition, entry: String) -> String {
    let is_no_move = |entry: &str| matches!(position.play(entry), Err(MoveError::Malformed { .. }));
    let whole = format!("MOVE {entry}");
    if is_no_move(&entry) && !is_no_move(&whole) {
        return whole;
    }
    entry
}

/// What the model says in an answer of the endpoint, and what it cost.
fn completion(body: &str) -> Result<(String, Option<Tokens>), Failure> {
    let unreadable = |what: String| Failure::Unreadable(what);
    let document: Value = serde_json::from_str(body)
        .map_err(|fault| unreadable(format!("no JSON document ({fault})")))?;
    let message = document.pointer("/choices/0/message");
    let message = message.ok_or_else(|| unreadable("no message of a model".to_owned()))?;
    let content = match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part["text"].as_str());
            texts.collect()
        }
        // A model that says nothing says no move.
        _ => String::new(),
    };
    let count = |name: &str| document["usage"][name].as_u64();
    let tokens = count("prompt_tokens")
        .zip(count("completion_tokens"))
        .map(|(prompt, completion)| Tokens { prompt, completion });
    Ok((content, tokens))
}

fn spoken(messages: &[Message]) -> String {
    let each = messages
        .iter()
        .map(|message| format!("{}: {}", message.role, message.content));
    each.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use quintet_games::Catalogue;
    use quintet_rules::Player;

    use super::*;

    #[test]
    fn one_move_may_stand_for_two_and_nothing_else_is_added() {
        let mut games_with_the_word = 0;
        for listing in Catalogue::STANDARD.iter() {
            let start = listing.standard().start(Player::One);
            for mv in start.moves() {
                assert_eq!(entered(&*start, mv.text.clone()), mv.text);
                if let Some(rest) = mv.text.strip_prefix("MOVE ") {
                    assert_eq!(entered(&*start, rest.to_owned()), mv.text);
                    games_with_the_word += 1;
                }
            }
            assert_eq!(entered(&*start, "perhaps".to_owned()), "perhaps");
        }
        assert!(games_with_the_word > 0);
    }

    #[test]
    fn answers_of_endpoints_are_read() {
        let tokens = Tokens {
            prompt: 3,
            completion: 5,
        };
        let text = r#"{"choices": [{"message": {"content": "a"}}],
                       "usage": {"prompt_tokens": 3, "completion_tokens": 5}}"#;
        assert_eq!(completion(text), Ok(("a".to_owned(), Some(tokens))));
        let parts = r#"{"choices": [{"message": {"content": [{"type": "text", "text": "a"}, {"text": "b"}]}}]}"#;
        assert_eq!(completion(parts), Ok(("ab".to_owned(), None)));
        let none = r#"{"choices": [{"message": {"content": null}}]}"#;
        assert_eq!(completion(none), Ok((String::new(), None)));
        for body in ["", "[]", "{}", r#"{"choices": []}"#, "<html>", "\"\""] {
            assert!(
                matches!(completion(body), Err(Failure::Unreadable(_))),
                "{body}"
            );
        }
    }
}
