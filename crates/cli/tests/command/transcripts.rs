//! Whole sessions, committed in `tests/transcripts`: the input (`.in`) and all of standard output (`.out`). After
//! an intended change, `SNAPSHOTS=overwrite cargo test -p quintet` writes the outputs.

use std::path::PathBuf;

use quintet_games::Catalogue;
use quintet_testkit::assert_golden;
use quintet_testkit::books::drawings;

use crate::run::{names_in, quintet, text_of};

/// Sessions besides the one of each game, with the arguments after `quintet play`.
const SESSIONS: [(&str, &str); 6] = [
    ("sudden-death", "quad-block"),
    ("match", "adjacency-block --size 6 --games 3"),
    ("random-opponent", "gridlock --p2 random --seed 7"),
    ("player-2-begins", "adjacency-block --first 2"),
    ("larger-row", "adjacency-block --size 15"),
    ("larger-grid", "grid-runner --size 7x7"),
];

fn path(file: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts")).join(file)
}

#[test]
fn every_session_goes_as_it_was_committed() {
    let mut files = Vec::new();
    let games = Catalogue::STANDARD
        .iter()
        .map(|listing| (listing.id, listing.id));
    for (name, arguments) in games.chain(SESSIONS) {
        let [input, output] = ["in", "out"].map(|kind| format!("{name}.{kind}"));
        let ran = quintet(&format!("play {arguments}"))
            .input(text_of(path(&input)))
            .run()
            .code(0);
        assert_golden(&path(&output), &ran.stdout);
        files.extend([input, output]);
    }
    files.sort();
    assert_eq!(names_in(path("")), files);
}

/// A title in brackets stands for the drawing of the book, ragged ones aligned (D1).
#[test]
fn transcripts_show_the_books_examples_as_printed_sudden_death_and_the_score_of_a_match() {
    let wanted = include_str!("../excerpts.txt");
    for section in wanted.split("\n== ").skip(1) {
        let (name, lines) = section.split_once('\n').expect("lines below the name");
        let mut lines = lines.trim_end_matches('\n').to_owned();
        let is_game = Catalogue::STANDARD.iter().any(|listing| listing.id == name);
        let book = if is_game { drawings(name) } else { vec![] };
        for (title, drawing) in book {
            lines = lines.replace(&format!("[{title}]"), &drawing);
        }
        let transcript = format!("\n{}", text_of(path(&format!("{name}.out"))));
        let mut rest = &*transcript;
        for part in lines.split("\n...\n") {
            let after = rest.split_once(&format!("\n{part}"));
            rest = after.unwrap_or_else(|| panic!("{name} lacks\n{part}")).1;
        }
    }
}
