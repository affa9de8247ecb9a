//! Test positions for evaluating a player.

use std::collections::{BTreeMap, HashSet, VecDeque};

use quintet_arena::{Dice, Session, Who};
use quintet_games::{Analysis, AnyOracle, AnyPosition, Symmetry, Variant};
use quintet_rules::Random;
use quintet_solver::{Budget, Value, collect};
use serde::{Deserialize, Serialize};

use crate::questions::{planes, sha256};

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
///
/// They are the value (1, 0 or -1), the distance in steps of two plies (0 if endless), the number of moves that preserve the
/// value (4 for more), and the third of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Stratum([i8; 4]);

/// Random positions to try per exercise. Most of them are not exercises.
const DRAWN: usize = 8;

/// Minimum number of random positions to try.
const FEWEST: usize = 4000;

/// Random positions to try at a time on a size that is not solved.
const FEWEST_UNSOLVED: usize = 128;

/// Maximum number of random positions to try per exercise, and in total on a size that is not solved.
const MOST: [usize; 2] = [1000, 20_000];

/// Maximum length of a random game. Some games could continue indefinitely.
const LONGEST: u32 = 60;

/// Search budget for each value on a size that is not solved. Only positions all of whose values are found become exercises.
pub const UNSOLVED_BUDGET: Budget<'static> = Budget::positions(2_000);

/// Returns the search budget for each value that a move is judged by.
pub fn budget(oracle: &dyn AnyOracle) -> Budget<'static> {
    if oracle.is_solved() {
        Who::BUDGET
    } else {
        UNSOLVED_BUDGET
    }
}

/// Draws different exercises, balanced by outcome, distance, number of good moves and phase. None is an image of another. They
/// depend only on the seed. Returns fewer than `count` if no more are found, or once `goes_on` returns false for the current
/// number of exercises.
pub fn exercises(
    variant: &'static dyn Variant,
    oracle: &dyn AnyOracle,
    count: usize,
    seed: u64,
    mut goes_on: impl FnMut(usize) -> bool,
) -> Vec<Exercise> {
    let symmetries = variant.symmetries();
    let (is_solved, most) = (oracle.is_solved(), MOST[0].saturating_mul(count));
    let (round, most) = if is_solved {
        (count.saturating_mul(DRAWN).max(FEWEST), most)
    } else {
        (FEWEST_UNSOLVED, most.min(MOST[1]))
    };
    let (mut keys, mut drawn) = (HashSet::new(), 0);
    let mut strata: BTreeMap<Stratum, VecDeque<Exercise>> = BTreeMap::new();
    while keys.len() < count && drawn < most.max(round) && goes_on(keys.len()) {
        let mut found = collect(round, |number, found: &mut Vec<_>| {
            let number = drawn + number;
            found.extend(try_draw(variant, oracle, seed, number).map(|found| (number, found)));
        });
        drawn += round;
        found.sort_unstable_by_key(|(number, _)| *number);
        let before = keys.len();
        for (_, (stratum, exercise)) in found {
            if keys.insert(image_key(exercise.session.position(), &symmetries)) {
                strata.entry(stratum).or_default().push_back(exercise);
            }
        }
        if is_solved && keys.len() == before {
            break;
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

/// Draws a position, and returns it if it is an exercise.
fn try_draw(
    variant: &'static dyn Variant,
    oracle: &dyn AnyOracle,
    seed: u64,
    number: usize,
) -> Option<(Stratum, Exercise)> {
    let (session, phase) = draw(variant, &mut Dice::new(seed, number as u64))?;
    if !oracle.is_solved() {
        // Most positions are unsolved, and their moves are not worth a search.
        oracle.value(session.position(), UNSOLVED_BUDGET)?;
    }
    let exercise = Exercise::new(session, phase, oracle);
    exercise.stratum().map(|stratum| (stratum, exercise))
}

/// Returns a key that is the same for all images of a position: the least image of its observation.
fn image_key(position: &dyn AnyPosition, symmetries: &[Symmetry]) -> Vec<u8> {
    let planes = planes(position);
    let images = symmetries.iter().map(|symmetry| symmetry.image(&planes));
    images.min().expect("the identity is a symmetry")
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
    /// Analyzes a position, which may turn out not to be an exercise.
    pub fn new(session: Session, phase: usize, oracle: &dyn AnyOracle) -> Self {
        let analysis = oracle.analyze(session.position(), budget(oracle));
        Exercise {
            session,
            analysis,
            phase,
        }
    }

    /// Returns the id of the position as a question, the same for all its images: 16 digits of a SHA-256 hash.
    pub fn id(&self) -> String {
        let (position, variant) = (self.session.position(), self.session.variant());
        let mut key = image_key(position, &variant.symmetries());
        key.extend(format!("{} {}", variant.id(), variant.size()).bytes());
        sha256(&key)[..16].to_owned()
    }

    /// Returns the number of moves that preserve the outcome.
    pub fn keeping(&self) -> usize {
        let best = self.analysis.moves.first().and_then(|mv| mv.value);
        let is_correct = |value: Option<Value>| value.map(Value::kind) == best.map(Value::kind);
        let moves = self.analysis.moves.iter();
        moves.filter(|mv| is_correct(mv.value)).count()
    }

    /// Returns the properties of an exercise; `None` if the position is not an exercise.
    pub fn stratum(&self) -> Option<Stratum> {
        let values: Option<Vec<Value>> = self.analysis.moves.iter().map(|mv| mv.value).collect();
        let kinds = values?.into_iter().map(Value::kind);
        let (least, most) = (kinds.clone().min()?, kinds.max()?);
        let distance = classed(self.analysis.value.and_then(Value::distance));
        let numbers = [distance, self.keeping().min(4) as u8, self.phase as u8];
        let [distance, keeping, phase] = numbers.map(u8::cast_signed);
        (least < most).then_some(Stratum([most, distance, keeping, phase]))
    }
}

/// Groups similar distances: a win in one, in three and so on; large distances together.
fn classed(distance: Option<u8>) -> u8 {
    distance.map_or(0, |plies| plies.min(15).div_ceil(2))
}
