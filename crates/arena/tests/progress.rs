//! Progress in puzzles.

use quintet_arena::{Grade, PuzzleProgress, PuzzleResult};

const TODAY: &str = "2026-11-15";

#[test]
fn only_the_first_move_of_a_puzzle_changes_the_rating_and_a_settled_result_stays() {
    use PuzzleResult::{Found, Later, Missed, Shown};
    let after = |results: &[PuzzleResult]| {
        let mut progress = PuzzleProgress::default();
        for result in results {
            progress.record("p", Grade::Medium, Some(TODAY), *result);
        }
        let rating = progress.puzzles;
        assert_eq!(rating.tried, 1);
        assert_eq!(progress.day(TODAY), progress.result("p"));
        (
            progress.result("p").expect("a result"),
            progress.misses("p"),
            rating.rating,
            progress.streak(TODAY),
        )
    };
    // Against a medium puzzle, rated 1100, a beginner rated 1000 scores 0.36 on average.
    assert_eq!(after(&[Found]), (Found, 0, 1020, 1));
    assert_eq!(after(&[Found, Missed, Shown]), (Found, 0, 1020, 1));
    assert_eq!(after(&[Missed]), (Missed, 1, 988, 0));
    assert_eq!(after(&[Missed, Missed, Later]), (Later, 2, 988, 1));
    assert_eq!(after(&[Missed, Shown, Later]), (Shown, 1, 988, 0));
}

#[test]
fn two_programs_add_their_changes() {
    let base = PuzzleProgress::parse("2026-11-13\nno day\n2026-11-14 = later\n");
    assert_eq!(base.streak(TODAY), 2);
    let [mut one, mut other] = [base.clone(), base.clone()];
    one.record("a", Grade::Easy, Some(TODAY), PuzzleResult::Found);
    one.record_rushed(Grade::Hard, true);
    one.record_rush(7);
    other.record("a", Grade::Easy, Some(TODAY), PuzzleResult::Missed);
    other.record("b", Grade::Hard, None, PuzzleResult::Missed);
    let mut stored = one.clone();
    stored.add_changes(&base, &other);
    assert_eq!(stored.result("a"), Some(PuzzleResult::Found));
    assert_eq!((stored.misses("a"), stored.misses("b")), (1, 1));
    assert_eq!((stored.puzzles.tried, stored.solved), (3, 1));
    assert_eq!(
        stored.puzzles.rating,
        one.puzzles.rating + other.puzzles.rating - 1000
    );
    assert_eq!((stored.best_rush, stored.rush.tried), (7, 1));
    assert_eq!(stored.streak(TODAY), 3);
    assert_eq!(PuzzleProgress::parse(&stored.to_string()), stored);
}

#[test]
fn the_results_of_many_puzzles_are_bounded() {
    let mut progress = PuzzleProgress::default();
    for number in 0..1000 {
        progress.record(&number.to_string(), Grade::Easy, None, PuzzleResult::Found);
    }
    assert_eq!((progress.result("0"), progress.solved), (None, 1000));
    assert_eq!(progress.result("999"), Some(PuzzleResult::Found));
    assert!(progress.to_string().lines().count() < 500);
}
