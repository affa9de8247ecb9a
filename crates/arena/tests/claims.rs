//! Every claim of a reason, checked by the rules and the values alone.

mod truth;

use quintet_arena::{Claim, Dice, Explanation};
use quintet_games::{AnyOracle, AnyPosition};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Progress, Value};

use truth::{games, oracle, random_positions, standard};

fn after(position: &dyn AnyPosition, mv: &str) -> Box<dyn AnyPosition> {
    let played = position.play(mv);
    played
        .unwrap_or_else(|error| panic!("{mv} in {position:?}: {error}"))
        .position
}

/// The position that a claim is about.
fn subject(position: &dyn AnyPosition, mv: Option<&String>) -> Box<dyn AnyPosition> {
    mv.map_or_else(|| position.boxed(), |mv| after(position, mv))
}

/// Whether the player to move can win within so many plies, by trying everything.
fn can_win(position: &dyn AnyPosition, plies: u8) -> bool {
    position
        .moves()
        .iter()
        .any(|mv| wins_by(position, &mv.text, plies))
}

/// Whether a move wins within so many plies, itself counted.
fn wins_by(position: &dyn AnyPosition, mv: &str, plies: u8) -> bool {
    let next = after(position, mv);
    next.outcome().is_some()
        || plies >= 3
            && next
                .moves()
                .iter()
                .all(|reply| can_win(&*after(&*next, &reply.text), plies - 2))
}

fn value(oracle: &dyn AnyOracle, position: &dyn AnyPosition) -> Value {
    oracle
        .value(position, Budget::NONE)
        .expect("the size is solved")
}

/// The moves of a position and what each is worth to the player who makes it.
fn worths(oracle: &dyn AnyOracle, position: &dyn AnyPosition) -> Vec<(String, Value)> {
    let moves = position.moves().into_iter();
    let worth = |mv: &str| value(oracle, &*after(position, mv)).one_ply_earlier();
    moves.map(|mv| (mv.text.clone(), worth(&mv.text))).collect()
}

/// Whether `listed` are exactly the moves of which something is true, and not all moves.
fn are_exactly(
    listed: &[String],
    worths: &[(String, Value)],
    is_true: impl Fn(&str, Value) -> bool,
) -> bool {
    let mut listed: Vec<&str> = listed.iter().map(String::as_str).collect();
    let true_of = worths.iter().filter(|(mv, worth)| is_true(mv, *worth));
    let mut found: Vec<&str> = true_of.map(|(mv, _)| mv.as_str()).collect();
    listed.sort_unstable();
    found.sort_unstable();
    listed == found && found.len() < worths.len()
}

/// Plays random moves and the answer to each, to the end.
fn every_answer_is_legal_and_wins(position: &dyn AnyPosition, dice: &mut Dice) {
    let loser = position.to_move();
    for mv in position.moves() {
        let answer = position.answer(&mv.text);
        let answer = answer.unwrap_or_else(|| panic!("an answer to {} in {position:?}", mv.text));
        after(&*after(position, &mv.text), &answer);
    }
    match position.random_move(dice) {
        Some(mv) => {
            let answer = position.answer(&mv).expect("every move has one");
            let next = after(&*after(position, &mv), &answer);
            every_answer_is_legal_and_wins(&*next, dice);
        }
        None => assert_eq!(
            position.outcome().map(|end| end.winner),
            Some(loser.other())
        ),
    }
}

/// Plays random moves to the end, counting.
fn moves_left_are_right(position: &dyn AnyPosition, left: PerPlayer<u32>, dice: &mut Dice) {
    let mover = position.to_move();
    assert_eq!(position.moves().len(), left[mover] as usize, "{position:?}");
    if let Some(passed) = position.passed() {
        assert_eq!(
            passed.moves().len(),
            left[mover.other()] as usize,
            "{position:?}"
        );
    }
    if let Some(mv) = position.random_move(dice) {
        let mut left = left;
        left[mover] -= 1;
        moves_left_are_right(&*after(position, &mv), left, dice);
    }
}

fn check(claim: &Claim, position: &dyn AnyPosition, oracle: &dyn AnyOracle, dice: &mut Dice) {
    let what = format!("{claim:?} in {position:?}");
    match claim {
        Claim::Over => assert!(position.outcome().is_some(), "{what}"),
        Claim::Ends { mv } => {
            let winner = after(position, mv).outcome().map(|end| end.winner);
            assert_eq!(winner, Some(position.to_move()), "{what}");
        }
        Claim::Endless => assert_eq!(value(oracle, position), Value::Endless, "{what}"),
        Claim::OnlyWins { moves } => {
            let wins = |_: &str, worth| matches!(worth, Value::Win(_));
            assert!(!moves.is_empty(), "{what}");
            assert!(
                are_exactly(moves, &worths(oracle, position), wins),
                "{what}"
            );
        }
        Claim::OnlySaves { moves } => {
            let saves = |_: &str, worth| worth == Value::Endless;
            assert_eq!(value(oracle, position), Value::Endless, "{what}");
            assert!(
                are_exactly(moves, &worths(oracle, position), saves),
                "{what}"
            );
        }
        Claim::Mirror { after } => {
            let subject = subject(position, after.as_ref());
            assert!(matches!(value(oracle, &*subject), Value::Loss(_)), "{what}");
            every_answer_is_legal_and_wins(&*subject, dice);
        }
        Claim::Count { after, left } => {
            let subject = subject(position, after.as_ref());
            let (mine, theirs) = (left[subject.to_move()], left[subject.to_move().other()]);
            assert_eq!(
                value(oracle, &*subject),
                Value::Loss(2 * mine as u8),
                "{what}"
            );
            assert!(mine <= theirs, "{what}");
            moves_left_are_right(&*subject, *left, dice);
        }
        Claim::Threat {
            after,
            moves,
            plies,
        } => {
            let subject = subject(position, after.as_ref());
            let passed = subject.passed().expect("a threat is made after a pass");
            assert_eq!(passed.to_move(), subject.to_move().other(), "{what}");
            assert!(!moves.is_empty(), "{what}");
            for mv in passed.moves() {
                let is_listed = moves.contains(&mv.text);
                assert_eq!(
                    wins_by(&*passed, &mv.text, *plies),
                    is_listed,
                    "{} of {what}",
                    mv.text
                );
            }
            assert!(*plies == 1 || !can_win(&*passed, plies - 2), "{what}");
        }
        Claim::Stops {
            after: mv,
            moves,
            plies,
        } => {
            let subject = subject(position, mv.as_ref());
            let stops = |mv: &str, _| !can_win(&*after(&*subject, mv), *plies);
            assert!(
                are_exactly(moves, &worths(oracle, &*subject), stops),
                "{what}"
            );
        }
        Claim::Refuted {
            after: mv,
            reply,
            answer,
            plies,
        } => {
            let subject = subject(position, mv.as_ref());
            assert_eq!(value(oracle, &*subject), Value::Loss(plies + 1), "{what}");
            let next = after(&*subject, reply);
            assert_eq!(value(oracle, &*next), Value::Win(*plies), "{what}");
            let end = value(oracle, &*after(&*next, answer));
            assert_eq!(end, Value::Loss(plies - 1), "{what}");
        }
    }
}

#[test]
fn every_claim_about_seeded_positions_of_every_game_is_true() {
    let mut dice = Dice::new(1, 1);
    for listing in games() {
        let oracle = oracle(listing.id);
        let mut kinds = std::collections::BTreeMap::<String, usize>::new();
        let mut positions = random_positions(standard(listing.id), 11, 120);
        positions.extend(Player::BOTH.map(|first| standard(listing.id).start(first)));
        for position in positions {
            let explanation = Explanation::of(&*position, &*oracle, Budget::NONE);
            let claims = &explanation.claims;
            assert!((1..=3).contains(&claims.len()), "{position:?}: {claims:?}");
            for claim in claims {
                check(claim, &*position, &*oracle, &mut dice);
                let sentence = claim.sentence(&*position);
                assert!(
                    sentence.ends_with('.') && !sentence.contains("  "),
                    "{sentence}"
                );
                assert!(!sentence.starts_with(char::is_lowercase), "{sentence}");
                let name = format!("{claim:?}");
                let name = name.split([' ', '{']).next().unwrap_or_default();
                *kinds.entry(name.to_owned()).or_default() += 1;
            }
        }
        assert!(
            kinds.len() >= 3,
            "{} has few kinds of reasons: {kinds:?}",
            listing.id
        );
    }
}

#[test]
fn a_board_with_two_even_sides_is_lost_where_it_equals_its_half_turn() {
    let listing = games()
        .find(|listing| listing.id == "gridlock")
        .expect("listed");
    let mut dice = Dice::new(2, 1);
    for (size, is_lost) in [("4x4", true), ("6x6", true), ("8x8", true), ("5x5", false)] {
        let variant = listing.size(size).expect("listed");
        let oracle = variant
            .solution()
            .oracle(&Progress::default())
            .expect("never cancelled");
        let start = variant.start(Player::One);
        let explanation = Explanation::of(&*start, &*oracle, Budget::NONE);
        let mirror = [Claim::Mirror { after: None }];
        assert_eq!(explanation.claims == mirror, is_lost, "{size}");
        if is_lost {
            every_answer_is_legal_and_wins(&*start, &mut dice);
            // Whatever is played first, the opposite corner of the board wins.
            let next = after(&*start, "2 2");
            let reply = Explanation::of(&*next, &*oracle, Budget::NONE);
            assert!(matches!(
                reply.analysis.value,
                Some(quintet_solver::Worth::Win(_))
            ));
        }
    }
}
