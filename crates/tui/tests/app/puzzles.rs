//! Puzzles: exactly one move wins, and the reason is shown.

use quintet_solver::Worth;
use quintet_tui::{Finding, Kept, Question, Request};

use crate::session::{DATE, PLAIN, Session, answer, ids};

const SIZE: (u16, u16) = (100, 32);

#[test]
fn exactly_one_move_wins_whatever_the_seed() {
    for listing in crate::games() {
        for seed in 0..10 {
            let variant = listing.standard();
            let question = Question::Puzzle { variant, seed };
            let Finding::Puzzle(Some(puzzle)) = answer(Request { id: 1, question }).finding else {
                panic!("no puzzle of {variant:?} for seed {seed}");
            };
            let question = Question::Explanation {
                position: puzzle.position.clone(),
                is_first: false,
            };
            let Finding::Explanation(known) = answer(Request { id: 2, question }).finding else {
                panic!("another finding");
            };
            let wins = |value: Option<Worth>| matches!(value, Some(Worth::Win(_)));
            let winning: Vec<_> = known
                .analysis
                .moves
                .iter()
                .filter(|mv| wins(mv.value))
                .map(|mv| mv.mv.as_str())
                .collect();
            assert_eq!(
                winning,
                [puzzle.solution],
                "{:?}, seed {seed}",
                puzzle.position
            );
            assert_eq!(known.analysis.moves.len(), puzzle.alternatives + 1);
        }
    }
}

fn solution(session: &Session) -> String {
    let question = Question::Explanation {
        position: session.position(),
        is_first: false,
    };
    match answer(Request { id: 0, question }).finding {
        Finding::Explanation(known) => known.analysis.moves[0].mv.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_puzzle_is_solved_by_its_move_and_the_reason_is_shown() {
    for id in ids() {
        let mut session = Session::home(id, SIZE);
        session
            .press("p")
            .sees("One move alone keeps the win.")
            .sees("The win takes");
        let solution = solution(&session);
        session
            .play(&solution)
            .sees(&format!("Solved: only {solution} wins. It wins in"));
        assert!(session.record().plies().len() > 1, "the opponent answers");
    }
}

#[test]
fn another_move_is_told_what_it_leads_to_and_can_be_taken_back() {
    for id in ids() {
        let mut session = Session::home(id, SIZE);
        session.press("p");
        let start = session.position().text();
        let solution = solution(&session);
        let other = session
            .position()
            .moves()
            .into_iter()
            .find(|mv| mv.text != solution);
        session.play(&other.expect("there are alternatives").text);
        session.sees("u takes it back.");
        let text = session.text();
        assert!(
            text.contains("loses in") || text.contains("without end"),
            "{text}"
        );
        session.press("u");
        assert_eq!(session.position().text(), start);
        session.press("n").sees("One move alone");
        assert_ne!(session.position().text(), start, "the next one is another");
    }
}

#[test]
fn the_daily_puzzle_is_the_same_all_day_whatever_game_is_chosen() {
    let texts: Vec<_> = ids()
        .map(|id| {
            let mut session = Session::home(id, SIZE);
            session.press("pqd").sees(&format!("Puzzle of {DATE}"));
            session.position().text()
        })
        .collect();
    assert!(texts.windows(2).all(|pair| pair[0] == pair[1]), "{texts:?}");
}

#[test]
fn home_shows_the_puzzle_of_the_day_and_how_many_days_in_a_row_were_solved() {
    let solved = ["2026-11-13", "2026-11-14"].map(str::to_owned).into();
    let kept = Kept {
        solved,
        ..Kept::default()
    };
    for size in [(60, 20), (80, 24), (100, 32)] {
        let mut session = Session::new(kept.clone(), PLAIN, size);
        session
            .sees("Today's puzzle: ")
            .sees("2 days in a row so far");
        let home = session.text();
        let grade = home.split("Today's puzzle: ").nth(1).expect("a puzzle");
        let grade = grade.split([',', '(']).nth(1).expect("how difficult it is");
        session.press("d");
        session.sees_beside(&format!("{DATE} (UTC), {}.", grade.trim()));
        let solution = solution(&session);
        session
            .play(&solution)
            .press("q")
            .sees("solved, 3 days in a row");
        assert!(session.app.kept().solved.contains(DATE));
    }
}

#[test]
fn a_solution_that_was_shown_is_not_solved() {
    for help in ["i", "v", "w"] {
        let mut session = Session::new(Kept::default(), PLAIN, SIZE);
        session.press("d").press(help);
        let solution = solution(&session);
        session.play(&solution).press("q").sees("d shows it");
        assert!(session.app.kept().solved.is_empty(), "{help}");
    }
}

#[test]
fn a_search_for_a_puzzle_can_be_stopped() {
    let mut session = Session::home("quad-block", SIZE);
    session.is_slow = true;
    session.press("p").sees("Looking for a puzzle");
    session.press("\x1b").sees_no("Looking for a puzzle");
    session.is_slow = false;
    // The answer comes too late.
    for request in std::mem::take(&mut session.unanswered) {
        let answer = answer(request);
        session
            .app
            .update(quintet_tui::Event::Answer(Box::new(answer)));
    }
    session.settle();
    session.sees("games, perfectly known");
}
