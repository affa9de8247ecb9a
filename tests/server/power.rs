//! Power failures: written data that was not synced may be on the disk completely, partly or not at all.
//!
//! strace records all writes and syncs of the server. The test builds the files as a disk might contain them after the failure:
//! all synced data, and some sectors of the rest.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;
use std::thread;
use std::time::Duration;

use quintet_arena::Dice;
use quintet_rules::Random;
use quintet_testkit::{eventually, free_port};

use crate::common::server::{Server, Setup, finished};
use crate::common::{generous, rounds};
use crate::crowd::Crowd;

const SEED: u64 = 20_261_117;
const TABLES: usize = 5;

/// The bytes that a disk writes atomically.
const SECTOR: usize = 512;

/// The files that contain the games. All others are created again or may be lost.
const FILES: [&str; 2] = ["", "-wal"];

/// A system call.
enum Call {
    Write(usize, usize, Vec<u8>),
    Truncate(usize, usize),
    Sync(usize),
    /// A write during which the server was killed.
    Last(usize),
}

/// The files on the disk, and the pending writes.
struct Disk {
    synced: [Vec<u8>; 2],
    pending: [Vec<Call>; 2],
    is_ended: [bool; 2],
}

impl Disk {
    /// Reads the files while no server runs.
    fn of(setup: &Setup) -> Self {
        Disk {
            synced: FILES.map(|suffix| fs::read(setup.beside(suffix)).unwrap_or_default()),
            pending: [Vec::new(), Vec::new()],
            is_ended: [false; 2],
        }
    }

    /// Applies the calls of a server in the output of strace.
    fn replay(&mut self, setup: &Setup, log: &str) {
        let names = FILES.map(|suffix| {
            let path = setup.beside(suffix);
            let mut name = "<".to_owned();
            for byte in path.as_os_str().as_bytes() {
                write!(name, "\\x{byte:02x}").expect("writing to a string cannot fail");
            }
            name + ">"
        });
        // Unfinished calls: their text, and the number of earlier writes.
        let mut begun: HashMap<&str, (String, [usize; 2])> = HashMap::new();
        for line in log.lines() {
            let Some((thread, text)) = line.split_once(' ') else {
                continue;
            };
            let text = text.trim_start();
            let before = self.pending.each_ref().map(Vec::len);
            if let Some(beginning) = text.strip_suffix(" <unfinished ...>") {
                begun.insert(thread, (beginning.to_owned(), before));
                continue;
            }
            let (text, before) = match text.split_once(" resumed>") {
                None => (text.to_owned(), before),
                Some((_, end)) => {
                    let Some((beginning, before)) = begun.remove(thread) else {
                        continue;
                    };
                    (beginning + end, before)
                }
            };
            if let Some(call) = read(&text, &names) {
                self.make(call, before);
            }
        }
    }

    fn make(&mut self, call: Call, before: [usize; 2]) {
        match call {
            Call::Sync(file) => {
                assert!(!self.is_ended[file], "strace prints all bytes");
                // Data written during the sync may have missed it.
                let synced = before[file].min(self.pending[file].len());
                for call in self.pending[file].drain(..synced) {
                    apply(&mut self.synced[file], &call, || true);
                }
            }
            // None of it may have reached the disk.
            Call::Last(file) => self.is_ended[file] = true,
            Call::Write(file, ..) | Call::Truncate(file, _) => self.pending[file].push(call),
        }
    }

    /// Cuts the power, and writes the files as they remain.
    fn cut(&self, setup: &Setup, dice: &mut Dice) -> usize {
        // None of the sectors, all of them, or every nth one.
        let chance = [0, 1, 2, 4][dice.below(4) as usize];
        let mut unsynced = 0;
        for (file, suffix) in FILES.iter().enumerate() {
            let mut bytes = self.synced[file].clone();
            for call in &self.pending[file] {
                unsynced += 1;
                apply(&mut bytes, call, || chance > 0 && dice.below(chance) == 0);
            }
            fs::write(setup.beside(suffix), bytes).expect("room on the disk");
        }
        // The index of the log is in memory.
        let _ = fs::remove_file(setup.beside("-shm"));
        unsynced
    }
}

/// Applies as much of a change as reaches the disk.
fn apply(bytes: &mut Vec<u8>, call: &Call, mut reaches: impl FnMut() -> bool) {
    match call {
        Call::Write(_, offset, written) => {
            for (n, sector) in written.chunks(SECTOR).enumerate() {
                if reaches() {
                    let from = offset + n * SECTOR;
                    let end = from + sector.len();
                    bytes.resize(bytes.len().max(end), 0);
                    bytes[from..end].copy_from_slice(sector);
                }
            }
        }
        Call::Truncate(_, length) if reaches() => bytes.resize(*length, 0),
        Call::Truncate(..) | Call::Sync(_) | Call::Last(_) => {}
    }
}

/// Parses a successful call on one of the files with these names.
fn read(text: &str, names: &[String; 2]) -> Option<Call> {
    let (call, result) = text.rsplit_once(" = ")?;
    let result: usize = result.trim().parse().ok()?;
    let file = names.iter().position(|name| call.contains(name.as_str()))?;
    let last = || {
        let arguments = call.rsplit_once(')')?.0;
        arguments.rsplit_once(", ")?.1.parse().ok()
    };
    if call.starts_with("pwrite64(") {
        let bytes = call.split('"').nth(1)?;
        let bytes: Vec<u8> = bytes
            .split("\\x")
            .skip(1)
            .map(|digits| u8::from_str_radix(digits, 16).expect("two digits"))
            .collect();
        assert!(
            bytes.len() <= result,
            "strace prints at most the written bytes"
        );
        // strace cannot always read the data of a process that was just killed.
        if bytes.len() < result {
            return Some(Call::Last(file));
        }
        Some(Call::Write(file, last()?, bytes))
    } else if call.starts_with("ftruncate(") {
        Some(Call::Truncate(file, last()?))
    } else {
        (call.starts_with("fdatasync(") || call.starts_with("fsync(")).then_some(Call::Sync(file))
    }
}

/// Plays games, and kills the server at a random moment. Returns its calls.
fn killed(server: Server, setup: &Setup, crowd: &Crowd, dice: &mut Dice) -> String {
    let pid = server.pid().to_string();
    crowd.go_on();
    thread::sleep(Duration::from_millis(dice.below(500).into()));
    server.kill();
    let path = setup.folder().join("calls");
    let mut log = String::new();
    // The exit of the first thread, which has the process id, is the last line.
    let is_end = |line: &str| {
        let end = line.strip_prefix(&pid).map(str::trim);
        end == Some("+++ killed by SIGKILL +++")
    };
    eventually("strace ends", || {
        log = fs::read_to_string(&path).unwrap_or_default();
        log.lines().any(is_end)
    });
    log
}

#[test]
#[ignore = "needs strace"]
fn acknowledged_moves_survive_power_failures() {
    let mut setup = generous().port(free_port());
    // A new file is created under another name, and renamed when it is synced.
    let server = setup.start();
    let crowd = Crowd::open(&[server.address()], TABLES, 0, SEED);
    server.stop();
    let mut dice = Dice::new(SEED, 0);
    let (mut unsynced, mut actions) = (0, 0);
    for round in 0..rounds(8) {
        eprintln!("round {round} of seed {SEED}");
        let calls = "pwrite64,fdatasync,fsync,ftruncate";
        let log = setup.folder().join("calls");
        // No single call writes more.
        let options = format!("-y -xx -s 70000 -e trace={calls} -o '{}'", log.display());
        let mut disk = Disk::of(&setup);
        setup.set_traced(Some(&options));
        let server = setup.start();
        let told = killed(server, &setup, &crowd, &mut dice);
        disk.replay(&setup, &told);
        unsynced += disk.cut(&setup, &mut dice);
        setup.set_traced(None);
        let server = setup.start();
        actions += crowd.agree().values().sum::<usize>();
        // Some rounds begin with a write-ahead log.
        if dice.below(2) == 0 {
            server.stop();
        } else {
            server.kill();
        }
    }
    eprintln!("{actions} actions were looked for, {unsynced} writes were cut off");
    assert!(actions > 20, "too little happened");
}

#[test]
#[ignore = "needs strace"]
fn a_finished_restore_is_on_the_disk() {
    let setup = generous();
    setup.start().stop();
    let [copy, log] = ["copy.db", "calls"].map(|name| setup.folder().join(name));
    setup.run(&[&"backup", &copy, &"--db", &setup.db()]).code(0);
    let mut restore = Command::new("strace");
    restore.args(["-f", "-qq", "-y", "-e", "trace=fsync,/^unlink", "-o"]);
    restore.arg(&log).arg(env!("CARGO_BIN_EXE_quintet-e2e"));
    restore
        .arg("restore")
        .arg(&copy)
        .arg("--db")
        .arg(setup.db());
    finished(restore).code(0);
    let calls = fs::read_to_string(&log).expect("strace writes them");
    let (_, after) = calls
        .split_once("games.db-restoring\"")
        .expect("a note is removed");
    let folder = fs::canonicalize(setup.folder()).expect("a folder");
    let folder = format!("<{}>)", folder.display());
    let is_synced = |call: &str| call.contains("fsync(") && call.contains(&folder);
    assert!(after.lines().any(is_synced), "{calls}");
}
