//! Records: every game comes back from its text as it was, and every fault is found where it is.

use proptest::prelude::*;
use quintet_arena::{GameResult, Record, RecordFault, Session, Tag, Termination, Who};
use quintet_catalogue::{catalogue, find};
use quintet_games::Variant;
use quintet_rules::{PerPlayer, Player};

/// Reads a text that holds one record.
fn read(text: &str) -> Record {
    let mut records = read_all(text);
    assert_eq!(records.len(), 1, "one record in {text}");
    records.remove(0)
}

fn read_all(text: &str) -> Vec<Record> {
    Record::read_all(text).unwrap_or_else(|fault| panic!("{fault} in\n{text}"))
}

fn fault(text: &str) -> RecordFault {
    match Record::read_all(text) {
        Ok(_) => panic!("no fault found in\n{text}"),
        Err(fault) => fault,
    }
}

/// The fault of a text, as it is said.
fn assert_fault(text: &str, expected: &str) {
    assert_eq!(fault(text).to_string(), expected, "the fault of\n{text}");
}

fn assert_same(one: &Record, two: &Record) {
    assert_eq!(one.to_string(), two.to_string(), "the same text");
    assert_eq!(one.variant().id(), two.variant().id());
    assert_eq!(one.variant().size(), two.variant().size());
    assert_eq!(one.players, two.players);
    assert_eq!(one.date, two.date);
    assert_eq!(one.seed, two.seed);
    assert_eq!(one.termination, two.termination);
    assert_eq!(one.comments, two.comments);
    assert_eq!(one.other_tags, two.other_tags);
    assert_eq!(one.result(), two.result());
    assert_eq!(one.start().text(), two.start().text());
    assert_eq!(moves(one), moves(two));
    let positions = |record: &Record| -> Vec<_> {
        let plies = record.plies().iter();
        plies.map(|ply| ply.position.text()).collect()
    };
    assert_eq!(positions(one), positions(two));
}

fn moves(record: &Record) -> Vec<&str> {
    record.plies().iter().map(|ply| &*ply.mv).collect()
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
fn a_whole_record_is_read_and_written_as_it_stands() {
    let record = read(FINISHED);
    assert_eq!(record.variant().id(), "gridlock");
    assert_eq!(record.variant().size().to_string(), "3x3");
    assert_eq!(record.players.one, "human");
    assert_eq!(record.players.two, "random");
    assert_eq!(record.date, "2026-11-15");
    assert_eq!(record.seed, Some(7));
    assert_eq!(record.termination, Some(Termination::Normal));
    assert_eq!(record.result(), GameResult::Won(Player::One));
    assert_eq!(moves(&record), ["1 1", "2 2", "1 3", "3 1", "3 3"]);
    assert_eq!(record.to_string(), FINISHED);
}

#[test]
fn what_a_record_does_not_say_is_the_books_size_and_unknown() {
    let record = read("[Game \"quad-block\"]\n\n*\n");
    assert_eq!(record.variant().size().to_string(), "5x5");
    assert_eq!(record.start().text(), "...../...../...../...../..... 1 p");
    assert_eq!((&*record.players.one, &*record.date), ("?", "?"));
    assert_eq!((record.seed, record.termination), (None, None));
    assert_eq!(record.result(), GameResult::Unfinished);
}

#[test]
fn a_start_in_which_player_2_begins_is_a_tag() {
    let variant = find("adjacency-block").expect("listed").standard();
    let mut session = Session::new(variant.start(Player::Two));
    session.play("5").expect("legal");
    let record = Record::of(session, names("a", "b"), "2026-11-15".to_owned());
    let text = record.to_string();
    assert!(text.contains("[Start \".......... 2\"]\n"), "{text}");
    assert_eq!(read(&text).start().to_move(), Player::Two);
    assert_same(&read(&text), &record);
}

#[test]
fn a_resigned_game_is_won_by_the_other_player() {
    let text = "[Game \"gridlock\"]\n[Result \"0-1\"]\n[Termination \"resigned\"]\n\n1. 2-2 0-1\n";
    let record = read(text);
    assert_eq!(record.result(), GameResult::Won(Player::Two));
    assert_eq!(record.termination, Some(Termination::Resigned));
    assert_same(&read(&record.to_string()), &record);
}

#[test]
fn records_stand_one_after_the_other_with_or_without_a_blank_line() {
    let other = "[Game \"quad-block\"]\n\n{two} 1. 13 8 *";
    for between in ["", "\n", "\n\n\n"] {
        let records = read_all(&format!("{FINISHED}{between}{other}{between}\n{FINISHED}"));
        assert_eq!(records.len(), 3);
        assert_same(&records[0], &read(FINISHED));
        assert_same(&records[1], &read(other));
        assert_same(&records[2], &read(FINISHED));
    }
}

#[test]
fn a_fault_in_a_later_record_has_its_line_in_the_whole_text() {
    let text = format!("{FINISHED}\n[Game \"gridlock\"]\n\n1. 2-2\n2-3 *\n");
    assert_fault(
        &text,
        "line 15, ply 2: 2-3 is not played: Invalid move. You cannot place next to an opponent's \
         marker. Please choose a different cell.",
    );
}

#[test]
fn move_numbers_may_be_glued_missing_or_repeated() {
    for moves in [
        "1. 1-1 2-2 2. 1-3 3-1 3. 3-3 1-0",
        "1.1-1 2-2 2.1-3 3-1 3.3-3 1-0",
        "1-1 2-2 1-3 3-1 3-3 1-0",
        "1. 1-1 1... 2-2 2. 1-3 2...3-1 3. 3-3 1-0",
        "1.\n1-1\n2-2\n2.\t1-3    3-1 3. 3-3\n\n1-0",
    ] {
        let head = FINISHED.split("\n\n").next().expect("tags");
        assert_same(&read(&format!("{head}\n\n{moves}\n")), &read(FINISHED));
    }
}

#[test]
fn a_move_with_the_number_of_another_is_a_fault() {
    for (moves, found, due, ply) in [
        ("2. 1-1", "2", 1, 1),
        ("1. 1-1 2... 2-2", "2", 1, 2),
        ("1. 1-1 2-2 3. 1-3", "3", 2, 3),
        ("0.1-1", "0", 1, 1),
        (
            "1. 1-1 2-2 999999999999999999999999. 1-3",
            "999999999999999999999999",
            2,
            3,
        ),
    ] {
        assert_fault(
            &format!("[Game \"gridlock\"]\n\n{moves} *\n"),
            &format!("line 3, ply {ply}: move number {found} stands where {due} is due"),
        );
    }
}

#[test]
fn a_day_that_does_not_exist_is_a_fault() {
    for date in [
        "2026-02-29",
        "2026-13-01",
        "2026-1-5",
        "15.11.2026",
        "today",
        "",
    ] {
        assert_fault(
            &format!("[Game \"gridlock\"]\n[Date \"{date}\"]\n\n*\n"),
            &format!("line 2: Date is '{date}'; wanted a day such as 2026-11-15, or ?"),
        );
    }
}

#[test]
fn no_more_is_read_of_a_stream_than_records_may_have() {
    let endless = std::io::repeat(b' ');
    let fault = Record::read_stream(endless).expect_err("it has no end");
    assert_eq!(
        fault.to_string(),
        "it is longer than 4 MiB, which is the most that is read"
    );
    let records = Record::read_stream(FINISHED.as_bytes()).expect("a record");
    assert_same(&records[0], &read(FINISHED));
}

#[test]
fn moves_may_be_written_in_either_case() {
    let record = read("[Game \"grid-runner\"]\n\n1. MOVE-B1 Move-e4 2. move-b2 *");
    assert_eq!(moves(&record), ["MOVE B1", "MOVE E4", "MOVE B2"]);
    assert!(
        record
            .to_string()
            .ends_with("1. move-b1 move-e4 2. move-b2 *\n")
    );
}

#[test]
fn a_text_may_have_carriage_returns_a_byte_order_mark_and_no_last_line_break() {
    let windows = FINISHED.replace('\n', "\r\n");
    assert_same(&read(&windows), &read(FINISHED));
    assert_same(&read(&format!("\u{feff}{windows}")), &read(FINISHED));
    assert_same(&read(FINISHED.trim_end()), &read(FINISHED));
    assert_same(&read(&format!("\n\n  {FINISHED}\n\n")), &read(FINISHED));
}

#[test]
fn lines_are_counted_the_same_with_carriage_returns() {
    let text = "[Game \"gridlock\"]\r\n\r\n1. 2-2\r\n2-3 *\r\n";
    let found = fault(text);
    assert_eq!((found.line, found.ply), (4, Some(2)));
}

#[test]
fn comments_stay_with_the_ply_that_they_follow() {
    let text = "[Game \"gridlock\"]\n\n{before} 1. 2-2{glued} {two\n lines} 3-3 * {behind}\n";
    let record = read(text);
    assert_eq!(record.comments[&0], ["before"]);
    assert_eq!(record.comments[&1], ["glued", "two\n lines"]);
    assert_eq!(record.comments[&2], ["behind"]);
    let written = "{before} 1. 2-2 {glued} {two\n lines} 3-3 {behind} *\n";
    assert!(record.to_string().ends_with(written), "{record}");
    assert_same(&read(&record.to_string()), &record);
}

#[test]
fn unknown_tags_and_quotation_marks_survive() {
    let value = r#"C:\games\ "the [best]" {of} \"#;
    let mut record = read(FINISHED);
    record.players.one = value.to_owned();
    record.other_tags = vec![tag("Event", value), tag("Round_2", "")];
    let text = record.to_string();
    assert!(
        text.contains(r#"[Event "C:\\games\\ \"the [best]\" {of} \\"]"#),
        "{text}"
    );
    assert_same(&read(&text), &record);
}

#[test]
fn a_move_that_the_rules_refuse_is_a_fault_with_its_line_and_ply() {
    assert_fault(
        "[Game \"gridlock\"]\n\n1. 2-2 3-3\n2. 1-1 3-4\n3. 1-1 *\n",
        "line 5, ply 5: 1-1 is not played: Invalid move. That cell is already occupied. Please \
         choose a different cell.",
    );
    assert_fault(
        "[Game \"grid-runner\"]\n\n1. move-b1 barrier-d5 *",
        "line 3, ply 2: barrier-d5 is not played: Invalid barrier. You cannot place a barrier on a \
         cell adjacent to your own runner. Please choose a valid cell.",
    );
}

#[test]
fn a_word_that_is_no_move_is_a_fault_with_its_line_and_ply() {
    for (word, said) in [
        (
            "two",
            "Please enter two numbers, a row and a column, such as 2 2.",
        ),
        (
            "2-b",
            "'b' is not a number. Please enter a row and a column, such as 2 2.",
        ),
        (
            "2-2-2",
            "Please enter two numbers, a row and a column, such as 2 2.",
        ),
        (
            "}",
            "Please enter two numbers, a row and a column, such as 2 2.",
        ),
        (
            "1/2-1/2",
            "'1/2' is not a number. Please enter a row and a column, such as 2 2.",
        ),
    ] {
        assert_fault(
            &format!("[Game \"gridlock\"]\n\n1. 2-2\n{{so}}\n{word} *\n"),
            &format!("line 5, ply 2: {word} is not played: Invalid move. {said}"),
        );
    }
}

#[test]
fn control_characters_in_a_fault_are_escaped() {
    let found = fault("[Game \"gridlock\"]\n\n1. \u{1b}c *\n").to_string();
    assert!(
        found.starts_with("line 3, ply 1: \\u{1b}c is not played"),
        "{found}"
    );
    assert!(!found.contains(char::is_control), "{found:?}");
}

#[test]
fn a_move_after_the_end_is_a_fault() {
    let text = FINISHED.replace("3-3 1-0", "3-3\n2-1 1-0");
    assert_fault(&text, "line 11, ply 6: 2-1 follows, but the game is over");
}

#[test]
fn an_unknown_game_is_a_fault() {
    assert_fault(
        "[Date \"?\"]\n[Game \"chess\"]\n\n*\n",
        "line 2: Game is 'chess'; wanted the id of a game",
    );
}

#[test]
fn an_unknown_size_is_a_fault_that_lists_the_sizes() {
    assert_fault(
        "[Game \"matrix-isolation\"]\n[Size \"9x9\"]\n\n*\n",
        "line 2: Size is '9x9'; wanted one of 4x4, 5x5, 6x6",
    );
}

#[test]
fn a_missing_game_is_a_fault_where_the_record_begins() {
    let expected = "found no tag Game; wanted [Game \"...\"] at the start";
    assert_fault("\n[Size \"4x4\"]\n\n*\n", &format!("line 2: {expected}"));
    assert_fault("1. 2-2 *\n", &format!("line 1: {expected}"));
    let behind = format!("{FINISHED}and more\n");
    assert_fault(&behind, &format!("line 11: {expected}"));
}

#[test]
fn a_start_that_is_no_position_is_a_fault() {
    assert_fault(
        "[Game \"gridlock\"]\n\n[Start \"XO../..../..../.... 1\"]\n*",
        "line 3: Start is not a position of this game: found the O at (1,2) beside an X; wanted no \
         X and O side by side",
    );
}

#[test]
fn a_result_that_the_moves_contradict_is_a_fault() {
    for (result, said) in [
        ("0-1", "the result is 0-1, but player 1 has won; wanted 1-0"),
        ("*", "the result is *, but player 1 has won; wanted 1-0"),
    ] {
        let text = FINISHED.replace("1-0", result);
        assert_fault(&text, &format!("line 10: {said}"));
    }
    assert_fault(
        "[Game \"gridlock\"]\n\n1. 2-2\n1-0\n",
        "line 4: the result is 1-0, but the game is not over; wanted * or [Termination \"resigned\"]",
    );
}

#[test]
fn a_result_tag_that_disagrees_with_the_result_is_a_fault() {
    assert_fault(
        "[Game \"gridlock\"]\n[Result \"1-0\"]\n\n1. 2-2 *\n",
        "line 4: the result is *, but the tag Result says 1-0",
    );
    assert_fault(
        "[Game \"gridlock\"]\n[Result \"draw\"]\n\n1. 2-2 *\n",
        "line 2: Result is 'draw'; wanted 1-0, 0-1 or *",
    );
}

#[test]
fn a_record_without_a_result_is_a_fault_on_the_last_line() {
    let expected = "the record ends without a result; wanted 1-0, 0-1 or *";
    for (text, line) in [
        ("[Game \"gridlock\"]", 1),
        ("[Game \"gridlock\"]\n\n1. 2-2 3-3\n", 3),
        ("[Game \"gridlock\"]\n\n1. 2-2\n3-3", 4),
    ] {
        assert_fault(text, &format!("line {line}: {expected}"));
    }
}

#[test]
fn a_comment_without_end_is_a_fault_where_it_begins() {
    let expected = "a comment begins with { and does not end; wanted }";
    for (text, line) in [
        ("[Game \"gridlock\"]\n\n1. 2-2 {never\nends\n*\n", 3),
        ("[Game \"gridlock\"]\n\n* \n{never\nends", 4),
        ("{", 1),
    ] {
        assert_fault(text, &format!("line {line}: {expected}"));
    }
}

#[test]
fn a_tag_that_stands_twice_is_a_fault() {
    assert_fault(
        "[Game \"gridlock\"]\n[Event \"a\"]\n[Event \"a\"]\n\n*\n",
        "line 3: the tag Event stands twice",
    );
}

#[test]
fn a_malformed_tag_is_a_fault() {
    for tag in [
        "[",
        "[]",
        "[Game]",
        "[Game \"\"",
        "[Game gridlock]",
        "[Game \"gridlock]",
        "[Game \"grid\"lock\"]",
        "[Game \"gridlock\\\"]",
        "[Ga me \"gridlock\"]",
        "[ \"gridlock\"]",
        "[Gäme \"gridlock\"]",
        "[Game \"a\"] [Size \"4x4\"]",
    ] {
        assert_fault(
            &format!("[Date \"?\"]\n{tag}\n\n*\n"),
            &format!("line 2: found {tag}; wanted a tag such as [Game \"gridlock\"]"),
        );
    }
}

#[test]
fn a_tag_among_the_moves_is_a_fault() {
    assert_fault(
        "[Game \"gridlock\"]\n\n1. 2-2\n[Event \"late\"]\n*\n",
        "line 4: the tag Event stands before the result of the game",
    );
}

#[test]
fn a_seed_that_is_no_number_is_a_fault() {
    for seed in ["", "x", "-1", "1.5", "18446744073709551616"] {
        assert_fault(
            &format!("[Game \"gridlock\"]\n[Seed \"{seed}\"]\n\n*\n"),
            &format!("line 2: Seed is '{seed}'; wanted a whole number"),
        );
    }
}

#[test]
fn an_unknown_termination_is_a_fault_that_lists_the_words() {
    assert_fault(
        "[Game \"gridlock\"]\n[Termination \"timeout\"]\n\n*\n",
        "line 2: Termination is 'timeout'; wanted one of normal, resigned, ply limit, abandoned",
    );
}

#[test]
fn a_text_without_a_record_is_a_fault() {
    for text in ["", " ", "\n\n\n", "\u{feff}", "\r\n"] {
        assert_fault(
            text,
            "line 1: found nothing; wanted a record, which begins with [Game \"...\"]",
        );
    }
}

fn tag(name: &str, value: &str) -> Tag {
    Tag {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

fn names(one: &str, two: &str) -> PerPlayer<String> {
    PerPlayer {
        one: one.to_owned(),
        two: two.to_owned(),
    }
}

fn variants() -> Vec<&'static dyn Variant> {
    quintet_testkit::admit_guest();
    catalogue()
        .flat_map(|listing| listing.sizes)
        .copied()
        .collect()
}

/// How a game that the rules have not ended is left.
#[derive(Clone, Copy, Debug)]
enum Leaving {
    Abandoned,
    Resigned,
    PlyLimit,
    Unsaid,
}

/// A game in which each choice picks one of the legal moves.
fn session(variant: &dyn Variant, first: Player, choices: &[u32]) -> Session {
    let mut session = Session::new(variant.start(first));
    for choice in choices {
        let moves = session.position().moves();
        if moves.is_empty() {
            break;
        }
        let mv = &moves[*choice as usize % moves.len()].text;
        session.play(mv).expect("a listed move is legal");
    }
    session
}

prop_compose! {
    fn any_session()(
        which in 0..variants().len(),
        first in prop::sample::select(Player::BOTH.to_vec()),
        choices in prop::collection::vec(any::<u32>(), 0..60),
    ) -> Session {
        session(variants()[which], first, &choices)
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
        leaving in prop::sample::select(vec![
            Leaving::Abandoned,
            Leaving::Resigned,
            Leaving::PlyLimit,
            Leaving::Unsaid,
        ]),
        (one, two) in (any_value(), any_value()),
        date in any_date(),
        seed in any::<Option<u64>>(),
        comments in prop::collection::vec((any::<prop::sample::Index>(), any_comment()), 0..6),
        other_tags in any_other_tags(),
    ) -> Record {
        let is_over = session.outcome().is_some();
        if let Leaving::Resigned = leaving && !is_over {
            session.resign();
        }
        let mut record = Record::of(session, PerPlayer { one, two }, date);
        match leaving {
            Leaving::Abandoned if !is_over => record.termination = Some(Termination::Abandoned),
            Leaving::PlyLimit if !is_over => record.termination = Some(Termination::PlyLimit),
            Leaving::Unsaid => record.termination = None,
            _ => {}
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

/// Pieces of records, good and bad.
fn any_text_like_a_record() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "[Game \"gridlock\"]\n",
            "[Game \"adjacency-block\"]\n",
            "[Size \"6\"]\n",
            "[Size \"3x3\"]\n",
            "[Start \"......\u{20}2\"]\n",
            "[Result \"*\"]\n",
            "[Termination \"resigned\"]\n",
            "[Seed \"3\"]\n",
            "[",
            "]",
            "\"",
            "\\",
            "{",
            "}",
            "\n",
            "\r\n",
            " 1.",
            " 1-1 ",
            " 2 ",
            "5 ",
            " * ",
            " 1-0",
            " 0-1\n",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_record_comes_back_from_its_text(record in any_record()) {
        let text = record.to_string();
        assert_same(&read(&text), &record);
    }

    #[test]
    fn any_records_come_back_from_one_text(records in prop::collection::vec(any_record(), 1..4)) {
        let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
        let back = read_all(&texts.join("\n"));
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
        let record = Record::of(session, names("a", "b"), "?".to_owned());
        let text = record.to_string();
        let (tags, _) = text.split_once("\n\n").expect("tags and moves");
        let words: Vec<_> = moves(&record)
            .into_iter()
            .enumerate()
            .map(|(n, mv)| {
                let number = number.replace('N', &(n / 2 + 1).to_string());
                format!("{number}{}{spaces}", quintet_games::one_word(mv))
            })
            .collect();
        let other = format!("{tags}\n\n{}{}", words.concat(), record.result());
        assert_same(&read(&other), &record);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any_text_like_a_record()) {
        match Record::read_all(&text) {
            Ok(records) => {
                for record in records {
                    assert_same(&read(&record.to_string()), &record);
                }
            }
            Err(fault) => {
                prop_assert!((1..=text.split('\n').count()).contains(&fault.line), "{}", fault);
                prop_assert!(!fault.to_string().contains(char::is_control), "{}", fault);
            }
        }
    }
}

#[test]
fn a_game_that_has_not_ended_may_go_on_and_one_that_is_left_is_abandoned() {
    let mut session = Session::new(
        find("gridlock")
            .expect("listed")
            .standard()
            .start(Player::One),
    );
    session.players.two = Who::Hard;
    session.play("2 2").expect("legal");
    let day = || "2026-11-15".to_owned();
    let told = Record::of(session.clone(), names("a", "b"), day());
    assert_eq!(
        (told.termination, told.headline().as_str()),
        (None, "a against b, 2026-11-15: unfinished")
    );
    let left = Record::of_left(session.clone(), Some(7), day());
    assert_eq!(
        (left.termination, left.seed),
        (Some(Termination::Abandoned), Some(7))
    );
    session.resign();
    let left = Record::of_left(session, None, day());
    assert_eq!(left.termination, Some(Termination::Resigned));
    assert_eq!(left.headline(), "human against hard, 2026-11-15: 0-1");
}
