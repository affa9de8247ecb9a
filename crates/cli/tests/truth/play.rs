//! Levels and hints in `quintet play`.

use std::io::{BufRead, BufReader, Read, Write};

use quintet_catalogue::catalogue;
use quintet_rules::Player;
use quintet_solver::{Budget, Value};
use tempfile::tempdir;

use crate::run::{Ran, oracle, quintet, quintet_in, standard};

/// Reads until `text` has come.
fn read_until(stream: &mut impl Read, text: &str) {
    let mut read = Vec::new();
    while !read.ends_with(text.as_bytes()) {
        let mut byte = [0];
        let count = stream.read(&mut byte).expect("the stream can be read");
        let so_far = String::from_utf8_lossy(&read);
        assert!(count > 0, "the stream ended before {text:?}:\n{so_far}");
        read.push(byte[0]);
    }
}

/// The game whose table takes longest: seconds, while a prompt takes milliseconds.
const SLOWEST: &str = "quad-block";

#[test]
fn the_first_time_ever_the_prompt_comes_before_the_table() {
    let games = catalogue().map(|listing| standard(listing.id));
    for game in games.filter(|game| game.solution().table_version().is_some()) {
        let cache = tempdir().expect("a temporary folder");
        let tables = cache.path().join("quintet");
        let mut child = quintet_in(
            cache.path(),
            &format!("play {} --p2 perfect --seed 1", game.id()),
        )
        .start();
        let start = game.start(Player::One);
        let mut stdout = child.stdout.take().expect("a pipe");
        read_until(&mut stdout, &start.prompt());
        assert!(
            game.id() != SLOWEST || !tables.exists(),
            "the prompt has waited for the table"
        );
        let mut stdin = child.stdin.take().expect("a pipe");
        writeln!(stdin, "{}", start.moves()[0].text).expect("it listens");
        // The answer waits for as long as it takes.
        read_until(&mut stdout, "(perfect).");
        writeln!(stdin, "quit").expect("it listens");
        drop(stdin);
        read_until(&mut stdout, "The game is unfinished.\n");
        Ran::of(child).code(1).stderr("seed: 1\n");
        let kept = std::fs::read_dir(tables).expect("made").count();
        assert_eq!(kept, 1, "{game:?}: the table, and nothing beside it");
    }
}

#[test]
fn two_people_who_ask_for_nothing_need_no_table() {
    let cache = tempdir().expect("a temporary folder");
    for arguments in [
        "play matrix-isolation",
        "play matrix-isolation --p2 random --seed 1",
    ] {
        quintet_in(cache.path(), arguments)
            .input("1 2 2 2\nquit\n")
            .run()
            .code(1);
        assert_eq!(
            std::fs::read_dir(cache.path()).expect("listed").count(),
            0,
            "{arguments}"
        );
    }
}

#[test]
fn every_level_plays_and_says_its_name() {
    for level in ["easy", "medium", "hard", "perfect"] {
        for listing in catalogue() {
            let arguments = format!(
                "play {} --p1 {level} --p2 {level} --seed 5 --max-plies 6",
                listing.id
            );
            let first = quintet(&arguments).run();
            let name = listing.standard().name(Player::Two);
            let first = first
                .says(&format!(" ({level})."))
                .says(&format!("{name} plays "));
            assert_eq!(first.stderr, "seed: 5\n");
            quintet(&arguments).run().stdout(&first.stdout);
        }
    }
}

#[test]
fn a_hint_names_a_best_move_and_why_it_is_one() {
    quintet("play gridlock")
        .input("hint\nHINT\nquit\n")
        .run()
        .code(1)
        .says(": hint\nHint: 1 2 lasts longest. Every move is answered by its opposite, with the board turned by half.\n")
        .says(": HINT\nHint: 1 2 lasts longest. Every move is answered by its opposite, with the board turned by half.\n");
    quintet("play adjacency-block")
        .input("hint\nquit\n")
        .run()
        .code(1)
        .says("Hint: 3 wins in 7. Player 2 holds out longest with 1; then 5 wins in 5.\n");
    quintet("play grid-runner --size 7x7")
        .input("hint\nquit\n")
        .run()
        .code(1)
        .says(" looks best, but nothing is proved.\n");
    quintet("play gridlock")
        .input("hint 2\nquit\n")
        .run()
        .code(1)
        .says("Enter hint.\n");
}

#[test]
fn a_hint_changes_nothing() {
    let arguments = "play gridlock --p2 perfect --seed 4";
    let plain = quintet(arguments).input("2 2\nquit\n").run().code(1);
    let asked = quintet(arguments).input("hint\n2 2\nquit\n").run().code(1);
    let answer = |ran: &Ran| {
        ran.stdout
            .lines()
            .find(|line| line.contains("(perfect)"))
            .map(str::to_owned)
    };
    assert!(answer(&plain).is_some());
    assert_eq!(answer(&plain), answer(&asked));
}

#[test]
fn undo_takes_back_the_answer_of_the_level_as_well() {
    let ran = quintet("play gridlock --p2 perfect --seed 4")
        .input("2 2\nundo\nundo\n3 3\nundo\nquit\n")
        .run()
        .code(1);
    let taken: Vec<_> = ran
        .stdout
        .lines()
        .filter(|line| line.contains("Taken back"))
        .collect();
    assert_eq!(taken, ["Taken back: 2 moves."; 2]);
    let ran = ran.says("undo\nThere is no move of yours to take back.\n");
    // After each undo the board is the one of the start, and Player 1 is asked again.
    let board = standard("gridlock").start(Player::One).drawing();
    let after_undo = format!("Taken back: 2 moves.\n\n{board}\nPlayer 1 (X), it's your turn.");
    assert_eq!(ran.stdout.matches(&after_undo).count(), 2, "{}", ran.stdout);
}

#[test]
fn a_level_that_begins_has_moved_before_the_first_prompt_and_cannot_be_undone() {
    quintet("play adjacency-block --p1 perfect --seed 2")
        .input("undo\nquit\n")
        .run()
        .code(1)
        .says("(perfect).\n")
        .says("undo\nThere is no move of yours to take back.\n");
}

/// A game in which a person does what the hints say, against a perfect player: what was said at its
/// end.
fn follow_hints(id: &str, human: Player) -> Ran {
    let level = human.other();
    let mut child = quintet(&format!("play {id} --p{level} perfect --seed 6")).start();
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let (mut line, mut all) = (String::new(), String::new());
    // Once the game is over nobody reads this any more.
    let _ = writeln!(stdin, "hint");
    while stdout.read_line(&mut line).expect("output can be read") > 0 {
        if let Some(hint) = line.strip_prefix("Hint: ") {
            let (mv, _) = hint
                .split_once(" wins in")
                .unwrap_or_else(|| panic!("{id}: no win in {hint}"));
            let _ = writeln!(stdin, "{mv}\nhint");
        }
        all.push_str(&line);
        line.clear();
    }
    let mut ran = Ran::of(child).code(0);
    ran.stdout = all;
    ran
}

#[test]
fn who_follows_the_hints_wins_what_can_be_won_against_a_perfect_player() {
    for listing in catalogue() {
        let start = standard(listing.id).start(Player::One);
        let (winner, plies) = match oracle(listing.id).value(&*start, Budget::NONE) {
            Some(Value::Win(plies)) => (Player::One, plies),
            Some(Value::Loss(plies)) => (Player::Two, plies),
            other => panic!("{}: {other:?}", listing.id),
        };
        let ran = follow_hints(listing.id, winner);
        let hints = ran
            .stdout
            .lines()
            .filter(|line| line.starts_with("Hint: "))
            .count();
        let answers = ran
            .stdout
            .lines()
            .filter(|line| line.ends_with("(perfect)."))
            .count();
        assert_eq!(hints + answers, usize::from(plies), "{}", ran.stdout);
    }
}
