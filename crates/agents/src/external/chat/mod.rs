//! Language models behind an OpenAI-compatible endpoint, `/chat/completions`.

use std::sync::Arc;
use std::time::Duration;

use quintet_arena::{Session, Tokens};
use quintet_evaluation::Message;
use serde_json::{Value, json};

use super::network::Client;
use super::{Agent, AgentReply, Failure};

/// Maximum number of characters of a refusal in messages.
const SHOWN_REFUSAL: usize = 100;

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
                let prompt = self.client.network().prompt();
                vec![if self.has_line {
                    prompt.refusal(session, refusal)
                } else {
                    prompt.missing_line(session)
                }]
            }
            _ => {
                self.dialogue.clear();
                let scoring = self.client.policy().scoring();
                self.client.network().prompt().messages(session, scoring)
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
            let Completion {
                content,
                tokens,
                refusal,
            } = completion(&body)?;
            // JSON may have escaped the key in the body.
            let content = self.client.hide(&content);
            self.client
                .network()
                .add_tokens(&self.model, tokens, [document.len(), content.len()]);
            result.tokens = tokens;
            result.answered = content.clone();
            let prompt = self.client.network().prompt();
            let entry = prompt.read_answer(session.position(), &content);
            self.has_line = entry.is_some();
            self.dialogue.push(Message {
                role: "assistant",
                content,
            });
            if let Some(refusal) = refusal.filter(|_| entry.is_none()) {
                return Err(Failure::Refused(self.client.hide(&refusal)));
            }
            Ok(entry.unwrap_or_default())
        });
        result
    }
}

/// The response of an endpoint.
#[derive(PartialEq, Eq, Debug)]
struct Completion {
    /// The text of the model.
    content: String,
    tokens: Option<Tokens>,
    /// Reason why the text has no end, or is missing.
    refusal: Option<String>,
}

fn completion(body: &str) -> Result<Completion, Failure> {
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
        _ => String::new(),
    };
    let finish = document.pointer("/choices/0/finish_reason");
    let refusal = match (message["refusal"].as_str(), finish.and_then(Value::as_str)) {
        (Some(refusal), _) => Some(refusal.chars().take(SHOWN_REFUSAL).collect()),
        (None, Some(reason @ ("length" | "content_filter"))) => Some(reason.to_owned()),
        _ if content.trim().is_empty() => Some("empty".to_owned()),
        _ => None,
    };
    let count = |name: &str| document["usage"][name].as_u64();
    let tokens = count("prompt_tokens")
        .zip(count("completion_tokens"))
        .map(|(prompt, completion)| Tokens { prompt, completion });
    Ok(Completion {
        content,
        tokens,
        refusal,
    })
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
        let whole = |content: &str, tokens| Completion {
            content: content.to_owned(),
            tokens,
            refusal: None,
        };
        let tokens = Tokens {
            prompt: 3,
            completion: 5,
        };
        let text = r#"{"choices": [{"message": {"content": "a"}, "finish_reason": "stop"}],
                       "usage": {"prompt_tokens": 3, "completion_tokens": 5}}"#;
        assert_eq!(completion(text), Ok(whole("a", Some(tokens))));
        let parts = r#"{"choices": [{"message": {"content": [{"type": "text", "text": "a"}, {"text": "b"}]}}]}"#;
        assert_eq!(completion(parts), Ok(whole("ab", None)));
        for body in ["", "[]", "{}", r#"{"choices": []}"#, "<html>", "\"\""] {
            assert!(
                matches!(completion(body), Err(Failure::Invalid(_))),
                "{body}"
            );
        }
    }

    #[test]
    fn refused_and_cut_off_answers_are_recognized() {
        for (choice, reason) in [
            (r#""message": {"content": null}"#, "empty"),
            (
                r#""message": {"content": "I think", "refusal": null}, "finish_reason": "length""#,
                "length",
            ),
            (
                r#""message": {"content": ""}, "finish_reason": "content_filter""#,
                "content_filter",
            ),
            (
                r#""message": {"content": null, "refusal": "I cannot help with that."}, "finish_reason": "stop""#,
                "I cannot help with that.",
            ),
        ] {
            let found = completion(&format!("{{\"choices\": [{{{choice}}}]}}"));
            let found = found.expect("a response").refusal;
            assert_eq!(found.as_deref(), Some(reason), "{choice}");
        }
    }
}
