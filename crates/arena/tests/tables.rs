//! Tables stored between runs: whatever is in the file, the answers are right, and the file is
//! repaired where that is possible.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::{Barrier, LazyLock};
use std::thread;
use std::time::{Duration, SystemTime};

use quintet_arena::{LoadedOracle, Tables};
use quintet_games::Variant;
use quintet_solver::{Budget, Progress};

use crate::support::{Folder, census, names_in, oracle, random_positions, standard, variants};

/// The bytes before the table itself: magic, name and version.
const HEADER: usize = 48;
const VERSION: usize = 40;

/// The game with the smallest table, two megabytes.
fn game() -> &'static dyn Variant {
    standard("matrix-isolation")
}

const FILE: &str = "matrix-isolation-4x4.table";

/// The file of its table.
static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let cache = Cache::empty();
    let asked = ask(&cache.tables(), game());
    assert!(asked.has_computed);
    asked.is_right("a new folder");
    asked.is_stored("a new folder");
    let whole = fs::read(&cache.file).expect("the file can be read");
    assert_eq!(asked.known.file_bytes, whole.len() as u64);
    whole
});

/// A folder for tables.
struct Cache {
    parent: Folder,
    file: PathBuf,
}

impl Cache {
    /// One that has not been made.
    fn empty() -> Self {
        let parent = Folder::new();
        let file = parent.path("a/b").join(FILE);
        Cache { parent, file }
    }

    /// One with a table.
    fn new() -> Self {
        let cache = Cache::empty();
        fs::create_dir_all(cache.folder()).expect("made");
        fs::write(&cache.file, &*WHOLE).expect("the file can be written");
        cache
    }

    fn folder(&self) -> PathBuf {
        self.parent.path("a/b")
    }

    fn tables(&self) -> Tables {
        Tables::in_folder(self.folder())
    }

    /// Puts other bytes in the place of the file.
    fn damage(&self, what: &str, bytes: &[u8]) {
        assert!(bytes != *WHOLE, "{what}: nothing was damaged");
        fs::write(&self.file, bytes).expect("the file can be written");
    }

    /// Checks that other bytes in the file are noticed at once, and replaced.
    fn is_repaired_after(&self, what: &str, bytes: &[u8]) {
        self.damage(what, bytes);
        let asked = ask(&self.tables(), game());
        assert!(asked.has_computed, "{what}: the file was trusted");
        asked.is_right(what);
        asked.is_stored(what);
        self.is_whole(what);
    }

    /// Checks that bytes damaged in the middle give no wrong value, and that the file is replaced at the latest when all
    /// values have been requested.
    fn is_repaired_when_read(&self, what: &str, bytes: &[u8]) {
        self.damage(what, bytes);
        let asked = ask(&self.tables(), game());
        asked.is_right(what);
        let found = census(&*asked.known.oracle);
        assert_eq!(found, census(&*oracle(game().id())), "{what}");
        self.is_whole(what);
    }

    /// Checks that the file is the original one and trusted, and that the folder has no other files.
    fn is_whole(&self, what: &str) {
        let is_same = fs::read(&self.file).is_ok_and(|bytes| bytes == *WHOLE);
        assert!(is_same, "{what}: the file is whole again");
        assert_eq!(names_in(&self.folder()), [FILE], "{what}");
        let again = ask(&self.tables(), game());
        assert!(!again.has_computed, "{what}: the file is trusted");
    }
}

/// The whole file with some bytes changed.
fn with(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = WHOLE.clone();
    change(&mut bytes);
    bytes
}

/// The whole file with a number written over some of its bytes.
fn with_number(place: usize, number: u64) -> Vec<u8> {
    with(|bytes| bytes[place..place + 8].copy_from_slice(&number.to_le_bytes()))
}

/// A loaded or computed oracle.
struct Loaded {
    variant: &'static dyn Variant,
    known: LoadedOracle,
    /// Work was announced and done: the table does not come from a file.
    has_computed: bool,
}

fn ask(tables: &Tables, variant: &'static dyn Variant) -> Loaded {
    let progress = Progress::default();
    let known = tables.oracle(variant, &progress).expect("never cancelled");
    Loaded {
        variant,
        known,
        has_computed: progress.share() > 0.0,
    }
}

impl Loaded {
    /// Compares the values with those of an oracle without a file.
    #[track_caller]
    fn is_right(&self, what: &str) {
        let reference = oracle(self.variant.id());
        for position in random_positions(self.variant, 1, 200) {
            let found = self.known.oracle.analyze(&*position, Budget::NONE);
            let expected = reference.analyze(&*position, Budget::NONE);
            assert_eq!(found, expected, "{what}: {position:?}");
        }
    }

    #[track_caller]
    fn is_stored(&self, what: &str) {
        let store_error = &self.known.store_error;
        assert!(
            store_error.is_none(),
            "{what}: not stored because of {store_error:?}"
        );
    }
}

#[test]
fn a_table_is_computed_once_stored_and_read_again() {
    let cache = Cache::new();
    let modified = || fs::metadata(&cache.file).and_then(|found| found.modified());
    let made = modified().expect("a time");
    let asked = ask(&cache.tables(), game());
    assert!(!asked.has_computed);
    assert_eq!(asked.known.file_bytes, WHOLE.len() as u64);
    asked.is_stored("the same folder");
    asked.is_right("the same folder");
    let now = modified().expect("a time");
    assert_eq!(made, now, "the file was not written again");
    cache.is_whole("after reading");
}

#[test]
fn a_file_begins_with_its_name_and_version() {
    assert!(WHOLE.starts_with(b"quintet3matrix-isolation-4x4\0"));
    let version = game().solution().table_version().expect("it has a table");
    let version = u64::from(version).to_le_bytes();
    assert_eq!(WHOLE[VERSION..HEADER], version);
}

#[test]
fn a_missing_folder_is_created_for_the_first_table() {
    let cache = Cache::empty();
    for variant in variants() {
        if variant.solution().table_version().is_none() {
            ask(&cache.tables(), variant).is_stored("a game without a table");
        }
    }
    ask(&cache.tables(), standard("gridlock")).is_right("a game without a table");
    cache.parent.holds(&[]);
    ask(&cache.tables(), game()).is_stored("a new folder");
    cache.is_whole("a new folder");
}

#[test]
fn without_a_folder_the_table_is_computed_each_time() {
    for n in 0..2 {
        let asked = ask(&Tables::nowhere(), game());
        assert!(asked.has_computed, "time {n}");
        asked.is_stored("nowhere");
        asked.is_right("nowhere");
    }
}

#[test]
fn computing_a_table_replaces_the_stored_one() {
    let cache = Cache::new();
    cache.damage("a byte", &with(|bytes| bytes[HEADER] ^= 1));
    let progress = Progress::default();
    let computed = cache.tables().compute(game(), &progress);
    let computed = computed.expect("never cancelled");
    assert!(computed.store_error.is_none() && progress.share() > 0.0);
    assert_eq!(computed.file_bytes, WHOLE.len() as u64);
    assert!(6 * WHOLE.len() < computed.table_bytes, "the file is small");
    cache.is_whole("after computing");
}

#[test]
fn a_cancelled_computation_stores_nothing() {
    let cancelled = Progress::default();
    cancelled.cancel();
    let cache = Cache::empty();
    assert!(cache.tables().oracle(game(), &cancelled).is_none());
    assert!(cache.tables().compute(game(), &cancelled).is_none());
    cache.parent.holds(&[]);
    // A stored table needs no computation, so there is nothing to cancel.
    let cache = Cache::new();
    assert!(cache.tables().oracle(game(), &cancelled).is_some());
    assert!(cache.tables().compute(game(), &cancelled).is_none());
    cache.is_whole("after a cancelled computation");
}

#[test]
fn old_temporary_files_are_removed() {
    let folder = Folder::new();
    let [old, young, other] = [".quintet-1-0.tmp", ".quintet-2-0.tmp", "notes.tmp"];
    let now = SystemTime::now();
    let long_ago = now - Duration::from_hours(72);
    for (name, time) in [(old, long_ago), (young, now), (other, long_ago)] {
        let file = fs::File::create(folder.path(name)).expect("made");
        file.set_modified(time).expect("files have times");
    }
    ask(&Tables::in_folder(folder.path("")), game()).is_stored("next to other files");
    folder.holds(&[young, FILE, other]);
}

#[test]
fn a_file_with_a_corrupt_header_is_replaced() {
    let cache = Cache::new();
    for at in (0..HEADER).step_by(3) {
        let damaged = with(|bytes| bytes[at] ^= 1 << (at % 8));
        cache.is_repaired_after(&format!("byte {at}"), &damaged);
    }
}

/// The tests of `quintet_solver::blocks` damage every byte.
#[test]
fn a_corrupt_file_is_replaced() {
    let cache = Cache::new();
    let (middle, last) = (WHOLE.len() / 2, WHOLE.len() - 1);
    for at in [HEADER, middle, last] {
        cache.is_repaired_when_read(&format!("byte {at}"), &with(|bytes| bytes[at] ^= 4));
    }
    let zeroed = with(|bytes| bytes[middle - 512..middle + 512].fill(0));
    cache.is_repaired_when_read("a sector of zeros", &zeroed);
}

#[test]
fn a_file_that_becomes_corrupt_while_open_gives_no_wrong_value() {
    let cache = Cache::new();
    let asked = ask(&cache.tables(), game());
    asked.is_right("before");
    cache.damage("all bytes", &with(|bytes| bytes.fill(0xa5)));
    let found = census(&*asked.known.oracle);
    assert_eq!(found, census(&*oracle(game().id())));
    cache.is_whole("replaced by the reader");
}

#[test]
fn a_truncated_or_extended_file_or_one_of_another_version_or_game_is_replaced() {
    let cache = Cache::new();
    let len = WHOLE.len();
    cache.is_repaired_after(
        "a text",
        b"Dear diary, today I have put my notes in the cache.",
    );
    cache.is_repaired_after("zeros", &vec![0; len]);
    cache.is_repaired_after(
        "an unknown game",
        &with(|bytes| bytes[8..VERSION].fill(b'?')),
    );
    cache.is_repaired_after("no content", &with(|bytes| bytes[HEADER..].fill(0)));
    cache.is_repaired_after("another order", &with(|bytes| bytes[HEADER..].reverse()));
    cache.is_repaired_after("the file twice", &WHOLE.repeat(2));
    for length in [0, 1, 7, 8, 39, VERSION, 47, HEADER, 49, len / 2, len - 1] {
        cache.is_repaired_after(&format!("{length} bytes"), &WHOLE[..length]);
    }
    for more in [1, 4096] {
        let longer = with(|bytes| bytes.extend(vec![0; more]));
        cache.is_repaired_after(&format!("{more} more bytes"), &longer);
    }
    for version in [0, 2, 256, u64::MAX] {
        let other = with_number(VERSION, version);
        cache.is_repaired_after(&format!("version {version}"), &other);
    }
    // The number of blocks, and the length of the codes.
    for field in [len - 24, len - 16] {
        for lie in [0, 1, 1 << 40, 1 << 63, u64::MAX - 63, u64::MAX] {
            cache.is_repaired_after(&format!("{lie} at {field}"), &with_number(field, lie));
        }
    }
}

#[test]
fn tables_of_different_games_are_not_confused() {
    let runner = standard("grid-runner");
    let cache = Cache::new();
    let tables = cache.tables();
    let first = ask(&tables, runner);
    assert!(first.has_computed);
    first.is_stored("the larger table");
    let again = ask(&tables, runner);
    assert!(!again.has_computed);
    again.is_right("the larger table, read");
    assert!(!ask(&tables, game()).has_computed);

    let names = ["grid-runner-5x5.table", FILE];
    assert_eq!(names_in(&cache.folder()), names);
    let [other, side] = [names[0], "aside"].map(|name| cache.folder().join(name));
    for (from, to) in [(&cache.file, &side), (&other, &cache.file), (&side, &other)] {
        fs::rename(from, to).expect("renamed");
    }
    for variant in [game(), runner] {
        let asked = ask(&tables, variant);
        assert!(asked.has_computed, "{variant:?}");
        asked.is_stored("exchanged files");
        asked.is_right("exchanged files");
        assert!(!ask(&tables, variant).has_computed, "{variant:?}");
    }
    assert_eq!(names_in(&cache.folder()), names);
}

/// Checks that a table is computed each time, with the right values, and not stored. Returns the error.
fn is_not_stored(tables: &Tables, what: &str) -> ErrorKind {
    let kinds = [1, 2].map(|time| {
        let asked = ask(tables, game());
        assert!(asked.has_computed, "{what}, time {time}");
        asked.is_right(what);
        asked.known.store_error.expect("it was not stored").kind()
    });
    assert_eq!(kinds[0], kinds[1], "{what}");
    kinds[0]
}

#[test]
fn a_table_is_not_stored_if_its_folder_cannot_be_created_or_is_in_the_way() {
    let folder = Folder::new();
    fs::write(folder.path("file"), "not a folder").expect("written");
    let in_the_way = folder.path("other").join(FILE);
    fs::create_dir_all(in_the_way.join("mine")).expect("made");
    let too_long = "n".repeat(300);
    let device = if cfg!(unix) { "/dev/null/x" } else { "file/x" };
    for name in ["file", "file/x", device, &too_long, "\0", "other"] {
        is_not_stored(&Tables::in_folder(folder.path(name)), name);
    }
    folder.holds(&["file", "other"]);
    assert_eq!(
        fs::read(folder.path("file")).expect("read"),
        b"not a folder"
    );
    assert_eq!(names_in(&folder.path("other")), [FILE]);
    assert_eq!(names_in(&in_the_way), ["mine"]);
}

/// The folder itself cannot be put on a full disk here. A link from the place of the file to the
/// device that is always full meets the same error, when bytes are written; the command is tested
/// with a limit on the size of files.
#[cfg(target_os = "linux")]
#[test]
fn a_table_is_not_stored_on_a_full_disk() {
    let cache = Cache::new();
    fs::remove_file(&cache.file).expect("removed");
    std::os::unix::fs::symlink("/dev/full", &cache.file).expect("linked");
    let error = is_not_stored(&cache.tables(), "a full disk");
    assert_eq!(error, ErrorKind::StorageFull);
    assert_eq!(names_in(&cache.folder()), [FILE]);
}

#[cfg(unix)]
#[test]
fn a_table_behind_a_link_is_read_and_repaired() {
    let cache = Cache::new();
    let target = cache.parent.path("target");
    fs::rename(&cache.file, &target).expect("renamed");
    std::os::unix::fs::symlink(&target, &cache.file).expect("linked");
    cache.is_whole("read through the link");
    cache.is_repaired_after("a damaged file behind a link", &WHOLE[1..]);
    assert!(cache.file.is_symlink());
    cache.parent.holds(&["a", "target"]);
}

#[test]
fn concurrent_building_reading_and_corruption_give_no_wrong_value() {
    let cache = Cache::empty();
    let all_start = Barrier::new(12);
    thread::scope(|scope| {
        for n in 0..12 {
            let (cache, all_start) = (&cache, &all_start);
            scope.spawn(move || {
                all_start.wait();
                for round in 0..6 {
                    let what = format!("thread {n}, round {round}");
                    match n {
                        // A file is damaged in place, while others may be reading it.
                        0 if round > 0 => cache.damage(&what, &WHOLE[..HEADER * round]),
                        1 => {
                            let known = cache.tables().compute(game(), &Progress::default());
                            let store_error = known.expect("never cancelled").store_error;
                            assert!(store_error.is_none(), "{what}: {store_error:?}");
                        }
                        _ => {
                            let asked = ask(&cache.tables(), game());
                            asked.is_stored(&what);
                            asked.is_right(&what);
                        }
                    }
                }
            });
        }
    });
    ask(&cache.tables(), game()).is_right("afterward");
    cache.is_whole("afterward");
}
