//! How well a player decides, measured against the truth.
//!
//! A player is asked for a move in many positions. Where some legal move gives the value away and it is
//! known which, the answer is a decision, and what counts is whether it keeps the value.

use quintet_games::Analysis;
use quintet_solver::Value;
use serde::{Deserialize, Serialize};

use crate::Interval;
use crate::players::Z;

/// An answer to a position, judged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision {
    /// Whether the answer is a legal move.
    pub is_legal: bool,
    /// What is known of it; `None` if it is not known whether the value was kept, or no legal move gives
    /// it away.
    pub verdict: Option<Verdict>,
}

/// What an answer did to a value that could be lost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// Whether it kept the value.
    pub is_kept: bool,
    /// The share of the legal moves that keep it.
    pub chance: f64,
    /// What was given away: 1 for a step from win to endless or from endless to loss, 2 for both.
    pub regret: f64,
    /// Plies to the end from the position, if it has one.
    pub distance: Option<u8>,
}

impl Decision {
    /// Judges an answer, which is a move as the rule book spells it, or `None` if it was no legal move:
    /// then it counts as the worst one.
    pub fn of(analysis: &Analysis, answer: Option<&str>) -> Self {
        let kinds: Option<Vec<i8>> = analysis
            .moves
            .iter()
            .map(|mv| mv.value.map(Value::kind))
            .collect();
        let given = answer.and_then(|mv| analysis.of_move(mv)).map(Value::kind);
        let verdict = || {
            let (kinds, value) = (kinds?, analysis.value?);
            let (best, worst) = (kinds.iter().max()?, kinds.iter().min()?);
            if best == worst {
                return None;
            }
            let kept = kinds.iter().filter(|kind| *kind == best).count();
            let regret = f64::from(best - given.unwrap_or(*worst));
            Some(Verdict {
                is_kept: regret == 0.0,
                chance: share(kept, kinds.len()),
                regret,
                distance: value.distance(),
            })
        };
        Decision {
            is_legal: answer.is_some(),
            verdict: verdict(),
        }
    }
}

/// A figure and the range in which it lies with a confidence of 95 in a hundred.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figure {
    /// What was measured.
    pub value: f64,
    /// The range.
    #[serde(rename = "interval95")]
    pub interval: Interval,
}

/// All that was measured of a player. A figure of nothing is `None`.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// Positions in which the player was asked.
    pub asked: usize,
    /// Answers that were decisions.
    pub decisions: usize,
    /// The share of the answers that were legal moves.
    pub legality: Option<Figure>,
    /// The share of the decisions that kept the value.
    pub accuracy: Option<Figure>,
    /// The accuracy of random moves in the same positions.
    pub chance: Option<Figure>,
    /// `(accuracy - chance) / (1 - chance)`: 0 for random moves, 1 for a player who never errs.
    pub skill: Option<Figure>,
    /// What a decision gave away on the average, from 0 to 2.
    pub regret: Option<Figure>,
}

impl Evaluation {
    /// Sums up.
    pub fn of(decisions: &[Decision]) -> Self {
        let verdicts: Vec<Verdict> = decisions.iter().filter_map(|one| one.verdict).collect();
        let legal = decisions.iter().filter(|one| one.is_legal).count();
        let kept = verdicts.iter().filter(|one| one.is_kept).count();
        let accuracy = Figure::share(kept, verdicts.len());
        let chance = Figure::mean(verdicts.iter().map(|one| one.chance));
        Evaluation {
            asked: decisions.len(),
            decisions: verdicts.len(),
            legality: Figure::share(legal, decisions.len()),
            accuracy,
            chance,
            skill: accuracy.zip(chance).map(|(accuracy, chance)| {
                let skill = |share: f64| (share - chance.value) / (1.0 - chance.value);
                Figure {
                    value: skill(accuracy.value),
                    interval: Interval {
                        low: skill(accuracy.interval.low),
                        high: skill(accuracy.interval.high),
                    },
                }
            }),
            regret: Figure::mean(verdicts.iter().map(|one| one.regret)),
        }
    }
}

impl Figure {
    /// A share, by Wilson's score.
    fn share(count: usize, total: usize) -> Option<Self> {
        let [few, all] = [count, total].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        (total > 0).then(|| Figure {
            value: share(count, total),
            interval: Interval::of(few, all),
        })
    }

    /// A mean, by the normal distribution.
    pub fn mean(values: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let count = values.clone().count();
        if count == 0 {
            return None;
        }
        let n = count_as_number(count);
        let mean = values.clone().sum::<f64>() / n;
        let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
        let half = Z * (squares / (n * (n - 1.0).max(1.0))).sqrt();
        Some(Figure {
            value: mean,
            interval: Interval {
                low: mean - half,
                high: mean + half,
            },
        })
    }
}

fn share(count: usize, total: usize) -> f64 {
    count_as_number(count) / count_as_number(total)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "nobody asks for so many positions"
)]
fn count_as_number(count: usize) -> f64 {
    count as f64
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
    fn a_decision_is_kept_missed_or_none() {
        let (win, endless) = (Value::Win(Some(3)), Value::Endless);
        let lost = Value::Loss(Some(4));
        let position = analysis(&[("1", win), ("2", endless), ("3", lost), ("4", lost)]);
        let verdict = |mv| Decision::of(&position, mv).verdict.expect("a decision");
        assert!(verdict(Some("1")).is_kept);
        assert!(!verdict(Some("2")).is_kept);
        let regrets = [Some("1"), Some("2"), Some("3"), None].map(|mv| verdict(mv).regret);
        assert!(regrets.iter().eq(&[0.0, 1.0, 2.0, 2.0]), "{regrets:?}");
        assert!((verdict(None).chance - 0.25).abs() < 1e-12);
        assert_eq!(verdict(None).distance, Some(3));
        let hopeless = analysis(&[("1", lost), ("2", Value::Loss(Some(2)))]);
        assert_eq!(Decision::of(&hopeless, Some("1")).verdict, None);
    }

    #[test]
    fn skill_is_0_for_chance_and_1_for_perfection() {
        let decision = |is_kept| Decision {
            is_legal: true,
            verdict: Some(Verdict {
                is_kept,
                chance: 0.25,
                regret: if is_kept { 0.0 } else { 2.0 },
                distance: Some(3),
            }),
        };
        let perfect = Evaluation::of(&[decision(true); 40]);
        let skill = perfect.skill.expect("there were decisions");
        assert!((skill.value - 1.0).abs() < 1e-12 && skill.interval.low > 0.8);
        let mut answers = [decision(false); 40];
        answers[..10].fill(decision(true));
        let by_chance = Evaluation::of(&answers);
        let skill = by_chance.skill.expect("there were decisions");
        assert!(skill.value.abs() < 1e-12, "{skill:?}");
        assert!(skill.interval.low < 0.0 && skill.interval.high > 0.0);
        let regret = by_chance.regret.expect("there were decisions");
        assert!((regret.value - 1.5).abs() < 1e-12 && regret.interval.low > 1.0);
        assert_eq!(Evaluation::of(&[]).accuracy, None);
    }
}
