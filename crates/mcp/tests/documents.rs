//! Every document of every tool fits the schema that is listed for it, for every game and a guest.

use std::collections::HashMap;
use std::time::Duration;

use jsonschema::Validator;
use quintet_arena::{Library, Tables};
use quintet_catalogue::catalogue;
use quintet_mcp::{Alone, Games, Offer, serve};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};

/// Large enough for every message.
const PIPE: usize = 1 << 20;

/// A client, and the schemas of what it is told.
struct Client {
    input: DuplexStream,
    output: BufReader<DuplexStream>,
    /// By the name of a tool: of its arguments, and of its document.
    schemas: HashMap<String, [Validator; 2]>,
}

impl Client {
    async fn new() -> Self {
        let ((input, theirs), (output, ours)) = (duplex(PIPE), duplex(PIPE));
        let offer = Offer {
            games: Games::new(10, Duration::from_hours(1)),
            has_truth: true,
        };
        let answers = Alone(Library::new(Tables::nowhere()));
        tokio::spawn(serve(offer, answers, theirs, ours));
        let mut client = Client {
            input,
            output: BufReader::new(output),
            schemas: HashMap::new(),
        };
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        client.ask("initialize", params).await;
        let listed = client.ask("tools/list", json!({})).await;
        for tool in listed["tools"].as_array().expect("a list") {
            let name = tool["name"].as_str().expect("a name").to_owned();
            let schemas = ["inputSchema", "outputSchema"].map(|schema| {
                assert_eq!(tool[schema]["type"], "object", "{name}");
                jsonschema::draft202012::new(&tool[schema]).expect("a schema")
            });
            client.schemas.insert(name, schemas);
        }
        client
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let line = format!("{request}\n");
        let said = self.input.write_all(line.as_bytes()).await;
        said.expect("it listens");
        let mut line = String::new();
        self.output.read_line(&mut line).await.expect("an answer");
        let mut answer: Value = serde_json::from_str(&line).expect("JSON");
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    /// The document of a tool, which fits its schema.
    async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        let mut result = self.ask("tools/call", params).await;
        assert_eq!(result["isError"], false, "{result}");
        let document = result["structuredContent"].take();
        let [input, output] = &self.schemas[tool];
        input.validate(&arguments).expect("right arguments");
        if let Err(fault) = output.validate(&document) {
            panic!("{tool}: {fault} in {document}");
        }
        for drawn in ["scene", "touch", "picture"] {
            assert!(!document.to_string().contains(&format!("\"{drawn}\":")));
        }
        document
    }
}

#[tokio::test]
async fn every_document_fits_its_schema() {
    quintet_testkit::admit_guest();
    let mut client = Client::new().await;
    client.call("list_games", json!({})).await;
    for listing in catalogue() {
        client.call("rules", json!({"game": listing.id})).await;
        let begin = json!({
            "game": listing.id, "size": quintet_ask::sizes(listing)[0], "opponent": "random",
            "seat": 2, "first": "random", "seed": 3,
        });
        let game = client.call("new_game", begin).await;
        let id = json!({"id": game["id"]});
        let mv = client.call("legal_moves", id.clone()).await["moves"][0]["move"].take();
        let play = json!({"id": game["id"], "move": mv});
        let played = client.call("play", play).await;
        assert_eq!(
            client.call("state", id.clone()).await["view"],
            played["view"]
        );
        // Values are looked up or searched for at the smallest size: the others may take long.
        let smallest = quintet_ask::sizes(listing)
            .into_iter()
            .min()
            .expect("a size");
        let begin = json!({"game": listing.id, "size": smallest, "opponent": "random", "seed": 3});
        let small = client.call("new_game", begin).await;
        let small = json!({"id": small["id"]});
        client.call("analyze", small.clone()).await;
        client.call("hint", small.clone()).await;
        client.call("review", id.clone()).await;
        client.call("take_back", id).await;
    }
}

#[tokio::test]
async fn wrong_arguments_do_not_fit_their_schema() {
    quintet_testkit::admit_guest();
    let client = Client::new().await;
    for (tool, arguments) in [
        ("rules", json!({"game": "chess"})),
        ("rules", json!({})),
        ("new_game", json!({"game": "gridlock", "opponent": "human"})),
        ("new_game", json!({"game": "gridlock", "first": 3})),
        ("new_game", json!({"game": "gridlock", "seat": 0})),
        ("new_game", json!({"game": "gridlock", "level": "easy"})),
        ("state", json!({"id": 1})),
        ("play", json!({"id": "x"})),
    ] {
        assert!(
            !client.schemas[tool][0].is_valid(&arguments),
            "{tool} {arguments}"
        );
    }
}
