//! `quintet serve`, which can be killed and started again.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;

use quintet_testkit::http::{Answer, Request, get, post};
use serde_json::Value;
use tempfile::TempDir;

use crate::guard::Guarded;

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

impl Server {
    /// A server without a past, on any free port.
    pub(crate) fn start() -> Self {
        Server::with(&[])
    }

    /// A server with some options of the command.
    pub(crate) fn with(options: &[&'static str]) -> Self {
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
        let folder = tempfile::tempdir().expect("a folder");
        let mut server = Server {
            folder,
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
        let mut command = Command::new(&self.program);
        command
            .args(["serve", "--port", &self.port.to_string(), "--db"])
            .arg(folder.join("games.db"))
            .args(&self.options)
            .env("XDG_STATE_HOME", folder)
            .env("XDG_DATA_HOME", folder)
            // Values that one test has computed are there for the next.
            .env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
        let log = File::options()
            .create(true)
            .append(true)
            .open(folder.join("log"));
        let mut process = Guarded::killed(&command, log.expect("a file for its complaints"));
        let mut said = BufReader::new(process.output());
        let mut line = || {
            let mut line = String::new();
            said.read_line(&mut line)
                .expect("the server says something");
            line
        };
        let first = line();
        if self
            .options
            .iter()
            .any(|option| option.starts_with("--admin"))
        {
            let second = line();
            let (_, rest) = second.split_once("http://").expect("an address");
            self.admin = rest.trim_end().trim_end_matches('/').parse().ok();
        }
        let port = first.split_once("http://127.0.0.1:").and_then(|(_, rest)| {
            let end = rest.find(|letter: char| !letter.is_ascii_digit())?;
            rest[..end].parse().ok()
        });
        self.port = port.unwrap_or_else(|| panic!("no address in {first:?}\n{}", self.log()));
        self.process = Some(process);
    }

    /// What it has written about its work.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// The address of a screen.
    pub(crate) fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// What is at a path.
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

    /// What is at a path, as text.
    #[track_caller]
    pub(crate) fn text(&self, path: &str) -> String {
        let answer = self.ask(&get(path));
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.text()
    }

    /// The operator deletes a game.
    #[track_caller]
    pub(crate) fn delete(&self, game: &str) {
        let admin = self.admin.expect("it was started with --admin");
        let answer = Request::new("DELETE", &format!("/games/{game}")).ask(admin);
        assert_eq!(answer.status, 204, "{answer:?}");
    }

    #[track_caller]
    fn ask(&self, request: &Request) -> Answer {
        request.ask((Ipv4Addr::LOCALHOST, self.port).into())
    }
}
