//! `quintet serve`: one server for all tests, and servers that a test can kill and start again.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use quintet_testkit::http::{HttpRequest, Response, get, post};
use serde_json::{Value, json};

use crate::common::server::{self, Setup};

pub(crate) use crate::common::table::text;

/// A server with its own folder.
pub(crate) struct Server {
    setup: Setup,
    pub(crate) port: u16,
    process: Option<server::Server>,
}

impl Server {
    /// The server of all tests that do not kill or configure one. It ends with the test process.
    pub(crate) fn shared() -> &'static Server {
        static SERVER: OnceLock<Server> = OnceLock::new();
        SERVER.get_or_init(|| {
            // An operator's address, and no limits on games, because all tests are one client.
            let setup = Setup::new(env!("CARGO_BIN_EXE_quintet-e2e"))
                .option("--admin=127.0.0.1:0")
                .limit("games-per-minute=0")
                .limit("sockets-per-client=0");
            Server::of(setup.until_exit())
        })
    }

    /// Starts a server on a free port with options of the command.
    pub(crate) fn start(options: &[&str]) -> Self {
        let setup = Setup::new(env!("CARGO_BIN_EXE_quintet-e2e"));
        Server::of(options.iter().copied().fold(setup, Setup::option))
    }

    /// A server with the guest game of the tests in its catalogue.
    pub(crate) fn with_guest() -> Self {
        let program = Path::new(env!("CARGO_BIN_EXE_quintet-e2e"));
        let program: PathBuf = program.with_file_name("examples/with_guest");
        assert!(program.exists(), "run cargo build --examples first");
        Server::of(Setup::new(program))
    }

    fn of(setup: Setup) -> Self {
        // Computed tables are reused in the next run.
        let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");
        let setup = setup.variable("XDG_CACHE_HOME", cache);
        let process = setup.start();
        let port = process.address().port();
        Server {
            setup: setup.port(port),
            port,
            process: Some(process),
        }
    }

    /// Kills the server.
    pub(crate) fn kill(&mut self) {
        self.process = None;
    }

    /// Starts again on the same file and port.
    pub(crate) fn run(&mut self) {
        self.process = Some(self.setup.start());
    }

    /// The address of a screen.
    pub(crate) fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The document at a path.
    #[track_caller]
    pub(crate) fn get(&self, path: &str) -> Value {
        self.ask(&get(path)).expect(200)
    }

    /// The answer to a request.
    #[track_caller]
    pub(crate) fn post(&self, path: &str, question: &Value) -> Value {
        let answer = self.ask(&post(path, question));
        assert!((200..300).contains(&answer.status), "{answer:?}");
        answer.expect(answer.status)
    }

    /// The moves of a record.
    #[track_caller]
    pub(crate) fn moves_of(&self, record: &str) -> Vec<String> {
        let replay = self.post("/api/v1/replay", &json!({ "record": record }));
        let steps = replay["steps"].as_array().expect("a list");
        steps.iter().map(|step| text(&step["move"])).collect()
    }

    /// Deletes a game as its operator.
    #[track_caller]
    pub(crate) fn delete(&self, game: &str) {
        let process = self.process.as_ref().expect("it runs");
        let answer = HttpRequest::new("DELETE", &format!("/games/{game}")).ask(process.admin());
        assert_eq!(answer.status, 204, "{answer:?}");
    }

    #[track_caller]
    pub(crate) fn ask(&self, request: &HttpRequest) -> Response {
        request.ask((Ipv4Addr::LOCALHOST, self.port).into())
    }
}
