//! Language models behind an OpenAI-compatible endpoint, `/chat/completions`.

use std::sync::Arc;
use std::time::Duration;

use quintet_arena::{Session, Tokens};
use quintet_evaluation::{Message, read_answer};
use serde_json::{Value, json};

use super::network::Client;
use super::{Agent, AgentReply, Failure};

/// Error message for an answer without a line that starts with `MOVE:`.
const NO_LINE: &str = "Your answer has no line that starts with MOVE: followed by your move.";

/// A language model.
pub(super) struct ChatAgent {
    client: Arc<Client>,
    model: String,
    /// The messages about the current position.
    dialogue: Vec<Message>,
    /// True if the last answer had a line with a move.
    has_line: bool,
}

impl ChatAgent {
    pub(super) fn new(model: String, client: Arc<Client>) -> Self {
        ChatAgent {
            client,
            model,
            dialogue: Vec::new(),
            has_line: false,
        }
    }

    /// Returns the next messages: the error in the last answer, as a person in the terminal sees it, or a new question.
    fn next_messages(&mut self, session: &Session, refusal: Option<&str>) -> Vec<Message> {
        match refusal {
            Some(refusal) if !self.dialogue.is_empty() => {
                let wrong = if self.has_line { refusal } else { NO_LINE };
                let question = session.position().instructions().prompt;
                vec![Message::user(format!("{wrong}\n{question}"))]
            }
            _ => {
                self.dialogue.clear();
                let retries = self.client.policy().retries;
                self.client.network().prompt().messages(session, retries)
            }
        }
    }
}

impl Agent for ChatAgent {
    fn ask(&mut self, session: &Session, refusal: Option<&str>, time: Duration) -> AgentReply {
        let messages = self.next_messages(session, refusal);
        let asked = transcript(&messages);
        self.dialogue.extend(messages);
        let mut document = self.client.network().parameters().clone();
        document.insert("model".to_owned(), json!(self.model));
        document.insert("messages".to_owned(), json!(self.dialogue));
        document.insert("stream".to_owned(), json!(false));
        let document = Value::Object(document).to_string();
        let reply = self.client.post(&document, time);
        let mut result = AgentReply {
            asked,
            answered: reply.raw,
            mv: Err(Failure::Closed),
            took: reply.took,
            tokens: None,
        };
        result.mv = reply.body.and_then(|body| {
            let (content, tokens) = completion(&body)?;
            // JSON may have escaped the key in the body.
            let content = self.client.hide(&content);
            self.client
                .network()
                .add_tokens(&self.model, tokens, [document.len(), content.len()]);
            result.tokens = tokens;
            result.answered = content.clone();
            let entry = read_answer(session.position(), &content);
            self.has_line = entry.is_some();
            self.dialogue.push(Message {
                role: "assistant",
                content,
            });
            Ok(entry.unwrap_or_default())
        });
        result
    }
}

/// Parses a response: the text of the model, and its tokens.
fn completion(body: &str) -> Result<(String, Option<Tokens>), Failure> {
    let document: Value = serde_json::from_str(body)
        .map_err(|error| Failure::Invalid(format!("not a JSON document ({error})")))?;
    let message = document.pointer("/choices/0/message");
    let message = message.ok_or_else(|| Failure::Invalid("no message of a model".to_owned()))?;
    let content = match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part["text"].as_str());
            texts.collect()
        }
        // An empty answer has no move.
        _ => String::new(),
    };
    let count = |name: &str| document["usage"][name].as_u64();
    let tokens = count("prompt_tokens")
        .zip(count("completion_tokens"))
        .map(|(prompt, completion)| Tokens { prompt, completion });
    Ok((content, tokens))
}

fn transcript(messages: &[Message]) -> String {
    let each = messages
        .iter()
        .map(|message| format!("{}: {}", message.role, message.content));
    each.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_of_endpoints_are_parsed() {
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
                matches!(completion(body), Err(Failure::Invalid(_))),
                "{body}"
            );
        }
    }
}
