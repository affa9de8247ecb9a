//! Every request about every game and size of the catalogue, and about a guest.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use quintet_api::{Context, NODES, read_at};
use quintet_arena::{Dice, Library, Record, Session, Tables, Who};
use quintet_games::{AnyPosition, LegalMove, Listing, Variant};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::Allowance;
use quintet_testkit::CATALOGUE;
use serde_json::{Value, json};

use crate::list;

/// The answer to a request, with little search where a size is not solved.
fn ask(path: &str, request: &Value) -> Value {
    ask_within(300, path, request)
}

/// The answer to a request that searches this many positions. Tables are stored with the build output.
fn ask_within(positions: u64, path: &str, request: &Value) -> Value {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        let tables = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
        Library::new(CATALOGUE, Tables::in_folder(tables))
    });
    let context = Context {
        library: LIBRARY.clone(),
        allowance: Some(Arc::new(Allowance::positions(positions))),
        date: "2026-11-16".to_owned(),
        ..Context::default()
    };
    let prepared = read_at(path, &request.to_string(), &context.date, CATALOGUE);
    let document = prepared.and_then(|prepared| prepared.respond(&context));
    let document = document.unwrap_or_else(|error| panic!("{path} {request}: {error:?}"));
    serde_json::from_str(&document).expect("a document")
}

fn games() -> impl Iterator<Item = &'static Listing> {
    CATALOGUE.iter()
}

/// Every game at every size.
fn variants() -> impl Iterator<Item = &'static dyn Variant> {
    games().flat_map(|listing| listing.sizes).copied()
}

/// A random game of at most 80 moves, which begins with Player 2.
fn game(variant: &dyn Variant) -> Session {
    let mut session = Session::new(variant.start(Player::Two));
    let mut dice = Dice::new(11, 0);
    while session.plies().len() < 80
        && let Some(mv) = session.position().random_move(&mut dice)
    {
        session.play(&mv).expect("a random move is legal");
    }
    session
}

/// The request about a position, with more fields.
fn about(position: &dyn AnyPosition, more: Value) -> Value {
    let variant = position.variant();
    let mut request = json!({"game": variant.id(), "size": variant.size().to_string(),
                              "position": position.text()});
    extend(&mut request, more);
    request
}

fn extend(request: &mut Value, more: Value) {
    if let (Value::Object(request), Value::Object(more)) = (request, more) {
        request.extend(more);
    }
}

/// Checks that a view shows a position.
fn check_view(view: &Value, position: &dyn AnyPosition) {
    let winner = position.outcome().map(|outcome| outcome.winner.number());
    for (name, wanted) in [
        ("game", json!(position.variant().id())),
        ("size", json!(position.variant().size().to_string())),
        ("position", json!(position.text())),
        ("to_move", json!(position.to_move().number())),
        ("over", json!(winner.is_some())),
        ("winner", json!(winner)),
        ("prompt", json!(position.instructions().prompt)),
        ("how", json!(position.instructions().how_to_move)),
        ("ending", json!(position.ending().map(|end| end.sentence))),
        (
            "winning",
            json!(position.ending().map_or(vec![], |end| end.cells)),
        ),
        (
            "left",
            json!(Player::BOTH.map(|p| position.instructions().left[p].clone())),
        ),
    ] {
        assert_eq!(view[name], wanted, "{name} of {position:?}");
    }
    let cell = |cell: &quintet_games::SceneCell| {
        let token = cell.token.map(|token| {
            let owner = token.owner.map(Player::number);
            json!({"owner": owner, "text": token.text, "kind": token.kind})
        });
        json!({"name": cell.name, "token": token})
    };
    let cells: Vec<_> = position.scene().cells.iter().map(cell).collect();
    assert_eq!(view["scene"]["cells"], json!(cells));
    if view["moves"].is_array() {
        let way = |mv: LegalMove| json!({"touches": mv.touches[0], "move": mv.text});
        let ways: Vec<_> = position.moves().into_iter().map(way).collect();
        assert_eq!(view["moves"], json!(ways));
    }
}

#[test]
fn positions_are_shown_and_played() {
    for variant in variants() {
        let show = |more: Value| {
            let mut request = json!({"game": variant.id(), "size": variant.size().to_string()});
            extend(&mut request, more);
            ask("/positions/{game}/{size}", &request)
        };
        for (more, first) in [
            (json!({}), Player::One),
            (json!({"first": 1}), Player::One),
            (json!({"first": 2}), Player::Two),
        ] {
            check_view(&show(more), &*variant.start(first));
        }
        let session = game(variant);
        let mut before = session.start();
        for (number, ply) in session.plies().iter().enumerate() {
            if number % 5 == 0 {
                check_view(&show(json!({"position": before.text()})), before);
                let word = quintet_games::hyphenated(&ply.mv);
                let request = about(before, json!({"move": word}));
                let played = ask("/play", &request);
                assert_eq!(played["move"], ply.mv);
                assert_eq!(played["touches"], json!(before.marks(&ply.mv)));
                check_view(&played["view"], &*ply.position);
            }
            before = &*ply.position;
        }
        check_view(&show(json!({"position": before.text()})), before);
    }
}

#[test]
fn a_cell_that_cannot_start_a_move_is_explained() {
    for variant in variants() {
        let session = game(variant);
        let position = &session.plies()[session.plies().len() / 2].position;
        for cell in [0, position.scene().cells.len() - 1, 1000] {
            let request = about(&**position, json!({"touched": [cell]}));
            let why = ask("/why", &request);
            assert_eq!(
                why["sentence"],
                json!(
                    position
                        .why_not(&[cell])
                        .map(|objection| objection.sentence)
                )
            );
        }
    }
}

#[test]
fn every_size_has_values_levels_and_reviews() {
    for variant in variants() {
        let session = game(variant);
        let plies = session.plies();
        let position = &*plies[plies.len().saturating_sub(3)].position;
        let request = about(position, json!({"explain": true}));
        let analysis = ask("/analyze", &request);
        let moves: Vec<_> = position.moves().into_iter().map(|mv| mv.text).collect();
        let analyzed = analysis["moves"].as_array().expect("a list");
        assert_eq!(analyzed.len(), moves.len(), "{position:?}");
        assert!(analysis["reason"].is_string(), "{analysis}");
        for who in &Who::ALL[1..] {
            let request = about(position, json!({"player": who.name(), "seed": 3}));
            let chosen = ask("/choose", &request);
            let mv = chosen["move"].as_str().expect("a move").to_owned();
            assert!(moves.contains(&mv), "{mv} in {position:?}");
            let again = ask("/choose", &request);
            assert_eq!(chosen, again, "a seed repeats the choice");
        }
        let request = json!({"game": variant.id(), "size": variant.size().to_string(),
                              "start": position.text(), "moves": [moves[0]]});
        let review = ask("/review", &request);
        assert_eq!(review["moves"][0]["move"], moves[0]);
    }
}

#[test]
fn a_record_is_replayed_step_by_step() {
    for variant in variants() {
        let players = PerPlayer {
            one: "Red \"the\" first".to_owned(),
            two: "hard".to_owned(),
        };
        let record = Record::of(game(variant), players, "2026-11-15".to_owned());
        let request = json!({"record": record.to_string()});
        let replay = ask("/replay", &request);
        assert_eq!(replay["players"], json!(["Red \"the\" first", "hard"]));
        assert_eq!(replay["date"], "2026-11-15");
        assert_eq!(replay["result"], record.result().to_string());
        assert_eq!(replay["record"], record.to_string());
        check_view(&replay["start"], record.start());
        let steps = replay["steps"].as_array().expect("a list");
        assert_eq!(steps.len(), record.plies().len());
        let mut before = record.start();
        for (n, (step, ply)) in steps.iter().zip(record.plies()).enumerate() {
            assert_eq!(step["move"], ply.mv);
            assert_eq!(step["player"], before.to_move().number());
            assert_eq!(step["touches"], json!(before.marks(&ply.mv)));
            check_view(&step["view"], &*ply.position);
            let is_last = n + 1 == steps.len();
            assert_eq!(step["view"]["moves"].is_array(), is_last, "{step}");
            before = &*ply.position;
        }
    }
}

#[test]
fn exactly_one_move_of_a_puzzle_wins_and_its_seed_repeats_it() {
    let find = |request: &Value| ask_within(NODES, "/puzzles/{game}/{size}", request);
    for listing in games() {
        let puzzle = find(&json!({"game": listing.id}));
        let again = json!({"game": listing.id, "seed": puzzle["seed"]});
        assert_eq!(find(&again), puzzle);
        let request = json!({"game": listing.id, "position": puzzle["view"]["position"]});
        let analysis = ask("/analyze", &request);
        assert_eq!(analysis["value"], "win");
        assert_eq!(analysis["distance"], puzzle["distance"]);
        let moves = list(&analysis["moves"]).iter();
        let wins = moves.filter(|mv| mv["value"] == "win").count();
        assert_eq!(wins, 1, "{analysis}");
    }
    let last = quintet_arena::puzzle_of_day("9999-12-31");
    assert!(
        last <= quintet_api::LARGEST_NUMBER,
        "every program reads it"
    );
}

#[test]
fn the_catalogue_lists_every_game_with_its_sizes_and_a_picture() {
    let catalogue = ask("/catalogue", &json!({}));
    let names: Vec<_> = Who::ALL.iter().map(Who::name).collect();
    assert_eq!(catalogue["players"], json!(names));
    let listed = list(&catalogue["games"]);
    assert_eq!(listed.len(), games().count());
    for (game, listing) in listed.iter().zip(games()) {
        let sizes: Vec<_> = listing.sizes.iter().map(|v| v.size().to_string()).collect();
        assert_eq!(game["id"], listing.id);
        assert_eq!(game["name"], listing.name);
        assert_eq!(game["summary"], listing.summary);
        assert_eq!(game["sizes"], json!(sizes));
        let cells = game["picture"]["cells"].as_array().expect("a list");
        assert!(cells.iter().any(|cell| cell["token"].is_object()), "{game}");
    }
}

#[test]
fn the_page_of_a_game_has_its_entry_rules_and_examples() {
    let catalogue = ask("/catalogue", &json!({}));
    for (n, listing) in games().enumerate() {
        let page = ask("/catalogue/{game}", &json!({"game": listing.id}));
        assert_eq!(page["rules"], listing.rules);
        for (name, value) in catalogue["games"][n].as_object().expect("an entry") {
            assert_eq!(page[name], *value, "{name}");
        }
        let examples = page["examples"].as_array().expect("a list");
        assert_eq!(examples.len(), listing.examples.len());
        for (shown, example) in examples.iter().zip(listing.examples) {
            let position = listing.standard().position(example.position);
            let position = position.expect("a position");
            assert_eq!(shown["caption"], example.caption);
            assert_eq!(shown["view"]["position"], example.position);
            assert_eq!(shown["move"], example.entry);
            assert_eq!(shown["touches"], json!(position.marks(example.entry)));
            let (outcome, sentence, after) = match position.play(example.entry) {
                Ok(played) => {
                    let ending = played.position.ending();
                    let outcome = if ending.is_some() { "wins" } else { "legal" };
                    let sentence = ending.map_or(played.confirmation, |end| end.sentence);
                    (outcome, sentence, json!(played.position.text()))
                }
                Err(error) => ("refused", error.to_string(), Value::Null),
            };
            assert_eq!(shown["outcome"], outcome);
            assert_eq!(shown["sentence"], sentence);
            assert_eq!(shown["after"]["position"], after);
        }
    }
}
