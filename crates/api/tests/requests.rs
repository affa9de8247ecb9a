//! Questions and their documents, in every game.

use std::collections::BTreeSet;
use std::sync::Arc;

use quintet_api::{Context, NODES, Needs, read_at};
use quintet_arena::{Library, Tables};
use quintet_games::Catalogue;
use quintet_solver::{Allowance, Budget};
use quintet_testkit::CATALOGUE;
use quintet_testkit::domineering::PLAYED;
use serde_json::{Value, json};

use crate::{ask, ask_in, assert_has, context, differences, list, text};

/// Lines that begin with `$` make several cases of one.
#[test]
fn responses_are_as_listed() {
    let mut wrong = Vec::new();
    for case in include_str!("requests.txt").split("\n# ").skip(1) {
        let (name, rest) = case.split_once('\n').expect("a name and a request");
        let (request, rest) = rest.split_once("\n=>\n").expect("a request and an answer");
        let (fields, values) = rest.split_once("\n$").unwrap_or((rest, ""));
        for value in values.split("\n$").map(str::trim) {
            let request = request.replace('$', value);
            let (path, request) = request.split_once(' ').expect("a path and an object");
            let request = serde_json::from_str(request).expect(name);
            let fields = serde_json::from_str(&fields.replace('$', value)).expect(name);
            let differences = differences(&ask(path, &request), &fields);
            if !differences.is_empty() {
                wrong.push(format!(
                    "{name}: {value}\n    {}",
                    differences.join("\n    ")
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_view_lists_every_sequence_of_touches() {
    for listing in Catalogue::STANDARD.iter() {
        let view = ask("/positions/{game}/{size}", &json!({"game": listing.id}));
        let touch = list(&view["touch"]);
        assert_eq!(touch[0]["touched"], json!([]), "{}", listing.id);
        let moves_of = |steps: &Value| -> BTreeSet<String> {
            let moves = list(steps).iter().filter_map(|step| step["move"].as_str());
            moves.map(str::to_owned).collect()
        };
        let listed = moves_of(&view["moves"]);
        assert_eq!(moves_of(&view["touch"]), listed, "{}", listing.id);
        for step in touch {
            let is_move = step.get("move").is_some();
            assert_eq!(step.get("targets").is_some(), !is_move, "{step}");
            assert_eq!(step.get("instruction").is_some(), !is_move, "{step}");
            // Every cell that can be touched next is also described.
            for target in step["targets"].as_array().into_iter().flatten() {
                let mut next = step["touched"].clone();
                next.as_array_mut().expect("a list").push(target.clone());
                assert!(touch.iter().any(|step| step["touched"] == next), "{next}");
            }
        }
    }
}

#[test]
fn an_error_is_short_and_has_no_control_characters() {
    let nasty = format!("<script>\u{1b}[2J\u{202e}{}", "z".repeat(5000));
    for (name, kind) in [
        ("game", "not-found"),
        ("size", "not-found"),
        ("position", "not-a-position"),
        ("move", "not-a-move"),
    ] {
        let mut request = json!({"game": "gridlock", "move": "1 1"});
        request[name] = json!(nasty);
        let refusal = ask("/play", &request);
        assert_eq!(refusal["type"], format!("/problems/{kind}"));
        let detail = text(&refusal["detail"]);
        assert!(detail.len() < 300, "{} bytes", detail.len());
        assert!(!detail.contains(['\u{1b}', '\u{202e}']), "{detail:?}");
    }
}

#[test]
fn the_move_of_a_level_depends_on_the_seed() {
    let request = json!({"game": "gridlock", "player": "easy", "seed": 7});
    let chosen = ask("/choose", &request);
    assert_eq!(chosen, ask("/choose", &request));
    let played = json!({"game": "gridlock", "move": chosen["move"]});
    assert_eq!(chosen["view"], ask("/play", &played)["view"]);
}

#[test]
fn a_record_and_a_list_of_moves_give_the_same_response() {
    let replay = json!({
        "game": "gridlock", "first": 2, "moves": ["2 2", "3 3"], "resigned": 1,
        "players": ["human", "hard"], "date": "2026-11-15",
    });
    let replay = ask("/replay", &replay);
    assert_eq!(ask("/replay", &json!({"record": replay["record"]})), replay);
}

#[test]
fn a_review_and_a_judgement_agree_about_a_move() {
    let request = json!({"game": "adjacency-block", "moves": "3 5 10"});
    let review = ask("/review", &request);
    let replay = ask("/replay", &request);
    let steps = list(&replay["steps"]).iter();
    let after = steps.map(|step| &step["view"]["position"]);
    let before = [&replay["start"]["position"]].into_iter().chain(after);
    for (reviewed, position) in list(&review["moves"]).iter().zip(before) {
        let mv = &reviewed["move"];
        let request = json!({"game": "adjacency-block", "position": position, "move": mv});
        let is_mistake = reviewed["mistake"].as_bool().expect("a truth value");
        let (before, after) = (&reviewed["before"], &reviewed["after"]);
        let expected = json!({"before": before, "after": after, "correct": !is_mistake});
        assert_has(&ask("/judge", &request), &expected);
    }
}

#[test]
fn a_judgement_includes_the_result_for_a_puzzle() {
    let puzzle = ask(
        "/puzzles/{game}/{size}",
        &json!({"game": "gridlock", "seed": 3}),
    );
    let position = &puzzle["view"]["position"];
    let mut right = 0;
    // `2 3` in a sentence is `(2,3)`.
    let named = |mv: &str| format!("({})", mv.replace(' ', ","));
    for listed in list(&puzzle["view"]["moves"]) {
        let mv = text(&listed["move"]);
        let request = json!({"game": "gridlock", "position": position, "move": mv});
        let judged = ask("/judge", &request);
        let consequence = text(&judged["consequence"]);
        let wanted = if judged["correct"] == true {
            right += 1;
            format!("Solved: only {} wins. It {consequence}.", named(mv))
        } else {
            format!("Not solved: {} {consequence}.", named(mv))
        };
        assert_eq!(judged["puzzle"], wanted);
    }
    assert_eq!(right, 1);
    let judged = ask("/judge", &json!({"game": "gridlock", "move": "2 2"}));
    assert_eq!(judged["puzzle"], Value::Null, "other moves also win");
}

#[test]
fn the_games_take_turns_for_the_puzzle_of_the_day() {
    let games: Vec<_> = Catalogue::STANDARD
        .iter()
        .map(|listing| listing.id)
        .collect();
    let found = ["2026-11-14", "2026-11-15", "2026-11-16"].map(|day| {
        let puzzle = ask("/puzzles", &json!({ "day": day }));
        assert_eq!(puzzle["day"], day);
        let game = text(&puzzle["view"]["game"]);
        let same = ask("/puzzles/{game}/{size}", &json!({"game": game, "day": day}));
        assert_eq!(puzzle, same);
        let place = games.iter().position(|id| *id == game);
        place.expect("it is in the catalogue")
    });
    for pair in found.windows(2) {
        assert_eq!(pair[1], (pair[0] + 1) % games.len());
    }
}

#[test]
fn the_puzzle_of_the_day_depends_only_on_the_date() {
    let find = |name: &str, value: &Value| {
        let request = json!({"game": "gridlock", name: value});
        ask("/puzzles/{game}/{size}", &request)
    };
    let today = find("day", &json!("today"));
    assert_eq!(today["day"], json!(context().date));
    assert_eq!(find("day", &today["day"]), today);
    assert_eq!(find("seed", &today["seed"])["view"], today["view"]);
}

#[test]
fn a_puzzle_of_a_later_day_is_not_available() {
    let refused = ask("/puzzles", &json!({"day": "2026-11-17"}));
    assert_eq!(refused["type"], "/problems/not-found");
    let refused = ask(
        "/puzzles/{game}/{size}",
        &json!({"game": "gridlock", "day": "2027-01-01"}),
    );
    assert_eq!(refused["type"], "/problems/not-found");
}

#[test]
fn a_third_of_the_puzzles_of_each_game_is_easy_and_no_board_is_nearly_empty() {
    for listing in Catalogue::STANDARD.iter() {
        let mut easy = 0;
        for seed in 0..24 {
            let request = json!({"game": listing.id, "seed": seed});
            let puzzle = ask("/puzzles/{game}/{size}", &request);
            easy += usize::from(puzzle["grade"] == "easy");
            let cells = list(&puzzle["view"]["scene"]["cells"]);
            let tokens = cells.iter().filter(|cell| !cell["token"].is_null());
            let stock = &puzzle["view"]["scene"]["idea"]["stock"];
            let left = stock.as_array().map(|stock| {
                let left = stock.iter().map(|stock| stock["left"].as_u64());
                left.sum::<Option<u64>>().expect("numbers")
            });
            match left {
                Some(left) => assert!(left <= 3, "{puzzle}"),
                None => assert!(tokens.count() >= cells.len() / 3, "{puzzle}"),
            }
            assert_eq!(puzzle["tries"], 3, "{puzzle}");
            let moves = puzzle["distance"].as_u64().expect("a number").div_ceil(2);
            assert_eq!(puzzle["own_moves"], moves);
        }
        assert!(easy >= 6, "{}: {easy} of 24 are easy", listing.id);
    }
}

#[test]
fn a_puzzle_can_be_requested_by_its_grade_and_its_idea() {
    for grade in ["easy", "medium", "hard"] {
        let request = json!({"game": "matrix-isolation", "seed": 2, "grade": grade});
        assert_eq!(ask("/puzzles/{game}/{size}", &request)["grade"], grade);
    }
    for (game, idea) in [("gridlock", "private-cells"), ("quad-block", "fork")] {
        let request = json!({"game": game, "seed": 2, "idea": idea});
        let puzzle = ask("/puzzles/{game}/{size}", &request);
        assert_eq!(puzzle["idea"], idea, "{puzzle}");
        let position = &puzzle["view"]["position"];
        let request = json!({"game": game, "position": position, "explain": true});
        let claims = ask("/analyze", &request);
        let mut claims = list(&claims["claims"]).iter();
        assert!(claims.any(|claim| claim["idea"] == idea), "{puzzle}");
    }
    let refused = ask(
        "/puzzles/{game}/{size}",
        &json!({"game": "gridlock", "idea": "gambit"}),
    );
    assert_eq!(refused["type"], "/problems/not-found");
}

#[test]
fn a_rush_becomes_harder_and_repeats_no_puzzle() {
    let grades = ["easy", "medium", "hard"];
    let (mut seen, mut hardest) = (BTreeSet::new(), 0);
    for number in 0..18 {
        let games = "gridlock,matrix-isolation";
        let puzzle = ask(
            "/rush",
            &json!({"seed": 5, "number": number, "games": games}),
        );
        let grade = grades.iter().position(|grade| puzzle["grade"] == *grade);
        let grade = grade.unwrap_or_else(|| panic!("{number}: {puzzle}"));
        // A small board has few hard puzzles, in place of which the hardest of the others are used.
        assert!(grade + 1 >= hardest, "{number}: {puzzle}");
        hardest = hardest.max(grade);
        assert!(games.contains(text(&puzzle["view"]["game"])));
        assert!(
            seen.insert(puzzle["view"]["position"].to_string()),
            "{puzzle}"
        );
    }
    assert_eq!(hardest, 2);
    // A row of ten cells has few hard puzzles.
    let small = (0..24).map(|number| {
        let puzzle = ask(
            "/rush",
            &json!({"seed": 5, "number": number, "games": "adjacency-block"}),
        );
        text(&puzzle["view"]["position"]).to_owned()
    });
    assert_eq!(small.collect::<BTreeSet<_>>().len(), 24);
    let refused = ask("/rush", &json!({"games": "chess"}));
    assert_eq!(refused["type"], "/problems/not-found");
}

#[test]
fn a_challenge_is_won_in_its_number_of_moves() {
    for listing in Catalogue::STANDARD.iter() {
        let challenge = ask(
            "/challenges/{game}/{size}",
            &json!({"game": listing.id, "seed": 3}),
        );
        let view = &challenge["view"];
        assert_eq!(view["to_move"], challenge["player"]);
        let request = json!({"game": listing.id, "position": view["position"]});
        let analysis = ask("/analyze", &request);
        assert_eq!(analysis["value"], "win");
        let moves = analysis["distance"].as_u64().expect("a number").div_ceil(2);
        assert_eq!(challenge["par"], moves, "{challenge}");
    }
    let refused = ask(
        "/challenges/{game}/{size}",
        &json!({"game": "gridlock", "size": "8x8"}),
    );
    assert_eq!(refused["type"], "/problems/not-found");
}

#[test]
fn every_idea_of_a_game_is_shown_by_its_positions() {
    for listing in Catalogue::STANDARD.iter() {
        let page = ask("/catalogue/{game}", &json!({"game": listing.id}));
        assert!(!list(&page["ideas"]).is_empty(), "{}", listing.id);
        for idea in list(&page["ideas"]) {
            assert!(text(&idea["text"]).starts_with("# "));
            assert!(!list(&idea["positions"]).is_empty(), "{}", idea["id"]);
            for view in list(&idea["positions"]) {
                let position = &view["position"];
                let request = json!({"game": listing.id, "position": position, "explain": true});
                let analysis = ask("/analyze", &request);
                let mut claims = list(&analysis["claims"]).iter();
                let has_idea = claims.any(|claim| claim["idea"] == idea["id"]);
                assert!(has_idea, "{}: {position}: {analysis}", idea["id"]);
            }
        }
    }
}

#[test]
fn a_mistake_in_a_review_has_the_accepted_moves_and_the_reasons() {
    let review = ask(
        "/review",
        &json!({"game": "gridlock", "moves": ["2 2", "2 4"]}),
    );
    let [first, second] = list(&review["moves"]) else {
        panic!("two moves: {review}");
    };
    assert_eq!(first["accepted"], json!([]));
    assert_eq!(second["accepted"], json!(["3 3"]));
    let mut ideas = list(&second["claims"]).iter().map(|claim| &claim["idea"]);
    assert!(ideas.any(|idea| idea == "mirror"), "{second}");
}

#[test]
fn a_match_depends_on_its_seed() {
    let request = json!({
        "game": "gridlock", "players": ["random", "random"], "games": 10, "seed": 1, "max_plies": 100,
    });
    let played = ask("/match", &request);
    assert_eq!(played, ask("/match", &request));
    assert_eq!(played["unfinished"], 0);
}

#[test]
fn a_prepared_request_states_its_needs() {
    for (path, request, needs) in [
        (
            "/session",
            json!({"players": ["hard", "human"], "reply": true}),
            true,
        ),
        (
            "/session",
            json!({"players": ["human", "hard"], "reply": true}),
            false,
        ),
        (
            "/session",
            json!({"players": ["random", "human"], "reply": true}),
            false,
        ),
        ("/analyze", json!({}), true),
    ] {
        let mut request = request;
        request["game"] = json!("gridlock");
        let reading = read_at(
            path,
            &request.to_string(),
            "2026-11-15",
            Catalogue::STANDARD,
        );
        let found = reading.expect("it can be answered").needs;
        let is_right = match found {
            Needs::Values(_) => needs,
            Needs::Nothing => !needs,
            _ => false,
        };
        assert!(is_right, "{request}: {found:?}");
    }
}

#[test]
fn all_searches_for_one_response_share_its_allowance() {
    const POSITIONS: u64 = 2000;
    let game = |fields: Value| {
        let mut request = json!({"game": "domineering", "size": "5x5"});
        request
            .as_object_mut()
            .expect("an object")
            .extend(fields.as_object().cloned().into_iter().flatten());
        request
    };
    for (path, request) in [
        ("/judge", game(json!({"move": "A1 A2"}))),
        ("/analyze", game(json!({"explain": true}))),
        (
            "/review",
            game(json!({"moves": ["A1 A2", "C1 D1", "C3 C4", "D4 E4"]})),
        ),
        ("/solution", game(json!({}))),
    ] {
        let context = Context {
            library: Library::new(CATALOGUE, Tables::nowhere()),
            budget: Budget::UNBOUNDED,
            allowance: Some(Arc::new(Allowance::positions(POSITIONS))),
            ..context()
        };
        let prepared = read_at(path, &request.to_string(), &context.date, CATALOGUE);
        let before = PLAYED.get();
        let response = prepared.expect(path).respond(&context);
        assert!(response.is_ok(), "{path}");
        let played = PLAYED.get() - before;
        println!("{path}: {played} moves");
        // Each position has up to 20 moves.
        assert!(
            POSITIONS / 2 < played && played < 20 * POSITIONS,
            "{path}: {played} moves"
        );
    }
}

#[test]
fn a_quick_response_is_complete_or_announces_more() {
    let answer = |request: &Value, is_quick: bool| {
        let mut request = request.clone();
        request["quick"] = json!(is_quick);
        let context = Context {
            allowance: Some(Arc::new(Allowance::positions(NODES))),
            ..context()
        };
        ask_in(&context, "/analyze", &request)
    };
    for explain in [false, true] {
        let solved = json!({"game": "gridlock", "explain": explain});
        let mut quick = answer(&solved, true);
        let more = quick.as_object_mut().and_then(|quick| quick.remove("more"));
        assert_eq!(more, Some(json!(false)));
        assert_eq!(quick, answer(&solved, false));

        let position = "..X.../.1X.X./....../..XX../.X..2./.X...X 1";
        let searched = json!({
            "game": "matrix-isolation", "size": "6x6", "position": position, "explain": explain,
        });
        let first = answer(&searched, true);
        assert_eq!(first["more"], true);
        let rest = answer(&searched, false);
        assert_has(&rest, &json!({"value": "win", "distance": 7}));
        assert_ne!(first["moves"], rest["moves"], "not all was found at once");
    }
}
