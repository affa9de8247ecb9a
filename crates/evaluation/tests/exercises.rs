//! Exercises and openings, and the accuracy of the statistics.

use std::collections::{BTreeMap, HashSet};

use std::sync::{Arc, LazyLock};

use quintet_arena::{Dice, Library, Tables};
use quintet_evaluation::{
    Attempt, Decision, Exercise, GameReport, Group, Pair, QuestionSet, Report, Run, exercises,
    mirrored,
};
use quintet_games::{AnyOracle, Catalogue, Variant};
use quintet_rules::Random;
use quintet_solver::Value;

fn standard(id: &str) -> &'static dyn Variant {
    let game = Catalogue::STANDARD.find(id);
    game.expect("a game of the catalogue").standard()
}

/// The oracle of a game, computed once for all tests.
fn oracle_of(variant: &dyn Variant) -> Arc<dyn AnyOracle> {
    static LIBRARY: LazyLock<Library> =
        LazyLock::new(|| Library::new(Catalogue::STANDARD, Tables::nowhere()));
    LIBRARY.oracle(variant)
}

fn oracle(id: &str) -> Arc<dyn AnyOracle> {
    oracle_of(standard(id))
}

fn drawn(id: &str, count: usize, seed: u64) -> Vec<Exercise> {
    exercises(standard(id), &*oracle(id), count, seed, |_| true)
}

/// Returns the positions of exercises.
fn positions(exercises: &[Exercise]) -> Vec<String> {
    let sessions = exercises.iter().map(|exercise| &exercise.session);
    sessions.map(|session| session.position().text()).collect()
}

/// Simulates the answer of a player with a given error rate that otherwise preserves the outcome.
fn attempt(exercise: &Exercise, errors_in_a_hundred: u32, dice: &mut Dice) -> Attempt {
    let moves = &exercise.analysis.moves;
    let of = if dice.below(100) < errors_in_a_hundred {
        moves.len()
    } else {
        exercise.keeping()
    };
    let chosen = &moves[dice.below(u32::try_from(of).expect("few moves")) as usize].mv;
    Attempt {
        mv: Some(chosen.clone()),
        ..Attempt::default()
    }
}

/// The hash of the public questions, which never change.
const HASH_OF_V1: &str = "1c21064f384f68d025d97c6bf4172b87c25262bbf87e02bee5d22c1ff77ae492";

#[test]
fn skill_is_unbiased_and_its_interval_covers_it() {
    const RUNS: u32 = 200;
    let games = ["gridlock", "adjacency-block", "matrix-isolation"];
    let exercises = games.map(|id| drawn(id, 60, 1)).concat();
    for errors in [0, 5, 20, 50, 80, 100] {
        let expected = 1.0 - f64::from(errors) / 100.0;
        let (mut sum, mut covered, mut widths) = (0.0, 0, 0.0);
        for run in 0..RUNS {
            let mut dice = Dice::new(7, u64::from(run));
            let answers = exercises
                .iter()
                .map(|it| Decision::of_exercise(it, &attempt(it, errors, &mut dice)));
            let answers: Vec<_> = answers.collect();
            let group = Group::of(String::new(), &answers);
            let skill = group.skill.expect("there are decisions");
            sum += skill.value;
            widths += skill.interval.high - skill.interval.low;
            let range = skill.interval.low - 1e-9..=skill.interval.high + 1e-9;
            covered += u32::from(range.contains(&expected));
        }
        let mean = sum / f64::from(RUNS);
        // One run has a deviation of at most 0.07, their mean one of 0.005.
        assert!((mean - expected).abs() < 0.02, "{errors}: {mean}");
        println!(
            "{errors}%: {covered} of {RUNS}, half-width {:.3}",
            widths / 2.0 / f64::from(RUNS)
        );
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
            *counts.entry(("good moves", keeping.min(4))).or_default() += 1;
            assert!(keeping > 0 && keeping < exercise.analysis.moves.len());
        }
        for kind in ["distance", "phase", "good moves"] {
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
        let responses = both.map(|(exercise, attempt)| (exercise, attempt.clone()));
        let (variant, oracle) = (standard("quad-block"), oracle("quad-block"));
        let report = GameReport::of(variant, &*oracle, &responses, Vec::new());
        let worst = report.worst.iter().map(|mistake| mistake.position.clone());
        let expected = [&won, &endless].map(|(exercise, _)| exercise.session.position().text());
        assert!(worst.eq(expected));
    }
}

/// A report on the answers of a simulated player in several games.
fn simulated(games: &[(&'static str, Vec<Exercise>)], errors: u32, dice: &mut Dice) -> Report {
    let parts = games.iter().map(|(id, exercises)| {
        let responses: Vec<_> = exercises
            .iter()
            .map(|one| (one, attempt(one, errors, dice)))
            .collect();
        GameReport::of(standard(id), &*oracle(id), &responses, Vec::new())
    });
    Report::of(Run::default(), parts.collect())
}

#[test]
fn paired_intervals_cover_the_difference_and_are_narrower() {
    const RUNS: u32 = 200;
    let games = ["gridlock", "adjacency-block"].map(|id| (id, drawn(id, 60, 1)));
    for (one, other) in [(0, 5), (5, 20), (20, 50), (50, 50)] {
        let expected = f64::from(other) / 100.0 - f64::from(one) / 100.0;
        let (mut sum, mut covered) = (0.0, 0);
        for run in 0..RUNS {
            let mut dice = Dice::new(9, u64::from(run));
            let [one, other] = [one, other].map(|errors| simulated(&games, errors, &mut dice));
            let pairs = Pair::of(&one, &other);
            let all = pairs.last().expect("both answered");
            assert_eq!(
                (&*all.name, all.positions, pairs.len()),
                ("all games", 120, 3)
            );
            sum += all.difference.value;
            let interval = all.difference.interval;
            let range = interval.low - 1e-9..=interval.high + 1e-9;
            covered += u32::from(range.contains(&expected));
        }
        let mean = sum / f64::from(RUNS);
        assert!((mean - expected).abs() < 0.03, "{one} and {other}: {mean}");
        println!("paired, {one}% and {other}%: {covered} of {RUNS}");
        assert!(
            covered >= RUNS * 9 / 10,
            "{one} and {other}: {covered} of {RUNS}"
        );
    }
}

#[test]
fn no_exercise_is_an_image_of_another() {
    // Of all decisions in a row of ten, 380 are left if images count once.
    let found = drawn("adjacency-block", 2000, 1);
    assert!((350..=380).contains(&found.len()), "{}", found.len());
    let variant = standard("adjacency-block");
    let mut keys = HashSet::new();
    for exercise in &found {
        let position = exercise.session.position();
        let mut planes = vec![0; variant.planes().len() * 10];
        position.data().observe(position.to_move(), &mut planes);
        for symmetry in variant.symmetries() {
            assert!(!keys.contains(&symmetry.image(&planes)), "{position:?}");
        }
        keys.insert(planes);
    }
}

#[test]
fn there_are_as_many_exercises_as_requested_and_drawing_can_be_stopped() {
    assert_eq!(drawn("grid-runner", 500, 1).len(), 500);
    let mut rounds = 0;
    let stopped = exercises(standard("gridlock"), &*oracle("gridlock"), 3_000, 1, |_| {
        rounds += 1;
        rounds < 2
    });
    assert!(!stopped.is_empty() && rounds == 2);
}

#[test]
fn on_an_unsolved_size_only_positions_with_values_are_used() {
    let game = Catalogue::STANDARD.find("grid-runner").expect("listed");
    let variant = game.size("7x7").expect("listed");
    assert!(!variant.is_solved());
    let found = exercises(variant, &*oracle_of(variant), 5, 1, |_| true);
    assert_eq!(found.len(), 5);
    for exercise in found {
        let values = exercise.analysis.moves.iter().map(|mv| mv.value);
        assert!(values.into_iter().all(|value| value.is_some()));
        assert!(exercise.keeping() < exercise.analysis.moves.len());
    }
}

#[test]
fn the_public_questions_are_fixed_balanced_and_decisions() {
    let set = QuestionSet::public("v1").expect("a public set");
    assert_eq!(set.hash, HASH_OF_V1);
    assert_eq!(
        QuestionSet::new("v1".to_owned(), set.questions.clone()),
        set
    );
    for listing in Catalogue::STANDARD.iter() {
        let (variant, oracle) = (listing.standard(), oracle(listing.id));
        let questions = set.questions.iter().filter(|one| one.game == listing.id);
        let exercises = questions.map(|one| {
            let session = one.session(Catalogue::STANDARD).expect("a game");
            Exercise::new(session, one.phase, &*oracle)
        });
        let exercises: Vec<_> = exercises.collect();
        assert_eq!(exercises.len(), 300, "{variant:?}");
        let mut strata: BTreeMap<_, usize> = BTreeMap::new();
        for exercise in &exercises {
            let stratum = exercise.stratum().expect("a decision");
            *strata.entry(stratum).or_default() += 1;
        }
        let most = strata.values().max().expect("there are some");
        assert!(
            strata.len() >= 12 && *most <= 100,
            "{variant:?}: {strata:?}"
        );
    }
    assert!(QuestionSet::public("v0").is_err());
    let refused = |line: &str| QuestionSet::parse("mine", line, Catalogue::STANDARD);
    assert!(refused("{}").is_err());
    let moves = r#"{"game":"gridlock","size":"4x4","start":"..../..../..../.... 1","moves":["9 9"],"phase":0}"#;
    assert!(refused(moves).is_err());
}

#[test]
fn a_mirrored_question_has_the_same_values() {
    let mut changed = 0;
    for listing in Catalogue::STANDARD.iter() {
        let oracle = oracle(listing.id);
        for (n, exercise) in drawn(listing.id, 30, 4).iter().enumerate() {
            let turned = Exercise::new(mirrored(&exercise.session, n), exercise.phase, &*oracle);
            assert_eq!(turned.analysis.value, exercise.analysis.value);
            assert_eq!(turned.stratum(), exercise.stratum());
            let text = |of: &Exercise| of.session.position().text();
            changed += usize::from(text(&turned) != text(exercise));
        }
    }
    assert!(changed >= 140, "{changed} of 150");
}
