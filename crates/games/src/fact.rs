//! Facts that explain the value of a position.

use quintet_rules::{PerPlayer, Player, Position};
use quintet_solver::Value;

use crate::game::Values;
use crate::mark::Mark;

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

/// A move of the player who loses, with every answer that preserves the opponent's win.
pub(crate) struct Exchange<P: Position> {
    pub(crate) answers: Vec<(P::Move, P)>,
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

    /// Joins a pronoun for a player who has just been named and a verb: `you have`, `they have`.
    pub(crate) fn still(self, player: Player, verb: &str) -> String {
        let pronoun = if player == self.reader { "you" } else { "they" };
        format!("{pronoun} {verb}")
    }

    /// Joins a player and a verb: `you need`, `P2 needs`.
    pub(crate) fn does(self, player: Player, verb: &str) -> String {
        let name = self.name(player);
        match verb {
            _ if player == self.reader => format!("{name} {verb}"),
            "have" => format!("{name} has"),
            "are" => format!("{name} is"),
            "must" => format!("{name} must"),
            "reach" | "go" => format!("{name} {verb}es"),
            _ => format!("{name} {verb}s"),
        }
    }
}

/// Returns every move of a lost position with its answers. `None` if a value is unsolved.
pub(crate) fn exchanges<P: Position>(position: &P, values: &Values<P>) -> Option<Vec<Exchange<P>>> {
    let mut exchanges = Vec::new();
    for mv in position.moves() {
        let next = position.play_unchecked(mv);
        let moves: Vec<_> = next.moves().collect();
        let after: Vec<_> = moves.iter().map(|mv| next.play_unchecked(*mv)).collect();
        let mut answers = Vec::new();
        for ((answer, after), value) in moves.into_iter().zip(&after).zip(values(&after)) {
            if let Value::Loss(_) = value? {
                answers.push((answer, *after));
            }
        }
        if answers.is_empty() {
            return None;
        }
        exchanges.push(Exchange { answers });
    }
    (!exchanges.is_empty()).then_some(exchanges)
}

/// Returns the least result that the opponent can obtain with the best answer to each move, and whether no move lets them
/// win at once. `None` if every move does.
pub(crate) fn secured<P: Position>(
    exchanges: &[Exchange<P>],
    measure: impl Fn(&P) -> i64,
) -> Option<Secured> {
    let mut least = None;
    let mut ends = false;
    for Exchange { answers, .. } in exchanges {
        if answers.iter().any(|(_, after)| after.outcome().is_some()) {
            ends = true;
            continue;
        }
        let best = answers.iter().map(|(_, after)| measure(after)).max()?;
        least = Some(least.map_or(best, |least: i64| least.min(best)));
    }
    Some(Secured {
        least: least?,
        ends,
    })
}

/// A result that the opponent of a lost player can obtain after any move.
#[derive(Clone, Copy)]
pub(crate) struct Secured {
    pub(crate) least: i64,
    /// True if some moves let the opponent win at once instead.
    pub(crate) ends: bool,
}

impl Secured {
    /// Begins a clause: `whatever you play, P2 can reply so that`.
    pub(crate) fn begin(self, voice: Voice, loser: Player) -> String {
        let reply = if self.ends {
            "can win immediately or reply so that"
        } else {
            "can reply so that"
        };
        let winner = voice.name(loser.other());
        format!("whatever {}, {winner} {reply}", voice.does(loser, "play"))
    }
}
