//! Records: every game comes back unchanged, and every error is found at its place.

use proptest::prelude::*;
use quintet_arena::{GameResult, Record, Session, Tag, Termination, Who};
use quintet_rules::{PerPlayer, Player};
use quintet_testkit::CATALOGUE;

use crate::support::{both, check_table, moves, play_out, record, standard, texts, variants};

fn assert_same(one: &Record, two: &Record) {
    assert_eq!(one.to_string(), two.to_string());
    assert_eq!(format!("{one:#?}"), format!("{two:#?}"));
}

/// Reads records and writes them again, or returns the error.
fn read_and_write(text: &str) -> String {
    match Record::read_all(text, CATALOGUE) {
        Ok(records) => {
            let written: Vec<_> = records.iter().map(ToString::to_string).collect();
            for (one, text) in records.iter().zip(&written) {
                assert_same(&record(text), one);
            }
            written.join("\n")
        }
        Err(error) => {
            let error = error.to_string();
            assert!(!error.contains(char::is_control), "{error:?}");
            error
        }
    }
}

#[test]
fn records_are_accepted_or_rejected_with_the_line_of_the_error() {
    check_table(include_str!("records.txt"), |text| {
        let found = read_and_write(text);
        let without_end = read_and_write(text.trim_end());
        assert_eq!(without_end, found, "without the last line break:\n{text}");
        found
    });
}

/// A whole game of Gridlock on the smallest board, which Player 1 wins.
const FINISHED: &str = r#"[Game "gridlock"]
[Size "3x3"]
[Player1 "human"]
[Player2 "random"]
[Date "2026-11-15"]
[Result "1-0"]
[Seed "7"]
[Termination "normal"]

1. 1-1 2-2 2. 1-3 3-1 3. 3-3 1-0
"#;

#[test]
fn records_of_levels_and_of_players_that_slip_open() {
    for (one, two, players) in [
        ("easy", "hard", both(Who::Easy, Who::Hard)),
        ("medium", "perfect", both(Who::Medium, Who::Perfect)),
        ("novice", "slips:20", both(Who::Novice, Who::Slips(20))),
    ] {
        let text = FINISHED.replace("human", one).replace("random", two);
        let record = record(&text);
        assert_eq!(record.session().players, players);
        assert_eq!(record.to_string(), text);
    }
}

#[test]
fn a_complete_record_round_trips() {
    let record = record(FINISHED);
    assert_eq!(format!("{:?}", record.variant()), "gridlock 3x3");
    assert_eq!(record.players, names("human", "random"));
    assert_eq!((&*record.date, record.seed), ("2026-11-15", Some(7)));
    assert_eq!(record.termination, Some(Termination::Normal));
    assert_eq!(record.result(), GameResult::Won(Player::One));
    assert_eq!(moves(record.session()), ["1 1", "2 2", "1 3", "3 1", "3 3"]);
    assert_eq!(record.session().players, both(Who::Human, Who::Random));
    assert_eq!(record.to_string(), FINISHED);
}

#[test]
fn a_stream_has_a_maximum_length() {
    let endless = std::io::repeat(b' ');
    let error = Record::read_stream(endless, CATALOGUE).expect_err("it has no end");
    let message = "it is longer than 4 MiB, the maximum";
    assert_eq!(error.to_string(), message);
    let error = Record::read_stream(&b"\xff"[..], CATALOGUE).expect_err("not UTF-8");
    assert_eq!(error.to_string(), "it is not UTF-8 text");
    let records = Record::read_stream(FINISHED.as_bytes(), CATALOGUE).expect("a record");
    assert_same(&records[0], &record(FINISHED));
}

#[test]
fn carriage_returns_a_byte_order_mark_and_blank_lines_are_accepted() {
    let windows = FINISHED.replace('\n', "\r\n");
    for text in [
        windows.clone(),
        format!("\u{feff}{windows}"),
        format!("\n\n  {FINISHED}\n\n"),
    ] {
        assert_same(&record(&text), &record(FINISHED));
    }
    let text = "[Game \"gridlock\"]\r\n\r\n1. 2-2\r\n2-3 *\r\n";
    let error = Record::read_all(text, CATALOGUE).expect_err("next to an opponent's marker");
    assert_eq!((error.line, error.ply), (4, Some(2)));
}

#[test]
fn control_characters_in_an_error_are_escaped() {
    let found = read_and_write("[Game \"gridlock\"]\n\n1. \u{1b}c *\n");
    let message = "line 3, ply 1: cannot play \\u{1b}c";
    assert!(found.starts_with(message), "{found}");
}

#[test]
fn an_empty_file_is_an_error() {
    let message = "line 1: found no record; expected one that begins with [Game \"...\"]";
    for text in ["", " ", "\n\n\n", "\u{feff}", "\r\n"] {
        assert_eq!(read_and_write(text), message, "{text:?}");
    }
}

fn names(one: &str, two: &str) -> PerPlayer<String> {
    both(one.to_owned(), two.to_owned())
}

prop_compose! {
    /// A game in which each choice picks one of the legal moves.
    fn any_session()(
        which in 0..variants().len(),
        first in prop::sample::select(Player::BOTH.to_vec()),
        choices in prop::collection::vec(any::<u32>(), 0..60),
    ) -> Session {
        let mut choices = choices.iter();
        let mut session = Session::new(variants()[which].start(first));
        play_out(&mut session, choices.len(), |session| {
            let moves = texts(session.position());
            let choice = choices.next().expect("one for each ply");
            moves[*choice as usize % moves.len()].clone()
        });
        session
    }
}

/// Anything on one line, quotation marks and backslashes more often than by chance.
fn any_value() -> impl Strategy<Value = String> {
    prop_oneof![
        r#"[a-z"\\ \[\]{}]{0,20}"#.prop_map(String::from),
        any::<String>().prop_map(|text| text.replace('\n', " ")),
    ]
}

/// A day, or that it is not known.
fn any_date() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("?".to_owned()),
        (0..200_000_000_000_u64).prop_map(quintet_arena::date),
    ]
}

/// Anything that does not end the comment.
fn any_comment() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ a-z{\"\\[\\]\n\r\\*01.-]{0,30}".prop_map(String::from),
        any::<String>().prop_map(|text| text.replace('}', "{")),
    ]
}

/// How an unfinished game is left; `None` if the record has no such tag.
fn any_termination() -> impl Strategy<Value = Option<Termination>> {
    prop::sample::select(vec![
        Some(Termination::Abandoned),
        Some(Termination::Resigned),
        Some(Termination::PlyLimit),
        None,
    ])
}

fn any_other_tags() -> impl Strategy<Value = Vec<Tag>> {
    // No tag that means something begins with this letter.
    let names = prop::collection::btree_set("x[A-Za-z0-9_]{0,8}", 0..4);
    let values = prop::collection::vec(any_value(), 4);
    (names, values).prop_map(|(names, values)| {
        let pairs = names.into_iter().zip(values);
        pairs.map(|(name, value)| Tag { name, value }).collect()
    })
}

prop_compose! {
    fn any_record()(
        mut session in any_session(),
        termination in any_termination(),
        (one, two) in (any_value(), any_value()),
        date in any_date(),
        seed in any::<Option<u64>>(),
        comments in prop::collection::vec((any::<prop::sample::Index>(), any_comment()), 0..6),
        other_tags in any_other_tags(),
    ) -> Record {
        let is_over = session.outcome().is_some();
        if termination == Some(Termination::Resigned) {
            session.resign();
        }
        let mut record = Record::of(session, both(one, two), date);
        if termination.is_none() || !is_over {
            record.termination = termination;
        }
        record.seed = seed;
        for (after, comment) in comments {
            let after = after.index(record.plies().len() + 1);
            record.comments.entry(after).or_default().push(comment);
        }
        record.other_tags = other_tags;
        record
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn records_round_trip_with_or_without_blank_lines_between_them(
        records in prop::collection::vec(any_record(), 1..4),
        between in prop::sample::select(vec!["", "\n", "\n\n\n"]),
    ) {
        let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
        let back = Record::read_all(&texts.join(between), CATALOGUE).expect("written records");
        prop_assert_eq!(back.len(), records.len());
        for (one, two) in back.iter().zip(&records) {
            assert_same(one, two);
        }
    }

    #[test]
    fn moves_in_any_layout_are_the_same_game(
        session in any_session(),
        spaces in prop::sample::select(vec![" ", "\n", "\r\n", "\t \n"]),
        number in prop::sample::select(vec!["", "N.", "N. ", "N...", "N.\n"]),
    ) {
        let written = Record::of(session, names("a", "b"), "?".to_owned());
        let text = written.to_string();
        let (tags, _) = text.split_once("\n\n").expect("tags and moves");
        let words = moves(written.session()).into_iter().enumerate().map(|(n, mv)| {
            let number = number.replace('N', &(n / 2 + 1).to_string());
            format!("{number}{}{spaces}", quintet_games::hyphenated(mv))
        });
        let words: Vec<_> = words.collect();
        let other = format!("{tags}\n\n{}{}", words.concat(), written.result());
        assert_same(&record(&other), &written);
    }
}

#[test]
fn an_unfinished_game_can_continue_or_be_abandoned() {
    let mut session = Session::new(standard("gridlock").start(Player::One));
    session.players.two = Who::Hard;
    session.play("2 2").expect("legal");
    let day = || "2026-11-15".to_owned();
    let open = Record::of(session.clone(), names("a", "b"), day());
    assert_eq!(open.termination, None);
    assert_eq!(open.headline(), "a against b, 2026-11-15: unfinished");
    let mut left = Record::of_left(session.clone(), Some(7), day());
    assert_eq!(left.termination, Some(Termination::Abandoned));
    assert_eq!(left.seed, Some(7));
    assert_eq!(left.ending(), "The game is unfinished.");
    left.termination = Some(Termination::PlyLimit);
    let stopped = "The game is unfinished: it was stopped at its ply limit.";
    assert_eq!(left.ending(), stopped);
    session.resign();
    let left = Record::of_left(session, None, day());
    assert_eq!(left.termination, Some(Termination::Resigned));
    assert_eq!(left.headline(), "human against hard, 2026-11-15: 0-1");
}
