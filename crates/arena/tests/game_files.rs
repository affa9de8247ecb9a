//! The stored games of a person: concurrent programs, earlier versions, damage and the maximum number.

use std::fs;
use std::path::Path;

use quintet_arena::{GameFiles, Record, StoredGame};
use quintet_testkit::CATALOGUE;

use crate::support::Folder;

fn record(mv: &str, is_finished: bool) -> Record {
    let (tag, result) = if is_finished {
        ("[Termination \"resigned\"]\n", "0-1")
    } else {
        ("", "*")
    };
    let text = format!("[Game \"gridlock\"]\n{tag}\n1. {mv} {result}\n");
    let mut records = Record::read_all(&text, CATALOGUE).expect("a record");
    records.remove(0)
}

fn files(folder: &Folder) -> GameFiles {
    GameFiles::in_folder(folder.path("state"))
}

/// The first moves of the stored games, the most recent first.
fn first_moves(files: &GameFiles) -> Vec<String> {
    let (games, reports) = files.read(CATALOGUE);
    assert!(reports.is_empty(), "{reports:?}");
    let first = |game: StoredGame| game.record.plies()[0].mv.clone();
    games.into_iter().map(first).collect()
}

fn save(files: &GameFiles, id: &str, mv: &str) {
    files.save(id, &record(mv, false)).expect("saved");
}

#[test]
fn a_program_updates_its_own_games_and_never_replaces_those_of_another() {
    let folder = Folder::new();
    let [one, other] = [files(&folder), files(&folder)];
    save(&one, "a", "1-1");
    save(&one, "a", "1-2");
    // The same id in another program is another game.
    save(&other, "a", "2-2");
    save(&other, "a", "2-3");
    save(&one, "a", "1-3");
    let mut moves = first_moves(&files(&folder));
    moves.sort_unstable();
    assert_eq!(moves, ["1 3", "2 3"]);
    // Both continue the same game: both versions are stored.
    let [one, other] = [files(&folder), files(&folder)];
    let id = one.read(CATALOGUE).0.remove(0).id;
    assert_eq!(other.read(CATALOGUE).0.len(), 2);
    save(&one, &id, "4-1");
    save(&other, &id, "4-2");
    assert_eq!(first_moves(&files(&folder)).len(), 3);
    // Neither removes a version of the other.
    one.remove(&id).expect("removed");
    other.remove(&id).expect("removed");
    assert_eq!(first_moves(&files(&folder)).len(), 1);
}

#[test]
fn the_oldest_finished_games_are_dropped_and_unfinished_ones_stay() {
    let folder = Folder::new();
    let files = files(&folder);
    save(&files, "unfinished", "1-1");
    for number in 0..GameFiles::MOST + 2 {
        let saved = files.save(&format!("game-{number}"), &record("4-4", true));
        saved.expect("saved");
    }
    let (games, _) = files.read(CATALOGUE);
    assert_eq!(games.len(), GameFiles::MOST);
    let has = |id: &str| games.iter().any(|game| game.id == id);
    assert!(has("unfinished") && !has("game-0") && has(&format!("game-{}", GameFiles::MOST + 1)));
}

#[test]
fn games_of_earlier_versions_are_read_and_damaged_ones_are_set_aside() {
    let folder = Folder::new();
    let state = folder.path("state");
    fs::create_dir(&state).expect("a folder");
    let write = |path: &Path, content: &[u8]| fs::write(path, content).expect("a file");
    for (name, mv) in [("unfinished.txt", "1-1"), ("unfinished-3.txt", "3-3")] {
        write(&state.join(name), record(mv, false).to_string().as_bytes());
    }
    write(&state.join("unfinished-2.txt"), b"\xff");
    let (games, reports) = files(&folder).read(CATALOGUE);
    assert_eq!(games.len(), 2);
    assert!(
        reports[0].starts_with("A saved game cannot be read (it is not UTF-8 text); it is now")
    );
    let aside = fs::read(state.join("damaged-1.txt"));
    assert_eq!(aside.expect("set aside"), b"\xff");
    let mut moves = first_moves(&files(&folder));
    moves.sort_unstable();
    assert_eq!(moves, ["1 1", "3 3"]);
}
