//! Games looked at again, move by move: where the result changed hands.

mod commands;
mod draw;
mod graph;

use quintet_arena::{Record, Review, ReviewedMove};
use quintet_games::AnyPosition;
use quintet_rules::PerPlayer;

use crate::context::Context;
use crate::thinker::{Answer, Finding, Question};

/// Games looked at again, of which one is shown.
#[derive(Debug)]
pub(crate) struct ReviewScreen {
    games: Vec<Reviewed>,
    origin: Origin,
    /// The number of the game that is shown.
    shown: usize,
    /// How many moves of it have been made in the position that is shown.
    at: usize,
    /// How far the better line is followed from there, if it is.
    followed: Option<usize>,
}

/// A record and what is known about its moves. It can be stepped through before that is known.
#[derive(Debug)]
struct Reviewed {
    record: Record,
    knowledge: Knowledge,
}

#[derive(Debug)]
enum Knowledge {
    None,
    /// The number of the question.
    Asked(u64),
    Known(Review),
}

/// Where the games come from.
#[derive(Clone, Copy, Debug)]
enum Origin {
    /// From a board, with the score before the game, and whether the game can be continued.
    Board {
        won_before: PerPlayer<u32>,
        is_kept: bool,
    },
    /// From records.
    Records,
}

impl ReviewScreen {
    /// The review of the game on a board.
    pub(crate) fn of_game(
        record: Record,
        won_before: PerPlayer<u32>,
        is_kept: bool,
        context: &mut Context,
    ) -> Self {
        let origin = Origin::Board {
            won_before,
            is_kept,
        };
        Self::new(vec![record], origin, context)
    }

    /// The review of some records, of which there is at least one.
    pub(crate) fn of_records(records: Vec<Record>, context: &mut Context) -> Self {
        Self::new(records, Origin::Records, context)
    }

    fn new(records: Vec<Record>, origin: Origin, context: &mut Context) -> Self {
        let reviewed = |record| Reviewed {
            record,
            knowledge: Knowledge::None,
        };
        let mut screen = ReviewScreen {
            games: records.into_iter().map(reviewed).collect(),
            origin,
            shown: 0,
            at: 0,
            followed: None,
        };
        screen.show(0, context);
        screen
    }

    /// Shows a game from its start.
    fn show(&mut self, game: usize, context: &mut Context) {
        self.shown = game;
        self.at = 0;
        self.followed = None;
        let Reviewed { record, knowledge } = &mut self.games[game];
        if let Knowledge::None = knowledge {
            let question = Question::Review(Box::new(record.clone()));
            *knowledge = Knowledge::Asked(context.ask(question));
        }
    }

    fn answered(&mut self, answer: &Answer) {
        let Finding::Review(review) = &answer.finding else {
            return;
        };
        let is_asked = |game: &&mut Reviewed| matches!(game.knowledge, Knowledge::Asked(id) if id == answer.id);
        if let Some(game) = self.games.iter_mut().find(is_asked) {
            game.knowledge = Knowledge::Known(review.clone());
        }
        // After a game the first mistake is what matters, unless the person is looking at something already.
        if let (Origin::Board { .. }, 0) = (self.origin, self.at) {
            self.at = self.mistakes().first().copied().unwrap_or(0);
        }
    }

    fn record(&self) -> &Record {
        &self.games[self.shown].record
    }

    fn review(&self) -> Option<&Review> {
        match &self.games[self.shown].knowledge {
            Knowledge::Known(review) => Some(review),
            Knowledge::None | Knowledge::Asked(_) => None,
        }
    }

    /// What is known about the move that was played in the position that is shown.
    fn played(&self) -> Option<&ReviewedMove> {
        self.review()?.moves.get(self.at)
    }

    fn better_line(&self) -> &[String] {
        self.played().map_or(&[], |mv| &mv.better_line)
    }

    /// The numbers of the moves that were mistakes.
    fn mistakes(&self) -> Vec<usize> {
        let moves = self.review().into_iter().flat_map(|review| &review.moves);
        let mistakes = moves.enumerate().filter(|(_, mv)| mv.is_mistake());
        mistakes.map(|(n, _)| n).collect()
    }

    /// How far the line that is looked at has been followed, and how long it is.
    fn step_and_last(&self) -> (usize, usize) {
        match self.followed {
            Some(followed) => (followed, self.better_line().len()),
            None => (self.at, self.record().plies().len()),
        }
    }

    /// The moves up to the position that is shown, along the better line if that is followed.
    fn moves(&self) -> Vec<String> {
        let played = self.record().plies()[..self.at].iter().map(|ply| &ply.mv);
        let better = self.better_line().iter().take(self.followed.unwrap_or(0));
        played.chain(better).cloned().collect()
    }

    /// The position after so many moves of the game.
    fn position_after(&self, moves: usize) -> &dyn AnyPosition {
        match moves.checked_sub(1) {
            Some(last) => &*self.record().plies()[last].position,
            None => self.record().start(),
        }
    }

    /// The position that is shown.
    fn position(&self) -> Box<dyn AnyPosition> {
        let better = self.better_line().iter().take(self.followed.unwrap_or(0));
        better.fold(self.position_after(self.at).boxed(), |position, mv| {
            position.play(mv).expect("a line is legal").position
        })
    }
}
