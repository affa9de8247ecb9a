//! What can be entered besides moves.

use quintet_testkit::books::drawing;

use crate::run::{folder, names_in, quintet, record_in};

const ASKED_1: &str = "Player 1 ('X'), enter position to place your token: ";
const ASKED_2: &str = "Player 2 ('O'), enter position to place your token: ";
const EMPTY: &str = "Positions: 1 2 3 4 5 6\nCells:     _ _ _ _ _ _\n";

#[test]
fn help_says_how_to_move_and_what_else_can_be_entered() {
    quintet("play adjacency-block --size 6")
        .input("help\n")
        .run()
        .code(1)
        .stdout(&format!(
            "{EMPTY}{ASKED_1}help
Enter a position from 1 to 6, such as 5.
Or enter:
  help, ?       show this
  board         show the board again
  moves         list the legal moves
  hint          name a best move if one is known, and why it is one
  undo          take back your last move, and the answer of an opponent that is not human
  save FILE     save the record so far; quintet play --from FILE continues it
  resign        give the game up
  quit, q, exit leave; the game stays unfinished
{ASKED_1}
The input has ended. The game is unfinished.
"
        ));
}

#[test]
fn board_shows_the_grid_again() {
    quintet("play adjacency-block --size 6")
        .input("3\nboard\n")
        .run()
        .code(1)
        .says(&format!(
            "{ASKED_2}board\nPositions: 1 2 3 4 5 6\nCells:     _ _ X _ _ _\n{ASKED_2}"
        ));
}

#[test]
fn moves_lists_the_legal_moves_in_lines_that_fit() {
    quintet("play adjacency-block --size 6")
        .input("3\nmoves\n")
        .run()
        .code(1)
        .says(&format!(
            "{ASKED_2}moves\nLegal moves: 3\n  1, 5, 6\n{ASKED_2}"
        ));
    let ran = quintet("play matrix-isolation --size 6x6")
        .input("moves\n")
        .run()
        .code(1);
    let ran = ran.says("\nLegal moves: 68\n  1 2 1 1, ");
    assert!(
        ran.stdout.lines().all(|line| line.len() <= 80),
        "{}",
        ran.stdout
    );
}

#[test]
fn commands_are_read_in_any_case_between_spaces() {
    quintet("play adjacency-block --size 6")
        .input("  BoArD \t\nMOVES\n")
        .run()
        .code(1)
        .says(&format!("board \\t\n{EMPTY}").replace("board", "  BoArD"))
        .says("\nLegal moves: 6\n");
}

#[test]
fn a_command_with_too_much_or_too_little_says_how_it_is_used() {
    quintet("play gridlock")
        .input("save\nundo 2\nquit now\n2 2\n")
        .run()
        .code(1)
        .says(": save\nEnter save FILE.\n")
        .says(": undo 2\nEnter undo.\n")
        .says(": quit now\nEnter quit.\n")
        .says("You placed an 'X' at position (2,2).\n");
}

#[test]
fn undo_between_two_people_takes_back_one_move() {
    quintet("play adjacency-block --size 6")
        .input("undo\n3\n5\nundo\nundo\nundo\n")
        .run()
        .code(1)
        .stdout(&format!(
            "{EMPTY}{ASKED_1}undo
There is no move of yours to take back.
{ASKED_1}3

Positions: 1 2 3 4 5 6
Cells:     _ _ X _ _ _
{ASKED_2}5

Positions: 1 2 3 4 5 6
Cells:     _ _ X _ O _
{ASKED_1}undo
Taken back: 1 move.

Positions: 1 2 3 4 5 6
Cells:     _ _ X _ _ _
{ASKED_2}undo
Taken back: 1 move.

{EMPTY}{ASKED_1}undo
There is no move of yours to take back.
{ASKED_1}
The input has ended. The game is unfinished.
"
        ));
}

#[test]
fn undo_against_another_takes_back_both_half_moves() {
    let ran = quintet("play adjacency-block --p2 random --seed 7")
        .input("5\nundo\n")
        .run()
        .code(1);
    let empty = drawing("adjacency-block", "start");
    ran.says("\nPlayer 2 plays 9 (random).\n").says(&format!(
        "{ASKED_1}undo\nTaken back: 2 moves.\n\n{empty}\n{ASKED_1}"
    ));
}

#[test]
fn undo_finds_nothing_when_only_the_other_has_moved() {
    quintet("play adjacency-block --p1 random --seed 7")
        .input("undo\n")
        .run()
        .code(1)
        .says(&format!(
            "{ASKED_2}undo\nThere is no move of yours to take back.\n{ASKED_2}"
        ));
}

#[test]
fn a_move_that_was_taken_back_is_not_in_the_record() {
    let folder = folder();
    quintet("play gridlock --record game.txt")
        .within(&folder)
        .input("2 2\n3 3\nundo\n4 4\n")
        .run()
        .code(1);
    let record = record_in(&folder.path().join("game.txt"));
    assert!(record.ends_with("\n1. 2-2 4-4 *\n"), "{record}");
}

#[test]
fn save_writes_the_record_so_far_and_the_game_goes_on() {
    let folder = folder();
    quintet("play gridlock")
        .within(&folder)
        .input("2 2\nsave my game.txt\n3 3\n")
        .run()
        .code(1)
        .says(": save my game.txt\nSaved in my game.txt.\nPlayer 2 (O), it's your turn.")
        .says("You placed an 'O' at position (3,3).\n");
    assert_eq!(names_in(&folder), ["my game.txt"]);
    assert_eq!(
        record_in(&folder.path().join("my game.txt")),
        "[Game \"gridlock\"]\n[Size \"4x4\"]\n[Player1 \"human\"]\n[Player2 \"human\"]\n\
         [Result \"*\"]\n[Termination \"abandoned\"]\n\n1. 2-2 *\n"
    );
}

#[test]
fn save_where_nothing_can_be_saved_says_so_and_the_game_goes_on() {
    let folder = folder();
    quintet("play gridlock")
        .within(&folder)
        .input("save missing/game.txt\nsave .\n2 2\n")
        .run()
        .code(1)
        .stderr("")
        .says("\nthe record could not be saved in missing/game.txt: No such file or directory")
        .says("\nthe record could not be saved in .: it is a folder.\n")
        .says("You placed an 'X' at position (2,2).\n");
    assert!(names_in(&folder).is_empty());
}

#[test]
fn a_player_who_resigns_has_lost_and_the_game_is_done() {
    let folder = folder();
    quintet("play gridlock --record game.txt")
        .within(&folder)
        .input("2 2\nresign\n")
        .run()
        .code(0)
        .stderr("")
        .says(&format!(
            ": resign\n\n{}\nPlayer 2 (O) resigns. Player 1 (X) wins the game!\n",
            position_after("gridlock", "2 2")
        ));
    let record = record_in(&folder.path().join("game.txt"));
    assert!(
        record.contains("[Result \"1-0\"]\n[Termination \"resigned\"]\n"),
        "{record}"
    );
    assert!(record.ends_with("\n1. 2-2 1-0\n"), "{record}");
}

/// The drawing after a first move.
fn position_after(game: &str, mv: &str) -> String {
    let variant = quintet_catalogue::find(game).expect("listed").standard();
    let start = variant.start(quintet_rules::Player::One);
    start.play(mv).expect("a legal move").position.drawing()
}

#[test]
fn the_short_words_do_the_same() {
    quintet("play gridlock")
        .input("?\nq\n")
        .run()
        .code(1)
        .says("\n  quit, q, exit leave; the game stays unfinished\n")
        .says(": q\nThe game is unfinished.\n");
    quintet("play gridlock")
        .input("exit\n")
        .run()
        .code(1)
        .says(": exit\nThe game is unfinished.\n");
}

#[test]
fn quit_leaves_the_game_unfinished() {
    let folder = folder();
    quintet("play gridlock --record game.txt")
        .within(&folder)
        .input("2 2\nquit\n3 3\n")
        .run()
        .code(1)
        .stderr("")
        .says(": quit\nThe game is unfinished.\n")
        .does_not_say("3 3");
    let record = record_in(&folder.path().join("game.txt"));
    assert!(
        record.ends_with("[Termination \"abandoned\"]\n\n1. 2-2 *\n"),
        "{record}"
    );
}

#[test]
fn quit_in_a_match_leaves_the_further_games_too() {
    let folder = folder();
    quintet("play adjacency-block --size 6 --games 3 --record games.txt")
        .within(&folder)
        .input("resign\n3\nquit\n")
        .run()
        .code(1)
        .says(&format!("resign\n\n{EMPTY}Player 1 resigns."))
        .says("Player 1 resigns. Player 2 wins the game!\nGames won by Player 1: 0, by Player 2: 1.\n\nGame 2 of 3.")
        .says("\nThe game is unfinished.\n")
        .does_not_say("Game 3 of 3");
    let records = record_in(&folder.path().join("games.txt"));
    assert_eq!(records.matches("[Game ").count(), 2, "{records}");
    assert!(records.contains("[Start \"...... 2\"]\n"), "{records}");
    assert!(records.ends_with("\n1. 3 *\n"), "{records}");
}

#[test]
fn the_name_of_a_file_reaches_the_screen_without_control_characters() {
    let folder = folder();
    let ran = quintet("play gridlock")
        .within(&folder)
        .input("save a\u{1b}[2J\nsave missing/\u{1b}[2J\n")
        .run()
        .code(1)
        .says("\nSaved in a\\u{1b}[2J.\n");
    assert!(!ran.stdout.contains('\u{1b}'), "{:?}", ran.stdout);
    for arguments in ["replay", "play gridlock --record"] {
        let ran = quintet(arguments)
            .argument("missing/\u{1b}[2J")
            .run()
            .code(2);
        assert!(!ran.stderr.contains('\u{1b}'), "{:?}", ran.stderr);
    }
}
