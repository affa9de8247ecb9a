//! The reasons for a value: facts that can be seen on the board.

use quintet_games::{
    Analysis, AnyOracle, AnyPosition, GameFact, Mark, MarkKind, MoveValue, Scene, count, join_words,
};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Value};
use serde::Serialize;

/// A fact that explains the value of a position, as a sentence and as a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Claim {
    /// The fact.
    #[serde(skip)]
    pub fact: Fact,
    /// The fact as a sentence addressed to the player to move.
    pub sentence: String,
    /// The id of the idea behind it, described on the page of the game; `null` for none.
    #[cfg_attr(feature = "schema", schema(required))]
    pub idea: Option<&'static str>,
    /// The picture.
    pub marks: Vec<Mark>,
    /// The picture in words; empty without marks.
    pub alt: String,
}

/// A fact that explains the value of a position. Rules and exact values are enough to verify it. Moves are in the rule book's
/// notation.
///
/// A fact with an `after` is about the position after that move, all others about the position itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
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
        /// See [`Fact`].
        after: Option<String>,
    },
    /// Each player has a fixed number of moves left.
    Count {
        /// See [`Fact`].
        after: Option<String>,
        /// The number of moves of each player.
        left: PerPlayer<u32>,
    },
    /// If the player to move passed, exactly these moves would win within `plies`, and no move would win sooner.
    Threat {
        /// See [`Fact`].
        after: Option<String>,
        /// The opponent's moves.
        moves: Vec<String>,
        /// 1 or 3.
        plies: u8,
    },
    /// Exactly these moves leave the opponent without a win within `plies`.
    Stops {
        /// See [`Fact`].
        after: Option<String>,
        /// The moves; empty if there are none.
        moves: Vec<String>,
        /// The `plies` of the threat.
        plies: u8,
    },
    /// Every move of the player to move lets the opponent win at once: after this one, with this answer.
    Helpless {
        /// See [`Fact`].
        after: Option<String>,
        /// A move.
        reply: String,
        /// The winning move after it.
        answer: String,
    },
    /// What the winning move does. A fact about the position after it decides.
    Effect {
        /// The fact.
        fact: GameFact,
    },
    /// A fact that only this game has.
    Game {
        /// See [`Fact`].
        after: Option<String>,
        /// The fact.
        fact: GameFact,
    },
}

/// Maximum number of facts.
const MOST: usize = 3;

/// Maximum length of a list of moves. A longer list explains nothing.
const FEW: usize = 3;

impl Claim {
    /// Returns the facts that explain the value of a position best, at most three. Returns none for an unsolved position, and
    /// if no fact explains the value.
    pub(crate) fn about(
        position: &dyn AnyPosition,
        analysis: &Analysis,
        oracle: &dyn AnyOracle,
        budget: Budget,
    ) -> Vec<Claim> {
        let scene = position.scene();
        let facts = Fact::about(position, analysis, oracle, budget);
        let shown = facts.into_iter().enumerate().map(|(n, fact)| Claim {
            sentence: fact.sentence(position, n > 0),
            idea: fact.idea(position),
            marks: fact.marks(position),
            alt: String::new(),
            fact,
        });
        let mut claims: Vec<_> = shown.collect();
        for claim in &mut claims {
            claim.alt = alternative(position, &scene, &claim.marks);
        }
        claims
    }

    /// True if the fact decides the position, and is not only a step of the explanation.
    pub fn is_decisive(&self) -> bool {
        match &self.fact {
            Fact::OnlyWins { .. }
            | Fact::OnlySaves { .. }
            | Fact::Endless
            | Fact::Effect { .. }
            | Fact::Threat { .. } => false,
            Fact::Stops { moves, .. } => moves.is_empty(),
            _ => true,
        }
    }
}

impl Fact {
    fn about(
        position: &dyn AnyPosition,
        analysis: &Analysis,
        oracle: &dyn AnyOracle,
        budget: Budget,
    ) -> Vec<Fact> {
        let Some(value) = analysis.value else {
            return Vec::new();
        };
        if analysis.moves.is_empty() {
            return vec![Fact::Over];
        }
        let only = only(analysis);
        match (value, analysis.proven()) {
            (Value::Endless, _) => {
                let facts = [Some(Fact::Endless), only].into_iter().flatten();
                let of_game = oracle.facts(position, budget).into_iter();
                let of_game = of_game.map(|fact| Fact::Game { after: None, fact });
                facts.chain(of_game).take(MOST).collect()
            }
            (Value::Loss(plies), _) => against(position, None, analysis, plies, oracle, budget),
            (Value::Win(_), None) => Vec::new(),
            (Value::Win(Some(1)), Some(best)) => vec![Fact::Ends {
                mv: best.mv.clone(),
            }],
            (Value::Win(_), Some(best)) => {
                let next = position.play(&best.mv).expect("a listed move is legal");
                let next = &*next.position;
                let replies = oracle.analyze(next, budget.part(2));
                let plies = best.value.and_then(Value::distance).map(|plies| plies - 1);
                let mut facts = against(next, Some(&best.mv), &replies, plies, oracle, budget);
                let effect = position.effect(&best.mv);
                let effect = effect.map(|fact| Fact::Effect { fact });
                for first in [effect, only] {
                    if facts.len() < MOST {
                        facts.splice(..0, first);
                    }
                }
                facts
            }
        }
    }

    /// The position that the fact is about.
    fn subject(&self, position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
        match self.after() {
            Some(mv) => {
                let played = position.play(mv);
                played.expect("facts name legal moves").position
            }
            None => position.boxed(),
        }
    }

    /// The move before the position that the fact is about, if it is not about the current one.
    fn after(&self) -> Option<&str> {
        match self {
            Fact::Mirror { after }
            | Fact::Count { after, .. }
            | Fact::Threat { after, .. }
            | Fact::Stops { after, .. }
            | Fact::Helpless { after, .. }
            | Fact::Game { after, .. } => after.as_deref(),
            _ => None,
        }
    }

    /// Returns the id of the idea behind the fact, if its game describes it.
    fn idea(&self, position: &dyn AnyPosition) -> Option<&'static str> {
        let wanted = match self {
            Fact::Mirror { .. } => "mirror",
            Fact::Count { .. } => "private-cells",
            Fact::Threat {
                moves, plies: 1, ..
            } if moves.len() > 1 => "fork",
            Fact::Threat { .. } | Fact::Stops { .. } => "threat",
            Fact::Effect { fact } | Fact::Game { fact, .. } => fact.idea,
            _ => return None,
        };
        let mut ideas = position.variant().ideas().iter().map(|idea| idea.id);
        ideas.find(|id| *id == wanted)
    }

    /// Formats the fact as a sentence addressed to the player to move. `is_later` is true if it follows another one.
    fn sentence(&self, position: &dyn AnyPosition, is_later: bool) -> String {
        let reader = position.to_move();
        let opponent = position.variant().name(reader.other());
        let subject = self.subject(position);
        let after = self.after().map(|mv| position.name_move(mv));
        let clause = match self {
            Fact::Over => end_clause(position, reader),
            Fact::Ends { mv } => {
                let end = position.play(mv).ok();
                let clause = end.map(|end| end_clause(&*end.position, reader));
                format!(
                    "after {} {}",
                    position.name_move(mv),
                    clause.unwrap_or_default()
                )
            }
            Fact::Endless => "neither player can force a win".to_owned(),
            Fact::OnlyWins { moves } => {
                let verb = number(moves, "wins", "win");
                format!("only {} {verb}", few(position, moves, "and"))
            }
            Fact::OnlySaves { moves } => {
                let verb = number(moves, "does", "do");
                format!("only {} {verb} not lose", few(position, moves, "and"))
            }
            Fact::Mirror { .. } => {
                let each = "each move can be answered by the same move rotated by 180 degrees";
                prefixed(after, each)
            }
            Fact::Count { left, .. } => {
                let [mine, theirs] = [left[reader], left[reader.other()]];
                let moves = count(mine, "move");
                let fixed = format!(
                    "you have {moves} left, {opponent} has {theirs}, and neither can take moves from the other"
                );
                prefixed(after, &fixed)
            }
            Fact::Threat { moves, plies, .. } => {
                let passed = subject.passed().expect("a threat follows a null move");
                let threat = format!(
                    "to win {} with {}",
                    soon(*plies),
                    few(&*passed, moves, "or")
                );
                match after {
                    Some(mv) => format!("after {mv}, you threaten {threat}"),
                    None => format!("{opponent} threatens {threat}"),
                }
            }
            Fact::Stops { moves, .. } if moves.is_empty() => match after {
                Some(_) => "no reply prevents that".to_owned(),
                None => "no move prevents that".to_owned(),
            },
            Fact::Stops { moves, .. } => {
                let verb = number(moves, "prevents", "prevent");
                format!("only {} {verb} that", few(&*subject, moves, "and"))
            }
            Fact::Helpless { reply, answer, .. } => {
                let (what, who) = match after {
                    Some(_) => ("reply", "you"),
                    None => ("move", opponent),
                };
                let next = subject.play(reply).expect("facts name legal moves");
                let (reply, answer) = (subject.name_move(reply), next.position.name_move(answer));
                let helpless = format!(
                    "every {what} lets {who} win at once: {reply}, for example, allows {answer}"
                );
                prefixed(after, &helpless)
            }
            Fact::Effect { fact } => fact.clauses[reader].clone(),
            Fact::Game { fact, .. } => {
                let clause = &fact.clauses[reader];
                match after {
                    Some(_) if is_later => format!("then {clause}"),
                    after => prefixed(after, clause),
                }
            }
        };
        sentence(&clause)
    }

    /// Returns the picture of the fact.
    fn marks(&self, position: &dyn AnyPosition) -> Vec<Mark> {
        let reader = position.to_move();
        let subject = self.subject(position);
        let (defender, attacker) = (subject.to_move(), subject.to_move().other());
        let each = |kind, player, on: &dyn AnyPosition, moves: &[String]| {
            let cells = moves.iter().filter_map(|mv| on.marks(mv));
            let marks = cells.map(|cells| Mark::of(kind, player, cells));
            marks.collect::<Vec<_>>()
        };
        let mut marks = Vec::new();
        if let Some(mv) = self.after() {
            marks.extend(each(MarkKind::Move, reader, position, &[mv.to_owned()]));
        }
        match self {
            Fact::Over => {
                let cells = position.ending().map(|ending| ending.cells);
                let winner = reader.other();
                marks.extend(cells.map(|cells| Mark::of(MarkKind::Group, winner, cells)));
            }
            Fact::Ends { mv } => {
                marks.extend(each(
                    MarkKind::Move,
                    reader,
                    position,
                    std::slice::from_ref(mv),
                ));
            }
            Fact::OnlyWins { moves } | Fact::OnlySaves { moves } => {
                marks.extend(each(MarkKind::Move, reader, position, moves));
            }
            Fact::Mirror { .. } => {
                // One example is enough to show the symmetry.
                if let Some(mv) = subject.moves().first()
                    && let Some(answer) = subject.answer(&mv.text)
                {
                    let copied = subject.marks(&answer).unwrap_or_default();
                    marks.push(
                        Mark::of(MarkKind::Move, defender, mv.marks.clone())
                            .labeled("1".to_owned()),
                    );
                    marks
                        .push(Mark::of(MarkKind::Answer, attacker, copied).labeled("1".to_owned()));
                }
            }
            Fact::Count { left, .. } => {
                let passed = subject.passed();
                let sides = [Some(subject.boxed()), passed].into_iter().flatten();
                for side in sides {
                    let player = side.to_move();
                    let moves = side.moves().into_iter();
                    let mut cells: Vec<_> = moves.flat_map(|mv| mv.marks).collect();
                    cells.sort_unstable();
                    if !cells.is_empty() {
                        let mark = Mark::of(MarkKind::Private, player, cells);
                        marks.push(mark.labeled(left[player].to_string()));
                    }
                }
            }
            Fact::Threat { moves, .. } => {
                let passed = subject.passed().expect("a threat follows a null move");
                marks.extend(each(MarkKind::Threat, attacker, &*passed, moves));
            }
            Fact::Stops { moves, .. } => {
                marks.extend(each(MarkKind::Block, defender, &*subject, moves));
            }
            Fact::Helpless { reply, answer, .. } => {
                let next = subject
                    .play(reply)
                    .expect("facts name legal moves")
                    .position;
                let reply = std::slice::from_ref(reply);
                let answer = std::slice::from_ref(answer);
                let mut pair = each(MarkKind::Move, defender, &*subject, reply);
                pair.extend(each(MarkKind::Answer, attacker, &*next, answer));
                marks.extend(pair.into_iter().map(|mark| mark.labeled("1".to_owned())));
            }
            Fact::Effect { fact } | Fact::Game { fact, .. } => {
                marks.extend(fact.marks.iter().cloned());
            }
            Fact::Endless => {}
        }
        marks.retain(|mark| !mark.cells.is_empty());
        marks
    }
}

/// Describes marks in words.
fn alternative(position: &dyn AnyPosition, scene: &Scene, marks: &[Mark]) -> String {
    let describe = |mark: &Mark| {
        let names: Vec<_> = mark
            .cells
            .iter()
            .map(|cell| cell_name(scene, *cell))
            .collect();
        let cells = match mark.kind {
            MarkKind::Path => names.join(" - "),
            _ => join_words(&names, "and"),
        };
        let owner = mark.player.map(|player| position.variant().name(player));
        let owner = owner.map_or_else(String::new, |name| format!("{name}: "));
        let label = mark.label.as_ref();
        let label = label.map_or_else(String::new, |label| format!(", labeled {label}"));
        format!("{owner}{} {cells}{label}.", mark.kind.words())
    };
    let described: Vec<_> = marks.iter().map(describe).collect();
    match &*described {
        [] => String::new(),
        described => format!("Marked: {}", described.join(" ")),
    }
}

/// Returns the name of a cell, with a row and a column as `(2,3)`.
fn cell_name(scene: &Scene, cell: usize) -> String {
    let name = &scene.cells[cell].name;
    match name.split_once(' ') {
        Some((row, column)) => format!("({row},{column})"),
        None => name.clone(),
    }
}

/// Explains why the player to move loses in `plies`, in the position after `after`.
fn against(
    position: &dyn AnyPosition,
    after: Option<&String>,
    replies: &Analysis,
    plies: Option<u8>,
    oracle: &dyn AnyOracle,
    budget: Budget,
) -> Vec<Fact> {
    let after = after.cloned();
    if is_mirror(position) {
        return vec![Fact::Mirror { after }];
    }
    if let Some(left) = position.moves_left() {
        return vec![Fact::Count { after, left }];
    }
    // A threat that is slower than the loss itself explains nothing.
    let threat = threat(position, after.clone())
        .filter(|threat| !matches!((threat, plies), (Fact::Threat { plies, .. }, Some(lost)) if *plies > lost));
    let stops = threat.as_ref().and_then(|threat| stops(threat, replies));
    if let (Some(threat), Some(Fact::Stops { moves, .. })) = (&threat, &stops)
        && moves.is_empty()
    {
        return [threat.clone()].into_iter().chain(stops).collect();
    }
    let of_game = oracle.facts(position, budget).into_iter();
    let of_game = of_game.map(|fact| Fact::Game {
        after: after.clone(),
        fact,
    });
    let mut facts: Vec<_> = of_game.chain(threat).chain(stops).collect();
    facts.truncate(MOST);
    if facts.is_empty() && plies == Some(2) {
        facts.extend(helpless(position, after, replies, oracle, budget));
    }
    facts
}

/// Finds the answer to one of the moves that all lose at once.
fn helpless(
    position: &dyn AnyPosition,
    after: Option<String>,
    replies: &Analysis,
    oracle: &dyn AnyOracle,
    budget: Budget,
) -> Option<Fact> {
    let reply = replies.moves.first()?.mv.clone();
    let next = position.play(&reply).ok()?.position;
    let answer = oracle.analyze(&*next, budget).proven()?.mv.clone();
    Some(Fact::Helpless {
        after,
        reply,
        answer,
    })
}

/// Returns the end of the game as a clause addressed to `reader`; empty for an unfinished game.
fn end_clause(position: &dyn AnyPosition, reader: Player) -> String {
    let ending = position.ending();
    ending.map_or_else(String::new, |ending| ending.clauses[reader].clone())
}

/// Puts a clause after the move that it follows.
fn prefixed(after: Option<String>, clause: &str) -> String {
    match after {
        Some(mv) => format!("after {mv}, {clause}"),
        None => clause.to_owned(),
    }
}

/// Converts a clause into a sentence.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let first: String = first.into_iter().collect();
    format!("{first}{}.", letters.as_str())
}

/// True if the opponent can answer every move with its mirror image.
fn is_mirror(position: &dyn AnyPosition) -> bool {
    let moves = position.moves();
    let first = moves.first();
    first.is_some_and(|mv| position.answer(&mv.text).is_some())
}

/// Finds the moves with which the opponent would win if the player to move passed.
fn threat(position: &dyn AnyPosition, after: Option<String>) -> Option<Fact> {
    let passed = position.passed()?;
    for plies in [1, 3] {
        let moves = passed.wins_within(plies)?;
        if !moves.is_empty() {
            return Some(Fact::Threat {
                after,
                moves,
                plies,
            });
        }
    }
    None
}

/// Finds the moves that prevent a threat. `None` if there are many or some values are unsolved.
fn stops(threat: &Fact, replies: &Analysis) -> Option<Fact> {
    let Fact::Threat { after, plies, .. } = threat else {
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
    is_few.then(|| Fact::Stops {
        after: after.clone(),
        moves,
        plies: *plies,
    })
}

/// Finds the moves that preserve a win or an endless game. `None` if there are many or some values are unsolved.
fn only(analysis: &Analysis) -> Option<Fact> {
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
        Value::Win(_) => Some(Fact::OnlyWins { moves }),
        Value::Endless => Some(Fact::OnlySaves { moves }),
        Value::Loss(_) => None,
    }
}

/// `in 2`, counting the winner's moves, or `at once`.
fn soon(plies: u8) -> String {
    match plies {
        1 => "at once".to_owned(),
        plies => format!("in {}", plies.div_ceil(2)),
    }
}

/// Chooses the singular or plural form of a verb.
fn number(moves: &[String], one: &'static str, several: &'static str) -> &'static str {
    if moves.len() == 1 { one } else { several }
}

/// Lists moves: `(1,2)`, `(1,2) and (3,3)`, `(1,2), (3,3) and 5 more`.
fn few(position: &dyn AnyPosition, moves: &[String], conjunction: &str) -> String {
    let mut words: Vec<_> = moves.iter().map(|mv| position.name_move(mv)).collect();
    if moves.len() > FEW {
        words.truncate(FEW - 1);
        words.push(format!("{} more", moves.len() - words.len()));
    }
    join_words(&words, conjunction)
}
