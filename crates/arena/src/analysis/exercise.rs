//! Test positions for evaluating a player.

use std::collections::{BTreeMap, HashSet, VecDeque};

use quintet_games::{Analysis, AnyOracle, Variant};
use quintet_rules::Random;
use quintet_solver::{Budget, Value, collect};

use crate::{Dice, Session};

/// A position with exact values for all moves, some of which change the outcome for the worse.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The game up to the position.
    pub session: Session,
    /// The values of all moves.
    pub analysis: Analysis,
    /// The third of the game from which the position was taken, counted from 0.
    pub phase: usize,
}

/// Properties by which exercises are balanced: each combination is drawn equally often, if possible.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Stratum {
    value: i8,
    distance: u8,
    keeping: usize,
    phase: usize,
}

/// Random positions to try per exercise. Most of them are not exercises.
const DRAWN: usize = 8;

/// Minimum number of random positions to try.
const FEWEST: usize = 4000;

/// Maximum length of a random game. Some games could continue indefinitely.
const LONGEST: u32 = 60;

/// Draws different exercises, balanced by outcome, distance, number of good moves and phase. They depend only on the seed.
/// Returns fewer than `count` if too few are found.
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
        // Takes one of each kind in turn.
        for alike in strata.values_mut() {
            chosen.extend(alike.pop_front());
        }
        strata.retain(|_, alike| !alike.is_empty());
    }
    chosen.truncate(count);
    chosen
}

/// Draws an unfinished position of a random game and the third of the game that it belongs to.
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
    /// Returns the number of moves that preserve the outcome.
    pub fn keeping(&self) -> usize {
        let best = self.analysis.moves.first().and_then(|mv| mv.value);
        let is_kept = |value: Option<Value>| value.map(Value::kind) == best.map(Value::kind);
        let moves = self.analysis.moves.iter();
        moves.filter(|mv| is_kept(mv.value)).count()
    }

    /// Returns the properties of an exercise; `None` if the position is not an exercise.
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

/// Groups similar distances: a win in one, in three and so on; large distances together.
fn classed(distance: Option<u8>) -> u8 {
    distance.map_or(0, |plies| plies.min(15).div_ceil(2))
}
