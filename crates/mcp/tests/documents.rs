//! The results of all tools match their output schemas, for every game and a guest.

use std::collections::HashMap;
use std::time::Duration;

use jsonschema::Validator;
use quintet_arena::{Library, Tables};
use quintet_mcp::{Config, Games, LocalBackend, serve};
use quintet_testkit::CATALOGUE;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};

/// A client, and the schemas of the tools.
struct Client {
    input: DuplexStream,
    output: BufReader<DuplexStream>,
    /// By tool: the schemas of its arguments and of its result.
    schemas: HashMap<String, [Validator; 2]>,
}

impl Client {
    async fn new() -> Self {
        // Larger than any message.
        let [(input, theirs), (output, ours)] = [duplex(1 << 20), duplex(1 << 20)];
        let config = Config {
            games: Games::new(10, Duration::from_hours(1)),
            has_analysis: true,
            exam: None,
        };
        let library = Library::new(CATALOGUE, Tables::nowhere());
        tokio::spawn(serve(config, LocalBackend(library), theirs, ours));
        let mut client = Client {
            input,
            output: BufReader::new(output),
            schemas: HashMap::new(),
        };
        let info = json!({"name": "test", "version": "1"});
        let params =
            json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info});
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
        let mut line = format!("{request}\n");
        let sent = self.input.write_all(line.as_bytes()).await;
        sent.expect("it listens");
        line.clear();
        self.output.read_line(&mut line).await.expect("an answer");
        let mut answer: Value = serde_json::from_str(&line).expect("JSON");
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    /// Calls a tool and checks its result against the schema.
    async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        let mut result = self.ask("tools/call", params).await;
        assert_eq!(result["isError"], false, "{result}");
        let document = result["structuredContent"].take();
        let [input, output] = &self.schemas[tool];
        input.validate(&arguments).expect("right arguments");
        let validated = output.validate(&document);
        validated.unwrap_or_else(|error| panic!("{tool}: {error} in {document}"));
        for drawn in ["scene", "touch", "picture"] {
            assert!(!document.to_string().contains(&format!("\"{drawn}\":")));
        }
        document
    }
}

#[tokio::test]
async fn results_match_their_schemas() {
    let mut client = Client::new().await;
    client.call("list_games", json!({})).await;
    for listing in CATALOGUE.iter() {
        client.call("rules", json!({"game": listing.id})).await;
        let sizes = quintet_api::sizes(listing);
        let mut begin = json!({
            "game": listing.id, "size": sizes[0], "opponent": "random", "seat": 2, "first": "random", "seed": 3,
        });
        let id = json!({"id": client.call("new_game", begin.clone()).await["id"]});
        let mv = client.call("legal_moves", id.clone()).await["moves"][0]["move"].take();
        let play = json!({"id": id["id"], "move": mv});
        let played = client.call("play", play).await;
        let state = client.call("state", id.clone()).await;
        assert_eq!(state["view"], played["view"]);
        // At the smallest size, because analyzing others may take long.
        begin["size"] = json!(sizes.into_iter().min());
        let small = json!({"id": client.call("new_game", begin).await["id"]});
        client.call("analyze", small.clone()).await;
        client.call("hint", small).await;
        client.call("review", id.clone()).await;
        client.call("take_back", id).await;
    }
}

#[tokio::test]
async fn invalid_arguments_do_not_match_their_schemas() {
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
        let [input, _] = &client.schemas[tool];
        assert!(!input.is_valid(&arguments), "{tool} {arguments}");
    }
}
