//! Players behind the network, of which some fail or are hostile. Engines are in `tests/cases`.

use std::fs;

use quintet_testkit::{Answer, Endpoint, ReceivedRequest, Run};
use serde_json::json;

use crate::run::{folder, names_in, quintet};

/// The command with these arguments and players, of whom some may be behind the network.
pub(crate) fn between(arguments: &str, [p1, p2]: [&str; 2]) -> Run {
    quintet(&format!("{arguments} --p1 \"{p1}\" --p2 \"{p2}\""))
        // A proxy of this machine is not for tests.
        .variable("NO_PROXY", "127.0.0.1")
        .variable("OPENAI_API_KEY", "")
}

/// A program that plays the first legal move.
fn first_free(_: usize, asked: &ReceivedRequest) -> Answer {
    let document = asked.json();
    let legal = document["legal"][0].as_str().expect("a legal move");
    Answer::Says(200, "", json!({ "move": legal }).to_string())
}

#[test]
fn programs_and_models_behind_the_network_play_a_match() {
    let program = Endpoint::new(first_free);
    // It tries one cell after the other until one is legal; each refusal makes the dialogue longer.
    let model = Endpoint::new(|_, asked| {
        let n = asked.json()["messages"].as_array().map_or(0, Vec::len) / 2;
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
    let is_sent = |asked: &ReceivedRequest| asked.head.contains(SECRET);
    assert!(endpoint.requests().iter().all(is_sent));
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
    let line = "match gridlock --size 3x3 --seed 1 --json --games 10 --max-requests 3";
    let ran = between(line, [&endpoint.url("/"), "random"]).run();
    let document = ran.code(0).json();
    let conduct = &document["p1"]["conduct"];
    assert_eq!(endpoint.requests().len(), 3);
    let why = "has reached the limit of 3 requests";
    assert_eq!(conduct["latest"], why);
    assert!(conduct["given_up"].as_u64() >= Some(8), "{conduct}");
    assert_eq!(conduct["broken"], 0, "{conduct}");
}

#[test]
fn a_custom_prompt_is_sent() {
    let endpoint = Endpoint::always(Answer::chat("MOVE: 2 2"));
    let player = format!("chat:m@{}", endpoint.url("/v1"));
    let folder = folder();
    fs::write(folder.path().join("mine.txt"), "Play {moves}!").expect("room on the disk");
    let line = "match gridlock --size 3x3 --games 1 --seed 1 --max-plies 1 --prompt mine.txt";
    let run = between(line, [&player, "random"]).within(&folder);
    run.run().code(1);
    let content = "Play 1 1, 1 2, 1 3, 2 1, 2 2, 2 3, 3 1, 3 2, 3 3!";
    let messages = json!([{ "role": "user", "content": content }]);
    assert_eq!(endpoint.requests()[0].json()["messages"], messages);
}
