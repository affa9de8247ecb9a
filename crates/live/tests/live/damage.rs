//! Files that are corrupted, moved, linked, copied or restored by hand.

use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use quintet_arena::Dice;
use quintet_games::Catalogue;
use quintet_live::store::{
    Change, NewGame, OpenError, Sqlite, Store, StoreError, backup, check, restore,
};
use quintet_live::{Action, Event, GameId};
use quintet_rules::{PerPlayer, Player, Random};
use tempfile::TempDir;

use crate::common::{
    act, folder, game, look, make, open, open_game, play, seat, stored, wait, write,
};

/// Stores games of all kinds with some legal moves each, and returns the file and their ids.
fn filled(folder: &TempDir, games: usize) -> (PathBuf, Vec<GameId>) {
    let store = open(folder);
    let mut dice = Dice::new(42, 0);
    let variants: Vec<_> = Catalogue::STANDARD
        .iter()
        .flat_map(|listing| listing.sizes)
        .collect();
    let mut fill = |number: usize| {
        let variant = variants[number % variants.len()];
        let mut position = variant.start(Player::One);
        let opening = NewGame {
            game: variant.id().to_owned(),
            size: variant.size().to_string(),
            start: position.text(),
            seats: PerPlayer::from_fn(|_| Some(seat(number as u64))),
            ..game()
        };
        let id = opening.id;
        make(&store, Change::Open(opening));
        for ply in 0..dice.below(12) {
            let Some(mv) = position.random_move(&mut dice) else {
                break;
            };
            let event = Event {
                player: position.to_move(),
                action: Action::Move(mv.clone()),
                at: ply.into(),
            };
            make(&store, Change::Action(id, ply, event));
            position = position.play(&mv).expect("a legal move").position;
        }
        id
    };
    let ids = (0..games).map(&mut fill).collect();
    (folder.path().join("games.db"), ids)
}

/// Returns stored games as text. All errors are equal.
fn contents(store: &Sqlite, ids: &[GameId]) -> Vec<Result<String, ()>> {
    let text = |id: &GameId| {
        let found = wait(store.game(*id)).map_err(|_| ())?.ok_or(())?;
        let seats = Player::BOTH.map(|player| {
            let seat = found.opening.seats[player].as_ref();
            seat.map(|seat| (&seat.name, seat.since, seat.token.as_bytes()))
        });
        let opening = (&found.opening.start, &found.opening.game);
        Ok(format!("{:?} {opening:?} {seats:?}", found.log))
    };
    ids.iter().map(text).collect()
}

#[test]
fn a_damaged_game_is_refused_and_never_changed() {
    const PAGE: usize = 4096;
    let origin = folder();
    let (path, ids) = filled(&origin, 300);
    let expected = contents(&open(&origin), &ids);
    assert!(expected.iter().all(Result::is_ok));
    let whole = fs::read(&path).expect("a file");
    let pages = whole.len() / PAGE;
    let mut dice = Dice::new(7, 0);
    let mut below = |bound: usize| dice.below(bound as u32) as usize;
    let mut partly = 0;
    for round in 0..120 {
        let mut bytes = whole.clone();
        let page = 1 + below(pages - 1);
        let other = 1 + below(pages - 1);
        match round % 5 {
            // Two pages are swapped: each is intact in itself.
            0 => {
                for byte in 0..PAGE {
                    bytes.swap(page * PAGE + byte, other * PAGE + byte);
                }
            }
            // One page is a copy of another: a misdirected write.
            1 => bytes.copy_within(page * PAGE..(page + 1) * PAGE, other * PAGE),
            2 => bytes[page * PAGE..(page + 1) * PAGE].fill(0),
            // The index leads to another game: its key follows the id.
            3 => {
                let id = ids[below(ids.len())].to_string();
                for at in 0..bytes.len() - 16 {
                    if bytes[at..].starts_with(id.as_bytes()) {
                        bytes[at + 16] ^= 1;
                    }
                }
            }
            _ => {
                for _ in 0..8 {
                    let place = page * PAGE + below(PAGE);
                    bytes[place] ^= 1 << below(8);
                }
            }
        }
        let folder = folder();
        let path = folder.path().join("games.db");
        fs::write(&path, &bytes).expect("room on the disk");
        let Ok(store) = Sqlite::open(&path, Catalogue::STANDARD) else {
            continue;
        };
        let found = contents(&store, &ids);
        drop(store);
        let pairs = found.iter().zip(&expected);
        let differing: Vec<_> = pairs.filter(|(found, wanted)| found != wanted).collect();
        for (found, _) in &differing {
            assert_eq!(**found, Err(()), "round {round}");
        }
        // Damage that is not reported affects only unused bytes.
        let report = check(&path, Catalogue::STANDARD);
        let is_reported = report.as_ref().map_or(true, |report| !report.is_clean());
        let is_harmless = differing.is_empty();
        assert!(is_reported || is_harmless, "round {round}: {report:?}");
        partly += usize::from(!is_harmless);
    }
    assert!(partly > 0, "some files are damaged in part");
}

/// Copies the files of a store, as a kill would leave them.
fn killed(folder: &TempDir) -> TempDir {
    let copy = self::folder();
    for suffix in ["", "-wal", "-acks"] {
        let name = format!("games.db{suffix}");
        fs::copy(folder.path().join(&name), copy.path().join(&name)).expect("a copy");
    }
    copy
}

#[test]
fn actions_that_are_lost_with_a_log_are_reported() {
    let origin = folder();
    let store = open(&origin);
    let id = open_game(&store).id;
    for ply in 0..40 {
        make(&store, act(id, ply, u64::from(ply) * 7));
    }
    let whole = killed(&origin);
    let report = check(&whole.path().join("games.db"), Catalogue::STANDARD).expect("readable");
    assert_eq!(report.missing, [""; 0], "nothing is missing after a kill");
    let log = fs::read(whole.path().join("games.db-wal")).expect("a log");
    let mut dice = Dice::new(3, 0);
    for round in 0..30 {
        let copy = killed(&origin);
        let path = copy.path().join("games.db-wal");
        let mut bytes = log.clone();
        let place = 32 + dice.below(log.len() as u32 - 32) as usize;
        match round % 3 {
            0 => fs::remove_file(&path).expect("a log"),
            1 => bytes.truncate(place),
            _ => bytes[place] ^= 0x10,
        }
        if round % 3 > 0 {
            fs::write(&path, &bytes).expect("room on the disk");
        }
        let database = copy.path().join("games.db");
        let report = check(&database, Catalogue::STANDARD).expect("readable");
        let found = look(&open(&copy), id);
        let left = found.as_ref().map_or(0, |found| found.log.len());
        let mut lost: Vec<_> = (left..40)
            .map(|ply| format!("action {ply} of game {id}"))
            .collect();
        if found.is_none() {
            lost.push(format!("game {id}"));
        }
        lost.sort();
        assert_eq!(report.missing, lost, "round {round}");
        // They are reported once, and their list is preserved.
        if !lost.is_empty() {
            assert!(copy.path().join("games.db-acks.old").exists());
            assert_eq!(
                check(&database, Catalogue::STANDARD)
                    .expect("readable")
                    .missing,
                [""; 0]
            );
        }
    }
}

#[test]
fn nothing_is_acknowledged_in_a_file_that_was_deleted_moved_or_replaced() {
    type Harm = fn(&Path, &Path);
    let harms: [Harm; 4] = [
        |path, _| fs::remove_file(path).expect("a file"),
        |path, aside| fs::rename(path, aside).expect("a file"),
        |path, aside| {
            fs::copy(path, aside).expect("a copy");
            fs::rename(aside, path).expect("a copy");
        },
        |path, _| fs::remove_file(path.with_extension("db-wal")).expect("a log"),
    ];
    for (number, harm) in harms.into_iter().enumerate() {
        let folder = folder();
        let store = open(&folder);
        let id = open_game(&store).id;
        let [path, aside] = ["games.db", "aside.db"].map(|name| folder.path().join(name));
        harm(&path, &aside);
        for change in [act(id, 0, 0), act(id, 1, 0), Change::Probe] {
            assert!(write(&store, change).is_err(), "harm {number}");
        }
        assert!(wait(store.game(id)).is_err(), "harm {number}");
    }
}

#[test]
fn truncating_the_log_in_use_does_not_corrupt_the_file() {
    let folder = folder();
    let (path, ids) = filled(&folder, 20);
    for bytes in [0, 5000] {
        let store = open(&folder);
        let id = open_game(&store).id;
        play(&store, id, 0..1);
        let log = path.with_extension("db-wal");
        let log = File::options().write(true).open(log);
        log.and_then(|log| log.set_len(bytes)).expect("a log");
        for ply in 1..3 {
            let answer = write(&store, act(id, ply, 0));
            assert!(matches!(answer, Err(StoreError::Broken(_))), "{answer:?}");
        }
        let read = wait(store.game(ids[0]));
        assert!(read.is_err(), "it may be an older state");
        drop(store);
        let report = check(&path, Catalogue::STANDARD).expect("readable");
        assert_eq!(report.errors, [""; 0]);
        let lost = format!("action 0 of game {id}");
        assert!(report.missing.contains(&lost), "{report:?}");
        let store = open(&folder);
        for id in &ids {
            stored(&store, *id);
        }
    }
}

/// Asserts that something is refused, and why.
#[track_caller]
fn refused<T>(result: Result<T, OpenError>, why: &str) {
    let error = result.err().expect("a refusal").to_string();
    assert!(error.contains(why), "{error}");
}

#[test]
fn a_second_server_cannot_open_the_file_in_any_way() {
    let folder = folder();
    let _store = open(&folder);
    let path = folder.path().join("games.db");
    let [link, hard] = ["link.db", "hard.db"].map(|name| folder.path().join(name));
    symlink(&path, &link).expect("a link");
    fs::hard_link(&path, &hard).expect("a link");
    fs::remove_file(folder.path().join("games.db.lock")).expect("a lock");
    for name in [&link, &hard, &path] {
        refused(Sqlite::open(name, Catalogue::STANDARD), "in use");
    }
}

#[test]
fn only_regular_files_are_opened() {
    let why = "not a regular file";
    let [null, zero] = ["/dev/null", "/dev/zero"].map(Path::new);
    let before = fs::metadata(null).expect("a device").rdev();
    refused(Sqlite::open(null, Catalogue::STANDARD), why);
    assert_eq!(fs::metadata(null).expect("a device").rdev(), before);
    assert!(!Path::new("/dev/null.lock").exists());
    let folder = folder();
    assert!(Sqlite::open(folder.path(), Catalogue::STANDARD).is_err());
    // Reading such a file never ends.
    let new = folder.path().join("new.db");
    refused(check(zero, Catalogue::STANDARD), why);
    refused(restore(zero, &new, Catalogue::STANDARD), why);
    refused(backup(zero, &new, Catalogue::STANDARD), why);
}

/// Changes the schema of a file with another program.
fn alter(path: &Path, statements: &str) {
    let file = rusqlite::Connection::open(path).expect("a file");
    file.execute_batch(statements).expect("valid statements");
}

const DELETE_ALL: &str =
    "CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM log WHERE ply >= 0; END";

#[test]
fn a_file_with_a_foreign_schema_is_refused() {
    for (statements, why) in [
        (DELETE_ALL, "unexpected trigger t"),
        ("CREATE TABLE t (x)", "unexpected table t"),
        ("CREATE VIEW t AS SELECT 1", "unexpected view t"),
        ("CREATE INDEX t ON log (at)", "unexpected index t"),
        ("DROP TABLE probe", "missing table probe"),
        (
            "ALTER TABLE seats ADD COLUMN x TEXT",
            "unexpected table seats",
        ),
        (
            "ALTER TABLE log RENAME TO other; CREATE VIEW log AS SELECT * FROM other",
            "unexpected table other",
        ),
    ] {
        let folder = folder();
        let (path, _) = filled(&folder, 2);
        let [copy, target] = ["copy.db", "target.db"].map(|name| folder.path().join(name));
        alter(&path, statements);
        let before = fs::read(&path).expect("a file");
        refused(backup(&path, &copy, Catalogue::STANDARD), why);
        refused(restore(&path, &target, Catalogue::STANDARD), why);
        refused(check(&path, Catalogue::STANDARD), why);
        refused(Sqlite::open(&path, Catalogue::STANDARD), why);
        assert!(!copy.exists() && !target.exists());
        assert_eq!(fs::read(&path).expect("a file"), before, "{statements}");
    }
}

#[test]
fn statistics_are_not_a_foreign_schema() {
    let folder = folder();
    let (path, ids) = filled(&folder, 2);
    alter(&path, "ANALYZE");
    stored(&open(&folder), ids[0]);
}

#[test]
fn a_trigger_that_is_added_in_use_does_not_run() {
    let folder = folder();
    let store = open(&folder);
    let id = open_game(&store).id;
    play(&store, id, 0..2);
    alter(&folder.path().join("games.db"), DELETE_ALL);
    play(&store, id, 2..4);
    assert_eq!(stored(&store, id).log.len(), 4);
}

#[test]
fn a_link_that_leads_to_no_file_is_refused_and_stays() {
    let folder = folder();
    let [link, target] = ["link.db", "missing/games.db"].map(|name| folder.path().join(name));
    symlink(&target, &link).expect("a link");
    refused(
        Sqlite::open(&link, Catalogue::STANDARD),
        "a link that leads to no file",
    );
    assert!(link.is_symlink());
    fs::create_dir(folder.path().join("missing")).expect("a folder");
    drop(Sqlite::open(&target, Catalogue::STANDARD).expect("a new file"));
    Sqlite::open(&link, Catalogue::STANDARD).expect("it leads to a file now");
}

#[test]
fn a_backup_is_restored_over_a_file_with_a_log() {
    let origin = folder();
    let (path, ids) = filled(&origin, 5);
    let copy = origin.path().join("copy.db");
    let report = backup(&path, &copy, Catalogue::STANDARD).expect("a copy");
    assert!(report.is_clean() && report.games == 5, "{report:?}");
    let store = open(&origin);
    assert!(
        restore(&copy, &path, Catalogue::STANDARD).is_err(),
        "a server uses it"
    );
    let later = open_game(&store).id;
    let [second, nothing, no] =
        ["second.db", "nothing.db", "no.db"].map(|name| origin.path().join(name));
    let report = backup(&path, &second, Catalogue::STANDARD).expect("a copy");
    let found = (report.games, report.damaged.len());
    assert_eq!(found, (6, 1), "the last game is unknown");
    assert!(backup(&nothing, &no, Catalogue::STANDARD).is_err() && !no.exists());
    // After a kill, the log has a game that the file lacks.
    let killed = killed(&origin);
    let path = killed.path().join("games.db");
    let (report, aside) = restore(&copy, &path, Catalogue::STANDARD).expect("it is restored");
    assert_eq!(report.games, 5);
    let restored = Sqlite::open(&path, Catalogue::STANDARD).expect("a usable file");
    assert!(look(&restored, later).is_none());
    for id in &ids {
        stored(&restored, *id);
    }
    drop(restored);
    let old =
        Sqlite::open(&aside.expect("the old file"), Catalogue::STANDARD).expect("a usable file");
    stored(&old, later);
    assert!(restore(&killed.path().join("none.db"), &path, Catalogue::STANDARD).is_err());
    let fresh = killed.path().join("fresh.db");
    assert_eq!(
        restore(&copy, &fresh, Catalogue::STANDARD)
            .expect("a new place")
            .1,
        None
    );
}

#[test]
fn of_two_backups_to_one_name_one_wins_and_nothing_else_is_left() {
    let origin = folder();
    let (path, _) = filled(&origin, 20);
    let target = folder();
    // Left behind by a backup that was killed.
    for name in ["copy.db.part", "copy.db.part.lock"] {
        fs::write(target.path().join(name), "half a copy").expect("room on the disk");
    }
    let to = target.path().join("copy.db");
    let won: usize = std::thread::scope(|scope| {
        let copies: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| backup(&path, &to, Catalogue::STANDARD)))
            .collect();
        let ends = copies
            .into_iter()
            .map(|copy| copy.join().expect("no panic"));
        let (won, lost): (Vec<_>, Vec<_>) = ends.partition(Result::is_ok);
        for error in lost {
            let error = error.expect_err("it lost").to_string();
            let reasons = [
                "there is a file already",
                "another copy to it is being made",
            ];
            let is_known = reasons.iter().any(|reason| error.contains(reason));
            assert!(is_known, "{error}");
        }
        won.len()
    });
    assert_eq!(won, 1);
    let left: Vec<_> = fs::read_dir(target.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
    File::open(&to).expect("the copy");
}
