//! External players, of which some are slow, wrong, dead or hostile.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use quintet_catalogue::catalogue;
use quintet_testkit::{Answer, Asked, Endpoint, Run};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::run::{PROGRAM, example, folder, names_in, quintet, text_of};

/// An engine in a folder, with the Python code that finds a move.
pub(crate) fn engine(folder: &TempDir, name: &str, go: &str) -> String {
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

/// The command with these arguments and players, of whom some may be behind the network.
fn between(arguments: &str, [p1, p2]: [&str; 2]) -> Run {
    quintet(&format!("{arguments} --p1 \"{p1}\" --p2 \"{p2}\""))
        // A proxy of this machine is not for tests.
        .variable("NO_PROXY", "127.0.0.1")
        .variable("OPENAI_API_KEY", "")
}

/// A match of Gridlock 3x3 between an engine and random moves: the document.
fn versus_random(engine: &str, more: &str) -> Value {
    let line = format!("match gridlock --size 3x3 --seed 1 --json {more}");
    between(&line, [engine, "random"]).run().code(0).json()
}

/// A program that plays the first legal move.
fn first_free(_: usize, asked: &Asked) -> Answer {
    let document = asked.json();
    let legal = document["legal"][0].as_str().expect("a legal move");
    Answer::Says(200, "", json!({ "move": legal }).to_string())
}

#[test]
fn an_engine_plays_a_match() {
    let document = versus_random(&format!("engine:'{PROGRAM}' engine"), "--games 20");
    let conduct = &document["p1"]["conduct"];
    assert_eq!(conduct["questions"], conduct["legal_at_once"]);
    assert_eq!(conduct["latest"], Value::Null);
    // The first player wins on this board, except after a mistake.
    assert_eq!(document["p1"]["won_as_first"], 10);
    assert_eq!(document["p2"]["conduct"], Value::Null);
}

#[test]
fn engines_that_err_are_counted_and_lose_no_game_but_their_own() {
    let folder = folder();
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
        let document = versus_random(&engine, "--games 1 --move-time 2");
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
fn a_late_engine_is_restarted_and_old_answers_are_ignored() {
    let folder = folder();
    let go = "time.sleep(60) if not moves else print('bestmove 9-9')";
    let late = engine(&folder, "late.py", go);
    let document = versus_random(&late, "--games 2 --move-time 0.3 --retries 0");
    let conduct = &document["p1"]["conduct"];
    assert_eq!(conduct["late"], 1, "{conduct}");
    assert!(conduct["illegal"].as_u64() > Some(0), "{conduct}");
    assert_eq!(conduct["broken"], 0, "{conduct}");
    // Before it says that it is ready, it repeats an old answer.
    let go = "print('bestmove 1-1' if not moves else 'bestmove 3-3', 'bestmove 2-2', sep='\\n')";
    let twice = engine(&folder, "twice.py", go);
    let line = "match gridlock --size 3x3 --seed 1 --json --games 1 --max-plies 1";
    let document = between(line, [&twice, "random"]).run().code(1).json();
    assert_eq!(document["p1"]["conduct"]["illegal"], 0);
}

#[test]
fn an_illegal_answer_can_lose_the_game() {
    let folder = folder();
    let engine = engine(&folder, "illegal.py", "print('bestmove 1-1')");
    let document = versus_random(&engine, "--games 10 --otherwise loss --retries 0");
    let conduct = &document["p1"]["conduct"];
    // Its second move at the latest is on an occupied cell.
    assert_eq!(conduct["given_up"], 10, "{conduct}");
    assert_eq!(conduct["replaced"], 0, "{conduct}");
    assert_eq!(document["p2"]["won"], 10);
}

#[test]
fn an_engine_plays_at_the_terminal_and_in_the_record() {
    let folder = folder();
    let engine = engine(&folder, "dead.py", "os._exit(3)");
    let line = "play gridlock --size 3x3 --seed 1 --otherwise loss --record game.txt";
    let ran = between(line, [&engine, "random"]).within(&folder).run();
    ran.code(0).complains("has ended (exit status: 3)");
    let record = text_of(folder.path().join("game.txt"));
    assert!(record.contains("[Termination \"resigned\"]"), "{record}");
    assert!(record.contains("[Player1 \"engine:python3 '"), "{record}");
    // A record names its players, and does not start them.
    quintet("replay game.txt").within(&folder).run().code(0);
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
    let line = "match gridlock --size 3x3 --games 4 --seed 1 --retries 20 --json";
    let ran = between(line, [&players[0], &players[1]]).run();
    let document = ran.code(0).json();
    let [chat, http] = [&document["p1"]["conduct"], &document["p2"]["conduct"]];
    assert_eq!(http["legal_at_once"], http["questions"], "{http}");
    assert_eq!([&chat["replaced"], &chat["broken"]], [0, 0], "{chat}");
    assert!(chat["illegal"].as_u64() > Some(0), "{chat}");
    assert_eq!(document["unfinished"], 0);
}

#[test]
fn an_endpoint_that_fails_loses_no_game_of_another() {
    // Every second request fails.
    let failing = Endpoint::new(|n, asked| match n % 2 {
        0 => Answer::Says(500, "", String::new()),
        _ => first_free(n, asked),
    });
    let good = Endpoint::new(first_free);
    let line = "match gridlock --size 3x3 --games 10 --seed 1 --retries 0 --patience 0 --otherwise loss --json";
    let ran = between(line, [&failing.url("/"), &good.url("/")]).run();
    let document = ran.code(0).json();
    let [bad, good] = [&document["p1"]["conduct"], &document["p2"]["conduct"]];
    assert!(bad["given_up"].as_u64() > Some(0), "{bad}");
    assert_eq!(good["legal_at_once"], good["questions"], "{good}");
    assert_eq!(good["given_up"], 0, "{good}");
    assert_eq!(document["unfinished"], 0);
}

/// A key that must not be seen anywhere.
const SECRET: &str = "sk-never-to-be-seen";

#[test]
fn keys_are_in_no_output_and_in_no_file() {
    // It repeats the key: as a move, escaped in JSON, and in refusals.
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
        "match gridlock --games 2 --json",
        "match gridlock --games 2",
        "play gridlock --record game.txt",
        "play gridlock --otherwise loss --record lost.txt",
    ] {
        let line = format!("{arguments} --size 3x3 --seed 1 --key-from SOME_KEY --patience 0");
        let ran = between(&line, [&player, "random"])
            .variable("SOME_KEY", SECRET)
            .variable("XDG_STATE_HOME", folder.path())
            .variable("XDG_CACHE_HOME", folder.path())
            .within(&folder)
            .run()
            .code(0);
        for said in [&ran.stdout, &ran.stderr] {
            assert!(!said.contains(SECRET), "{arguments}: {said}");
        }
    }
    let is_sent = |asked: &Asked| asked.head.contains(SECRET);
    assert!(endpoint.asked().iter().all(is_sent));
    let names = names_in(&folder);
    let files = names.iter().map(|name| folder.path().join(name));
    let files: Vec<_> = files.filter(|path| path.is_file()).collect();
    assert_eq!(files.len(), 2, "{files:?}");
    for file in files {
        let text = fs::read(&file).expect("it can be read");
        let text = String::from_utf8_lossy(&text);
        assert!(!text.contains(SECRET), "{}", file.display());
    }
}

#[test]
fn a_match_gives_up_where_the_permitted_requests_are_spent() {
    let endpoint = Endpoint::new(first_free);
    let document = versus_random(&endpoint.url("/"), "--games 10 --max-requests 3");
    let conduct = &document["p1"]["conduct"];
    assert_eq!(endpoint.asked().len(), 3);
    let why = "cannot be asked any more: 3 requests were allowed and are spent";
    assert_eq!(conduct["latest"], why);
    assert!(conduct["given_up"].as_u64() >= Some(8), "{conduct}");
    assert_eq!(conduct["broken"], 0, "{conduct}");
}

#[test]
fn a_custom_prompt_is_sent_and_checked() {
    let endpoint = Endpoint::always(Answer::chat("MOVE: 2 2"));
    let player = format!("chat:m@{}", endpoint.url("/v1"));
    let folder = folder();
    for (name, prompt) in [("mine.txt", "Play {moves}!"), ("bad.txt", "Play\n{board}!")] {
        fs::write(folder.path().join(name), prompt).expect("room on the disk");
    }
    let run = |more: &str| {
        let line = format!("match gridlock --size 3x3 --games 1 --seed 1 --max-plies 1 {more}");
        between(&line, [&player, "random"]).within(&folder).run()
    };
    run("--prompt mine.txt").code(1);
    let content = "Play 1 1, 1 2, 1 3, 2 1, 2 2, 2 3, 3 1, 3 2, 3 3!";
    let messages = json!([{ "role": "user", "content": content }]);
    assert_eq!(endpoint.asked()[0].json()["messages"], messages);
    run("--prompt bad.txt").refuses("bad.txt: line 2 of the prompt has {board}");
    run("--prompt none.txt").refuses("none.txt cannot be read");
    run("--key-from NO_SUCH_VARIABLE").refuses("--key-from: NO_SUCH_VARIABLE is not set");
}

#[test]
fn the_example_behind_http_plays_every_game() {
    let start = Command::new("python3")
        .args([&*example("http_player.py"), "0"])
        .stdout(Stdio::piped())
        .spawn();
    let mut child = start.expect("Python is installed");
    let mut url = String::new();
    let mut output = BufReader::new(child.stdout.as_mut().expect("a pipe"));
    output.read_line(&mut url).expect("an address");
    let conduct = |id: &str| {
        let line = format!("match {id} --games 2 --seed 1 --max-plies 20 --json");
        let ran = between(&line, [url.trim(), "random"]).run();
        ran.json()["p1"]["conduct"].clone()
    };
    let conducts: Vec<_> = catalogue().map(|listing| conduct(listing.id)).collect();
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    for conduct in conducts {
        assert!(conduct["questions"].as_u64() > Some(0), "{conduct}");
        assert_eq!(conduct["questions"], conduct["legal_at_once"]);
    }
}
