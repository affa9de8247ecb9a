//! The server that is measured: `quintet serve` in a process of its own.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};

use super::Bench;
use super::client::{Http, get};
use super::cores::Programs;

/// One client sends the requests of thousands, so the limits for each client are off.
const LIMITS: [&str; 7] = [
    "--max-sockets-per-client=0",
    "--max-games-per-minute=0",
    "--max-requests-per-second=0",
    "--max-connections=18000",
    "--max-connections-per-client=0",
    // One client may use half of them.
    "--max-analyses=128",
    "--max-games-in-memory=200000",
];

/// A running server, which is killed when this is dropped.
pub(super) struct Server {
    child: Child,
    pub(super) port: u16,
    /// The port of `--admin`.
    pub(super) admin: u16,
}

impl Bench {
    /// Returns the file of a server.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name).with_extension("db")
    }

    /// Starts a server on its file.
    pub(super) fn start(&self, name: &str) -> Result<Server> {
        self.start_on(self.file(name).as_os_str())
    }

    /// Starts a server on a file or a database, and waits until it listens.
    pub(super) fn start_on(&self, db: &OsStr) -> Result<Server> {
        let mut child = Command::new(&self.quintet)
            .args(["serve", "--port", "0", "--admin", "127.0.0.1:0"])
            .args(["--log", "off", "--db"])
            .arg(db)
            .args(LIMITS)
            .env("XDG_CACHE_HOME", self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| {
                let program = self.quintet.display();
                format!("{program} cannot be started: cargo build --release -p quintet makes it")
            })?;
        let output = child.stdout.take().context("its output is piped")?;
        let mut server = Server {
            child,
            port: 0,
            admin: 0,
        };
        let mut output = BufReader::new(output);
        server.port = next_port(&mut output)?;
        server.admin = next_port(&mut output)?;
        Ok(server)
    }
}

/// Returns the port of the address in the next line.
fn next_port(output: &mut impl BufRead) -> Result<u16> {
    let mut line = String::new();
    output.read_line(&mut line)?;
    let port = line.split([':', '/']).find_map(|word| word.parse().ok());
    port.with_context(|| format!("the server printed {line:?}"))
}

impl Server {
    /// Waits until the server has written to its database.
    pub(super) async fn ready(&self) -> Result<()> {
        let mut http = Http::new(None, self.admin);
        http.send(get("/readyz")).await.map(drop)
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn programs(&self) -> Programs {
        vec![("server", vec![self.id()])]
    }

    /// Returns the resident bytes of the process. The kernel's memory for sockets is not included.
    pub(super) fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kibibytes = line.and_then(|line| line.split_whitespace().next());
        let kibibytes: u64 = kibibytes.context("a process has a size")?.parse()?;
        Ok(kibibytes * 1024)
    }

    /// Asks the server to stop, as an operator would.
    pub(super) fn terminate(&self) -> Result<()> {
        Ok(kill_process(Pid::from_child(&self.child), Signal::TERM)?)
    }

    /// Waits until the process has ended.
    pub(super) fn wait(&mut self) -> Result<()> {
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
