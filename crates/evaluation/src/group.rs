//! Statistics of decisions.

use std::collections::BTreeMap;

use quintet_arena::{Fault, Figure, Tokens};
use serde::{Deserialize, Serialize};

use crate::sample::{Estimate, Key, estimate};
use crate::{Decision, Verdict};

/// Statistics of some decisions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Group {
    /// The common property of the decisions.
    pub name: String,
    /// Number of responses.
    pub asked: usize,
    /// Share of legal first responses.
    pub legality: Option<Figure>,
    /// Share of the decisions that preserve the outcome.
    pub accuracy: Option<Figure>,
    /// Accuracy of random moves in the same positions.
    pub chance: Option<f64>,
    /// `(accuracy - chance) / (1 - chance)`: 0 for random moves, 1 for perfect play.
    pub skill: Option<Figure>,
    /// Average cost of a decision: 1 from win to endless or from endless to loss, 2 from win to loss.
    pub regret: Option<Figure>,
    /// Average number of plies by which a preserved win was delayed.
    pub delay: Option<Figure>,
    /// Number of first responses that were not legal moves.
    #[serde(default)]
    pub illegal: usize,
    /// Number of first responses in which a language model declined to answer, or was cut off before the move.
    #[serde(default)]
    pub refused: usize,
    /// Number of first responses that took too long.
    #[serde(default)]
    pub late: usize,
    /// Number of first requests that failed. They are not scored.
    #[serde(default)]
    pub failed: usize,
    /// Average time per response.
    pub milliseconds: u64,
    /// Token usage, if a language model reports it.
    pub tokens: Option<Tokens>,
}

impl Group {
    /// Computes the statistics of some decisions.
    pub fn of<'a>(name: String, decisions: impl IntoIterator<Item = &'a Decision>) -> Self {
        Group::of_games(name, [decisions])
    }

    /// Computes the statistics of the decisions in several games.
    pub fn of_games<'a, T: IntoIterator<Item = &'a Decision>>(
        name: String,
        games: impl IntoIterator<Item = T>,
    ) -> Self {
        let each = games.into_iter().enumerate();
        let decisions: Vec<(usize, &Decision)> = each
            .flat_map(|(game, decisions)| decisions.into_iter().map(move |one| (game, one)))
            .collect();
        let faults = |fault: Fault| {
            let all = decisions.iter();
            all.filter(|(_, one)| one.fault == Some(fault)).count()
        };
        let mean = |value: fn(&Decision) -> Option<f64>| estimate(by_position(&decisions, value));
        let accuracy = mean(|one| one.verdict.map(|one| f64::from(u8::from(one.is_correct))));
        let accuracy = accuracy.map(Estimate::share);
        let chance = mean(|one| one.verdict.map(|one| one.chance)).map(|found| found.mean);
        let skill = accuracy
            .zip(chance)
            .map(|(accuracy, chance)| accuracy.map(|share| (share - chance) / (1.0 - chance)));
        let not_negative = |figure: Figure| Figure {
            interval: [figure.interval.low.max(0.0), figure.interval.high].into(),
            ..figure
        };
        let regret = mean(|one| one.verdict.map(|Verdict { regret, .. }| regret));
        let delay = mean(|one| one.delay.map(f64::from));
        let legality = mean(|one| {
            let is_answer = one.fault != Some(Fault::Failed);
            is_answer.then(|| f64::from(u8::from(one.is_legal())))
        });
        let time: u64 = decisions.iter().map(|(_, one)| one.milliseconds).sum();
        Group {
            name,
            asked: decisions.len(),
            legality: legality.map(Estimate::share),
            accuracy,
            chance,
            skill,
            regret: regret.map(|found| not_negative(found.mean())),
            delay: delay.map(|found| not_negative(found.mean())),
            illegal: faults(Fault::Illegal),
            refused: faults(Fault::Refused),
            late: faults(Fault::Late),
            failed: faults(Fault::Failed),
            milliseconds: time / (decisions.len() as u64).max(1),
            tokens: Tokens::sum(decisions.iter().filter_map(|(_, one)| one.tokens)),
        }
    }
}

/// Returns the average of a figure for each question, which several responses may share.
pub(crate) fn by_position(
    decisions: &[(usize, &Decision)],
    value: impl Fn(&Decision) -> Option<f64>,
) -> Vec<(Key, f64)> {
    let mut found: BTreeMap<(usize, &str), (Key, f64, f64)> = BTreeMap::new();
    for (game, decision) in decisions {
        if let Some(value) = value(decision) {
            let key = (*game, decision.stratum);
            let place = (*game, decision.key());
            let (_, sum, count) = found.entry(place).or_insert((key, 0.0, 0.0));
            *sum += value;
            *count += 1.0;
        }
    }
    let means = found.into_values();
    means.map(|(key, sum, count)| (key, sum / count)).collect()
}
