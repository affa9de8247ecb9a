//! Players that are measured: known ones come out as they are, and nothing is lost or asked twice.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use quintet_arena::Who;
use quintet_testkit::{Answer, Endpoint};
use serde_json::{Value, json};

use crate::run::{PROGRAM, folder, quintet, text_of};

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

/// The answers of a log, without its first line.
fn answers(log: &Path) -> Vec<Value> {
    let text = text_of(log);
    let lines = text.lines().skip(1);
    lines
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

#[test]
fn levels_are_measured_as_what_they_are() {
    for who in Who::ALL.iter().filter(|who| **who != Who::Human) {
        let report = quintet(&format!("evaluate {who} --positions 300 --pairs 1 --json"))
            .run()
            .code(0)
            .json();
        let rate = &report["error_rate"];
        let known = who.error_rate().expect("it is defined by it");
        let bound = |n: usize| rate["interval95"][n].as_f64().expect("a number");
        assert!(bound(0) <= known && known <= bound(1), "{who}: {rate}");
        assert_eq!(report["all"]["legality"]["value"], 1.0);
        assert_eq!(report["all"]["asked"], 1500);
        let level = report["level"].as_str().expect("a text");
        assert!(level.contains(who.name()), "{who}: {level}");
    }
}

#[test]
fn the_table_of_the_document_is_what_the_command_prints() {
    let folder = folder();
    let players = Who::ALL.iter().filter(|who| **who != Who::Human);
    let mut compare = quintet("evaluate --compare");
    for who in players {
        let report = quintet(&format!("evaluate {who} --positions 2000 --pairs 0 --json"));
        let path = folder.path().join(who.name());
        fs::write(&path, report.run().code(0).stdout).expect("room on the disk");
        compare = compare.argument(path);
    }
    let table = compare.run().code(0).stdout;
    let indented = format!("    {}", table.trim_end().replace('\n', "\n    "));
    let document = include_str!("../../../../docs/agents.md");
    assert!(
        document.contains(&indented),
        "docs/agents.md lacks\n{indented}"
    );
}

#[test]
fn the_number_of_jobs_does_not_change_the_report() {
    let run = |jobs: u32| {
        let line = format!(
            "evaluate easy gridlock grid-runner --positions 40 --pairs 3 --json --jobs {jobs}"
        );
        timeless(quintet(&line).run().code(0).json())
    };
    let report = run(1);
    assert_eq!(report, run(7));
    let games = |seat: &str| -> u64 {
        let score = &report["games"][0]["matchups"][1][seat];
        ["won", "lost", "unfinished"]
            .iter()
            .filter_map(|one| score[one].as_u64())
            .sum()
    };
    assert_eq!((games("player1"), games("player2")), (3, 3));
}

#[test]
fn a_run_that_is_killed_goes_on_and_asks_nothing_twice() {
    let folder = folder();
    let log = folder.path().join("log");
    // It always answers the same.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/engine.py");
    let engine = format!("engine:python3 '{path}'");
    let arguments = "evaluate PLAYER gridlock --positions 60 --pairs 2 --json --jobs 2";
    let arguments = || {
        arguments
            .split(' ')
            .map(|word| word.replace("PLAYER", &engine))
    };
    let whole = Command::new(PROGRAM)
        .args(arguments())
        .output()
        .expect("it runs");
    let whole: Value = serde_json::from_slice(&whole.stdout).expect("a report");
    let mut killed = 0;
    for stop in [1, 25, 70] {
        let mut child = Command::new(PROGRAM)
            .args(arguments())
            .arg("--log")
            .arg(&log)
            .stdout(Stdio::null())
            .spawn()
            .expect("it runs");
        while child.try_wait().expect("it can be asked").is_none() {
            let written =
                fs::read(&log).map_or(0, |bytes| bytes.split(|byte| *byte == b'\n').count());
            if written > stop {
                child.kill().expect("it can be killed");
            }
        }
        killed += usize::from(!child.wait().expect("it has ended").success());
        // A line that was not written to its end is what a power cut leaves.
        let mut text = text_of(&log);
        text.push_str("{\"game\":\"gridlock 4");
        fs::write(&log, text).expect("room on the disk");
    }
    assert!(killed > 0, "every run was quicker than its end");
    let last = Command::new(PROGRAM)
        .args(arguments())
        .arg("--log")
        .arg(&log)
        .output()
        .expect("it runs");
    let report: Value = serde_json::from_slice(&last.stdout).expect("a report");
    assert_eq!(timeless(report), timeless(whole));
    let answers = answers(&log);
    let tasks: HashSet<_> = answers.iter().map(|one| one["task"].to_string()).collect();
    assert_eq!(tasks.len(), answers.len(), "something was asked twice");
    // All is in the log now: nothing is asked any more.
    let again = Command::new(PROGRAM)
        .args(arguments())
        .arg("--log")
        .arg(&log)
        .output()
        .expect("it runs");
    assert_eq!(text_of(&log).lines().count(), answers.len() + 1);
    assert_eq!(again.stdout, last.stdout);
}

#[test]
fn a_log_of_another_run_is_refused_and_kept() {
    let folder = folder();
    let log = folder.path().join("log");
    let run = |line: &str| quintet(line).argument("--log").argument(log.clone()).run();
    run("evaluate random gridlock --positions 5 --pairs 0").code(0);
    let before = text_of(&log);
    run("evaluate random gridlock --positions 6 --pairs 0")
        .refuses("the log is that of another run");
    assert_eq!(text_of(&log), before);
    fs::write(&log, format!("{before}nonsense\n")).expect("room on the disk");
    run("evaluate random gridlock --positions 5 --pairs 0")
        .refuses("line 7 of the log is no answer");
}

/// A model that answers the first legal move, and is busy now and then.
fn model() -> Endpoint {
    Endpoint::new(|number, asked| {
        if number % 5 == 3 {
            return Answer::Says(429, "retry-after: 0\r\n", String::new());
        }
        let messages = asked.json()["messages"].to_string();
        // A template that lists the moves makes this model simple.
        let (_, moves) = messages.split_once("MOVES ").expect("the moves are told");
        let first = moves.split([',', '\\', '"']).next().unwrap_or_default();
        Answer::chat(&format!("I look at it.\nMOVE: {first}"))
    })
}

#[test]
fn a_model_is_measured_within_what_it_may_spend() {
    let folder = folder();
    let [log, prompt, page] =
        ["log", "prompt.txt", "page.html"].map(|name| folder.path().join(name));
    fs::write(&prompt, "{rules}{drawing}{question}\nMOVES {moves}\n").expect("room on the disk");
    let endpoint = model();
    let player = format!("chat:small@{}", endpoint.url("/v1"));
    let run = |most: &str| {
        quintet("evaluate")
            .argument(player.clone())
            .argument("gridlock")
            .argument("--positions=8")
            .argument("--pairs=1")
            .argument("--json")
            .argument("--log")
            .argument(log.clone())
            .argument("--prompt")
            .argument(prompt.clone())
            .argument("--html")
            .argument(page.clone())
            .argument("--max-requests")
            .argument(most)
            .variable("OPENAI_API_KEY", "sk-very-secret-0123")
            .run()
    };
    let stopped = run("5").code(2);
    assert!(
        stopped
            .stderr
            .contains("stopped: the player cannot be asked any more"),
        "{}",
        stopped.stderr
    );
    let so_far = answers(&log).len();
    assert!((1..=5).contains(&so_far), "{so_far}");
    let report = run("1000").code(0).json();
    assert_eq!(report["all"]["legality"]["value"], 1.0);
    assert_eq!(
        report["all"]["tokens"],
        json!({ "prompt": 80, "completion": 40 })
    );
    assert_eq!(report["prompt"].as_str().map(str::len), Some(64));
    let tasks: HashSet<_> = answers(&log)
        .iter()
        .map(|one| one["task"].to_string())
        .collect();
    assert_eq!(tasks.len(), answers(&log).len());
    assert!(answers(&log).iter().all(|one| {
        one["exchanges"][0]["answered"]
            .to_string()
            .contains("I look at it")
    }));
    for path in [&log, &page] {
        assert!(
            !text_of(path).contains("sk-very-secret"),
            "{}",
            path.display()
        );
    }
}

#[test]
fn a_report_is_one_page_that_needs_nothing_else() {
    let folder = folder();
    let [one, two, page] = ["one", "two", "page.html"].map(|name| folder.path().join(name));
    for (who, path) in [("random", &one), ("hard", &two)] {
        let report = quintet(&format!("evaluate {who} --positions 30 --pairs 1 --json"))
            .run()
            .code(0);
        fs::write(path, report.stdout).expect("room on the disk");
    }
    let compared = quintet("evaluate --compare")
        .argument(one)
        .argument(two)
        .argument("--html")
        .argument(page.clone());
    compared.run().code(0);
    let text = text_of(&page);
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
    quintet("evaluate --compare")
        .argument(page)
        .run()
        .refuses("is no report of quintet evaluate");
}

#[test]
fn an_engine_that_answers_for_another_position_is_counted() {
    let folder = folder();
    let path = folder.path().join("engine.py");
    let program = "import sys\n\
        for line in sys.stdin:\n\
        \x20   if line.startswith('ugi\\n'): print('ugiok')\n\
        \x20   elif line.startswith('isready'): print('readyok')\n\
        \x20   elif line.startswith('go'): print('bestmove 1-1')\n\
        \x20   sys.stdout.flush()\n";
    fs::write(&path, program).expect("room on the disk");
    let report = quintet("evaluate")
        .argument(format!("engine:python3 '{}'", path.display()))
        .argument("gridlock")
        .argument("--positions=50")
        .argument("--pairs=1")
        .argument("--json")
        .run()
        .code(0)
        .json();
    let legality = report["all"]["legality"]["value"]
        .as_f64()
        .expect("a share");
    assert!(legality > 0.0 && legality < 0.9, "{legality}");
    let worst = &report["games"][0]["worst"][0];
    assert!(worst["better"].is_string(), "{worst}");
}
