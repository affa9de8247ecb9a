//! The values of moves on the board: the color of a cell with a small number.

use std::collections::BTreeSet;

use crossterm::event::MouseEventKind;
use quintet_games::MarkKind;
use quintet_tui::RequestBody;
use ratatui::style::{Color, Modifier};

use crate::session::{COLORED, LARGE, Session, USUAL, choosing, choosing_size, ids};

/// With colors, at the board of a new game for two people.
fn colored(game: &str) -> Session {
    colored_at(game, USUAL)
}

fn colored_at(game: &str, size: (u16, u16)) -> Session {
    let mut session = Session::with_look(COLORED, choosing(game, "human", "human"), size);
    session.press("\n");
    session
}

/// The number of columns with a colored background.
fn filled(session: &Session) -> usize {
    let cells = session.buffer().content().iter();
    cells.filter(|cell| cell.bg != Color::Reset).count()
}

/// The number of runs of underlined columns.
fn best(session: &Session) -> usize {
    let cells = session.buffer().content();
    let runs = cells.chunk_by(|one, other| one.modifier == other.modifier);
    runs.filter(|run| run[0].modifier.contains(Modifier::UNDERLINED))
        .count()
}

#[test]
fn values_color_every_cell_that_can_be_touched_and_help_comes_only_on_demand() {
    for id in ids() {
        let mut session = colored(id);
        let plain = session.text();
        assert_eq!(filled(&session), 0, "{id}");
        session.press("v");
        let moves = session.position().moves();
        let ways = moves.iter().flat_map(|mv| &mv.touches);
        let cells: BTreeSet<usize> = ways.map(|way| way[0]).collect();
        // In a terminal of this size a cell has at least three columns.
        let (filled_cells, text) = (filled(&session) / 3, session.text());
        assert!(filled_cells >= cells.len(), "{id}\n{text}");
        assert!(text.contains(['+', '-', '=']), "{id}\n{text}");
        assert!(
            best(&session) <= 3,
            "{id}: one cell of up to three lines\n{text}"
        );
        if id == "adjacency-block" {
            assert_ne!(best(&session), 0, "{text}");
        }
        session.press("v");
        assert_eq!(filled(&session), 0, "{id}");
        assert_eq!(session.text(), plain, "{id}");
        session.shows("w", "to move").sees("Best:").press("w");
        assert_eq!(session.text(), plain, "{id}");
        session.shows("i", "Hint:");
    }
}

#[test]
fn values_and_reasons_are_off_again_in_a_new_game() {
    let mut session = colored("gridlock");
    session.shows("vw", "Best:").shows("RRr", "A new game.");
    session.sees_no("Best:");
    assert_eq!(filled(&session), 0);
}

/// For each explanation that the app has asked for, whether a first look is enough.
fn explanations(session: &Session) -> Vec<bool> {
    let asked = session.unanswered.iter().map(|request| &request.body);
    let is_first = |body: &RequestBody| match body {
        RequestBody::Explanation { is_first, .. } => Some(*is_first),
        _ => None,
    };
    asked.filter_map(is_first).collect()
}

#[test]
fn a_first_look_is_shown_while_the_rest_is_computed() {
    let mut session = Session::new(choosing_size("grid-runner", "7x7"), LARGE);
    session.press("\n").is_slow = true;
    session.press("wi").sees_in_sidebar("Analyzing...");
    assert_eq!(explanations(&session), [true]);
    session
        .answer_all()
        .sees_in_sidebar("P1 to move: unsolved.");
    session.sees_in_sidebar("`quintet solve grid-runner --size 7x7 --keep` solves this size");
    session.sees_no("Hint:");
    assert_eq!(explanations(&session), [false], "the app asks for the rest");
}

#[test]
fn one_question_is_enough_for_a_solved_game() {
    let mut session = Session::board("grid-runner", USUAL);
    session.is_slow = true;
    session.press("wi");
    assert_eq!(explanations(&session), [true]);
    session.answer_all().sees_in_sidebar("Best:").sees("Hint:");
    session.sees_no("quintet solve");
    assert!(explanations(&session).is_empty());
}

#[test]
fn reasons_are_drawn_on_the_board_one_by_one_and_can_be_read_in_full() {
    for id in ids() {
        let mut session = colored_at(id, (60, 20));
        session.play_randomly(3, 5).press("w");
        let explained = crate::session::explained(session.position());
        let mut drawn = BTreeSet::new();
        let mut seen = String::new();
        for claim in &explained.claims {
            // The signs of the picture are named.
            if claim.marks.iter().any(|mark| mark.kind == MarkKind::Threat) {
                session.resize(120, 60).sees_in_sidebar("⊕ threat");
                session.resize(60, 20);
            }
            if !claim.marks.is_empty() {
                drawn.insert(format!("{:?}", session.buffer().content()));
            }
            session.press("\t");
        }
        let pictures = explained
            .claims
            .iter()
            .filter(|claim| !claim.marks.is_empty());
        assert_eq!(
            drawn.len(),
            pictures.count(),
            "{id}: {:?}",
            explained.claims
        );
        // Scrolled line by line, the panel shows all sentences.
        for _ in 0..40 {
            session.mouse(MouseEventKind::ScrollDown, (50, 5));
            seen += &session.text();
        }
        for claim in &explained.claims {
            let last = claim.sentence.split(' ').next_back().expect("words");
            assert!(seen.contains(last), "{id}: {}\n{seen}", claim.sentence);
        }
    }
}
