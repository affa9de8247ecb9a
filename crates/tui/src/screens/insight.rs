//! Analysis of the current position: the enabled kinds and their results.

use std::collections::BTreeSet;

use quintet_arena::{Explanation, NotedCell, Turn};
use quintet_games::AnyPosition;
use quintet_solver::Value;
use ratatui::style::Style;

use crate::canvas::Mark;
use crate::context::Context;
use crate::look::Look;
use crate::text::together;
use crate::worker::RequestBody;

/// The enabled kinds of analysis and their results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Insight {
    pub(crate) shows_values: bool,
    pub(crate) shows_why: bool,
    /// True if a hint will be shown once it is available.
    pub(crate) wants_hint: bool,
    /// The pending request.
    asked: Option<Asked>,
    known: Option<Known>,
}

/// The result.
#[derive(Clone, Debug)]
struct Known {
    explanation: Explanation,
    /// True if a full search may find more.
    may_grow: bool,
}

/// A request without a response.
#[derive(Clone, Debug)]
struct Asked {
    id: u64,
    position: String,
    is_first: bool,
}

impl Insight {
    /// The id of the pending request.
    pub(crate) fn pending(&self) -> Option<u64> {
        self.asked.as_ref().map(|asked| asked.id)
    }

    /// The analysis of a position, possibly preliminary.
    pub(crate) fn about(&self, position: &dyn AnyPosition) -> Option<&Explanation> {
        self.known_of(position).map(|known| &known.explanation)
    }

    /// The final analysis of a position.
    pub(crate) fn all_about(&self, position: &dyn AnyPosition) -> Option<&Explanation> {
        let known = self.known_of(position).filter(|known| !known.may_grow);
        known.map(|known| &known.explanation)
    }

    fn known_of(&self, position: &dyn AnyPosition) -> Option<&Known> {
        let known = self.known.as_ref();
        known.filter(|known| known.explanation.position == position.text())
    }

    /// Requests the missing analysis of an unfinished position: first a quick one,
    /// then the full one. Requests about other positions are cancelled.
    pub(crate) fn ask(&mut self, position: &dyn AnyPosition, context: &mut Context) {
        let text = position.text();
        self.asked.take_if(|asked| asked.position != text);
        let is_wanted = self.shows_values || self.shows_why || self.wants_hint;
        if is_wanted && self.asked.is_none() && self.all_about(position).is_none() {
            let is_first = self.about(position).is_none();
            let id = context.request(RequestBody::Explanation {
                position: position.boxed(),
                is_first,
            });
            self.asked = Some(Asked {
                id,
                position: text,
                is_first,
            });
        }
    }

    /// Accepts a response if it is the pending one.
    pub(crate) fn receive(&mut self, id: u64, known: &Explanation) {
        if let Some(asked) = self.asked.take_if(|asked| asked.id == id) {
            self.known = Some(Known {
                explanation: known.clone(),
                may_grow: asked.is_first && !known.analysis.is_exact(),
            });
        }
    }

    /// Labels the cells that can be touched next with their values for the player to move, in color if
    /// that is the user: moves that are bad for the opponent are not red.
    pub(crate) fn mark(
        &self,
        turn: &Turn,
        picked: &[usize],
        look: Look,
        is_viewers: bool,
        marks: &mut [Mark],
    ) {
        let known = self.about(turn.position());
        let Some(known) = known.filter(|_| self.shows_values) else {
            return;
        };
        let notes = turn.notes(&known.analysis, picked);
        let best = best_cell(turn, known, picked, &notes);
        for note in &notes {
            let style = if is_viewers {
                look.cell_value(note.value, strength(note, &notes))
            } else {
                Style::new()
            };
            let mark = &mut marks[note.cell];
            mark.note = Some((note.sign.clone(), style));
            mark.is_best = best == Some(note.cell);
        }
    }

    /// The reason in paragraphs, if enabled: the value and the best line.
    pub(crate) fn why(
        &self,
        position: &dyn AnyPosition,
        look: Look,
        is_viewers: bool,
    ) -> Vec<(String, Style)> {
        if !self.shows_why || position.outcome().is_some() {
            return Vec::new();
        }
        let Some(known) = self.about(position) else {
            return vec![("Why: ...".to_owned(), look.quiet())];
        };
        let style = if is_viewers {
            look.value(known.analysis.value)
        } else {
            Style::new()
        };
        let headline = (together(&known.headline, &known.line), style);
        let best = known.best();
        let best = best.map(|best| (together(&best, &known.line), Style::new()));
        let offer = known.offer.as_ref().filter(|_| !known.analysis.is_exact());
        let offer = offer.map(|offer| (format!("{offer}."), look.quiet()));
        [headline].into_iter().chain(best).chain(offer).collect()
    }
}

/// The cell of the recommended move; `None` if all cells are equally good.
fn best_cell(
    turn: &Turn,
    known: &Explanation,
    picked: &[usize],
    notes: &[NotedCell],
) -> Option<usize> {
    let is_equal = notes.windows(2).all(|pair| pair[0].value == pair[1].value);
    let best = known.hinted.as_ref().filter(|_| !is_equal)?;
    let listed = turn.moves().iter().find(|listed| listed.text == *best)?;
    let mut ways = listed.touches.iter();
    ways.find_map(|way| way.strip_prefix(picked)?.first().copied())
}

/// The depth of a color from 0 to 2: the sooner the end compared with cells of the same kind, the deeper.
fn strength(note: &NotedCell, notes: &[NotedCell]) -> usize {
    const FAR: u8 = u8::MAX;
    let distance = |value: Value| value.distance().unwrap_or(FAR);
    let Some(value) = note.value else {
        return 0;
    };
    let same = notes.iter().filter_map(|other| other.value);
    let same = same.filter(|other| other.is_same_kind(value));
    let distances: BTreeSet<u8> = same.map(distance).collect();
    let farther = distances.range(distance(value) + u8::from(distance(value) < FAR)..);
    match distances.len() {
        0 | 1 => 1,
        count => 2 * farther.count() / (count - 1),
    }
}
