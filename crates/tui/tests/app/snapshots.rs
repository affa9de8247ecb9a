//! Boards as committed text, several side by side. `SNAPSHOTS=overwrite` updates the files.

use std::iter::repeat;
use std::path::Path;

use quintet_testkit::assert_golden;
use quintet_tui::Look;
use ratatui::style::Color;

use crate::session::{
    ASCII, COLORED, LARGE, PLAIN, SMALL, Session, choosing, choosing_size, games, ids, side_width,
};

#[track_caller]
fn compare(name: &str, drawn: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    assert_golden(&folder.join(name), drawn);
}

/// The board on the screen with the labels above it, without the sidebar.
fn board(session: &Session) -> Vec<String> {
    let side = side_width(session.width()) - if session.width() < 80 { 2 } else { 0 };
    let width = session.width() - side;
    let left = |line: &str| line.chars().chain(repeat(' ')).take(width).collect();
    let lines: Vec<String> = session.text().lines().map(left).collect();
    let is_frame = |line: &String| line.contains(['─', '━', '│', '-', '|']);
    let first = lines.iter().position(is_frame).expect("a board");
    let last = lines.iter().rposition(is_frame).expect("a board");
    // Without labels, the line above is empty or the title of the screen.
    let has_labels = first > 1 && !lines[first - 1].trim().is_empty();
    lines[first - usize::from(has_labels)..=last].to_vec()
}

/// Boards side by side, below a title.
fn row(title: &str, boards: &[Vec<String>]) -> String {
    let mut text = format!("== {title}\n");
    let height = boards.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let empty = |board: &[String]| " ".repeat(board[0].chars().count());
        let part = |board: &Vec<String>| board.get(row).cloned().unwrap_or(empty(board));
        let line: String = boards.iter().map(part).collect();
        text.extend([line.trim_end(), "\n"]);
    }
    text + "\n"
}

/// At the board of a game for two people who have moved at random.
fn played(game: &str, look: Look, size: (u16, u16), moves: usize) -> Session {
    let mut session = Session::with_look(look, choosing(game, "human", "human"), size);
    session.press("⏎").play_randomly(moves, 11);
    session
}

#[test]
fn the_boards_of_every_game_under_way_touched_with_values_and_over() {
    let mut drawn = String::new();
    for id in ids() {
        for size in [SMALL, LARGE] {
            let mut session = played(id, PLAIN, size, 4);
            let under_way = board(&session);
            // The first cell of the best move is touched.
            let touched = board(session.press("i⏎v"));
            let boards = [under_way, touched, board(&played(id, PLAIN, size, 400))];
            // Two large ones have room side by side.
            let shown = if size == SMALL { 0.. } else { 1.. };
            drawn += &row(id, &boards[shown]);
        }
    }
    // In sudden death a token is touched first.
    let mut session = Session::board("quad-block", SMALL);
    for mv in "2 15 6 3 25 19 4 8 20 9 14 1 22 12 11 21 23 18 24 13 16 5 10 17 7 15".split(' ') {
        session.play(mv);
    }
    let boards = ["", "v", "i⏎"].map(|keys| board(session.press(keys)));
    drawn += &row("quad-block, sudden death", &boards);
    compare("boards.txt", &drawn);
}

#[test]
fn every_size_is_drawn_in_the_smallest_terminal_and_in_a_huge_one() {
    let mut drawn = String::new();
    for listing in games() {
        for sizes in listing.sizes.chunks(3) {
            let mut title = listing.id.to_owned();
            let mut boards = Vec::new();
            for size in sizes.iter().map(|variant| variant.size().to_string()) {
                let mut session = Session::new(choosing_size(listing.id, &size), SMALL);
                session.press("⏎").play_randomly(6, 2);
                boards.push(board(session.sees(&size).sees_no("Too small")));
                session.resize(300, 120).sees_no("Too small");
                title.extend([" ", &size]);
            }
            drawn += &row(&title, &boards);
        }
    }
    compare("sizes.txt", &drawn);
}

#[test]
fn an_ascii_look_draws_only_ascii() {
    for (id, size) in ids().flat_map(|id| [(id, SMALL), (id, LARGE)]) {
        let mut session = Session::with_look(ASCII, choosing(id, "human", "human"), size);
        for keys in ["", "⏎", "⏎", "v", "?", "⎋", "i", "w", "R", "R", "e", "?"] {
            let text = session.press(keys).text();
            assert!(text.is_ascii(), "{id}:\n{text}");
        }
    }
    let boards = [SMALL, LARGE].map(|size| board(&played("grid-runner", ASCII, size, 4)));
    let mut session = played("quad-block", ASCII, SMALL, 400);
    let review = format!("== review\n{}", session.press("e").text());
    compare("ascii.txt", &(row("grid-runner", &boards) + &review));
}

#[test]
fn a_plain_look_has_no_colors_and_the_same_text() {
    for id in ids() {
        let [colored, plain] = [COLORED, PLAIN].map(|look| {
            let mut session = played(id, look, LARGE, 4);
            let text = session.press("v").text();
            let mut cells = session.buffer().content().iter();
            let is_plain = cells.all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset);
            (text, is_plain)
        });
        assert_eq!((colored.1, plain.1), (false, true), "{id}");
        assert_eq!(colored.0, plain.0);
    }
}
