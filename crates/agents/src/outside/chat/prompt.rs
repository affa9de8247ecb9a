//! What a language model is told: a text with gaps that each position fills.

use std::fmt::Write;
use std::str::FromStr;

use quintet_arena::Session;
use quintet_games::escape;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The line that divides what is said as the system from what is said as the user.
const DIVIDER: &str = "---";

/// What is told unless another text is given.
const BUILT_IN: &str = include_str!("prompt.txt");

/// What a language model is told: a text with gaps that each position fills.
///
/// ```
/// use quintet_agents::Prompt;
///
/// let prompt: Prompt = "You are {player}.\n---\n{drawing}\n{question}".parse()?;
/// assert_eq!(prompt.hash().len(), 64);
/// assert!("{board}".parse::<Prompt>().is_err());
/// # Ok::<_, quintet_agents::BadPrompt>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    system: Vec<Piece>,
    user: Vec<Piece>,
    hash: String,
}

/// A part of a prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    Gap(Gap),
}

/// Something that is different in every position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Gap {
    Game,
    Size,
    Player,
    Rules,
    History,
    Drawing,
    Question,
    How,
    Moves,
}

/// Every gap with its name.
const GAPS: [(&str, Gap); 9] = [
    ("game", Gap::Game),
    ("size", Gap::Size),
    ("player", Gap::Player),
    ("rules", Gap::Rules),
    ("history", Gap::History),
    ("drawing", Gap::Drawing),
    ("question", Gap::Question),
    ("how", Gap::How),
    ("moves", Gap::Moves),
];

/// A text that is no prompt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPrompt {
    /// A gap that nothing fills.
    #[error("line {line} of the prompt has {{{}}}: there are {}; {{{{ stands for a brace", escape(.found), gaps())]
    Gap {
        /// The line, from 1.
        line: usize,
        /// What stands in the braces.
        found: String,
    },
    /// A brace that is not closed.
    #[error("line {0} of the prompt has a brace that is not closed: {{{{ stands for a brace")]
    Unclosed(usize),
    /// Nothing is asked.
    #[error("the prompt asks nothing: there is no text after the line {DIVIDER}")]
    Empty,
}

fn gaps() -> String {
    let names: Vec<_> = GAPS.iter().map(|(name, _)| format!("{{{name}}}")).collect();
    names.join(", ")
}

/// One message of a dialogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Message {
    pub(super) role: &'static str,
    pub(super) content: String,
}

impl Message {
    pub(super) fn user(content: String) -> Self {
        let role = "user";
        Message { role, content }
    }
}

impl Default for Prompt {
    fn default() -> Self {
        BUILT_IN.parse().expect("the prompt that is built in")
    }
}

impl Prompt {
    /// The SHA-256 of the text, in hexadecimal.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The first messages about a position that is not finished.
    pub(super) fn messages(&self, session: &Session) -> Vec<Message> {
        let mut messages = Vec::new();
        if !self.system.is_empty() {
            let content = filled(&self.system, session);
            let role = "system";
            messages.push(Message { role, content });
        }
        messages.push(Message::user(filled(&self.user, session)));
        messages
    }
}

impl FromStr for Prompt {
    type Err = BadPrompt;

    fn from_str(text: &str) -> Result<Self, BadPrompt> {
        let mut parts = vec![Vec::new()];
        for (n, line) in text.lines().enumerate() {
            if line.trim_end() == DIVIDER && parts.len() == 1 {
                parts.push(Vec::new());
                continue;
            }
            let part = parts.last_mut().expect("there is one");
            pieces(line, n + 1, part)?;
            part.push(Piece::Text("\n".to_owned()));
        }
        let user = parts.pop().expect("there is one");
        let is_blank = |piece: &Piece| matches!(piece, Piece::Text(text) if text.trim().is_empty());
        if user.iter().all(is_blank) {
            return Err(BadPrompt::Empty);
        }
        let digest = Sha256::digest(text);
        let hash = digest.iter().fold(String::new(), |mut hash, byte| {
            let _ = write!(hash, "{byte:02x}");
            hash
        });
        Ok(Prompt {
            system: parts.pop().unwrap_or_default(),
            user,
            hash,
        })
    }
}

/// Adds the parts of a line.
fn pieces(mut line: &str, number: usize, pieces: &mut Vec<Piece>) -> Result<(), BadPrompt> {
    while let Some((before, after)) = line.split_once('{') {
        pieces.push(Piece::Text(before.to_owned()));
        if let Some(after) = after.strip_prefix('{') {
            pieces.push(Piece::Text("{".to_owned()));
            line = after;
            continue;
        }
        let closed = after.split_once('}');
        let (name, after) = closed.ok_or(BadPrompt::Unclosed(number))?;
        let known = GAPS.iter().find(|(known, _)| *known == name);
        let (_, gap) = known.ok_or_else(|| BadPrompt::Gap {
            line: number,
            found: name.to_owned(),
        })?;
        pieces.push(Piece::Gap(*gap));
        line = after;
    }
    pieces.push(Piece::Text(line.to_owned()));
    Ok(())
}

fn filled(pieces: &[Piece], session: &Session) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(words) => text.push_str(words),
            Piece::Gap(gap) => text.push_str(gap.fill(session).trim_end()),
        }
    }
    text.trim().to_owned()
}

impl Gap {
    fn fill(self, session: &Session) -> String {
        let (variant, position) = (session.variant(), session.position());
        let listing = variant.listing();
        match self {
            Gap::Game => listing.name.to_owned(),
            Gap::Size => variant.size().to_string(),
            Gap::Player => variant.name(position.to_move()).to_owned(),
            Gap::Rules => listing.rules.to_owned(),
            Gap::History => history(session),
            Gap::Drawing => position.drawing(),
            Gap::Question => position.instructions().prompt,
            Gap::How => position.instructions().how_to_move,
            Gap::Moves => {
                let moves: Vec<_> = position.moves().into_iter().map(|mv| mv.text).collect();
                moves.join(", ")
            }
        }
    }
}

/// How the game began, and every move since then.
fn history(session: &Session) -> String {
    let moves = session.played().len();
    let beginning = match (session.is_from_usual_start(), moves) {
        (true, 0) => "The game begins: no move has been made.".to_owned(),
        (true, _) => "The moves so far:".to_owned(),
        (false, 0) => "The game is taken up here, after moves that are not told.".to_owned(),
        (false, _) => format!(
            "The game was taken up with this board:\n\n{}\n\nThe moves since then:",
            session.start().drawing()
        ),
    };
    let mut lines = vec![beginning];
    lines.extend((0..moves).map(|ply| format!("{}. {}", ply + 1, session.sentence_of(ply))));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use quintet_games::Catalogue;
    use quintet_rules::Player;

    use super::*;

    fn told(prompt: &str, session: &Session) -> Vec<(&'static str, String)> {
        let prompt: Prompt = prompt.parse().expect("a prompt");
        let messages = prompt.messages(session).into_iter();
        messages
            .map(|message| (message.role, message.content))
            .collect()
    }

    #[test]
    fn gaps_are_filled_and_what_fills_them_is_not_read_again() {
        for listing in Catalogue::STANDARD.iter() {
            let mut session = Session::new(listing.standard().start(Player::One));
            let all = told("{game} {size}\n---\n{player} {{x} {question}", &session);
            let position = session.position();
            let name = listing.standard().name(Player::One);
            let size = listing.standard().size();
            assert_eq!(all[0], ("system", format!("{} {size}", listing.name)));
            assert_eq!(
                all[1],
                (
                    "user",
                    format!("{name} {{x}} {}", position.instructions().prompt)
                )
            );
            assert_eq!(
                told("{rules}", &session),
                [("user", listing.rules.trim().to_owned())]
            );
            let history = |session: &Session| told("{history}", session).remove(0).1;
            assert!(history(&session).contains("no move has been made"));
            let mv = position.moves().remove(0).text;
            session.play(&mv).expect("a legal move");
            assert!(
                history(&session).ends_with(&format!("1. {name} plays {mv}.")),
                "{}",
                history(&session)
            );
            let taken_up = Session::new(session.position().boxed());
            assert!(history(&taken_up).contains("taken up here"));
        }
    }

    #[test]
    fn the_built_in_prompt_has_the_rules_the_drawing_the_question_and_the_line() {
        for listing in Catalogue::STANDARD.iter() {
            let session = Session::new(listing.standard().start(Player::Two));
            let messages = Prompt::default().messages(&session);
            let roles: Vec<_> = messages.iter().map(|message| message.role).collect();
            assert_eq!(roles, ["system", "user"]);
            assert!(messages[0].content.contains(listing.rules.trim_end()));
            let user = &messages[1].content;
            let position = session.position();
            for part in [
                position.drawing(),
                position.instructions().prompt,
                position.instructions().how_to_move,
            ] {
                assert!(user.contains(part.trim_end()), "{part}\n{user}");
            }
            assert!(user.ends_with("\nMOVE: what you enter"), "{user}");
        }
    }

    #[test]
    fn prompts_that_cannot_be_filled_are_refused() {
        let refused = |text: &str| text.parse::<Prompt>().expect_err("no prompt").to_string();
        assert_eq!(
            refused("a\n{board}"),
            "line 2 of the prompt has {board}: there are {game}, {size}, {player}, {rules}, {history}, {drawing}, \
             {question}, {how}, {moves}; {{ stands for a brace"
        );
        assert!(refused("{rules").contains("line 1 of the prompt has a brace that is not closed"));
        assert!(refused("").contains("asks nothing"));
        assert!(refused("{rules}\n---\n \n").contains("asks nothing"));
    }
}
