//! `quintet mcp`: conversations with assistants.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command};

use quintet_arena::Record;
use serde_json::{Value, json};

use crate::run::{Ran, quintet};

/// No game of this test has more moves.
const MOST_MOVES: usize = 300;

/// An assistant that talks to the command.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u64,
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "arguments are written where they are passed"
)]
impl Talk {
    /// Starts the command, and says nothing yet.
    fn silent(arguments: &str) -> Self {
        let mut child = quintet(arguments).start();
        Talk {
            input: child.stdin.take().expect("a pipe"),
            output: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
            asked: 0,
        }
    }

    fn begin(arguments: &str) -> Self {
        let mut talk = Talk::silent(arguments);
        talk.introduce();
        talk
    }

    fn introduce(&mut self) -> Value {
        let client = json!({"name": "test", "version": "1"});
        let params =
            json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        let answer = self.result("initialize", params);
        self.say(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
        answer
    }

    fn say(&mut self, line: impl AsRef<[u8]>) {
        self.input.write_all(line.as_ref()).expect("it listens");
        self.input.write_all(b"\n").expect("it listens");
    }

    /// The next message, which is a line of JSON like every other.
    fn hear(&mut self) -> Value {
        let mut line = String::new();
        let read = self.output.read_line(&mut line);
        assert!(read.expect("text") > 0, "the command has ended");
        serde_json::from_str(&line).unwrap_or_else(|fault| panic!("{fault}: {line}"))
    }

    /// Asks, and gives the whole answer.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.say(request.to_string());
        let answer = self.hear();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    #[track_caller]
    fn result(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    /// What a tool comes to.
    #[track_caller]
    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.result("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// The document of a tool, and its text.
    #[track_caller]
    fn told(&mut self, tool: &str, arguments: Value) -> (Value, String) {
        let mut result = self.call(tool, arguments);
        assert_eq!(result["isError"], false, "{result}");
        let text = text_of(&result);
        (result["structuredContent"].take(), text)
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
    fn read(&mut self, address: &str) -> String {
        let result = self.result("resources/read", json!({"uri": address}));
        assert_eq!(result["contents"][0]["uri"], address);
        let text = result["contents"][0]["text"].as_str();
        text.expect("a text").to_owned()
    }

    /// Plays the first legal move until the game is over, or as many moves as there may be. Gives the last document.
    fn play_out(&mut self, mut document: Value) -> Value {
        let id = document["id"].clone();
        for _ in 0..MOST_MOVES {
            let Some(mv) = document["view"]["moves"][0]["move"].as_str() else {
                break;
            };
            (document, _) = self.told("play", json!({"id": id, "move": mv}));
        }
        document
    }

    /// Ends the input, and checks that nothing else was said.
    fn end(self) {
        drop(self.input);
        let rest: Vec<_> = self.output.lines().collect();
        assert!(rest.is_empty(), "{rest:?}");
        Ran::of(self.child).code(0).stderr("");
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
    let mut talk = Talk::begin("mcp");
    let (games, _) = talk.told("list_games", json!({}));
    for game in names(&games["games"], "id") {
        let mut records = Vec::new();
        for _ in 0..2 {
            let begin = json!({"game": game, "opponent": "random", "seat": 2, "seed": 7});
            let (document, text) = talk.told("new_game", begin);
            assert_eq!(
                document["plies"].as_array().map(Vec::len),
                Some(1),
                "{game}"
            );
            assert!(text.contains(" is random."), "{text}");
            let last = talk.play_out(document);
            let address = last["record"].as_str().expect("an address");
            let text = talk.read(address);
            let record = Record::read_all(&text).expect("a record").swap_remove(0);
            assert_eq!(record.seed, Some(7));
            assert_eq!(record.players.one, "random");
            let moves: Vec<_> = record.plies().iter().map(|ply| ply.mv.clone()).collect();
            assert_eq!(moves, names(&last["plies"], "move"), "{game}");
            assert_eq!(
                record.session().ending().as_deref(),
                last["ending"].as_str()
            );
            records.push(text);
        }
        assert_eq!(records[0], records[1], "{game}");
    }
    talk.end();
}

#[test]
fn several_games_go_on_at_once_and_each_knows_its_own_moves() {
    let mut talk = Talk::begin("mcp");
    let begin = json!({"game": "gridlock", "opponent": "perfect", "first": "random", "seed": 3});
    let mut games: Vec<_> = (0..3)
        .map(|_| talk.told("new_game", begin.clone()).0)
        .collect();
    for turn in 0..2 {
        for (n, game) in games.iter_mut().enumerate() {
            let mv = game["view"]["moves"][n]["move"].clone();
            let played = talk.told("play", json!({"id": game["id"], "move": mv})).0;
            assert_eq!(played["played"][0]["move"], mv);
            assert_eq!(played["played"][1]["player"], 2, "the reply, turn {turn}");
            *game = played;
        }
    }
    for game in &games {
        let (state, text) = talk.told("state", json!({"id": game["id"]}));
        assert_eq!(state["plies"], game["plies"]);
        assert_eq!(state["view"], game["view"]);
        assert!(text.contains(game["id"].as_str().expect("an id")), "{text}");
    }
    let listed = talk.result("resources/list", json!({}));
    let listed = names(&listed["resources"], "uri");
    for game in &games {
        let record = game["record"].as_str().expect("an address").to_owned();
        assert!(listed.contains(&record), "{record} in {listed:?}");
    }
    talk.end();
}

#[test]
fn an_illegal_move_is_refused_in_the_words_of_the_book_with_the_legal_moves() {
    let mut talk = Talk::begin("mcp");
    let begin = json!({"game": "gridlock", "size": "3x3", "opponent": "perfect", "seed": 1});
    let (started, _) = talk.told("new_game", begin);
    let id = started["id"].clone();
    let (state, _) = talk.told("play", json!({"id": id, "move": "2 2"}));
    let refusal = talk.refusal("play", json!({"id": id, "move": "2-2"}));
    let (moves, listed) = talk.told("legal_moves", json!({"id": id}));
    let (reason, legal) = refusal.split_once("\n\n").expect("two paragraphs");
    assert_eq!(legal, listed);
    assert!(reason.starts_with("Invalid move."), "{reason}");
    assert_eq!(moves["moves"], state["view"]["moves"]);
    let nonsense = talk.refusal("play", json!({"id": id, "move": "nonsense"}));
    assert!(nonsense.ends_with(&listed), "{nonsense}");
    assert_eq!(
        talk.told("state", json!({"id": id})).0["plies"],
        state["plies"]
    );
    let last = talk.play_out(state);
    assert_eq!(last["over"], true);
    let over = talk.refusal("play", json!({"id": id, "move": "1 1"}));
    assert!(
        over.contains(last["ending"].as_str().expect("a text")),
        "{over}"
    );
    talk.end();
}

#[test]
fn a_move_is_taken_back_with_its_reply() {
    let mut talk = Talk::begin("mcp");
    let (started, _) = talk.told("new_game", json!({"game": "gridlock", "seed": 1}));
    let id = started["id"].clone();
    let nothing = talk.refusal("take_back", json!({"id": id}));
    assert_eq!(nothing, "There is no move of yours to take back.");
    let (first, _) = talk.told("play", json!({"id": id, "move": "1 1"}));
    let (again, text) = talk.told("take_back", json!({"id": id}));
    assert!(text.starts_with("Taken back: 2 moves."), "{text}");
    assert_eq!(again["view"], started["view"]);
    assert_eq!(
        (&again["can_redo"], &again["plies"]),
        (&json!(false), &json!([]))
    );
    let (second, _) = talk.told("play", json!({"id": id, "move": "1 1"}));
    assert_eq!(first["plies"], second["plies"], "chance is the same again");
    talk.end();
}

#[test]
fn what_is_wrong_with_arguments_is_an_answer_and_what_is_wrong_with_the_protocol_an_error() {
    let mut talk = Talk::begin("mcp");
    for (tool, arguments, wanted) in [
        (
            "rules",
            json!({"game": "chess"}),
            "no game is called 'chess'; wanted ",
        ),
        ("rules", json!({}), "missing field `game`"),
        (
            "new_game",
            json!({"game": "gridlock", "size": "9x9x9"}),
            "has no size '9x9x9'",
        ),
        (
            "new_game",
            json!({"game": "gridlock", "opponent": "god"}),
            "no level is called 'god'",
        ),
        (
            "new_game",
            json!({"game": "gridlock", "opponent": "human"}),
            "the opponent is a level",
        ),
        (
            "new_game",
            json!({"game": "gridlock", "seat": 3}),
            "the players are 1 and 2, not 3",
        ),
        (
            "new_game",
            json!({"game": "gridlock", "first": "me"}),
            "who begins is 1, 2 or",
        ),
        (
            "state",
            json!({"id": "nobody"}),
            "no game has the id 'nobody'; new_game begins one",
        ),
        ("state", json!({"id": 1}), "invalid type"),
        (
            "play",
            json!({"id": "nobody", "move": "1 1"}),
            "no game has the id 'nobody'",
        ),
        (
            "hint",
            json!({"id": "x", "level": 1}),
            "unknown field `level`",
        ),
    ] {
        let refusal = talk.refusal(tool, arguments);
        assert!(refusal.contains(wanted), "{refusal}");
    }
    let mut error = |method: &str, params| {
        let answer = talk.ask(method, params);
        answer["error"]["code"].as_i64().expect("an error")
    };
    assert_eq!(error("tools/call", json!({"name": "castle"})), -32602);
    for missing in ["no/such/method", "prompts/list", "logging/setLevel"] {
        assert_eq!(
            error(missing, json!({"level": "info"})),
            -32601,
            "{missing}"
        );
    }
    for address in [
        "quintet://rules/chess",
        "quintet://games/x/record",
        "file:///etc/passwd",
        "",
    ] {
        assert_eq!(
            error("resources/read", json!({"uri": address})),
            -32002,
            "{address}"
        );
    }
    talk.end();
}

#[test]
fn the_truth_is_told_as_the_command_tells_it() {
    let mut talk = Talk::begin("mcp");
    let begin = json!({"game": "gridlock", "opponent": "perfect", "seed": 1});
    let id = talk.told("new_game", begin).0["id"].clone();
    let (state, _) = talk.told("play", json!({"id": id, "move": "1 1"}));
    let position = state["view"]["position"].as_str().expect("a text");
    let analyze = |json: &str| {
        let command = quintet(&format!("analyze gridlock {json}"));
        command
            .argument("--position")
            .argument(position)
            .run()
            .code(0)
    };
    let (analysis, text) = talk.told("analyze", json!({"id": id}));
    assert_eq!(text, analyze("").stdout);
    let document = analyze("--json").json();
    for field in ["value", "distance", "moves", "line", "reason", "headline"] {
        assert_eq!(analysis[field], document[field], "{field}");
    }
    let (hint, text) = talk.told("hint", json!({"id": id}));
    assert_eq!(
        (&hint["hint"], &hint["hinted"]),
        (&document["hint"], &document["hinted"])
    );
    assert_eq!(hint["hint"], text);
    let record = talk.read(state["record"].as_str().expect("an address"));
    let (review, text) = talk.told("review", json!({"id": id}));
    assert_eq!(
        text,
        quintet("review -").input(&record).run().code(0).stdout
    );
    let document = quintet("review - --json").input(&record).run().json();
    assert_eq!(review, document["games"][0]);
    talk.end();
}

#[test]
fn rules_are_a_tool_and_a_resource_and_the_same_as_at_the_command() {
    let mut talk = Talk::begin("mcp");
    let listed = talk.result("resources/list", json!({}));
    let addresses = names(&listed["resources"], "uri");
    let (games, text) = talk.told("list_games", json!({}));
    for game in names(&games["games"], "id") {
        let page = quintet(&format!("rules {game}")).run().code(0).stdout;
        assert_eq!(talk.told("rules", json!({"game": game})).1, page);
        let address = format!("quintet://rules/{game}");
        assert!(addresses.contains(&address) && text.contains(&game));
        assert_eq!(talk.read(&address), page);
    }
    let templates = talk.result("resources/templates/list", json!({}));
    assert_eq!(
        names(&templates["resourceTemplates"], "uriTemplate"),
        ["quintet://rules/{game}", "quintet://games/{id}/record"]
    );
    talk.end();
}

#[test]
fn without_the_truth_nothing_tells_a_value() {
    let listed = |talk: &mut Talk| names(&talk.result("tools/list", json!({}))["tools"], "name");
    let mut knowing = Talk::begin("mcp");
    let all = listed(&mut knowing);
    assert_eq!(all.len(), 10);
    knowing.end();
    let mut talk = Talk::begin("mcp --no-truth");
    let truth = ["analyze", "hint", "review"];
    let offered: Vec<_> = all
        .iter()
        .filter(|name| !truth.contains(&&***name))
        .collect();
    assert_eq!(listed(&mut talk).iter().collect::<Vec<_>>(), offered);
    let begin = json!({"game": "gridlock", "opponent": "perfect", "seed": 1});
    let started = talk.told("new_game", begin).0;
    let id = started["id"].clone();
    for tool in truth {
        let answer = talk.ask("tools/call", json!({"name": tool, "arguments": {"id": id}}));
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    let mut told = vec![started];
    told.push(talk.told("play", json!({"id": id, "move": "1 1"})).0);
    told.push(talk.told("state", json!({"id": id})).0);
    told.push(talk.told("legal_moves", json!({"id": id})).0);
    told.push(talk.told("list_games", json!({})).0);
    told.push(talk.told("take_back", json!({"id": id})).0);
    for document in &told {
        for field in fields(document) {
            let is_truth = [
                "value", "distance", "best", "hint", "line", "words", "better",
            ];
            assert!(!is_truth.contains(&field.as_str()), "{field} in {document}");
        }
    }
    talk.end();
}

#[test]
fn garbage_is_passed_over() {
    let mut talk = Talk::silent("mcp");
    talk.say(b"\xff\xfe\0 garbage");
    talk.say("{\"jsonrpc\": \"2.0\"");
    talk.say("");
    talk.say(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
    talk.say(json!({"jsonrpc": "2.0", "id": 1, "result": {}}).to_string());
    let server = talk.introduce();
    assert_eq!(server["serverInfo"]["name"], "quintet");
    // Too long to be kept, and one that is not.
    talk.say("x".repeat(3 << 20));
    talk.say("[".repeat(100_000));
    let (games, _) = talk.told("list_games", json!({}));
    assert!(!names(&games["games"], "id").is_empty());
    let refusal = talk.refusal("rules", json!({"game": "x".repeat(500_000)}));
    assert!(refusal.len() < 1000, "{} bytes", refusal.len());
    talk.end();
}

#[test]
fn the_end_of_input_is_the_end() {
    quintet("mcp").run().code(0).stdout("").stderr("");
    quintet("mcp")
        .input("garbage")
        .run()
        .code(0)
        .stdout("")
        .stderr("");
    quintet("mcp").input("{}\n[]\n1\n").run().code(0).stderr("");
}

#[test]
fn a_reader_that_goes_away_ends_it() {
    let mut talk = Talk::begin("mcp");
    drop(talk.output);
    // The input stays open; at the latest the second answer cannot be written.
    for id in 1..=2 {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"});
        let _ = writeln!(talk.input, "{request}");
    }
    let status = talk.child.wait().expect("it was started");
    assert!(status.success(), "{status}");
}

#[test]
fn a_signal_to_stop_ends_it() {
    for signal in ["-INT", "-TERM"] {
        let talk = Talk::begin("mcp");
        let id = talk.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.expect("kill runs").success());
        Ran::of(talk.child).code(0).stderr("");
    }
}

#[test]
fn the_conversation_of_the_document_is_true() {
    let document = include_str!("../../../../docs/mcp.md");
    let (_, rest) = document.split_once("```text\n").expect("a conversation");
    let (conversation, _) = rest.split_once("\n```").expect("its end");
    let mut talk = Talk::begin("mcp");
    let mut id = String::new();
    let mut called = 0;
    for part in conversation.split("\n\n> ") {
        let (call, wanted) = part.split_once("\n\n").expect("a call and its answer");
        let (tool, arguments) = call
            .trim_start_matches("> ")
            .split_once(' ')
            .expect("two words");
        let arguments = serde_json::from_str(&arguments.replace("k7m2qx9dhw4c", &id));
        let result = talk.call(tool, arguments.expect("JSON"));
        if let Some(new) = result["structuredContent"]["id"].as_str() {
            new.clone_into(&mut id);
        }
        let lines: Vec<_> = wanted
            .lines()
            .map(|line| line.trim_start_matches('|'))
            .collect();
        let lines: Vec<_> = lines
            .iter()
            .map(|line| line.trim_start_matches(' '))
            .collect();
        let said = text_of(&result).replace(&id, "k7m2qx9dhw4c");
        let said: Vec<_> = said
            .trim_end()
            .lines()
            .map(|line| line.trim_start_matches(' '))
            .collect();
        assert_eq!(said, lines, "{call}");
        called += 1;
    }
    assert!(called >= 4, "the document has a conversation");
    talk.end();
}
