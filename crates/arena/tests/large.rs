//! Tables that are only built on request.

use std::fs;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;

use quintet_arena::{Library, Offer, Tables, verify_sample};
use quintet_games::batch::{AnyBatch, Settings};
use quintet_games::{
    ActionValues, Analysis, AnyOracle, AnyPosition, AnyTable, Catalogue, GameFact, Listing,
    NamedIdea, NotAPosition, Size, Symmetry, Variant,
};
use quintet_rules::{Player, Tally};
use quintet_solver::blocks::{BlockSource, Blocks, Sequential, TableLayout, write};
use quintet_solver::{
    Budget, Cost, LargeSolution, Progress, Solution, TableBuilder, TableSource, Value,
};

use crate::support::{Folder, names_in, oracle, random_positions, sized, standard};

/// A game whose small table is treated as a large one with three parts.
struct AsLarge;

fn game() -> &'static dyn Variant {
    standard("matrix-isolation")
}

static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let Solution::Table { compute, .. } = game().solution() else {
        panic!("it has a table");
    };
    compute(&Progress::default()).expect("never cancelled")
});

/// One of the three parts of the table.
fn part_of_table(part: usize) -> &'static [u8] {
    let third = TABLE.len().div_ceil(3);
    TABLE.chunks(third).nth(part).expect("three parts")
}

fn open(table: Vec<u8>) -> Option<Box<dyn AnyOracle>> {
    let Solution::Table { open, .. } = game().solution() else {
        panic!("it has a table");
    };
    open(TableSource::Computed(table))
}

/// Number of parts built. Only one test builds any.
static BUILT: AtomicUsize = AtomicUsize::new(0);

struct Builder;

impl TableBuilder for Builder {
    fn write(
        &mut self,
        part: usize,
        before: &[Arc<dyn BlockSource>],
        out: &mut dyn Write,
        progress: &Progress,
    ) -> io::Result<()> {
        assert_eq!(before.len(), part);
        BUILT.fetch_add(1, SeqCst);
        if progress.is_cancelled() && part == 1 {
            out.write_all(b"half of a part")?;
            return Err(io::ErrorKind::Interrupted.into());
        }
        let table = part_of_table(part);
        let layout = Sequential { len: table.len() };
        let never = Progress::default();
        write(&layout, table, out, &never)
    }
}

/// Delegates to the small game.
macro_rules! as_the_game {
    ($($name:ident($($argument:ident: $type:ty)?) -> $answer:ty;)*) => {
        $(fn $name(&self, $($argument: $type)?) -> $answer {
            game().$name($($argument)?)
        })*
    };
}

impl Variant for AsLarge {
    as_the_game! {
        id() -> &'static str;
        listing() -> &'static Listing;
        size() -> Size;
        start(first: Player) -> Box<dyn AnyPosition>;
        ideas() -> &'static [NamedIdea];
        position(text: &str) -> Result<Box<dyn AnyPosition>, NotAPosition>;
        name(player: Player) -> &'static str;
        actions() -> usize;
        planes() -> &'static [&'static str];
        census_scope() -> &'static str;
        symmetries() -> Vec<Symmetry>;
        longest() -> Option<u32>;
        batch(settings: &Settings) -> Box<dyn AnyBatch>;
    }

    fn random_games(&self, steps: u64, seed: u64) -> Tally {
        game().random_games(steps, seed)
    }

    fn is_solved(&self) -> bool {
        false
    }

    fn solution(&self) -> Solution<dyn AnyOracle> {
        let Solution::Direct(search) = sized(game().id(), "6x6").solution() else {
            panic!("it is searched");
        };
        Solution::Large(LargeSolution {
            version: 7,
            cost: Cost {
                parts: 3,
                seconds: 1,
                bytes: 1_000_000,
                memory: 2_000_000,
            },
            search,
            build: || Box::new(Builder),
            open: Box::new(|sources| {
                let mut table = Vec::new();
                for (part, source) in sources.into_iter().enumerate() {
                    let len = part_of_table(part).len();
                    let layout = Arc::new(Sequential { len });
                    let blocks = Blocks::open(layout.clone(), source)?;
                    for block in 0..layout.blocks() {
                        table.extend(blocks.block(block)?);
                    }
                }
                open(table)
            }),
        })
    }
}

#[test]
fn building_a_large_table_resumes_after_an_interruption_and_replaces_corrupt_parts() {
    let parent = Folder::new();
    let folder = parent.path("tables");
    let tables = Tables::in_folder(folder.clone());
    let load = || {
        let loaded = tables.oracle(&AsLarge, &Progress::default());
        loaded.expect("never cancelled")
    };
    let assert_is_solved = |is_solved: bool, what: &str| {
        let loaded = load();
        assert_eq!(loaded.oracle.is_solved(), is_solved, "{what}");
        assert_eq!(loaded.file_bytes > 0, is_solved, "{what}");
        let library = Library::new(Catalogue::STANDARD, tables.clone());
        assert_eq!(library.is_solved(&AsLarge), is_solved, "{what}");
        assert_eq!(tables.offer(&AsLarge).is_none(), is_solved, "{what}");
    };
    // Returns the result of building and the number of parts built.
    let build = |progress: &Progress| {
        let kept = tables.build(&AsLarge, progress);
        (kept, BUILT.swap(0, SeqCst))
    };
    assert_is_solved(false, "nobody has asked");
    assert!(!folder.exists());

    // After an interruption in the second part, the first one remains.
    let cancelled = Progress::default();
    cancelled.cancel();
    let (error, worked) = build(&cancelled);
    let error = error.expect_err("interrupted");
    assert_eq!((error.kind(), worked), (io::ErrorKind::Interrupted, 2));
    assert_is_solved(false, "a part of it");
    assert_eq!(names_in(&folder), ["matrix-isolation-4x4.0.table"]);

    // The build resumes with the second part.
    let (kept, worked) = build(&Progress::default());
    let kept = kept.expect("built");
    assert_eq!((worked, names_in(&folder).len()), (2, 3));
    assert_is_solved(true, "all of it");
    let loaded = load();
    assert_eq!(loaded.file_bytes, kept);
    for position in random_positions(game(), 1, 100) {
        let value = |oracle: &dyn AnyOracle| oracle.value(&*position, Budget::NONE);
        let exact = value(&*oracle(game().id()));
        assert_eq!(value(&*loaded.oracle), exact, "{position:?}");
    }
    assert_eq!(verify_sample(game(), &*loaded.oracle, 1, 50), Ok(50));

    // Building again does nothing, except that a corrupt part is replaced.
    let (again, worked) = build(&Progress::default());
    assert_eq!((again.expect("built"), worked), (kept, 0));
    let second = folder.join("matrix-isolation-4x4.1.table");
    let whole = fs::read(&second).expect("the file of a part");
    let mut damaged = whole.clone();
    damaged[100] ^= 1;
    for bytes in [&damaged[..], &whole[..whole.len() / 2], b"a note"] {
        fs::write(&second, bytes).expect("written");
        assert_is_solved(false, "damaged");
        let (again, worked) = build(&Progress::default());
        assert_eq!((again.expect("built"), worked), (kept, 1));
        assert!(fs::read(&second).expect("the file of a part") == whole);
        assert_is_solved(true, "repaired");
    }
}

#[test]
fn building_requires_a_folder_and_a_large_table() {
    let nowhere = Tables::nowhere().build(&AsLarge, &Progress::default());
    assert!(nowhere.is_err());
    let tables = Tables::in_folder(Folder::new().path("tables"));
    for small in [game(), sized(game().id(), "6x6")] {
        let error = tables.build(small, &Progress::default());
        let error = error.expect_err("not large");
        assert_eq!(error.kind(), io::ErrorKind::Unsupported, "{small:?}");
        assert!(Offer::of(small).is_none(), "{small:?}");
    }
}

#[test]
fn a_sample_detects_a_wrong_value() {
    let wrong = TABLE.iter().map(|byte| byte.saturating_sub(2)).collect();
    let wrong = open(wrong).expect("as long as it should be");
    assert!(verify_sample(game(), &*wrong, 1, 200).is_err());
}

/// An oracle with one unreadable value, which records the positions that it is asked for.
struct Unreadable {
    inner: Arc<dyn AnyOracle>,
    missing: Option<String>,
    requested: Mutex<Vec<(String, Option<Value>)>>,
}

impl AnyOracle for Unreadable {
    fn is_solved(&self) -> bool {
        self.inner.is_solved()
    }

    fn is_tabulated(&self, position: &dyn AnyPosition) -> bool {
        self.inner.is_tabulated(position)
    }

    fn value(&self, position: &dyn AnyPosition, budget: Budget) -> Option<Value> {
        let text = position.text();
        let value = self.inner.value(position, budget);
        let value = value.filter(|_| self.missing.as_ref() != Some(&text));
        let mut requested = self.requested.lock().expect("no thread panicked");
        requested.push((text, value));
        value
    }

    fn analyze(&self, position: &dyn AnyPosition, budget: Budget) -> Analysis {
        self.inner.analyze(position, budget)
    }

    fn action_values(&self, position: &dyn AnyPosition, budget: Budget) -> ActionValues {
        self.inner.action_values(position, budget)
    }

    fn line(&self, position: &dyn AnyPosition, budget: Budget) -> Vec<String> {
        self.inner.line(position, budget)
    }

    fn facts(&self, position: &dyn AnyPosition, budget: Budget) -> Vec<GameFact> {
        self.inner.facts(position, budget)
    }

    fn table(&self) -> Option<&dyn AnyTable> {
        self.inner.table()
    }
}

#[test]
fn a_sample_reports_an_unreadable_successor_even_if_it_is_not_the_best() {
    let verify = |missing, seed| {
        let oracle = Unreadable {
            inner: oracle(game().id()),
            missing,
            requested: Mutex::default(),
        };
        let verified = verify_sample(game(), &oracle, seed, 1);
        let requested = oracle.requested.into_inner().expect("no thread panicked");
        (verified, requested)
    };
    let mut tried = 0;
    for seed in 0..20 {
        // The first request is the sampled position, the others are its successors.
        let (verified, requested) = verify(None, seed);
        assert_eq!(verified, Ok(1));
        let best = requested[1..].iter().filter_map(|(_, value)| *value).min();
        let worse = requested[1..].iter().find(|(_, value)| *value > best);
        if let Some((missing, _)) = worse {
            tried += 1;
            let (verified, _) = verify(Some(missing.clone()), seed);
            assert_eq!(verified.as_ref(), Err(missing), "seed {seed}");
        }
    }
    assert!(tried > 3, "{tried} positions have worse moves");
}

#[test]
fn threads_read_a_stored_table_concurrently() {
    let folder = Folder::new();
    let tables = Tables::in_folder(folder.path("tables"));
    let compute = tables.compute(game(), &Progress::default());
    let computed = compute.expect("never cancelled").oracle;
    let loaded = tables.oracle(game(), &Progress::default());
    let loaded = loaded.expect("never cancelled");
    assert!(loaded.table_bytes == 0, "values are read from the file");
    thread::scope(|scope| {
        for seed in 0..8 {
            let (computed, loaded) = (&computed, &loaded.oracle);
            scope.spawn(move || {
                for position in random_positions(game(), seed, 500) {
                    let value = |oracle: &dyn AnyOracle| oracle.value(&*position, Budget::NONE);
                    let expected = value(&**computed);
                    assert!(expected.is_some());
                    assert_eq!(value(&**loaded), expected, "{position:?}");
                }
            });
        }
    });
}
