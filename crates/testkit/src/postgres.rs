//! A private PostgreSQL in a temporary folder:
//!
//! ```text
//!     folder/data    the databases
//!     folder/log     its log
//!     folder/        its Unix socket
//! ```

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, geteuid, kill_process};
use tempfile::TempDir;

use crate::http::PATIENCE;

/// The superuser, without a password.
const USER: &str = "postgres";

/// A running PostgreSQL on a free port of 127.0.0.1. It stops when the value is dropped or the process ends.
pub struct Postgres {
    programs: PathBuf,
    account: Option<Account>,
    settings: Vec<String>,
    port: u16,
    /// `None` while it is stopped.
    server: Option<Child>,
    guard: Child,
    folder: TempDir,
}

/// The account of an ordinary user.
#[derive(Clone, Copy)]
struct Account {
    uid: u32,
    gid: u32,
}

impl Postgres {
    /// Starts a new instance.
    #[track_caller]
    pub fn start() -> Self {
        Postgres::start_with(&[])
    }

    /// Starts a new instance with settings such as `shared_buffers=64MB`.
    #[track_caller]
    pub fn start_with(settings: &[&str]) -> Self {
        Postgres::start_in(&std::env::temp_dir(), settings)
    }

    /// Starts a new instance in a folder, which must be accessible to an unprivileged user.
    #[track_caller]
    pub fn start_in(folder: &Path, settings: &[&str]) -> Self {
        let programs = programs();
        let account = geteuid().is_root().then(ordinary_user);
        let folder = tempfile::tempdir_in(folder).expect("a temporary folder");
        if let Some(Account { uid, gid }) = account {
            chown(folder.path(), Some(uid), Some(gid)).expect("root may do this");
        }
        let guard = guard(folder.path());
        let mut postgres = Postgres {
            programs,
            account,
            settings: settings.iter().map(ToString::to_string).collect(),
            port: 0,
            server: None,
            guard,
            folder,
        };
        postgres.initialize();
        // Another process may take the port first.
        for _ in 0..5 {
            postgres.port = free_port();
            if postgres.tries_to_start() {
                return postgres;
            }
        }
        panic!("PostgreSQL does not start: {}", postgres.log());
    }

    fn initialize(&self) {
        let made = self
            .command("initdb")
            .args([
                "--no-sync",
                "--no-locale",
                "--encoding=UTF8",
                "--auth=trust",
            ])
            .args(["--username", USER, "--pgdata"])
            .arg(self.data())
            .output()
            .expect("initdb starts");
        let output = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "initdb: {output}");
    }

    /// Returns the command of one of its programs, under its account.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .env("LC_ALL", "C")
            .env("TZ", "UTC");
        if let Some(Account { uid, gid }) = self.account {
            command.uid(uid).gid(gid);
        }
        command
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts the server and waits until it is ready. Returns false if it exits instead.
    fn tries_to_start(&mut self) -> bool {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.log_file())
            .expect("a file for the log");
        let folder = self.folder.path().display();
        let settings = [
            "listen_addresses=127.0.0.1".to_owned(),
            format!("port={}", self.port),
            format!("unix_socket_directories={folder}"),
            "shared_buffers=32MB".to_owned(),
        ];
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.data());
        for setting in settings.iter().chain(&self.settings) {
            command.args(["-c", setting]);
        }
        let said = log.try_clone().expect("a file for the log");
        let child = command.stdout(said).stderr(log).spawn();
        let mut child = child.expect("postgres starts");
        let begun = Instant::now();
        while !self.is_ready(child.id()) {
            if child.try_wait().expect("a child").is_some() {
                return false;
            }
            if begun.elapsed() > PATIENCE {
                let _ = child.kill();
                let _ = child.wait();
                panic!("PostgreSQL does not answer: {}", self.log());
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.server = Some(child);
        true
    }

    /// Returns true if the server with this process id accepts connections, according to the file that `pg_ctl` also reads.
    fn is_ready(&self, pid: u32) -> bool {
        let state = fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        let mut lines = state.lines().map(str::trim);
        lines.next() == Some(&pid.to_string()) && lines.nth(6) == Some("ready")
    }

    /// Returns the process id, which changes with [`start_again`](Postgres::start_again).
    pub fn pid(&self) -> u32 {
        self.server.as_ref().expect("PostgreSQL is running").id()
    }

    /// Returns the port, which never changes.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the URL of the default database.
    pub fn url(&self) -> String {
        self.url_of(USER)
    }

    fn url_of(&self, database: &str) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/{database}", self.port)
    }

    /// Creates a database and returns its URL.
    #[track_caller]
    pub fn database(&self, name: &str) -> String {
        self.sql(&format!("CREATE DATABASE \"{name}\""));
        self.url_of(name)
    }

    /// Executes statements in the database of [`url`](Postgres::url). Returns one line per row, with `|` between columns.
    #[track_caller]
    pub fn sql(&self, statements: &str) -> String {
        self.sql_in(USER, statements)
    }

    /// Executes statements in the database with this name.
    #[track_caller]
    pub fn sql_in(&self, database: &str, statements: &str) -> String {
        let found = self.try_sql_in(database, statements);
        found.unwrap_or_else(|error| panic!("{statements}: {error}"))
    }

    /// Executes statements that may fail. The error is the output of `psql`.
    pub fn try_sql_in(&self, database: &str, statements: &str) -> Result<String, String> {
        let ran = self
            .command("psql")
            .args(["-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-d"])
            .arg(self.url_of(database))
            .args(["-c", statements])
            .output()
            .expect("psql starts");
        if !ran.status.success() {
            return Err(String::from_utf8_lossy(&ran.stderr).into_owned());
        }
        let text = String::from_utf8(ran.stdout).expect("UTF-8");
        Ok(text.trim_end_matches('\n').to_owned())
    }

    /// Terminates the connections that satisfy a condition on `pg_stat_activity`, such as `datname = 'games'`, and returns
    /// their number.
    #[track_caller]
    pub fn cut(&self, condition: &str) -> usize {
        let ended = self.sql(&format!(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
             WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND ({condition})"
        ));
        ended.parse().expect("a number")
    }

    /// Stops the server like a crash: terminates connections and writes nothing more to disk.
    #[track_caller]
    pub fn stop_at_once(&mut self) {
        let mut server = self.server.take().expect("PostgreSQL is running");
        kill_process(Pid::from_child(&server), Signal::QUIT).expect("it is a child");
        server.wait().expect("it is a child");
    }

    /// Starts the server again on the same port, after [`stop_at_once`](Postgres::stop_at_once).
    #[track_caller]
    pub fn start_again(&mut self) {
        assert!(self.server.is_none(), "PostgreSQL is running");
        let begun = Instant::now();
        // The shared memory of the previous processes may still be in use.
        while !self.tries_to_start() {
            assert!(begun.elapsed() < PATIENCE, "not again: {}", self.log());
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// Returns the output of the database server.
    pub fn log(&self) -> String {
        fs::read_to_string(self.log_file()).unwrap_or_default()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.server.is_some() {
            self.stop_at_once();
        }
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
    }
}

/// Starts a process that stops PostgreSQL and removes its folder after this process ends in any way: statics are never
/// dropped, and nothing is dropped when a test is killed.
fn guard(folder: &Path) -> Child {
    let script = "trap '' INT TERM HUP; read _; \
                  read pid < \"$0/data/postmaster.pid\" && kill -QUIT \"$pid\"; \
                  while [ -e \"$0/data/postmaster.pid\" ] && kill -0 \"$pid\"; do sleep 0.05; done; rm -rf \"$0\"";
    let mut command = Command::new("sh");
    command
        .args(["-c", script])
        .arg(folder)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().expect("a shell")
}

/// Returns the folder of PostgreSQL's programs.
fn programs() -> PathBuf {
    let configured = Command::new("pg_config").arg("--bindir").output();
    let configured = configured.map(|output| String::from_utf8_lossy(&output.stdout).trim().into());
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut versions: Vec<_> = versions
        .filter_map(|version| version.ok()?.file_name().into_string().ok())
        .collect();
    versions.sort_by_key(|version| version.parse::<u32>().unwrap_or(0));
    let newest = versions
        .into_iter()
        .rev()
        .map(|version| Path::new("/usr/lib/postgresql").join(version).join("bin"));
    let is_whole = |folder: &PathBuf| {
        let mut programs = ["initdb", "postgres", "psql"].into_iter();
        programs.all(|program| folder.join(program).is_file())
    };
    let found = configured.into_iter().chain(newest).find(is_whole);
    found.expect("PostgreSQL is not installed: run ./check --install database")
}

/// Returns the account for PostgreSQL if the tests run as root, which PostgreSQL refuses.
fn ordinary_user() -> Account {
    let users = fs::read_to_string("/etc/passwd").expect("a list of users");
    let account = |name: &str| {
        let mut fields = users.lines().find_map(|line| {
            let (found, rest) = line.split_once(':')?;
            (found == name).then(|| rest.split(':').skip(1))
        })?;
        let mut number = || fields.next()?.parse().ok();
        Some(Account {
            uid: number()?,
            gid: number()?,
        })
    };
    let found = account("postgres").or_else(|| account("nobody"));
    found.expect("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")
}

/// Returns a free port of 127.0.0.1. It is below the range of ephemeral ports, so that a server on it can be restarted while
/// many connections are opened.
pub fn free_port() -> u16 {
    const FIRST: u16 = 20_000;
    const PORTS: u16 = 12_000;
    let mut free = (0..1000_u32).filter_map(|attempt| {
        let chance = RandomState::new().hash_one(attempt) % u64::from(PORTS);
        let port = FIRST + u16::try_from(chance).expect("there are fewer ports");
        TcpListener::bind(("127.0.0.1", port)).ok().map(|_| port)
    });
    free.next().expect("a free port")
}
