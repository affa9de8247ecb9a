//! Players from outside, of which some are slow, wrong, dead or hostile.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::run::{PROGRAM, folder, quintet, record_in};

/// An engine in a folder: what it does when it is to find a move, in Python.
fn engine(folder: &TempDir, name: &str, go: &str) -> String {
    let program = format!(
        "import sys, time, os\n\
         moves = []\n\
         for line in sys.stdin:\n\
         \x20   words = line.split()\n\
         \x20   if line.startswith('ugi\\n'): print('id name Test', 'ugiok', sep='\\n')\n\
         \x20   elif line.startswith('isready'): print('readyok')\n\
         \x20   elif line.startswith('position'): moves = words[words.index('moves') + 1:] if 'moves' in words else []\n\
         \x20   elif line.startswith('go'):\n\
         \x20       {go}\n\
         \x20   elif line.startswith('quit'): break\n\
         \x20   sys.stdout.flush()\n"
    );
    let path = folder.path().join(name);
    fs::write(&path, program).expect("room on the disk");
    format!("engine:python3 '{}'", path.display())
}

/// A match of Gridlock 3x3 between an engine and random moves: the document.
fn versus_random(engine: &str, games: u32, more: &[&str]) -> Value {
    let mut run = quintet("match gridlock --size 3x3 --p2 random --seed 1 --json --p1")
        .argument(engine)
        .argument("--games")
        .argument(games.to_string());
    for argument in more {
        run = run.argument(*argument);
    }
    run.run().code(0).json()
}

#[test]
fn an_engine_plays_a_match() {
    let document = versus_random(&format!("engine:'{PROGRAM}' engine"), 20, &[]);
    let conduct = &document["p1"]["conduct"];
    assert_eq!(conduct["questions"], conduct["legal_at_once"]);
    assert_eq!(conduct["latest"], Value::Null);
    // Who begins on this board wins, unless they err.
    assert_eq!(document["p1"]["won_as_first"], 10);
    assert_eq!(document["p2"]["conduct"], Value::Null);
}

#[test]
fn engines_that_err_cost_no_game_but_their_own_and_are_counted() {
    let folder = folder();
    let quick = ["--move-time", "2"];
    for (name, go, field) in [
        ("illegal.py", "print('bestmove 9-9')", "illegal"),
        (
            "garbage.py",
            "print('\\x00\\xff' * 100, '\\nbestmove')",
            "illegal",
        ),
        ("dead.py", "os._exit(3)", "broken"),
        (
            "noisy.py",
            "print('info string noise\\n' * 200000)",
            "broken",
        ),
        ("long.py", "print('x' * 10000000); os._exit(0)", "broken"),
    ] {
        let engine = engine(&folder, name, go);
        let document = versus_random(&engine, 1, &quick);
        let conduct = &document["p1"]["conduct"];
        let count = |field: &str| conduct[field].as_u64().expect("a count");
        assert!(count("questions") > 0, "{name}: {conduct}");
        assert_eq!(count("legal_at_once"), 0, "{name}: {conduct}");
        // Asked once, and once again.
        assert_eq!(count(field), 2 * count("questions"), "{name}: {conduct}");
        assert_eq!(count("replaced"), count("questions"), "{name}: {conduct}");
        assert!(conduct["latest"].is_string(), "{name}: {conduct}");
        assert_eq!(document["unfinished"], 0, "{name}");
    }
}

#[test]
fn an_engine_that_is_late_is_started_anew_and_its_late_answer_is_not_heard() {
    let folder = folder();
    let go = "time.sleep(60) if not moves else print('bestmove 9-9')";
    let engine = engine(&folder, "late.py", go);
    let arguments = ["--move-time", "0.3", "--retries", "0"];
    let document = versus_random(&engine, 2, &arguments);
    let conduct = &document["p1"]["conduct"];
    assert_eq!(conduct["late"], 1, "{conduct}");
    assert!(conduct["illegal"].as_u64() > Some(0), "{conduct}");
    assert_eq!(conduct["broken"], 0, "{conduct}");
}

#[test]
fn answers_to_an_earlier_position_are_passed_over() {
    let folder = folder();
    // Before it says that it is ready, it repeats an old answer.
    let go = "print('bestmove 1-1' if not moves else 'bestmove 3-3', 'bestmove 2-2', sep='\\n')";
    let engine = engine(&folder, "twice.py", go);
    let arguments = ["--max-plies", "1"];
    let ran = quintet("match gridlock --size 3x3 --p2 random --seed 1 --json --games 1 --p1")
        .argument(&engine)
        .argument(arguments[0])
        .argument(arguments[1])
        .run()
        .code(1);
    assert_eq!(ran.json()["p1"]["conduct"]["illegal"], 0);
}

#[test]
fn what_an_illegal_answer_costs_can_be_the_game() {
    let folder = folder();
    let engine = engine(&folder, "illegal.py", "print('bestmove 1-1')");
    let document = versus_random(&engine, 10, &["--otherwise", "loss", "--retries", "0"]);
    let conduct = &document["p1"]["conduct"];
    // Its second move at the latest is on a cell that is taken.
    assert_eq!(conduct["given_up"], 10, "{conduct}");
    assert_eq!(conduct["replaced"], 0, "{conduct}");
    assert_eq!(document["p2"]["won"], 10);
}

#[test]
fn players_that_cannot_be_there_are_refused_before_anything_begins() {
    let refused = |player: &str| {
        quintet("match gridlock --p2 random --games 1 --p1")
            .argument(player)
            .run()
            .code(2)
            .stdout("")
            .stderr
    };
    for (player, reason) in [
        ("engine:/no/such/program", "cannot be started: No such file"),
        ("engine:false", "has ended (exit status: 1)"),
        ("engine:", "engine: must be followed by a command"),
        ("engine:'", "a quotation mark in the command has no partner"),
        ("genius", "no player is called 'genius'"),
        ("human", "a person cannot play here"),
    ] {
        let said = refused(player);
        assert!(said.contains(reason), "{player}: {said}");
    }
}

#[test]
fn an_engine_plays_at_the_terminal_and_in_the_record() {
    let folder = folder();
    let engine = engine(&folder, "dead.py", "os._exit(3)");
    let ran = quintet(
        "play gridlock --size 3x3 --p2 random --seed 1 --otherwise loss --record game.txt --p1",
    )
    .argument(&engine)
    .within(&folder)
    .run()
    .code(0);
    assert!(
        ran.stderr.contains("has ended (exit status: 3)"),
        "{}",
        ran.stderr
    );
    let record = record_in(&folder.path().join("game.txt"));
    assert!(record.contains("[Termination \"resigned\"]"), "{record}");
    assert!(record.contains("[Player1 \"engine:python3 '"), "{record}");
    // A record names its players, and does not start them.
    quintet("replay game.txt").within(&folder).run().code(0);
}
