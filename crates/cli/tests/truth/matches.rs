//! `quintet match`.

use quintet_catalogue::catalogue;
use serde_json::Value as Json;

use crate::run::{names_of_fields, quintet};

fn number(json: &Json) -> u64 {
    json.as_u64()
        .unwrap_or_else(|| panic!("{json} is no number"))
}

/// Every sum that a result must fulfil.
fn adds_up(json: &Json) {
    let [p1, p2] = [&json["p1"], &json["p2"]];
    for side in [p1, p2] {
        assert_eq!(
            number(&side["won"]),
            number(&side["won_as_first"]) + number(&side["won_as_second"])
        );
    }
    let both = |field: &str| number(&p1[field]) + number(&p2[field]);
    assert_eq!(number(&json["first"]["won"]), both("won_as_first"));
    assert_eq!(number(&json["second"]["won"]), both("won_as_second"));
    let finished = both("won");
    assert_eq!(
        finished + number(&json["unfinished"]),
        number(&json["games"])
    );
    for wins in [p1, p2, &json["first"], &json["second"]] {
        let [low, high] = [0, 1].map(|n| wins["interval95"][n].as_f64().expect("a share"));
        assert!(0.0 <= low && low < high && high <= 1.0, "{wins}");
        match wins["share"].as_f64() {
            None => assert_eq!(finished, 0),
            Some(share) => {
                let won = u32::try_from(number(&wins["won"])).expect("few");
                let finished = u32::try_from(finished).expect("few");
                assert!(
                    (share - f64::from(won) / f64::from(finished)).abs() < 1e-9,
                    "{wins}"
                );
                assert!(low <= share && share <= high, "{wins}");
            }
        }
    }
}

#[test]
fn the_numbers_of_a_match_add_up() {
    for listing in catalogue() {
        for (players, games) in [
            ("--p1 perfect --p2 random", 40),
            ("--p1 easy --p2 hard", 41),
        ] {
            let arguments = format!(
                "match {} {players} --games {games} --seed 3 --json",
                listing.id
            );
            let ran = quintet(&arguments).run().stderr("");
            let json = ran.json();
            adds_up(&json);
            let ran = ran.code(i32::from(number(&json["unfinished"]) > 0));
            assert_eq!(json["game"], listing.id, "{}", ran.stdout);
            assert_eq!(number(&json["games"]), games);
            assert_eq!(number(&json["seed"]), 3);
        }
    }
}

#[test]
fn the_document_of_a_match_has_its_fields_in_order() {
    let wins = ["won", "share", "interval95"];
    let side = [
        "who",
        "won",
        "share",
        "interval95",
        "won_as_first",
        "won_as_second",
        "lost_as_first",
        "lost_as_second",
        "unfinished_as_first",
        "unfinished_as_second",
    ];
    let fields = [
        &["game", "size", "games", "seed", "p1"][..],
        &side,
        &["p2"],
        &side,
        &["first"],
        &wins,
        &["second"],
        &wins,
        &["unfinished"],
    ];
    let ran = quintet("match gridlock --p1 perfect --p2 hard --games 4 --seed 1 --json").run();
    assert_eq!(names_of_fields(&ran.stdout), fields.concat());
    let json = ran.code(0).stderr("").json();
    assert_eq!(
        (&json["p1"]["who"], &json["p2"]["who"]),
        (&"perfect".into(), &"hard".into())
    );
}

#[test]
fn between_perfect_players_who_begins_decides() {
    let json = quintet("match gridlock --p1 perfect --p2 perfect --games 4 --seed 1 --json")
        .run()
        .code(0)
        .json();
    for side in [&json["p1"], &json["p2"]] {
        assert_eq!(
            [&side["won"], &side["won_as_first"], &side["won_as_second"]],
            [2, 0, 2]
        );
    }
    assert_eq!([&json["first"]["won"], &json["second"]["won"]], [0, 4]);
    // Wilson's score interval for none of four.
    let high = json["first"]["interval95"][1].as_f64().expect("a share");
    assert!((high - 0.489_890_836).abs() < 1e-6, "{high}");
}

#[test]
fn people_read_the_same_numbers() {
    quintet("match gridlock --p1 perfect --p2 perfect --games 4 --seed 1")
        .run()
        .code(0)
        .stderr("")
        .stdout(
            "gridlock 4x4, 4 games, seed 1
  won by                  share (95% interval)
  Player 1, perfect        2   50.0 % (15.0 to 85.0 %)
    as first               0 won, 2 lost, 0 unfinished
    as second              2 won, 0 lost, 0 unfinished
  Player 2, perfect        2   50.0 % (15.0 to 85.0 %)
    as first               0 won, 2 lost, 0 unfinished
    as second              2 won, 0 lost, 0 unfinished
  who began                0    0.0 % (0.0 to 49.0 %)
  the other                4  100.0 % (51.0 to 100.0 %)
  unfinished               0
",
        );
}

#[test]
fn a_seed_repeats_a_match_and_one_that_was_drawn_is_printed() {
    let given = "match grid-runner --p1 medium --p2 easy --games 60 --seed 99";
    let first = quintet(given).run().code(0).stdout;
    for _ in 0..3 {
        quintet(given).run().code(0).stdout(&first);
    }
    let drawn = quintet("match adjacency-block --p1 easy --p2 easy --games 60 --json")
        .run()
        .code(0);
    let seed = number(&drawn.json()["seed"]);
    quintet(&format!(
        "match adjacency-block --p1 easy --p2 easy --games 60 --json --seed {seed}"
    ))
    .run()
    .code(0)
    .stdout(&drawn.stdout);
}

#[test]
fn games_that_come_to_no_end_are_counted_apart_and_the_answer_is_no() {
    let limited = "match grid-runner --p1 random --p2 random --games 20 --seed 1 --max-plies 3";
    quintet(limited)
        .run()
        .code(1)
        .stderr("")
        .says("  Player 1, random         0\n    as first               0 won, 0 lost, 10 unfinished\n")
        .says("  unfinished              20\n");
    let json = quintet(&format!("{limited} --json")).run().code(1).json();
    adds_up(&json);
    assert_eq!(json["unfinished"], 20);
    assert!(json["p1"]["share"].is_null());
}

#[test]
fn people_do_not_play_by_themselves() {
    for players in ["--p1 human --p2 random", "--p1 perfect --p2 human"] {
        quintet(&format!("match gridlock {players} --games 2"))
            .run()
            .refuses("human");
    }
    quintet("match gridlock --p1 random --p2 nobody --games 2")
        .run()
        .refuses("nobody");
    quintet("match gridlock --p1 random --p2 random --games 0")
        .run()
        .refuses("0");
    quintet("match gridlock --p1 random --p2 random")
        .run()
        .refuses("--games");
    quintet("match gridlock --p1 random --p2 random --games 2 --size 9x9")
        .run()
        .refuses("no size '9x9'");
}

#[test]
fn a_match_on_a_size_that_is_not_solved_is_played() {
    let json = quintet("match gridlock --size 6x6 --p1 easy --p2 random --games 2 --seed 1 --json")
        .run()
        .code(0)
        .json();
    adds_up(&json);
    assert_eq!(json["size"], "6x6");
    let caution = json["caution"].as_str().expect("a sentence");
    assert!(
        caution.starts_with("This size is not solved: easy looks ahead, at"),
        "{caution}"
    );
}

#[test]
fn a_result_fits_a_terminal_of_80_columns() {
    // The longest names, the largest numbers and a sentence about the levels.
    let ran = quintet(
        "match gridlock --size 6x6 --p1 perfect --p2 medium --games 2 --seed 18446744073709551615",
    )
    .run()
    .code(0)
    .says("This size is not solved: ");
    let longest = ran.stdout.lines().max_by_key(|line| line.len());
    assert!(
        ran.stdout.lines().all(|line| line.len() <= 80),
        "{longest:?}"
    );
}
