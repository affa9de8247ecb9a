//! The reasons for a value: facts that can be seen on the board.

use std::slice::from_ref;

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

/// A fact that explains the value of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The move after which it is true; `None` if it is true in the position itself.
    pub after: Option<String>,
    /// The statement.
    pub kind: FactKind,
}

/// The statement of a fact. Rules and exact values are enough to verify it. Moves are in the rule book's notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FactKind {
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
        /// The winning moves.
        moves: Vec<String>,
    },
    /// The position is endless, and these are the only moves that do not lose, out of more legal ones.
    OnlySaves {
        /// The moves.
        moves: Vec<String>,
    },
    /// The opponent wins by answering each move with the same move rotated by 180 degrees.
    Mirror,
    /// Each player has a fixed number of moves left.
    Count {
        /// The number of moves of each player.
        left: PerPlayer<u32>,
    },
    /// If the player to move passed, exactly these moves would win within `plies`, and no move would win sooner.
    Threat {
        /// The opponent's moves.
        moves: Vec<String>,
        /// 1 or 3.
        plies: u8,
        /// True if no move of the player to move prevents it.
        is_certain: bool,
    },
    /// Exactly these moves leave the opponent without a win within `plies`.
    Stops {
        /// The moves; at least one.
        moves: Vec<String>,
        /// The `plies` of the threat.
        plies: u8,
    },
    /// Every move of the player to move lets the opponent win at once: after this one, with this answer.
    Helpless {
        /// A move.
        reply: String,
        /// The winning move after it.
        answer: String,
    },
    /// The effect of the winning move. A fact about the position after it decides.
    Effect {
        /// The fact.
        fact: GameFact,
    },
    /// A fact that only this game has.
    Game {
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
        let shown = facts.into_iter().enumerate().map(|(n, fact)| {
            let marks = fact.marks(position);
            Claim {
                sentence: fact.sentence(position, n > 0),
                idea: fact.idea(position),
                alt: alternative(position, &scene, &marks),
                marks,
                fact,
            }
        });
        shown.collect()
    }

    /// True if the fact decides the position, and is not only a step of the explanation.
    pub fn is_decisive(&self) -> bool {
        match &self.fact.kind {
            FactKind::OnlyWins { .. }
            | FactKind::OnlySaves { .. }
            | FactKind::Endless
            | FactKind::Effect { .. }
            | FactKind::Stops { .. } => false,
            FactKind::Threat { is_certain, .. } => *is_certain,
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
        let here = |kind| Fact { after: None, kind };
        let Some(value) = analysis.value else {
            return Vec::new();
        };
        if analysis.moves.is_empty() {
            return vec![here(FactKind::Over)];
        }
        let only = only(analysis);
        match (value, analysis.proven()) {
            (Value::Endless, _) => {
                let facts = [Some(FactKind::Endless), only].into_iter().flatten();
                let of_game = oracle.facts(position, budget).into_iter();
                let facts = facts.chain(of_game.map(|fact| FactKind::Game { fact }));
                facts.take(MOST).map(here).collect()
            }
            (Value::Loss(plies), _) => {
                let facts = against(position, analysis, plies, oracle, budget);
                facts.into_iter().map(here).collect()
            }
            (Value::Win(_), None) => Vec::new(),
            (Value::Win(Some(1)), Some(best)) => {
                let mv = best.mv.clone();
                vec![here(FactKind::Ends { mv })]
            }
            (Value::Win(_), Some(best)) => {
                let next = position.play(&best.mv).expect("a listed move is legal");
                let next = &*next.position;
                let replies = oracle.analyze(next, budget.part(2));
                let plies = best.value.and_then(Value::distance).map(|plies| plies - 1);
                let facts = against(next, &replies, plies, oracle, budget);
                let after = |kind| Fact {
                    after: Some(best.mv.clone()),
                    kind,
                };
                let mut facts: Vec<_> = facts.into_iter().map(after).collect();
                let effect = position.analysis().effect(&best.mv);
                let effect = effect.map(|fact| FactKind::Effect { fact });
                for first in [effect, only] {
                    if facts.len() < MOST {
                        facts.splice(..0, first.map(here));
                    }
                }
                facts
            }
        }
    }

    /// Returns the position that the fact is about.
    fn subject(&self, position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
        match &self.after {
            Some(mv) => {
                let played = position.play(mv);
                played.expect("facts name legal moves").position
            }
            None => position.boxed(),
        }
    }

    /// Returns the id of the idea behind the fact, if its game describes it.
    fn idea(&self, position: &dyn AnyPosition) -> Option<&'static str> {
        let wanted = match &self.kind {
            FactKind::Mirror => "mirror",
            FactKind::Count { .. } => "private-cells",
            FactKind::Threat {
                moves, plies: 1, ..
            } if moves.len() > 1 => "fork",
            FactKind::Threat { .. } | FactKind::Stops { .. } => "threat",
            FactKind::Effect { fact } | FactKind::Game { fact } => fact.idea,
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
        let after = self.after.as_ref().map(|mv| position.name_move(mv));
        let clause = match &self.kind {
            FactKind::Over => end_clause(position, reader),
            FactKind::Ends { mv } => {
                let end = position.play(mv).ok();
                let clause = end.map(|end| end_clause(&*end.position, reader));
                format!(
                    "after {} {}",
                    position.name_move(mv),
                    clause.unwrap_or_default()
                )
            }
            FactKind::Endless => "neither player can force a win".to_owned(),
            FactKind::OnlyWins { moves } => {
                let verb = number(moves, "wins", "win");
                format!("only {} {verb}", few(position, moves, "and"))
            }
            FactKind::OnlySaves { moves } => {
                let verb = number(moves, "does", "do");
                format!("only {} {verb} not lose", few(position, moves, "and"))
            }
            FactKind::Mirror => {
                let each = "each move can be answered by the same move rotated by 180 degrees";
                prefixed(after, each)
            }
            FactKind::Count { left } => {
                let [mine, theirs] = [left[reader], left[reader.other()]];
                let moves = count(mine, "move");
                let fixed = format!(
                    "you have {moves} left, {opponent} has {theirs}, and neither can take moves from the other"
                );
                prefixed(after, &fixed)
            }
            FactKind::Threat {
                moves,
                plies,
                is_certain,
            } => {
                let passed = subject.analysis().passed();
                let passed = passed.expect("a threat follows a null move");
                let (soon, moves) = (soon(*plies), few(&*passed, moves, "or"));
                let (threat, answer) = match after {
                    Some(mv) => (format!("after {mv}, you threaten"), "reply"),
                    None => (format!("{opponent} threatens"), "move"),
                };
                let threat = format!("{threat} to win {soon} with {moves}");
                if *is_certain {
                    format!("{threat}, and no {answer} prevents that")
                } else {
                    threat
                }
            }
            FactKind::Stops { moves, .. } => {
                let verb = number(moves, "prevents", "prevent");
                format!("only {} {verb} that", few(&*subject, moves, "and"))
            }
            FactKind::Helpless { reply, answer } => {
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
            FactKind::Effect { fact } => fact.clauses[reader].clone(),
            FactKind::Game { fact } => {
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
        if let Some(mv) = &self.after {
            marks.extend(each(MarkKind::Move, reader, position, from_ref(mv)));
        }
        match &self.kind {
            FactKind::Over => {
                let cells = position.ending().map(|ending| ending.cells);
                let winner = reader.other();
                marks.extend(cells.map(|cells| Mark::of(MarkKind::Group, winner, cells)));
            }
            FactKind::Ends { mv } => {
                marks.extend(each(MarkKind::Move, reader, position, from_ref(mv)));
            }
            FactKind::OnlyWins { moves } | FactKind::OnlySaves { moves } => {
                marks.extend(each(MarkKind::Move, reader, position, moves));
            }
            FactKind::Mirror => {
                // One example is enough to show the symmetry.
                if let Some(mv) = subject.moves().first()
                    && let Some(answer) = subject.analysis().answer(&mv.text)
                {
                    let copied = subject.marks(&answer).unwrap_or_default();
                    let pair = [
                        Mark::of(MarkKind::Move, defender, mv.marks.clone()),
                        Mark::of(MarkKind::Answer, attacker, copied),
                    ];
                    marks.extend(pair.map(|mark| mark.labeled("1".to_owned())));
                }
            }
            FactKind::Count { left } => {
                let passed = subject.analysis().passed();
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
            FactKind::Threat { moves, .. } => {
                let passed = subject
                    .analysis()
                    .passed()
                    .expect("a threat follows a null move");
                marks.extend(each(MarkKind::Threat, attacker, &*passed, moves));
            }
            FactKind::Stops { moves, .. } => {
                marks.extend(each(MarkKind::Block, defender, &*subject, moves));
            }
            FactKind::Helpless { reply, answer } => {
                let next = subject
                    .play(reply)
                    .expect("facts name legal moves")
                    .position;
                let mut pair = each(MarkKind::Move, defender, &*subject, from_ref(reply));
                pair.extend(each(MarkKind::Answer, attacker, &*next, from_ref(answer)));
                marks.extend(pair.into_iter().map(|mark| mark.labeled("1".to_owned())));
            }
            FactKind::Effect { fact } | FactKind::Game { fact } => {
                marks.extend(fact.marks.iter().cloned());
            }
            FactKind::Endless => {}
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
            .map(|cell| scene.cells[*cell].name.as_str())
            .collect();
        let cells = match mark.kind {
            MarkKind::Path => names.join(" - "),
            _ => join_words(&names, "and"),
        };
        let is_number = names[0].bytes().all(|byte| byte.is_ascii_digit());
        let noun = match (is_number, mark.kind, &*names) {
            (false, ..) | (_, MarkKind::Private, _) => "",
            (_, _, [_]) => "cell ",
            _ => "cells ",
        };
        let owner = mark.player.map(|player| position.variant().name(player));
        let owner = owner.map_or_else(String::new, |name| format!("{name}: "));
        let label = mark.label.as_ref();
        let label = label.map_or_else(String::new, |label| format!(", labeled {label}"));
        format!("{owner}{} {noun}{cells}{label}.", mark.kind.words())
    };
    let described: Vec<_> = marks.iter().map(describe).collect();
    match &*described {
        [] => String::new(),
        described => format!("Marked: {}", described.join(" ")),
    }
}

/// Explains why the player to move loses in `plies`.
fn against(
    position: &dyn AnyPosition,
    replies: &Analysis,
    plies: Option<u8>,
    oracle: &dyn AnyOracle,
    budget: Budget,
) -> Vec<FactKind> {
    if is_mirror(position) {
        return vec![FactKind::Mirror];
    }
    if let Some(left) = position.analysis().moves_left() {
        return vec![FactKind::Count { left }];
    }
    // A threat that is slower than the loss itself explains nothing.
    let threat = threat(position)
        .filter(|threat| !matches!((threat, plies), (FactKind::Threat { plies, .. }, Some(lost)) if *plies > lost));
    let stops = threat.as_ref().and_then(|threat| stops(threat, replies));
    if let (Some(FactKind::Threat { moves, plies, .. }), Some(FactKind::Stops { moves: stops, .. })) =
        (&threat, &stops)
        && stops.is_empty()
    {
        return vec![FactKind::Threat {
            moves: moves.clone(),
            plies: *plies,
            is_certain: true,
        }];
    }
    let of_game = oracle.facts(position, budget).into_iter();
    let of_game = of_game.map(|fact| FactKind::Game { fact });
    let mut facts: Vec<_> = of_game.chain(threat).chain(stops).collect();
    facts.truncate(MOST);
    if facts.is_empty() && plies == Some(2) {
        facts.extend(helpless(position, replies, oracle, budget));
    }
    facts
}

/// Finds the answer to one of the moves that all lose at once.
fn helpless(
    position: &dyn AnyPosition,
    replies: &Analysis,
    oracle: &dyn AnyOracle,
    budget: Budget,
) -> Option<FactKind> {
    let reply = replies.moves.first()?.mv.clone();
    let next = position.play(&reply).ok()?.position;
    let answer = oracle.analyze(&*next, budget).proven()?.mv.clone();
    Some(FactKind::Helpless { reply, answer })
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
    first.is_some_and(|mv| position.analysis().answer(&mv.text).is_some())
}

/// Finds the moves with which the opponent would win if the player to move passed.
fn threat(position: &dyn AnyPosition) -> Option<FactKind> {
    /// A few tens of milliseconds.
    const MOST_POSITIONS: u64 = 300_000;
    let passed = position.analysis().passed()?;
    let budget = Budget::positions(MOST_POSITIONS);
    let values = passed.analysis().values_within(3, budget);
    let nearest = values.iter().flatten().max().copied();
    let Some(Value::Win(Some(plies))) = nearest else {
        return None;
    };
    let moves = passed.moves().into_iter().zip(values);
    let wins = moves.filter(|(_, value)| *value == nearest);
    Some(FactKind::Threat {
        moves: wins.map(|(mv, _)| mv.text).collect(),
        plies,
        is_certain: false,
    })
}

/// Finds the moves that prevent a threat. `None` if there are many or some values are unsolved.
fn stops(threat: &FactKind, replies: &Analysis) -> Option<FactKind> {
    let FactKind::Threat { plies, .. } = threat else {
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
    is_few.then_some(FactKind::Stops {
        moves,
        plies: *plies,
    })
}

/// Finds the moves that preserve a win or an endless game. `None` if there are many or some values are unsolved.
fn only(analysis: &Analysis) -> Option<FactKind> {
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
        Value::Win(_) => Some(FactKind::OnlyWins { moves }),
        Value::Endless => Some(FactKind::OnlySaves { moves }),
        Value::Loss(_) => None,
    }
}

/// Returns `in 2`, counting the winner's moves, or `at once`.
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

/// Lists moves: `(1,2)`, `(1,2) and (3,3)`, `(1,2), (3,3) and 5 more`, `(1,2) or (2,3), each with a block on (4,4)`.
fn few(position: &dyn AnyPosition, moves: &[String], conjunction: &str) -> String {
    let mut words: Vec<_> = moves.iter().map(|mv| position.name_move(mv)).collect();
    let ends: Vec<_> = words.iter().map(|name| name.split_once(" with ")).collect();
    let mut shared = None;
    if let [Some((_, end)), _, ..] = *ends
        && ends
            .iter()
            .all(|other| other.is_some_and(|(_, other)| other == end))
    {
        shared = Some(end.to_owned());
        words = ends
            .iter()
            .flatten()
            .map(|(begin, _)| (*begin).to_owned())
            .collect();
    }
    if moves.len() > FEW {
        words.truncate(FEW - 1);
        words.push(format!("{} more", moves.len() - words.len()));
    }
    let listed = join_words(&words, conjunction);
    match shared {
        Some(end) => format!("{listed}, each with {end}"),
        None => listed,
    }
}
