//! `quintet replay` into a pipe: all at once. With keys it is in `terminal`.

use std::fs;

use crate::run::{folder, quintet, text_of};

const RECORD: &str = "\
[Game \"adjacency-block\"]
[Size \"6\"]
[Player1 \"Red\"]
[Player2 \"Blue\"]
[Date \"2026-11-15\"]
[Result \"1-0\"]

{before} 1. 3 {a} {b} 1 2. 5 1-0
";

const SHOWN: &str = "\
adjacency-block 6, Red against Blue, 2026-11-15: 1-0

Positions: 1 2 3 4 5 6
Cells:     _ _ _ _ _ _
{before}

1. Player 1: 3
Positions: 1 2 3 4 5 6
Cells:     _ _ X _ _ _
{a}
{b}

2. Player 2: 1
Positions: 1 2 3 4 5 6
Cells:     O _ X _ _ _

3. Player 1: 5
Positions: 1 2 3 4 5 6
Cells:     O _ X _ X _
No legal moves available.
Outcome: Player 2 cannot make a move. Player 1 wins.
";

#[test]
fn a_record_is_shown_move_by_move() {
    let folder = folder();
    fs::write(folder.path().join("game.txt"), RECORD).expect("a file");
    quintet("replay game.txt")
        .within(&folder)
        .run()
        .code(0)
        .stdout(SHOWN)
        .stderr("");
    assert_eq!(text_of(&folder.path().join("game.txt")), RECORD);
}

#[test]
fn a_record_is_read_from_standard_input() {
    quintet("replay -")
        .input(RECORD)
        .run()
        .code(0)
        .stdout(SHOWN)
        .stderr("");
}

#[test]
fn several_records_are_shown_one_after_the_other() {
    quintet("replay -")
        .input(format!("{RECORD}\n{RECORD}"))
        .run()
        .code(0)
        .stdout(&format!("{SHOWN}\n{SHOWN}"));
}

#[test]
fn the_ending_says_how_a_game_was_left() {
    for (termination, result, ending) in [
        (
            "resigned",
            "0-1",
            "Player 1 (X) resigns. Player 2 (O) wins the game!",
        ),
        ("abandoned", "*", "The game is unfinished."),
        (
            "ply limit",
            "*",
            "The game is unfinished: it was stopped at its ply limit.",
        ),
    ] {
        let record = format!(
            "[Game \"gridlock\"]\n[Termination \"{termination}\"]\n\n1. 2-2 3-3 {result}\n"
        );
        let ran = quintet("replay -").input(record).run().code(0);
        assert_eq!(ran.last_line(), ending);
    }
}

#[test]
fn player_2_may_have_begun() {
    quintet("replay -")
        .input("[Game \"gridlock\"]\n[Start \"..../..../..../.... 2\"]\n\n1. 2-2 3-3 *\n")
        .run()
        .code(0)
        .says("1. Player 2 (O): 2 2\n")
        .says("2. Player 1 (X): 3 3\n");
}

#[test]
fn what_play_records_can_be_replayed() {
    let folder = folder();
    for game in quintet_catalogue::catalogue() {
        let arguments = format!(
            "play {} --p1 random --p2 random --seed 1 --record game.txt --force",
            game.id
        );
        let played = quintet(&arguments).within(&folder).run();
        let last = played.last_line();
        let shown = quintet("replay game.txt")
            .within(&folder)
            .run()
            .code(0)
            .stderr("");
        assert_eq!(shown.last_line(), last, "{}", game.id);
    }
}

#[test]
fn a_fault_is_told_with_file_line_and_ply() {
    let folder = folder();
    fs::write(
        folder.path().join("game.txt"),
        RECORD.replace(" 1 2. 5", " 2 2. 5"),
    )
    .expect("a file");
    quintet("replay game.txt").within(&folder).run().code(2).stdout("").stderr(
        "quintet: game.txt: line 8, ply 2: 2 is not played: Invalid move. You cannot place next to your \
         opponent's token.\n",
    );
    quintet("replay -")
        .input(RECORD.replace("3 {a}", "x {a}"))
        .run()
        .code(2)
        .stdout("")
        .complains("quintet: -: line 8, ply 1: x is not played: Invalid move.");
}

#[test]
fn what_is_no_record_is_refused() {
    quintet("replay -")
        .run()
        .code(2)
        .stdout("")
        .complains("line 1: found nothing; wanted a record");
    quintet("replay -")
        .input(b"[Game \"\xff\"]")
        .run()
        .code(2)
        .stdout("")
        .complains("- is not a record: it is no text in UTF-8");
    let folder = folder();
    for file in ["missing.txt", "."] {
        quintet(&format!("replay {file}"))
            .within(&folder)
            .run()
            .code(2)
            .stdout("")
            .complains(&format!("quintet: {file} cannot be read: "));
    }
}

#[test]
fn nothing_in_a_record_reaches_the_terminal_raw() {
    let record = "[Game \"gridlock\"]\n[Player1 \"\u{1b}[2J\"]\n[Player2 \"\u{7}\"]\n\n1. 2-2 {\u{1b}]0;x\u{7}} *\n";
    let ran = quintet("replay -").input(record).run().code(0);
    let is_unsafe = |char: char| char.is_control() && char != '\n';
    assert!(!ran.stdout.contains(is_unsafe), "{:?}", ran.stdout);
}

#[test]
fn a_comment_of_several_lines_is_shown_in_several_lines() {
    quintet("replay -")
        .input("[Game \"gridlock\"]\n\n1. 2-2 {one\r\n two} *\n")
        .run()
        .code(0)
        .says("\n{one\ntwo}\n");
}

#[test]
fn a_file_without_end_is_refused_after_as_much_as_a_record_may_have() {
    for command in ["replay", "review", "play --from"] {
        quintet(&format!("{command} /dev/zero"))
            .run()
            .refuses("quintet: /dev/zero is not a record: it is longer than 4 MiB, which is the most that is read\n");
    }
}

#[test]
fn a_day_that_does_not_exist_and_a_wrong_number_are_refused() {
    quintet("replay -")
        .input(RECORD.replace("2026-11-15", "2026-02-29"))
        .run()
        .refuses(
            "quintet: -: line 5: Date is '2026-02-29'; wanted a day such as 2026-11-15, or ?\n",
        );
    quintet("replay -")
        .input(RECORD.replace("2. 5", "3. 5"))
        .run()
        .refuses("quintet: -: line 8, ply 3: move number 3 stands where 2 is due\n");
}
