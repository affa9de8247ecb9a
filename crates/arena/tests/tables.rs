//! Tables kept between runs: whatever stands in the place of the file, the answers are right, and
//! where it can be the file is whole afterwards.

mod truth;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, SystemTime};

use quintet_arena::{LoadedOracle, Tables};
use quintet_catalogue::catalogue;
use quintet_games::Variant;
use quintet_solver::{Budget, Progress};
use tempfile::{TempDir, tempdir};

use truth::{random_positions, standard};

/// The bytes before the table itself: magic, name and version.
const HEADER: usize = 48;
const VERSION: usize = 40;

/// The game with the smallest table, two megabytes.
fn game() -> &'static dyn Variant {
    standard("matrix-isolation")
}

/// A folder with a kept table, and the bytes of its file.
struct Cache {
    folder: TempDir,
    file: PathBuf,
    whole: Vec<u8>,
}

impl Cache {
    fn of(variant: &'static dyn Variant) -> Self {
        let folder = tempdir().expect("a temporary folder");
        let known = Tables::in_folder(folder.path().to_owned())
            .oracle(variant, &Progress::default())
            .expect("never cancelled");
        assert!(known.not_kept.is_none(), "{:?}", known.not_kept);
        let names = names_in(folder.path());
        assert_eq!(names.len(), 1, "one table and nothing else: {names:?}");
        let file = folder.path().join(&names[0]);
        let whole = fs::read(&file).expect("the kept file can be read");
        Cache {
            folder,
            file,
            whole,
        }
    }

    fn tables(&self) -> Tables {
        Tables::in_folder(self.folder.path().to_owned())
    }

    /// Puts other bytes in the place of the file; they must be noticed and replaced.
    fn is_mended_after(&self, what: &str, bytes: &[u8]) {
        assert_ne!(bytes, self.whole, "{what}: nothing was damaged");
        fs::write(&self.file, bytes).expect("the file can be written");
        let asked = ask(&self.tables(), game());
        assert!(asked.has_computed, "{what}: the file was trusted");
        asked.is_right(what);
        asked.is_kept(what);
        self.is_whole(what);
    }

    /// Puts bytes in the place of the file of which some in the middle are damaged. Answers are right, and the file is replaced at
    /// the latest when all values have been asked for.
    fn is_mended_when_read(&self, what: &str, bytes: &[u8]) {
        assert_ne!(bytes, self.whole, "{what}: nothing was damaged");
        fs::write(&self.file, bytes).expect("the file can be written");
        let asked = ask(&self.tables(), game());
        asked.is_right(what);
        let census = asked.known.oracle.census();
        assert_eq!(census, truth::oracle(game().id()).census(), "{what}");
        self.is_whole(what);
        assert!(!ask(&self.tables(), game()).has_computed, "{what}: mended");
    }

    /// The file is as it was when it was first kept, and nothing is beside it.
    fn is_whole(&self, what: &str) {
        let is_same = fs::read(&self.file).is_ok_and(|bytes| bytes == self.whole);
        assert!(is_same, "{what}: the file is whole again");
        assert_eq!(
            names_in(self.folder.path()).len(),
            1,
            "{what}: nothing else is left"
        );
    }

    /// The whole file with some bytes changed.
    fn with(&self, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut bytes = self.whole.clone();
        change(&mut bytes);
        bytes
    }
}

/// What came of asking for an oracle.
struct Asked {
    variant: &'static dyn Variant,
    known: LoadedOracle,
    /// Work was announced and done: the table does not come from a file.
    has_computed: bool,
}

fn ask(tables: &Tables, variant: &'static dyn Variant) -> Asked {
    let progress = Progress::default();
    let known = tables.oracle(variant, &progress).expect("never cancelled");
    Asked {
        variant,
        known,
        has_computed: progress.share() > 0.0,
    }
}

impl Asked {
    /// The values are those of an oracle that no file was asked for.
    #[track_caller]
    fn is_right(&self, what: &str) {
        let reference = truth::oracle(self.variant.id());
        for position in random_positions(self.variant, 1, 200) {
            assert_eq!(
                self.known.oracle.analyze(&*position, Budget::NONE),
                reference.analyze(&*position, Budget::NONE),
                "{what}: {position:?}"
            );
        }
    }

    #[track_caller]
    fn is_kept(&self, what: &str) {
        let not_kept = &self.known.not_kept;
        assert!(not_kept.is_none(), "{what}: not kept because {not_kept:?}");
    }

    /// Why the table was not kept.
    #[track_caller]
    fn not_kept(&self, what: &str) -> &io::Error {
        let error = self.known.not_kept.as_ref();
        error.unwrap_or_else(|| panic!("{what}: it is said that the table was not kept"))
    }
}

/// The names of everything in a folder.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a name in UTF-8"))
        .collect()
}

#[test]
fn a_table_is_computed_once_kept_and_read_again() {
    let folder = tempdir().expect("a temporary folder");
    let tables = Tables::in_folder(folder.path().to_owned());
    let first = ask(&tables, game());
    assert!(first.has_computed);
    first.is_kept("the first time");
    first.is_right("the first time");
    let file = folder.path().join(&names_in(folder.path())[0]);
    let made = fs::metadata(&file).and_then(|found| found.modified());
    for again in ["the same folder", "the same folder once more"] {
        let asked = ask(&tables.clone(), game());
        assert!(!asked.has_computed, "{again}");
        assert_eq!(asked.known.kept_bytes, first.known.kept_bytes);
        asked.is_kept(again);
        asked.is_right(again);
    }
    let now = fs::metadata(&file).and_then(|found| found.modified());
    assert_eq!(
        made.expect("a time"),
        now.expect("a time"),
        "nobody has written it again"
    );
    assert_eq!(names_in(folder.path()).len(), 1);
}

#[test]
fn a_kept_file_is_small_and_begins_with_its_name_and_version() {
    let cache = Cache::of(game());
    let computed = cache.tables().compute(game(), &Progress::default());
    let computed = computed.expect("never cancelled");
    assert_eq!(computed.kept_bytes, cache.whole.len() as u64);
    assert!(6 * cache.whole.len() < computed.table_bytes);
    assert!(cache.whole.starts_with(b"quintet3matrix-isolation-4x4\0"));
    let version = game().solution().table_version().expect("it has a table");
    assert_eq!(
        cache.whole[VERSION..HEADER],
        u64::from(version).to_le_bytes()
    );
}

#[cfg(unix)]
#[test]
fn who_has_the_old_file_open_reads_it_to_its_end_while_a_new_one_takes_its_place() {
    use std::io::Read;
    let cache = Cache::of(game());
    let damaged = cache.with(|bytes| bytes[0] ^= 1);
    fs::write(&cache.file, &damaged).expect("written");
    let mut old = fs::File::open(&cache.file).expect("opened");
    assert!(ask(&cache.tables(), game()).has_computed);
    let mut read = Vec::new();
    old.read_to_end(&mut read).expect("read");
    assert!(read == damaged, "the old file was written to");
    cache.is_whole("after the renaming");
}

#[test]
fn a_folder_that_is_not_there_is_made_when_there_is_something_to_keep() {
    let folder = tempdir().expect("a temporary folder");
    let deep = folder.path().join("a").join("b").join("c");
    let tables = Tables::in_folder(deep.clone());
    let without_table = ask(&tables, standard("gridlock"));
    without_table.is_kept("a game without a table");
    without_table.is_right("a game without a table");
    assert!(names_in(folder.path()).is_empty());
    let asked = ask(&tables, game());
    asked.is_kept("a new folder");
    asked.is_right("a new folder");
    assert_eq!(names_in(&deep).len(), 1);
    assert!(!ask(&tables, game()).has_computed);
}

#[test]
fn without_a_folder_the_table_is_computed_each_time_and_that_is_no_fault() {
    for n in 0..2 {
        let asked = ask(&Tables::nowhere(), game());
        assert!(asked.has_computed, "time {n}");
        asked.is_kept("nowhere");
        asked.is_right("nowhere");
    }
}

#[test]
fn computing_on_demand_does_not_read_the_kept_table_and_mends_it() {
    let cache = Cache::of(game());
    fs::write(&cache.file, cache.with(|bytes| bytes[HEADER] ^= 1)).expect("written");
    let progress = Progress::default();
    let known = cache
        .tables()
        .compute(game(), &progress)
        .expect("never cancelled");
    assert!(progress.share() > 0.0);
    assert!(known.not_kept.is_none());
    cache.is_whole("after computing");
    assert!(!ask(&cache.tables(), game()).has_computed);
}

#[test]
fn a_cancelled_computation_returns_and_keeps_nothing() {
    let parent = tempdir().expect("a temporary folder");
    let folder = parent.path().join("tables");
    let tables = Tables::in_folder(folder.clone());
    let cancelled = Progress::default();
    cancelled.cancel();
    assert!(tables.oracle(game(), &cancelled).is_none());
    assert!(tables.compute(game(), &cancelled).is_none());
    assert!(!folder.exists(), "no file and no folder");

    // A kept table needs no computation, so there is nothing to cancel.
    let cache = Cache::of(game());
    assert!(cache.tables().oracle(game(), &cancelled).is_some());
    assert!(cache.tables().compute(game(), &cancelled).is_none());
    cache.is_whole("after a cancelled computation");
}

#[test]
fn games_without_a_table_keep_nothing() {
    let folder = tempdir().expect("a temporary folder");
    let tables = Tables::in_folder(folder.path().to_owned());
    quintet_testkit::admit_guest();
    for variant in catalogue().flat_map(|listing| listing.sizes) {
        if variant.solution().table_version().is_none() {
            let known = tables
                .oracle(*variant, &Progress::default())
                .expect("never cancelled");
            assert!(known.not_kept.is_none(), "{variant:?}");
        }
    }
    assert!(names_in(folder.path()).is_empty());
}

#[test]
fn what_an_ended_process_left_behind_long_ago_is_removed() {
    let folder = tempdir().expect("a temporary folder");
    let [old, young, other] = [".quintet-1-0.tmp", ".quintet-2-0.tmp", "notes.tmp"];
    for name in [old, young, other] {
        fs::write(folder.path().join(name), "half").expect("written");
    }
    let long_ago = SystemTime::now() - Duration::from_hours(72);
    for name in [old, other] {
        let file = fs::File::options()
            .write(true)
            .open(folder.path().join(name))
            .expect("there");
        file.set_modified(long_ago).expect("files have times");
    }
    let tables = Tables::in_folder(folder.path().to_owned());
    tables
        .oracle(game(), &Progress::default())
        .expect("never cancelled");
    let names = names_in(folder.path());
    assert!(!names.iter().any(|name| name == old), "{names:?}");
    assert!(names.iter().any(|name| name == young), "{names:?}");
    assert!(names.iter().any(|name| name == other), "{names:?}");
}

#[test]
fn a_file_with_any_damaged_byte_in_its_header_is_computed_anew() {
    let cache = Cache::of(game());
    for at in 0..HEADER {
        let damaged = cache.with(|bytes| bytes[at] ^= 1 << (at % 8));
        cache.is_mended_after(&format!("byte {at}"), &damaged);
    }
}

#[test]
fn a_file_with_damaged_content_is_never_trusted_and_replaced() {
    let cache = Cache::of(game());
    let len = cache.whole.len();
    let spread = (0..20).map(|n| HEADER + n * (len - HEADER - 1) / 19);
    for (n, at) in spread.enumerate() {
        let damaged = cache.with(|bytes| bytes[at] ^= 1 << (n % 8));
        cache.is_mended_when_read(&format!("byte {at}"), &damaged);
    }
    let middle = len / 2;
    let zeroed = cache.with(|bytes| bytes[middle - 512..middle + 512].fill(0));
    cache.is_mended_when_read("a sector of zeros", &zeroed);
    let all = cache.with(|bytes| bytes[HEADER..].fill(0));
    cache.is_mended_after("nothing but zeros", &all);
    let turned = cache.with(|bytes| bytes[HEADER..].reverse());
    cache.is_mended_after("the bytes in another order", &turned);
}

#[test]
fn a_file_that_is_damaged_while_it_is_read_gives_no_wrong_value() {
    let cache = Cache::of(game());
    let asked = ask(&cache.tables(), game());
    asked.is_right("before");
    fs::write(&cache.file, cache.with(|bytes| bytes.fill(0xa5))).expect("written");
    let census = asked.known.oracle.census();
    assert_eq!(census, truth::oracle(game().id()).census());
    cache.is_whole("replaced by who noticed");
}

#[test]
fn a_truncated_file_is_computed_anew_at_whatever_length() {
    let cache = Cache::of(game());
    let len = cache.whole.len();
    let ends_of_fields = [0, 1, 7, 8, 39, VERSION, 47, HEADER, 49];
    for length in ends_of_fields
        .into_iter()
        .chain([4096, len / 2, len - 33, len - 32, len - 1])
    {
        cache.is_mended_after(&format!("{length} bytes"), &cache.whole[..length]);
    }
}

#[test]
fn a_file_with_something_behind_its_end_is_computed_anew() {
    let cache = Cache::of(game());
    for more in [1, 32, 4096, cache.whole.len()] {
        let longer = cache.with(|bytes| bytes.extend(vec![0; more]));
        cache.is_mended_after(&format!("{more} more bytes"), &longer);
    }
    let twice = [&cache.whole[..], &cache.whole[..]].concat();
    cache.is_mended_after("the file twice", &twice);
}

#[test]
fn a_file_that_lies_about_what_is_in_it_is_computed_anew() {
    let cache = Cache::of(game());
    let len = cache.whole.len();
    // The number of blocks, and the length of the codes.
    for field in [len - 24, len - 16] {
        for lie in [0, 1, 1 << 40, 1 << 63, u64::MAX - 63, u64::MAX] {
            let damaged = cache.with(|bytes| {
                bytes[field..field + 8].copy_from_slice(&lie.to_le_bytes());
            });
            cache.is_mended_after(&format!("{lie} at {field}"), &damaged);
        }
    }
}

#[test]
fn a_table_of_another_version_is_computed_anew() {
    let cache = Cache::of(game());
    for version in [0, 2, 256, u64::MAX] {
        let other = cache.with(|bytes| {
            bytes[VERSION..HEADER].copy_from_slice(&version.to_le_bytes());
        });
        cache.is_mended_after(&format!("version {version}"), &other);
    }
}

#[test]
fn a_foreign_file_is_computed_anew() {
    let cache = Cache::of(game());
    cache.is_mended_after(
        "a text",
        b"Dear diary, today I have put my notes in the cache.",
    );
    cache.is_mended_after("zeros", &vec![0; cache.whole.len()]);
    let renamed = cache.with(|bytes| bytes[8..VERSION].fill(b'?'));
    cache.is_mended_after("the table of an unknown game", &renamed);
}

#[test]
fn the_tables_of_two_games_live_side_by_side_and_are_never_mistaken_for_each_other() {
    let runner = standard("grid-runner");
    let cache = Cache::of(game());
    let first = ask(&cache.tables(), runner);
    assert!(first.has_computed);
    first.is_kept("the larger table");
    let again = ask(&cache.tables(), runner);
    assert!(!again.has_computed);
    again.is_right("the larger table, read");
    assert!(!ask(&cache.tables(), game()).has_computed);

    let names = names_in(cache.folder.path());
    assert_eq!(names.len(), 2, "{names:?}");
    let other = names
        .iter()
        .map(|name| cache.folder.path().join(name))
        .find(|path| *path != cache.file)
        .expect("the file of the other game");
    let side = cache.folder.path().join("aside");
    fs::rename(&cache.file, &side).expect("renamed");
    fs::rename(&other, &cache.file).expect("renamed");
    fs::rename(&side, &other).expect("renamed");
    for (variant, what) in [
        (game(), "the larger for the smaller"),
        (runner, "the reverse"),
    ] {
        let asked = ask(&cache.tables(), variant);
        assert!(asked.has_computed, "{what}");
        asked.is_kept(what);
        asked.is_right(what);
        assert!(
            !ask(&cache.tables(), variant).has_computed,
            "{what}: mended"
        );
    }
    assert_eq!(names_in(cache.folder.path()).len(), 2);
}

#[test]
fn a_folder_in_the_place_of_the_file_is_left_alone() {
    let cache = Cache::of(game());
    fs::remove_file(&cache.file).expect("removed");
    fs::create_dir(&cache.file).expect("made");
    fs::write(cache.file.join("note"), "mine").expect("written");
    for n in 0..2 {
        let asked = ask(&cache.tables(), game());
        assert!(asked.has_computed, "time {n}");
        asked.not_kept("a folder");
        asked.is_right("a folder");
    }
    assert_eq!(names_in(&cache.file), ["note"]);
    assert_eq!(names_in(cache.folder.path()).len(), 1);
}

#[test]
fn a_folder_that_cannot_be_made_costs_only_the_keeping() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").expect("written");
    let impossible = [
        file.clone(),
        file.join("below"),
        PathBuf::from("/dev/null/x"),
        folder.path().join("n".repeat(300)),
        folder.path().join("nul \0 byte"),
    ];
    for path in impossible {
        let what = path.display().to_string();
        let asked = ask(&Tables::in_folder(path), game());
        assert!(asked.has_computed, "{what}");
        asked.not_kept(&what);
        asked.is_right(&what);
    }
    assert_eq!(names_in(folder.path()), ["file"]);
    assert_eq!(fs::read(&file).expect("read"), b"not a folder");
}

/// The folder itself cannot be put on a full disk here. A link from the place of the file to the
/// device that is always full meets the same error, when bytes are written; the command is tested
/// with a limit on the size of files.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_only_the_keeping() {
    let cache = Cache::of(game());
    fs::remove_file(&cache.file).expect("removed");
    std::os::unix::fs::symlink("/dev/full", &cache.file).expect("linked");
    for _ in 0..2 {
        let asked = ask(&cache.tables(), game());
        assert!(asked.has_computed);
        let error = asked.not_kept("a full disk");
        assert_eq!(error.kind(), ErrorKind::StorageFull, "{error}");
        asked.is_right("a full disk");
    }
    assert_eq!(names_in(cache.folder.path()).len(), 1);
}

#[cfg(unix)]
#[test]
fn links_are_followed_mended_or_refused() {
    use std::os::unix::fs::symlink;
    let cache = Cache::of(game());
    let elsewhere = tempdir().expect("a temporary folder");
    let target = elsewhere.path().join("table");
    fs::rename(&cache.file, &target).expect("renamed");
    symlink(&target, &cache.file).expect("linked");
    assert!(
        !ask(&cache.tables(), game()).has_computed,
        "read through the link"
    );
    cache.is_mended_after("a damaged file behind a link", &cache.whole[1..]);
    assert!(cache.file.is_symlink());
    assert_eq!(names_in(elsewhere.path()), ["table"]);

    fs::remove_file(&target).expect("removed");
    let asked = ask(&cache.tables(), game());
    asked.is_kept("a link to nothing");
    asked.is_right("a link to nothing");
    assert!(!ask(&cache.tables(), game()).has_computed);

    fs::remove_file(&cache.file).expect("removed");
    symlink(&cache.file, &cache.file).expect("linked");
    let asked = ask(&cache.tables(), game());
    asked.not_kept("a link to itself");
    asked.is_right("a link to itself");
    assert_eq!(names_in(cache.folder.path()).len(), 1);
}

#[test]
fn many_may_build_at_once() {
    let folder = tempdir().expect("a temporary folder");
    let builders = 12;
    let all_start = Barrier::new(builders);
    thread::scope(|scope| {
        for n in 0..builders {
            let (all_start, path) = (&all_start, folder.path().join("tables"));
            scope.spawn(move || {
                all_start.wait();
                let asked = ask(&Tables::in_folder(path), game());
                let what = format!("builder {n}");
                asked.is_kept(&what);
                asked.is_right(&what);
            });
        }
    });
    let tables = Tables::in_folder(folder.path().join("tables"));
    assert_eq!(names_in(&folder.path().join("tables")).len(), 1);
    assert!(!ask(&tables, game()).has_computed);
}

#[test]
fn who_reads_while_others_build_and_damage_never_gets_a_wrong_value() {
    let cache = Cache::of(game());
    let all_start = Barrier::new(6);
    thread::scope(|scope| {
        for n in 0..6 {
            let (cache, all_start) = (&cache, &all_start);
            scope.spawn(move || {
                all_start.wait();
                for round in 0..8 {
                    let what = format!("thread {n}, round {round}");
                    match n {
                        // A file is damaged in place, while others may be reading it.
                        0 => fs::write(&cache.file, &cache.whole[..HEADER * (round + 1)])
                            .expect("written"),
                        1 => {
                            let known = cache
                                .tables()
                                .compute(game(), &Progress::default())
                                .expect("never cancelled");
                            assert!(known.not_kept.is_none(), "{what}");
                        }
                        _ => ask(&cache.tables(), game()).is_right(&what),
                    }
                }
            });
        }
    });
    ask(&cache.tables(), game()).is_right("afterwards");
    cache.is_whole("afterwards");
}
