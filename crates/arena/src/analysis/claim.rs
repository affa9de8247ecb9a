//! The reasons for a value: facts that can be seen on the board.

use quintet_games::{Analysis, AnyOracle, AnyPosition, MoveValue, count, join_words};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Value};

/// A fact that explains the value of a position. Rules and exact values are enough to verify it. Moves are in the rule book's
/// notation.
///
/// A fact with an `after` is about the position after that move, all others about the position itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The game is over.
    Over,
    /// The move wins immediately.
    Ends {
        /// The move.
        mv: String,
    },
    /// Neither player can force a win.
    Endless,
    /// These are the only winning moves, out of more legal ones.
    OnlyWins {
        /// The moves.
        moves: Vec<String>,
    },
    /// The position is endless, and these are the only moves that do not lose, out of more legal ones.
    OnlySaves {
        /// The moves.
        moves: Vec<String>,
    },
    /// The opponent wins by answering each move with the same move rotated by 180 degrees.
    Mirror {
        /// See [`Claim`].
        after: Option<String>,
    },
    /// Each player has a fixed number of moves left.
    Count {
        /// See [`Claim`].
        after: Option<String>,
        /// The number of moves of each player.
        left: PerPlayer<u32>,
    },
    /// If the player to move passed, exactly these moves would win within `plies`, and no move would win sooner.
    Threat {
        /// See [`Claim`].
        after: Option<String>,
        /// The opponent's moves.
        moves: Vec<String>,
        /// 1 or 3.
        plies: u8,
    },
    /// Exactly these moves leave the opponent without a win within `plies`.
    Stops {
        /// See [`Claim`].
        after: Option<String>,
        /// The moves; empty if there are none.
        moves: Vec<String>,
        /// The `plies` of the threat.
        plies: u8,
    },
    /// The player to move loses. No reply lasts longer than this one, and the answer refutes it.
    Refuted {
        /// See [`Claim`].
        after: Option<String>,
        /// The reply.
        reply: String,
        /// The winning move after it.
        answer: String,
        /// Distance of that win, including the answer.
        plies: u8,
    },
}

/// Maximum number of facts.
const MOST: usize = 3;

/// Maximum length of a list of moves. A longer list explains nothing.
const FEW: usize = 3;

impl Claim {
    /// Returns the facts that explain the value of a position best, at most three. `line` is best play. Returns none for an
    /// unsolved position.
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

    /// Formats the fact as a sentence addressed to the player to move.
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
                let each = match after {
                    Some(mv) => format!("After {mv} each"),
                    None => "Each".to_owned(),
                };
                format!("{each} move can be answered by the same move rotated by 180 degrees.")
            }
            Claim::Count { after, left } => {
                let you = if after.is_some() { "you" } else { "You" };
                let after = after.as_ref().map(|mv| format!("After {mv} "));
                let [mine, theirs] = [left[reader], left[reader.other()]];
                let moves = count(mine, "move");
                format!(
                    "{}{you} have {moves} left, {opponent} has {theirs}, and neither can take moves from the other.",
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

/// Explains why the player to move loses in `plies`, in the position after `after`.
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
    // A threat that is slower than the loss itself explains nothing.
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

/// Returns the end of the game as a clause addressed to `reader`; empty for an unfinished game.
fn end_clause(position: &dyn AnyPosition, reader: Player) -> String {
    let ending = position.ending();
    ending.map_or_else(String::new, |ending| ending.clauses[reader].clone())
}

/// True if the opponent can answer every move with its mirror image.
fn is_mirror(position: &dyn AnyPosition) -> bool {
    let moves = position.moves();
    let first = moves.first();
    first.is_some_and(|mv| position.answer(&mv.text).is_some())
}

/// Finds the moves with which the opponent would win if the player to move passed.
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

/// Finds the moves that prevent a threat. `None` if there are many or some values are unsolved.
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

/// Finds the moves that preserve a win or an endless game. `None` if there are many or some values are unsolved.
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

/// Chooses the singular or plural form of a verb.
fn number(moves: &[String], one: &'static str, several: &'static str) -> &'static str {
    if moves.len() == 1 { one } else { several }
}

/// Lists moves: `1 2`, `1 2 and 3 3`, `1 2, 3 3 and 5 more`.
fn few(moves: &[String], conjunction: &str) -> String {
    let mut words = moves.to_vec();
    if moves.len() > FEW {
        words.truncate(FEW - 1);
        words.push(format!("{} more", moves.len() - words.len()));
    }
    join_words(&words, conjunction)
}
