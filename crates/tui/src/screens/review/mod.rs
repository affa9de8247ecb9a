//! Games looked at again, move by move: where the value was lost.

mod commands;
mod draw;
mod graph;

use std::collections::BTreeMap;

use quintet_arena::{Record, Review, ReviewedMove, Session};

use super::insight::Insight;
use crate::context::{Context, Knowledge};
use crate::thinker::Question;

/// The screen on which games are looked at again, one at a time.
#[derive(Debug)]
pub(crate) struct ReviewScreen {
    games: Vec<Reviewed>,
    origin: Origin,
    /// The number of the game that is shown.
    shown: usize,
    /// How many moves of it have been made in the position that is shown.
    at: usize,
    /// Which other line is followed from there, if one is, and how far.
    followed: Option<(Line, usize)>,
    insight: Insight,
}

/// A line that leaves a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    /// What would have been better.
    Better,
    /// What the person has tried.
    Tried,
}

/// A record and what is known about its moves. It can be stepped through before that is known.
#[derive(Debug)]
struct Reviewed {
    record: Record,
    knowledge: Knowledge<Review>,
    /// The lines that were tried last, by the number of moves after which they leave the game.
    tried: BTreeMap<usize, Vec<String>>,
}

/// Where the games come from.
#[derive(Clone, Copy, Debug)]
enum Origin {
    /// From a board.
    Board,
    /// From records, to which the app was started.
    Records,
    /// From records that were opened on the first screen.
    Opened,
}

impl ReviewScreen {
    /// The review of the game on a board.
    pub(crate) fn of_game(record: Record, context: &mut Context) -> Self {
        Self::new(vec![record], Origin::Board, context)
    }

    /// The review of some records, of which there is at least one.
    pub(crate) fn of_records(records: Vec<Record>, context: &mut Context) -> Self {
        Self::new(records, Origin::Records, context)
    }

    /// The same, with the first screen below.
    pub(crate) fn of_opened(records: Vec<Record>, context: &mut Context) -> Self {
        Self::new(records, Origin::Opened, context)
    }

    fn new(records: Vec<Record>, origin: Origin, context: &mut Context) -> Self {
        let reviewed = |record| Reviewed {
            record,
            knowledge: Knowledge::None,
            tried: BTreeMap::new(),
        };
        let mut screen = ReviewScreen {
            games: records.into_iter().map(reviewed).collect(),
            origin,
            shown: 0,
            at: 0,
            followed: None,
            insight: Insight::default(),
        };
        screen.show(0, context);
        screen
    }

    /// Shows a game from its start.
    fn show(&mut self, game: usize, context: &mut Context) {
        self.shown = game;
        self.at = 0;
        self.followed = None;
        let Reviewed {
            record, knowledge, ..
        } = &mut self.games[game];
        if let Knowledge::None = knowledge {
            let question = Question::Review(Box::new(record.clone()));
            *knowledge = Knowledge::Asked(context.ask(question));
        }
    }

    fn record(&self) -> &Record {
        &self.games[self.shown].record
    }

    fn review(&self) -> Option<&Review> {
        self.games[self.shown].knowledge.known()
    }

    /// What is known about the move that was played in the position that is shown.
    fn played(&self) -> Option<&ReviewedMove> {
        self.review()?.moves.get(self.at)
    }

    /// The moves of a line that leaves the game in the position that is shown; none if there is no such line.
    fn line(&self, line: Line) -> &[String] {
        match line {
            Line::Better => self.played().map_or(&[], |mv| &mv.better_line),
            Line::Tried => {
                let tried = self.games[self.shown].tried.get(&self.at);
                tried.map_or(&[], Vec::as_slice)
            }
        }
    }

    /// The numbers of the moves that were mistakes.
    fn mistakes(&self) -> impl Iterator<Item = usize> {
        let moves = self.review().into_iter().flat_map(|review| &review.moves);
        let mistakes = moves.enumerate().filter(|(_, mv)| mv.is_mistake);
        mistakes.map(|(n, _)| n)
    }

    /// How far the line that is looked at has been followed, and how long it is.
    fn step_and_last(&self) -> (usize, usize) {
        match self.followed {
            Some((line, followed)) => (followed, self.line(line).len()),
            None => (self.at, self.record().plies().len()),
        }
    }

    /// The game at the position that is shown, along another line if one is followed.
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
