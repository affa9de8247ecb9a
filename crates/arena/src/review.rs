//! A game looked at afterwards: where the result changed hands.

use quintet_games::{AnyOracle, MoveValue};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Progress, Value};

use crate::{Record, verdict};

/// A game, move by move, against the truth.
///
/// ```
/// use quintet_arena::{Library, Record, Review, Session, Tables};
/// use quintet_rules::{PerPlayer, Player};
/// use quintet_solver::{Budget, Progress};
///
/// let row = quintet_games::find("adjacency-block").expect("in the catalogue").standard();
/// let mut session = Session::new(row.start(Player::One));
/// session.play("1").expect("a legal move");
/// let players = PerPlayer { one: "A".to_owned(), two: "B".to_owned() };
/// let record = Record::of(session, players, "2026-11-15".to_owned());
/// let oracle = Library::new(Tables::nowhere()).oracle(row);
/// let review = Review::of(&record, &*oracle, Budget::NONE, &Progress::default());
/// assert!(review.moves[0].is_mistake(), "who begins wins, but not with the edge");
/// ```
#[derive(Clone, Debug)]
pub struct Review {
    /// Every move that was played.
    pub moves: Vec<ReviewedMove>,
}

/// A move and what it did to the value.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// Who made it.
    pub player: Player,
    /// The move as the rule book spells it.
    pub mv: String,
    /// What the position was worth to the player; `None` is unsolved.
    pub before: Option<Value>,
    /// What the move left of it, counted from before the move; `None` is unsolved.
    pub after: Option<Value>,
    /// Whether some legal move would have given the value away.
    pub could_err: bool,
    /// For a mistake: the best move instead.
    pub better: Option<String>,
    /// For a mistake: the line that shows why the best move is better, beginning with it.
    pub better_line: Vec<String>,
}

impl ReviewedMove {
    /// Whether the move gave the value away: a win, or that neither could win.
    pub fn is_mistake(&self) -> bool {
        matches!((self.before, self.after), (Some(before), Some(after)) if !before.is_same_kind(after))
    }

    /// What the move did to the value: `wins in 5`, or for a mistake `wins in 5 became loses in 4`.
    pub fn words(&self) -> String {
        let after = verdict(self.after);
        if self.is_mistake() {
            format!("{} became {after}", verdict(self.before))
        } else {
            after
        }
    }
}

/// How many decisions a player got right, of those that could go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accuracy {
    /// Decisions that kept the value.
    pub kept: usize,
    /// Decisions in which a mistake was possible.
    pub decisions: usize,
}

impl Accuracy {
    /// In a hundred; `None` if nothing could go wrong.
    pub fn percent(self) -> Option<usize> {
        (100 * self.kept + self.decisions / 2).checked_div(self.decisions)
    }

    /// As a sentence about a player.
    pub fn sentence(self, name: &str) -> String {
        let Accuracy { kept, decisions } = self;
        match self.percent() {
            Some(percent) => format!(
                "{name}: accuracy {percent} %. Of {decisions} moves at which a mistake was possible, \
                 {kept} kept the value."
            ),
            None => format!("{name} had no move at which a mistake was possible."),
        }
    }
}

impl Review {
    /// Looks at each move of a record, or at those up to where the work was cancelled.
    pub fn of(
        record: &Record,
        oracle: &dyn AnyOracle,
        budget: Budget,
        progress: &Progress,
    ) -> Self {
        progress.expect(record.plies().len() as u64);
        let mut before = record.start();
        let mut moves = Vec::new();
        let plies = record.plies().iter().enumerate();
        for (n, ply) in plies.take_while(|_| !progress.is_cancelled()) {
            let budget = budget.part(record.plies().len() - n);
            let analysis = oracle.analyze(before, budget.part(2));
            let of_move = |mv: &str| analysis.moves.iter().find(|known| known.mv == mv);
            let after = of_move(&ply.mv).and_then(|known| known.value);
            let best = analysis.value_at_least();
            let errs = |mv: &MoveValue| match (mv.value, best) {
                (Some(value), Some(best)) => !value.is_same_kind(best),
                _ => false,
            };
            let mut reviewed = ReviewedMove {
                player: before.to_move(),
                mv: ply.mv.clone(),
                before: best,
                after,
                could_err: analysis.moves.iter().any(errs),
                better: None,
                better_line: Vec::new(),
            };
            if reviewed.is_mistake() {
                reviewed.better = analysis.moves.first().map(|best| best.mv.clone());
                reviewed.better_line = oracle.line(before, budget);
            }
            moves.push(reviewed);
            before = &*ply.position;
            progress.advance(1);
        }
        Review { moves }
    }

    /// How many decisions each player got right.
    pub fn accuracy(&self) -> PerPlayer<Accuracy> {
        PerPlayer::from_fn(|player| {
            let decisions: Vec<_> = self
                .moves
                .iter()
                .filter(|mv| mv.player == player && mv.could_err)
                .collect();
            Accuracy {
                kept: decisions.iter().filter(|mv| !mv.is_mistake()).count(),
                decisions: decisions.len(),
            }
        })
    }
}
