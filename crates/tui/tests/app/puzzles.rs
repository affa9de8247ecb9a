//! Puzzles: exactly one move wins, and the reason is shown.

use quintet_solver::Value;
use quintet_tui::{Kept, RequestBody, ResponseBody};

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

#[test]
fn a_puzzle_is_solved_by_its_move_and_the_consequence_of_another_is_shown() {
    for id in ids() {
        let mut session = Session::home(id, LARGE);
        session.shows("p", "Find the only winning move.");
        session.sees("You win with");
        let (start, solution) = (session.position().text(), solution(&session));
        let moves = session.position().moves();
        let other = moves.iter().find(|mv| mv.text != solution);
        session.play(&other.expect("there are alternatives").text);
        let text = session.sees("u takes it back.").text();
        let leads_to = ["loses in", "endless"];
        assert!(leads_to.iter().any(|what| text.contains(what)), "{text}");
        session.press("u");
        assert_eq!(session.position().text(), start);
        let named = session.position().name_move(&solution);
        session.play(&solution);
        session.sees(&format!("Solved: only {named} wins. It wins in"));
        assert!(session.moves().len() > 1, "the opponent answers");
        session.shows("n", "Find the only");
        assert_ne!(session.position().text(), start, "the next one is another");
    }
}

#[test]
fn the_daily_puzzle_is_the_same_all_day_for_any_chosen_game() {
    let puzzle = |id| {
        let mut session = Session::home(id, LARGE);
        session.shows("pqd", &format!("Puzzle of {DATE}"));
        session.position().text()
    };
    let texts: Vec<_> = ids().map(puzzle).collect();
    assert!(texts.windows(2).all(|pair| pair[0] == pair[1]), "{texts:?}");
}

#[test]
fn home_shows_the_puzzle_of_the_day_and_how_many_days_in_a_row_were_solved() {
    let kept = Kept {
        solved: ["2026-11-13", "2026-11-14"].map(str::to_owned).into(),
        ..Kept::default()
    };
    for size in [SMALL, USUAL, LARGE] {
        let mut session = Session::new(kept.clone(), size);
        let home = session.sees("2-day streak").text();
        let grade = home.split("Today's puzzle: ").nth(1).expect("a puzzle");
        let grade = grade.split([',', '(']).nth(1).expect("a grade").trim();
        session.press("d");
        session.sees_in_sidebar(&format!("{DATE} (UTC), {grade}."));
        let solution = solution(&session);
        session.play(&solution).shows("q", "solved, 3-day streak");
        assert!(session.app.kept().solved.contains(DATE));
    }
}

#[test]
fn a_puzzle_whose_solution_was_shown_does_not_count_as_solved() {
    for help in ["i", "v", "w"] {
        let mut session = Session::new(Kept::default(), LARGE);
        session.press("d").press(help);
        let solution = solution(&session);
        session.play(&solution).shows("q", "press d");
        assert!(session.app.kept().solved.is_empty(), "{help}");
    }
}
