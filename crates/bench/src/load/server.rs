//! The server that is measured: `quintet serve` in a process of its own.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use rustix::process::{Pid, Signal, kill_process};

use super::http::{Http, request};

/// One client asks for what thousands would; what protects the server from that is off.
const LIMITS: [&str; 9] = [
    "messages-in-10-seconds=0",
    "sockets-a-client=0",
    "games-a-minute=0",
    "seats-a-minute=0",
    "requests-a-second=0",
    "connections=18000",
    "connections-a-client=0",
    "analyses-a-client=0",
    "rooms=200000",
];

/// How long the server may take for anything before the measurement is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running server, which ends when this is dropped.
pub(super) struct Server {
    child: Child,
    pub(super) port: u16,
}

impl Server {
    /// Starts a binary on a file or a database, with a folder for the tables that it computes, and waits until it
    /// says where it is.
    pub(super) fn start(quintet: &Path, db: &OsStr, tables: &Path) -> Result<Self> {
        let mut child = Command::new(quintet)
            .args(["serve", "--port", "0", "--log", "off", "--db"])
            .arg(db)
            .args(LIMITS.iter().flat_map(|limit| ["--limit", limit]))
            .env("XDG_CACHE_HOME", tables)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| {
                let shown = quintet.display();
                format!("{shown} cannot be started: cargo build --release -p quintet makes it")
            })?;
        let out = child.stdout.take().context("its output is piped")?;
        let mut server = Server { child, port: 0 };
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        let port = line
            .strip_prefix("Quintet is at http://127.0.0.1:")
            .and_then(|rest| rest.split_once('/')?.0.parse().ok());
        server.port = port.with_context(|| format!("the server said: {line}"))?;
        Ok(server)
    }

    /// Waits until the server has written something to disk.
    pub(super) async fn ready(&self) -> Result<()> {
        let mut http = Http::connect(self.port).await?;
        let (status, _) = http.send(&request("GET", "/readyz", "")).await?;
        ensure!(status == 200, "the server is not ready: {status}");
        Ok(())
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Bytes of the process that are in memory. What the kernel keeps for sockets is not in them.
    pub(super) fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kibibytes = line.and_then(|line| line.split_whitespace().next());
        let kibibytes: u64 = kibibytes.context("a process has a size")?.parse()?;
        Ok(kibibytes * 1024)
    }

    /// Asks the server to stop, as an operator would.
    pub(super) fn ask_to_stop(&self) -> Result<()> {
        let id = Pid::from_child(&self.child);
        Ok(kill_process(id, Signal::TERM)?)
    }

    /// Waits until the process has ended.
    pub(super) async fn stopped(&mut self) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        while self.child.try_wait()?.is_none() {
            ensure!(Instant::now() < deadline, "the server does not stop");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
