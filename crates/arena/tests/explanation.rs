//! What an analysis means: the line of best play, the reason in a sentence, and the review of a
//! game.

use std::collections::{BTreeSet, HashSet};

use quintet_arena::{Accuracy, Explanation, MoveSign, Record, Review, Who, verdict};
use quintet_games::AnyPosition;
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Progress, Value};

use crate::support::{
    after, both, check_table, game_between, new_oracle, oracle, oracle_of, random_positions,
    record, seated, sized, solved, source, standard, texts, value,
};

/// The positions along a line, the first being the one before it.
fn along(start: &dyn AnyPosition, line: &[String]) -> Vec<Box<dyn AnyPosition>> {
    let mut positions = vec![start.boxed()];
    for mv in line {
        positions.push(after(&**positions.last().expect("the start"), mv));
    }
    positions
}

fn winner(position: &dyn AnyPosition) -> Option<Player> {
    position.outcome().map(|outcome| outcome.winner)
}

#[test]
fn a_line_is_best_play_to_the_end() {
    for (variant, oracle) in solved() {
        for position in random_positions(variant, 1, 300) {
            let start = value(&*oracle, &*position);
            let line = oracle.line(&*position, Budget::NONE);
            assert!(!line.is_empty(), "{position:?}");
            let positions = along(&*position, &line);
            for (pair, mv) in positions.windows(2).zip(&line) {
                assert_ne!(pair[0].to_move(), pair[1].to_move());
                let analysis = oracle.analyze(&*pair[0], Budget::NONE);
                assert_eq!(analysis.moves[0].mv, *mv);
                let left = value(&*oracle, &*pair[1]).one_ply_earlier();
                assert_eq!(Some(left), analysis.value, "{mv} in {:?}", pair[0]);
            }
            let Some(distance) = start.distance() else {
                continue;
            };
            assert_eq!(line.len(), usize::from(distance), "{position:?}: {line:?}");
            let expected = match start {
                Value::Win(_) => position.to_move(),
                _ => position.to_move().other(),
            };
            assert_eq!(
                winner(&*positions[line.len()]),
                Some(expected),
                "{position:?}"
            );
        }
    }
}

#[test]
fn an_endless_line_stops_at_a_repetition() {
    let mut found = 0;
    for (variant, oracle) in solved() {
        for position in random_positions(variant, 3, 4000) {
            if value(&*oracle, &*position) != Value::Endless {
                continue;
            }
            found += 1;
            let line = oracle.line(&*position, Budget::NONE);
            let positions = along(&*position, &line);
            for position in &positions {
                assert_eq!(value(&*oracle, &**position), Value::Endless, "{position:?}");
            }
            let texts: Vec<_> = positions.iter().map(|position| position.text()).collect();
            let (last, earlier) = texts.split_last().expect("at least the start");
            assert!(earlier.contains(last), "{position:?}: {line:?}");
            let different: HashSet<_> = earlier.iter().collect();
            assert_eq!(different.len(), earlier.len(), "and no earlier: {line:?}");
        }
    }
    assert!(found >= 50, "found {found} endless positions");
}

#[test]
fn finished_positions_and_those_of_unknown_distance_have_no_line() {
    let over = standard("adjacency-block").position("X.O.X.O.X. 2");
    let line = oracle("adjacency-block").line(&*over.expect("a position"), Budget::NONE);
    assert!(line.is_empty(), "{line:?}");
    let larger = sized("gridlock", "8x8");
    let (oracle, budget) = (new_oracle(larger), Budget::positions(10));
    let next = after(&*larger.start(Player::One), "1 2");
    let value = oracle.value(&*next, budget);
    assert_eq!(value.filter(Value::is_exact), None);
    assert!(oracle.line(&*next, budget).is_empty());
}

#[test]
fn a_line_at_an_unsolved_size_is_legal_and_complete_if_its_value_is_found() {
    let larger = sized("gridlock", "6x6");
    let (oracle, budget) = (new_oracle(larger), Budget::positions(1_000_000));
    let mut lines = 0;
    for position in random_positions(larger, 4, 40) {
        let value = oracle.value(&*position, budget);
        let Some(value) = value.filter(Value::is_exact) else {
            continue;
        };
        let line = oracle.line(&*position, budget);
        let distance = value.distance().map(usize::from);
        assert_eq!(Some(line.len()), distance, "{position:?}");
        let positions = along(&*position, &line);
        assert!(positions[line.len()].outcome().is_some());
        lines += 1;
    }
    assert!(lines >= 20, "found {lines}");
}

#[test]
fn a_verdict_is_one_to_three_words() {
    for (worth, words) in [
        (Some(Value::Win(Some(5))), "wins in 3"),
        (Some(Value::Loss(Some(4))), "loses in 2"),
        (Some(Value::Win(None)), "wins"),
        (Some(Value::Loss(None)), "loses"),
        (Some(Value::Endless), "endless"),
        (None, "unsolved"),
    ] {
        assert_eq!(verdict(worth), words);
    }
}

#[test]
fn reasons_name_a_cause_and_hints_name_their_move_once() {
    let mut wrong = Vec::new();
    for case in include_str!("reasons.txt").lines() {
        let Some((position, sentence)) = case.split_once(" => ") else {
            continue;
        };
        let (id, text) = position.split_once(' ').expect("a game and a position");
        let position = standard(id).position(text).expect("a position");
        let Explanation { reason, hint, .. } =
            Explanation::of(&*position, &*oracle(id), Budget::NONE);
        let is_hint = sentence.starts_with("Hint: ");
        let found = if is_hint { hint } else { reason };
        if found != sentence {
            wrong.push(format!("{case}\n    found: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn review(record: &Record) -> Review {
    let progress = Progress::default();
    let oracle = oracle_of(record.variant());
    let review = Review::of(record, &*oracle, Budget::NONE, &progress);
    let has_ended = record.plies().is_empty() || (progress.share() - 1.0).abs() < f64::EPSILON;
    assert!(has_ended, "the progress comes to its end");
    review
}

#[test]
fn reviews_show_mistakes_better_moves_and_accuracy() {
    check_table(include_str!("reviews.txt"), |text| {
        let review = review(&record(text));
        let mut found = String::new();
        for mv in &review.moves {
            let sign = mv.sign.map_or("", MoveSign::text);
            let (before, after) = (verdict(mv.before), verdict(mv.after));
            let mut words = vec![
                format!("{} plays {}{sign}: {before}", mv.player, mv.mv),
                after,
            ];
            words.extend(mv.could_err.then(|| "could err".to_owned()));
            words.extend((!mv.is_judged).then(|| "not judged".to_owned()));
            words.extend((!mv.is_by_person).then(|| "by a level".to_owned()));
            let line = mv.better_line.join(" ");
            words.extend(mv.better.as_ref().map(|mv| format!("better {mv}: {line}")));
            found += &(words.join(", ") + "\n");
        }
        for accuracy in &review.accuracy {
            let Accuracy {
                correct,
                decisions,
                not_judged,
                ..
            } = *accuracy;
            let player = accuracy.player;
            let name = format!("Player {player}");
            found += &(Accuracy::new(player, &name, correct, decisions, not_judged).words + "\n");
        }
        found
    });
}

#[test]
fn accuracy_has_no_percentage_for_few_critical_moves() {
    let accuracy = |correct, decisions, not_judged| {
        Accuracy::new(Player::One, "P1", correct, decisions, not_judged)
    };
    let shares = [(0, 0), (0, 1), (4, 4), (1, 8), (2, 6), (5, 5)];
    let shares = shares.map(|(correct, decisions)| accuracy(correct, decisions, 0).percent);
    assert_eq!(shares, [None, None, None, Some(13), Some(33), Some(100)]);
    let accuracies = [
        accuracy(0, 0, 0),
        accuracy(0, 0, 1),
        accuracy(0, 0, 7),
        accuracy(0, 1, 0),
        accuracy(2, 3, 2),
        accuracy(5, 6, 0),
    ];
    assert_eq!(
        accuracies.map(|accuracy| accuracy.words).join("\n"),
        "P1: no critical moves.\n\
         P1: 1 move not judged.\n\
         P1: 7 moves not judged.\n\
         P1: 0 of 1 critical move correct.\n\
         P1: 2 of 3 critical moves correct. 2 moves not judged.\n\
         P1: 5 of 6 critical moves correct, accuracy 83%."
    );
}

#[test]
fn every_review_agrees_with_the_values_of_the_positions() {
    let mut mistakes = 0;
    let mut signs = BTreeSet::new();
    for (variant, oracle) in solved() {
        for seed in 0..25 {
            let start = variant.start(Player::BOTH[(seed % 2) as usize]);
            let players = seated(&both(Who::Easy, Who::Random), &source(&oracle), seed, 0);
            let session = game_between(players, start, 60);
            let record = Record::of_left(session, None, "2026-11-15".to_owned());
            let review = review(&record);
            assert_eq!(review.moves.len(), record.plies().len());
            let mut before = record.start().boxed();
            let mut counts: PerPlayer<(usize, usize)> = PerPlayer::default();
            for (mv, ply) in review.moves.iter().zip(record.plies()) {
                let what = format!("{} in {before:?}, seed {seed}", mv.mv);
                assert_eq!((mv.player, &mv.mv), (before.to_move(), &ply.mv), "{what}");
                let is = value(&*oracle, &*before);
                let worth = |mv: &str| value(&*oracle, &*after(&*before, mv)).one_ply_earlier();
                let left = worth(&mv.mv);
                assert_eq!((mv.before, mv.after), (Some(is), Some(left)), "{what}");
                let preserves = |mv: &str| worth(mv).is_same_kind(is);
                let moves = texts(&*before);
                let preserving = moves.iter().filter(|mv| preserves(mv)).count();
                assert_eq!(mv.could_err, preserving < moves.len(), "{what}");
                assert_eq!(mv.is_mistake, !preserves(&mv.mv), "{what}");
                let sign = match is.kind() - left.kind() {
                    2 => "??",
                    1 => "?",
                    _ if preserving == 1 && moves.len() > 1 => "!",
                    _ => "",
                };
                assert_eq!(mv.sign.map_or("", MoveSign::text), sign, "{what}");
                signs.insert(sign);
                if mv.could_err {
                    counts[mv.player].0 += usize::from(preserves(&mv.mv));
                    counts[mv.player].1 += 1;
                }
                assert_eq!(mv.better.is_some(), mv.is_mistake, "{what}");
                if let Some(better) = &mv.better {
                    mistakes += 1;
                    assert!(preserves(better), "{what}: {better}");
                    assert_eq!(mv.better_line.first(), Some(better), "{what}");
                    let positions = along(&*before, &mv.better_line);
                    let end = winner(&**positions.last().expect("at least the start"));
                    match is {
                        Value::Win(plies) => {
                            let length = u8::try_from(mv.better_line.len()).ok();
                            assert_eq!(length, plies, "{what}");
                            assert_eq!(end, Some(mv.player), "{what}");
                        }
                        Value::Endless => assert_eq!(end, None, "{what}"),
                        Value::Loss(_) => panic!("a lost position cannot get worse: {what}"),
                    }
                }
                before = ply.position.clone();
            }
            for Accuracy {
                player,
                correct,
                decisions,
                not_judged,
                ..
            } in review.accuracy
            {
                let found = ((correct, decisions), not_judged);
                assert_eq!(found, (counts[player], 0), "{variant:?}, seed {seed}");
            }
        }
    }
    assert!(mistakes >= 100, "found {mistakes} mistakes");
    assert_eq!(signs, BTreeSet::from(["", "!", "?", "??"]));
}
