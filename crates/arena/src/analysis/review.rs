//! A game looked at afterwards: where the result changed hands.

use quintet_games::{Analysis, AnyOracle, AnyPosition};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Progress, Value};

use super::explanation::best_line;
use crate::{Record, verdict};

/// A game, move by move, against the truth.
///
/// ```
/// use quintet_arena::{Library, Record, Review, Session, Tables};
/// use quintet_games::Catalogue;
/// use quintet_rules::{PerPlayer, Player};
/// use quintet_solver::{Budget, Progress};
///
/// let row = Catalogue::STANDARD.find("adjacency-block").expect("in the catalogue").standard();
/// let mut session = Session::new(row.start(Player::One));
/// session.play("1").expect("a legal move");
/// let players = PerPlayer { one: "A".to_owned(), two: "B".to_owned() };
/// let record = Record::of(session, players, "2026-11-15".to_owned());
/// let oracle = Library::new(Catalogue::STANDARD, Tables::nowhere()).oracle(row);
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
    /// Whether a person made it: a mistake of a level is nobody's to try again.
    pub is_by_person: bool,
    /// The move as the rule book spells it.
    pub mv: String,
    /// What the position was worth to the player; `None` is unsolved.
    pub before: Option<Value>,
    /// What the move left of it, counted from before the move; `None` is unsolved.
    pub after: Option<Value>,
    /// Whether some legal move is known to give the value away.
    pub could_err: bool,
    /// Whether it is known if the move was a mistake. The only move is none.
    pub is_judged: bool,
    /// The usual sign for the move, if it has one.
    pub sign: Option<MoveSign>,
    /// For a mistake: the best move instead.
    pub better: Option<String>,
    /// For a mistake: the line that shows why the best move is better, beginning with it.
    pub better_line: Vec<String>,
}

/// The usual sign for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSign {
    /// The only good move.
    Good,
    /// A win became endless, or what was endless is lost.
    Mistake,
    /// A win became a loss.
    Blunder,
}

impl MoveSign {
    /// As it stands behind a move: `!`, `?` or `??`.
    pub const fn text(self) -> &'static str {
        match self {
            MoveSign::Good => "!",
            MoveSign::Mistake => "?",
            MoveSign::Blunder => "??",
        }
    }
}

impl ReviewedMove {
    fn of(before: &dyn AnyPosition, mv: &str, is_by_person: bool, analysis: &Analysis) -> Self {
        let value = analysis.value;
        let after = analysis.of_move(mv);
        let is_worse = |worth: Option<Value>| match (worth, value) {
            (Some(worth), Some(value)) => worth.kind() < value.kind(),
            _ => false,
        };
        let is_only_move = analysis.moves.len() == 1;
        let mut others = analysis.moves.iter().filter(|other| other.mv != mv);
        let is_only_good = !is_only_move && others.all(|other| is_worse(other.value));
        let sign = match (value, after) {
            (Some(Value::Win(_)), Some(Value::Loss(_))) => Some(MoveSign::Blunder),
            _ if is_worse(after) => Some(MoveSign::Mistake),
            (Some(_), Some(_)) if is_only_good => Some(MoveSign::Good),
            _ => None,
        };
        ReviewedMove {
            player: before.to_move(),
            is_by_person,
            mv: mv.to_owned(),
            before: value,
            after,
            could_err: analysis.moves.iter().any(|mv| is_worse(mv.value)),
            is_judged: is_only_move || (value.is_some() && after.is_some()),
            sign,
            better: None,
            better_line: Vec::new(),
        }
    }

    /// Whether the move gave the value away: a win, or that neither could win.
    pub fn is_mistake(&self) -> bool {
        matches!(self.sign, Some(MoveSign::Mistake | MoveSign::Blunder))
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
    /// Moves of which it is not known whether they were mistakes. They are no decisions.
    pub not_judged: usize,
}

impl Accuracy {
    /// A share of fewer decisions than these says less than their number.
    const ENOUGH: usize = 5;

    /// In a hundred; `None` if there were too few decisions for a share.
    pub fn percent(self) -> Option<usize> {
        let share = (100 * self.kept + self.decisions / 2).checked_div(self.decisions);
        share.filter(|_| self.decisions >= Self::ENOUGH)
    }

    /// As sentences about a player.
    pub fn sentence(self, name: &str) -> String {
        let Accuracy {
            kept,
            decisions,
            not_judged,
        } = self;
        let moves = |count: usize| if count == 1 { "move" } else { "moves" };
        let unknown = format!("{not_judged} {} not judged", moves(not_judged));
        let judged = match (decisions, self.percent()) {
            (0, _) if not_judged > 0 => return format!("{name}: {unknown}."),
            (0, _) => format!("{name} had no move at which a mistake was possible."),
            (_, Some(percent)) => format!(
                "{name}: accuracy {percent} %. Of {decisions} moves at which a mistake was possible, \
                 {kept} kept the value."
            ),
            (_, None) => format!(
                "{name} kept the value at {kept} of {decisions} {} at which a mistake was possible.",
                moves(decisions)
            ),
        };
        match not_judged {
            0 => judged,
            _ => format!("{judged} {unknown}."),
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
        let plies = record.plies();
        progress.expect(plies.len() as u64);
        let after = plies.iter().map(|ply| &*ply.position);
        let before: Vec<&dyn AnyPosition> = std::iter::once(record.start()).chain(after).collect();
        let mut analyses = Vec::new();
        for n in (0..plies.len()).take_while(|_| !progress.is_cancelled()) {
            // The last part is for the lines.
            let budget = budget.part(plies.len() - n + 1);
            analyses.push(oracle.analyze(before[n], budget));
            progress.advance(1);
        }
        connect(&mut analyses, |n| &plies[n].mv);
        let mut moves = Vec::new();
        for (n, analysis) in analyses.iter().enumerate() {
            let is_by_person = record.is_person(before[n].to_move());
            let mut reviewed = ReviewedMove::of(before[n], &plies[n].mv, is_by_person, analysis);
            if reviewed.is_mistake()
                && let Some(better) = analysis.proven()
            {
                let budget = budget.part(analyses.len() - n);
                reviewed.better = Some(better.mv.clone());
                reviewed.better_line = best_line(before[n], analysis, oracle, budget);
            }
            moves.push(reviewed);
        }
        Review { moves }
    }

    /// How many decisions each player got right.
    pub fn accuracy(&self) -> PerPlayer<Accuracy> {
        PerPlayer::from_fn(|player| {
            let mut accuracy = Accuracy::default();
            for mv in self.moves.iter().filter(|mv| mv.player == player) {
                accuracy.not_judged += usize::from(!mv.is_judged);
                let is_decision = mv.is_judged && mv.could_err;
                accuracy.decisions += usize::from(is_decision);
                accuracy.kept += usize::from(is_decision && !mv.is_mistake());
            }
            accuracy
        })
    }
}

/// Lets what is known of each position count for the one before it and the one after it. `mv` is the
/// move from one to the next.
fn connect<'a>(analyses: &mut [Analysis], mv: impl Fn(usize) -> &'a str) {
    for n in (1..analyses.len()).rev() {
        let value = analyses[n].value.map(Value::one_ply_earlier);
        analyses[n - 1].learn_move(mv(n - 1), value);
    }
    for n in 1..analyses.len() {
        let value = analyses[n - 1].of_move(mv(n - 1));
        analyses[n].learn(value.map(Value::one_ply_later));
    }
}
