//! What a person at a terminal reads about a position or a game.

use std::fmt::Write;

use quintet_games::{AnyPosition, Scene};
use quintet_rules::Player;

use crate::{Explanation, MoveSign, Record, Review, Turn, one_words, sign, verdict};

/// A text can be written to.
const WRITTEN: &str = "a text can be written to";

impl Explanation {
    /// The explanation of this position as lines: the grid with values in place, the moves, the best line and the
    /// reason.
    pub fn report(&self, position: &dyn AnyPosition) -> String {
        let (turn, analysis) = (Turn::new(position.boxed()), &self.analysis);
        let mut notes = vec![None; turn.scene().cells.len()];
        for note in turn.notes(analysis, &[]) {
            notes[note.cell] = Some(sign(note.value));
        }
        let (variant, picture) = (position.variant(), draw(turn.scene(), &notes));
        let mut text = format!("{variant:?}: {}\n\n{picture}\n\n", self.position);
        writeln!(text, "{}", self.headline).expect(WRITTEN);
        if analysis.moves.is_empty() {
            return text;
        }
        if !self.line.is_empty() {
            writeln!(text, "Best line: {}", one_words(&self.line)).expect(WRITTEN);
        }
        if let Some(unknown) = self.nothing_known() {
            writeln!(text, "{unknown}").expect(WRITTEN);
            return text;
        }
        text.push_str("\nMoves, best first:\n");
        for group in analysis.moves.chunk_by(|a, b| a.value == b.value) {
            let moves: Vec<_> = group.iter().map(|mv| mv.mv.as_str()).collect();
            let verdict = verdict(group[0].value);
            writeln!(text, "  {verdict:<12} {}", moves.join(", ")).expect(WRITTEN);
        }
        writeln!(text, "\n{}", self.legend()).expect(WRITTEN);
        text
    }
}

impl Review {
    /// The review of this record as lines: what each move did, and how well each player decided.
    pub fn report(&self, record: &Record) -> String {
        let variant = record.variant();
        let mut text = format!("{}\n\n", record.title());
        for (n, mv) in self.moves.iter().enumerate() {
            let name = variant.name(mv.player);
            let sign = mv.sign.map_or("", MoveSign::text);
            let signed = format!("{} {sign}", mv.mv);
            writeln!(text, "{:>3}. {name}: {signed:<15} {}", n + 1, mv.words()).expect(WRITTEN);
            if let Some(better) = &mv.better {
                writeln!(text, "     better: {better} {}", verdict(mv.before)).expect(WRITTEN);
                writeln!(text, "     line: {}", one_words(&mv.better_line)).expect(WRITTEN);
            }
        }
        let accuracy = self.accuracy();
        text.push('\n');
        for player in Player::BOTH {
            let name = variant.name(player);
            writeln!(text, "{}", accuracy[player].sentence(name)).expect(WRITTEN);
        }
        text
    }
}

/// Draws a scene. `notes` holds, for each cell, what to write there besides a token.
fn draw(scene: &Scene, notes: &[Option<String>]) -> String {
    let text = |index: usize| {
        let token = scene.cells[index].token.map(|token| token.text);
        match (token, notes[index].as_deref()) {
            // A marker that can be moved shows both.
            (Some(token), Some(note)) => format!("{token}{note}"),
            (Some(text), None) | (None, Some(text)) => text.to_owned(),
            (None, None) => ".".to_owned(),
        }
    };
    let texts: Vec<String> = (0..scene.cells.len()).map(text).collect();
    let width = texts
        .iter()
        .chain(&scene.column_labels)
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(1);
    let margin = scene.row_labels.iter().map(String::len).max().unwrap_or(0);
    let row = |label: &str, texts: &[String]| {
        let cells: Vec<_> = texts.iter().map(|text| format!("{text:>width$}")).collect();
        format!("  {label:>margin$}  {}", cells.join("  "))
            .trim_end()
            .to_owned()
    };
    let mut lines = Vec::new();
    if !scene.column_labels.is_empty() {
        lines.push(row("", &scene.column_labels));
    }
    for (number, cells) in texts.chunks(scene.columns).enumerate() {
        let label = scene.row_labels.get(number).map_or("", String::as_str);
        lines.push(row(label, cells));
    }
    lines.join("\n")
}
