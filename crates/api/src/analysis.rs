//! The values of a position and its moves.

use std::fmt;

use anstyle::Style;
use quintet_arena::{
    Claim, Explanation, FIRST_LOOK, Layout, NotedCell, Notes, Offer, SignMeaning, Turn, one_words,
    token_style, value_style, verdict,
};
#[cfg(feature = "schema")]
use quintet_games::ValueDocument;
use quintet_games::{self as games, AnyPosition, Catalogue, MoveValue, Scene, serialize_value};
use quintet_solver::Value;
use serde::{Deserialize, Serialize};

use crate::names::{self, MoveWords};
use crate::{Needs, Prepared, Request, RequestError};

/// A request for the exact values of a position and its moves.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Analyze {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
    /// The position. Default: the start of the game.
    pub position: Option<String>,
    /// Moves to play first.
    pub moves: Option<MoveWords>,
    /// If true, the response includes best play, the reason in words, a hint and the values on cells.
    #[serde(default)]
    pub explain: bool,
    /// If true, the search stops early, for a preliminary response. Where the position is solved, the response is complete.
    #[serde(default)]
    pub quick: bool,
}

/// The values of a position and its moves. An unsolved position has the value `unsolved`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Analysis))]
pub struct AnalysisDocument {
    /// The id of the game.
    pub game: &'static str,
    /// Board size, such as `4x4`.
    pub size: String,
    /// The analyzed position, in text form.
    pub position: String,
    /// The player to move; in a finished position, the player whose turn would be next.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub to_move: u8,
    /// True if the game is over.
    pub over: bool,
    /// The winner, if the game is over.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub winner: Option<u8>,
    /// The value for the player to move.
    #[serde(flatten, serialize_with = "serialize_value")]
    #[cfg_attr(feature = "schema", schema(value_type = ValueDocument))]
    pub value: Option<Value>,
    /// Every legal move, best first. Empty if the game is over.
    pub moves: Vec<MoveValue>,
    /// Best play: the winner wins as soon as possible, the loser delays. Only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// The reason for the value, in up to three sentences addressed to the player to move: `Player 2 (O) threatens to win
    /// at once with (3,3). No move prevents that.` Only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The reason, one fact at a time, each with its picture. Empty if no fact explains the value. Only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claims: Option<Vec<Claim>>,
    /// A best move and the reason for it; in an unsolved position, the most promising move. Only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The move in the hint; absent if the game is over. Only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hinted: Option<String>,
    /// The values to show on the cells; empty if all moves are unsolved. Only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<Notes>>,
    /// A sentence that replaces the values of the moves if all are unsolved, else absent. Only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nothing_known: Option<String>,
    /// The value in words: `wins in 3`, `loses in 2`, `wins`, `endless` or `unsolved`, counting
    /// the moves of the player to move. Only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The value with its reason, in sentences. Only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// The meaning of each sign that the notes can show here, the best first. Only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<Vec<SignMeaning>>,
    /// The meaning of the signs for values, in a sentence. Only with `explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
    /// True if a request that is not `quick` may find more. Only with `quick`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<bool>,
    /// The board, for the text. Only with `explain`.
    #[serde(skip)]
    scene: Option<Scene>,
    /// A table that would solve this size.
    #[serde(skip)]
    pub offer: Option<Offer>,
}

impl Request for Analyze {
    type Response = AnalysisDocument;

    fn is_long(&self) -> bool {
        self.moves.as_ref().is_some_and(MoveWords::is_long)
    }

    fn read(self, catalogue: Catalogue) -> Result<Prepared<AnalysisDocument>, RequestError> {
        let position = self.read_position(catalogue)?;
        Ok(Analyze::prepare(position, self.explain, self.quick))
    }
}

impl Analyze {
    /// Prepares the analysis of a position. `explain` and `quick` are as in the request.
    pub fn prepare(
        position: Box<dyn AnyPosition>,
        explain: bool,
        quick: bool,
    ) -> Prepared<AnalysisDocument> {
        let needs = Needs::Values(position.clone());
        Prepared::new(needs, move |context| {
            let oracle = context.oracle(position.variant());
            let mut budget = context.budget();
            if quick {
                budget = budget.at_most(FIRST_LOOK);
            }
            let mut document = if explain {
                let explanation = Explanation::of(&*position, &*oracle, budget);
                AnalysisDocument::explained(&*position, explanation)
            } else {
                AnalysisDocument::of(&*position, oracle.analyze(&*position, budget))
            };
            let is_exact = |mv: &MoveValue| mv.value.as_ref().is_some_and(Value::is_exact);
            document.more = quick.then(|| !document.moves.iter().all(is_exact));
            Ok(document)
        })
    }

    /// Returns the position after the moves.
    fn read_position(&self, catalogue: Catalogue) -> Result<Box<dyn AnyPosition>, RequestError> {
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        let mut position = names::position_or_start(variant, self.position.as_deref(), None)?;
        let moves = self
            .moves
            .as_ref()
            .map_or(Ok(Vec::new()), MoveWords::list)?;
        for (n, mv) in moves.into_iter().enumerate() {
            let played = position.play(mv);
            let played = played.map_err(|error| RequestError::from(error).at_ply(n + 1))?;
            position = played.position;
        }
        Ok(position)
    }
}

impl AnalysisDocument {
    fn of(position: &dyn AnyPosition, analysis: games::Analysis) -> Self {
        let variant = position.variant();
        let winner = position.outcome().map(|outcome| outcome.winner.number());
        AnalysisDocument {
            game: variant.id(),
            size: variant.size().to_string(),
            position: position.text(),
            to_move: position.to_move().number(),
            over: winner.is_some(),
            winner,
            value: analysis.value,
            moves: analysis.moves,
            ..AnalysisDocument::default()
        }
    }

    fn explained(position: &dyn AnyPosition, explanation: Explanation) -> Self {
        let turn = Turn::new(position.boxed());
        AnalysisDocument {
            words: Some(verdict(explanation.analysis.value)),
            nothing_known: explanation.nothing_known(),
            notes: Some(turn.all_notes(&explanation.analysis)),
            key: Some(explanation.key()),
            legend: Some(explanation.legend()),
            claims: Some(explanation.claims),
            line: Some(explanation.line),
            headline: Some(explanation.headline),
            reason: Some(explanation.reason),
            hint: Some(explanation.hint),
            hinted: explanation.hinted,
            scene: Some(turn.into_scene()),
            offer: explanation.offer,
            ..AnalysisDocument::of(position, explanation.analysis)
        }
    }

    /// Returns the value to draw on each cell with which a move can begin.
    fn notes_on(&self, scene: &Scene) -> Vec<Option<&NotedCell>> {
        let mut notes = vec![None; scene.cells.len()];
        let first = self.notes.iter().flatten().next();
        for note in first.iter().flat_map(|notes| &notes.cells) {
            notes[note.cell] = Some(note);
        }
        notes
    }

    /// Returns the verdict with its reason, on lines of their own.
    fn verdict(&self, layout: Layout) -> Option<String> {
        let headline = self.headline.as_deref()?;
        let reason = self.reason.as_deref().filter(|reason| !reason.is_empty());
        let verdict = reason.and_then(|reason| headline.strip_suffix(reason));
        let verdict = verdict.map_or(headline, str::trim_end);
        let style = value_style(self.value).bold();
        let lines = [layout.wrap(verdict)]
            .map(|line| layout.paint(style, line))
            .into_iter()
            .chain(reason.map(|reason| layout.wrap(reason)));
        Some(lines.collect::<Vec<_>>().join("\n"))
    }
}

/// Formats the board with its values, the verdict with its reason, best play and the moves by value, in the [`Layout`] of
/// the formatter.
impl fmt::Display for AnalysisDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = Layout::of(f);
        writeln!(f, "{} {}: {}\n", self.game, self.size, self.position)?;
        if let Some(scene) = &self.scene {
            writeln!(f, "{}\n", draw(scene, &self.notes_on(scene), layout))?;
        }
        if let Some(verdict) = self.verdict(layout) {
            writeln!(f, "{verdict}")?;
        }
        if self.moves.is_empty() {
            return Ok(());
        }
        if let Some(line) = self.line.as_ref().filter(|line| !line.is_empty()) {
            let line = one_words(line);
            writeln!(f, "{}", layout.fill("Best line: ", line.split(' ')))?;
        }
        if let Some(unknown) = &self.nothing_known {
            return writeln!(f, "{unknown}");
        }
        writeln!(f, "\nMoves, best first:")?;
        for group in self.moves.chunk_by(|a, b| a.value == b.value) {
            let value = group[0].value;
            let verdict = layout.paint(value_style(value), format!("{:<12}", verdict(value)));
            let last = group.len() - 1;
            let moves = group.iter().enumerate();
            let moves =
                moves.map(|(n, mv)| format!("{}{}", mv.mv, if n < last { "," } else { "" }));
            writeln!(f, "{}", layout.fill(&format!("  {verdict} "), moves))?;
        }
        match &self.legend {
            Some(legend) => writeln!(f, "\n{}", layout.wrap(legend)),
            None => Ok(()),
        }
    }
}

/// Draws a board. `notes` has the value to draw next to the token of each cell.
fn draw(scene: &Scene, notes: &[Option<&NotedCell>], layout: Layout) -> String {
    let token = |index: usize| scene.cells[index].token;
    let text = |index: usize| match (token(index), notes[index]) {
        // A piece that can move shows both.
        (Some(token), Some(note)) => format!("{}{}", token.text, note.sign),
        (Some(token), None) => token.text.to_owned(),
        (None, Some(note)) => note.sign.clone(),
        (None, None) => ".".to_owned(),
    };
    let style = |index: usize| match (token(index), notes[index]) {
        (Some(token), _) => token_style(token).bold(),
        (None, Some(note)) => value_style(note.value),
        (None, None) => Style::new().dimmed(),
    };
    let texts: Vec<String> = (0..scene.cells.len()).map(text).collect();
    let width = texts
        .iter()
        .chain(&scene.column_labels)
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(1);
    let margin = scene.row_labels.iter().map(String::len).max().unwrap_or(0);
    let row = |label: &str, cells: Vec<String>| {
        let label = layout.paint(Style::new().dimmed(), format!("{label:>margin$}"));
        format!("  {label}  {}", cells.join("  "))
            .trim_end()
            .to_owned()
    };
    let padded = |text: &String, style| layout.paint(style, format!("{text:>width$}"));
    let mut lines = Vec::new();
    if !scene.column_labels.is_empty() {
        let labels = scene.column_labels.iter();
        let labels = labels.map(|label| padded(label, Style::new().dimmed()));
        lines.push(row("", labels.collect()));
    }
    for number in 0..scene.rows {
        let label = scene.row_labels.get(number).map_or("", String::as_str);
        let cells = number * scene.columns..(number + 1) * scene.columns;
        lines.push(row(
            label,
            cells
                .map(|cell| padded(&texts[cell], style(cell)))
                .collect(),
        ));
    }
    lines.join("\n")
}
