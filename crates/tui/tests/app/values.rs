//! What moves are worth, on the board: the colour of a cell with a small number.

use quintet_tui::{Finding, Kept, Look, Question, Request};
use ratatui::style::Color;

use crate::session::{PLAIN, Session, answer, choices, ids};

const SIZE: (u16, u16) = (80, 24);

/// With colours, at the board of a new game for two people.
fn coloured(game: &str) -> Session {
    let look = Look {
        colour: true,
        ascii: false,
    };
    let kept = Kept {
        choices: choices(game, "human", "human"),
        ..Kept::default()
    };
    let mut session = Session::new(kept, look, SIZE);
    session.press("\n");
    session
}

/// How many columns of the screen have a colour behind them.
fn filled(session: &Session) -> usize {
    let usual = [Color::Green, Color::Red, Color::Yellow];
    let cells = session.buffer().content().iter();
    let usual = cells.filter(|cell| usual.contains(&cell.bg)).count();
    usual + bright(session)
}

/// How many have a bright one.
fn bright(session: &Session) -> usize {
    let bright = [Color::LightGreen, Color::LightRed, Color::LightYellow];
    let cells = session.buffer().content().iter();
    cells.filter(|cell| bright.contains(&cell.bg)).count()
}

#[test]
fn every_cell_that_can_be_touched_has_the_colour_of_its_value() {
    for id in ids() {
        let mut session = coloured(id);
        assert_eq!(filled(&session), 0, "{id}");
        session.press("v");
        let moves = session.position().moves();
        let mut cells: Vec<usize> = moves
            .iter()
            .flat_map(|mv| mv.touches.iter().map(|way| way[0]))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        // In a terminal of this size a cell has at least three columns.
        assert!(
            filled(&session) >= 3 * cells.len(),
            "{id}\n{}",
            session.text()
        );
        session.press("v");
        assert_eq!(filled(&session), 0, "{id}");
    }
}

#[test]
fn the_best_cells_stand_out() {
    let mut session = coloured("adjacency-block");
    session.press("v");
    let best = bright(&session);
    assert!(
        best > 0 && best < filled(&session),
        "{best}\n{}",
        session.text()
    );
}

#[test]
fn the_cell_under_the_cursor_and_cells_with_a_token_show_their_value() {
    let mut session = Session::board("gridlock", SIZE);
    session.press("v");
    let under = session
        .position()
        .moves()
        .into_iter()
        .find(|mv| mv.text == "3 3");
    assert!(under.is_some(), "the cursor begins there");
    let question = Question::Explanation {
        position: session.position(),
        is_first: false,
    };
    let Finding::Explanation(known) = answer(Request { id: 0, question }).finding else {
        panic!("another finding");
    };
    let value = known
        .analysis
        .moves
        .iter()
        .find(|mv| mv.mv == "3 3")
        .expect("a move")
        .value;
    let shown = format!("X{}", quintet_arena::sign(value));
    session.sees(&shown);

    // In sudden death a token is touched first.
    let moves = "2 15 6 3 25 19 4 8 20 9 14 1 22 12 11 21 23 18 24 13 16 5 10 17 7 15";
    let mut session = Session::board("quad-block", SIZE);
    for mv in moves.split(' ') {
        session.play(mv);
    }
    assert!(
        session.position().text().ends_with(" s"),
        "{:?}",
        session.position()
    );
    session.press("v");
    let question = Question::Explanation {
        position: session.position(),
        is_first: false,
    };
    let Finding::Explanation(known) = answer(Request { id: 0, question }).finding else {
        panic!("another finding");
    };
    let text = session.text();
    let mut moves = known.analysis.moves.iter();
    assert!(moves.any(|mv| quintet_arena::sign(mv.value).len() > 2));
    // Each as a whole, also where there is hardly room.
    for mv in &known.analysis.moves {
        let shown = format!("X{}", quintet_arena::sign(mv.value));
        let is_shown = text.split(['│', '┃', '·', ' ']).any(|word| word == shown);
        assert!(is_shown, "{shown}\n{text}");
    }
}

#[test]
fn values_and_reasons_are_off_again_in_a_new_game() {
    let mut session = coloured("gridlock");
    session.press("vw").sees("Best:").press("g").press("r");
    assert_eq!(filled(&session), 0);
    session.sees("A new game.").sees_no("Best:");
}

#[test]
fn no_values_are_shown_for_the_move_of_a_level() {
    let mut session = Session::between("gridlock", "human", "medium", SIZE);
    session.press("\nv").is_slow = true;
    session.press("\n").sees("thinks");
    let text = session.text();
    assert!(!text.contains(" +") && !text.contains(" -1"), "{text}");
}

/// What is asked of a position, and whether only at first.
fn explanations(session: &Session) -> Vec<bool> {
    let asked = session.unanswered.iter().map(|request| &request.question);
    asked
        .filter_map(|question| match question {
            Question::Explanation { is_first, .. } => Some(*is_first),
            _ => None,
        })
        .collect()
}

#[test]
fn what_is_found_at_once_is_shown_while_the_rest_is_awaited() {
    let mut choices = choices("grid-runner", "human", "human");
    choices.insert("size".to_owned(), "7x7".to_owned());
    let kept = Kept {
        choices,
        ..Kept::default()
    };
    let mut session = Session::new(kept, PLAIN, (100, 32));
    session.press("\n").is_slow = true;
    session.press("wh").sees_beside("Why: ...");
    assert_eq!(explanations(&session), [true]);
    session.answer_all();
    session.sees_beside("P1 to move: unsolved.");
    session.sees_beside("`quintet solve grid-runner --size 7x7 --keep` makes every position known");
    session.sees_no("Hint:");
    assert_eq!(explanations(&session), [false], "the rest is asked for");
}

#[test]
fn where_all_is_known_one_question_is_enough() {
    let mut session = Session::board("grid-runner", SIZE);
    session.is_slow = true;
    session.press("wh");
    assert_eq!(explanations(&session), [true]);
    session.answer_all();
    assert!(explanations(&session).is_empty());
    session.sees_beside("Best:").sees_no("quintet solve");
    session.sees("Hint:");
}
