//! Whatever is entered gets an ordinary answer, and the game goes on.

use quintet_catalogue::catalogue;
use quintet_rules::Player;

use crate::run::quintet;

/// Entries that are no move of any game.
fn absurd_entries() -> Vec<Vec<u8>> {
    let mut entries: Vec<Vec<u8>> = [
        &b""[..],
        b"   ",
        b"\t",
        b"\xff\xfe\x80",
        b"\0",
        b"2 2\0",
        b"\x1b[2J\x1b]0;title\x07",
        b"\x1b[31m2 2",
        b"\x9b2J",
        b"\x08\x08\x08",
        b"\x7f",
        b"-1",
        b"--help",
        b"2-",
        b"MOVE",
        b"BARRIER",
        b"move move",
        b"99999999999999999999999999999999999999",
        b"0",
        b"1-0",
        b"$(reboot)",
        "٢ ٢".as_bytes(),
        "\u{202e}2 2".as_bytes(),
        "\u{85}\u{2028}".as_bytes(),
        "🙂".as_bytes(),
    ]
    .into_iter()
    .map(<[u8]>::to_owned)
    .collect();
    entries.push(b"1 ".repeat(1000));
    entries.push("é".repeat(4000).into_bytes());
    entries
}

/// Every entry is refused in one line, and the same player is asked again; then a move is played.
fn assert_refused(game: &str, entries: &[Vec<u8>]) {
    let listing = quintet_catalogue::find(game).expect("listed");
    let start = listing.standard().start(Player::One);
    let mv = &start.moves()[0].text;
    let mut input = entries.join(&b'\n');
    input.extend(format!("\n{mv}\n").bytes());
    let ran = quintet(&format!("play {game}"))
        .input(&input)
        .run()
        .code(1)
        .stderr("");
    let is_unsafe = |char: char| char.is_control() && char != '\n';
    assert!(!ran.stdout.contains(is_unsafe), "{game}: {:?}", ran.stdout);
    let (before, after) = ran
        .stdout
        .split_once(&format!("{} {mv}\n", start.prompt()))
        .unwrap_or_else(|| panic!("{game}: the move was not played\n{}", ran.stdout));
    let asked = before
        .strip_prefix(&start.drawing())
        .expect("the grid comes first");
    let turns: Vec<_> = asked.trim_start().split(&start.prompt()).skip(1).collect();
    assert_eq!(
        turns.len(),
        entries.len(),
        "{game}: one prompt for each entry\n{asked}"
    );
    for (turn, entry) in turns.iter().zip(entries) {
        let (_, refusal) = turn.split_once('\n').expect("the entry, then the answer");
        assert!(
            refusal.starts_with("Invalid ")
                && refusal.ends_with(".\n")
                && refusal.lines().count() == 1,
            "{game}: {:?} is answered with {refusal:?}",
            String::from_utf8_lossy(entry)
        );
    }
    let next = start.play(mv).expect("a listed move is legal").position;
    assert!(
        after.contains(&next.drawing()),
        "{game}: the game goes on\n{after}"
    );
    assert!(
        after.ends_with("\nThe input has ended. The game is unfinished.\n"),
        "{after}"
    );
}

#[test]
fn absurd_entries_are_refused_like_any_other_and_the_game_goes_on() {
    for listing in catalogue() {
        assert_refused(listing.id, &absurd_entries());
    }
}

#[test]
fn a_line_of_ten_megabytes_is_one_entry() {
    let line = b"12345 -x\x1b".repeat(10_000_000 / 9);
    for listing in catalogue() {
        assert_refused(listing.id, &[line.clone(), b"x".repeat(5000), line.clone()]);
    }
}

#[test]
fn a_long_entry_is_shown_cut() {
    let ran = quintet("play gridlock")
        .input("9".repeat(100_000))
        .run()
        .code(1);
    let longest = ran.stdout.lines().map(str::len).max();
    assert!(longest < Some(250), "{longest:?}");
}

#[test]
fn lines_may_end_with_carriage_returns_and_the_last_without_anything() {
    quintet("play gridlock")
        .input("2 2\r\n3 3\r\n1 1")
        .run()
        .code(1)
        .says("(row and column): 2 2\nYou placed an 'X' at position (2,2).\n")
        .says("You placed an 'O' at position (3,3).\n")
        .says("You placed an 'X' at position (1,1).\n");
}

#[test]
fn moves_are_read_in_both_spellings_and_with_spaces() {
    quintet("play matrix-isolation")
        .input("  1   2\t2 2  \n4-3-3-3\n")
        .run()
        .code(1)
        .says("  Update P1's position to (1,2).\n")
        .says("  Update P2's position to (4,3).\n");
    quintet("play grid-runner")
        .input("move b1\nMove-E4\n")
        .run()
        .code(1)
        .says("Game updates P1's position to B1.\n")
        .says("Game updates P2's position to E4.\n");
}
