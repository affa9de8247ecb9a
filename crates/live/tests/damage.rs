//! What becomes of a store whose files are damaged, moved, linked, copied or put back by hand.

mod common;

use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use common::{event, folder, game, open, stored, wait, write};
use quintet_catalogue::catalogue;
use quintet_live::store::{Change, NewGame, Sqlite, Store, StoreFault, backup, check, restore};
use quintet_live::{Action, Event, GameId, Token};
use quintet_rules::{PerPlayer, Player};
use tempfile::TempDir;

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Games of all kinds with some legal moves each, and where they are kept.
fn filled(folder: &TempDir, games: usize) -> (PathBuf, Vec<GameId>) {
    let store = open(folder);
    let mut numbers = Numbers(42);
    let mut ids = Vec::new();
    let variants: Vec<_> = catalogue().flat_map(|listing| listing.sizes).collect();
    for number in 0..games {
        let variant = variants[number % variants.len()];
        let mut opening = NewGame {
            game: variant.id().to_owned(),
            size: variant.size().to_string(),
            start: variant.start(Player::One).text(),
            ..game()
        };
        opening.seats = PerPlayer::from_fn(|_| {
            Some(quintet_live::store::Seat {
                token: Token::random().hash(),
                name: Some(format!("player of {number}")),
                since: 5,
            })
        });
        let id = opening.id;
        assert_eq!(write(&store, Change::Open(opening)), Ok(()));
        let mut position = variant.start(Player::One);
        for ply in 0..numbers.below(12) as u32 {
            let moves = position.moves();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            let mv = moves[numbers.below(moves.len())].text.clone();
            let player = position.to_move();
            position = position.play(&mv).expect("a legal move").position;
            let action = Action::Move(mv);
            let event = Event {
                player,
                action,
                at: u64::from(ply),
            };
            assert_eq!(write(&store, Change::Action(id, ply, event)), Ok(()));
        }
        ids.push(id);
    }
    (folder.path().join("games.db"), ids)
}

/// What is kept of games, as text; an error is one for all that is told about it.
fn contents(store: &Sqlite, ids: &[GameId]) -> Vec<Result<String, ()>> {
    let text = |id: &GameId| match wait(store.game(*id)) {
        Ok(found) => {
            let found = found.ok_or(())?;
            let names = Player::BOTH.map(|player| {
                let seat = found.opening.seats[player].as_ref();
                seat.map(|seat| {
                    (
                        seat.name.clone(),
                        seat.since,
                        seat.token.as_bytes().to_vec(),
                    )
                })
            });
            Ok(format!(
                "{:?} {names:?}",
                (found.log, found.opening.start, found.opening.game)
            ))
        }
        Err(_) => Err(()),
    };
    ids.iter().map(text).collect()
}

#[test]
fn a_damaged_game_is_refused_and_never_shown_differently() {
    const PAGE: usize = 4096;
    let origin = folder();
    let (path, ids) = filled(&origin, 300);
    let expected = contents(&open(&origin), &ids);
    assert!(expected.iter().all(Result::is_ok));
    let whole = fs::read(&path).expect("a file");
    let pages = whole.len() / PAGE;
    let mut numbers = Numbers(7);
    let (mut refused, mut partly, mut unharmed) = (0, 0, 0);
    for round in 0..120 {
        let mut bytes = whole.clone();
        let page = 1 + numbers.below(pages - 1);
        let other = 1 + numbers.below(pages - 1);
        match round % 4 {
            // Two pages change places: each is whole in itself.
            0 => {
                for byte in 0..PAGE {
                    bytes.swap(page * PAGE + byte, other * PAGE + byte);
                }
            }
            // One page is what another was: a write that went astray.
            1 => bytes.copy_within(page * PAGE..(page + 1) * PAGE, other * PAGE),
            2 => bytes[page * PAGE..(page + 1) * PAGE].fill(0),
            _ => {
                for _ in 0..8 {
                    let place = page * PAGE + numbers.below(PAGE);
                    bytes[place] ^= 1 << numbers.below(8);
                }
            }
        }
        let folder = folder();
        let path = folder.path().join("games.db");
        fs::write(&path, &bytes).expect("room on the disk");
        let Ok(store) = Sqlite::open(&path) else {
            refused += 1;
            continue;
        };
        let found = contents(&store, &ids);
        let differing = found
            .iter()
            .zip(&expected)
            .filter(|(found, expected)| found != expected);
        let differing: Vec<_> = differing.map(|(found, _)| found).collect();
        for found in &differing {
            assert_eq!(
                **found,
                Err(()),
                "round {round}: a game is not what was written"
            );
        }
        drop(store);
        // What does not show can only be in places that hold nothing.
        let report = check(&path);
        let says_so = report.as_ref().map_or(true, |report| !report.is_whole());
        assert!(says_so || differing.is_empty(), "round {round}: {report:?}");
        if differing.is_empty() {
            unharmed += 1;
        } else {
            partly += 1;
        }
    }
    assert!(
        partly > 0,
        "{refused} refused, {partly} partly, {unharmed} unharmed"
    );
}

/// The files of a store as they are when its process is killed now.
fn killed(folder: &TempDir) -> TempDir {
    let copy = self::folder();
    for suffix in ["", "-wal", "-mark"] {
        let name = format!("games.db{suffix}");
        fs::copy(folder.path().join(&name), copy.path().join(&name)).expect("a copy");
    }
    copy
}

#[test]
fn what_is_lost_with_a_log_is_told() {
    let origin = folder();
    let store = open(&origin);
    let opening = game();
    assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
    for ply in 0..40 {
        let change = Change::Action(opening.id, ply, event(u64::from(ply) * 7));
        assert_eq!(write(&store, change), Ok(()));
    }
    let whole = killed(&origin);
    let report = check(&whole.path().join("games.db")).expect("readable");
    assert_eq!(report.missing, [""; 0], "nothing is missing after a kill");
    let log = fs::read(whole.path().join("games.db-wal")).expect("a log");
    let mut numbers = Numbers(3);
    for round in 0..30 {
        let copy = killed(&origin);
        let path = copy.path().join("games.db-wal");
        let mut bytes = log.clone();
        let place = 32 + numbers.below(log.len() - 32);
        match round % 3 {
            0 => fs::remove_file(&path).expect("a log"),
            1 => {
                bytes.truncate(place);
                fs::write(&path, &bytes).expect("room on the disk");
            }
            _ => {
                bytes[place] ^= 0x10;
                fs::write(&path, &bytes).expect("room on the disk");
            }
        }
        let database = copy.path().join("games.db");
        let report = check(&database).expect("readable");
        let store = open(&copy);
        let left = wait(store.game(opening.id))
            .expect("readable")
            .map_or(0, |found| found.log.len());
        let lost = (left..40).map(|ply| format!("action {ply} of game {}", opening.id));
        let mut lost: Vec<_> = lost.collect();
        if wait(store.game(opening.id)).expect("readable").is_none() {
            lost.push(format!("game {}", opening.id));
        }
        lost.sort();
        assert_eq!(report.missing, lost, "round {round}");
        // It is told once, and what was noted is kept.
        if !lost.is_empty() {
            assert!(copy.path().join("games.db-mark.old").exists());
            assert_eq!(check(&database).expect("readable").missing, [""; 0]);
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
        let opening = game();
        assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
        harm(
            &folder.path().join("games.db"),
            &folder.path().join("aside.db"),
        );
        for ply in 0..2 {
            let change = Change::Action(opening.id, ply, event(0));
            let answer = write(&store, change);
            assert!(answer.is_err(), "harm {number}: {answer:?}");
        }
        assert!(write(&store, Change::Probe).is_err());
        assert!(wait(store.game(opening.id)).is_err(), "harm {number}");
    }
}

#[test]
fn a_log_that_is_cut_off_while_it_is_used_does_not_destroy_the_file() {
    let folder = folder();
    let (path, ids) = filled(&folder, 20);
    for bytes in [0, 5000] {
        let store = open(&folder);
        let opening = game();
        assert_eq!(write(&store, Change::Open(opening.clone())), Ok(()));
        let change = Change::Action(opening.id, 0, event(0));
        assert_eq!(write(&store, change), Ok(()));
        let log = File::options()
            .write(true)
            .open(path.with_extension("db-wal"));
        log.and_then(|log| log.set_len(bytes)).expect("a log");
        for ply in 1..3 {
            let answer = write(&store, Change::Action(opening.id, ply, event(0)));
            assert!(matches!(answer, Err(StoreFault::Broken(_))), "{answer:?}");
        }
        assert!(
            wait(store.game(ids[0])).is_err(),
            "it may be an older state"
        );
        drop(store);
        let report = check(&path).expect("readable");
        assert_eq!(report.faults, [""; 0]);
        let lost = format!("action 0 of game {}", opening.id);
        assert!(report.missing.contains(&lost), "{report:?}");
        let store = open(&folder);
        for id in &ids {
            stored(&store, *id);
        }
    }
}

#[test]
fn a_second_server_cannot_open_the_file_by_any_way() {
    let folder = folder();
    let _store = open(&folder);
    let path = folder.path().join("games.db");
    let [link, hard] = ["link.db", "hard.db"].map(|name| folder.path().join(name));
    symlink(&path, &link).expect("a link");
    fs::hard_link(&path, &hard).expect("a link");
    fs::remove_file(folder.path().join("games.db.lock")).expect("a lock");
    for name in [&link, &hard, &path] {
        let opened = Sqlite::open(name);
        let fault = opened.err().expect("it is in use").to_string();
        assert!(fault.contains("in use"), "{fault}");
    }
}

#[test]
fn only_regular_files_are_opened() {
    let before = fs::metadata("/dev/null").expect("a device").rdev();
    let fault = Sqlite::open(Path::new("/dev/null"))
        .err()
        .expect("a refusal")
        .to_string();
    assert!(fault.contains("not a regular file"), "{fault}");
    assert_eq!(fs::metadata("/dev/null").expect("a device").rdev(), before);
    assert!(!Path::new("/dev/null.lock").exists());
    let folder = folder();
    assert!(Sqlite::open(folder.path()).is_err());
    // To read such a file never ends.
    for refused in [
        check(Path::new("/dev/zero")).err(),
        restore(Path::new("/dev/zero"), &folder.path().join("new.db")).err(),
        backup(Path::new("/dev/zero"), &folder.path().join("new.db")).err(),
    ] {
        let fault = refused.expect("a refusal").to_string();
        assert!(fault.contains("not a regular file"), "{fault}");
    }
}

#[test]
fn a_link_that_leads_to_no_file_is_refused_and_stays() {
    let folder = folder();
    let [link, target] = ["link.db", "missing/games.db"].map(|name| folder.path().join(name));
    symlink(&target, &link).expect("a link");
    let fault = Sqlite::open(&link).err().expect("a refusal").to_string();
    assert!(fault.contains("a link that leads to no file"), "{fault}");
    assert!(link.is_symlink());
    fs::create_dir(folder.path().join("missing")).expect("a folder");
    drop(Sqlite::open(&target).expect("a new file"));
    Sqlite::open(&link).expect("it leads to a file now");
}

#[test]
fn a_backup_is_restored_over_a_file_with_a_log() {
    let origin = folder();
    let (path, ids) = filled(&origin, 5);
    let copy = origin.path().join("copy.db");
    let report = backup(&path, &copy).expect("a copy");
    assert!(report.is_whole() && report.games == 5, "{report:?}");
    let store = open(&origin);
    assert!(restore(&copy, &path).is_err(), "a server uses it");
    let later = game();
    assert_eq!(write(&store, Change::Open(later.clone())), Ok(()));
    // As after a kill: the log has what the file has not.
    let killed = killed(&origin);
    let path = killed.path().join("games.db");
    let (report, aside) = restore(&copy, &path).expect("it is put back");
    assert_eq!(report.games, 5);
    let restored = Sqlite::open(&path).expect("a usable file");
    assert!(wait(restored.game(later.id)).expect("readable").is_none());
    for id in &ids {
        stored(&restored, *id);
    }
    drop(restored);
    let old = Sqlite::open(&aside.expect("the old file is kept")).expect("a usable file");
    stored(&old, later.id);
    assert!(restore(&killed.path().join("none.db"), &path).is_err());
    let fresh = killed.path().join("fresh.db");
    assert_eq!(restore(&copy, &fresh).expect("a new place").1, None);
}

#[test]
fn of_two_backups_to_one_name_one_wins_and_nothing_else_is_left() {
    let origin = folder();
    let (path, _) = filled(&origin, 20);
    let target = folder();
    // What a killed one has left.
    for name in ["copy.db.part-0", "copy.db.part-0.copying"] {
        fs::write(target.path().join(name), "half a copy").expect("room on the disk");
    }
    let to = target.path().join("copy.db");
    let won: usize = std::thread::scope(|scope| {
        let copies: Vec<_> = (0..4).map(|_| scope.spawn(|| backup(&path, &to))).collect();
        let ends = copies
            .into_iter()
            .map(|copy| copy.join().expect("no panic"));
        let (won, lost): (Vec<_>, Vec<_>) = ends.partition(Result::is_ok);
        for fault in lost {
            let fault = fault.expect_err("it lost").to_string();
            assert!(fault.contains("there is a file already"), "{fault}");
        }
        won.len()
    });
    assert_eq!(won, 1);
    let left: Vec<_> = fs::read_dir(target.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
    File::open(&to).expect("the copy");
}
