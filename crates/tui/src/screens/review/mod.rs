//! Review of games, move by move.

mod commands;
mod draw;
mod graph;

use std::cell::RefCell;
use std::collections::BTreeMap;

use quintet_arena::{Record, Review, ReviewedMove, Session};
use ratatui::layout::Rect;

use self::commands::Command;
pub(crate) use self::commands::KEYS;
use self::graph::Columns;
use super::insight::Insight;
use super::side::Side;
use crate::context::{Context, Lookup};
use crate::worker::RequestBody;

/// The screen that reviews games, one at a time.
#[derive(Debug)]
pub(crate) struct ReviewScreen {
    games: Vec<Reviewed>,
    origin: Origin,
    /// Index of the current game.
    shown: usize,
    /// Number of moves before the current position.
    at: usize,
    /// The line being followed from there, if any, and the progress in it.
    followed: Option<(Line, usize)>,
    insight: Insight,
    side: Side<Command>,
    /// The area of the graph in the last frame, and the columns of each move.
    graph: RefCell<(Rect, Columns)>,
}

/// A line that differs from the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    /// The better line.
    Better,
    /// The line tried by the user.
    Tried,
}

/// A record and its review. It can be stepped through before the review is available.
#[derive(Debug)]
struct Reviewed {
    record: Record,
    lookup: Lookup<Review>,
    /// The lines tried last, by the move at which they leave the game.
    tried: BTreeMap<usize, Vec<String>>,
}

/// The source of the games.
#[derive(Clone, Copy, Debug)]
enum Origin {
    /// From a board.
    Board,
    /// From records given on the command line.
    Records,
    /// From records opened on the first screen.
    Opened,
}

impl ReviewScreen {
    /// Reviews the game on a board.
    pub(crate) fn of_game(record: Record, context: &mut Context) -> Self {
        Self::new(vec![record], Origin::Board, context)
    }

    /// Reviews at least one record.
    pub(crate) fn of_records(records: Vec<Record>, context: &mut Context) -> Self {
        Self::new(records, Origin::Records, context)
    }

    /// Returns the same, with the first screen below.
    pub(crate) fn of_opened(records: Vec<Record>, context: &mut Context) -> Self {
        Self::new(records, Origin::Opened, context)
    }

    fn new(records: Vec<Record>, origin: Origin, context: &mut Context) -> Self {
        let reviewed = |record| Reviewed {
            record,
            lookup: Lookup::NotRequested,
            tried: BTreeMap::new(),
        };
        let mut screen = ReviewScreen {
            games: records.into_iter().map(reviewed).collect(),
            origin,
            shown: 0,
            at: 0,
            followed: None,
            insight: Insight::default(),
            side: Side::default(),
            graph: RefCell::default(),
        };
        screen.show(0, context);
        screen
    }

    /// Shows a game from its start.
    fn show(&mut self, game: usize, context: &mut Context) {
        self.shown = game;
        self.at = 0;
        self.followed = None;
        let Reviewed { record, lookup, .. } = &mut self.games[game];
        if let Lookup::NotRequested = lookup {
            let body = RequestBody::Review(Box::new(record.clone()));
            *lookup = Lookup::Pending(context.request(body));
        }
    }

    fn record(&self) -> &Record {
        &self.games[self.shown].record
    }

    fn review(&self) -> Option<&Review> {
        self.games[self.shown].lookup.ready()
    }

    /// Returns the review of the move played in the current position.
    fn played(&self) -> Option<&ReviewedMove> {
        self.review()?.moves.get(self.at)
    }

    /// Returns the moves of a line that leaves the game in the current position, if any.
    fn line(&self, line: Line) -> &[String] {
        match line {
            Line::Better => self.played().map_or(&[], |mv| &mv.better_line),
            Line::Tried => {
                let tried = self.games[self.shown].tried.get(&self.at);
                tried.map_or(&[], Vec::as_slice)
            }
        }
    }

    /// Indices of the mistakes.
    fn mistakes(&self) -> impl Iterator<Item = usize> {
        let moves = self.review().into_iter().flat_map(|review| &review.moves);
        let mistakes = moves.enumerate().filter(|(_, mv)| mv.is_mistake);
        mistakes.map(|(n, _)| n)
    }

    /// Progress in the current line, and its length.
    fn step_and_last(&self) -> (usize, usize) {
        match self.followed {
            Some((line, followed)) => (followed, self.line(line).len()),
            None => (self.at, self.record().plies().len()),
        }
    }

    /// Returns the game at the current position, along the followed line if any.
    fn session(&self) -> Session {
        let mut session = self.record().session().clone();
        session.go_to(self.at);
        if let Some((line, followed)) = self.followed {
            for mv in self.line(line) {
                session.play(mv).expect("a line is legal");
            }
            session.go_to(self.at + followed);
        }
        session
    }
}
