//! Players from outside, of which some are slow, wrong, dead or hostile.

use std::fs;
use std::process::{Command, Stdio};

use quintet_testkit::{Answer, Asked, Endpoint, Run};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::run::{PROGRAM, folder, quintet, read_until, record_in};

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
        (
            "http:http://127.0.0.1:1/",
            "cannot be reached: Connection refused",
        ),
        (
            "chat:m@http://127.0.0.1:1/v1",
            "cannot be reached: Connection refused",
        ),
        ("chat:m", "chat: must be followed by a model, @ and a URL"),
        ("http:move", "'move' is no URL"),
        (
            "http://me:pass@host/",
            "must not contain a user or password",
        ),
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

/// What a test of keys must not find.
const SECRET: &str = "sk-never-to-be-seen";

/// The command with these arguments and players, one of whom is behind the network.
fn networked(arguments: &str, players: [&str; 2]) -> Run {
    quintet(arguments)
        // Whatever proxy this machine has, it is not for tests.
        .variable("NO_PROXY", "127.0.0.1")
        .variable("OPENAI_API_KEY", "")
        .argument("--p1")
        .argument(players[0])
        .argument("--p2")
        .argument(players[1])
}

/// A program that plays the first legal move.
fn first_free(_: usize, asked: &Asked) -> Answer {
    let document = asked.json();
    let legal = document["legal"][0].as_str().expect("a legal move");
    Answer::Says(200, "", json!({ "move": legal }).to_string())
}

#[test]
fn programs_and_models_behind_the_network_play_a_match() {
    let program = Endpoint::new(first_free);
    // It tries one cell after the other until one is legal.
    let model = Endpoint::new(|n, _| {
        let (row, column) = (n / 3 % 3 + 1, n % 3 + 1);
        Answer::chat(&format!("I try.\n**MOVE:** {row}, {column}"))
    });
    let players = [format!("chat:m@{}", model.url("/v1")), program.url("/move")];
    let document = networked(
        "match gridlock --size 3x3 --games 4 --seed 1 --retries 20 --json",
        [&players[0], &players[1]],
    )
    .run()
    .code(0)
    .json();
    let [chat, http] = [&document["p1"]["conduct"], &document["p2"]["conduct"]];
    assert_eq!(http["legal_at_once"], http["questions"], "{http}");
    assert_eq!(
        (&chat["replaced"], &chat["broken"]),
        (&json!(0), &json!(0)),
        "{chat}"
    );
    assert!(chat["illegal"].as_u64() > Some(0), "{chat}");
    assert_eq!(document["unfinished"], 0);
}

#[test]
fn an_endpoint_that_fails_costs_no_game_of_another() {
    // One game of two has no answers.
    let failing = Endpoint::new(|n, asked| match n % 2 {
        0 => Answer::Says(500, "", String::new()),
        _ => first_free(n, asked),
    });
    let good = Endpoint::new(first_free);
    let players = [failing.url("/"), good.url("/")];
    let document = networked(
        "match gridlock --size 3x3 --games 10 --seed 1 --retries 0 --patience 0 --otherwise loss --json",
        [&players[0], &players[1]],
    )
    .run()
    .code(0)
    .json();
    let [bad, good] = [&document["p1"]["conduct"], &document["p2"]["conduct"]];
    assert!(bad["given_up"].as_u64() > Some(0), "{bad}");
    assert_eq!(good["legal_at_once"], good["questions"], "{good}");
    assert_eq!(good["given_up"], 0, "{good}");
    assert_eq!(document["unfinished"], 0);
}

#[test]
fn keys_are_in_no_output_and_in_no_file() {
    // It repeats the key: as a move, in other words of JSON, and in refusals.
    let endpoint = Endpoint::new(|n, asked| match n % 3 {
        0 => Answer::chat(&format!("MOVE: {SECRET}")),
        1 => match Answer::chat("MOVE: ?") {
            Answer::Says(status, headers, body) => {
                let spelled = SECRET.replace("sk", "\\u0073k");
                Answer::Says(status, headers, body.replace('?', &spelled))
            }
            other => other,
        },
        _ => Answer::Says(403, "", asked.head.clone()),
    });
    let player = format!("chat:m@{}", endpoint.url("/v1"));
    let folder = folder();
    for arguments in [
        "match gridlock --size 3x3 --games 2 --seed 1 --json",
        "match gridlock --size 3x3 --games 2 --seed 1",
        "play gridlock --size 3x3 --seed 1 --record game.txt",
        "play gridlock --size 3x3 --seed 1 --otherwise loss --record lost.txt",
    ] {
        let ran = networked(arguments, [&player, "random"])
            .argument("--key-from")
            .argument("SOME_KEY")
            .argument("--patience")
            .argument("0")
            .variable("SOME_KEY", SECRET)
            .variable("XDG_STATE_HOME", folder.path())
            .variable("XDG_CACHE_HOME", folder.path())
            .within(&folder)
            .run()
            .code(0);
        for told in [&ran.stdout, &ran.stderr] {
            assert!(!told.contains(SECRET), "{arguments}: {told}");
        }
    }
    assert!(
        endpoint
            .asked()
            .iter()
            .all(|asked| asked.head.contains(SECRET))
    );
    let mut files = 0;
    for entry in fs::read_dir(folder.path()).expect("the folder can be listed") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            let text = fs::read(&path).expect("it can be read");
            assert!(
                !String::from_utf8_lossy(&text).contains(SECRET),
                "{}",
                path.display()
            );
            files += 1;
        }
    }
    assert_eq!(files, 2);
}

#[test]
fn a_match_gives_up_where_no_more_may_be_spent() {
    let endpoint = Endpoint::new(first_free);
    let document = networked(
        "match gridlock --size 3x3 --games 10 --seed 1 --max-requests 3 --json",
        [&endpoint.url("/"), "random"],
    )
    .run()
    .code(0)
    .json();
    let conduct = &document["p1"]["conduct"];
    assert_eq!(endpoint.asked().len(), 3);
    assert_eq!(
        conduct["latest"],
        "cannot be asked any more: 3 requests were allowed and are spent"
    );
    assert!(conduct["given_up"].as_u64() >= Some(8), "{conduct}");
    assert_eq!(conduct["broken"], 0, "{conduct}");
}

#[test]
fn a_prompt_of_ones_own_is_told_and_checked() {
    let endpoint = Endpoint::always(Answer::chat("MOVE: 2 2"));
    let player = format!("chat:m@{}", endpoint.url("/v1"));
    let folder = folder();
    fs::write(folder.path().join("mine.txt"), "Play {moves}!").expect("room on the disk");
    fs::write(folder.path().join("bad.txt"), "Play\n{board}!").expect("room on the disk");
    let run = |more: &str| {
        networked(
            &format!("match gridlock --size 3x3 --games 1 --seed 1 --max-plies 1 {more}"),
            [&player, "random"],
        )
        .within(&folder)
        .run()
    };
    run("--prompt mine.txt").code(1);
    let messages = &endpoint.asked()[0].json()["messages"];
    assert_eq!(
        *messages,
        json!([{ "role": "user", "content": "Play 1 1, 1 2, 1 3, 2 1, 2 2, 2 3, 3 1, 3 2, 3 3!" }])
    );
    run("--prompt bad.txt").refuses("bad.txt: line 2 of the prompt has {board}");
    run("--prompt none.txt").refuses("none.txt cannot be read");
    run("--key-from NO_SUCH_VARIABLE").refuses("--key-from: NO_SUCH_VARIABLE is not set");
}

#[test]
fn players_are_added_to_the_app_alone() {
    let refused = |arguments: &str, reason: &str| quintet(arguments).run().refuses(reason);
    refused("--player easy", "it can be chosen anyway");
    refused("--player genius", "no player is called 'genius'");
    refused(
        "--player engine:mine games",
        "--player is for the full-screen app: give it without a command",
    );
}

#[test]
fn the_example_behind_http_plays_every_game() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/http_player.py");
    let start = Command::new("python3")
        .args([example, "0"])
        .stdout(Stdio::piped())
        .spawn();
    let mut child = start.expect("Python is there");
    let url = read_until(child.stdout.as_mut().expect("a pipe"), "\n");
    let documents: Vec<_> = quintet_catalogue::catalogue()
        .map(|listing| {
            let arguments = format!(
                "match {} --games 2 --seed 1 --max-plies 20 --json",
                listing.id
            );
            let ran = networked(&arguments, [url.trim(), "random"]).run();
            ran.json()["p1"]["conduct"].clone()
        })
        .collect();
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    for conduct in documents {
        assert!(conduct["questions"].as_u64() > Some(0), "{conduct}");
        assert_eq!(conduct["questions"], conduct["legal_at_once"]);
    }
}
