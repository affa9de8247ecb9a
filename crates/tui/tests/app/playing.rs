//! A game at the board.

use crossterm::event::KeyCode::{End, Home};
use crossterm::event::MouseEventKind;
use quintet_arena::Dice;

use crate::session::{LARGE, SMALL, Session, USUAL, games, ids};

#[test]
fn every_game_is_played_to_its_end_by_touching_cells_alone() {
    for id in ids() {
        let mut session = Session::board(id, USUAL);
        let mut dice = Dice::new(1, 0);
        for plies in 0..400 {
            let position = session.position();
            let Some(mv) = position.random_move(&mut dice) else {
                break;
            };
            let moves = position.moves();
            let listed = moves.iter().find(|listed| listed.text == mv);
            let ways = &listed.expect("a legal move").touches;
            session.touch(&ways[plies % ways.len()]);
            assert_eq!(session.moves().len(), plies + 1);
        }
        assert!(session.position().outcome().is_some(), "{}", session.text());
        session.shows("e", "Review of");
    }
}

#[test]
fn the_mouse_points_and_clicks() {
    let mut session = Session::board("gridlock", USUAL);
    let (x, y) = session.find("1  │");
    let cell = (x + 7, y);
    session.mouse(MouseEventKind::Moved, cell);
    session.sees("1 1 enter plays it");
    assert!(session.moves().is_empty());
    session.click(cell);
    assert_eq!(session.moves(), ["1 1"]);
    session.click(cell).sees("Invalid move.");
    session.click((0, 0)).click((79, 23));
    assert_eq!(session.moves(), ["1 1"]);
    let quad = session.press("q").find("Quad Block");
    session.click(quad).shows("r", "The rules of Quad Block");
}

#[test]
fn a_hint_leads_through_a_move_of_two_parts() {
    let mut session = Session::board("matrix-isolation", USUAL);
    let moves = session.position().moves();
    let start = session.position();
    let hint = session.shows("i\n", ">").press("i").text();
    let played = session.press("\n").moves().remove(0);
    let is_hinted = hint.contains(&format!("Hint: {}", start.name_move(&played)));
    assert!(is_hinted, "{played}\n{hint}");
    // A cell that was picked for another move is put back.
    let mut session = Session::board("matrix-isolation", USUAL);
    let first = |mv: &str| {
        moves
            .iter()
            .find(|listed| listed.text == mv)
            .map(|mv| mv.touches[0][0])
    };
    let mut cells = moves.iter().map(|mv| mv.touches[0][0]);
    let other = cells.find(|cell| Some(*cell) != first(&played));
    session.touch(&[other.expect("the piece can go elsewhere")]);
    session.press("i\ni\n");
    assert_eq!(session.moves(), [played]);
}

#[test]
fn the_board_stays_in_place_while_a_move_is_made_and_when_the_game_ends() {
    for id in ids() {
        for size in [SMALL, USUAL, LARGE] {
            let mut session = Session::board(id, size);
            session.play_randomly(2, 3);
            // The first line of the frame, or the first row of cells where there is none.
            let frame = |session: &Session| {
                let text = session.text();
                let is_frame = |line: &str| line.contains(['┌', '┏', '│', '┃', '[']);
                let is_lined = text.contains(['├', '┤', '┠', '┨', '┣', '┫']);
                (text.lines().position(is_frame), is_lined)
            };
            let before = frame(&session);
            let cell = session.position().moves()[0].touches[0][0];
            session.go_to(cell);
            assert_eq!(frame(&session), before, "{id} {size:?}\n{}", session.text());
            session.press("\n");
            assert_eq!(frame(&session), before, "{id} {size:?}\n{}", session.text());
            session.press("⎋").play_randomly(400, 3);
            let left = session.position().instructions().left;
            for left in [left.one, left.two].into_iter().flatten() {
                session.sees_in_sidebar(&left);
            }
            assert_eq!(frame(&session), before, "{id} {size:?}\n{}", session.text());
        }
    }
}

#[test]
fn no_line_is_broken_inside_a_move() {
    for id in ["matrix-isolation", "grid-runner", "gridlock"] {
        let mut session = Session::board(id, (60, 40));
        let text = session.press("w").text();
        let (column, row) = session.find("Best:");
        let beside = |line: &str| line.chars().skip(column.into()).collect::<String>();
        let lines = text.lines().skip(row.into()).map(beside);
        let best: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        let (_, broken) = best.split_last().expect("a best line");
        assert!(!broken.is_empty(), "{id}: longer than a line\n{text}");
        for line in broken {
            assert!(line.ends_with(','), "{id}: {line}\n{text}");
        }
    }
}

#[test]
fn home_shows_every_description_in_full() {
    for listing in games() {
        for size in [SMALL, USUAL, (120, 40)] {
            let text = Session::home(listing.id, size).text();
            // In the panel beside the list of games.
            let left = if size == SMALL { 30 } else { 33 };
            let part = |line: &str| {
                let beside = line.chars().skip(left);
                beside.take_while(|char| *char != '│').collect()
            };
            let panel: Vec<String> = text.lines().map(part).collect();
            let words: Vec<_> = panel
                .iter()
                .flat_map(|line| line.split_whitespace())
                .collect();
            assert!(
                words.join(" ").contains(listing.summary),
                "{size:?}\n{text}"
            );
        }
    }
}

#[test]
fn an_illegal_cell_says_why_in_the_sentence_of_the_game() {
    for id in ids() {
        let mut session = Session::board(id, USUAL);
        let position = session.play_randomly(3, 9).position();
        let cells = 0..position.scene().cells.len();
        let mut illegal =
            cells.filter_map(|cell| Some((cell, position.why_not(&[cell])?.sentence)));
        let (cell, why) = illegal.next().expect("some cell is illegal");
        session.go_to(cell).sees_no("Invalid").shows("\n", &why);
        assert_eq!(session.moves().len(), 3);
    }
}

#[test]
fn undo_and_redo_go_through_the_whole_game_and_play_goes_on_from_anywhere() {
    for id in ids() {
        let mut session = Session::board(id, USUAL);
        let all = session.play_randomly(6, 4).moves();
        assert!(session.press("uuuuuu").moves().is_empty(), "{id}");
        assert_eq!(session.press("yyyyyy").moves(), all, "{id}");
        assert!(session.key(Home).moves().is_empty(), "{id}");
        assert_eq!(session.key(End).moves(), all, "{id}");
        session.press("uuuu").play_randomly(1, 8);
        assert_eq!(session.moves().len(), 3, "{id}");
        assert_eq!(session.press("y").moves().len(), 3, "{id}: no redo");
    }
}

#[test]
fn two_levels_are_watched_stopped_and_stepped_through() {
    let mut session = Session::between("gridlock", "hard", "perfect", USUAL);
    let plies = session.shows("\n", "has won").moves().len();
    assert_eq!(session.press("uu").moves().len(), plies - 2);
    assert_eq!(session.press("y").moves().len(), plies - 1);
    session.shows("u\n", "has won");
}

#[test]
fn the_cursor_starts_on_the_piece_of_the_player_to_move() {
    let mut session = Session::board("matrix-isolation", USUAL);
    let places = |session: &Session| {
        let scene = session.position().scene();
        let cursor = session.find("┏");
        let pieces = ["P1", "P2"].map(|piece| {
            scene
                .cells
                .iter()
                .position(|cell| cell.token.is_some_and(|token| token.text == piece))
        });
        (cursor, pieces)
    };
    let (first, pieces) = places(&session);
    session.go_to(pieces[0].expect("a piece"));
    assert_eq!(session.find("┏"), first);
    session.play("1 2 1 1");
    let (second, pieces) = places(&session);
    session.go_to(pieces[1].expect("a piece"));
    assert_eq!(session.find("┏"), second);
}

#[test]
fn resigning_asks_and_any_other_key_declines() {
    let mut session = Session::board("gridlock", USUAL);
    session
        .press("i\n")
        .shows("R", "Press R again to resign this game.");
    session.shows("lR", "Press R again").shows("R", "resigns");
}

#[test]
fn a_click_on_the_help_bar_is_a_key() {
    let mut session = Session::board("gridlock", USUAL);
    let place = session.find("v values");
    session.click(place).sees("★");
    let place = session.find("why");
    session.click(place).sees("Best:");
    let place = session.find("? help");
    session.click(place).sees("suspend the app");
    let place = session.find("close");
    session.click(place).sees("to move");
}

#[test]
fn a_click_on_a_move_goes_there_and_the_rest_can_be_played_again() {
    let mut session = Session::board("gridlock", USUAL);
    let all = session.play_randomly(5, 4).moves();
    // The columns belong to the players.
    session.sees("Player 1 Player 2");
    let first = session.find(&format!("1. {}", all[0]));
    session.click((first.0 + 3, first.1));
    assert_eq!(session.moves(), all[..1]);
    let last = session.find(&format!("3. {}", all[4]));
    session.click((last.0 + 3, last.1));
    assert_eq!(session.moves(), all);
    // A level waits there.
    let mut session = Session::between("gridlock", "human", "easy", USUAL);
    session.press("\n\n");
    let first = session.find("1. 3 3");
    session.click((first.0 + 3, first.1)).sees("enter continue");
    assert_eq!(session.moves(), ["3 3"]);
    session.press("\n");
    assert_eq!(session.moves().len(), 2);
}

#[test]
fn the_app_starts_at_a_position() {
    let mut sizes = crate::session::listing("gridlock").sizes.iter();
    let position = sizes.find_map(|size| size.position("X../.../... 2").ok());
    let position = position.expect("a size of 3x3");
    let mut session = Session::between("quad-block", "human", "easy", USUAL);
    session.restart(|app| app.starting_at(position));
    session.sees("Gridlock 3x3 Player 1 (X) to move");
    assert_eq!(session.moves().len(), 1, "the level was to move");
    session.shows("q", "Gridlock 3x3");
}
