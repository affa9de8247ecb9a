//! Power cuts: what was written and not synced may be there, or not, or in part.
//!
//! strace tells all that the server writes and syncs. From that the files are made as a disk might have them when the power
//! goes: all that was synced, and of the rest some sectors.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;
use std::thread;
use std::time::Duration;

use quintet_arena::Dice;
use quintet_rules::Random;
use quintet_testkit::{Server, Setup, eventually, finished, free_port};

use crate::common::{generous, rounds};
use crate::crowd::Crowd;

const SEED: u64 = 20_261_117;
const TABLES: usize = 5;

/// Bytes that a disk writes as a whole.
const SECTOR: usize = 512;

/// The files that hold the games. The others are made anew or may be lost.
const FILES: [&str; 2] = ["", "-wal"];

/// One call of the system.
enum Call {
    Write(usize, usize, Vec<u8>),
    Truncate(usize, usize),
    Sync(usize),
    /// A write in whose moment the server was killed.
    Last(usize),
}

/// The files as they are on the disk, and what is on the way to it.
struct Disk {
    synced: [Vec<u8>; 2],
    pending: [Vec<Call>; 2],
    is_ended: [bool; 2],
}

impl Disk {
    /// The files of a server that does not run.
    fn of(setup: &Setup) -> Self {
        Disk {
            synced: FILES.map(|suffix| fs::read(setup.beside(suffix)).unwrap_or_default()),
            pending: [Vec::new(), Vec::new()],
            is_ended: [false; 2],
        }
    }

    /// Does what a server did, as strace tells it.
    fn replay(&mut self, setup: &Setup, log: &str) {
        let names = FILES.map(|suffix| {
            let path = setup.beside(suffix);
            let mut name = "<".to_owned();
            for byte in path.as_os_str().as_bytes() {
                write!(name, "\\x{byte:02x}").expect("a text takes everything");
            }
            name + ">"
        });
        // Of calls that have begun and not ended: the text, and how much was written before they began.
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
                assert!(!self.is_ended[file], "strace tells all bytes");
                // What was written while it was synced may have missed it.
                let synced = before[file].min(self.pending[file].len());
                for call in self.pending[file].drain(..synced) {
                    apply(&mut self.synced[file], &call, || true);
                }
            }
            // Nothing of it may have reached the disk.
            Call::Last(file) => self.is_ended[file] = true,
            Call::Write(file, ..) | Call::Truncate(file, _) => self.pending[file].push(call),
        }
    }

    /// Cuts the power: the files as they are found afterwards.
    fn cut(&self, setup: &Setup, dice: &mut Dice) -> usize {
        // Nothing, everything, or every so many of the sectors.
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

/// Changes a file, as far as the disk gets to it.
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

/// A call that succeeded, on one of the files with these names.
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
        assert!(bytes.len() <= result, "all that is told was written");
        // Of a process that has just been killed, strace cannot always read what it wrote.
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

/// Lets everybody play, and kills the server at a random moment. Returns the calls that it made.
fn killed(server: Server, setup: &Setup, crowd: &Crowd, dice: &mut Dice) -> String {
    let pid = server.pid().to_string();
    crowd.go_on();
    thread::sleep(Duration::from_millis(dice.below(500).into()));
    server.kill();
    let path = setup.folder().join("calls");
    let mut log = String::new();
    // The end of the first thread, whose number is that of the server, is told last.
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
fn what_is_acknowledged_survives_power_cuts() {
    let mut setup = generous().port(free_port());
    // A file is made under another name, and is there when all of it is on the disk.
    let server = setup.start();
    let crowd = Crowd::open(&[server.address()], TABLES, 0, SEED);
    server.stop();
    let mut dice = Dice::new(SEED, 0);
    let (mut unsynced, mut actions) = (0, 0);
    for round in 0..rounds(8) {
        eprintln!("round {round} of seed {SEED}");
        let calls = "pwrite64,fdatasync,fsync,ftruncate";
        let log = setup.folder().join("calls");
        // No call writes more bytes than that.
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
        // Now and then the next round begins with a log.
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
fn a_restore_is_on_the_disk_when_it_is_done() {
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
