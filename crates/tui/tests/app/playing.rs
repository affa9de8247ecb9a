//! A game at the board.

use crossterm::event::MouseEventKind;
use quintet_arena::Dice;
use quintet_tui::Event;

use crate::session::{Session, answer, ids};

const SIZE: (u16, u16) = (80, 24);

#[test]
fn a_game_is_begun_with_one_key_and_played_with_arrows() {
    let mut session = Session::between("gridlock", "human", "medium", SIZE);
    session.press("\n").sees("Player 1 (X) to move");
    session.press("\n").sees("Player 2 (O) plays");
    assert_eq!(session.record().plies().len(), 2);
}

#[test]
fn every_game_is_played_to_its_end_by_touching_cells_alone() {
    for id in ids() {
        let mut session = Session::board(id, SIZE);
        let mut dice = Dice::new(1, 0);
        for _ in 0..400 {
            let position = session.position();
            let Some(mv) = position.random_move(&mut dice) else {
                break;
            };
            let plies = session.record().plies().len();
            let listed = position
                .moves()
                .into_iter()
                .find(|listed| listed.text == mv);
            let ways = listed.expect("a legal move").touches;
            for cell in &ways[plies % ways.len()] {
                session.go_to(*cell);
                session.press("\n");
            }
            assert_eq!(session.record().plies().len(), plies + 1);
        }
        assert!(session.position().outcome().is_some(), "{}", session.text());
        session.press("e").sees("Review of");
    }
}

#[test]
fn the_mouse_points_and_clicks() {
    let mut session = Session::board("gridlock", SIZE);
    let (x, y) = session.find("1  │");
    let cell = (x + 7, y);
    session
        .mouse(MouseEventKind::Moved, cell)
        .sees("1 1 enter plays it");
    assert!(session.record().plies().is_empty());
    session.click(cell);
    assert_eq!(session.record().plies()[0].mv, "1 1");
    session.click(cell).sees("Invalid move.");
    session.click((0, 0)).click((79, 23));
    assert_eq!(session.record().plies().len(), 1);
    session.press("q");
    let quad = session.find("Quad Block");
    session
        .click(quad)
        .press("r")
        .sees("The rules of Quad Block");
}

#[test]
fn a_move_of_two_parts_is_led_step_by_step_and_a_step_taken_back() {
    let mut session = Session::board("matrix-isolation", SIZE);
    session.go_to(1);
    session.sees("then one of").press("\n");
    assert!(session.record().plies().is_empty());
    session
        .sees(">")
        .press("\x1b")
        .sees("then one of")
        .press("\n");
    session.go_to(0);
    session.sees("enter plays it").press("\n");
    assert_eq!(session.record().plies()[0].mv, "1 2 1 1");
}

#[test]
fn a_move_is_touched_in_any_order_and_the_cursor_goes_to_the_only_cell_that_can_follow() {
    let guest = ids()
        .last()
        .expect("a guest that covers two cells at a time");
    let mut session = Session::board(guest, SIZE);
    session.go_to(5);
    session
        .press("\n")
        .sees("Now choose the cell above or below it.");
    session.press("↑\n");
    assert_eq!(session.record().plies()[0].mv, "B1 B2");
    session.go_to(15);
    session
        .sees("D4 then C4")
        .press("\n")
        .sees("C4 D4 enter plays it");
    session.press("\x1b").sees("D4 then C4").press("\n\n");
    assert_eq!(session.record().plies()[1].mv, "C4 D4");
}

#[test]
fn a_hint_leads_through_a_move_of_two_parts() {
    let mut session = Session::board("matrix-isolation", SIZE);
    let start = session.position();
    session.press("i\n").sees(">").press("i");
    let hint = session.text();
    session.press("\n");
    let played = session.record().plies()[0].mv.clone();
    assert!(
        hint.contains(&format!("Hint: {played}")),
        "{played}\n{hint}"
    );
    // What was picked for another move is put back.
    let mut session = Session::board("matrix-isolation", SIZE);
    let hinted = start
        .moves()
        .into_iter()
        .find(|mv| mv.text == played)
        .expect("legal");
    let others = start.moves().into_iter().flat_map(|mv| mv.touches);
    let other = others
        .map(|way| way[0])
        .find(|cell| *cell != hinted.touches[0][0]);
    session.go_to(other.expect("the piece can go elsewhere"));
    session.press("\ni\n").press("i\n");
    assert_eq!(session.record().plies()[0].mv, played);
}

#[test]
fn the_board_stays_the_same_while_a_move_is_made() {
    for id in ids() {
        for size in [(60, 20), (80, 24), (100, 32)] {
            let mut session = Session::board(id, size);
            session.play_randomly(2, 3);
            // The first line of the frame, or the first row of cells where there is none.
            let frame = |session: &Session| {
                let text = session.text();
                let line = text
                    .lines()
                    .position(|line| line.contains(['┌', '┏', '│', '┃', '[']));
                let lines = text.matches(['├', '┤', '┠', '┨', '┣', '┫']).count() > 0;
                (line, lines)
            };
            let before = frame(&session);
            let cell = session.position().moves()[0].touches[0][0];
            session.go_to(cell);
            assert_eq!(frame(&session), before, "{id} {size:?}\n{}", session.text());
            session.press("\n");
            assert_eq!(frame(&session), before, "{id} {size:?}\n{}", session.text());
        }
    }
}

#[test]
fn no_line_is_broken_inside_a_move() {
    for id in ["matrix-isolation", "grid-runner", "gridlock"] {
        let mut session = Session::board(id, (60, 40));
        session.press("w");
        let (column, row) = session.find("Best:");
        let text = session.text();
        let beside = |line: &str| line.chars().skip(column.into()).collect::<String>();
        let lines = text.lines().skip(row.into()).map(beside);
        let best: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        assert!(best.len() > 1, "{id}: it is longer than a line\n{text}");
        for line in &best[..best.len() - 1] {
            assert!(line.ends_with(','), "{id}: {line}\n{text}");
        }
    }
}

#[test]
fn home_cuts_no_description() {
    for listing in crate::games() {
        for size in [(60, 20), (80, 24), (120, 40)] {
            let text = Session::home(listing.id, size).text();
            // Behind the names of the games.
            let beside = text
                .lines()
                .map(|line| line.chars().skip(20).collect::<String>());
            let words: Vec<String> = beside
                .flat_map(|line| {
                    line.split_whitespace()
                        .map(str::to_owned)
                        .collect::<Vec<_>>()
                })
                .collect();
            let words = words.join(" ");
            assert!(words.contains(listing.summary), "{size:?}\n{text}");
        }
    }
}

#[test]
fn no_line_is_drawn_between_cells_that_are_one_body() {
    let guest = ids()
        .last()
        .expect("a guest that covers two cells at a time");
    let mut session = Session::board(guest, (60, 24));
    session.play("b1 b2").play("c3 d3").press("g");
    let lines = [
        "┌─────┬─────┬─────┬─────┐",
        "│     │  V  │     │     │",
        "├─────┤     ├─────┼─────┤",
        "│     │  V  │     │     │",
        "├─────┼─────┼─────┴─────┤",
        "│     │     │( H ) ( H )│",
        "├─────┼─────┼─────┬─────┤",
    ];
    for line in lines {
        session.sees(line);
    }
}

#[test]
fn the_cells_that_decided_a_game_are_marked_at_its_end() {
    for id in ids() {
        let mut session = Session::board(id, SIZE);
        let marks = |session: &Session| session.text().matches('*').count();
        session.play_randomly(3, 11);
        assert_eq!(marks(&session), 0);
        session.play_randomly(400, 11);
        assert_eq!(marks(&session), 2 * session.position().winning().len());
    }
}

#[test]
fn runner_or_barrier_is_told_by_the_cell_and_what_is_left_is_shown() {
    let mut session = Session::board("grid-runner", SIZE);
    session.sees("You have 3 of 3").sees("barriers left.");
    session.go_to(1);
    session.sees("MOVE B1 enter plays it");
    session.go_to(7);
    session.sees("BARRIER C2 enter plays it").press("\n");
    session.play("move e4").sees("You have 2 of 3");
}

#[test]
fn an_illegal_cell_says_why_in_the_sentence_of_the_game() {
    for id in ids() {
        let mut session = Session::board(id, SIZE);
        session.play_randomly(3, 9);
        let position = session.position();
        let cells = position.scene().cells.len();
        let illegal = (0..cells).find_map(|cell| Some((cell, position.why_not(&[cell])?)));
        let Some((cell, why)) = illegal else {
            panic!("every cell is legal in {position:?}");
        };
        if position.scene().rows > 1 {
            session.go_to(cell);
            session.sees_no("Invalid").press("\n").sees(&why);
            assert_eq!(session.record().plies().len(), 3);
        }
    }
}

#[test]
fn typing_takes_the_text_of_the_book_and_says_what_is_wrong_with_another() {
    let mut session = Session::board("grid-runner", SIZE);
    session.press("move b1\n");
    assert_eq!(session.record().plies()[0].mv, "MOVE B1");
    session.press(":move z9\n").sees("Invalid");
    assert_eq!(session.record().plies().len(), 1);
    session.press("b").press("\x1b").sees_no("Your move:");
    let mut session = Session::board("gridlock", SIZE);
    session.press("2 2\n");
    assert_eq!(session.record().plies()[0].mv, "2 2");
}

#[test]
fn undo_and_redo_go_through_the_whole_game_and_play_goes_on_from_anywhere() {
    for id in ids() {
        let mut session = Session::board(id, SIZE);
        session.play_randomly(6, 4);
        let whole = session.record().to_string();
        session.press("uuuuuu");
        assert!(session.record().plies().is_empty());
        session.press("yyyyyy");
        assert_eq!(session.record().to_string(), whole);
        session.press("uuuu").play_randomly(1, 8);
        assert_eq!(session.record().plies().len(), 3);
        session.press("y");
        assert_eq!(
            session.record().plies().len(),
            3,
            "what was taken back is gone"
        );
    }
}

#[test]
fn home_and_end_go_to_the_first_and_the_last_move() {
    use crossterm::event::KeyCode::{End, Home};
    for id in ids() {
        let mut session = Session::between(id, "human", "easy", SIZE);
        session.press("\n").play_randomly(2, 5);
        let end = session.position().text();
        let moves = session.record().plies().len();
        session.key(Home);
        assert_eq!(session.record().plies().len(), 0, "{id}");
        session.key(End);
        assert_eq!(session.record().plies().len(), moves, "{id}");
        assert_eq!(session.position().text(), end, "{id}");
    }
}

#[test]
fn undo_against_a_level_takes_back_to_the_own_decision() {
    let mut session = Session::between("gridlock", "human", "perfect", SIZE);
    session.press("\n").play("2 2");
    assert_eq!(session.record().plies().len(), 2);
    session.press("u");
    assert!(session.record().plies().is_empty());
    session.press("y");
    assert_eq!(session.record().plies().len(), 2);
}

#[test]
fn the_truth_is_shown_on_demand_alone() {
    for id in ids() {
        let mut session = Session::between(id, "human", "easy", SIZE);
        session.press("\n");
        let plain = session.text();
        session.press("v");
        let shown = session.text();
        assert_ne!(shown, plain);
        assert!(shown.contains('+') || shown.contains('-') || shown.contains('='));
        session.press("v");
        assert_eq!(session.text(), plain);
        session.press("w").sees("to move").sees("Best:");
        session.press("w");
        assert_eq!(session.text(), plain);
        session.press("i").sees("Hint:");
    }
}

#[test]
fn giving_up_ends_the_game_counts_it_and_can_be_taken_back() {
    let mut session = Session::board("gridlock", SIZE);
    session.play("2 2").press("g").sees("resigns").sees("1 won");
    session.press("u").sees("to move").sees_no("won");
    session
        .press("gr")
        .sees("Player 2 (O) to move")
        .sees("1 won");
    session.press("g").sees("Player 1 (X) has won");
}

#[test]
fn sides_are_swapped_and_the_level_moves() {
    let mut session = Session::between("gridlock", "human", "easy", SIZE);
    session.press("\nx").sees("Player 2 (O) you");
    assert_eq!(session.record().plies().len(), 1, "the level began");
}

#[test]
fn keys_answer_while_the_opponent_thinks_and_it_can_be_stopped() {
    let mut session = Session::between("quad-block", "human", "perfect", SIZE);
    session.is_slow = true;
    session.press("\n").play("13").sees("Player 2 thinks");
    session.app.set_share(0.41);
    session.press("?\x1b").sees("41 % done");
    session.press("\x1b").sees("Stopped.").sees("go on");
    session.press("\n").sees("Player 2 thinks");
    session.press("u").sees("Player 1 to move");
    assert!(session.record().plies().is_empty());
    // Answers that come too late change nothing.
    for request in std::mem::take(&mut session.unanswered) {
        session.app.update(Event::Answer(Box::new(answer(request))));
    }
    session.settle();
    assert!(session.record().plies().is_empty());
}

#[test]
fn two_levels_are_watched_stopped_and_stepped_through() {
    let mut session = Session::between("gridlock", "hard", "perfect", SIZE);
    session.press("\n").sees("has won");
    let plies = session.record().plies().len();
    session.press("uu");
    assert_eq!(session.record().plies().len(), plies - 2);
    session.press("y");
    assert_eq!(session.record().plies().len(), plies - 1);
    session.press("u\n").sees("has won");
}
