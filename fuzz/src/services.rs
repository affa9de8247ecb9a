//! The bodies of the fuzz targets for the interfaces of other programs. The stable test `tests/fuzz.rs` also runs them.

use std::io::Cursor;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use quintet_arena::{Library, Record, Tables};
use quintet_games::Catalogue;
use quintet_live::store::Sqlite;
use quintet_mcp::{Config, Games, LocalBackend};
use quintet_server::{App, Settings, serve};
use quintet_testkit::http::{get, post};
use quintet_testkit::socket::{Message, Socket};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, duplex};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// The games, whose tables are computed once.
static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| Library::new(Catalogue::STANDARD, Tables::nowhere()));

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));

/// Sends arbitrary lines to the UGI engine, and then stops it. Its output has no control characters.
pub fn ugi_lines_get_clean_answers(bytes: &[u8]) {
    let input = [bytes, b"\nstop\nquit\n"].concat();
    let mut output = Vec::new();
    let served = quintet_agents::serve(&*input, &mut output, &LIBRARY);
    served.expect("memory can be read and written");
    let output = String::from_utf8(output).expect("UTF-8");
    for line in output.lines() {
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}

/// Sends arbitrary lines to the MCP server after the introduction. Each line of its output is a JSON-RPC message.
pub fn mcp_messages_get_json_rpc_answers(bytes: &[u8]) {
    let info = json!({"name": "fuzz", "version": "1"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info});
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
    let input = [hello.to_string().as_bytes(), b"\n", bytes].concat();
    let config = Config {
        games: Games::new(10, Duration::from_hours(1)),
        has_analysis: true,
        exam: None,
    };
    let output = RUNTIME.block_on(async {
        let (ours, mut theirs) = duplex(1 << 16);
        let backend = LocalBackend(LIBRARY.clone());
        let serving = quintet_mcp::serve(config, backend, Cursor::new(input), ours);
        let mut output = String::new();
        let (served, read) = tokio::join!(serving, theirs.read_to_string(&mut output));
        read.expect("UTF-8");
        served.expect("memory can be read and written");
        output
    });
    for line in output.lines() {
        let message: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
    }
}

/// Sends each line as a message to the socket of a new game, as its first player. The game remains valid.
pub fn socket_messages_leave_a_valid_game(bytes: &[u8]) {
    let address = SERVER.0;
    let opening = json!({"game": "gridlock", "size": "3x3", "seat": 1});
    let opened = post("/api/v1/games", &opening).ask(address).expect(201);
    let game = opened["game"]["id"].as_str().expect("an id");
    let token = opened["token"].as_str().expect("a token");
    let path = format!("/api/v1/games/{game}");
    post(&format!("{path}/join"), &json!({})).ask(address);
    let mut socket = Socket::try_watch(address, game, 0, Some(token)).expect("a socket");
    for line in bytes.split(|byte| *byte == b'\n') {
        let message = match str::from_utf8(line) {
            Ok(text) => Message::text(text),
            Err(_) => Message::binary(line.to_vec()),
        };
        // The server closes the socket after an invalid message.
        if socket.send(message).is_err() {
            break;
        }
    }
    let _ = socket.half_close();
    while socket.hear().is_ok() {}
    let record = get(&format!("{path}/record")).ask(address);
    assert_eq!(record.status, 200, "{}", record.text());
    let record = Record::read_all(&record.text(), Catalogue::STANDARD);
    assert_eq!(record.expect("a valid record").len(), 1);
}

/// A server without rate limits, and the folder of its games.
static SERVER: LazyLock<(SocketAddr, TempDir)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Sqlite::open(&folder.path().join("games.db"), Catalogue::STANDARD);
    let mut settings = Settings::default();
    settings.limits.games_per_minute = 0;
    settings.limits.seats_per_minute = 0;
    settings.limits.requests_per_second = 0;
    settings.limits.messages_per_10_seconds = 0;
    let app = RUNTIME.block_on(async { App::new(settings, Arc::new(store.expect("a new file"))) });
    let listener = RUNTIME.block_on(TcpListener::bind("127.0.0.1:0"));
    let listener = listener.expect("a port");
    let address = listener.local_addr().expect("an address");
    RUNTIME.spawn(serve(app, listener, std::future::pending()));
    (address, folder)
});
