//! After the game: where the result changed hands.

mod draw;
mod graph;

use quintet_arena::{Contest, Record, Review, ReviewedMove};
use quintet_games::AnyPosition;

use super::board::replayed;
use crate::keys::Command;

/// A game looked at again.
#[derive(Debug)]
pub(crate) struct ReviewScreen {
    record: Record,
    review: Option<Review>,
    /// The number of the question for the review.
    pub(crate) open: u64,
    /// Whether the game is a puzzle.
    pub(crate) is_task: bool,
    /// How many moves have been made in the position that is shown.
    at: usize,
    /// How far the better line is followed from there, if it is.
    followed: Option<usize>,
}

impl ReviewScreen {
    pub(crate) fn new(record: Record, is_task: bool, open: u64) -> Self {
        ReviewScreen {
            record,
            review: None,
            open,
            is_task,
            at: 0,
            followed: None,
        }
    }

    /// Takes the review, and goes to the first mistake if there is one.
    pub(crate) fn take(&mut self, review: Review) {
        self.review = Some(review);
        self.at = self.mistakes().first().copied().unwrap_or(0);
    }

    pub(crate) fn is_waiting(&self) -> bool {
        self.review.is_none()
    }

    fn last(&self) -> usize {
        self.record.plies().len()
    }

    /// The move that was played in the position that is shown.
    fn played(&self) -> Option<&ReviewedMove> {
        self.review.as_ref()?.moves.get(self.at)
    }

    fn better_line(&self) -> &[String] {
        self.played().map_or(&[], |mv| &mv.better_line)
    }

    /// The numbers of the moves that were mistakes.
    fn mistakes(&self) -> Vec<usize> {
        let moves = self.review.iter().flat_map(|review| &review.moves);
        let mistakes = moves.enumerate().filter(|(_, mv)| mv.is_mistake());
        mistakes.map(|(n, _)| n).collect()
    }

    pub(crate) fn is_possible(&self, command: Command) -> bool {
        let (at, last) = match self.followed {
            Some(followed) => (followed, self.better_line().len()),
            None => (self.at, self.last()),
        };
        match command {
            Command::Earlier | Command::First => at > 0,
            Command::Later | Command::Last => at < last,
            Command::NextMistake => self.mistakes().iter().any(|n| *n > self.at),
            Command::PreviousMistake => self.mistakes().iter().any(|n| *n < self.at),
            Command::Better => self.followed.is_none() && !self.better_line().is_empty(),
            Command::Back => self.followed.is_some(),
            // What was over is not played on.
            Command::PlayFromHere => self.position().outcome().is_none(),
            _ => true,
        }
    }

    pub(crate) fn obey(&mut self, command: Command) {
        match command {
            Command::NextMistake => self.go_to(self.mistakes().into_iter().find(|n| *n > self.at)),
            Command::PreviousMistake => {
                self.go_to(self.mistakes().into_iter().rev().find(|n| *n < self.at));
            }
            Command::Better => self.followed = Some(0),
            Command::Back => self.followed = None,
            _ => {}
        }
        let (last, lines_end) = (self.last(), self.better_line().len());
        let (at, last) = match &mut self.followed {
            Some(followed) => (followed, lines_end),
            None => (&mut self.at, last),
        };
        match command {
            Command::Earlier => *at = at.saturating_sub(1),
            Command::Later => *at = (*at + 1).min(last),
            Command::First => *at = 0,
            Command::Last => *at = last,
            _ => {}
        }
    }

    fn go_to(&mut self, ply: Option<usize>) {
        self.followed = None;
        self.at = ply.unwrap_or(self.at);
    }

    /// The moves up to the position that is shown, along the better line if that is followed.
    fn moves(&self) -> Vec<String> {
        let played = self.record.plies()[..self.at].iter().map(|ply| &ply.mv);
        let better = self.better_line().iter().take(self.followed.unwrap_or(0));
        played.chain(better).cloned().collect()
    }

    fn position(&self) -> Box<dyn AnyPosition> {
        self.contest_from_here().position().boxed()
    }

    /// The game up to the position that is shown, to be played on.
    pub(crate) fn contest_from_here(&self) -> Contest {
        replayed(self.record.start(), &self.moves())
    }
}
