//! Sizes that are not solved: what is said there is known, and what is known is said.

mod truth;

use std::sync::Arc;

use quintet_arena::{
    Chooser, Dice, Explanation, Library, OracleSource, Record, Review, Session, Tables, Tournament,
    Who, caution,
};
use quintet_catalogue::find;
use quintet_games::{Analysis, AnyOracle, AnyPosition, Variant};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Allowance, Budget, Progress, Worth};

use truth::{games, random_positions};

fn variant(id: &str, size: &str) -> &'static dyn Variant {
    find(id)
        .and_then(|listing| listing.size(size))
        .expect("listed")
}

fn oracle(variant: &dyn Variant) -> Arc<dyn AnyOracle> {
    let oracle = variant.solution().oracle(&Progress::default());
    oracle.expect("never cancelled").into()
}

/// Every size of every game that is not solved.
fn unsolved() -> impl Iterator<Item = &'static dyn Variant> {
    games()
        .flat_map(|listing| listing.sizes.iter().copied())
        .filter(|variant| !variant.is_whole())
}

fn position(id: &str, size: &str, text: &str) -> Box<dyn AnyPosition> {
    variant(id, size).position(text).expect("a position")
}

fn is_win(worth: Option<Worth>) -> bool {
    matches!(worth, Some(Worth::Win(_)))
}

fn review(id: &str, size: &str, moves: &str, budget: u64) -> Review {
    let text = format!("[Game \"{id}\"]\n[Size \"{size}\"]\n\n{moves}\n");
    let record = Record::read_all(&text).expect("a record").remove(0);
    let oracle = oracle(record.variant());
    Review::of(
        &record,
        &*oracle,
        Budget::positions(budget),
        &Progress::default(),
    )
}

/// A game whose third move gives the win away.
const LOST_WIN: &str = "19 12 20 8 5 17 2 15 3 16 6 9 4 10 1 11 0-1";

#[test]
fn what_is_known_after_a_move_counts_before_the_next() {
    for budget in [10_000, 30_000, 100_000] {
        // On a longer row nobody has lost yet.
        let moves = LOST_WIN.replace("0-1", "*");
        let review = review("adjacency-block", "40", &moves, budget);
        for pair in review.moves.windows(2) {
            let next = pair[1].before.map(|worth| worth.one_ply_earlier().kind());
            assert_eq!(
                pair[0].after.map(Worth::kind),
                next,
                "{budget}: {:?}",
                pair[0]
            );
        }
    }
    let review = review("adjacency-block", "20", LOST_WIN, 100_000);
    assert!(review.moves[2].is_mistake(), "{:?}", review.moves[2]);
    let accuracy = review.accuracy().one;
    assert!(accuracy.kept < accuracy.decisions, "{accuracy:?}");
}

#[test]
fn a_review_says_how_many_moves_it_does_not_judge() {
    let review = review("quad-block", "7x7", "1. 1 2 2. 3 *", 0);
    for mv in &review.moves {
        assert_eq!((mv.before, mv.after), (None, None));
        assert!(!mv.is_judged && !mv.could_err && !mv.is_mistake() && mv.better.is_none());
        assert_eq!(mv.sign, None);
    }
    let sentence = |player: Player| review.accuracy()[player].sentence("P");
    assert_eq!(sentence(Player::One), "P: 2 moves not judged.");
    assert_eq!(sentence(Player::Two), "P: 1 move not judged.");
}

/// Whether the parts of an analysis agree with each other.
fn check(analysis: &Analysis, position: &dyn AnyPosition) {
    let wins = analysis.moves.iter().any(|mv| is_win(mv.value));
    assert!(
        !wins || is_win(analysis.value),
        "{position:?}: {analysis:?}"
    );
    let is_lost = matches!(analysis.value, Some(Worth::Loss(_)));
    let all_lose = analysis
        .moves
        .iter()
        .all(|mv| matches!(mv.value, Some(Worth::Loss(_))));
    assert_eq!(is_lost, all_lose, "{position:?}: {analysis:?}");
}

#[test]
fn a_position_is_won_exactly_as_its_moves_say_and_no_sentence_denies_it() {
    let mut without_distance = 0;
    for variant in unsolved() {
        let oracle = oracle(variant);
        for (n, position) in random_positions(variant, 5, 12).into_iter().enumerate() {
            let budget = Budget::positions([100, 1_000, 4_000][n % 3]);
            let known = Explanation::of(&*position, &*oracle, budget);
            check(&known.analysis, &*position);
            let what = format!("{position:?}: {}", known.headline);
            let is_known = known.analysis.value.is_some();
            assert_eq!(is_known, !known.headline.contains("unsolved"), "{what}");
            assert!(!known.headline.contains("budget"), "{what}");
            let value = known.analysis.value;
            without_distance += usize::from(value == Some(Worth::Win(None)));
            let hinted = known.hinted.as_deref().expect("a move");
            assert!(
                known.hint.starts_with(&format!("Hint: {hinted} ")),
                "{}",
                known.hint
            );
            let worth = known.analysis.of_move(hinted);
            let is_proved = !known.hint.contains("looks best");
            let keeps = worth
                .zip(value)
                .is_some_and(|(worth, value)| worth.is_same_kind(value));
            assert!(
                !is_proved || keeps || worth == Some(Worth::Endless),
                "{what} {}",
                known.hint
            );
        }
    }
    assert!(without_distance > 0, "no win without a distance was met");
}

#[test]
fn a_win_that_is_listed_makes_the_position_won() {
    let text = "..X.../.1X.X./....../..XX../.X..2./.X...X 1";
    let position = position("matrix-isolation", "6x6", text);
    let oracle = oracle(position.variant());
    assert!(!oracle.is_whole());
    let mut values = Vec::new();
    for positions in [1_000, 10_000, 30_000, 100_000, 300_000] {
        let allowance = Allowance::positions(positions);
        let budget = Budget::UNBOUNDED.within(&allowance);
        let known = Explanation::of(&*position, &*oracle, budget);
        check(&known.analysis, &*position);
        values.push(known.analysis.value);
    }
    // Nothing at first, then that a move wins, then how soon the fastest one does.
    assert!(values.contains(&None), "{values:?}");
    assert!(values.contains(&Some(Worth::Win(None))), "{values:?}");
    assert!(values.contains(&Some(Worth::Win(Some(7)))), "{values:?}");
}

#[test]
fn an_answer_to_every_move_is_a_reason_and_a_line_and_needs_no_search() {
    for size in ["6x6", "8x8"] {
        let start = variant("gridlock", size).start(Player::One);
        let known = Explanation::of(&*start, &*oracle(start.variant()), Budget::NONE);
        assert_eq!(known.analysis.value, Some(Worth::Loss(None)));
        let reason = "Every move is answered by its opposite, with the board turned by half.";
        assert_eq!(known.reason, reason);
        let mut position = start;
        for pair in known.line.chunks(2) {
            let answer = position.answer(&pair[0]);
            assert_eq!(answer.as_ref(), pair.get(1), "{position:?}");
            for mv in pair {
                position = position.play(mv).expect("a legal move").position;
            }
        }
        assert!(position.outcome().is_some(), "{position:?}");
    }
}

#[test]
fn where_few_positions_can_follow_an_endless_one_is_called_so() {
    let text = "....../....XX/.1.X../.X..../..2.../.XX... 1 0 0";
    let position = position("grid-runner", "6x6", text);
    let known = Explanation::of(&*position, &*oracle(position.variant()), Who::BUDGET);
    assert_eq!(known.analysis.value, Some(Worth::Endless));
    assert_eq!(known.reason, "Neither player can force a win.");
    assert!(
        known
            .analysis
            .moves
            .iter()
            .all(|mv| mv.value == Some(Worth::Endless))
    );
}

#[test]
fn symmetric_moves_get_the_same_answer() {
    // The same when rows become columns.
    let text = "O...../.O..../...X../..X.../....X./...... 2";
    let position = position("gridlock", "6x6", text);
    let oracle = oracle(position.variant());
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
fn where_no_value_is_known_one_sentence_stands_for_all_signs() {
    let start = variant("quad-block", "7x7").start(Player::One);
    let known = Explanation::of(&*start, &*oracle(start.variant()), Budget::positions(10));
    let sentence = "Of the 49 moves none has a known value.";
    assert_eq!(known.nothing_known().as_deref(), Some(sentence));
    let turn = quintet_arena::Turn::new(start);
    assert!(turn.notes(&known.analysis, &[]).is_empty());
    assert!(
        known.hint.ends_with("looks best, but nothing is proved."),
        "{}",
        known.hint
    );
}

#[test]
fn levels_say_that_they_can_err_where_a_size_is_not_solved() {
    let players = |one, two| PerPlayer { one, two };
    let library = Library::new(Tables::nowhere());
    let caution = |variant: &dyn Variant, players| caution(library.knows(variant), players);
    for listing in games() {
        for variant in listing.sizes.iter().copied() {
            let said = caution(variant, players(Who::Human, Who::Perfect));
            assert_eq!(said.is_none(), variant.is_whole(), "{variant:?}");
            assert_eq!(caution(variant, players(Who::Human, Who::Random)), None);
        }
    }
    let said = caution(variant("gridlock", "8x8"), players(Who::Perfect, Who::Easy));
    let sentence = "This size is not solved: perfect and easy look ahead, at 4,000,000 positions at most \
                    for a move, and can err.";
    assert_eq!(said.as_deref(), Some(sentence));
}

/// Plays what looks best, and nothing else.
fn look(position: &dyn AnyPosition, dice: &mut Dice) -> String {
    let moves = position.moves();
    let moves: Vec<&str> = moves.iter().map(|mv| &*mv.text).collect();
    let mut best = position.looking_best(&moves, Budget::NONE);
    let chosen = quintet_rules::Random::below(dice, best.len() as u32);
    best.swap_remove(chosen as usize)
}

#[test]
fn what_looks_best_beats_chance_on_every_size_that_is_not_solved() {
    const GAMES: u64 = 20;
    let mut all = Vec::new();
    for variant in unsolved().filter(|variant| variant.start(Player::One).passed().is_some()) {
        let mut won = 0;
        for game in 0..GAMES {
            let seat = Player::BOTH[(game % 2) as usize];
            let mut dice = Dice::new(game, 7);
            let mut session = Session::new(variant.start(Player::One));
            while session.outcome().is_none() && session.plies().len() < 300 {
                let position = session.position();
                let mv = if position.to_move() == seat {
                    look(position, &mut dice)
                } else {
                    dice.choose(position)
                };
                session.play(&mv).expect("a legal move");
            }
            won += u64::from(session.outcome().is_some_and(|end| end.winner == seat));
        }
        all.push(format!("{variant:?}: {won}"));
        assert!(
            4 * won >= 3 * GAMES,
            "won {won} of {GAMES} in {variant:?}: {all:?}"
        );
    }
    println!("{all:?}");
}

#[test]
fn games_that_came_to_no_end_are_counted_by_seat() {
    let tournament = Tournament {
        variant: variant("grid-runner", "6x6"),
        who: PerPlayer::from_fn(|_| Who::Random),
        games: 7,
        seed: 1,
        max_plies: 3,
    };
    let never: OracleSource = Arc::new(|| panic!("random players need no oracle"));
    let results = tournament.play(&never, &Progress::default());
    assert_eq!((results.unfinished(), results.finished()), (7, 0));
    assert_eq!(results.unfinished_as_first, PerPlayer { one: 4, two: 3 });
}
