//! `quintet solve`.

use quintet_catalogue::catalogue;
use quintet_games::{AnyPosition, grouped};
use quintet_rules::Player;
use quintet_solver::Budget;
use serde_json::Value as Json;
use tempfile::tempdir;

use crate::run::{names_of_fields, oracle, quintet, quintet_in, standard};

/// The fields of a solution in their order, and those of the counts within.
const FIELDS: &[&str] = &[
    "game",
    "size",
    "start",
    "winner",
    "value",
    "distance",
    "line",
    "positions",
    "counted",
    "total",
    "won",
    "lost",
    "endless",
    "longest_win",
    "distance",
    "position",
    "line",
    "seconds",
    "table_bytes",
    "kept_bytes",
    "peak_memory_bytes",
    "verified_values",
];

/// Plays a line of JSON texts to its end.
fn play(start: Box<dyn AnyPosition>, line: &Json) -> Box<dyn AnyPosition> {
    let moves = line.as_array().expect("a list");
    let moves = moves.iter().map(|mv| mv.as_str().expect("a move"));
    moves.fold(start, |position, mv| {
        position.play(mv).expect("a legal move").position
    })
}

#[test]
fn every_game_is_solved_and_verified() {
    for listing in catalogue() {
        let ran = quintet(&format!("solve {} --json --verify", listing.id))
            .run()
            .code(0)
            .stderr("");
        assert_eq!(names_of_fields(&ran.stdout), FIELDS, "{}", listing.id);
        let json = ran.json();
        let variant = listing.standard();
        let start = variant.start(Player::One);
        let value = oracle(listing.id)
            .value(&*start, Budget::NONE)
            .expect("solved");
        assert_eq!(json["game"], listing.id);
        assert_eq!(json["size"], variant.size().to_string());
        assert_eq!(json["start"], start.text());
        assert_eq!(json["value"], value.name());
        let distance = value.distance().expect("no start is endless");
        assert_eq!(json["distance"], distance);
        assert_eq!(
            json["line"].as_array().expect("a list").len(),
            usize::from(distance)
        );
        let end = play(start, &json["line"]);
        let winner = end.outcome().expect("the line ends with the game").winner;
        assert_eq!(json["winner"], winner.number());

        let positions = &json["positions"];
        let count = |name: &str| positions[name].as_u64().unwrap_or_else(|| panic!("{name}"));
        assert_eq!(
            count("won") + count("lost") + count("endless"),
            count("total")
        );
        assert!(count("won") > 0 && count("lost") > 0);
        let longest = &positions["longest_win"];
        let distance = longest["distance"].as_u64().expect("a number");
        assert_eq!(
            longest["line"].as_array().expect("a list").len() as u64,
            distance
        );
        let from = variant
            .position(longest["position"].as_str().expect("a text"))
            .expect("a position");
        let winner = from.to_move();
        let end = play(from, &longest["line"])
            .outcome()
            .expect("the line ends with the game");
        assert_eq!(end.winner, winner);

        assert!(json["verified_values"].as_u64().expect("a number") > 0);
        assert!(json["seconds"].as_f64().expect("a number") >= 0.0);
        let has_table = variant.solution().table_version().is_some();
        assert_eq!(
            json["table_bytes"].as_u64().expect("a number") > 0,
            has_table
        );
        assert!(
            json["peak_memory_bytes"].is_null() || json["peak_memory_bytes"].as_u64() > Some(0)
        );
    }
}

#[test]
fn without_verification_nothing_is_called_verified() {
    let ran = quintet("solve gridlock --json").run().code(0);
    assert_eq!(names_of_fields(&ran.stdout), FIELDS[..FIELDS.len() - 1]);
    quintet("solve gridlock")
        .run()
        .code(0)
        .does_not_say("Verified");
}

#[test]
fn people_read_who_wins_how_and_how_many_positions_there_are() {
    let counts = [
        (
            "gridlock",
            "Player 1 (X) begins: Player 1 (X) loses in 12",
            "130,802",
        ),
        (
            "adjacency-block",
            "Player 1 begins: Player 1 wins in 7",
            "3,274",
        ),
        (
            "matrix-isolation",
            "Player 1 begins: Player 1 wins in 7",
            "6,561,792",
        ),
        ("grid-runner", "P1 begins: P1 loses in 24", "110,724,098"),
    ];
    for (id, result, total) in counts {
        let size = standard(id).size();
        let ran = quintet(&format!("solve {id}")).run().code(0).stderr("");
        let census = oracle(id).census().expect("solved");
        assert_eq!(grouped(census.total()), total, "{id}");
        let counts = format!(
            "{}: {total}, of which the player to move\n  wins {}, loses {}, and {} are endless\n",
            standard(id).counted(),
            grouped(census.won),
            grouped(census.lost),
            grouped(census.endless)
        );
        let (plies, position) = census.longest_win.expect("somebody wins");
        ran.says(&format!("{id} {size}, {result}\nBest line: "))
            .says(&counts)
            .says(&format!("Longest win: {plies} moves from {position}\n  "))
            .says("\nTime: ");
    }
    quintet("solve adjacency-block --verify")
        .run()
        .code(0)
        .says("Best line: 3 1 5 8 10 7 4\n")
        .says("Verified: 892 values, all there are up to symmetry, agree with those of their successors\n");
}

#[test]
fn a_size_that_is_not_solved_within_the_budget_is_unsolved_and_the_answer_is_no() {
    quintet("solve matrix-isolation --size 6x6 --nodes 10")
        .run()
        .code(1)
        .stderr("")
        .says("matrix-isolation 6x6, Player 1 begins: the value is unsolved\n")
        .does_not_say("Best line")
        .does_not_say("Unfinished positions");
    let json = quintet("solve matrix-isolation --size 6x6 --nodes 10 --json")
        .run()
        .code(1)
        .json();
    assert_eq!(json["value"], "unsolved");
    for empty in ["winner", "distance", "positions"] {
        assert!(json[empty].is_null(), "{empty}");
    }
    assert_eq!(json["line"], Json::Array(Vec::new()));
    assert_eq!(json["table_bytes"], 0);
}

#[test]
fn a_larger_size_is_solved_where_the_budget_allows() {
    let json = quintet("solve quad-block --size 6x6 --nodes 1000000 --json")
        .run()
        .code(0)
        .json();
    assert_eq!(json["value"], "win");
    assert!(json["positions"].is_null());
    let larger = catalogue()
        .nth(4)
        .expect("listed")
        .size("6x6")
        .expect("listed");
    let end = play(larger.start(Player::One), &json["line"]);
    assert_eq!(
        end.outcome().map(|outcome| outcome.winner),
        Some(Player::One)
    );
    assert_eq!(
        json["line"].as_array().expect("a list").len() as u64,
        json["distance"].as_u64().expect("a number")
    );
}

#[test]
fn where_moves_are_answered_by_their_opposites_the_line_shows_it() {
    let json = quintet("solve gridlock --size 6x6 --nodes 100 --json")
        .run()
        .code(0)
        .json();
    assert_eq!(
        (&json["value"], &json["winner"]),
        (&"loss".into(), &2.into())
    );
    assert!(json["distance"].is_null());
    let gridlock = catalogue().next().expect("listed");
    let start = gridlock.size("6x6").expect("listed").start(Player::One);
    let line: Vec<String> = serde_json::from_value(json["line"].clone()).expect("a list of moves");
    let opposite = |mv: &String| {
        let cells = mv
            .split(' ')
            .map(|cell| cell.parse::<u8>().expect("a number"));
        let cells: Vec<_> = cells.map(|cell| (7 - cell).to_string()).collect();
        cells.join(" ")
    };
    for pair in line.chunks(2) {
        assert_eq!(opposite(&pair[0]), pair[1], "{line:?}");
    }
    let end = play(start, &json["line"]);
    let winner = end.outcome().map(|outcome| outcome.winner);
    assert_eq!(winner, Some(Player::Two));
}

#[test]
fn what_is_not_known_whole_or_not_listed_cannot_be_verified() {
    quintet("solve adjacency-block --size 30 --verify")
        .run()
        .refuses("too many positions to verify");
    quintet("solve gridlock --size 8x8 --nodes 1000 --verify")
        .run()
        .refuses("no table to verify");
    quintet("solve gridlock --size 9x9")
        .run()
        .refuses("no size '9x9'");
}

#[test]
fn a_large_table_is_offered_built_verified_used_and_thrown_away_when_it_is_damaged() {
    let cache = tempdir().expect("a temporary folder");
    let solve = |options: &str| {
        let command = format!("solve grid-runner --size 6x6 {options}");
        quintet_in(cache.path(), &command).run()
    };
    let unsolved = || {
        let listed = quintet_in(cache.path(), "games --json").run().json();
        let games = listed["games"].as_array().expect("a list");
        let game = games.iter().find(|game| game["id"] == "grid-runner");
        game.expect("listed")["unsolved"].clone()
    };
    let offer = "`quintet solve grid-runner --size 6x6 --keep` makes every position known";
    let ran = solve("--nodes 1000").code(1);
    assert!(ran.stderr.starts_with(offer), "{}", ran.stderr);
    assert_eq!(unsolved(), serde_json::json!(["6x6", "7x7"]));

    let ran = solve("--keep --verify=sample --json").code(0);
    assert!(ran.stderr.starts_with("building"), "{}", ran.stderr);
    let json = ran.json();
    assert_eq!(
        (&json["value"], &json["distance"]),
        (&"loss".into(), &30.into())
    );
    assert_eq!(json["verified_values"], 10_000);
    let kept = json["kept_bytes"].as_u64().expect("a number");
    assert!((20_000_000..25_000_000).contains(&kept), "{kept}");
    assert_eq!(unsolved(), serde_json::json!(["7x7"]));
    let ran = solve("--keep").code(0);
    assert!(ran.stderr.contains("is kept already"), "{}", ran.stderr);

    let part = cache.path().join("quintet").join("grid-runner-6x6.0.table");
    let mut bytes = std::fs::read(&part).expect("kept");
    let end = bytes.len() / 8 * 7;
    // Every so many pages: a sample meets some of them.
    for byte in bytes[..end].iter_mut().skip(1000).step_by(10_000) {
        *byte ^= 1;
    }
    std::fs::write(&part, &bytes).expect("written");
    solve("--verify=sample").refuses("the table is damaged");
    assert!(!part.exists(), "it is thrown away");
    std::fs::write(&part, &bytes[..end]).expect("written");
    let ran = solve("--nodes 1000").code(1);
    assert!(ran.stderr.starts_with(offer), "cut off: {}", ran.stderr);
}

#[test]
fn what_cannot_be_built_is_refused() {
    quintet("solve gridlock --size 8x8 --keep")
        .run()
        .refuses("no table makes every position of gridlock 8x8 known");
    quintet("solve gridlock --size 5x5 --keep")
        .run()
        .refuses("is known whole without a table");
}

#[test]
fn a_game_is_solved_from_nothing_and_its_table_is_kept() {
    let cache = tempdir().expect("a temporary folder");
    quintet_in(cache.path(), "solve matrix-isolation")
        .run()
        .code(0)
        .stderr("")
        .says(", table: 2.2 MB");
    let file = cache
        .path()
        .join("quintet")
        .join("matrix-isolation-4x4.table");
    let table = std::fs::read(&file).expect("kept");
    std::fs::write(&file, b"damaged").expect("written");
    quintet_in(cache.path(), "solve matrix-isolation")
        .run()
        .code(0)
        .stderr("");
    assert!(std::fs::read(&file).expect("kept") == table, "mended");
}
