//! What a position and each of its moves are worth.

use quintet_arena::{Explanation, FIRST_LOOK, Note, Turn, sign, verdict};
use quintet_games::{self as games, AnyPosition, Catalogue};
use serde::{Deserialize, Serialize};

use crate::named::{self, Moves};
use crate::{InWords, Needs, Question, Reading, Refusal, ValueDocument, Worded};

/// A position to be analysed.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Analyze {
    /// The id of a game.
    pub game: String,
    /// The board; the rule book's if it is left out.
    pub size: Option<String>,
    /// The position as text; the start if it is left out.
    pub position: Option<String>,
    /// Moves to be played first.
    pub moves: Option<Moves>,
    /// Whether best play, the reason in words, a hint and the values on cells are wanted, too.
    #[serde(default)]
    pub explain: bool,
    /// Whether only what is found at once is wanted, to be shown until the whole answer is there. Where all is known, it is
    /// the whole answer.
    #[serde(default)]
    pub quick: bool,
}

/// The value of a position and that of every move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// The id of the game.
    pub game: &'static str,
    /// The board, such as `4x4`.
    pub size: String,
    /// The position as text.
    pub position: String,
    /// The player to move; in a finished position, the player who would have been next.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub to_move: u8,
    /// Whether the game is over.
    pub over: bool,
    /// Who has won, if the game is over.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub winner: Option<u8>,
    /// For the player to move.
    #[serde(flatten)]
    pub value: ValueDocument,
    /// Every legal move, best first. Empty if the game is over.
    pub moves: Vec<MoveValue>,
    /// Best play: the winner hurries and the loser delays. If an explanation was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// Why the value is what it is, in up to three sentences spoken to the player to move: `Player 2 (O)
    /// threatens to win at once with 3 3. No move prevents that.` If an explanation was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// A best move and why it is one, in sentences; where nothing is proved, a move that looks best. If an
    /// explanation was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The move that the hint names; absent if the game is over. If an explanation was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hinted: Option<String>,
    /// The values to show on the cells; empty if none is known. If an explanation was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<Notes>>,
    /// Said instead of the values of all moves, if none is known; absent if one is. If an explanation was
    /// asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nothing_known: Option<String>,
    /// The value in words: `wins in 5`, `loses in 4`, `wins`, `endless` or `unsolved`. If an explanation
    /// was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The beginning of best play, in words; absent if there is no line. If an explanation was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// What the player to move can expect and why, in sentences. If an explanation was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// What the signs of the values mean. If an explanation was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
    /// Whether more may be found by asking again, and not quickly. If a quick answer was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<bool>,
}

/// A move and what it is worth to the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveValue {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// For the player who makes it, counted from before it.
    #[serde(flatten)]
    pub value: ValueDocument,
}

/// The values to show once these cells have been touched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Notes {
    /// The cells, in the order in which they were touched.
    pub touched: Vec<usize>,
    /// The best value behind each cell that can be touched next.
    pub cells: Vec<NotedCell>,
}

/// The value to show on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NotedCell {
    /// The cell by index.
    pub cell: usize,
    /// The best value behind it.
    #[serde(flatten)]
    pub value: ValueDocument,
    /// As a sign: `+5`, `-4`, `+`, `-`, `=` or `?`.
    pub sign: String,
    /// In words: `wins in 5`, `loses in 4`, `endless` or `unsolved`.
    pub words: String,
}

impl Question for Analyze {
    type Answer = Analysis;

    fn is_long(&self) -> bool {
        self.moves.as_ref().is_some_and(Moves::is_long)
    }

    fn read(self, catalogue: Catalogue) -> Result<Reading<Analysis>, Refusal> {
        let position = self.read_position(catalogue)?;
        let needs = Needs::Values(position.clone());
        Ok(Reading::new(needs, move |context| {
            let oracle = context.oracle(position.variant());
            let mut budget = context.budget();
            if self.quick {
                budget = budget.at_most(FIRST_LOOK);
            }
            let (found, mut document) = if self.explain {
                let explained = Explanation::of(&*position, &*oracle, budget);
                let document = Analysis::explained(&*position, &explained);
                (explained.analysis, document)
            } else {
                let found = oracle.analyze(&*position, budget);
                let document = Analysis::of(&*position, &found);
                (found, document)
            };
            document.more = self.quick.then(|| !found.is_exact());
            Ok(document)
        }))
    }
}

/// Always with an explanation.
impl Question for InWords<Analyze> {
    type Answer = Worded<Analysis>;

    fn is_long(&self) -> bool {
        self.0.is_long()
    }

    fn read(self, catalogue: Catalogue) -> Result<Reading<Worded<Analysis>>, Refusal> {
        let position = self.0.read_position(catalogue)?;
        let needs = Needs::Values(position.clone());
        Ok(Reading::new(needs, move |context| {
            let oracle = context.oracle(position.variant());
            let explanation = Explanation::of(&*position, &*oracle, context.budget());
            Ok(Worded {
                text: explanation.report(&*position),
                document: Analysis::explained(&*position, &explanation),
            })
        }))
    }
}

impl Analyze {
    /// The position after the moves.
    fn read_position(&self, catalogue: Catalogue) -> Result<Box<dyn AnyPosition>, Refusal> {
        let variant = named::variant(catalogue, &self.game, self.size.as_deref())?;
        let mut position = named::position_or_start(variant, self.position.as_deref(), None)?;
        let moves = self.moves.as_ref().map_or(Ok(Vec::new()), Moves::list)?;
        for (n, mv) in moves.into_iter().enumerate() {
            let played = position.play(mv);
            let played = played.map_err(|error| Refusal::from(error).at_ply(n + 1))?;
            position = played.position;
        }
        Ok(position)
    }
}

impl Analysis {
    /// The values of a position.
    pub fn of(position: &dyn AnyPosition, analysis: &games::Analysis) -> Self {
        let variant = position.variant();
        let winner = position.outcome().map(|outcome| outcome.winner.number());
        let mv = |mv: &games::MoveValue| MoveValue {
            mv: mv.mv.clone(),
            value: mv.value.into(),
        };
        Analysis {
            game: variant.id(),
            size: variant.size().to_string(),
            position: position.text(),
            to_move: position.to_move().number(),
            over: winner.is_some(),
            winner,
            value: analysis.value.into(),
            moves: analysis.moves.iter().map(mv).collect(),
            line: None,
            words: None,
            best: None,
            headline: None,
            reason: None,
            hint: None,
            hinted: None,
            nothing_known: None,
            notes: None,
            legend: None,
            more: None,
        }
    }

    /// The values of a position, and why.
    pub fn explained(position: &dyn AnyPosition, explanation: &Explanation) -> Self {
        let turn = Turn::new(position.boxed());
        Analysis {
            line: Some(explanation.line.clone()),
            words: Some(verdict(explanation.analysis.value)),
            best: explanation.best(),
            headline: Some(explanation.headline.clone()),
            reason: Some(explanation.reason.clone()),
            hint: Some(explanation.hint.clone()),
            hinted: explanation.hinted.clone(),
            nothing_known: explanation.nothing_known(),
            notes: Some(notes(&turn, &explanation.analysis)),
            legend: Some(explanation.legend()),
            ..Analysis::of(position, &explanation.analysis)
        }
    }
}

/// The values on cells after every sequence of touches that needs another one.
fn notes(turn: &Turn, analysis: &games::Analysis) -> Vec<Notes> {
    let noted = |Note { cell, value }| NotedCell {
        cell,
        value: value.into(),
        sign: sign(value),
        words: verdict(value),
    };
    let mut all = Vec::new();
    let mut waiting = vec![Vec::new()];
    while let Some(touched) = waiting.pop() {
        let cells = turn.notes(analysis, &touched);
        if cells.is_empty() {
            continue;
        }
        let further = |note: &Note| [touched.as_slice(), &[note.cell]].concat();
        waiting.extend(cells.iter().rev().map(further));
        let cells = cells.into_iter().map(noted).collect();
        all.push(Notes { touched, cells });
    }
    all
}
