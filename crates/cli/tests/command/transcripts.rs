//! Whole sessions, committed: what was typed (`.in`) and all that stood on standard output
//! (`.out`).
//!
//! After a change that is meant, `SNAPSHOTS=overwrite cargo test -p quintet` writes the outputs
//! anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use quintet_catalogue::catalogue;
use quintet_testkit::assert_golden;
use quintet_testkit::books::drawings;

use crate::run::{quintet, text_of};

/// A session and the arguments after `quintet play`.
struct Session {
    name: &'static str,
    arguments: &'static str,
}

/// Sessions besides the one of each game, which has the name of the game and no further arguments.
const SESSIONS: &[Session] = &[
    Session {
        name: "sudden-death",
        arguments: "quad-block",
    },
    Session {
        name: "match",
        arguments: "adjacency-block --size 6 --games 3",
    },
    Session {
        name: "random-opponent",
        arguments: "gridlock --p2 random --seed 7",
    },
    Session {
        name: "player-2-begins",
        arguments: "adjacency-block --first 2",
    },
    Session {
        name: "larger-row",
        arguments: "adjacency-block --size 15",
    },
    Session {
        name: "larger-grid",
        arguments: "grid-runner --size 7x7",
    },
];

fn sessions() -> impl Iterator<Item = (&'static str, &'static str)> {
    let games = catalogue().map(|listing| (listing.id, listing.id));
    let others = SESSIONS
        .iter()
        .map(|session| (session.name, session.arguments));
    games.chain(others)
}

fn path(file: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts")).join(file)
}

#[test]
fn every_session_goes_as_it_was_committed() {
    for (name, arguments) in sessions() {
        let input = text_of(&path(&format!("{name}.in")));
        let ran = quintet(&format!("play {arguments}"))
            .input(input)
            .run()
            .code(0);
        assert_golden(&path(&format!("{name}.out")), &ran.stdout);
    }
}

#[test]
fn every_game_has_a_transcript_and_every_transcript_a_session() {
    let files = fs::read_dir(path("")).expect("the folder of transcripts");
    let found: BTreeSet<_> = files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .into_string()
                .expect("UTF-8")
        })
        .collect();
    let expected: BTreeSet<_> = sessions()
        .flat_map(|(name, _)| [format!("{name}.in"), format!("{name}.out")])
        .collect();
    assert_eq!(found, expected);
}

/// What the books print, line after line as they print it, with ragged drawings aligned (D1). A
/// title in brackets stands for the drawing.
const FROM_THE_BOOKS: &[(&str, &str)] = &[
    (
        "gridlock",
        "\
Player 1 (X), it's your turn. Enter your move (row and column): 2 2
You placed an 'X' at position (2,2).

[turn 1]
Player 2 (O), it's your turn. Enter your move (row and column): 2 3
Invalid move. You cannot place next to an opponent's marker. Please choose a different cell.
Player 2 (O), it's your turn. Enter your move (row and column): 3 3
You placed an 'O' at position (3,3).
",
    ),
    (
        "gridlock",
        "\nPlayer 1 has no legal moves remaining. Player 2 (O) wins the game!\n",
    ),
    (
        "adjacency-block",
        "\
[start]
Player 1 ('X'), enter position to place your token: 5

[turn 1]
Player 2 ('O'), enter position to place your token: 4
Invalid move. You cannot place next to your opponent's token.
Player 2 ('O'), enter position to place your token: 1

[turn 2]
",
    ),
    (
        // A2: the book's last move is beside an opponent's token.
        "adjacency-block",
        "\
Player 1 ('X'), enter position to place your token: 4
Invalid move. You cannot place next to your opponent's token.
",
    ),
    (
        "matrix-isolation",
        "\
Player 1, enter your move and block positions: 1 2 2 2
Game Updates:
  Update P1's position to (1,2).
  Mark cell (2,2) with 'X'.

[turn 1]
",
    ),
    (
        // M3: the book offers a cell that is not adjacent.
        "matrix-isolation",
        "\
Player 2, enter your move and block positions: 3 3 3 2
Invalid move. You cannot move into a blocked cell.
Player 2, enter your move and block positions: 3 4 3 2
Invalid move. You must move your piece to an adjacent cell: up, down, left, or right.
Player 2, enter your move and block positions: 4 2 3 2
",
    ),
    (
        // R2: the book's barrier is beside the runner of the player who places it.
        "grid-runner",
        "\
[start]
P1> MOVE B1
Game updates P1's position to B1.

[turn 1]
P2> BARRIER D5
Invalid barrier. You cannot place a barrier on a cell adjacent to your own runner. Please choose a valid cell.
P2> ",
    ),
    (
        // R2 again.
        "grid-runner",
        "\
P1> BARRIER B3
Invalid barrier. You cannot place a barrier on a cell adjacent to your own runner. Please choose a valid cell.
P1> ",
    ),
    (
        "grid-runner",
        "P1> MOVE E5\nGame updates P1's position to E5.\n",
    ),
    (
        "grid-runner",
        "\nP1 has reached P2's starting corner. P1 wins!\n",
    ),
    (
        "quad-block",
        "\
Player 1 ('X'), enter the cell number to place your marker: 13

[turn 1]
Player 2 ('O'), enter the cell number to place your marker: 8
",
    ),
    (
        "quad-block",
        "Player 1 now has a connected group of exactly four 'X's at cells 12, 13, 17, and 22.\n",
    ),
];

#[test]
fn the_books_examples_stand_in_the_transcripts_as_the_books_print_them() {
    for (name, lines) in FROM_THE_BOOKS {
        let mut lines = (*lines).to_owned();
        for (title, drawing) in drawings(name) {
            lines = lines.replace(&format!("[{title}]"), &drawing);
        }
        let transcript = text_of(&path(&format!("{name}.out")));
        assert!(transcript.contains(&lines), "{name} lacks\n{lines}");
    }
}

#[test]
fn sudden_death_comes_to_a_lift_and_ends_with_a_relocation() {
    let transcript = text_of(&path("sudden-death.out"));
    let mut rest = &*transcript;
    for line in [
        "\nThe grid is full and no valid group has been formed: sudden-death begins. ",
        "\nPlayer 2 ('O'), enter the cell number of your marker to lift off the grid: 15\n",
        "\nPlayer 1 ('X'), enter the cell number of your marker to relocate and the empty cell number: 4-15\n",
        "\nPlayer 1 ('X'), enter the cell number of your marker to relocate and the empty cell number: 2 9\n",
        "\nWin Condition Met: Player 1 wins the game.\n",
    ] {
        let (_, after) = rest.split_once(line).unwrap_or_else(|| panic!("no {line}"));
        // A line break ends one line and begins the next.
        rest = &transcript[transcript.len() - after.len() - 1..];
    }
}

#[test]
fn the_match_keeps_the_score_and_who_begins_alternates() {
    let transcript = text_of(&path("match.out"));
    let spoken: Vec<_> = transcript
        .lines()
        .filter(|line| {
            line.contains(" of 3.") || line.starts_with("Games won") || line.contains("match")
        })
        .collect();
    assert_eq!(
        spoken,
        [
            "Game 1 of 3. Player 1 begins.",
            "Games won by Player 1: 1, by Player 2: 0.",
            "Game 2 of 3. Player 2 begins.",
            "Games won by Player 1: 1, by Player 2: 1.",
            "Game 3 of 3. Player 1 begins.",
            "The match is over. Player 2 wins the match, 2 to 1!",
        ]
    );
}
