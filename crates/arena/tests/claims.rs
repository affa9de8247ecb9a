//! Every fact in a reason, verified by the rules and exact values.

use std::collections::{BTreeSet, HashSet};

use quintet_arena::{Claim, Dice, Explanation, Fact, FactKind, Puzzle, PuzzleFilter};
use quintet_games::{AnyOracle, AnyPosition};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Progress, Value};

use crate::support::{after, new_oracle, random_positions, sized, solved, texts, value};

/// The position that a claim is about.
fn subject(position: &dyn AnyPosition, mv: Option<&String>) -> Box<dyn AnyPosition> {
    mv.map_or_else(|| position.boxed(), |mv| after(position, mv))
}

/// True if the player to move can win within a number of plies, by trying everything.
fn can_win(position: &dyn AnyPosition, plies: u8) -> bool {
    let moves = texts(position);
    moves.iter().any(|mv| wins_by(position, mv, plies))
}

/// True if a move wins within a number of plies, itself included.
fn wins_by(position: &dyn AnyPosition, mv: &str, plies: u8) -> bool {
    let next = after(position, mv);
    let can_answer = |reply: &String| can_win(&*after(&*next, reply), plies - 2);
    next.outcome().is_some() || plies >= 3 && texts(&*next).iter().all(can_answer)
}

/// Checks that exactly the listed moves have a property, and that some legal moves do not.
fn assert_are_exactly(
    listed: &[String],
    position: &dyn AnyPosition,
    what: &str,
    has_property: impl Fn(&str) -> bool,
) {
    let (found, others): (BTreeSet<_>, BTreeSet<_>) =
        texts(position).into_iter().partition(|mv| has_property(mv));
    assert_eq!(listed.len(), found.len(), "{what}: {found:?}");
    assert_eq!(BTreeSet::from_iter(listed.to_owned()), found, "{what}");
    assert!(!others.is_empty(), "{what}");
}

/// Plays random moves and the mirrored replies to the end.
fn every_answer_is_legal_and_wins(position: &dyn AnyPosition, dice: &mut Dice) {
    let loser = position.to_move();
    for mv in texts(position) {
        let answer = position.analysis().answer(&mv);
        let answer = answer.unwrap_or_else(|| panic!("an answer to {mv} in {position:?}"));
        after(&*after(position, &mv), &answer);
    }
    if let Some(mv) = position.random_move(dice) {
        let answer = position.analysis().answer(&mv).expect("every move has one");
        let next = after(&*after(position, &mv), &answer);
        every_answer_is_legal_and_wins(&*next, dice);
    } else {
        let winner = position.outcome().map(|end| end.winner);
        assert_eq!(winner, Some(loser.other()), "{position:?}");
    }
}

/// Counts the moves of a random game.
fn moves_left_are_right(position: &dyn AnyPosition, left: PerPlayer<u32>, dice: &mut Dice) {
    let mover = position.to_move();
    assert_eq!(position.moves().len(), left[mover] as usize, "{position:?}");
    if let Some(passed) = position.analysis().passed() {
        let theirs = left[mover.other()] as usize;
        assert_eq!(passed.moves().len(), theirs, "{position:?}");
    }
    if let Some(mv) = position.random_move(dice) {
        let mut left = left;
        left[mover] -= 1;
        moves_left_are_right(&*after(position, &mv), left, dice);
    }
}

fn check(claim: &Fact, position: &dyn AnyPosition, oracle: &dyn AnyOracle, dice: &mut Dice) {
    let what = format!("{claim:?} in {position:?}");
    let worth_of = |mv: &str| value(oracle, &*after(position, mv)).one_ply_earlier();
    let subject = subject(position, claim.after.as_ref());
    match &claim.kind {
        FactKind::Over => assert!(position.outcome().is_some(), "{what}"),
        FactKind::Ends { mv } => {
            let winner = after(position, mv).outcome().map(|end| end.winner);
            assert_eq!(winner, Some(position.to_move()), "{what}");
        }
        FactKind::Endless => assert_eq!(value(oracle, position), Value::Endless, "{what}"),
        FactKind::OnlyWins { moves } => {
            assert!(!moves.is_empty(), "{what}");
            let wins = |mv: &str| matches!(worth_of(mv), Value::Win(_));
            assert_are_exactly(moves, position, &what, wins);
        }
        FactKind::OnlySaves { moves } => {
            assert_eq!(value(oracle, position), Value::Endless, "{what}");
            let saves = |mv: &str| worth_of(mv) == Value::Endless;
            assert_are_exactly(moves, position, &what, saves);
        }
        FactKind::Mirror => {
            assert!(matches!(value(oracle, &*subject), Value::Loss(_)), "{what}");
            every_answer_is_legal_and_wins(&*subject, dice);
        }
        FactKind::Count { left } => {
            let (mine, theirs) = (left[subject.to_move()], left[subject.to_move().other()]);
            let lost = Value::loss(2 * mine as u8);
            assert_eq!(value(oracle, &*subject), lost, "{what}");
            assert!(mine <= theirs, "{what}");
            moves_left_are_right(&*subject, *left, dice);
        }
        FactKind::Threat {
            moves,
            plies,
            is_certain,
        } => {
            let passed = subject
                .analysis()
                .passed()
                .expect("a threat requires that a player can pass");
            assert_eq!(passed.to_move(), subject.to_move().other(), "{what}");
            assert!(!moves.is_empty(), "{what}");
            for mv in texts(&*passed) {
                let wins = wins_by(&*passed, &mv, *plies);
                assert_eq!(wins, moves.contains(&mv), "{mv} of {what}");
            }
            assert!(*plies == 1 || !can_win(&*passed, plies - 2), "{what}");
            let replies = texts(&*subject).into_iter();
            let mut replies = replies.map(|reply| self::after(&*subject, &reply));
            let wins = |reply: Box<dyn AnyPosition>| can_win(&*reply, *plies);
            assert!(!is_certain || replies.all(wins), "{what}");
        }
        FactKind::Stops { moves, plies } => {
            assert!(!moves.is_empty(), "{what}");
            let stops = |mv: &str| !can_win(&*after(&*subject, mv), *plies);
            assert_are_exactly(moves, &*subject, &what, stops);
        }
        FactKind::Helpless { reply, answer } => {
            let loses = |mv: &String| can_win(&*after(&*subject, mv), 1);
            assert!(texts(&*subject).iter().all(loses), "{what}");
            let next = after(&*subject, reply);
            assert!(wins_by(&*next, answer, 1), "{what}");
        }
        // Verified in the facts of the games.
        FactKind::Effect { .. } | FactKind::Game { .. } => {}
    }
}

#[test]
fn every_claim_about_random_positions_is_true() {
    let mut dice = Dice::new(1, 1);
    for (variant, oracle) in solved() {
        let mut kinds = HashSet::new();
        let mut positions = random_positions(variant, 11, 120);
        positions.extend(Player::BOTH.map(|first| variant.start(first)));
        for position in positions {
            let claims = Explanation::of(&*position, &*oracle, Budget::NONE).claims;
            assert!(claims.len() <= 3, "{position:?}: {claims:?}");
            for Claim { fact, sentence, .. } in claims {
                check(&fact, &*position, &*oracle, &mut dice);
                assert!(sentence.ends_with('.'), "{sentence}");
                assert!(!sentence.contains("  "), "{sentence}");
                assert!(!sentence.starts_with(char::is_lowercase), "{sentence}");
                kinds.insert(std::mem::discriminant(&fact.kind));
            }
        }
        assert!(kinds.len() >= 3, "{variant:?} has few kinds of reasons");
    }
}

#[test]
fn a_point_symmetric_position_on_an_even_board_is_lost() {
    let mut dice = Dice::new(2, 1);
    for (size, is_lost) in [("4x4", true), ("6x6", true), ("8x8", true), ("5x5", false)] {
        let variant = sized("gridlock", size);
        let oracle = new_oracle(variant);
        let start = variant.start(Player::One);
        let known = Explanation::of(&*start, &*oracle, Budget::NONE);
        let facts = known.claims.iter().map(|claim| &claim.fact.kind);
        let is_mirror = facts.eq([&FactKind::Mirror]);
        assert_eq!(is_mirror, is_lost, "{size}");
        if is_lost {
            assert!(
                matches!(known.analysis.value, Some(Value::Loss(_))),
                "{size}"
            );
            // Where nothing is searched, the line is made of moves and their answers.
            let mut position = start.boxed();
            for pair in known.line.chunks(2) {
                let answer = position.analysis().answer(&pair[0]);
                let is_answered = oracle.is_solved() || answer.as_ref() == pair.get(1);
                assert!(is_answered, "{pair:?} in {position:?}");
                position = after(&*after(&*position, &pair[0]), &pair[1]);
            }
            assert!(position.outcome().is_some(), "{position:?}");
            every_answer_is_legal_and_wins(&*start, &mut dice);
            // Whatever is played first, the opposite corner of the board wins.
            let next = after(&*start, "2 2");
            let value = oracle.analyze(&*next, Budget::NONE).value;
            assert!(matches!(value, Some(Value::Win(_))), "{size}");
        }
    }
}

#[test]
fn nine_of_ten_random_positions_have_a_reason_that_decides_them() {
    let mut wrong = Vec::new();
    for (variant, oracle) in solved() {
        // The guest has no facts of its own.
        if variant.ideas().is_empty() {
            continue;
        }
        let positions = random_positions(variant, 5, 200);
        let mut missing = Vec::new();
        for position in &positions {
            let explanation = Explanation::of(&**position, &*oracle, Budget::NONE);
            if !explanation.claims.iter().any(Claim::is_decisive) {
                missing.push(format!("{} => {}", position.text(), explanation.headline));
            }
        }
        let share = 100 - 100 * missing.len() / positions.len();
        if share < 90 {
            wrong.push(format!("{variant:?}: {share}%\n{}", missing.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_ideas_with_puzzles_are_those_for_which_one_is_found() {
    let progress = Progress::default();
    let mut wrong = Vec::new();
    for (variant, oracle) in solved() {
        for idea in variant.ideas() {
            let filter = PuzzleFilter {
                idea: Some(idea.id),
                ..PuzzleFilter::default()
            };
            let found =
                |seed| Puzzle::find(variant, &*oracle, seed, filter, Budget::NONE, &progress);
            let seeds = if idea.has_puzzles { 0..3 } else { 0..1 };
            for seed in seeds.filter(|seed| found(*seed).is_some() != idea.has_puzzles) {
                wrong.push(format!("{variant:?} {} {seed}", idea.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
