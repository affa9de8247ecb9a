//! Puzzles: exactly one move wins, and the reason is shown.

use std::time::Duration;

use quintet_arena::{PuzzleProgress, PuzzleResult};
use quintet_solver::Value;
use quintet_tui::{Event, RequestBody, ResponseBody, SavedState};

use crate::session::{DATE, LARGE, SMALL, Session, USUAL, explained, found, games, ids};

#[test]
fn exactly_one_move_wins_for_every_seed() {
    for (variant, seed) in games().flat_map(|game| (0..10).map(move |seed| (game.standard(), seed)))
    {
        let ResponseBody::Puzzle(Some(puzzle)) = found(RequestBody::Puzzle { variant, seed })
        else {
            panic!("no puzzle of {variant:?} for seed {seed}");
        };
        let moves = explained(puzzle.position.clone()).analysis.moves;
        let wins = moves
            .iter()
            .filter(|mv| matches!(mv.value, Some(Value::Win(_))));
        let winning: Vec<_> = wins.map(|mv| mv.mv.as_str()).collect();
        let message = format!("{:?}, seed {seed}", puzzle.position);
        assert_eq!(winning, [puzzle.solution], "{message}");
        assert_eq!(moves.len(), puzzle.alternatives + 1, "{message}");
    }
}

fn solution(session: &Session) -> String {
    explained(session.position()).analysis.moves[0].mv.clone()
}

/// A move that does not solve the puzzle on the board.
fn other_than(solution: &str, session: &Session) -> String {
    let moves = session.position().moves();
    let other = moves.into_iter().find(|mv| mv.text != solution);
    other.expect("there are alternatives").text
}

#[test]
fn a_puzzle_is_retried_until_it_is_solved_and_the_consequence_of_a_move_is_shown() {
    for id in ids() {
        let mut session = Session::home(id, LARGE);
        session.shows("pn", "Find the only winning move.");
        session.sees("You win with");
        let (start, solution) = (session.position().text(), solution(&session));
        let text = session.play(&other_than(&solution, &session)).text();
        let leads_to = ["loses in", "endless"];
        assert!(leads_to.iter().any(|what| text.contains(what)), "{text}");
        session.sees_in_sidebar("This move gives the win away.");
        session.sees("Press enter to try again.").press("\n");
        assert_eq!(session.position().text(), start);
        let named = session.position().name_move(&solution);
        session.play(&solution);
        session.sees(&format!("Solved: only {named} wins. It wins in"));
        session.sees_no("You win with");
        assert!(session.moves().len() > 1, "the opponent answers");
        let rating = session.app.saved_state().puzzles.puzzles;
        assert_eq!(rating.tried, 1, "only the first move counts");
        assert!(rating.rating < 1000);
        session.shows("n", "Find the only");
        assert_ne!(session.position().text(), start, "the next one is another");
    }
}

#[test]
fn the_daily_puzzle_is_the_same_all_day_for_any_chosen_game() {
    let puzzle = |id| {
        let mut session = Session::home(id, LARGE);
        session.shows("pnqqd", &format!("Puzzle for {DATE}"));
        session.position().text()
    };
    let texts: Vec<_> = ids().map(puzzle).collect();
    assert!(texts.windows(2).all(|pair| pair[0] == pair[1]), "{texts:?}");
}

/// On the first screen of a person who has solved the puzzles of the last two days.
fn with_streak(size: (u16, u16)) -> Session {
    let puzzles = PuzzleProgress::parse("2026-11-13\n2026-11-14\n");
    let saved = SavedState {
        puzzles,
        ..SavedState::default()
    };
    Session::new(saved, size)
}

#[test]
fn the_daily_puzzle_continues_the_streak_and_its_result_can_be_shared() {
    for size in [SMALL, USUAL, LARGE] {
        let mut session = with_streak(size);
        session.sees("d solve").sees("2-day streak").press("d");
        session.sees(&format!("Puzzle for {DATE}"));
        let solution = solution(&session);
        session.play(&other_than(&solution, &session));
        session.sees("2 tries left").press("\n").play(&solution);
        session.sees_in_sidebar("3-day streak.");
        session
            .shows("s", &format!("Quintet {DATE}"))
            .sees("2/3")
            .sees("🟥");
        session.shows("qq", "solved").sees("3-day streak");
        let result = session.app.saved_state().puzzles.day(DATE);
        assert_eq!(result, Some(PuzzleResult::Later));
    }
}

#[test]
fn after_three_tries_or_a_look_at_the_solution_a_daily_puzzle_is_lost() {
    let mut session = with_streak(LARGE);
    session.press("d");
    let solution = solution(&session);
    for left in ["2 tries left", "One try left", "That was the last try"] {
        session.play(&other_than(&solution, &session)).sees(left);
        session.press("\n");
    }
    session.play(&solution);
    assert_eq!(
        session.app.saved_state().puzzles.day(DATE),
        Some(PuzzleResult::Shown)
    );
    let mut session = with_streak(LARGE);
    // Values and reasons would give the solution away.
    session
        .press("dvw")
        .sees_no("Why")
        .shows("i", "The solution:");
    assert_eq!(session.moves()[0], solution);
    session
        .shows("w", "Best:")
        .shows("wqqd", "You know the solution");
    assert_eq!(session.app.saved_state().puzzles.streak(DATE), 2);
}

#[test]
fn past_days_are_chosen_in_the_calendar_and_later_ones_are_not_available() {
    let mut session = with_streak(USUAL);
    session.shows("p", "November 2026").sees("2 days");
    session
        .press("→↓")
        .shows("\n", &format!("Puzzle for {DATE}"));
    session.shows("q↑←", "2026-11-07");
    session
        .shows("⇞", "October 2026")
        .shows("\n", "Puzzle for 2026-10-07");
    // A click on a day selects it, and a second one opens its puzzle.
    let (x, y) = session.press("q").find(" 26");
    session.click((x + 1, y)).sees("2026-10-26");
    session.click((x + 1, y)).sees("Find the only winning move");
}

#[test]
fn a_rush_counts_until_three_mistakes_or_the_end_of_the_time() {
    let second = Duration::from_secs(1);
    let mut session = Session::new(SavedState::default(), USUAL);
    session.shows("pr", "Rush 3:00");
    assert!(
        !session.app.is_timed(),
        "the clock starts with the first move"
    );
    let mut seen = vec![session.position().text()];
    for solved in 1..=3 {
        let solution = solution(&session);
        session.play(&solution).sees("Correct!");
        session.sees_in_sidebar(&format!("{solved} solved, 0 of 3 mistakes."));
        seen.push(session.position().text());
    }
    assert!(session.app.is_timed());
    session.app.set_time(20 * second);
    session.app.update(Event::Tick);
    session.settle();
    session.sees_in_sidebar("Rush 2:40");
    session
        .play(&other_than(&solution(&session), &session))
        .sees("Wrong: only");
    session.shows("n", "2 of 3 mistakes");
    seen.dedup();
    assert_eq!(seen.len(), 4, "no puzzle occurs twice");
    session.app.set_time(181 * second);
    session.app.update(Event::Tick);
    session.settle();
    session.sees("The rush is over: 3 puzzles solved. A new best!");
    assert!(!session.app.is_timed());
    // Missed puzzles can be tried again, without counting.
    let before = session.app.saved_state().puzzles;
    assert_eq!((before.rush.tried, before.best_rush), (5, 3));
    session.shows("\n", "Missed puzzle");
    session.play(&solution(&session)).sees("Solved");
    assert_eq!(session.app.saved_state().puzzles, before);
    session
        .shows("q", "The rush is over")
        .shows("r", "Rush 3:00");
}
