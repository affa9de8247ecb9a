//! Analysis of the current position: the enabled kinds and their results.

use quintet_arena::{Explanation, Turn, sign};
use quintet_games::AnyPosition;
use ratatui::style::Style;

use crate::canvas::Mark;
use crate::context::Context;
use crate::look::Look;
use crate::text::together;
use crate::thinker::Question;

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
    pub(crate) fn awaited(&self) -> Option<u64> {
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
            let id = context.ask(Question::Explanation {
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
    pub(crate) fn take(&mut self, id: u64, known: &Explanation) {
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
        // Moves are sorted, so the first has the value of the best cells.
        let best = known.analysis.moves.first().and_then(|best| best.value);
        for note in turn.notes(&known.analysis, picked) {
            let is_best = note.value.is_some() && note.value == best;
            let style = match (is_viewers, is_best) {
                (true, _) => look.cell_value(note.value, is_best),
                (false, true) => look.chosen(),
                (false, false) => Style::new(),
            };
            marks[note.cell].note = Some((sign(note.value), style));
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
