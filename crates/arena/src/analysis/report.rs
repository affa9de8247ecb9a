//! Reports on how well a player decides, measured by exact values: `quintet evaluate`.
//!
//! ```text
//!     Exercise + Attempt -> Decision -> Group -> GameReport -> Report
//! ```
//!
//! A decision counts only if it matters and can be checked: the values of all legal moves are solved, and some moves change
//! the outcome for the worse.

use std::collections::BTreeMap;

use quintet_games::{Analysis, AnyOracle, Variant};
use quintet_solver::Value;
use serde::{Deserialize, Serialize};

use crate::{Exercise, Figure, Tokens, Who};

/// The evaluation of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The player.
    pub player: String,
    /// The seed of the exercises.
    pub seed: u64,
    /// Requested number of exercises per game.
    pub positions: usize,
    /// Hash of the prompt, for a language model.
    pub prompt: Option<String>,
    /// The exercises of all games.
    pub all: Group,
    /// Error rate of an equally strong player that is perfect otherwise: 0 for perfect play, 1 for random moves.
    pub error_rate: Option<Figure>,
    /// A comparison with other players, such as `between slips:50 and slips:20`.
    pub level: String,
    /// The results by game.
    pub games: Vec<GameReport>,
}

/// The evaluation of a player in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// All exercises, named after the game and its size.
    #[serde(flatten)]
    pub all: Group,
    /// Grouped by plies to the end.
    pub by_distance: Vec<Group>,
    /// Grouped by the third of the game from which the position was taken.
    pub by_phase: Vec<Group>,
    /// Grouped by the number of moves that preserve the outcome.
    pub by_choices: Vec<Group>,
    /// The worst mistakes.
    pub worst: Vec<Mistake>,
    /// Games, grouped by opponent.
    pub matchups: Vec<Matchup>,
    #[serde(skip)]
    decisions: Vec<Decision>,
}

/// Statistics of some decisions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Group {
    /// The common property of the decisions.
    pub name: String,
    /// Number of positions.
    pub asked: usize,
    /// Share of legal first responses.
    pub legality: Option<Figure>,
    /// Share of the decisions that preserve the outcome.
    pub accuracy: Option<Figure>,
    /// Accuracy of random moves in the same positions.
    pub chance: Option<Figure>,
    /// `(accuracy - chance) / (1 - chance)`: 0 for random moves, 1 for perfect play.
    pub skill: Option<Figure>,
    /// Average cost of a decision: 1 from win to endless or from endless to loss, 2 from win to loss.
    pub regret: Option<Figure>,
    /// Average number of plies by which a preserved win was delayed.
    pub delay: Option<Figure>,
    /// Average time per response.
    pub milliseconds: u64,
    /// Token usage, if a language model reports it.
    pub tokens: Option<Tokens>,
}

/// Games against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Matchup {
    /// The level.
    pub opponent: String,
    /// Games as Player 1.
    pub player1: GameScore,
    /// Games as Player 2.
    pub player2: GameScore,
    /// The player's moves in these games.
    pub moves: Group,
}

/// Numbers of games by result.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameScore {
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Unfinished games.
    pub unfinished: u32,
    /// Share of games won.
    pub share: Option<Figure>,
}

/// A response that changed the outcome for the worse.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mistake {
    /// The position.
    pub position: String,
    /// The board as the rule book draws it.
    pub drawing: String,
    /// The move; `null` if the response was not a legal move.
    pub answer: Option<String>,
    /// Why the response was not a legal move.
    pub fault: Option<String>,
    /// A move that preserves the outcome.
    pub better: String,
    /// Best play after the mistake.
    pub refutation: Vec<String>,
}

/// A player's response to a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attempt {
    /// The move as the rule book writes it; `None` without a legal move.
    pub mv: Option<String>,
    /// True if the first response was a legal move.
    pub is_legal_at_once: bool,
    /// Why no response was a legal move.
    pub fault: Option<String>,
    /// Response time.
    pub milliseconds: u64,
    /// Token usage, if a language model reports it.
    pub tokens: Option<Tokens>,
}

/// A response with its evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    verdict: Option<Verdict>,
    is_legal: bool,
    delay: Option<u8>,
    milliseconds: u64,
    tokens: Option<Tokens>,
}

/// The effect of a response on the outcome.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// True if the outcome is preserved.
    pub is_kept: bool,
    /// The share of the legal moves that preserve it.
    pub chance: f64,
    /// The cost: 1 for a step from win to endless or from endless to loss, 2 for both.
    pub regret: f64,
    /// Plies to the end before the move, if the game ends.
    pub distance: Option<u8>,
}

/// Number of mistakes shown for each game.
const SHOWN: usize = 3;

impl Verdict {
    /// Evaluates a move. `None`, for no legal move, counts as the worst one. Returns `None` if some values are unknown or all
    /// moves lead to the same outcome.
    pub fn of(analysis: &Analysis, mv: Option<&str>) -> Option<Self> {
        let moves = analysis.moves.iter();
        let kinds: Option<Vec<i8>> = moves.map(|mv| mv.value.map(Value::kind)).collect();
        let (kinds, value) = (kinds?, analysis.value?);
        let (best, worst) = (*kinds.iter().max()?, *kinds.iter().min()?);
        if best == worst {
            return None;
        }
        let chosen = mv.and_then(|mv| analysis.of_move(mv)).map(Value::kind);
        let regret = f64::from(best - chosen.unwrap_or(worst));
        let preserving = kinds.iter().filter(|kind| **kind == best).count();
        Some(Verdict {
            is_kept: regret == 0.0,
            chance: f64::from(number(preserving)) / f64::from(number(kinds.len())),
            regret,
            distance: value.distance(),
        })
    }
}

impl Decision {
    /// Evaluates a response.
    pub fn of(analysis: &Analysis, attempt: &Attempt) -> Self {
        let mv = attempt.mv.as_deref();
        let chosen = mv.and_then(|mv| analysis.of_move(mv));
        Decision {
            verdict: Verdict::of(analysis, mv),
            is_legal: attempt.is_legal_at_once,
            delay: match (analysis.value, chosen) {
                (Some(Value::Win(Some(best))), Some(Value::Win(Some(plies)))) => Some(plies - best),
                _ => None,
            },
            milliseconds: attempt.milliseconds,
            tokens: attempt.tokens,
        }
    }
}

impl Group {
    /// Computes the statistics of some decisions.
    pub fn of<'a>(name: String, decisions: impl IntoIterator<Item = &'a Decision>) -> Self {
        let decisions: Vec<_> = decisions.into_iter().collect();
        let verdicts: Vec<_> = decisions.iter().filter_map(|one| one.verdict).collect();
        let legal = decisions.iter().filter(|one| one.is_legal).count();
        let kept = verdicts.iter().filter(|one| one.is_kept).count();
        let accuracy = Figure::share(number(kept), number(verdicts.len()));
        let chance = Figure::mean(verdicts.iter().map(|one| one.chance));
        let skill = accuracy.zip(chance).map(|(accuracy, chance)| {
            accuracy.map(|share| (share - chance.value) / (1.0 - chance.value))
        });
        let delays = decisions.iter().filter_map(|one| one.delay);
        let time: u64 = decisions.iter().map(|one| one.milliseconds).sum();
        Group {
            name,
            asked: decisions.len(),
            legality: Figure::share(number(legal), number(decisions.len())),
            accuracy,
            chance,
            skill,
            regret: Figure::mean(verdicts.iter().map(|one| one.regret)),
            delay: Figure::mean(delays.map(f64::from)),
            milliseconds: time / (decisions.len() as u64).max(1),
            tokens: Tokens::sum(decisions.iter().filter_map(|one| one.tokens)),
        }
    }
}

impl GameScore {
    /// Computes the share of games won.
    pub fn of(won: u32, lost: u32, unfinished: u32) -> Self {
        GameScore {
            won,
            lost,
            unfinished,
            share: Figure::share(won, won + lost + unfinished),
        }
    }
}

impl GameReport {
    /// Evaluates the responses to the exercises of a game.
    pub fn of(
        variant: &dyn Variant,
        oracle: &dyn AnyOracle,
        exercises: &[Exercise],
        attempts: &[Attempt],
        matchups: Vec<Matchup>,
    ) -> Self {
        let pairs = exercises.iter().zip(attempts);
        let decisions: Vec<_> = pairs
            .map(|(exercise, attempt)| Decision::of(&exercise.analysis, attempt))
            .collect();
        let by = |key: &dyn Fn(&Exercise) -> (usize, String)| {
            let mut groups: BTreeMap<(usize, String), Vec<&Decision>> = BTreeMap::new();
            for (exercise, decision) in exercises.iter().zip(&decisions) {
                groups.entry(key(exercise)).or_default().push(decision);
            }
            let groups = groups.into_iter();
            groups.map(|((_, name), of)| Group::of(name, of)).collect()
        };
        GameReport {
            all: Group::of(format!("{variant:?}"), &decisions),
            by_distance: by(&|exercise| {
                let plies = exercise.analysis.value.and_then(Value::distance);
                plies.map_or((usize::MAX, "endless".to_owned()), |plies| {
                    (plies.into(), plies.to_string())
                })
            }),
            by_phase: by(&|exercise| {
                let names = ["opening", "middle", "end"];
                (exercise.phase, names[exercise.phase.min(2)].to_owned())
            }),
            by_choices: by(&|exercise| match exercise.keeping() {
                few @ 1..=3 => (few, few.to_string()),
                _ => (4, "4 or more".to_owned()),
            }),
            worst: worst(exercises, attempts, &decisions, oracle),
            matchups,
            decisions,
        }
    }
}

/// Returns the worst mistakes: by regret, then by distance to the end.
fn worst(
    exercises: &[Exercise],
    attempts: &[Attempt],
    decisions: &[Decision],
    oracle: &dyn AnyOracle,
) -> Vec<Mistake> {
    let mut wrong: Vec<_> = (0..decisions.len())
        .filter_map(|n| Some((decisions[n].verdict.filter(|one| !one.is_kept)?, n)))
        .collect();
    wrong.sort_by(|(a, _), (b, _)| {
        // An endless position sorts after every distance.
        let plies = |distance: Option<_>| distance.map_or(u32::MAX, u32::from);
        let distances = plies(a.distance).cmp(&plies(b.distance));
        b.regret.total_cmp(&a.regret).then(distances)
    });
    let mistake = |(_, n): (Verdict, usize)| {
        let (exercise, attempt) = (&exercises[n], &attempts[n]);
        let position = exercise.session.position();
        let played = attempt.mv.as_deref().and_then(|mv| position.play(mv).ok());
        let next = played.filter(|played| played.position.outcome().is_none());
        let refutation = next.map(|next| oracle.line(&*next.position, Who::BUDGET));
        Some(Mistake {
            position: position.text(),
            drawing: position.drawing(),
            answer: attempt.mv.clone(),
            fault: attempt.fault.clone(),
            better: exercise.analysis.moves.first()?.mv.clone(),
            refutation: refutation.unwrap_or_default(),
        })
    };
    wrong.into_iter().take(SHOWN).filter_map(mistake).collect()
}

impl Report {
    /// Combines the reports on several games. `seed` and `positions` are those with which the exercises were drawn.
    pub fn of(player: String, seed: u64, positions: usize, games: Vec<GameReport>) -> Self {
        let decisions = games.iter().flat_map(|game| &game.decisions);
        let all = Group::of("all games".to_owned(), decisions);
        // A player with this error rate has the same skill: it preserves the outcome unless it errs, and by chance if it does.
        let error_rate = all.skill.map(|skill| Figure {
            value: 1.0 - skill.value,
            interval: [1.0 - skill.interval.high, 1.0 - skill.interval.low].into(),
        });
        Report {
            player,
            seed,
            positions,
            prompt: None,
            level: error_rate.map_or_else(String::new, compare),
            all,
            error_rate,
            games,
        }
    }
}

/// Players with known error rates, from the strongest to the weakest.
const SCALE: [(f64, Who); 5] = [
    (0.0, Who::Perfect),
    (0.05, Who::Slips(5)),
    (0.2, Who::Slips(20)),
    (0.5, Who::Slips(50)),
    (1.0, Who::Random),
];

/// Compares an error rate with those of the scale.
fn compare(rate: Figure) -> String {
    let rates = SCALE.each_ref().map(|(rate, who)| (*rate, who.name()));
    let (low, high) = (rate.interval.low, rate.interval.high);
    let similar = rates.iter().filter(|(one, _)| (low..=high).contains(one));
    let similar: Vec<_> = similar.map(|(_, name)| *name).collect();
    if !similar.is_empty() {
        return format!("indistinguishable from {}", similar.join(" or "));
    }
    let stronger = rates.iter().rev().find(|(one, _)| *one < low);
    let weaker = rates.iter().find(|(one, _)| *one > high);
    match (stronger, weaker) {
        (Some((_, stronger)), Some((_, weaker))) => format!("between {weaker} and {stronger}"),
        (Some((_, name)), None) => format!("weaker than {name}"),
        (None, _) => "perfect".to_owned(),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use quintet_games::MoveValue;

    use super::*;

    fn analysis(moves: &[(&str, Value)]) -> Analysis {
        let moves = moves.iter().map(|(mv, value)| MoveValue {
            mv: (*mv).to_owned(),
            value: Some(*value),
        });
        Analysis::new(None, moves.collect())
    }

    #[test]
    fn a_verdict_depends_on_the_outcomes_of_all_moves() {
        let (win, endless) = (Value::Win(Some(3)), Value::Endless);
        let lost = Value::Loss(Some(4));
        let position = analysis(&[("1", win), ("2", endless), ("3", lost), ("4", lost)]);
        let verdict = |mv| Verdict::of(&position, mv).expect("the moves differ");
        assert!(verdict(Some("1")).is_kept);
        assert!(!verdict(Some("2")).is_kept);
        let regrets = [Some("1"), Some("2"), Some("3"), None].map(|mv| verdict(mv).regret);
        assert!(regrets.iter().eq(&[0.0, 1.0, 2.0, 2.0]), "{regrets:?}");
        assert!((verdict(None).chance - 0.25).abs() < 1e-12);
        assert_eq!(verdict(None).distance, Some(3));
        let hopeless = analysis(&[("1", lost), ("2", Value::Loss(Some(2)))]);
        assert_eq!(Verdict::of(&hopeless, Some("1")), None);
    }

    #[test]
    fn skill_is_0_for_random_moves_and_1_for_perfect_play() {
        let lost = Value::Loss(Some(2));
        let moves = [("1", Value::win(3)), ("2", lost), ("3", lost), ("4", lost)];
        let decision = |mv: &str| {
            let attempt = Attempt {
                mv: Some(mv.to_owned()),
                is_legal_at_once: true,
                ..Attempt::default()
            };
            Decision::of(&analysis(&moves), &attempt)
        };
        let (right, wrong) = (decision("1"), decision("2"));
        let group = |right_of_40: usize| {
            let right = std::iter::repeat_n(&right, right_of_40);
            let wrong = std::iter::repeat_n(&wrong, 40 - right_of_40);
            Group::of(String::new(), right.chain(wrong))
        };
        let skill = group(40).skill.expect("there were decisions");
        assert!((skill.value - 1.0).abs() < 1e-12 && skill.interval.low > 0.8);
        let random = group(10);
        let skill = random.skill.expect("there were decisions");
        assert!(skill.value.abs() < 1e-12, "{skill:?}");
        assert!(skill.interval.low < 0.0 && skill.interval.high > 0.0);
        let regret = random.regret.expect("there were decisions");
        assert!((regret.value - 1.5).abs() < 1e-12 && regret.interval.low > 1.0);
        assert_eq!(Group::of(String::new(), []).accuracy, None);
    }
}
