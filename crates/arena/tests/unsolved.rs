//! Unsolved sizes: all statements are proved, and all proved values are used.

use quintet_arena::{
    Dice, Explanation, Library, Review, Session, Tables, Turn, Who, level_warning,
};
use quintet_games::{Analysis, AnyPosition, Catalogue, Variant};
use quintet_rules::{Player, Random};
use quintet_solver::{Allowance, Budget, Progress, Value};

use crate::support::{
    both, new_oracle, play_out, random_positions, record, sized, texts, variants,
};

/// Every size that is not solved.
fn unsolved() -> impl Iterator<Item = &'static dyn Variant> {
    let is_unsolved = |variant: &&dyn Variant| !variant.is_solved();
    variants().into_iter().filter(is_unsolved)
}

fn position(id: &str, size: &str, text: &str) -> Box<dyn AnyPosition> {
    sized(id, size).position(text).expect("a position")
}

fn explain(position: &dyn AnyPosition, budget: Budget) -> Explanation {
    Explanation::of(position, &*new_oracle(position.variant()), budget)
}

fn is_win(worth: Option<Value>) -> bool {
    matches!(worth, Some(Value::Win(_)))
}

fn is_loss(worth: Option<Value>) -> bool {
    matches!(worth, Some(Value::Loss(_)))
}

fn review(size: &str, moves: &str, budget: u64) -> Review {
    let text = format!("[Game \"adjacency-block\"]\n[Size \"{size}\"]\n\n{moves}\n");
    let record = record(&text);
    let oracle = new_oracle(record.variant());
    let budget = Budget::positions(budget);
    Review::of(&record, &*oracle, budget, &Progress::default())
}

/// A game whose third move gives the win away.
const LOST_WIN: &str = "19 12 20 8 5 17 2 15 3 16 6 9 4 10 1 11 0-1";

#[test]
fn values_of_neighboring_positions_are_combined() {
    for budget in [3_000, 10_000, 30_000] {
        // On a longer row nobody has lost yet.
        let review = review("40", &LOST_WIN.replace("0-1", "*"), budget);
        for pair in review.moves.windows(2) {
            let next = pair[1].before.map(|worth| worth.one_ply_earlier().kind());
            let after = pair[0].after.map(Value::kind);
            assert_eq!(after, next, "{budget}: {:?}", pair[0]);
        }
    }
    let review = review("20", LOST_WIN, 100_000);
    assert!(review.moves[2].is_mistake, "{:?}", review.moves[2]);
    let accuracy = &review.accuracy[0];
    assert!(accuracy.correct < accuracy.decisions, "{accuracy:?}");
}

/// Checks that the parts of an analysis agree with each other.
fn check(analysis: &Analysis, position: &dyn AnyPosition) {
    let what = format!("{position:?}: {analysis:?}");
    let wins = analysis.moves.iter().any(|mv| is_win(mv.value));
    assert!(!wins || is_win(analysis.value), "{what}");
    let all_lose = analysis.moves.iter().all(|mv| is_loss(mv.value));
    assert_eq!(is_loss(analysis.value), all_lose, "{what}");
}

#[test]
fn the_values_of_a_position_its_moves_and_its_sentences_agree() {
    let mut without_distance = 0;
    for variant in unsolved() {
        let oracle = new_oracle(variant);
        for (n, position) in random_positions(variant, 5, 12).into_iter().enumerate() {
            let budget = Budget::positions([100, 1_000, 4_000][n % 3]);
            let known = Explanation::of(&*position, &*oracle, budget);
            check(&known.analysis, &*position);
            let what = format!("{position:?}: {} {}", known.headline, known.hint);
            let value = known.analysis.value;
            let is_unsolved = known.headline.contains("unsolved");
            assert_eq!(value.is_none(), is_unsolved, "{what}");
            assert!(!known.headline.contains("budget"), "{what}");
            without_distance += usize::from(value == Some(Value::Win(None)));
            let hinted = known.hinted.as_deref().expect("a move");
            let hint = format!("Hint: {} ", position.name_move(hinted));
            assert!(known.hint.starts_with(&hint), "{what}");
            let worth = known.analysis.of_move(hinted);
            let is_proved = !known.hint.contains("looks best");
            let both = worth.zip(value);
            let preserves = both.is_some_and(|(worth, value)| worth.is_same_kind(value));
            let is_right = preserves || worth == Some(Value::Endless);
            assert!(!is_proved || is_right, "{what}");
        }
    }
    assert!(without_distance > 0, "no win without a distance was met");
}

#[test]
fn a_winning_move_makes_the_position_won() {
    let text = "..X.../.1X.X./....../..XX../.X..2./.X...X 1";
    let position = position("matrix-isolation", "6x6", text);
    let oracle = new_oracle(position.variant());
    assert!(!oracle.is_solved());
    let values = [1_000, 10_000, 30_000, 100_000, 300_000].map(|positions| {
        let allowance = Allowance::positions(positions);
        let budget = Budget::UNBOUNDED.within(&allowance);
        let known = Explanation::of(&*position, &*oracle, budget);
        check(&known.analysis, &*position);
        known.analysis.value
    });
    // Nothing at first, then that a move wins, then how soon the fastest one does.
    for value in [None, Some(Value::Win(None)), Some(Value::Win(Some(7)))] {
        assert!(values.contains(&value), "{values:?}");
    }
}

#[test]
fn an_endless_position_with_few_successors_is_solved() {
    let text = "....../....XX/.1.X../.X..../..2.../.XX... 1 0 0";
    let position = position("grid-runner", "6x6", text);
    let known = explain(&*position, Who::BUDGET);
    assert_eq!(known.reason, "Neither player can force a win.");
    let moves = known.analysis.moves.iter().map(|mv| mv.value);
    let mut values = moves.chain([known.analysis.value]);
    assert!(values.all(|value| value == Some(Value::Endless)));
}

#[test]
fn symmetric_moves_have_the_same_value() {
    // The same when rows become columns.
    let text = "O...../.O..../...X../..X.../....X./...... 2";
    let position = position("gridlock", "6x6", text);
    let oracle = new_oracle(position.variant());
    let mut known = 0;
    for budget in [30, 100, 300, 1_000, 3_000, 10_000] {
        let analysis = oracle.analyze(&*position, Budget::positions(budget));
        for row in 1..=6 {
            for column in 1..=6 {
                let worth = |row: i32, column: i32| analysis.of_move(&format!("{row} {column}"));
                let here = worth(row, column);
                known += usize::from(here.is_some());
                assert_eq!(here, worth(column, row), "{row} {column}, {budget}");
            }
        }
    }
    assert!(known > 0);
}

#[test]
fn one_sentence_replaces_the_values_of_unsolved_moves() {
    let start = sized("quad-block", "7x7").start(Player::One);
    let known = explain(&*start, Budget::positions(10));
    let sentence = "All 49 moves are unsolved.";
    assert_eq!(known.nothing_known().as_deref(), Some(sentence));
    assert!(Turn::new(start).notes(&known.analysis, &[]).is_empty());
    let hint = "looks best, but its value is unsolved.";
    assert!(known.hint.ends_with(hint), "{}", known.hint);
}

#[test]
fn levels_may_make_mistakes_at_unsolved_sizes() {
    let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
    let warning =
        |variant: &dyn Variant, players| level_warning(library.is_solved(variant), &players);
    for variant in variants() {
        let found = warning(variant, both(Who::Human, Who::Perfect));
        assert_eq!(found.is_none(), variant.is_solved(), "{variant:?}");
        assert_eq!(warning(variant, both(Who::Human, Who::Random)), None);
    }
    let found = warning(sized("gridlock", "8x8"), both(Who::Perfect, Who::Easy));
    let sentence = "This size is not solved: perfect searches up to 4 million positions per move, easy \
                    up to 1 million, and both may make mistakes.";
    assert_eq!(found.as_deref(), Some(sentence));
}

#[test]
fn the_heuristic_beats_random_moves_at_every_unsolved_size() {
    const GAMES: u64 = 20;
    for variant in
        unsolved().filter(|variant| variant.start(Player::One).analysis().passed().is_some())
    {
        let mut won = 0;
        for game in 0..GAMES {
            let seat = Player::BOTH[(game % 2) as usize];
            let mut dice = Dice::new(game, 7);
            let mut session = Session::new(variant.start(Player::One));
            play_out(&mut session, 300, |session| {
                let position = session.position();
                let moves = texts(position);
                let mut among: Vec<&str> = moves.iter().map(String::as_str).collect();
                let best = position.analysis().best_by_estimate(&among, Budget::NONE);
                if position.to_move() == seat {
                    among = best.iter().map(String::as_str).collect();
                }
                among[dice.below(among.len() as u32) as usize].to_owned()
            });
            won += u64::from(session.outcome().is_some_and(|end| end.winner == seat));
        }
        assert!(4 * won >= 3 * GAMES, "won {won} of {GAMES} in {variant:?}");
    }
}
