//! Server processes that are started with a database file, killed, and started again.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use quintet_testkit::http::PATIENCE;
use quintet_testkit::{Ran, eventually};

/// The settings of a server process: a folder for its files, and its options.
pub(crate) struct Setup {
    program: PathBuf,
    folder: Arc<TempDir>,
    options: Vec<String>,
    variables: Vec<(String, String)>,
    port: u16,
    /// Shell commands to run before the shell is replaced by the server.
    before: Option<String>,
    /// A listening socket to hand over.
    socket: Option<TcpListener>,
    /// True if the server ends with the test process.
    is_guarded: bool,
}

impl Setup {
    /// An empty folder and no options.
    pub(crate) fn new(program: impl Into<PathBuf>) -> Self {
        Setup {
            program: program.into(),
            folder: Arc::new(tempfile::tempdir().expect("a temporary folder")),
            options: Vec::new(),
            variables: Vec::new(),
            port: 0,
            before: None,
            socket: None,
            is_guarded: false,
        }
    }

    /// Sets a limit, such as `games-in-memory=50`.
    #[must_use]
    pub(crate) fn limit(self, limit: &str) -> Self {
        self.option(&format!("--max-{limit}"))
    }

    /// Changes a timeout of the server, such as `head`.
    #[must_use]
    pub(crate) fn timeout(self, name: &str, seconds: u32) -> Self {
        let variable = format!("QUINTET_TEST_{}_SECONDS", name.to_uppercase());
        self.variable(&variable, &seconds.to_string())
    }

    /// Adds an option of the command.
    #[must_use]
    pub(crate) fn option(mut self, option: &str) -> Self {
        self.options.push(option.to_owned());
        self
    }

    /// Sets an environment variable.
    #[must_use]
    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sets the port, instead of any free one.
    #[must_use]
    pub(crate) fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// Simulates a full disk: no file may exceed a number of blocks of 512 bytes.
    pub(crate) fn set_blocks(&mut self, blocks: Option<u32>) {
        // Without the trap, the signal would end the server before it can see the error.
        self.before = blocks.map(|blocks| format!("trap '' XFSZ; ulimit -S -f {blocks}"));
    }

    /// Runs the server under strace with these options, or without strace again.
    pub(crate) fn set_traced(&mut self, options: Option<&str>) {
        // With -D the server is the child of the test, and strace ends with it.
        self.before =
            options.map(|options| format!("exec strace -D -f -qq {options} \"$0\" \"$@\""));
    }

    /// Limits the number of open files and connections.
    #[must_use]
    pub(crate) fn files(mut self, most: u32) -> Self {
        self.before = Some(format!("ulimit -n {most}"));
        self
    }

    /// Hands over a listening socket, as a service manager does.
    #[must_use]
    pub(crate) fn on_socket(mut self, socket: TcpListener) -> Self {
        let hand = "exec 3<&0 </dev/null; export LISTEN_PID=$$ LISTEN_FDS=1";
        self.before = Some(hand.to_owned());
        self.socket = Some(socket);
        self
    }

    /// Kills the server and removes its folder when the test process ends, for a server that is never dropped.
    #[must_use]
    pub(crate) fn until_exit(mut self) -> Self {
        // The system closes the pipe at any end of the test process.
        let folder = self.folder().display();
        let watch = format!("read -r _ <&3; kill -KILL $$; rm -rf '{folder}'");
        let silent = "> /dev/null 2> /dev/null";
        let before = format!("exec 3<&0 < /dev/null; ({watch}) {silent} & exec 3<&-");
        self.before = Some(before);
        self.is_guarded = true;
        self
    }

    /// Returns the folder of the server's files.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the database file.
    pub(crate) fn db(&self) -> PathBuf {
        self.beside("")
    }

    /// Returns the path of the database file with a suffix.
    pub(crate) fn beside(&self, suffix: &str) -> PathBuf {
        self.folder().join(format!("games.db{suffix}"))
    }

    /// Returns the log of all servers with this folder.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder().join("log")).unwrap_or_default()
    }

    /// Returns the command that starts the server with a file.
    pub(crate) fn command(&self, db: &Path) -> Command {
        let mut command = match &self.before {
            None => Command::new(&self.program),
            Some(before) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{before}; exec \"$0\" \"$@\"")]);
                shell.arg(&self.program);
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
                None if self.is_guarded => Stdio::piped(),
                None => Stdio::null(),
            });
        command
    }

    /// Starts a server and waits until it listens.
    #[track_caller]
    pub(crate) fn start(&self) -> Server {
        self.start_on(&self.db())
    }

    /// Starts a server with another file.
    #[track_caller]
    pub(crate) fn start_on(&self, db: &Path) -> Server {
        self.await_start(self.spawn(db))
    }

    /// Starts a server whose log goes to a pipe.
    #[track_caller]
    pub(crate) fn start_piped(&self) -> (Server, ChildStderr) {
        let mut server = self.spawn_logging(&self.db(), Stdio::piped());
        let log = server.child.stderr.take().expect("a pipe");
        (self.await_start(server), log)
    }

    #[track_caller]
    fn await_start(&self, mut server: Server) -> Server {
        if let Err(output) = server.await_address() {
            panic!("no address in {output:?}; the log is {}", self.log());
        }
        server
    }

    /// Starts a server without waiting.
    #[track_caller]
    pub(crate) fn spawn(&self, db: &Path) -> Server {
        let log = self.folder().join("log");
        let log = File::options().create(true).append(true).open(log);
        self.spawn_logging(db, log.expect("a file for the log").into())
    }

    fn spawn_logging(&self, db: &Path, log: Stdio) -> Server {
        let mut command = self.command(db);
        command.stdout(Stdio::piped()).stderr(log);
        let child = command.spawn().expect("the program starts");
        Server::new(child, Arc::clone(&self.folder))
    }

    /// Runs a server that must fail to start.
    #[track_caller]
    pub(crate) fn refused(&self, db: &Path) -> Ran {
        finished(self.command(db))
    }

    /// Runs another command of the program.
    #[track_caller]
    pub(crate) fn run(&self, arguments: &[&dyn AsRef<OsStr>]) -> Ran {
        let mut command = Command::new(&self.program);
        command.args(arguments.iter().map(AsRef::as_ref));
        finished(command)
    }
}

/// Runs a command that must exit by itself.
#[track_caller]
pub(crate) fn finished(mut command: Command) -> Ran {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let (pid, (sender, ran)) = (Pid::from_child(&child), mpsc::channel());
    // Reads the output, so that the command is never blocked.
    thread::spawn(move || sender.send(Ran::of(child)));
    ran.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        let _ = kill_process(pid, Signal::KILL);
        panic!("the program does not exit: {:#?}", ran.recv());
    })
}

/// A server process, which is killed when the value is dropped.
pub(crate) struct Server {
    child: Child,
    address: Option<SocketAddr>,
    /// In a mutex so that a server can be shared.
    first_line: Mutex<mpsc::Receiver<String>>,
    output: Arc<Mutex<String>>,
    /// Removed after the server has ended.
    _folder: Arc<TempDir>,
}

impl Server {
    fn new(mut child: Child, folder: Arc<TempDir>) -> Self {
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let output = Arc::new(Mutex::new(String::new()));
        let (sender, first_line) = mpsc::channel();
        let heard = Arc::clone(&output);
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                heard.lock().expect("no panic").push_str(&line);
                // Only the first line is received.
                let _ = sender.send(line);
            }
        });
        Server {
            child,
            address: None,
            first_line: Mutex::new(first_line),
            output,
            _folder: folder,
        }
    }

    /// Waits for the address in the first line of output. The error is that line, or the reason why it is missing.
    fn await_address(&mut self) -> Result<(), String> {
        let first_line = self.first_line.get_mut().expect("no panic");
        let line = first_line.recv_timeout(PATIENCE);
        let line = line.map_err(|error| error.to_string())?;
        let address = line.split("http://").nth(1).and_then(|rest| {
            let (address, _) = rest.split_once('/')?;
            address.parse().ok()
        });
        self.address = Some(address.ok_or(line)?);
        Ok(())
    }

    /// Waits until the server listens or exits. Returns true if it listens.
    pub(crate) fn has_started(&mut self) -> bool {
        self.await_address().is_ok()
    }

    /// Returns the address of the server.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address.expect("the server has started")
    }

    /// Returns the process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Returns standard output until now.
    pub(crate) fn output(&self) -> String {
        self.output.lock().expect("no panic").clone()
    }

    /// Returns the address of `--admin`.
    #[track_caller]
    pub(crate) fn admin(&self) -> SocketAddr {
        let mut found = None;
        eventually("the address of the operator", || {
            let output = self.output();
            let rest = output.split("metrics are at http://").nth(1);
            found = rest.and_then(|rest| rest.split('/').next()?.parse().ok());
            found.is_some()
        });
        found.expect("just found")
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("the server is running");
    }

    /// Kills the server.
    pub(crate) fn kill(mut self) {
        self.end();
    }

    /// Waits for the exit of the server.
    #[track_caller]
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let mut status = None;
        eventually("the server ends", || {
            status = self.child.try_wait().expect("a child");
            status.is_some()
        });
        status.expect("the server has exited")
    }

    /// Stops the server with SIGTERM and waits for its exit.
    #[track_caller]
    pub(crate) fn stop(mut self) {
        self.signal(Signal::TERM);
        assert_eq!(self.ended().code(), Some(0), "the exit code");
    }

    fn end(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}
