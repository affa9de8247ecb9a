//! Why a position has its value: facts that a person can see on the board.

use quintet_games::{Analysis, AnyOracle, AnyPosition, MoveValue, count, join_words};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Value};

/// A fact about a position that helps to see why it has its value. Each can be checked by the rules
/// and the values alone. Moves are spelled as in the rule book.
///
/// Where there is an `after`, the fact is about the position after that move, else about the
/// position itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The game is over.
    Over,
    /// The move wins at once.
    Ends {
        /// The move.
        mv: String,
    },
    /// Neither player can force a win.
    Endless,
    /// The position is won, and of several moves these alone win.
    OnlyWins {
        /// The moves.
        moves: Vec<String>,
    },
    /// The position is endless, and of several moves these alone do not lose.
    OnlySaves {
        /// The moves.
        moves: Vec<String>,
    },
    /// The opponent of the player to move wins by answering every move by its opposite.
    Mirror {
        /// See [`Claim`].
        after: Option<String>,
    },
    /// Each player has so many moves left, whatever the other does.
    Count {
        /// See [`Claim`].
        after: Option<String>,
        /// The moves of each.
        left: PerPlayer<u32>,
    },
    /// If the player to move left out a turn, each of these moves and no other would win within
    /// `plies`, and none sooner.
    Threat {
        /// See [`Claim`].
        after: Option<String>,
        /// The moves of the opponent.
        moves: Vec<String>,
        /// 1 or 3.
        plies: u8,
    },
    /// After each of these moves and no other, the opponent has no win within `plies`.
    Stops {
        /// See [`Claim`].
        after: Option<String>,
        /// The moves; none if nothing helps.
        moves: Vec<String>,
        /// As in the threat.
        plies: u8,
    },
    /// The player to move loses; no reply lasts longer than this one, and the answer wins.
    Refuted {
        /// See [`Claim`].
        after: Option<String>,
        /// The reply that lasts longest.
        reply: String,
        /// The move that then wins.
        answer: String,
        /// How soon the answer wins, itself counted.
        plies: u8,
    },
}

/// The most facts that are told.
const MOST: usize = 3;

/// A list of more moves than these tells nothing.
const FEW: usize = 3;

impl Claim {
    /// The facts that show best why a position has its value, at most three. `line` is best play from
    /// there. None if the value is not known.
    pub(crate) fn about(
        position: &dyn AnyPosition,
        analysis: &Analysis,
        line: &[String],
        oracle: &dyn AnyOracle,
        budget: Budget,
    ) -> Vec<Claim> {
        let Some(value) = analysis.value else {
            return Vec::new();
        };
        if analysis.moves.is_empty() {
            return vec![Claim::Over];
        }
        let only = only(analysis);
        match (value, analysis.proven()) {
            (Value::Endless, _) => [Some(Claim::Endless), only].into_iter().flatten().collect(),
            (Value::Loss(plies), _) => against(position, None, analysis, plies, line),
            (Value::Win(_), None) => Vec::new(),
            (Value::Win(Some(1)), Some(best)) => vec![Claim::Ends {
                mv: best.mv.clone(),
            }],
            (Value::Win(_), Some(best)) => {
                let next = position.play(&best.mv).expect("a listed move is legal");
                let replies = oracle.analyze(&*next.position, budget);
                let plies = best.value.and_then(Value::distance).map(|plies| plies - 1);
                let after = Some(&best.mv);
                let line = line.get(1..).unwrap_or_default();
                let mut claims = against(&*next.position, after, &replies, plies, line);
                if claims.len() < MOST {
                    claims.splice(..0, only);
                }
                claims
            }
        }
    }

    /// The fact as a sentence, spoken to the player to move in the position.
    pub fn sentence(&self, position: &dyn AnyPosition) -> String {
        let reader = position.to_move();
        let opponent = position.variant().name(reader.other());
        match self {
            Claim::Over => {
                let clause = end_clause(position, reader);
                let mut letters = clause.chars();
                let first = letters.next().map(|first| first.to_ascii_uppercase());
                let first: String = first.into_iter().collect();
                format!("{first}{}.", letters.as_str())
            }
            Claim::Ends { mv } => {
                let end = position.play(mv).ok();
                let clause = end.map(|end| end_clause(&*end.position, reader));
                format!("After {mv} {}.", clause.unwrap_or_default())
            }
            Claim::Endless => "Neither player can force a win.".to_owned(),
            Claim::OnlyWins { moves } => {
                let verb = number(moves, "wins", "win");
                format!("Only {} {verb}.", few(moves, "and"))
            }
            Claim::OnlySaves { moves } => {
                let verb = number(moves, "does", "do");
                format!("Only {} {verb} not lose.", few(moves, "and"))
            }
            Claim::Mirror { after } => {
                let every = match after {
                    Some(mv) => format!("After {mv} every"),
                    None => "Every".to_owned(),
                };
                format!("{every} move is answered by its opposite, with the board turned by half.")
            }
            Claim::Count { after, left } => {
                let you = if after.is_some() { "you" } else { "You" };
                let after = after.as_ref().map(|mv| format!("After {mv} "));
                let [mine, theirs] = [left[reader], left[reader.other()]];
                let moves = count(mine, "move");
                format!(
                    "{}{you} have {moves} left, {opponent} has {theirs}, and neither can take any away.",
                    after.unwrap_or_default()
                )
            }
            Claim::Threat {
                after,
                moves,
                plies,
            } => {
                let who = after.as_deref().unwrap_or(opponent);
                format!(
                    "{who} threatens to win {} with {}.",
                    soon(*plies),
                    few(moves, "or")
                )
            }
            Claim::Stops { after, moves, .. } if moves.is_empty() => {
                let what = if after.is_some() { "reply" } else { "move" };
                format!("No {what} prevents that.")
            }
            Claim::Stops { moves, .. } => {
                let verb = number(moves, "prevents", "prevent");
                format!("Only {} {verb} that.", few(moves, "and"))
            }
            Claim::Refuted {
                after,
                reply,
                answer,
                plies,
            } => {
                let (who, what) = match after {
                    Some(_) => (format!("{opponent} holds"), "reply"),
                    None => ("You hold".to_owned(), "move"),
                };
                match plies {
                    1 => format!("Every {what} loses at once: {reply}, for example, to {answer}."),
                    _ => format!("{who} out longest with {reply}; then {answer} wins in {plies}."),
                }
            }
        }
    }
}

/// Why the player to move loses, in a position after `after` that is lost in so many plies.
fn against(
    position: &dyn AnyPosition,
    after: Option<&String>,
    replies: &Analysis,
    plies: Option<u8>,
    line: &[String],
) -> Vec<Claim> {
    let after = after.cloned();
    if is_mirror(position) {
        return vec![Claim::Mirror { after }];
    }
    if let Some(left) = position.moves_left() {
        return vec![Claim::Count { after, left }];
    }
    // Slower than what happens anyway it would be no threat.
    let threat = threat(position, after.clone())
        .filter(|threat| !matches!((threat, plies), (Claim::Threat { plies, .. }, Some(lost)) if *plies > lost));
    let stops = threat.as_ref().and_then(|threat| stops(threat, replies));
    let is_hopeless = matches!(&stops, Some(Claim::Stops { moves, .. }) if moves.is_empty());
    let refuted = match (plies, line) {
        (Some(plies @ 2..), [reply, answer, ..]) if !is_hopeless => Some(Claim::Refuted {
            after,
            reply: reply.clone(),
            answer: answer.clone(),
            plies: plies - 1,
        }),
        _ => None,
    };
    [threat, stops, refuted].into_iter().flatten().collect()
}

/// How the game has ended, as a clause addressed to `reader`; empty if it has not ended.
fn end_clause(position: &dyn AnyPosition, reader: Player) -> String {
    let ending = position.ending();
    ending.map_or_else(String::new, |ending| ending.clauses[reader].clone())
}

/// Whether every move can be answered by its opposite.
fn is_mirror(position: &dyn AnyPosition) -> bool {
    let moves = position.moves();
    let first = moves.first();
    first.is_some_and(|mv| position.answer(&mv.text).is_some())
}

/// What the opponent would do if the player to move left out a turn.
fn threat(position: &dyn AnyPosition, after: Option<String>) -> Option<Claim> {
    let passed = position.passed()?;
    for plies in [1, 3] {
        let moves = passed.wins_within(plies)?;
        if !moves.is_empty() {
            return Some(Claim::Threat {
                after,
                moves,
                plies,
            });
        }
    }
    None
}

/// The few moves that prevent what a threat threatens. `None` if they are many, or if that is not
/// known of all.
fn stops(threat: &Claim, replies: &Analysis) -> Option<Claim> {
    let Claim::Threat { after, plies, .. } = threat else {
        return None;
    };
    let mut moves = Vec::new();
    for reply in &replies.moves {
        match reply.value? {
            Value::Loss(None) => return None,
            Value::Loss(Some(distance)) if distance <= plies + 1 => {}
            _ => moves.push(reply.mv.clone()),
        }
    }
    let is_few = moves.len() <= FEW && moves.len() < replies.moves.len();
    is_few.then(|| Claim::Stops {
        after: after.clone(),
        moves,
        plies: *plies,
    })
}

/// The few moves that keep a win or save an endless game. `None` if they are many or all, or if that
/// is not known of all.
fn only(analysis: &Analysis) -> Option<Claim> {
    let value = analysis.value?;
    let is_known = analysis.moves.iter().all(|mv| mv.value.is_some());
    let keeps = |mv: &&MoveValue| mv.value.is_some_and(|worth| worth.is_same_kind(value));
    let moves: Vec<String> = analysis
        .moves
        .iter()
        .filter(keeps)
        .map(|mv| mv.mv.clone())
        .collect();
    let is_few = moves.len() <= FEW && moves.len() < analysis.moves.len();
    match value {
        _ if !is_known || !is_few => None,
        Value::Win(_) => Some(Claim::OnlyWins { moves }),
        Value::Endless => Some(Claim::OnlySaves { moves }),
        Value::Loss(_) => None,
    }
}

/// `in 3`, or `at once`.
fn soon(plies: u8) -> String {
    match plies {
        1 => "at once".to_owned(),
        plies => format!("in {plies}"),
    }
}

/// The form of a verb for so many moves.
fn number(moves: &[String], one: &'static str, several: &'static str) -> &'static str {
    if moves.len() == 1 { one } else { several }
}

/// Moves in a sentence: `1 2`, `1 2 and 3 3`, `1 2, 3 3 and 5 more`.
fn few(moves: &[String], conjunction: &str) -> String {
    let mut words = moves.to_vec();
    if moves.len() > FEW {
        words.truncate(FEW - 1);
        words.push(format!("{} more", moves.len() - words.len()));
    }
    join_words(&words, conjunction)
}
