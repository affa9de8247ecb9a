//! `quintet evaluate`: players have their defined error rates, and no answer is lost or requested twice.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use quintet_evaluation::{Pair, Report};
use quintet_testkit::{Answer, Endpoint};
use serde_json::{Value, json};

use crate::run::{folder, quintet, text_of};

/// Players that are perfect except for this share of random moves.
const SCALE: [(&str, f64); 5] = [
    ("random", 1.0),
    ("slips:50", 0.5),
    ("slips:20", 0.2),
    ("slips:5", 0.05),
    ("perfect", 0.0),
];

/// The report of an evaluation.
fn report(arguments: &str) -> Value {
    let ran = quintet(&format!("evaluate {arguments} --json")).run();
    ran.code(0).json()
}

/// A report without the times, which are never the same twice.
fn timeless(mut report: Value) -> Value {
    fn forget(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("milliseconds");
                fields.values_mut().for_each(forget);
            }
            Value::Array(values) => values.iter_mut().for_each(forget),
            _ => {}
        }
    }
    forget(&mut report);
    report
}

fn parsed(report: &Value) -> Report {
    serde_json::from_value(report.clone()).expect("a report")
}

/// The answers of a log, without its first line. No question is answered twice.
fn answers(log: &Path) -> Vec<Value> {
    let text = text_of(log);
    let lines = text.lines().skip(1);
    let answers: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let tasks: HashSet<_> = answers.iter().map(|one| one["task"].to_string()).collect();
    assert_eq!(tasks.len(), answers.len(), "a duplicate question");
    answers
}

#[test]
#[ignore = "takes a minute: ./check large"]
fn players_have_their_defined_error_rates() {
    for (who, known) in SCALE {
        let report = report(&format!("{who} --positions 150 --pairs 1"));
        let rate = &report["error_rate"];
        let bound = |n: usize| rate["interval95"][n].as_f64().expect("a number");
        assert!(bound(0) <= known && known <= bound(1), "{who}: {rate}");
        assert_eq!(report["all"]["legality"]["value"], 1.0);
        assert_eq!(report["all"]["asked"], 750);
    }
}

#[test]
#[ignore = "takes a minute: ./check large"]
fn the_command_prints_the_table_of_the_document() {
    let folder = folder();
    let mut compare = quintet("evaluate --compare").within(&folder);
    for (who, _) in SCALE {
        let report = report(&format!("{who} --positions 2000 --pairs 0"));
        let file = who.replace(':', "-");
        let path = folder.path().join(&file);
        fs::write(path, report.to_string()).expect("room on the disk");
        compare = compare.argument(&file);
    }
    let table = compare.run().code(0).stdout;
    let indented = format!("    {}", table.trim_end().replace('\n', "\n    "));
    let indented = indented.replace("\n    \n", "\n\n");
    let document = include_str!("../../../../docs/agents.md");
    let has_table = document.contains(&indented);
    assert!(has_table, "docs/agents.md lacks\n{indented}");
}

#[test]
fn the_number_of_jobs_does_not_change_the_report() {
    let run = |jobs: u32| {
        let line = format!("easy gridlock grid-runner --positions 40 --pairs 3 --jobs {jobs}");
        timeless(report(&line))
    };
    let report = run(1);
    assert_eq!(report, run(7));
    for seat in ["player1", "player2"] {
        let score = &report["games"][0]["matchups"][1][seat];
        let results = ["won", "lost", "unfinished"];
        let games: u64 = results.iter().filter_map(|one| score[one].as_u64()).sum();
        assert_eq!(games, 3, "{seat}: {score}");
    }
}

#[test]
fn a_run_that_is_killed_continues_and_asks_nothing_twice() {
    let folder = folder();
    let log = folder.path().join("log");
    // It always answers the same.
    fs::write(folder.path().join("engine.sh"), ENGINE).expect("room on the disk");
    let engine = format!("\"engine:sh '{}/engine.sh' 1-1\"", folder.path().display());
    let line = format!("{engine} gridlock --positions 60 --pairs 2 --jobs 2");
    let logged = format!("evaluate {line} --json --log log");
    let mut killed = 0;
    for stop in [1, 25, 70] {
        let mut child = quintet(&logged).within(&folder).start();
        while child.try_wait().expect("a status").is_none() {
            let lines = |bytes: Vec<u8>| bytes.split(|byte| *byte == b'\n').count();
            if fs::read(&log).map_or(0, lines) > stop {
                child.kill().expect("it can be killed");
            }
        }
        killed += usize::from(!child.wait().expect("it has ended").success());
        // A power cut leaves an incomplete line.
        let text = text_of(&log) + "{\"game\":\"gridlock 4";
        fs::write(&log, text).expect("room on the disk");
    }
    assert!(killed > 0, "every run was quicker than its end");
    let last = quintet(&logged).within(&folder).run().code(0);
    assert_eq!(timeless(last.json()), timeless(report(&line)));
    let before = answers(&log);
    // With all answers in the log, no question is left.
    let again = quintet(&logged).within(&folder).run();
    again.stdout(&last.stdout);
    assert_eq!(answers(&log), before);
}

/// A model that answers the first legal move, and is busy now and then.
fn model() -> Endpoint {
    Endpoint::new(|number, asked| {
        if number % 5 == 3 {
            return Answer::Says(429, "retry-after: 0\r\n", String::new());
        }
        let messages = asked.json()["messages"].to_string();
        // The template lists the moves, so that this model can be simple.
        let (_, moves) = messages.split_once("MOVES ").expect("a list of moves");
        let first = moves.split([',', '\\', '"']).next().unwrap_or_default();
        Answer::chat(&format!("I look at it.\nMOVE: {first}"))
    })
}

#[test]
fn a_model_is_measured_within_its_limit_and_its_key_is_stored_nowhere() {
    let folder = folder();
    let [log, prompt, page] =
        ["log", "prompt.txt", "page.html"].map(|name| folder.path().join(name));
    fs::write(&prompt, "{rules}{drawing}{question}\nMOVES {moves}\n").expect("room on the disk");
    let endpoint = model();
    let run = |most: u32| {
        let line = format!(
            "evaluate chat:small@{} gridlock --positions=8 --pairs=1 --json --log log --prompt prompt.txt \
             --html page.html --max-requests {most}",
            endpoint.url("/v1")
        );
        let run = quintet(&line).within(&folder);
        run.variable("OPENAI_API_KEY", "sk-very-secret-0123").run()
    };
    run(5)
        .code(2)
        .complains("stopped: the player has reached the limit");
    let so_far = answers(&log).len();
    assert!((1..=5).contains(&so_far), "{so_far}");
    let report = run(1000).code(0).json();
    assert_eq!(report["all"]["legality"]["value"], 1.0);
    let tokens = json!({ "prompt": 80, "completion": 40 });
    assert_eq!(report["all"]["tokens"], tokens);
    // The games and every retry count as well.
    let used = |field: &str| -> u64 {
        let exchanges = answers(&log).into_iter().flat_map(|answer| {
            let all = answer["exchanges"].as_array().cloned();
            all.unwrap_or_default()
        });
        exchanges
            .filter_map(|one| one["tokens"][field].as_u64())
            .sum()
    };
    assert_eq!(report["tokens"]["prompt"], used("prompt"));
    assert_eq!(report["tokens"]["completion"], used("completion"));
    assert!(used("prompt") > 80);
    assert_eq!(report["prompt"].as_str().map(str::len), Some(64));
    for answer in answers(&log) {
        let answered = answer["exchanges"][0]["answered"].to_string();
        assert!(answered.contains("I look at it"), "{answer}");
    }
    for path in [log, page] {
        let is_leaked = text_of(&path).contains("sk-very-secret");
        assert!(!is_leaked, "{}", path.display());
    }
}

#[test]
fn a_report_is_one_self_contained_page() {
    let folder = folder();
    for who in ["random", "hard"] {
        let report = report(&format!("{who} gridlock --positions 30 --pairs 1"));
        let path = folder.path().join(who);
        fs::write(path, report.to_string()).expect("room on the disk");
    }
    let compare = |arguments: &str| {
        let line = format!("evaluate --compare {arguments}");
        quintet(&line).within(&folder).run()
    };
    compare("random hard --html page.html").code(0);
    let text = text_of(folder.path().join("page.html"));
    for part in [
        "<svg",
        "random",
        "hard",
        "Accuracy by distance",
        "The worst answers of random",
        "Games",
    ] {
        assert!(text.contains(part), "{part}");
    }
    for other in ["http://", "https://", "<script", "src=", "@import", "url("] {
        assert!(!text.contains(other), "{other}");
    }
    compare("page.html").refuses("is not an evaluate report");
}

#[test]
fn an_endpoint_that_fails_gives_no_result() {
    let html = "<html><h1>Sign in</h1></html>";
    let long = "x".repeat(300_000);
    for (status, body) in [
        (400, r#"{"error": "no such model"}"#),
        (200, html),
        (200, &long),
    ] {
        let body = body.to_owned();
        let endpoint = Endpoint::new(move |_, _| Answer::Says(status, "", body.clone()));
        for positions in [1, 30] {
            let line = format!(
                "evaluate chat:small@{} gridlock --positions {positions} --pairs 0 --json",
                endpoint.url("/v1")
            );
            let ran = quintet(&line)
                .run()
                .code(2)
                .complains("requests failed, so the run has no result");
            assert!(ran.stdout.is_empty(), "{}", ran.stdout);
        }
        assert!(endpoint.requests().len() < 10, "it stops soon");
    }
}

#[test]
fn refused_and_cut_off_answers_are_counted_apart_from_illegal_moves() {
    for choice in [
        r#""message": {"content": null, "refusal": "No."}"#,
        r#""message": {"content": "Let me"}, "finish_reason": "length""#,
    ] {
        let body = format!("{{\"choices\": [{{{choice}}}]}}");
        let endpoint = Endpoint::new(move |_, _| Answer::Says(200, "", body.clone()));
        let line = format!(
            "chat:small@{} gridlock --positions 3 --pairs 0",
            endpoint.url("/v1")
        );
        let report = report(&line);
        let counts = ["refused", "illegal", "failed"].map(|field| &report["all"][field]);
        assert_eq!(counts, [&json!(3), &json!(0), &json!(0)], "{choice}");
        assert_eq!(report["all"]["legality"]["value"], 0.0);
    }
}

#[test]
fn a_failing_player_leaves_the_reports_and_logs_of_the_others() {
    let folder = folder();
    let endpoint = Endpoint::new(|_, _| Answer::Says(400, "", "no such model".to_owned()));
    let line = format!(
        "evaluate random gridlock --also chat:small@{} --also slips:50 --positions 20 --pairs 0 --json --log log.jsonl \
         --leaderboard board",
        endpoint.url("/v1")
    );
    let ran = quintet(&line).within(&folder).run().code(2);
    let ran = ran.complains("no report on chat:small@");
    let reports = ran.json();
    let players = [0, 1].map(|n| reports[n]["player"].as_str());
    assert_eq!(players, [Some("random"), Some("slips:50")]);
    let board = fs::read_dir(folder.path().join("board")).expect("a folder");
    assert_eq!(board.count(), 3, "two reports and the page");
    let logs = fs::read_dir(folder.path()).expect("a folder");
    let logs = logs.map(|entry| entry.expect("an entry").file_name());
    let logs: Vec<_> = logs
        .filter(|name| name.to_string_lossy().starts_with("log-"))
        .collect();
    assert_eq!(logs.len(), 3, "{logs:?}");
    assert_eq!(answers(&folder.path().join("log-random.jsonl")).len(), 20);
}

#[test]
fn a_run_has_parameters_prices_repeats_and_a_ceiling() {
    let folder = folder();
    fs::write(
        folder.path().join("prompt.txt"),
        "{drawing}\nMOVES {moves}\n",
    )
    .expect("room on the disk");
    let endpoint = model();
    let run = |rest: &str| {
        let line = format!(
            "evaluate chat:small@{} gridlock --positions 4 --pairs 0 --repeats 3 --json --prompt prompt.txt \
             --parameter temperature=0 --parameter reasoning_effort=low --price small=1000,2000 {rest}",
            endpoint.url("/v1")
        );
        quintet(&line).within(&folder).run()
    };
    let report = run("").code(0).json();
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/report.schema.json"))
        .expect("a JSON document");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<_> = validator
        .iter_errors(&report)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    let asked = endpoint.requests();
    let request = asked
        .iter()
        .find(|one| one.head.starts_with("POST"))
        .expect("one")
        .json();
    assert_eq!(
        (&request["temperature"], &request["reasoning_effort"]),
        (&json!(0), &json!("low"))
    );
    assert_eq!(
        report["parameters"],
        json!({ "temperature": 0, "reasoning_effort": "low" })
    );
    assert_eq!(
        (&report["all"]["asked"], &report["repeats"]),
        (&json!(12), &json!(3))
    );
    // Twelve answers of 10 and 5 tokens.
    assert_eq!(report["tokens"], json!({ "prompt": 120, "completion": 60 }));
    assert_eq!(report["cost"], 0.24);
    for field in ["version", "date"] {
        assert!(
            report[field].as_str().is_some_and(|text| !text.is_empty()),
            "{field}"
        );
    }
    run("--max-cost 0.05")
        .code(2)
        .complains("has reached the limit of the cost, 0.05");
    run("--parameter model=other").refuses("model cannot be changed");
}

/// An engine for one game, whose only answer is its argument.
const ENGINE: &str = r#"
while read -r line; do
    case $line in
        ugi) printf 'option name Game type combo default gridlock var gridlock\nugiok\n' ;;
        isready) echo readyok ;;
        go*) echo "bestmove $1" ;;
        quit) break ;;
    esac
done
"#;

#[test]
fn a_game_that_an_engine_lacks_is_not_played() {
    let folder = folder();
    fs::write(folder.path().join("engine.sh"), ENGINE).expect("room on the disk");
    let line =
        "evaluate \"engine:sh engine.sh 9-9\" gridlock quad-block --positions 5 --pairs 0 --json";
    let report = quintet(line).within(&folder).run().code(0).json();
    assert_eq!(report["not_played"], json!(["quad-block"]));
    assert_eq!(report["games"].as_array().map(Vec::len), Some(1));
    // Every answer is illegal: that is counted, and worse than chance is a share of 1.
    assert_eq!(
        (&report["all"]["illegal"], &report["all"]["failed"]),
        (&json!(5), &json!(0))
    );
    assert_eq!(report["error_rate"]["value"], 1.0);
    let line = "evaluate \"engine:sh engine.sh 9-9\" quad-block --positions 5 --pairs 0";
    quintet(line)
        .within(&folder)
        .run()
        .code(2)
        .complains("supports none of the games");
}

#[test]
fn a_leaderboard_ranks_all_reports_of_a_folder() {
    let folder = folder();
    let run = |line: &str| quintet(line).within(&folder).run().code(0);
    run("evaluate random gridlock --also perfect --positions 40 --pairs 0 --leaderboard board");
    run("evaluate easy gridlock --positions 40 --pairs 0 --leaderboard board");
    let page = text_of(folder.path().join("board/index.html"));
    let at = |name: &str| {
        page.find(&format!("<strong>{name}</strong><td>"))
            .expect("a player")
    };
    assert!(
        at("perfect") < at("random") && at("perfect") < at("easy"),
        "{page}"
    );
    assert!(page.contains("<strong>-"), "a significant difference");
    assert!(!page.contains("Disguised questions"));
    // The page can be made again without another run.
    fs::remove_file(folder.path().join("board/index.html")).expect("it exists");
    run("evaluate --leaderboard board");
    assert_eq!(text_of(folder.path().join("board/index.html")), page);
    // Other seeds and disguises are other reports, and names that differ in punctuation are other players.
    let line = "evaluate random gridlock --positions 40 --pairs 0 --leaderboard board";
    for rest in ["--seed 2", "--disguise mirrored", ""] {
        run(&format!("{line} {rest}"));
    }
    let reports = fs::read_dir(folder.path().join("board")).expect("a folder");
    assert_eq!(reports.count(), 6, "five reports and the page");
    let page = text_of(folder.path().join("board/index.html"));
    for part in [
        "Questions drawn by seed 1, 40 per game</h2>",
        "Questions drawn by seed 2, 40 per game</h2>",
        "Disguised questions",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn a_comparison_states_what_differs_and_uses_common_games() {
    let folder = folder();
    for (name, line) in [
        ("a", "random gridlock adjacency-block --positions 40"),
        ("b", "random gridlock --positions 40 --seed 2"),
        ("c", "perfect gridlock --positions 40"),
    ] {
        let report = report(&format!("{line} --pairs 0"));
        fs::write(folder.path().join(name), report.to_string()).expect("room on the disk");
    }
    let compare = |names: &str| {
        let line = format!("evaluate --compare {names}");
        quintet(&line).within(&folder).run().code(0).stdout
    };
    for order in ["a b", "b a"] {
        let text = compare(order);
        for part in [
            "The reports differ in their seed: 1; 2.",
            "The reports differ in their games",
            "the common game ",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("all games"), "{text}");
    }
    let text = compare("a c");
    assert!(!text.contains("seed"), "{text}");
    assert!(
        text.contains("[1] - [2]") && !text.contains("not significant"),
        "{text}"
    );
}

#[test]
fn questions_can_be_fixed_and_disguised() {
    let report = |rest: &str| report(&format!("random gridlock --pairs 0 {rest}"));
    assert_eq!(report("--positions 10")["questions"], "drawn");
    let fixed = report("--questions v1");
    assert_eq!(fixed["all"]["asked"], 300);
    assert_eq!(fixed["questions"], "v1");
    let mirrored = report("--questions v1 --disguise mirrored");
    assert_eq!(mirrored["disguise"], "mirrored boards");
    // The order of the positions changes the rounding.
    let chance = |report: &Value| report["all"]["chance"].as_f64().expect("a number");
    assert!((chance(&mirrored) - chance(&fixed)).abs() < 1e-9);
    assert_ne!(
        mirrored["games"][0]["answers"],
        fixed["games"][0]["answers"]
    );
    // The same questions in another form are paired.
    let pairs = Pair::of(&parsed(&mirrored), &parsed(&fixed));
    assert_eq!(pairs[0].positions, 300);
    assert!(!pairs[0].is_significant(), "{pairs:?}");
    let folder = folder();
    let line = "evaluate random gridlock --positions 10 --seed 3 --pairs 0 --json";
    let drawn = quintet(&format!("{line} --save-questions set"));
    let drawn = drawn.within(&folder).run().code(0).json();
    let line = "evaluate random gridlock --questions set --pairs 0 --json";
    let again = quintet(line).within(&folder).run().code(0).json();
    assert_eq!(again["hash"], drawn["hash"]);
    assert_eq!(again["questions"], "set");
    let size = report("--size 3x3 --positions 5");
    assert_eq!(size["games"][0]["name"], "gridlock 3x3");
}
