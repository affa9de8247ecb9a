//! `quintet serve`: one server for all tests, and servers that a test can kill and start again.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use quintet_testkit::http::{Answer, Request, get, post};
use serde_json::Value;
use tempfile::TempDir;

/// The shell waits on a pipe from the test and then kills the server. The pipe is closed when its owner is dropped, and
/// by the system when the test process has ended, which no destructor could see. If `$0` is a folder, it is removed.
const WATCH: &str = r#""$@" < /dev/null & process=$!
exec > /dev/null 2> /dev/null
read -r _
kill -KILL "$process"; wait "$process"
[ "$0" = server ] || rm -rf "$0""#;

/// A process that is killed when this is dropped, or with the test process.
struct Guarded(Child);

impl Drop for Guarded {
    fn drop(&mut self) {
        // This closes the pipe; the shell then waits for the process.
        let _ = self.0.wait();
    }
}

/// A server with a folder of its own.
pub(crate) struct Server {
    folder: TempDir,
    pub(crate) port: u16,
    /// The operator's address, if it has one.
    admin: Option<SocketAddr>,
    program: PathBuf,
    options: Vec<&'static str>,
    process: Option<Guarded>,
}

/// An operator's address, and no limits on games: to the server, all tests are one client.
const SHARED: [&str; 4] = [
    "--admin=127.0.0.1:0",
    "--limit=games_a_minute=0",
    "--limit=seats_a_minute=0",
    "--limit=sockets_a_client=0",
];

impl Server {
    /// The server of all tests that do not kill or configure one. It ends with the test process.
    pub(crate) fn shared() -> &'static Server {
        static SERVER: OnceLock<Server> = OnceLock::new();
        SERVER.get_or_init(|| Server::start(&SHARED))
    }

    /// A server of the test's own on any free port, with some options of the command.
    pub(crate) fn start(options: &[&'static str]) -> Self {
        Server::of(env!("CARGO_BIN_EXE_quintet-e2e").into(), options)
    }

    /// A server with the guest game of the tests in its catalogue.
    pub(crate) fn with_guest() -> Self {
        let program = Path::new(env!("CARGO_BIN_EXE_quintet-e2e"));
        let program = program.with_file_name("examples/with_guest");
        assert!(program.exists(), "run cargo build --examples first");
        Server::of(program, &[])
    }

    fn of(program: PathBuf, options: &[&'static str]) -> Self {
        let mut server = Server {
            folder: tempfile::tempdir().expect("a folder"),
            port: 0,
            admin: None,
            program,
            options: options.to_vec(),
            process: None,
        };
        server.run();
        server
    }

    /// The power fails.
    pub(crate) fn kill(&mut self) {
        self.process = None;
    }

    /// Starts again on the same file and port.
    pub(crate) fn run(&mut self) {
        let folder = self.folder.path();
        let log = folder.join("log");
        let errors = File::options().create(true).append(true).open(&log);
        // Nobody drops the shared server, so its folder is removed with the process.
        let is_shared = self.options == SHARED;
        let name = if is_shared {
            folder.as_os_str()
        } else {
            "server".as_ref()
        };
        let mut command = Command::new("sh");
        command
            .args(["-c", WATCH])
            .arg(name)
            .arg(&self.program)
            .args(["serve", "--port", &self.port.to_string(), "--db"])
            .arg(folder.join("games.db"))
            .args(&self.options)
            .env("XDG_STATE_HOME", folder)
            .env("XDG_DATA_HOME", folder)
            // Tables that one run has computed are there for the next.
            .env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors.expect("a file for the log"));
        let mut shell = command.spawn().expect("there is a shell");
        let output = shell.stdout.take().expect("the output is piped");
        let mut lines = BufReader::new(output).lines();
        let mut address = || {
            let line = lines.next()?.ok()?;
            let (_, rest) = line.split_once("http://")?;
            rest.split('/').next()?.trim().parse::<SocketAddr>().ok()
        };
        let first = address();
        if self.options.iter().any(|one| one.starts_with("--admin")) {
            self.admin = address();
        }
        let log = || fs::read_to_string(&log).unwrap_or_default();
        self.port = first
            .unwrap_or_else(|| panic!("no address:\n{}", log()))
            .port();
        self.process = Some(Guarded(shell));
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

    /// The answer to a question.
    #[track_caller]
    pub(crate) fn post(&self, path: &str, question: &Value) -> Value {
        let answer = self.ask(&post(path, question));
        assert!((200..300).contains(&answer.status), "{answer:?}");
        answer.expect(answer.status)
    }

    /// The moves of a record.
    #[track_caller]
    pub(crate) fn moves_of(&self, record: &str) -> Vec<String> {
        let replay = self.post("/api/v1/replay", &serde_json::json!({ "record": record }));
        let steps = replay["steps"].as_array().expect("a list");
        steps.iter().map(|step| text(&step["move"])).collect()
    }

    /// The operator deletes a game.
    #[track_caller]
    pub(crate) fn delete(&self, game: &str) {
        let admin = self.admin.expect("it was started with --admin");
        let answer = Request::new("DELETE", &format!("/games/{game}")).ask(admin);
        assert_eq!(answer.status, 204, "{answer:?}");
    }

    #[track_caller]
    pub(crate) fn ask(&self, request: &Request) -> Answer {
        request.ask((Ipv4Addr::LOCALHOST, self.port).into())
    }
}

/// The text of a JSON string.
#[track_caller]
pub(crate) fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
