//! Positions in which a player can show what it knows.

use std::collections::{BTreeMap, HashSet, VecDeque};

use quintet_games::{Analysis, AnyOracle, Variant};
use quintet_rules::Random;
use quintet_solver::{Budget, Value, collect};

use crate::{Dice, Session};

/// A position in which some legal move gives the value away, and it is known which do.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The game up to there.
    pub session: Session,
    /// What every move is worth.
    pub analysis: Analysis,
    /// Which third of its game it is from, counted from 0.
    pub phase: usize,
}

/// What makes exercises alike. Each kind is asked for equally often, as far as there are such positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Stratum {
    value: i8,
    distance: u8,
    keeping: usize,
    phase: usize,
}

/// Random positions for each exercise that is wanted, most of which are none.
const DRAWN: usize = 8;

/// Random positions at least.
const FEWEST: usize = 4000;

/// Some games may go on for ever.
const LONGEST: u32 = 60;

/// Different exercises, always the same for a seed: spread evenly over value, distance, the number of moves that keep
/// the value, and phase. Fewer than asked for, if too few are found.
pub fn exercises(
    variant: &'static dyn Variant,
    oracle: &dyn AnyOracle,
    budget: Budget<'static>,
    count: usize,
    seed: u64,
) -> Vec<Exercise> {
    let drawn = count.saturating_mul(DRAWN).max(FEWEST);
    let mut found = collect(drawn, |number, found: &mut Vec<(usize, Exercise)>| {
        let mut dice = Dice::new(seed, number as u64);
        let exercise = draw(variant, &mut dice).and_then(|(session, phase)| {
            let analysis = oracle.analyze(session.position(), budget);
            let exercise = Exercise {
                session,
                analysis,
                phase,
            };
            exercise.stratum().map(|_| exercise)
        });
        found.extend(exercise.map(|exercise| (number, exercise)));
    });
    found.sort_unstable_by_key(|(number, _)| *number);
    let mut texts = HashSet::new();
    let mut strata: BTreeMap<Stratum, VecDeque<Exercise>> = BTreeMap::new();
    for (_, exercise) in found {
        if let Some(stratum) = exercise.stratum()
            && texts.insert(exercise.session.position().text())
        {
            strata.entry(stratum).or_default().push_back(exercise);
        }
    }
    let mut chosen = Vec::new();
    while chosen.len() < count && !strata.is_empty() {
        // Each kind in turn; those that are used up drop out.
        for alike in strata.values_mut() {
            chosen.extend(alike.pop_front());
        }
        strata.retain(|_, alike| !alike.is_empty());
    }
    chosen.truncate(count);
    chosen
}

/// A moment of a random game that is not over there, and which third of the game it is in.
fn draw(variant: &'static dyn Variant, dice: &mut Dice) -> Option<(Session, usize)> {
    let mut session = Session::new(variant.start(dice.player()));
    let mut plies = 0;
    while plies < LONGEST
        && let Some(mv) = session.position().random_move(dice)
    {
        session.play(&mv).expect("a random move is legal");
        plies += 1;
    }
    if plies == 0 {
        return None;
    }
    let at = dice.below(plies);
    session.go_to(at as usize);
    session.forget_later();
    Some((session, (3 * at / plies) as usize))
}

impl Exercise {
    /// The moves that keep the value.
    pub fn keeping(&self) -> usize {
        let best = self.analysis.moves.first().and_then(|mv| mv.value);
        let is_kept = |value: Option<Value>| value.map(Value::kind) == best.map(Value::kind);
        let moves = self.analysis.moves.iter();
        moves.filter(|mv| is_kept(mv.value)).count()
    }

    /// What it is like; `None` if it is no exercise.
    fn stratum(&self) -> Option<Stratum> {
        let values: Option<Vec<Value>> = self.analysis.moves.iter().map(|mv| mv.value).collect();
        let kinds = values?.into_iter().map(Value::kind);
        let (least, most) = (kinds.clone().min()?, kinds.max()?);
        (least < most).then(|| Stratum {
            value: most,
            distance: classed(self.analysis.value.and_then(Value::distance)),
            keeping: self.keeping().min(4),
            phase: self.phase,
        })
    }
}

/// Distances that count as alike: a win in one, in three, and so on; far ones together.
fn classed(distance: Option<u8>) -> u8 {
    distance.map_or(0, |plies| plies.min(15).div_ceil(2))
}
