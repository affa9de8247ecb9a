//! A server of its own for each test: started on a file, killed, and started again.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use quintet_testkit::Ran;
use quintet_testkit::http::PATIENCE;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_quintet-e2e");

/// Asks again and again until it is so.
#[track_caller]
pub(crate) fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "in vain: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// How often something is tried: so many times, or as `QUINTET_ROUNDS` says (`scripts/attack`).
pub(crate) fn rounds(short: u32) -> u32 {
    let long = std::env::var("QUINTET_ROUNDS").ok();
    long.map_or(short, |long| long.parse().expect("a number"))
}

/// How a server is started: a folder for its file, and its options.
pub(crate) struct Setup {
    folder: Arc<TempDir>,
    options: Vec<String>,
    variables: Vec<(String, String)>,
    port: u16,
    /// What a shell does before it becomes the server.
    before: Option<String>,
    /// A socket that listens already.
    socket: Option<TcpListener>,
}

impl Setup {
    /// An empty folder and no options.
    pub(crate) fn new() -> Self {
        Setup {
            folder: Arc::new(tempfile::tempdir().expect("a temporary folder")),
            options: Vec::new(),
            variables: Vec::new(),
            port: 0,
            before: None,
            socket: None,
        }
    }

    /// A server that counts nobody's games, requests, sockets and messages.
    pub(crate) fn generous() -> Self {
        [
            "games-a-minute=0",
            "seats-a-minute=0",
            "wrong-tokens-a-minute=0",
            "requests-a-second=0",
            "sockets-a-client=0",
            "messages-in-10-seconds=0",
        ]
        .into_iter()
        .fold(Setup::new(), Setup::limit)
    }

    pub(crate) fn limit(self, limit: &str) -> Self {
        self.option("--limit").option(limit)
    }

    pub(crate) fn option(mut self, option: &str) -> Self {
        self.options.push(option.to_owned());
        self
    }

    /// Sets a variable of the environment.
    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Not at any port that is free, but at this one.
    pub(crate) fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// A disk that fills up: no file may have more than so many blocks of 512 bytes.
    pub(crate) fn set_blocks(&mut self, blocks: Option<u32>) {
        // Without the trap, the signal would end the server before it can see the error.
        self.before = blocks.map(|blocks| format!("trap '' XFSZ; ulimit -S -f {blocks}"));
    }

    /// Its calls of the system pass through strace, with these options; without them, no more.
    pub(crate) fn set_traced(&mut self, options: Option<&str>) {
        // With -D the server is the child of the test, and strace ends with it.
        self.before =
            options.map(|options| format!("exec strace -D -f -qq {options} \"$0\" \"$@\""));
    }

    /// No more than so many files and connections may be open.
    pub(crate) fn files(mut self, most: u32) -> Self {
        self.before = Some(format!("ulimit -n {most}"));
        self
    }

    /// The server is handed a socket that listens already, as a service manager does it.
    pub(crate) fn on_socket(mut self, socket: TcpListener) -> Self {
        let hand = "exec 3<&0 </dev/null; export LISTEN_PID=$$ LISTEN_FDS=1";
        self.before = Some(hand.to_owned());
        self.socket = Some(socket);
        self
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The file in which games are kept.
    pub(crate) fn db(&self) -> PathBuf {
        self.beside("")
    }

    /// A file whose name is that of the database with something behind it.
    pub(crate) fn beside(&self, suffix: &str) -> PathBuf {
        self.folder().join(format!("games.db{suffix}"))
    }

    /// Everything that all servers of this folder have logged.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder().join("log")).unwrap_or_default()
    }

    /// The command with its options, on a file.
    pub(crate) fn command(&self, db: &Path) -> Command {
        let mut command = match &self.before {
            None => Command::new(PROGRAM),
            Some(before) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{before}; exec \"$0\" \"$@\""), PROGRAM]);
                shell
            }
        };
        command
            .args(["serve", "--log", "json", "--port", &self.port.to_string()])
            .arg("--db")
            .arg(db)
            .args(&self.options)
            .env("HOME", self.folder())
            .env_remove("XDG_CACHE_HOME")
            .envs(self.variables.iter().cloned())
            .stdin(match &self.socket {
                Some(socket) => OwnedFd::from(socket.try_clone().expect("a socket")).into(),
                None => Stdio::null(),
            });
        command
    }

    /// A server on the file of this folder.
    #[track_caller]
    pub(crate) fn start(&self) -> Server {
        self.start_on(&self.db())
    }

    /// A server on another file.
    #[track_caller]
    pub(crate) fn start_on(&self, db: &Path) -> Server {
        let mut server = self.spawn(db);
        let address = server.await_address();
        server.address = Some(address.unwrap_or_else(|line| {
            panic!("no address in {line:?}; the log says {}", self.log());
        }));
        server
    }

    /// A server that may not be there yet.
    #[track_caller]
    pub(crate) fn spawn(&self, db: &Path) -> Server {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.folder().join("log"))
            .expect("a file for the log");
        let mut command = self.command(db);
        command.stdout(Stdio::piped()).stderr(log);
        let child = command.spawn().expect("the program starts");
        Server::new(child, Arc::clone(&self.folder))
    }

    /// What a server says that does not start.
    #[track_caller]
    pub(crate) fn refused(&self, db: &Path) -> Ran {
        let mut command = self.command(db);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        finished(command)
    }
}

/// Runs a command that must come to an end by itself.
#[track_caller]
pub(crate) fn finished(mut command: Command) -> Ran {
    let mut child = command.spawn().expect("the program starts");
    let begun = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begun.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the program does not end: {:#?}", Ran::of(child));
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ran::of(child)
}

/// A process that ends when the test does.
pub(crate) struct Server {
    child: Child,
    address: Option<SocketAddr>,
    first_line: mpsc::Receiver<String>,
    said: Arc<Mutex<String>>,
    /// Not to be removed before the server has ended.
    _folder: Arc<TempDir>,
}

impl Server {
    fn new(mut child: Child, folder: Arc<TempDir>) -> Self {
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let said = Arc::new(Mutex::new(String::new()));
        let (sender, first_line) = mpsc::channel();
        let heard = Arc::clone(&said);
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                heard.lock().expect("no panic").push_str(&line);
                // Only the first line is waited for.
                let _ = sender.send(line);
            }
        });
        Server {
            child,
            address: None,
            first_line,
            said,
            _folder: folder,
        }
    }

    /// Where it is, or what it says instead.
    fn await_address(&self) -> Result<SocketAddr, String> {
        let line = self.first_line.recv_timeout(PATIENCE);
        let line = line.map_err(|fault| fault.to_string())?;
        let address = line.split("http://").nth(1).and_then(|rest| {
            let (address, _) = rest.split_once('/')?;
            address.parse().ok()
        });
        address.ok_or(line)
    }

    /// Waits until it has started, or has not.
    pub(crate) fn has_started(&mut self) -> bool {
        self.address = self.await_address().ok();
        self.address.is_some()
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address.expect("the server has started")
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Everything on standard output.
    pub(crate) fn said(&self) -> String {
        self.said.lock().expect("no panic").clone()
    }

    /// Where health and metrics are, if they have an address of their own.
    #[track_caller]
    pub(crate) fn admin(&self) -> SocketAddr {
        let find = || {
            let said = self.said();
            let (_, rest) = said.split_once("metrics are at http://")?;
            rest.split('/').next()?.parse().ok()
        };
        eventually("the address of the operator", || find().is_some());
        find().expect("it was just there")
    }

    /// What the system says about the process, such as `status`.
    pub(crate) fn about(&self, what: &str) -> PathBuf {
        PathBuf::from(format!("/proc/{}/{what}", self.pid()))
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("the server lives");
    }

    /// Ends it at once, whatever it is doing.
    pub(crate) fn kill(mut self) {
        self.end();
    }

    /// Waits for its end.
    #[track_caller]
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let mut status = None;
        eventually("the server ends", || {
            status = self.child.try_wait().expect("a child");
            status.is_some()
        });
        status.expect("it has ended")
    }

    /// Asks it to stop, as an operator does, and waits until it has.
    #[track_caller]
    pub(crate) fn stop(mut self) {
        self.signal(Signal::TERM);
        assert_eq!(self.ended().code(), Some(0), "the exit code");
    }

    fn end(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}
