//! Questions and their documents: what is asked in JSON is answered in JSON, in every game.

use std::sync::Arc;

use quintet_ask::{
    Analyze, Choose, Context, ContinueSession, CountMoves, DescribeGame, FindDailyPuzzle,
    FindPuzzle, JudgeMove, ListGames, NODES, Needs, PlayMatch, PlayMove, Question, ReviewGame,
    ShowPosition, SolveGame, Told, WhyNot,
};
use quintet_catalogue::catalogue;
use quintet_solver::Allowance;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The answer to a question that is told in JSON, as JSON.
fn ask<Q: Question + DeserializeOwned>(question: Value) -> Value {
    let question: Q = serde_json::from_value(question).expect("a question");
    let reading = question
        .read()
        .unwrap_or_else(|refusal| panic!("{refusal}"));
    let answer = reading.answer(&Context::default());
    let answer = answer.unwrap_or_else(|refusal| panic!("{refusal}"));
    serde_json::to_value(answer).expect("a document")
}

/// Why a question is refused, in JSON.
fn refusal<Q: Question + DeserializeOwned>(question: Value) -> Value {
    let question: Q = serde_json::from_value(question).expect("a question");
    let answer = question
        .read()
        .and_then(|reading| reading.answer(&Context::default()));
    match answer {
        Ok(_) => panic!("it is answered"),
        Err(refusal) => serde_json::to_value(refusal).expect("a document"),
    }
}

#[test]
fn every_game_of_the_catalogue_describes_itself() {
    let list = ask::<ListGames>(json!({}));
    let games = list["games"].as_array().expect("a list");
    assert_eq!(games.len(), catalogue().count());
    for game in games {
        let page = ask::<DescribeGame>(json!({"game": game["id"]}));
        assert_eq!(page["picture"], game["picture"]);
        for example in page["examples"].as_array().expect("a list") {
            let is_refused = example["outcome"] == "refused";
            assert_eq!(example["after"].is_null(), is_refused, "{example}");
        }
    }
    assert_eq!(list["players"][0], "human");
}

#[test]
fn a_view_says_what_every_touch_leads_to() {
    for listing in catalogue() {
        let view = ask::<ShowPosition>(json!({"game": listing.id}));
        let moves = view["moves"].as_array().expect("a list");
        let touch = view["touch"].as_array().expect("a list");
        assert_eq!(touch[0]["touched"], json!([]), "{}", listing.id);
        let made = touch.iter().filter_map(|step| step["move"].as_str());
        let mut made: Vec<_> = made.collect();
        made.sort_unstable();
        made.dedup();
        let mut listed: Vec<_> = moves.iter().filter_map(|mv| mv["move"].as_str()).collect();
        listed.sort_unstable();
        assert_eq!(made, listed, "{}", listing.id);
        for step in touch {
            let touched = step["touched"].as_array().expect("a list");
            let is_move = step.get("move").is_some();
            assert_eq!(step.get("targets").is_some(), !is_move, "{step}");
            assert_eq!(step.get("instruction").is_some(), !is_move, "{step}");
            // Whatever can be touched next is described, too.
            for target in step["targets"].as_array().into_iter().flatten() {
                let mut next = touched.clone();
                next.push(target.clone());
                let is_next = |step: &&Value| step["touched"] == Value::from(next.clone());
                assert!(touch.iter().any(|step| is_next(&step)), "{next:?}");
            }
        }
    }
}

#[test]
fn a_move_is_played_and_the_reason_why_not_is_said() {
    let played = ask::<PlayMove>(json!({"game": "gridlock", "move": "2-2"}));
    assert_eq!(played["move"], "2 2");
    assert_eq!(played["touches"], json!([5]));
    assert_eq!(played["view"]["position"], "..../.X../..../.... 2");
    let refused = json!({"game": "gridlock", "position": "..../.X../..../.... 2", "move": "2 3"});
    let refused = refusal::<PlayMove>(refused);
    assert_eq!(refused["type"], "/problems/illegal-move");
    assert_eq!(
        (&refused["status"], &refused["reason"]),
        (&json!(422), &json!("beside-opponent"))
    );
    let why = json!({"game": "gridlock", "position": "..../.X../..../.... 2", "touched": [6]});
    let why = ask::<WhyNot>(why);
    assert_eq!(why["sentence"], refused["detail"]);
    assert_eq!(why["cells"], json!([5]), "the marker that is in the way");
}

#[test]
fn an_analysis_explains_itself_only_if_it_is_asked_to() {
    let plain = ask::<Analyze>(json!({"game": "gridlock", "moves": "2-2 3-3"}));
    assert_eq!(
        (&plain["value"], &plain["distance"]),
        (&json!("loss"), &json!(10))
    );
    for field in ["line", "reason", "hint", "hinted", "notes"] {
        assert!(plain.get(field).is_none(), "{field}");
    }
    let question = json!({"game": "gridlock", "moves": "2-2 3-3", "explain": true});
    let explained = ask::<Analyze>(question);
    assert_eq!(
        explained["reason"],
        "Every move is answered by its opposite, with the board turned by half."
    );
    assert_eq!(
        explained["hint"],
        "Hint: 1 1 lasts longest. Every move is answered by its opposite, with the board turned by half."
    );
    let notes = &explained["notes"][0];
    assert_eq!(notes["touched"], json!([]));
    let first = json!(
        {"cell": 0, "value": "loss", "distance": 10, "sign": "-10", "words": "loses in 10"}
    );
    assert_eq!(notes["cells"][0], first);
}

#[test]
fn values_are_noted_after_each_touch_of_a_move_with_several() {
    let explained = ask::<Analyze>(json!({"game": "matrix-isolation", "explain": true}));
    let notes = explained["notes"].as_array().expect("a list");
    let touched: Vec<_> = notes.iter().map(|notes| notes["touched"].clone()).collect();
    assert_eq!(touched, [json!([]), json!([1]), json!([4])]);
}

#[test]
fn a_level_chooses_the_same_move_with_the_same_seed_and_shows_where_it_leads() {
    let question = json!({"game": "gridlock", "player": "easy", "seed": 7});
    let chosen = ask::<Choose>(question.clone());
    assert_eq!(chosen, ask::<Choose>(question));
    let played = json!({"game": "gridlock", "move": chosen["move"]});
    assert_eq!(chosen["view"], ask::<PlayMove>(played)["view"]);
    let unknown = refusal::<Choose>(json!({"game": "gridlock", "player": "human"}));
    assert!(
        unknown["detail"]
            .as_str()
            .expect("a text")
            .ends_with("hard or perfect"),
        "{unknown}"
    );
    let over = json!({"game": "adjacency-block", "position": "O.XX.OO.XX 2", "player": "hard"});
    assert_eq!(
        refusal::<Choose>(over)["type"],
        "/problems/nothing-to-choose"
    );
}

#[test]
fn a_game_is_told_as_a_record_or_as_its_moves_and_gives_the_same_record() {
    let told = json!({
        "game": "gridlock", "moves": ["2 2", "3 3"], "resigned": 1,
        "players": ["human", "hard"], "date": "2026-11-15",
    });
    let replay = ask::<Told>(told);
    assert_eq!(
        (&replay["result"], &replay["termination"]),
        (&json!("0-1"), &json!("resigned"))
    );
    assert_eq!(
        replay["ending"],
        "Player 1 (X) resigns. Player 2 (O) wins the game!"
    );
    let again = ask::<Told>(json!({"record": replay["record"]}));
    assert_eq!(again, replay);
    let both = json!({"record": replay["record"], "date": "2026-11-15"});
    let both = serde_json::from_value::<Told>(both).expect_err("a record alone");
    assert!(
        both.to_string().starts_with("wanted a record alone"),
        "{both}"
    );
    let faulty = refusal::<Told>(json!({"game": "gridlock", "moves": "2-2 2-3"}));
    assert!(
        faulty["detail"]
            .as_str()
            .expect("a text")
            .starts_with("ply 2: "),
        "{faulty}"
    );
}

#[test]
fn a_review_and_a_judgement_say_the_same_of_a_move() {
    let moves = "3 5 10";
    let review = ask::<ReviewGame>(json!({"game": "adjacency-block", "moves": moves}));
    for (n, reviewed) in review["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .enumerate()
    {
        let before: Vec<_> = moves.split(' ').take(n).collect();
        let told = json!({"game": "adjacency-block", "moves": before});
        let replay = ask::<Told>(told);
        let start = &replay["start"]["position"];
        let last = replay["steps"].as_array().expect("a list").last();
        let position = last.map_or(start, |step| &step["view"]["position"]);
        let question =
            json!({"game": "adjacency-block", "position": position, "move": reviewed["move"]});
        let judged = ask::<JudgeMove>(question);
        assert_eq!(
            (&judged["before"], &judged["after"]),
            (&reviewed["before"], &reviewed["after"])
        );
        let keeps = !reviewed["mistake"].as_bool().expect("a truth value");
        assert_eq!(judged["keeps"], keeps);
    }
}

#[test]
fn a_judgement_says_whether_the_move_solves_the_puzzle_that_the_position_is() {
    let puzzle = ask::<FindPuzzle>(json!({"game": "gridlock", "seed": 3}));
    let position = &puzzle["view"]["position"];
    let mut said = Vec::new();
    for listed in puzzle["view"]["moves"].as_array().expect("a list") {
        let mv = listed["move"].as_str().expect("a move");
        let question = json!({"game": "gridlock", "position": position, "move": mv});
        let judged = ask::<JudgeMove>(question);
        let consequence = judged["consequence"].as_str().expect("a text");
        let is_right = judged["keeps"] == true;
        let wanted = if is_right {
            format!("Solved: only {mv} wins. It {consequence}.")
        } else {
            format!("Not solved. {mv} {consequence}.")
        };
        assert_eq!(judged["puzzle"], wanted);
        said.push(is_right);
    }
    assert_eq!(said.iter().filter(|is_right| **is_right).count(), 1);
    let judged = ask::<JudgeMove>(json!({"game": "gridlock", "move": "2 2"}));
    assert_eq!(judged["puzzle"], Value::Null, "other moves win, too");
}

#[test]
fn a_view_says_whose_turn_it_is_until_the_game_is_over() {
    for (position, next) in [
        ("..../.X../..../.... 2", json!("Player 2 (O) to move.")),
        ("X.OO/XX../X..X/.OO. 2", Value::Null),
    ] {
        let question = json!({"game": "gridlock", "position": position});
        assert_eq!(ask::<ShowPosition>(question)["next"], next);
    }
}

#[test]
fn the_games_take_turns_with_the_puzzle_of_a_day() {
    let games: Vec<_> = catalogue().map(|listing| listing.id).collect();
    let days = ["2026-11-14", "2026-11-15", "2026-11-16"];
    let found = days.map(|day| {
        let puzzle = ask::<FindDailyPuzzle>(json!({ "day": day }));
        assert_eq!(puzzle["day"], day);
        let game = puzzle["view"]["game"].as_str().expect("a game").to_owned();
        let same = ask::<FindPuzzle>(json!({"game": game, "day": day}));
        assert_eq!(puzzle, same);
        let place = games.iter().position(|id| *id == game);
        place.expect("it is in the catalogue")
    });
    for pair in found.windows(2) {
        assert_eq!(pair[1], (pair[0] + 1) % games.len());
    }
    let refused = refusal::<FindDailyPuzzle>(json!({"day": "2026-02-30"}));
    assert_eq!(refused["status"], 400);
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everybody() {
    let today = ask::<FindPuzzle>(json!({"game": "gridlock", "day": "today"}));
    let date = Context::default().date;
    assert_eq!(today["day"], json!(date));
    let by_date = ask::<FindPuzzle>(json!({"game": "gridlock", "day": date}));
    assert_eq!(by_date, today);
    let by_seed = ask::<FindPuzzle>(json!({"game": "gridlock", "seed": today["seed"]}));
    assert_eq!(by_seed["view"], today["view"]);
    let impossible = ["2026-13-45", "2026-02-29", "1969-12-31"];
    for day in [["tomorrow", "2026-1-1", ""], impossible].concat() {
        let refused = refusal::<FindPuzzle>(json!({"game": "gridlock", "day": day}));
        assert_eq!(refused["type"], "/problems/bad-request", "{day}");
        let said = format!("'{day}' is not a day; wanted one such as 2026-11-15, or today");
        assert_eq!(refused["detail"], said);
        let daily = refusal::<FindDailyPuzzle>(json!({"day": day}));
        assert_eq!(daily["detail"], said);
    }
}

#[test]
fn trees_are_counted_games_solved_and_matches_played() {
    let perft = ask::<CountMoves>(json!({"game": "gridlock", "depth": 2}));
    assert_eq!(
        (&perft["count"], perft["moves"].as_array().map(Vec::len)),
        (&json!(192), Some(16))
    );
    let solved = ask::<SolveGame>(json!({"game": "gridlock"}));
    assert_eq!(
        (&solved["winner"], &solved["distance"]),
        (&json!(2), &json!(12))
    );
    let question = json!({
        "game": "gridlock", "players": ["random", "random"], "games": 10, "seed": 1, "max_plies": 100,
    });
    let played = ask::<PlayMatch>(question.clone());
    assert_eq!(played, ask::<PlayMatch>(question));
    assert_eq!(played["unfinished"], 0);
}

#[test]
fn a_question_says_beforehand_what_answering_it_needs() {
    let needs = |question: Value| {
        let question: ContinueSession = serde_json::from_value(question).expect("a question");
        question.read().expect("it is right").needs
    };
    let level = json!({"game": "gridlock", "players": ["hard", "human"], "reply": true});
    assert!(matches!(needs(level), Needs::Values(_)));
    let person = json!({"game": "gridlock", "players": ["human", "hard"], "reply": true});
    assert!(matches!(needs(person), Needs::Nothing));
    let random = json!({"game": "gridlock", "players": ["random", "human"], "reply": true});
    assert!(matches!(needs(random), Needs::Nothing));
    let analyze = Analyze {
        game: "gridlock".to_owned(),
        size: None,
        position: None,
        moves: None,
        explain: false,
        quick: false,
    };
    let needs = analyze.read().expect("it is right").needs;
    assert!(matches!(needs, Needs::Values(_)), "{needs:?}");
}

#[test]
fn a_quick_answer_is_the_whole_one_or_says_that_there_is_more() {
    let answer = |question: Value| {
        let question: Analyze = serde_json::from_value(question).expect("a question");
        let context = Context {
            allowance: Some(Arc::new(Allowance::positions(NODES))),
            ..Context::default()
        };
        let answer = question.read().and_then(|reading| reading.answer(&context));
        serde_json::to_value(answer.expect("an answer")).expect("a document")
    };
    for explain in [false, true] {
        let mut quick = answer(json!({"game": "gridlock", "explain": explain, "quick": true}));
        let more = quick.as_object_mut().and_then(|quick| quick.remove("more"));
        assert_eq!(more, Some(json!(false)));
        let whole = answer(json!({"game": "gridlock", "explain": explain}));
        assert_eq!(quick, whole);

        let mut question = json!({
            "game": "matrix-isolation",
            "size": "6x6",
            "position": "..X.../.1X.X./....../..XX../.X..2./.X...X 1",
            "explain": explain,
            "quick": true,
        });
        let first = answer(question.clone());
        assert_eq!(first["more"], true);
        question["quick"] = json!(false);
        let rest = answer(question);
        assert_eq!(
            (&rest["value"], &rest["distance"]),
            (&json!("win"), &json!(7))
        );
        assert_ne!(first["moves"], rest["moves"], "not all was found at once");
    }
}

#[test]
fn names_that_do_not_exist_are_refused_with_those_that_do() {
    let game = refusal::<ShowPosition>(json!({"game": "chess"}));
    assert_eq!(game["type"], "/problems/not-found");
    for listing in catalogue() {
        assert!(
            game["detail"]
                .as_str()
                .expect("a text")
                .contains(listing.id),
            "{game}"
        );
    }
    let size = refusal::<ShowPosition>(json!({"game": "gridlock", "size": "9x9"}));
    assert!(
        size["detail"].as_str().expect("a text").contains("4x4"),
        "{size}"
    );
    let first = refusal::<ShowPosition>(json!({"game": "gridlock", "first": 3}));
    assert_eq!(first["detail"], "the players are 1 and 2, not 3");
    let long = "x".repeat(10_000);
    let position = refusal::<ShowPosition>(json!({"game": "gridlock", "position": long}));
    assert_eq!(position["type"], "/problems/not-a-position");
    let moves = vec!["1 1"; 1001];
    let many = refusal::<Told>(json!({"game": "gridlock", "moves": moves}));
    assert_eq!(many["type"], "/problems/too-large");
    let unknown = serde_json::from_value::<ShowPosition>(json!({"game": "gridlock", "colour": 1}));
    assert!(unknown.is_err(), "a field that does not exist is a mistake");
}

#[test]
fn a_replay_says_who_has_won_who_resigned_and_which_day_it_is() {
    let told = json!({"game": "gridlock", "moves": "2-2 3-3", "resigned": 2, "date": "today"});
    let replay = ask::<Told>(told);
    assert_eq!(
        (&replay["winner"], &replay["resigned"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(replay["date"], "1970-01-01", "the day of the context");
    assert_eq!(replay["steps"][1]["sentence"], "Player 2 (O) plays 3 3.");
    let open = ask::<Told>(json!({"game": "gridlock", "moves": "2-2", "date": "2026-11-15"}));
    assert!(open["winner"].is_null() && open["resigned"].is_null());
    assert_eq!(open["date"], "2026-11-15");
}

#[test]
fn an_explanation_says_the_value_in_words_in_a_headline_and_what_the_signs_mean() {
    let explained =
        ask::<Analyze>(json!({"game": "gridlock", "moves": "2-2 3-3", "explain": true}));
    assert_eq!(explained["words"], "loses in 10");
    let headline = "Player 1 (X) to move loses in 10. Every move is answered by its opposite, with the board turned by half.";
    assert_eq!(explained["headline"], headline);
    assert_eq!(
        explained["best"],
        "Best: 1 1, 1 3, 4 1, 3 4, 4 2, 1 4, 2 1, 2 4, ..."
    );
    assert_eq!(explained["legend"], quintet_arena::LEGEND);
    let over = json!({"game": "adjacency-block", "position": "O.XX.OO.XX 2", "explain": true});
    let over = ask::<Analyze>(over);
    assert!(over["best"].is_null());
    let view = ask::<ShowPosition>(json!({"game": "adjacency-block", "position": "O.XX.OO.XX 2"}));
    assert_eq!(over["headline"], view["ending"]);
    let plain = ask::<Analyze>(json!({"game": "gridlock"}));
    assert!(plain.get("words").is_none() && plain.get("legend").is_none());
}
