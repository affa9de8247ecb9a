//! `quintet mcp`: conversations with assistants.

use std::io::Write;

use quintet_arena::Record;
use quintet_games::Catalogue;
use serde_json::{Value, json};

use crate::run::{Talk, folder, quintet};

/// No game of this test has more moves.
const MOST_MOVES: usize = 300;

/// An assistant that talks to the command.
struct Assistant {
    talk: Talk,
    asked: u64,
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "arguments are written where they are passed"
)]
impl Assistant {
    /// Starts the command without a word.
    fn silent(arguments: &str) -> Self {
        let (talk, asked) = (Talk::begin(arguments), 0);
        Assistant { talk, asked }
    }

    fn begin(arguments: &str) -> Self {
        let mut assistant = Assistant::silent(arguments);
        assistant.introduce();
        assistant
    }

    fn introduce(&mut self) -> Value {
        let client = json!({"name": "test", "version": "1"});
        let params =
            json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        let answer = self.result("initialize", params);
        self.say(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer
    }

    fn say(&mut self, message: Value) {
        self.talk.say(message.to_string());
    }

    /// Sends a request, and returns the whole response.
    #[track_caller]
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.say(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let line = self.talk.hear();
        let answer: Value =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    #[track_caller]
    fn result(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    /// The result of a tool.
    #[track_caller]
    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.result("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// The document of a tool, and its text.
    #[track_caller]
    fn result_of(&mut self, tool: &str, arguments: Value) -> (Value, String) {
        let mut result = self.call(tool, arguments);
        assert_eq!(result["isError"], false, "{result}");
        let text = text_of(&result);
        (result["structuredContent"].take(), text)
    }

    /// Starts a game against a level, and returns its document and its id as an argument.
    #[track_caller]
    fn new_game(&mut self, arguments: Value) -> (Value, Value) {
        let (document, _) = self.result_of("new_game", arguments);
        let id = json!({"id": document["id"]});
        (document, id)
    }

    #[track_caller]
    fn play(&mut self, id: &Value, mv: &str) -> Value {
        self.result_of("play", json!({"id": id["id"], "move": mv}))
            .0
    }

    /// Why a tool refuses.
    #[track_caller]
    fn refusal(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        assert!(result.get("structuredContent").is_none(), "{result}");
        let text = text_of(&result);
        assert_eq!(result["_meta"]["quintet/problem"]["detail"], text);
        text
    }

    /// The text of a resource.
    #[track_caller]
    fn read(&mut self, address: &Value) -> String {
        let result = self.result("resources/read", json!({"uri": address}));
        assert_eq!(result["contents"][0]["uri"], *address);
        let text = result["contents"][0]["text"].as_str();
        text.expect("a text").to_owned()
    }

    /// Plays the first legal move until the game is over, or up to a limit. Returns the last document.
    fn play_out(&mut self, id: &Value, mut document: Value) -> Value {
        for _ in 0..MOST_MOVES {
            let Some(mv) = document["view"]["moves"][0]["move"].as_str() else {
                break;
            };
            document = self.play(id, mv);
        }
        document
    }

    /// Closes the input, and checks that all output has been read.
    fn end(self) {
        self.talk.end().code(0).stdout("").stderr("");
    }
}

fn text_of(result: &Value) -> String {
    let text = result["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("no text: {result}"))
        .to_owned()
}

fn names(list: &Value, name: &str) -> Vec<String> {
    let items = list.as_array().expect("a list");
    let text = |item: &Value| item[name].as_str().expect("a text").to_owned();
    items.iter().map(text).collect()
}

/// Every name of a field in a document.
fn fields(document: &Value) -> Vec<&String> {
    match document {
        Value::Object(map) => map.keys().chain(map.values().flat_map(fields)).collect(),
        Value::Array(list) => list.iter().flat_map(fields).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn every_game_is_played_recorded_and_repeated_by_its_seed() {
    let mut assistant = Assistant::begin("mcp");
    let (games, _) = assistant.result_of("list_games", json!({}));
    for game in names(&games["games"], "id") {
        let mut play = || {
            let begin = json!({"game": game, "opponent": "random", "seat": 2, "seed": 7});
            let (started, text) = assistant.result_of("new_game", begin);
            let moves = started["plies"].as_array().map(Vec::len);
            assert_eq!(moves, Some(1), "{game}");
            assert!(text.contains(" is random."), "{text}");
            let id = json!({"id": started["id"]});
            let last = assistant.play_out(&id, started);
            let text = assistant.read(&last["record"]);
            let record = Record::read_all(&text, Catalogue::STANDARD)
                .expect("a record")
                .swap_remove(0);
            assert_eq!(record.seed, Some(7));
            assert_eq!(record.players.one, "random");
            let moves: Vec<_> = record.plies().iter().map(|ply| ply.mv.clone()).collect();
            assert_eq!(moves, names(&last["plies"], "move"), "{game}");
            let ending = record.session().ending();
            assert_eq!(ending.as_deref(), last["ending"].as_str(), "{game}");
            text
        };
        assert_eq!(play(), play(), "{game}");
    }
    assistant.end();
}

#[test]
fn several_games_run_at_once_and_each_has_its_own_moves() {
    let mut assistant = Assistant::begin("mcp");
    let begin = json!({"game": "gridlock", "opponent": "perfect", "first": "random", "seed": 3});
    let mut games: Vec<_> = (0..3)
        .map(|_| assistant.new_game(begin.clone()).0)
        .collect();
    for turn in 0..2 {
        for (n, game) in games.iter_mut().enumerate() {
            let mv = game["view"]["moves"][n]["move"].clone();
            let played = assistant.play(game, mv.as_str().expect("a move"));
            assert_eq!(played["played"][0]["move"], mv);
            assert_eq!(played["played"][1]["player"], 2, "the reply, turn {turn}");
            *game = played;
        }
    }
    let listed = assistant.result("resources/list", json!({}));
    for game in &games {
        let (state, text) = assistant.result_of("state", json!({"id": game["id"]}));
        assert_eq!(state["plies"], game["plies"]);
        assert_eq!(state["view"], game["view"]);
        assert!(text.contains(game["id"].as_str().expect("an id")), "{text}");
        let addresses = names(&listed["resources"], "uri");
        let is_listed = addresses.iter().any(|address| game["record"] == **address);
        assert!(is_listed, "{} in {addresses:?}", game["record"]);
    }
    assistant.end();
}

#[test]
fn an_illegal_move_is_refused_in_the_words_of_the_book_with_the_legal_moves() {
    let mut assistant = Assistant::begin("mcp");
    let begin = json!({"game": "gridlock", "size": "3x3", "opponent": "perfect", "seed": 1});
    let (_, id) = assistant.new_game(begin);
    let state = assistant.play(&id, "2 2");
    let play = |mv: &str| json!({"id": id["id"], "move": mv});
    let refusal = assistant.refusal("play", play("2-2"));
    let (moves, listed) = assistant.result_of("legal_moves", id.clone());
    let (reason, legal) = refusal.split_once("\n\n").expect("two paragraphs");
    assert_eq!(legal, listed);
    assert!(reason.starts_with("Invalid move."), "{reason}");
    assert_eq!(moves["moves"], state["view"]["moves"]);
    let nonsense = assistant.refusal("play", play("nonsense"));
    assert!(nonsense.ends_with(&listed), "{nonsense}");
    let (same, _) = assistant.result_of("state", id.clone());
    assert_eq!(same["plies"], state["plies"]);
    let last = assistant.play_out(&id, state);
    assert_eq!(last["over"], true);
    let over = assistant.refusal("play", play("1 1"));
    let ending = last["ending"].as_str().expect("a text");
    assert!(over.contains(ending), "{over}");
    assistant.end();
}

#[test]
fn a_move_is_taken_back_with_its_reply() {
    let mut assistant = Assistant::begin("mcp");
    let (started, id) = assistant.new_game(json!({"game": "gridlock", "seed": 1}));
    let nothing = assistant.refusal("take_back", id.clone());
    assert_eq!(nothing, "You have no move to take back.");
    let first = assistant.play(&id, "1 1");
    let (again, text) = assistant.result_of("take_back", id.clone());
    assert!(text.starts_with("Taken back: 2 moves."), "{text}");
    assert_eq!(again["view"], started["view"]);
    let left = (&again["can_redo"], &again["plies"]);
    assert_eq!(left, (&json!(false), &json!([])));
    let second = assistant.play(&id, "1 1");
    assert_eq!(first["plies"], second["plies"], "the reply is the same");
    assistant.end();
}

#[test]
fn wrong_arguments_are_answered_and_protocol_errors_are_errors() {
    let mut assistant = Assistant::begin("mcp");
    for row in include_str!("../mcp.txt").lines().skip(2) {
        let (request, wanted) = row.split_once(" => ").expect("an answer");
        let (name, arguments) = request.split_once(' ').expect("arguments");
        let arguments = serde_json::from_str(arguments).expect("JSON");
        if let Ok(code) = wanted.parse::<i32>() {
            let answer = assistant.ask(name, arguments);
            assert_eq!(answer["error"]["code"], code, "{row}: {answer}");
        } else {
            let refusal = assistant.refusal(name, arguments);
            assert!(refusal.contains(wanted), "{row}: {refusal}");
        }
    }
    assistant.end();
}

#[test]
fn values_and_reviews_are_those_of_the_command() {
    let mut assistant = Assistant::begin("mcp");
    let begin = json!({"game": "gridlock", "opponent": "perfect", "seed": 1});
    let (_, id) = assistant.new_game(begin);
    let state = assistant.play(&id, "1 1");
    let position = state["view"]["position"].as_str().expect("a text");
    let analyze = |json: &str| {
        let line = format!("analyze gridlock {json} --position \"{position}\"");
        quintet(&line).run().code(0)
    };
    let (analysis, text) = assistant.result_of("analyze", id.clone());
    assert_eq!(text, analyze("").stdout);
    let document = analyze("--json").json();
    for field in ["value", "distance", "moves", "line", "reason", "headline"] {
        assert_eq!(analysis[field], document[field], "{field}");
    }
    let (hint, text) = assistant.result_of("hint", id.clone());
    assert_eq!(
        [&hint["hint"], &hint["hinted"]],
        [&document["hint"], &document["hinted"]]
    );
    assert_eq!(hint["hint"], text);
    let record = assistant.read(&state["record"]);
    let (review, text) = assistant.result_of("review", id);
    let reviewed = |json: &str| {
        let run = quintet(&format!("review - {json}"));
        run.input(&record).run().code(0)
    };
    assert_eq!(text, reviewed("").stdout);
    assert_eq!(review, reviewed("--json").json()["games"][0]);
    assistant.end();
}

#[test]
fn rules_are_a_tool_and_a_resource_and_the_same_as_the_command_shows() {
    let mut assistant = Assistant::begin("mcp");
    let listed = assistant.result("resources/list", json!({}));
    let addresses = names(&listed["resources"], "uri");
    let (games, text) = assistant.result_of("list_games", json!({}));
    for game in names(&games["games"], "id") {
        let page = quintet(&format!("rules {game}")).run().code(0).stdout;
        let (_, rules) = assistant.result_of("rules", json!({"game": game}));
        assert_eq!(rules, page);
        let address = format!("quintet://rules/{game}");
        assert!(addresses.contains(&address) && text.contains(&game));
        assert_eq!(assistant.read(&json!(address)), page);
    }
    let templates = assistant.result("resources/templates/list", json!({}));
    assert_eq!(
        names(&templates["resourceTemplates"], "uriTemplate"),
        ["quintet://rules/{game}", "quintet://games/{id}/record"]
    );
    assistant.end();
}

#[test]
fn with_no_truth_no_tool_tells_a_value() {
    let listed = |assistant: &mut Assistant| {
        let tools = assistant.result("tools/list", json!({}));
        names(&tools["tools"], "name")
    };
    let mut knowing = Assistant::begin("mcp");
    let mut tools = listed(&mut knowing);
    assert_eq!(tools.len(), 10);
    knowing.end();
    let mut assistant = Assistant::begin("mcp --no-truth");
    let truth = ["take_back", "analyze", "hint", "review"];
    tools.retain(|name| !truth.contains(&&**name));
    assert_eq!(listed(&mut assistant), tools);
    let begin = json!({"game": "gridlock", "opponent": "perfect", "seed": 1});
    let (started, id) = assistant.new_game(begin);
    for tool in truth {
        let answer = assistant.ask("tools/call", json!({"name": tool, "arguments": id}));
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    let mut results = vec![started, assistant.play(&id, "1 1")];
    for tool in ["state", "legal_moves"] {
        results.push(assistant.result_of(tool, id.clone()).0);
    }
    results.push(assistant.result_of("list_games", json!({})).0);
    for field in results.iter().flat_map(fields) {
        let truth = "value distance best hint line words better";
        assert!(!truth.split(' ').any(|name| name == field), "{field}");
    }
    assistant.end();
}

#[test]
fn a_scored_session_gives_the_report_of_evaluate() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let line = format!(
        "evaluate slips:50 gridlock quad-block --positions 6 --pairs 0 --json --save-questions \"{}\"",
        path("set.jsonl")
    );
    let expected = quintet(&line).run().code(0).json();
    let line = format!(
        "mcp --score \"{}\" --questions \"{}\"",
        path("small.json"),
        path("set.jsonl")
    );
    let mut assistant = Assistant::begin(&line);
    let tools = assistant.result("tools/list", json!({}));
    assert_eq!(names(&tools["tools"], "name"), ["question", "answer"]);
    let (shown, text) = assistant.result_of("question", json!({}));
    assert_eq!(
        (&shown["answered"], &shown["total"]),
        (&json!(0), &json!(12))
    );
    assert!(text.starts_with("Question 1 of 12"), "{text}");
    let games = expected["games"].as_array().expect("a list");
    let answers = games.iter().flat_map(|game| {
        let answers = game["answers"].as_array().expect("a list");
        answers.iter().map(|one| one["move"].clone())
    });
    for mv in answers {
        let (_, text) = assistant.result_of("answer", json!({"move": mv}));
        assert!(
            !text.contains("correct") && !text.contains("better"),
            "{text}"
        );
    }
    let refusal = assistant.refusal("answer", json!({"move": "1 1"}));
    assert_eq!(refusal, "all questions have been answered");
    assistant.end();
    let report = std::fs::read_to_string(path("small.json")).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["player"], "mcp:small");
    for field in ["hash", "error_rate", "level"] {
        assert_eq!(report[field], expected[field], "{field}");
    }
    for field in ["asked", "accuracy", "skill", "regret"] {
        assert_eq!(report["all"][field], expected["all"][field], "{field}");
    }
    // An answer cannot be changed, so an illegal one counts.
    let mut assistant = Assistant::begin(&line);
    let (shown, _) = assistant.result_of("answer", json!({"move": "99 99"}));
    assert_eq!(shown["answered"], 1);
    assistant.end();
    let report = std::fs::read_to_string(path("small.json")).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(
        (&report["all"]["asked"], &report["all"]["illegal"]),
        (&json!(1), &json!(1))
    );
}

#[test]
fn invalid_messages_are_answered_with_errors() {
    let mut assistant = Assistant::silent("mcp");
    let error = |assistant: &mut Assistant, line: &[u8]| {
        assistant.talk.say(line);
        let answer: Value = serde_json::from_str(&assistant.talk.hear()).expect("JSON");
        assert!(answer.get("id").is_some(), "{answer}");
        (answer["id"].clone(), answer["error"]["code"].clone())
    };
    for (line, id, code) in [
        (&b"\xff\xfe\0 garbage"[..], json!(null), -32700),
        (b"{\"jsonrpc\": \"2.0\"", json!(null), -32700),
        (b"[]", json!(null), -32600),
        (b"7", json!(null), -32600),
        (b"{}", json!(null), -32600),
        (b"{\"id\": 5, \"method\": \"ping\"}", json!(5), -32600),
    ] {
        let text = String::from_utf8_lossy(line);
        assert_eq!(error(&mut assistant, line), (id, json!(code)), "{text}");
    }
    // Neither an empty line nor a notification or response gets an answer.
    assistant.talk.say("");
    assistant.say(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    assistant.say(json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
    let server = assistant.introduce();
    assert_eq!(server["serverInfo"]["name"], "quintet");
    let too_long = error(&mut assistant, &b"x".repeat(3 << 20));
    assert_eq!(too_long, (json!(null), json!(-32600)));
    let nested = error(&mut assistant, &b"[".repeat(100_000));
    assert_eq!(nested, (json!(null), json!(-32700)));
    let (games, _) = assistant.result_of("list_games", json!({}));
    assert!(!names(&games["games"], "id").is_empty());
    let refusal = assistant.refusal("rules", json!({"game": "x".repeat(500_000)}));
    assert!(refusal.len() < 1000, "{} bytes", refusal.len());
    assistant.end();
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_that_names_standard_output() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let mut command = quintet("mcp").command();
    command.stdin(std::process::Stdio::piped());
    command.stdout(full.expect("a device"));
    command.stderr(std::process::Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let ran = quintet_testkit::Ran::after(child, b"nonsense\n".to_vec());
    ran.code(2).complains("standard output cannot be written");
}

#[test]
fn the_end_of_input_a_closed_output_and_signals_end_it() {
    for (input, answers) in [("", 0), ("garbage", 1), ("{}\n[]\n1\n", 3)] {
        let ran = quintet("mcp").input(input).run().code(0).stderr("");
        assert_eq!(ran.stdout.lines().count(), answers, "{}", ran.stdout);
    }
    let mut talk = Assistant::begin("mcp").talk;
    drop(talk.output);
    // The input stays open; at the latest the second answer cannot be written.
    for id in 1..=2 {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"});
        let _ = writeln!(talk.input, "{request}");
    }
    let status = talk.child.wait().expect("it was started");
    assert!(status.success(), "{status}");
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let talk = Assistant::begin("mcp").talk;
        talk.stop(signal).code(code).stderr("");
    }
}

#[test]
fn the_conversation_of_the_document_is_true() {
    let document = include_str!("../../../../docs/mcp.md");
    let (_, rest) = document.split_once("```text\n").expect("a conversation");
    let (conversation, _) = rest.split_once("\n```").expect("its end");
    let mut assistant = Assistant::begin("mcp");
    let mut id = String::new();
    let mut called = 0;
    let plain = |text: &str| -> Vec<String> {
        let lines = text.trim_end().lines();
        let line = |line: &str| {
            line.trim_start_matches('|')
                .trim_start_matches(' ')
                .to_owned()
        };
        lines.map(line).collect()
    };
    for part in conversation.trim_start_matches("> ").split("\n\n> ") {
        let (call, wanted) = part.split_once("\n\n").expect("a call and its answer");
        let (tool, arguments) = call.split_once(' ').expect("two words");
        let arguments = serde_json::from_str(&arguments.replace("k7m2qx9dhw4c", &id));
        let result = assistant.call(tool, arguments.expect("JSON"));
        if let Some(new) = result["structuredContent"]["id"].as_str() {
            new.clone_into(&mut id);
        }
        let said = text_of(&result).replace(&id, "k7m2qx9dhw4c");
        assert_eq!(plain(&said), plain(wanted), "{call}");
        called += 1;
    }
    assert!(called >= 4, "the document has a conversation");
    assistant.end();
}
