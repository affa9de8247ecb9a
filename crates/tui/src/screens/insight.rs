//! Analysis of the current position: the enabled kinds and their results.

use std::collections::BTreeSet;

use quintet_arena::{Claim, Explanation, NotedCell, Turn, verdict};
use quintet_games::{AnyPosition, MarkKind};
use quintet_solver::Value;
use ratatui::style::{Modifier, Style};

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
    /// The index of the reason that is drawn on the board.
    chosen: Option<usize>,
    /// The pending request.
    request: Option<PendingRequest>,
    result: Option<AnalyzedPosition>,
}

/// The result.
#[derive(Clone, Debug)]
struct AnalyzedPosition {
    explanation: Explanation,
    /// True if a full search may find more.
    may_grow: bool,
}

/// A request without a response.
#[derive(Clone, Debug)]
struct PendingRequest {
    id: u64,
    position: String,
    is_first: bool,
}

impl Insight {
    /// Returns the id of the pending request.
    pub(crate) fn pending(&self) -> Option<u64> {
        self.request.as_ref().map(|request| request.id)
    }

    /// Returns the analysis of a position, possibly preliminary.
    pub(crate) fn about(&self, position: &dyn AnyPosition) -> Option<&Explanation> {
        self.result_for(position).map(|known| &known.explanation)
    }

    /// Returns the final analysis of a position.
    pub(crate) fn all_about(&self, position: &dyn AnyPosition) -> Option<&Explanation> {
        let known = self.result_for(position).filter(|known| !known.may_grow);
        known.map(|known| &known.explanation)
    }

    fn result_for(&self, position: &dyn AnyPosition) -> Option<&AnalyzedPosition> {
        let known = self.result.as_ref();
        known.filter(|known| known.explanation.position == position.text())
    }

    /// Requests the missing analysis of an unfinished position: first a quick one,
    /// then the full one. Requests about other positions are cancelled.
    pub(crate) fn ask(&mut self, position: &dyn AnyPosition, context: &mut Context) {
        let text = position.text();
        self.request.take_if(|request| request.position != text);
        let is_wanted = self.shows_values || self.shows_why || self.wants_hint;
        if is_wanted && self.request.is_none() && self.all_about(position).is_none() {
            let is_first = self.about(position).is_none();
            let id = context.request(RequestBody::Explanation {
                position: position.boxed(),
                is_first,
            });
            self.request = Some(PendingRequest {
                id,
                position: text,
                is_first,
            });
        }
    }

    /// Accepts a response if it is the pending one.
    pub(crate) fn receive(&mut self, id: u64, known: &Explanation) {
        if let Some(request) = self.request.take_if(|request| request.id == id) {
            self.result = Some(AnalyzedPosition {
                explanation: known.clone(),
                may_grow: request.is_first && !known.analysis.is_exact(),
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
        let is_hidden = self.drawn_reason(turn.position()).is_some();
        let Some(known) = known.filter(|_| self.shows_values && !is_hidden) else {
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

    /// Turns the reasons on or off.
    pub(crate) fn toggle_why(&mut self) {
        self.shows_why = !self.shows_why;
        self.chosen = Some(0);
    }

    /// Turns the values on or off. They replace the picture of a reason.
    pub(crate) fn toggle_values(&mut self, position: &dyn AnyPosition) {
        let is_hidden = self.shows_values && self.drawn_reason(position).is_some();
        self.shows_values = is_hidden || !self.shows_values;
        if self.shows_values {
            self.chosen = None;
        }
    }

    /// Returns the reasons, if they are enabled and available.
    pub(crate) fn claims(&self, position: &dyn AnyPosition) -> &[Claim] {
        let known = self.about(position).filter(|_| self.shows_why);
        known.map_or(&[], |known| &known.claims)
    }

    /// Chooses the reason that is drawn on the board.
    pub(crate) fn choose_reason(&mut self, index: usize) {
        self.chosen = Some(index);
    }

    /// Chooses the next reason; after the last one, none.
    pub(crate) fn choose_next_reason(&mut self, position: &dyn AnyPosition) {
        let next = self.chosen.map_or(0, |index| index + 1);
        self.chosen = Some(next).filter(|next| *next < self.claims(position).len());
    }

    /// Chooses the first reason of a new position, unless values are shown.
    pub(crate) fn reset_reason(&mut self) {
        self.chosen = (!self.shows_values).then_some(0);
    }

    /// Returns the reason that is drawn on the board.
    pub(crate) fn drawn_reason(&self, position: &dyn AnyPosition) -> Option<&Claim> {
        let claim = self.claims(position).get(self.chosen?);
        claim.filter(|claim| !claim.marks.is_empty())
    }

    /// Returns the explanation in paragraphs, each with the number of its reason, if any: the value, the reasons and
    /// the best line.
    pub(crate) fn why(
        &self,
        position: &dyn AnyPosition,
        look: Look,
        is_viewers: bool,
    ) -> Vec<Paragraph> {
        if !self.shows_why || position.outcome().is_some() {
            return Vec::new();
        }
        let Some(known) = self.about(position) else {
            return vec![Paragraph::new("Analyzing...", look.quiet())];
        };
        let style = if is_viewers {
            look.value(known.analysis.value)
        } else {
            Style::new()
        };
        let hold = |text: &str| together(text, &known.line);
        let name = position.variant().name(position.to_move());
        let headline = match known.claims.as_slice() {
            [] => hold(&known.headline),
            _ => format!("{name} to move: {}.", verdict(known.analysis.value)),
        };
        let mut paragraphs = vec![Paragraph::new(headline, style)];
        let count = known.claims.len();
        for (index, claim) in known.claims.iter().enumerate() {
            let is_drawn = self.chosen == Some(index) && count > 1 && !claim.marks.is_empty();
            let style = if is_drawn {
                look.cursor().remove_modifier(Modifier::BOLD)
            } else {
                Style::new()
            };
            let sentence = hold(&claim.sentence);
            let text = if count > 1 {
                format!("{}. {sentence}", index + 1)
            } else {
                sentence
            };
            let reason = (!claim.marks.is_empty()).then_some(index);
            paragraphs.push(Paragraph {
                text,
                style,
                reason,
            });
        }
        if let Some(legend) = self
            .drawn_reason(position)
            .and_then(|claim| legend(claim, look))
        {
            paragraphs.push(Paragraph::new(legend, look.quiet()));
        }
        let best = known.best();
        paragraphs.extend(best.map(|best| Paragraph::new(hold(&best), Style::new())));
        let offer = known.offer.as_ref().filter(|_| !known.analysis.is_exact());
        paragraphs.extend(offer.map(|offer| Paragraph::new(format!("{offer}."), look.quiet())));
        paragraphs
    }
}

/// A paragraph of an explanation.
#[derive(Clone, Debug)]
pub(crate) struct Paragraph {
    pub(crate) text: String,
    pub(crate) style: Style,
    /// The index of the reason that it states.
    pub(crate) reason: Option<usize>,
}

impl Paragraph {
    fn new(text: impl Into<String>, style: Style) -> Self {
        Paragraph {
            text: text.into(),
            style,
            reason: None,
        }
    }
}

/// Returns the signs in the picture of a reason with their meanings.
fn legend(claim: &Claim, look: Look) -> Option<String> {
    let is_used = |kind: MarkKind| claim.marks.iter().any(|mark| mark.kind == kind);
    let signs = look.signs_of_reasons().into_iter();
    let signs = signs.filter(|(kind, ..)| is_used(*kind));
    let signs: Vec<_> = signs
        .map(|(_, sign, [meaning, _])| format!("{sign} {meaning}"))
        .collect();
    (!signs.is_empty()).then(|| signs.join(", "))
}

/// Draws the picture of a reason: areas are tinted, other marks are signs on their cells.
pub(crate) fn mark_claim(claim: &Claim, columns: usize, look: Look, marks: &mut [Mark]) {
    for picture in &claim.marks {
        let style = look.owner(picture.player);
        let is_area = matches!(
            picture.kind,
            MarkKind::Private | MarkKind::Open | MarkKind::Room | MarkKind::Group
        );
        for (n, cell) in picture.cells.iter().enumerate() {
            let mark = &mut marks[*cell];
            let label = picture.label.as_deref().filter(|_| n == 0).unwrap_or("");
            if is_area {
                mark.area = picture.player;
                if !label.is_empty() {
                    mark.sign = Some((label.to_owned(), style));
                }
                continue;
            }
            let next = picture
                .cells
                .get(n + 1)
                .or(picture.cells.get(n.wrapping_sub(1)));
            let sign = match (picture.kind, next) {
                (MarkKind::Path, Some(next)) => {
                    // The last arrow continues the one before it.
                    let way = if n + 1 < picture.cells.len() { 1 } else { -1 };
                    let row = |cell: usize| (cell / columns).cast_signed();
                    let column = |cell: usize| (cell % columns).cast_signed();
                    let rows = way * (row(*next) - row(*cell));
                    look.arrow(rows, way * (column(*next) - column(*cell)))
                }
                (kind, _) => look.sign_of(kind),
            };
            mark.sign = Some((format!("{sign}{label}"), style));
        }
    }
}

/// Returns the cell of the recommended move; `None` if all cells are equally good.
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

/// Returns the depth of a color from 0 to 2: the sooner the end compared with cells of the same kind, the deeper.
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
