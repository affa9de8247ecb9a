//! Facts that explain the value of a position.

use quintet_rules::{PerPlayer, Player, Position};
use quintet_solver::Value;

use crate::game::{Board, Values};
use crate::mark::{Mark, MarkKind};

/// A fact of one game that explains why the player to move loses, or why neither player wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFact {
    /// The id of the idea behind it.
    pub idea: &'static str,
    /// The fact as a clause without a period, addressed to each player.
    pub clauses: PerPlayer<String>,
    /// The picture.
    pub marks: Vec<Mark>,
    /// The statement of the clause, as a stable name such as `private-lead`.
    pub statement: &'static str,
    /// The numbers in the clause.
    pub numbers: Vec<i64>,
}

/// The names of the players in a clause that is addressed to one of them.
#[derive(Clone, Copy)]
pub(crate) struct Voice {
    reader: Player,
    name: fn(Player) -> &'static str,
}

/// A move of the player who loses, with every answer to it.
pub(crate) struct AnsweredMove<P: Position> {
    mv: P::Move,
    answers: Vec<Answer<P>>,
}

/// An answer to a move of the player who loses.
struct Answer<P: Position> {
    mv: P::Move,
    after: P,
    /// True if it preserves the win.
    wins: bool,
}

impl GameFact {
    /// Creates a fact. `clause` words it for one of the players.
    pub(crate) fn new(
        idea: &'static str,
        name: fn(Player) -> &'static str,
        clause: impl Fn(Voice) -> String,
        marks: Vec<Mark>,
        (statement, numbers): (&'static str, Vec<i64>),
    ) -> Self {
        GameFact {
            idea,
            clauses: PerPlayer::from_fn(|reader| clause(Voice { reader, name })),
            marks,
            statement,
            numbers,
        }
    }
}

impl Voice {
    /// Returns `you`, or the name of the player.
    pub(crate) fn name(self, player: Player) -> &'static str {
        if player == self.reader {
            "you"
        } else {
            (self.name)(player)
        }
    }

    /// Joins a player and a verb: `you need`, `P2 needs`.
    pub(crate) fn does(self, player: Player, verb: &str) -> String {
        format!("{} {}", self.name(player), self.verb(player, verb))
    }

    /// Returns the form of a verb for a player: `need` or `needs`.
    pub(crate) fn verb(self, player: Player, verb: &str) -> String {
        match verb {
            _ if player == self.reader => verb.to_owned(),
            "have" => "has".to_owned(),
            "are" => "is".to_owned(),
            "must" | "can" => verb.to_owned(),
            "reach" | "go" => format!("{verb}es"),
            _ => format!("{verb}s"),
        }
    }

    /// Returns `your`, or the possessive of the name of the player.
    pub(crate) fn whose(self, player: Player) -> String {
        match self.name(player) {
            "you" => "your".to_owned(),
            name => format!("{name}'s"),
        }
    }
}

/// Returns every move of a lost position with its answers. `None` if a value is unsolved.
pub(crate) fn exchanges<P: Position>(
    position: &P,
    values: &Values<P>,
) -> Option<Vec<AnsweredMove<P>>> {
    let mut exchanges = Vec::new();
    for mv in position.moves() {
        let next = position.play_unchecked(mv);
        let moves: Vec<_> = next.moves().collect();
        let after: Vec<_> = moves.iter().map(|mv| next.play_unchecked(*mv)).collect();
        let mut answers = Vec::new();
        for ((answer, after), value) in moves.into_iter().zip(&after).zip(values(&after)) {
            answers.push(Answer {
                mv: answer,
                after: *after,
                wins: matches!(value?, Value::Loss(_)),
            });
        }
        if answers.iter().all(|answer| !answer.wins) {
            return None;
        }
        exchanges.push(AnsweredMove { mv, answers });
    }
    (!exchanges.is_empty()).then_some(exchanges)
}

/// Returns the least result that the opponent can obtain with the best winning answer to each move. `None` if each move lets
/// the opponent win at once.
pub(crate) fn secured<P: Position>(
    exchanges: &[AnsweredMove<P>],
    measure: impl Fn(&P) -> i64,
) -> Option<Secured<P>> {
    let mut least: Option<Secured<P>> = None;
    let (mut decides, mut ends) = (true, false);
    for AnsweredMove { mv, answers } in exchanges {
        let (wins, others): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.wins);
        if wins.iter().any(|answer| answer.after.outcome().is_some()) {
            ends = true;
            continue;
        }
        let best = wins.iter().max_by_key(|answer| measure(&answer.after))?;
        let result = measure(&best.after);
        decides &= others.iter().all(|other| measure(&other.after) < result);
        if least.as_ref().is_none_or(|least| result < least.least) {
            least = Some(Secured {
                least: result,
                decides,
                ends,
                shown: (*mv, best.mv),
                after: best.after,
            });
        }
    }
    let least = least?;
    Some(Secured {
        decides,
        ends,
        ..least
    })
}

/// A result that the opponent of a lost player can obtain after any move.
#[derive(Clone, Copy)]
pub(crate) struct Secured<P: Position> {
    pub(crate) least: i64,
    /// True if the answers with the best result win, after each move: a player who plays for this result wins.
    pub(crate) decides: bool,
    /// True if some moves let the opponent win at once instead.
    pub(crate) ends: bool,
    /// A move with this least result, and the answer to it.
    shown: (P::Move, P::Move),
    /// The position after them.
    pub(crate) after: P,
}

impl<P: Position> Secured<P> {
    /// Begins a clause: `whatever you play, P2 wins at once or gets`.
    pub(crate) fn begin(&self, voice: Voice, loser: Player, verb: &str) -> String {
        let winner = loser.other();
        let at_once = if self.ends {
            format!("{} at once or ", voice.verb(winner, "win"))
        } else {
            String::new()
        };
        format!(
            "whatever {}, {} {at_once}{}",
            voice.does(loser, "play"),
            voice.name(winner),
            voice.verb(winner, verb)
        )
    }
}

impl<P: Board> Secured<P> {
    /// Marks the exchange, and the facts after it.
    pub(crate) fn marks(&self, loser: Player, after: Vec<Mark>) -> Vec<Mark> {
        let (mv, answer) = self.shown;
        let mv = Mark::of(MarkKind::Move, loser, P::marks(mv));
        let answer = Mark::of(MarkKind::Answer, loser.other(), P::marks(answer));
        let exchange = [mv, answer].map(|mark| mark.labeled("1".to_owned()));
        exchange.into_iter().chain(after).collect()
    }
}
