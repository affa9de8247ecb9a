//! What a person at a terminal reads about a position or a game.

use std::fmt::Write;

use quintet_games::{AnyPosition, one_word};
use quintet_rules::Player;

use crate::picture::draw;
use crate::{Explanation, MoveSign, Record, Review, Turn, sign, verdict};

/// A text can be written to.
const WRITTEN: &str = "a text can be written to";

/// How many legal moves there are and which, in lines that fit a terminal.
pub fn legal_moves(position: &dyn AnyPosition) -> String {
    let moves: Vec<_> = position.moves().into_iter().map(|mv| mv.text).collect();
    let mut text = format!("Legal moves: {}\n ", moves.len());
    let mut used = 0;
    for (n, mv) in moves.iter().enumerate() {
        if used + mv.len() > 70 {
            text.push_str("\n ");
            used = 0;
        }
        let comma = if n + 1 < moves.len() { "," } else { "" };
        text.extend([" ", mv, comma]);
        used += 1 + mv.len() + comma.len();
    }
    text
}

/// Moves as one word each.
pub fn one_words(moves: &[String]) -> String {
    let words: Vec<_> = moves.iter().map(|mv| one_word(mv)).collect();
    words.join(" ")
}

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
