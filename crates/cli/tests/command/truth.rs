//! `analyze`, `solve` and `match` against the oracles. What people read is in `tests/cases`.

use quintet_api::{Analyze, Context, Request};
use quintet_arena::{Dice, Explanation};
use quintet_games::{AnyPosition, Catalogue, hyphenated};
use quintet_rules::{Player, Random};
use quintet_solver::{Budget, Value};
use serde_json::{Value as Json, json};

use crate::run::{folder, oracle, quintet, quintet_in, standard};

/// The document of a run that ends with this code.
#[track_caller]
fn document(arguments: &str, code: i32) -> Json {
    let ran = quintet(&format!("{arguments} --json")).run();
    ran.code(code).json()
}

/// Positions of a random game: the start, some in the middle, the last one but one, and the end.
fn random_game(id: &str) -> Vec<Box<dyn AnyPosition>> {
    let mut dice = Dice::new(1, 0);
    let mut positions = vec![standard(id).start(Player::BOTH[dice.below(2) as usize])];
    while let Some(mv) = positions[positions.len() - 1].random_move(&mut dice) {
        let next = positions[positions.len() - 1].play(&mv).expect("legal");
        positions.push(next.position);
    }
    let last = positions.len() - 1;
    assert!(positions[last].outcome().is_some(), "{id}");
    let chosen = [0, last / 3, 2 * last / 3, last - 1, last];
    chosen.map(|n| positions[n].clone()).into()
}

#[test]
fn an_analysis_tells_the_values_of_the_oracle_in_the_document_of_the_library() {
    let distance = |value: Option<Value>| value.and_then(Value::distance);
    let name = |value: Option<Value>| match value {
        Some(Value::Win(_)) => "win",
        Some(Value::Loss(_)) => "loss",
        Some(Value::Endless) => "endless",
        None => "unsolved",
    };
    let context = Context::default();
    for id in Catalogue::STANDARD.iter().map(|listing| listing.id) {
        let oracle = context.library.oracle(standard(id));
        for position in random_game(id) {
            let line = format!("analyze {id} --position \"{}\"", position.text());
            let explained = Explanation::of(&*position, &*oracle, Budget::NONE);
            let request = Analyze {
                game: id.to_owned(),
                position: Some(position.text()),
                explain: true,
                ..Analyze::default()
            };
            let library = request.respond(&context).expect("a valid request");
            let library = serde_json::to_string(&library).expect("a document");
            let ran = quintet(&format!("{line} --json")).run();
            let ran = ran.code(0).stderr("").stdout(&format!("{library}\n"));
            let analysis = oracle.analyze(&*position, Budget::NONE);
            let moves = analysis.moves.iter().map(|mv| {
                json!({"move": mv.mv, "value": name(mv.value), "distance": distance(mv.value)})
            });
            let best = oracle.line(&*position, Budget::NONE);
            let winner = position.outcome().map(|outcome| outcome.winner.number());
            for (field, wanted) in [
                ("game", json!(id)),
                ("size", json!(position.variant().size().to_string())),
                ("position", json!(position.text())),
                ("to_move", json!(position.to_move().number())),
                ("over", json!(winner.is_some())),
                ("winner", json!(winner)),
                ("value", json!(name(analysis.value))),
                ("distance", json!(distance(analysis.value))),
                ("moves", moves.collect()),
                ("line", json!(best)),
            ] {
                assert_eq!(ran.json()[field], wanted, "{line}: {field}");
            }
            if winner.is_none() {
                let words: Vec<_> = best.iter().map(|mv| hyphenated(mv)).collect();
                let best = words.join(" ");
                let (headline, reason) = (&explained.headline, &explained.reason);
                let verdict = headline.strip_suffix(&**reason).expect("the reason");
                let verdict = format!("{}\n{reason}", verdict.trim_end());
                let said = format!("\n{}\nBest line: {best}\n", verdict.trim_end());
                quintet(&line).run().code(0).stderr("").says(&said);
            }
        }
    }
}

/// Asserts that a line of moves leads to a win of the player, after this many moves.
#[track_caller]
fn assert_wins(start: Box<dyn AnyPosition>, line: &Json, winner: Player, plies: &Json) {
    let moves = line.as_array().expect("a list");
    assert!(plies.is_null() || *plies == moves.len(), "{plies}: {line}");
    let end = moves.iter().fold(start, |position, mv| {
        let played = position.play(mv.as_str().expect("a move"));
        played.expect("a legal move").position
    });
    let outcome = end.outcome().expect("the line ends with the game");
    assert_eq!(outcome.winner, winner, "{line}");
}

/// The fields of a solution in their order, and those of the counts within.
const FIELDS: &str = "game size start winner value distance line positions counted total won lost endless longest_win \
    distance position line seconds table_bytes stored_bytes peak_memory_bytes verified_values";

/// The names of all fields of a document, in order.
fn names_of_fields(text: &str) -> String {
    let parts: Vec<_> = text.split('"').collect();
    let names = parts.windows(2).skip(1).step_by(2);
    let names = names.filter(|pair| pair[1].starts_with(':'));
    names.map(|pair| pair[0]).collect::<Vec<_>>().join(" ")
}

#[test]
#[ignore = "takes a minute: ./check large"]
fn every_game_is_solved_and_verified() {
    for id in Catalogue::STANDARD.iter().map(|listing| listing.id) {
        let ran = quintet(&format!("solve {id} --json --verify")).run();
        let ran = ran.code(0).stderr("");
        assert_eq!(names_of_fields(&ran.stdout), FIELDS, "{id}");
        let json = ran.json();
        let variant = standard(id);
        let start = variant.start(Player::One);
        let value = oracle(id).value(&*start, Budget::NONE).expect("solved");
        for (field, wanted) in [
            ("game", json!(id)),
            ("size", json!(variant.size().to_string())),
            ("start", json!(start.text())),
            ("value", json!(value.name())),
            ("distance", json!(value.distance())),
        ] {
            assert_eq!(json[field], wanted, "{id}: {field}");
        }
        let winner = Player::BOTH
            .into_iter()
            .find(|player| json["winner"] == player.number());
        let winner = winner.expect("no start is endless");
        assert_wins(start, &json["line"], winner, &json["distance"]);

        let positions = &json["positions"];
        let count = |name: &str| number(&positions[name]);
        let total = count("won") + count("lost") + count("endless");
        assert_eq!(total, count("total"), "{id}");
        assert!(count("won") > 0 && count("lost") > 0, "{id}");
        let longest = &positions["longest_win"];
        let from = variant.position(longest["position"].as_str().expect("a text"));
        let from = from.expect("a position");
        let winner = from.to_move();
        assert_wins(from, &longest["line"], winner, &longest["distance"]);

        assert!(json["verified_values"].as_u64() > Some(0), "{id}");
        assert!(json["seconds"].as_f64() >= Some(0.0), "{id}");
        let has_table = variant.solution().table_version().is_some();
        assert_eq!(json["table_bytes"].as_u64() > Some(0), has_table, "{id}");
        let memory = &json["peak_memory_bytes"];
        assert!(memory.is_null() || memory.as_u64() > Some(0), "{id}");
    }
    let ran = quintet("solve gridlock --json").run().code(0);
    let unverified = FIELDS.trim_end_matches(" verified_values");
    assert_eq!(names_of_fields(&ran.stdout), unverified);
}

#[test]
fn a_larger_size_is_solved_where_the_budget_allows() {
    let json = document("solve quad-block --size 6x6 --nodes 1000000", 0);
    assert_eq!(
        (&json["value"], &json["positions"]),
        (&json!("win"), &Json::Null)
    );
    let larger = Catalogue::STANDARD
        .find("quad-block")
        .and_then(|game| game.size("6x6"));
    let start = larger.expect("listed").start(Player::One);
    assert_wins(start, &json["line"], Player::One, &json["distance"]);
}

#[test]
#[ignore = "takes a minute: ./check large"]
fn a_large_table_is_offered_built_verified_used_and_removed_when_it_is_damaged() {
    let cache = folder();
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
    let offer = "`quintet solve grid-runner --size 6x6 --keep` solves this size";
    let ran = solve("--nodes 1000").code(1);
    assert!(ran.stderr.starts_with(offer), "{}", ran.stderr);
    assert_eq!(unsolved(), json!(["6x6", "7x7"]));

    let ran = solve("--keep --verify=sample --json").code(0);
    assert!(ran.stderr.starts_with("building"), "{}", ran.stderr);
    let json = ran.json();
    let found = (&json["value"], &json["distance"], &json["verified_values"]);
    assert_eq!(found, (&json!("loss"), &json!(30), &json!(10_000)));
    let kept = json["stored_bytes"].as_u64().expect("a number");
    assert!((20_000_000..25_000_000).contains(&kept), "{kept}");
    assert_eq!(unsolved(), json!(["7x7"]));
    solve("--keep")
        .code(0)
        .complains("the table of grid-runner 6x6 exists");

    let part = cache.path().join("quintet").join("grid-runner-6x6.0.table");
    let mut bytes = std::fs::read(&part).expect("stored");
    let end = bytes.len() / 8 * 7;
    // In enough pages for a sample to read some of them.
    for byte in bytes[..end].iter_mut().skip(1000).step_by(10_000) {
        *byte ^= 1;
    }
    std::fs::write(&part, &bytes).expect("written");
    solve("--verify=sample").refuses("the table is corrupt");
    assert!(!part.exists(), "it is removed");
    std::fs::write(&part, &bytes[..end]).expect("written");
    let ran = solve("--nodes 1000").code(1);
    assert!(ran.stderr.starts_with(offer), "cut off: {}", ran.stderr);
}

fn number(json: &Json) -> u64 {
    json.as_u64()
        .unwrap_or_else(|| panic!("not a number: {json}"))
}

/// Asserts every sum that the result of a match must fulfill.
fn adds_up(json: &Json) {
    let [p1, p2] = [&json["p1"], &json["p2"]];
    let both = |field: &str| number(&p1[field]) + number(&p2[field]);
    for side in [p1, p2] {
        let won = number(&side["won_as_first"]) + number(&side["won_as_second"]);
        assert_eq!(number(&side["won"]), won, "{json}");
    }
    assert_eq!(number(&json["first"]["won"]), both("won_as_first"));
    assert_eq!(number(&json["second"]["won"]), both("won_as_second"));
    let finished = both("won");
    let games = finished + number(&json["unfinished"]);
    assert_eq!(games, number(&json["games"]), "{json}");
    for wins in [p1, p2, &json["first"], &json["second"]] {
        let [low, high] = [0, 1].map(|n| wins["interval95"][n].as_f64().expect("a share"));
        assert!(0.0 <= low && low < high && high <= 1.0, "{wins}");
        let Some(share) = wins["share"].as_f64() else {
            assert_eq!(finished, 0, "{json}");
            continue;
        };
        let [won, finished] = [number(&wins["won"]), finished]
            .map(|count| f64::from(u32::try_from(count).expect("few games")));
        assert!((share - won / finished).abs() < 1e-9, "{wins}");
        assert!(low <= share && share <= high, "{wins}");
    }
}

#[test]
fn the_numbers_of_a_match_add_up() {
    for id in Catalogue::STANDARD.iter().map(|listing| listing.id) {
        for (players, games) in [
            ("--p1 perfect --p2 random", 40),
            ("--p1 easy --p2 hard", 41),
        ] {
            let line = format!("match {id} {players} --games {games} --seed 3 --json");
            let ran = quintet(&line).run().stderr("");
            let json = ran.json();
            adds_up(&json);
            ran.code(i32::from(number(&json["unfinished"]) > 0));
            let found = (&json["game"], &json["games"], &json["seed"]);
            assert_eq!(found, (&json!(id), &json!(games), &json!(3)));
        }
    }
}

#[test]
fn a_seed_that_was_drawn_for_a_match_is_printed_and_repeats_it() {
    let line = "match adjacency-block --p1 easy --p2 easy --games 60 --json";
    let drawn = quintet(line).run().code(0);
    let seed = number(&drawn.json()["seed"]);
    let again = quintet(&format!("{line} --seed {seed}")).run();
    again.code(0).stdout(&drawn.stdout);
}
