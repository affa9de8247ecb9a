//! What an analysis means: the line of best play, the reason in a sentence, and the review of a
//! game.

mod truth;

use std::collections::HashSet;
use std::sync::Arc;

use quintet_arena::{
    Accuracy, Dice, Ending, Explanation, GameResult, MoveSign, OracleSource, Record, Review,
    ReviewedMove, Session, Who, verdict,
};
use quintet_catalogue::find;
use quintet_games::{AnyOracle, AnyPosition};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Progress, Value, Worth};

use truth::{games, oracle, random_positions, standard};

/// The ids of the games that are solved at the rule book's size.
fn solved() -> impl Iterator<Item = &'static str> {
    games()
        .map(|listing| listing.id)
        .filter(|id| oracle(id).is_whole())
}

/// The positions along a line, the first being the one before it.
fn along(start: &dyn AnyPosition, line: &[String]) -> Vec<Box<dyn AnyPosition>> {
    let mut positions = vec![start.boxed()];
    for mv in line {
        let last = positions.last().expect("at least the start");
        let played = last.play(mv);
        positions.push(
            played
                .unwrap_or_else(|error| panic!("{mv} in {last:?}: {error}"))
                .position,
        );
    }
    positions
}

fn value(oracle: &dyn AnyOracle, position: &dyn AnyPosition) -> Value {
    oracle
        .value(position, Budget::NONE)
        .expect("the game is solved")
}

#[test]
fn a_best_line_is_as_long_as_the_distance_and_ends_with_the_game() {
    for id in solved() {
        let oracle = oracle(id);
        for position in random_positions(standard(id), 1, 300) {
            let value = value(&*oracle, &*position);
            let Some(distance) = value.distance() else {
                continue;
            };
            let line = oracle.line(&*position, Budget::NONE);
            assert_eq!(line.len(), usize::from(distance), "{position:?}: {line:?}");
            let positions = along(&*position, &line);
            let (end, before) = positions.split_last().expect("at least the start");
            assert!(before.iter().all(|position| position.outcome().is_none()));
            let winner = match value {
                Value::Win(_) => position.to_move(),
                _ => position.to_move().other(),
            };
            assert_eq!(
                end.outcome().map(|outcome| outcome.winner),
                Some(winner),
                "{position:?}"
            );
        }
    }
}

#[test]
fn players_alternate_along_a_line_and_each_move_is_the_first_of_the_best() {
    for id in solved() {
        let oracle = oracle(id);
        for position in random_positions(standard(id), 2, 60) {
            let line = oracle.line(&*position, Budget::NONE);
            assert!(!line.is_empty(), "{position:?}");
            let positions = along(&*position, &line);
            for (pair, mv) in positions.windows(2).zip(&line) {
                assert_ne!(pair[0].to_move(), pair[1].to_move());
                let analysis = oracle.analyze(&*pair[0], Budget::NONE);
                assert_eq!(analysis.moves[0].mv, *mv);
                let left = value(&*oracle, &*pair[1]).one_ply_earlier();
                assert_eq!(Some(left.into()), analysis.value, "{mv} in {:?}", pair[0]);
            }
        }
    }
}

#[test]
fn an_endless_line_stops_where_a_position_comes_back() {
    let mut found = 0;
    for id in solved() {
        let oracle = oracle(id);
        for position in random_positions(standard(id), 3, 4000) {
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
fn a_finished_position_has_no_line() {
    let row = standard("adjacency-block");
    let over = row.position("X.O.X.O.X. 2").expect("a position");
    assert!(over.outcome().is_some());
    assert!(
        oracle("adjacency-block")
            .line(&*over, Budget::NONE)
            .is_empty()
    );
}

#[test]
fn a_line_stops_where_the_values_are_not_known() {
    let larger = find("gridlock")
        .and_then(|listing| listing.size("8x8"))
        .expect("listed");
    let oracle = larger
        .solution()
        .oracle(&Progress::default())
        .expect("never cancelled");
    let start = larger.start(Player::One);
    let next = start.play("1 2").expect("a legal move").position;
    assert_eq!(oracle.value(&*next, Budget::positions(10)), None);
    assert!(oracle.line(&*next, Budget::positions(10)).is_empty());
}

#[test]
fn a_line_on_a_size_that_is_not_solved_is_legal_and_ends_with_the_game_where_values_are_found() {
    let larger = find("gridlock")
        .and_then(|listing| listing.size("6x6"))
        .expect("listed");
    let oracle = larger
        .solution()
        .oracle(&Progress::default())
        .expect("never cancelled");
    let mut lines = 0;
    for position in random_positions(larger, 4, 40) {
        let budget = Budget::positions(1_000_000);
        let Some(value) = oracle.value(&*position, budget) else {
            continue;
        };
        let line = oracle.line(&*position, budget);
        assert_eq!(
            Some(line.len()),
            value.distance().map(usize::from),
            "{position:?}"
        );
        let positions = along(&*position, &line);
        assert!(positions[line.len()].outcome().is_some());
        lines += 1;
    }
    assert!(lines >= 20, "found {lines}");
}

#[test]
fn a_verdict_is_one_to_three_words() {
    assert_eq!(verdict(Some(Worth::Win(Some(5)))), "wins in 5");
    assert_eq!(verdict(Some(Worth::Loss(Some(4)))), "loses in 4");
    assert_eq!(verdict(Some(Worth::Win(None))), "wins");
    assert_eq!(verdict(Some(Worth::Loss(None))), "loses");
    assert_eq!(verdict(Some(Worth::Endless)), "endless");
    assert_eq!(verdict(None), "unsolved");
}

/// Why a position of the rule book's size has its value.
fn reason_for(id: &str, position: &str) -> String {
    let position = standard(id).position(position).expect("a position");
    Explanation::of(&*position, &*oracle(id), Budget::NONE).reason
}

/// Positions of the rule books' sizes and why they have their values.
const REASONS: &[(&str, &str, &str)] = &[
    (
        "gridlock",
        "OO.X/O.XX/O.XX/OO.. 1",
        "After 4 4 Player 2 has no cell left.",
    ),
    (
        "gridlock",
        "OO.X/.O../...X/XX.. 2",
        "Every move loses at once: 2 1, for example, to 2 4.",
    ),
    (
        "gridlock",
        "..../..../..../.... 1",
        "Every move is answered by its opposite, with the board turned by half.",
    ),
    (
        "gridlock",
        "..../.X../..../.... 2",
        "Only 3 3 wins. After 3 3 every move is answered by its opposite, with the board turned by half.",
    ),
    (
        "adjacency-block",
        ".O.X.OO.XX 2",
        "After 1 Player 1 has no cell left.",
    ),
    (
        "adjacency-block",
        "X.XXX.OO.O 2",
        "You have 1 move left, Player 1 has 1, and neither can take any away.",
    ),
    (
        "adjacency-block",
        ".......... 1",
        "Player 2 holds out longest with 1; then 5 wins in 5.",
    ),
    (
        "adjacency-block",
        ".X.O.O...X 1",
        "Only 8 wins. After 8 you have 2 moves left, Player 2 has 1, and neither can take any away.",
    ),
    (
        "matrix-isolation",
        "X.../X1X./..2./.X.. 2",
        "After 3 2 1 2 P1 cannot move.",
    ),
    (
        "matrix-isolation",
        "X.X./.1../.2X./XXXX 2",
        "Every move loses at once: 3 1 1 2, for example, to 2 1 3 2.",
    ),
    (
        "matrix-isolation",
        ".1X./..../.X2./X... 1",
        "You hold out longest with 1 1 2 3; then 3 4 1 2 wins in 5.",
    ),
    (
        "grid-runner",
        "....X/X..12/.X.../X..../X.X.. 2 0 0",
        "After MOVE D2 the other runner is captured.",
    ),
    (
        "grid-runner",
        "....X/XX..X/X..../X...1/...2. 1 0 0",
        "After MOVE E5 your runner is in the goal corner.",
    ),
    (
        "grid-runner",
        "..2XX/.X.../....X/...../XX.1. 2 0 0",
        "P1 threatens to win at once with MOVE E5. No move prevents that.",
    ),
    (
        "grid-runner",
        "..X../X..X./X..../.X1../X2... 2 0 0",
        "Every move loses at once: MOVE C5, for example, to MOVE C5.",
    ),
    (
        "grid-runner",
        "..X.X/.XX../..1../X..X./...2. 2 0 0",
        "Neither player can force a win.",
    ),
    (
        "quad-block",
        "...O./X.XO./..X.X/XOO.X/.O.O. 1 p",
        "After 7 you have a group of exactly four.",
    ),
    (
        "quad-block",
        "...../...O./...../..O.X/...XX 2 p",
        "Player 1 threatens to win at once with 15, 19 or 23. No move prevents that.",
    ),
    (
        "quad-block",
        "...../...O./...../..O.X/....X 1 p",
        "14 threatens to win at once with 15 or 19. No reply prevents that.",
    ),
    (
        "quad-block",
        ".O..X/O.XOO/...XX/..OXO/.X.OX 1 p",
        "Neither player can force a win. Only 3 does not lose.",
    ),
];

#[test]
fn a_reason_names_a_cause_and_not_only_the_end() {
    let mut wrong = Vec::new();
    for (id, position, sentence) in REASONS {
        let found = reason_for(id, position);
        if found != *sentence {
            wrong.push(format!("{id} {position}\n    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_hint_in_a_lost_position_names_its_move_once() {
    let hint = |id: &str, position: &str| {
        let position = standard(id).position(position).expect("a position");
        Explanation::of(&*position, &*oracle(id), Budget::NONE).hint
    };
    assert_eq!(
        hint("matrix-isolation", ".1X./..../.X2./X... 1"),
        "Hint: 1 1 2 3 lasts longest; then 3 4 1 2 wins in 5."
    );
    assert_eq!(
        hint("matrix-isolation", "X.X./.1../.2X./XXXX 2"),
        "Hint: 3 1 1 2 is as good as any: every move loses at once, this one to 2 1 3 2."
    );
}

#[test]
fn a_reason_in_a_finished_position_is_what_has_happened() {
    let lost = "You have no cell left.";
    assert_eq!(reason_for("adjacency-block", "X.O.X.O.X. 2"), lost);
    let lost = "Your piece cannot move.";
    assert_eq!(
        reason_for("matrix-isolation", "1X../X.../..../...2 1"),
        lost
    );
}

fn record(text: &str) -> Record {
    let mut records = Record::read_all(text).expect("a record");
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn review(record: &Record) -> Review {
    let progress = Progress::default();
    let review = Review::of(
        record,
        &*oracle(record.variant().id()),
        Budget::NONE,
        &progress,
    );
    let has_ended = record.plies().is_empty() || (progress.share() - 1.0).abs() < f64::EPSILON;
    assert!(has_ended, "the progress comes to its end");
    review
}

/// The text of a game without tags that do not matter.
fn game(id: &str, moves: &str) -> String {
    format!("[Game \"{id}\"]\n\n{moves}\n")
}

#[test]
fn a_mistake_is_where_the_value_changes_its_kind() {
    let record = record(&game("adjacency-block", "1. 2 4 2. 10 6 3. 8 5 4. 1 1-0"));
    let review = review(&record);
    let changes: Vec<_> = review
        .moves
        .iter()
        .map(|mv| format!("{} {}, {}", mv.mv, verdict(mv.before), verdict(mv.after)))
        .collect();
    let expected = [
        "2 wins in 7, wins in 9",
        "4 loses in 8, loses in 6",
        "10 wins in 5, loses in 6",
        "6 wins in 5, loses in 4",
        "8 wins in 3, wins in 3",
        "5 loses in 2, loses in 2",
        "1 wins in 1, wins in 1",
    ];
    assert_eq!(changes, expected);
    let mistakes: Vec<_> = review.moves.iter().map(ReviewedMove::is_mistake).collect();
    assert_eq!(mistakes, [false, false, true, true, false, false, false]);
    let could_err: Vec<_> = review.moves.iter().map(|mv| mv.could_err).collect();
    assert_eq!(could_err, [true, false, true, true, true, false, false]);
    let better: Vec<_> = review
        .moves
        .iter()
        .filter_map(|mv| mv.better.as_deref())
        .collect();
    assert_eq!(better, ["6", "7"]);
    assert_eq!(review.moves[2].better_line, ["6", "9", "7", "10", "1"]);
    assert_eq!(review.moves[3].better_line, ["7", "9", "5", "1", "6"]);
    let accuracy = review.accuracy();
    assert_eq!((accuracy.one.kept, accuracy.one.decisions), (2, 3));
    assert_eq!((accuracy.two.kept, accuracy.two.decisions), (0, 1));
}

#[test]
fn a_mistake_comes_with_the_better_move_and_its_line() {
    let review = review(&record(&game("adjacency-block", "1. 1 *")));
    let mistake = &review.moves[0];
    assert_eq!((mistake.player, &*mistake.mv), (Player::One, "1"));
    assert_eq!(mistake.before, Some(Worth::Win(Some(7))));
    assert_eq!(mistake.after, Some(Worth::Loss(Some(8))));
    assert!(mistake.is_mistake() && mistake.could_err);
    assert_eq!(mistake.better.as_deref(), Some("3"));
    assert_eq!(mistake.better_line, ["3", "1", "5", "8", "10", "7", "4"]);
    let accuracy = review.accuracy();
    assert_eq!(
        accuracy.one,
        Accuracy {
            kept: 0,
            decisions: 1,
            not_judged: 0
        }
    );
    assert_eq!(accuracy.one.percent(), None);
    assert_eq!(accuracy.two, Accuracy::default());
    assert_eq!(accuracy.two.percent(), None);
}

/// An accuracy of so many decisions.
fn accuracy(kept: usize, decisions: usize, not_judged: usize) -> Accuracy {
    Accuracy {
        kept,
        decisions,
        not_judged,
    }
}

#[test]
fn shares_are_rounded_to_the_nearest_in_a_hundred_and_few_decisions_have_none() {
    let percent = |kept, decisions| accuracy(kept, decisions, 0).percent();
    assert_eq!(percent(0, 0), None);
    assert_eq!(percent(0, 1), None);
    assert_eq!(percent(4, 4), None);
    assert_eq!(percent(1, 8), Some(13));
    assert_eq!(percent(2, 6), Some(33));
    assert_eq!(percent(5, 5), Some(100));
}

#[test]
fn an_accuracy_in_words_says_what_was_decided_and_what_is_not_known() {
    let expected = [
        ((0, 0, 0), "P1 had no move at which a mistake was possible."),
        ((0, 0, 1), "P1: 1 move not judged."),
        ((0, 0, 7), "P1: 7 moves not judged."),
        (
            (0, 1, 0),
            "P1 kept the value at 0 of 1 move at which a mistake was possible.",
        ),
        (
            (2, 3, 2),
            "P1 kept the value at 2 of 3 moves at which a mistake was possible. 2 moves not judged.",
        ),
        (
            (5, 6, 0),
            "P1: accuracy 83 %. Of 6 moves at which a mistake was possible, 5 kept the value.",
        ),
    ];
    for ((kept, decisions, not_judged), sentence) in expected {
        let accuracy = accuracy(kept, decisions, not_judged);
        assert_eq!(accuracy.sentence("P1"), sentence);
    }
}

#[test]
fn a_move_has_the_usual_sign() {
    let review = review(&record(&game(
        "adjacency-block",
        "1. 2 4 2. 10 6 3. 8 5 4. 1 1-0",
    )));
    let signs: Vec<_> = review.moves.iter().map(|mv| mv.sign).collect();
    let (good, blunder) = (Some(MoveSign::Good), Some(MoveSign::Blunder));
    // 8 is the only move that wins; 2 wins in 9 only, which is no mistake.
    assert_eq!(signs, [None, None, blunder, blunder, good, None, None]);
    let signs = ["", "!", "?", "??"];
    let mut seen = [0; 4];
    for id in solved() {
        let oracle = oracle(id);
        for seed in 0..25 {
            let record = played(id, PerPlayer::from_fn(|_| Who::Easy), seed);
            let mut before = record.start().boxed();
            for (mv, ply) in self::review(&record).moves.iter().zip(record.plies()) {
                let is = Worth::from(value(&*oracle, &*before)).kind();
                let kind = |mv: &str| {
                    let next = before.play(mv).expect("legal").position;
                    -Worth::from(value(&*oracle, &*next)).kind()
                };
                let moves = before.moves();
                let keeping = moves.iter().filter(|mv| kind(&mv.text) == is).count();
                let expected = match is - kind(&mv.mv) {
                    2 => "??",
                    1 => "?",
                    _ if keeping == 1 && moves.len() > 1 => "!",
                    _ => "",
                };
                let what = format!("{} in {before:?}", mv.mv);
                assert_eq!(mv.sign.map_or("", MoveSign::text), expected, "{what}");
                seen[signs
                    .iter()
                    .position(|sign| *sign == expected)
                    .expect("listed")] += 1;
                before = ply.position.clone();
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}

#[test]
fn a_mistake_is_ones_own_unless_a_level_made_it() {
    let tags = "[Game \"adjacency-block\"]\n[Player1 \"Ann\"]\n[Player2 \"perfect\"]\n";
    let review = review(&record(&format!("{tags}\n1. 1 3 *\n")));
    let own: Vec<_> = review.moves.iter().map(|mv| mv.is_by_person).collect();
    assert_eq!(own, [true, false]);
}

/// A game between two levels, as a record.
fn played(id: &str, who: PerPlayer<Who>, seed: u64) -> Record {
    let oracle = oracle(id);
    let source: OracleSource = Arc::new(move || Arc::clone(&oracle));
    let mut choosers = PerPlayer::from_fn(|player| {
        who[player]
            .chooser(Dice::for_game(seed, 0, player), &source)
            .expect("no human")
    });
    let first = Player::BOTH[(seed % 2) as usize];
    let mut session = Session::new(standard(id).start(first));
    while session.outcome().is_none() && session.plies().len() < 60 {
        let mover = session.position().to_move();
        let mv = choosers[mover].choose(session.position());
        session.play(&mv).expect("legal");
    }
    let names = PerPlayer::from_fn(|player| who[player].to_string());
    Record::of(session, names, "2026-11-15".to_owned())
}

#[test]
fn every_review_agrees_with_the_values_of_the_positions() {
    let mut mistakes = 0;
    for id in solved() {
        let oracle = oracle(id);
        for seed in 0..25 {
            let record = played(
                id,
                PerPlayer {
                    one: Who::Easy,
                    two: Who::Random,
                },
                seed,
            );
            let review = review(&record);
            assert_eq!(review.moves.len(), record.plies().len());
            let mut before = record.start().boxed();
            let mut counts: PerPlayer<Accuracy> = PerPlayer::default();
            for (mv, ply) in review.moves.iter().zip(record.plies()) {
                let what = format!("{} in {before:?}, seed {seed}", mv.mv);
                assert_eq!((mv.player, &mv.mv), (before.to_move(), &ply.mv), "{what}");
                let is = value(&*oracle, &*before);
                let left = value(&*oracle, &*ply.position).one_ply_earlier();
                let worths = (Some(is.into()), Some(left.into()));
                assert_eq!((mv.before, mv.after), worths, "{what}");
                let keeps = |mv: &str| {
                    let next = before.play(mv).expect("legal").position;
                    value(&*oracle, &*next).one_ply_earlier().is_same_kind(is)
                };
                let all_keep = before.moves().iter().all(|mv| keeps(&mv.text));
                assert_eq!(mv.could_err, !all_keep, "{what}");
                assert_eq!(mv.is_mistake(), !keeps(&mv.mv), "{what}");
                if mv.could_err {
                    counts[mv.player].decisions += 1;
                    counts[mv.player].kept += usize::from(keeps(&mv.mv));
                }
                assert_eq!(mv.better.is_some(), mv.is_mistake(), "{what}");
                if let Some(better) = &mv.better {
                    mistakes += 1;
                    assert!(keeps(better), "{what}: {better}");
                    assert_eq!(mv.better_line.first(), Some(better), "{what}");
                    let end = along(&*before, &mv.better_line)
                        .pop()
                        .expect("at least the start");
                    match is {
                        Value::Win(plies) => {
                            assert_eq!(mv.better_line.len(), usize::from(plies), "{what}");
                            assert_eq!(
                                end.outcome().map(|end| end.winner),
                                Some(mv.player),
                                "{what}"
                            );
                        }
                        Value::Endless => assert_eq!(end.outcome(), None, "{what}"),
                        Value::Loss(_) => panic!("a lost position cannot get worse: {what}"),
                    }
                }
                before = ply.position.clone();
            }
            assert_eq!(review.accuracy(), counts, "{id}, seed {seed}");
        }
    }
    assert!(mistakes >= 100, "found {mistakes} mistakes");
}

#[test]
fn perfect_players_make_no_mistake() {
    for id in solved() {
        for seed in 0..6 {
            let record = played(
                id,
                PerPlayer {
                    one: Who::Perfect,
                    two: Who::Perfect,
                },
                seed,
            );
            let review = review(&record);
            assert!(
                review.moves.iter().all(|mv| !mv.is_mistake()),
                "{id}, seed {seed}"
            );
            for player in Player::BOTH {
                let Accuracy {
                    kept, decisions, ..
                } = review.accuracy()[player];
                assert_eq!(kept, decisions, "{id}, seed {seed}");
            }
        }
    }
}

#[test]
fn in_a_game_without_choices_no_decision_could_go_wrong() {
    // Every cell that is free belongs to one player alone.
    let text = "[Game \"adjacency-block\"]\n[Start \"XX.X.OO.O. 1\"]\n\n1. 3 8 0-1\n";
    let review = review(&record(text));
    assert_eq!(review.moves.len(), 2);
    assert!(
        review
            .moves
            .iter()
            .all(|mv| !mv.could_err && !mv.is_mistake())
    );
    assert_eq!(review.accuracy(), PerPlayer::default());
    assert_eq!(review.accuracy().one.percent(), None);
}

#[test]
fn an_unfinished_a_resigned_and_an_empty_game_are_reviewed_as_far_as_they_went() {
    let unfinished = record(&game("gridlock", "1. 2-2 3-3 2. 1-1 *"));
    assert_eq!(unfinished.result(), GameResult::Unfinished);
    assert_eq!(review(&unfinished).moves.len(), 3);

    let mut session = Session::new(standard("gridlock").start(Player::Two));
    session.play("2 2").expect("legal");
    session.end(Ending::Resignation(Player::One));
    let names = PerPlayer::from_fn(|_| "human".to_owned());
    let resigned = Record::of(session, names, "2026-11-15".to_owned());
    assert_eq!(resigned.result(), GameResult::Won(Player::Two));
    let reviewed = review(&resigned);
    assert_eq!(reviewed.moves.len(), 1);
    assert_eq!(reviewed.moves[0].player, Player::Two);

    let empty = record(&game("gridlock", "*"));
    let reviewed = review(&empty);
    assert!(reviewed.moves.is_empty());
    assert_eq!(reviewed.accuracy(), PerPlayer::default());
}
