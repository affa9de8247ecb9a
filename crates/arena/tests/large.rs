//! Tables that are only built when somebody asks for them.

mod truth;

use std::fs;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use quintet_arena::{Library, Offer, Tables, verify_sample};
use quintet_games::batch::{AnyBatch, Settings};
use quintet_games::{AnyOracle, AnyPosition, NotAPosition, Size, Variant};
use quintet_rules::{Player, Tally};
use quintet_solver::blocks::{Blocks, Layout, Plain, Source, of_table, write};
use quintet_solver::{Budget, Build, Cost, Large, Progress, Solution, Stored};
use tempfile::tempdir;

use truth::{random_positions, standard};

/// A game with a small table, as if that were a large one of three parts.
struct AsLarge;

fn game() -> &'static dyn Variant {
    standard("matrix-isolation")
}

fn parts_of(solution: &Solution<dyn AnyOracle>) -> (Vec<u8>, Vec<std::ops::Range<usize>>) {
    let Solution::Table { compute, .. } = solution else {
        panic!("it has a table");
    };
    let table = compute(&Progress::default()).expect("never cancelled");
    let third = table.len() / 3;
    let parts = vec![0..third, third..2 * third, 2 * third..table.len()];
    (table, parts)
}

/// How many parts were built, by all tests of this file together, which therefore are one.
static BUILT: AtomicUsize = AtomicUsize::new(0);

struct Builder;

impl Build for Builder {
    fn write(
        &mut self,
        part: usize,
        before: &[Arc<dyn Source>],
        out: &mut dyn Write,
        progress: &Progress,
    ) -> io::Result<()> {
        assert_eq!(before.len(), part);
        BUILT.fetch_add(1, SeqCst);
        if progress.is_cancelled() && part == 1 {
            out.write_all(b"half of a part")?;
            return Err(io::ErrorKind::Interrupted.into());
        }
        let (table, parts) = parts_of(&game().solution());
        let table = &table[parts[part].clone()];
        let layout = Plain { len: table.len() };
        let never = Progress::default();
        write(&layout, &of_table(&layout, table), out, &never)
    }
}

impl Variant for AsLarge {
    fn id(&self) -> &'static str {
        game().id()
    }

    fn size(&self) -> Size {
        game().size()
    }

    fn start(&self, first: Player) -> Box<dyn AnyPosition> {
        game().start(first)
    }

    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotAPosition> {
        game().position(text)
    }

    fn name(&self, player: Player) -> &'static str {
        game().name(player)
    }

    fn actions(&self) -> usize {
        game().actions()
    }

    fn planes(&self) -> &'static [&'static str] {
        game().planes()
    }

    fn counted(&self) -> &'static str {
        game().counted()
    }

    fn batch(&self, settings: &Settings) -> Box<dyn AnyBatch> {
        game().batch(settings)
    }

    fn random_games(&self, steps: u64, seed: u64) -> Tally {
        game().random_games(steps, seed)
    }

    fn is_whole(&self) -> bool {
        false
    }

    fn solution(&self) -> Solution<dyn AnyOracle> {
        let larger = quintet_catalogue::find(game().id()).and_then(|it| it.size("6x6"));
        let Solution::Direct(search) = larger.expect("listed").solution() else {
            panic!("it is searched");
        };
        Solution::Large(Large {
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
                let (_, parts) = parts_of(&game().solution());
                let mut table = Vec::new();
                for (source, part) in sources.into_iter().zip(parts) {
                    let layout = Arc::new(Plain { len: part.len() });
                    let blocks = Blocks::open(layout.clone(), source)?;
                    for block in 0..layout.blocks() {
                        table.extend(blocks.block(block).ok()?);
                    }
                }
                let Solution::Table { open, .. } = game().solution() else {
                    panic!("it has a table");
                };
                open(Stored::Whole(table))
            }),
        })
    }
}

#[test]
fn a_large_table_is_built_when_asked_goes_on_after_an_interruption_and_is_never_trusted_damaged() {
    let folder = tempdir().expect("a temporary folder");
    let tables = Tables::in_folder(folder.path().join("tables"));
    let is_whole = |what: &str| {
        let known = tables.oracle(&AsLarge, &Progress::default());
        let known = known.expect("never cancelled");
        let is_whole = known.oracle.is_whole();
        assert_eq!(is_whole, known.kept_bytes > 0, "{what}");
        let library = Library::new(tables.clone());
        assert_eq!(library.knows(&AsLarge), is_whole, "{what}");
        is_whole
    };
    assert!(!is_whole("nobody has asked"));
    assert!(tables.offer(&AsLarge).is_some());
    assert!(!folder.path().join("tables").exists());

    // Interrupted in the second part: the first stays.
    let cancelled = Progress::default();
    cancelled.cancel();
    let error = tables.build(&AsLarge, &cancelled).expect_err("interrupted");
    assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    assert!(!is_whole("a part of it"));
    let names = || {
        let mut names: Vec<_> = fs::read_dir(folder.path().join("tables"))
            .expect("made")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("a name")
            })
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["matrix-isolation-4x4.0.table"]);
    assert_eq!(BUILT.swap(0, SeqCst), 2);

    // It goes on with the second.
    let kept = tables.build(&AsLarge, &Progress::default()).expect("built");
    assert_eq!(BUILT.swap(0, SeqCst), 2);
    assert_eq!(names().len(), 3);
    assert!(is_whole("all of it"));
    assert_eq!(tables.offer(&AsLarge), None);
    let known = tables.oracle(&AsLarge, &Progress::default());
    let known = known.expect("never cancelled");
    assert_eq!(known.kept_bytes, kept);
    let truth = truth::oracle(game().id());
    for position in random_positions(game(), 1, 100) {
        let value = |oracle: &dyn AnyOracle| oracle.value(&*position, Budget::NONE);
        assert_eq!(value(&*known.oracle), value(&*truth), "{position:?}");
    }
    assert_eq!(verify_sample(game(), &*known.oracle, 1, 50), Ok(50));

    // Built again, nothing is done; a damaged part is built anew, and only that one.
    assert_eq!(
        tables.build(&AsLarge, &Progress::default()).ok(),
        Some(kept)
    );
    assert_eq!(BUILT.swap(0, SeqCst), 0);
    let second = folder
        .path()
        .join("tables")
        .join("matrix-isolation-4x4.1.table");
    let whole = fs::read(&second).expect("kept");
    let mut damaged = whole.clone();
    damaged[100] ^= 1;
    for bytes in [&damaged[..], &whole[..whole.len() / 2], b"a note"] {
        fs::write(&second, bytes).expect("written");
        assert!(!is_whole("damaged"));
        tables.build(&AsLarge, &Progress::default()).expect("built");
        assert_eq!(BUILT.swap(0, SeqCst), 1);
        assert!(fs::read(&second).expect("kept") == whole);
        assert!(is_whole("mended"));
    }
}

#[test]
fn nothing_is_built_where_nothing_can_be_kept_or_nothing_is_large() {
    assert!(
        Tables::nowhere()
            .build(&AsLarge, &Progress::default())
            .is_err()
    );
    assert!(Offer::of(game()).is_none());
    let folder = tempdir().expect("a temporary folder");
    let tables = Tables::in_folder(folder.path().to_owned());
    let error = tables
        .build(game(), &Progress::default())
        .expect_err("not large");
    assert_eq!(error.kind(), io::ErrorKind::Unsupported);
}

#[test]
fn a_wrong_value_is_found_by_a_sample() {
    let Solution::Table { compute, open, .. } = game().solution() else {
        panic!("it has a table");
    };
    let mut table = compute(&Progress::default()).expect("never cancelled");
    for byte in &mut table {
        *byte = byte.saturating_sub(2);
    }
    let wrong = open(Stored::Whole(table)).expect("as long as it should be");
    assert!(verify_sample(game(), &*wrong, 1, 200).is_err());
}

#[test]
fn what_is_only_searched_is_not_offered() {
    let larger = quintet_catalogue::find("matrix-isolation").and_then(|it| it.size("6x6"));
    let larger = larger.expect("listed");
    assert!(Offer::of(larger).is_none());
}
