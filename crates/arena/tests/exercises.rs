//! Exercises and openings, and the accuracy of the statistics.

use std::collections::{BTreeMap, HashSet};

use quintet_arena::report::{Attempt, Decision, GameReport, Group};
use quintet_arena::{Dice, Exercise, Who, exercises, openings};
use quintet_rules::Random;
use quintet_solver::Value;

use crate::support::{oracle, standard};

fn drawn(id: &str, count: usize, seed: u64) -> Vec<Exercise> {
    exercises(standard(id), &*oracle(id), Who::BUDGET, count, seed)
}

/// Returns the positions of exercises.
fn positions(exercises: &[Exercise]) -> Vec<String> {
    let sessions = exercises.iter().map(|exercise| &exercise.session);
    sessions.map(|session| session.position().text()).collect()
}

/// Simulates a player with a given error rate that otherwise preserves the outcome.
fn answer(exercise: &Exercise, errors_in_a_hundred: u32, dice: &mut Dice) -> Decision {
    let moves = &exercise.analysis.moves;
    let of = if dice.below(100) < errors_in_a_hundred {
        moves.len()
    } else {
        exercise.keeping()
    };
    let chosen = &moves[dice.below(u32::try_from(of).expect("few moves")) as usize].mv;
    let attempt = Attempt {
        mv: Some(chosen.clone()),
        ..Attempt::default()
    };
    Decision::of(&exercise.analysis, &attempt)
}

#[test]
fn skill_is_unbiased_and_its_interval_covers_it() {
    const RUNS: u32 = 200;
    let games = ["gridlock", "adjacency-block", "matrix-isolation"];
    let exercises = games.map(|id| drawn(id, 60, 1)).concat();
    for errors in [0, 5, 20, 50, 80, 100] {
        let expected = 1.0 - f64::from(errors) / 100.0;
        let (mut sum, mut covered) = (0.0, 0);
        for run in 0..RUNS {
            let mut dice = Dice::new(7, u64::from(run));
            let answers = exercises.iter().map(|it| answer(it, errors, &mut dice));
            let answers: Vec<_> = answers.collect();
            let group = Group::of(String::new(), &answers);
            let skill = group.skill.expect("there are decisions");
            sum += skill.value;
            let range = skill.interval.low - 1e-9..=skill.interval.high + 1e-9;
            covered += u32::from(range.contains(&expected));
        }
        let mean = sum / f64::from(RUNS);
        // One run has a deviation of at most 0.07, their mean one of 0.005.
        assert!((mean - expected).abs() < 0.02, "{errors}: {mean}");
        assert!(covered >= RUNS * 9 / 10, "{errors}: {covered} of {RUNS}");
    }
}

#[test]
fn exercises_are_balanced() {
    for id in ["gridlock", "matrix-isolation"] {
        let exercises = drawn(id, 200, 3);
        assert_eq!(exercises.len(), 200);
        let different = HashSet::<String>::from_iter(positions(&exercises));
        assert_eq!(different.len(), 200, "each is another");
        let mut counts: BTreeMap<(&str, usize), usize> = BTreeMap::new();
        for exercise in &exercises {
            let distance = exercise.analysis.value.and_then(Value::distance);
            let distance = usize::from(distance.expect("games that end"));
            *counts.entry(("distance", distance)).or_default() += 1;
            *counts.entry(("phase", exercise.phase)).or_default() += 1;
            let keeping = exercise.keeping();
            *counts.entry(("keeping", keeping.min(4))).or_default() += 1;
            assert!(keeping > 0 && keeping < exercise.analysis.moves.len());
        }
        for kind in ["distance", "phase", "keeping"] {
            let of_kind = counts.iter().filter(|((one, _), _)| *one == kind);
            let of_kind: Vec<_> = of_kind.map(|(_, count)| *count).collect();
            let most = of_kind.iter().max().expect("there are some");
            assert!(of_kind.len() >= 3 && *most <= 110, "{id}: {counts:?}");
        }
    }
}

#[test]
fn exercises_depend_only_on_the_seed() {
    let drawn = |seed| positions(&drawn("gridlock", 50, seed));
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));
}

#[test]
fn openings_are_balanced() {
    let oracle = oracle("gridlock");
    let found = openings(standard("gridlock"), &*oracle, Who::BUDGET, 10, 1);
    assert_eq!(found.len(), 10);
    assert!(found[0].plies().is_empty(), "the start itself is the first");
    for opening in &found[1..] {
        assert!((2..=4).contains(&opening.plies().len()));
        let value = oracle.analyze(opening.position(), Who::BUDGET).value;
        let distance = value.and_then(Value::distance).expect("it ends");
        assert!(distance >= 8, "{opening:?} is decided in {distance}");
    }
}

#[test]
fn mistakes_near_the_end_come_before_those_in_endless_positions() {
    let drawn = drawn("quad-block", 100, 1);
    // A mistake from a win to endless has the same regret as one from endless to a loss.
    let find = |is_position: fn(Value) -> bool, is_mistake: fn(Value) -> bool| {
        let mut found = drawn.iter().filter_map(|exercise| {
            exercise
                .analysis
                .value
                .filter(|value| is_position(*value))?;
            let mut moves = exercise.analysis.moves.iter();
            let mistake = moves.find(|mv| mv.value.is_some_and(is_mistake))?;
            let attempt = Attempt {
                mv: Some(mistake.mv.clone()),
                ..Attempt::default()
            };
            Some((exercise.clone(), attempt))
        });
        found.next().expect("an exercise with such a mistake")
    };
    let endless = |value| value == Value::Endless;
    let won = find(|value| matches!(value, Value::Win(_)), endless);
    let endless = find(endless, |value| matches!(value, Value::Loss(_)));
    for both in [[&won, &endless], [&endless, &won]] {
        let exercises = both.map(|(exercise, _)| exercise.clone());
        let attempts = both.map(|(_, attempt)| attempt.clone());
        let (variant, oracle) = (standard("quad-block"), oracle("quad-block"));
        let report = GameReport::of(variant, &*oracle, &exercises, &attempts, Vec::new());
        let worst = report.worst.iter().map(|mistake| mistake.position.clone());
        let expected = [&won, &endless].map(|(exercise, _)| exercise.session.position().text());
        assert!(worst.eq(expected));
    }
}
