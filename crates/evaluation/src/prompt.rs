//! Prompt templates for language models.

use std::fmt;
use std::str::FromStr;

use quintet_arena::Session;
use quintet_games::{AnyPosition, escape};
use serde::Serialize;

use crate::questions::sha256;
use crate::{Disguise, read_answer};

/// The line between the system message and the user message.
const DIVIDER: &str = "---";

/// The default template.
const BUILT_IN: &str = include_str!("prompt.txt");

/// Prompt template for a language model, with placeholders such as `{drawing}`.
///
/// ```
/// use quintet_evaluation::Prompt;
///
/// let prompt: Prompt = "You are {player}.\n---\n{drawing}\n{question}".parse()?;
/// assert_eq!(prompt.hash().len(), 64);
/// assert!("{board}".parse::<Prompt>().is_err());
/// # Ok::<_, quintet_evaluation::BadPrompt>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    system: Vec<Piece>,
    user: Vec<Piece>,
    hash: String,
    disguise: Option<Disguise>,
}

/// A piece of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    Placeholder(Placeholder),
}

/// Placeholder for something that depends on the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Placeholder {
    Game,
    Size,
    Player,
    Rules,
    History,
    Drawing,
    Question,
    How,
    Moves,
    Scoring,
}

/// All placeholders by name.
const PLACEHOLDERS: [(&str, Placeholder); 10] = [
    ("game", Placeholder::Game),
    ("size", Placeholder::Size),
    ("player", Placeholder::Player),
    ("rules", Placeholder::Rules),
    ("history", Placeholder::History),
    ("drawing", Placeholder::Drawing),
    ("question", Placeholder::Question),
    ("how", Placeholder::How),
    ("moves", Placeholder::Moves),
    ("scoring", Placeholder::Scoring),
];

/// Error in a prompt template.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPrompt {
    /// Unknown placeholder.
    #[error("line {line} of the prompt: unknown placeholder {{{}}}; available: {}; use {{{{ for a brace", escape(.found), names())]
    Unknown {
        /// The line, from 1.
        line: usize,
        /// The text in the braces.
        found: String,
    },
    /// Unclosed brace.
    #[error("line {0} of the prompt: unclosed brace; use {{{{ for a brace")]
    Unclosed(usize),
    /// Empty user message.
    #[error("the prompt has no text after the line {DIVIDER}")]
    Empty,
}

fn names() -> String {
    let names: Vec<_> = PLACEHOLDERS
        .iter()
        .map(|(name, _)| format!("{{{name}}}"))
        .collect();
    names.join(", ")
}

/// A message of a dialogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Message {
    /// `system`, `user` or `assistant`.
    pub role: &'static str,
    /// The text.
    pub content: String,
}

impl Message {
    /// Creates a message of the user.
    pub fn user(content: String) -> Self {
        let role = "user";
        Message { role, content }
    }
}

impl Default for Prompt {
    fn default() -> Self {
        BUILT_IN.parse().expect("the default template is valid")
    }
}

impl Prompt {
    /// Returns the SHA-256 hash of the template, in hexadecimal.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Returns the messages that ask for a move.
    pub fn messages(&self, session: &Session, scoring: Scoring) -> Vec<Message> {
        let content = |pieces: &[Piece]| {
            let text = filled(pieces, session, scoring, self.disguise);
            self.disguised(session, text)
        };
        let mut messages = Vec::new();
        if !self.system.is_empty() {
            messages.push(Message {
                role: "system",
                content: content(&self.system),
            });
        }
        messages.push(Message::user(content(&self.user)));
        messages
    }

    /// Returns the message that asks again after an illegal move.
    pub fn refusal(&self, session: &Session, refusal: &str) -> Message {
        let variant = session.variant();
        let refusal = match self.disguise {
            Some(disguise) => disguise.refusal(variant, refusal),
            None => refusal.to_owned(),
        };
        self.again(session, &refusal)
    }

    /// Returns the message that asks again after an answer without a line that starts with `MOVE:`.
    pub fn missing_line(&self, session: &Session) -> Message {
        let missing = "Your answer has no line that starts with MOVE: followed by your move.";
        self.again(session, missing)
    }

    fn again(&self, session: &Session, reason: &str) -> Message {
        let question = session.position().instructions().prompt;
        let question = self.disguised(session, question);
        Message::user(format!("{reason}\n{question}"))
    }

    /// Returns the entry in an answer, with the rule book's names, legal or not; `None` if no line starts with `MOVE:`.
    pub fn read_answer(&self, position: &dyn AnyPosition, answer: &str) -> Option<String> {
        let entry = read_answer(answer)?;
        Some(match self.disguise {
            Some(disguise) => disguise.original(position, &entry),
            None => entry,
        })
    }

    /// Changes the form of all questions.
    #[must_use]
    pub fn with_disguise(self, disguise: Option<Disguise>) -> Self {
        Prompt { disguise, ..self }
    }

    fn disguised(&self, session: &Session, text: String) -> String {
        match self.disguise {
            Some(disguise) => disguise.prompt(session.variant(), text),
            None => text,
        }
    }
}

/// The consequence of an answer that is not a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scoring {
    /// The answer to a question counts as the worst move.
    #[default]
    Question,
    /// In a game, the question is repeated. Then the game is lost, or a random move is played.
    Game {
        /// The number of retries.
        retries: u32,
        /// True if the game is lost.
        forfeits: bool,
    },
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
        Ok(Prompt {
            system: parts.pop().unwrap_or_default(),
            user,
            hash: sha256(text.as_bytes()),
            disguise: None,
        })
    }
}

/// Parses a line and appends its pieces.
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
        let known = PLACEHOLDERS.iter().find(|(known, _)| *known == name);
        let (_, placeholder) = known.ok_or_else(|| BadPrompt::Unknown {
            line: number,
            found: name.to_owned(),
        })?;
        pieces.push(Piece::Placeholder(*placeholder));
        line = after;
    }
    pieces.push(Piece::Text(line.to_owned()));
    Ok(())
}

fn filled(
    pieces: &[Piece],
    session: &Session,
    scoring: Scoring,
    disguise: Option<Disguise>,
) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(words) => text.push_str(words),
            Piece::Placeholder(placeholder) => {
                let filled = placeholder.fill(session, scoring, disguise);
                text.push_str(filled.trim_end());
            }
        }
    }
    text.trim().to_owned()
}

impl Placeholder {
    fn fill(self, session: &Session, scoring: Scoring, disguise: Option<Disguise>) -> String {
        let (variant, position) = (session.variant(), session.position());
        let listing = variant.listing();
        match self {
            Placeholder::Game => listing.name.to_owned(),
            Placeholder::Size => variant.size().to_string(),
            Placeholder::Player => variant.name(position.to_move()).to_owned(),
            Placeholder::Rules => {
                let rules = without_retry_rule(listing.rules);
                disguise.map_or_else(|| rules.clone(), |disguise| disguise.rules(rules.clone()))
            }
            Placeholder::History => history(session, disguise),
            Placeholder::Drawing => drawing(position, disguise),
            Placeholder::Question => position.instructions().prompt,
            Placeholder::How => position.instructions().how_to_move,
            Placeholder::Moves => {
                let moves = position.moves().into_iter();
                let moves = moves.map(|mv| shown(position, &mv.text, disguise));
                moves.collect::<Vec<_>>().join(", ")
            }
            Placeholder::Scoring => scoring.to_string(),
        }
    }
}

/// Returns the rules without the ruling that an illegal entry costs nothing, which is true only for people at a terminal.
fn without_retry_rule(rules: &str) -> String {
    let mut is_omitted = false;
    let mut kept = String::new();
    for line in rules.lines() {
        if line.starts_with("- ") {
            is_omitted = line.starts_with("- C2.");
        }
        if !is_omitted || line.trim().is_empty() {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Scoring::Game { retries, forfeits } = *self else {
            return f.write_str(
                "Your first answer counts. An answer that is not a legal move counts as the worst move.",
            );
        };
        let end = if forfeits {
            "you lose the game"
        } else {
            "a random move is played for you"
        };
        match retries {
            0 => write!(f, "If your answer is not a legal move, {end}."),
            1 => write!(
                f,
                "If your answer is not a legal move, you are asked once more. If the second answer is not legal either, {end}."
            ),
            more => write!(
                f,
                "If your answer is not a legal move, you are asked again, up to {more} times. If none of your answers is \
                 legal, {end}."
            ),
        }
    }
}

fn shown(position: &dyn AnyPosition, mv: &str, disguise: Option<Disguise>) -> String {
    disguise.map_or_else(|| mv.to_owned(), |disguise| disguise.mv(position, mv))
}

fn drawing(position: &dyn AnyPosition, disguise: Option<Disguise>) -> String {
    match disguise {
        Some(disguise) => disguise.drawing(position),
        None => position.drawing(),
    }
}

/// Returns the starting position, unless it is the usual one, and the moves.
fn history(session: &Session, disguise: Option<Disguise>) -> String {
    let moves = session.played().len();
    let beginning = match (session.is_from_usual_start(), moves) {
        (true, 0) => "This is the first move.".to_owned(),
        (true, _) => "The moves:".to_owned(),
        (false, 0) => "The game starts from this position.".to_owned(),
        (false, _) => format!(
            "The game started from this board:\n\n{}\n\nThe moves since then:",
            drawing(session.start(), disguise)
        ),
    };
    let mut lines = vec![beginning];
    lines.extend((0..moves).map(|ply| {
        // In the notation of the answer.
        let name = session.variant().name(session.mover_of(ply));
        let mv = shown(session.start(), &session.plies()[ply].mv, disguise);
        format!("{}. {name} plays {mv}.", ply + 1)
    }));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use quintet_games::{Catalogue, Listing};
    use quintet_rules::Player;

    use super::*;

    fn messages(prompt: &str, session: &Session) -> Vec<(&'static str, String)> {
        let prompt: Prompt = prompt.parse().expect("a prompt");
        let messages = prompt.messages(session, Scoring::Question).into_iter();
        messages
            .map(|message| (message.role, message.content))
            .collect()
    }

    #[test]
    fn placeholders_are_replaced_once() {
        for listing in Catalogue::STANDARD.iter() {
            let mut session = Session::new(listing.standard().start(Player::One));
            let all = messages("{game} {size}\n---\n{player} {{x} {question}", &session);
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
                messages("{rules}", &session),
                [("user", without_retry_rule(listing.rules).trim().to_owned())]
            );
            let history = |session: &Session| messages("{history}", session).remove(0).1;
            assert!(history(&session).contains("This is the first move."));
            let mv = position.moves().remove(0).text;
            session.play(&mv).expect("a legal move");
            assert!(
                history(&session).ends_with(&format!("1. {name} plays {mv}.")),
                "{}",
                history(&session)
            );
            let taken_up = Session::new(session.position().boxed());
            assert!(history(&taken_up).contains("starts from this position"));
        }
    }

    #[test]
    fn the_default_prompt_has_the_rules_the_drawing_the_question_and_the_line() {
        for listing in Catalogue::STANDARD.iter() {
            let session = Session::new(listing.standard().start(Player::Two));
            let messages = Prompt::default().messages(&session, Scoring::Question);
            let senders = messages.iter().map(|message| message.role);
            assert!(senders.eq(["system", "user"]));
            let rules = without_retry_rule(listing.rules);
            assert!(messages[0].content.contains(rules.trim_end()));
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
    fn the_prompt_states_the_scoring_and_no_other() {
        for listing in Catalogue::STANDARD.iter() {
            let session = Session::new(listing.standard().start(Player::One));
            let text = |scoring| {
                let messages = Prompt::default().messages(&session, scoring);
                messages
                    .iter()
                    .map(|it| it.content.clone())
                    .collect::<String>()
            };
            assert!(listing.rules.contains("costs nothing"));
            let question = text(Scoring::Question);
            for rule in ["C1.", "C3."] {
                assert!(question.contains(rule), "only one rule is omitted");
            }
            assert!(!question.contains("costs nothing"), "{question}");
            assert!(question.contains("counts as the worst move"));
            let game = |retries, forfeits| text(Scoring::Game { retries, forfeits });
            assert!(
                game(0, true).contains("If your answer is not a legal move, you lose the game.")
            );
            assert!(game(1, true).contains("you are asked once more"));
            assert!(game(1, false).contains("not legal either, a random move is played for you."));
            assert!(!game(2, false).contains("counts as the worst move"));
        }
    }

    #[test]
    fn a_disguised_prompt_has_other_names_or_labels() {
        for listing in Catalogue::STANDARD.iter() {
            let mut session = Session::new(listing.standard().start(Player::One));
            let mv = session.position().moves().remove(0).text;
            session.play(&mv).expect("a legal move");
            let text = |disguise| {
                let prompt: Prompt = "{game} {rules} {history} {drawing} {question} MOVES {moves}"
                    .parse()
                    .expect("a prompt");
                let prompt = prompt.with_disguise(disguise);
                let message = prompt.messages(&session, Scoring::Question).remove(0);
                (prompt, message.content)
            };
            let (_, original) = text(None);
            for disguise in [Disguise::Renamed, Disguise::Relabeled] {
                let (prompt, other) = text(Some(disguise));
                assert_ne!(other, original);
                assert_eq!(
                    other.contains(listing.name),
                    disguise == Disguise::Relabeled
                );
                let (_, moves) = other.split_once("MOVES ").expect("a list");
                let position = session.position();
                let read: Vec<_> = moves
                    .split(", ")
                    .map(|mv| prompt.read_answer(position, &format!("MOVE: {mv}")))
                    .collect();
                let wanted = position.moves().into_iter().map(|mv| Some(mv.text));
                assert!(wanted.eq(read), "{other}");
                let refusal = prompt.refusal(&session, "P1 cannot go to A1.").content;
                assert!(!refusal.contains("P1 cannot go to A1"), "{refusal}");
            }
        }
    }

    #[test]
    fn the_moves_of_a_disguised_prompt_lead_to_its_board() {
        for variant in Catalogue::STANDARD.iter().map(Listing::standard) {
            let mut session = Session::new(variant.start(Player::One));
            while session.played().len() < 4 {
                let mv = session.position().moves().swap_remove(0).text;
                session.play(&mv).expect("a listed move");
            }
            for disguise in [Disguise::Renamed, Disguise::Relabeled] {
                let prompt: Prompt = "{history}".parse().expect("a prompt");
                let prompt = prompt.with_disguise(Some(disguise));
                let text = prompt
                    .messages(&session, Scoring::Question)
                    .remove(0)
                    .content;
                let read = |line: &str| {
                    let (_, mv) = line.trim_end_matches('.').split_once(" plays ")?;
                    prompt.read_answer(session.start(), &format!("MOVE: {mv}"))
                };
                let moves: Vec<_> = text.lines().filter_map(read).collect();
                let played = session.played().iter().map(|ply| ply.mv.clone());
                assert_eq!(moves, played.collect::<Vec<_>>(), "{text}");
            }
        }
    }

    #[test]
    fn invalid_prompts_are_rejected() {
        let refused = |text: &str| text.parse::<Prompt>().expect_err("no prompt").to_string();
        assert_eq!(
            refused("a\n{board}"),
            "line 2 of the prompt: unknown placeholder {board}; available: {game}, {size}, {player}, {rules}, {history}, \
             {drawing}, {question}, {how}, {moves}, {scoring}; use {{ for a brace"
        );
        assert!(refused("{rules").contains("line 1 of the prompt: unclosed brace"));
        assert!(refused("").contains("has no text after the line ---"));
        assert!(refused("{rules}\n---\n \n").contains("has no text after the line ---"));
    }
}
