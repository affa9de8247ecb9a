//! Every ruling by its name, and the rule books and rules pages, through the dynamic layer as a front end uses it.
//!
//! Most cases are in `tests/tables`. `cargo test r3` runs R3. D3 concerns the command line and is tested there. The books'
//! drawings are in `crates/testkit/books` as the program has to print them; where a book prints one ragged, the file has it
//! as printed as well, and both must have the same characters (D1).

mod everywhere;
mod table;

use std::collections::BTreeSet;

use quintet_games::Catalogue;
use quintet_testkit::listing::{check_page, check_rulings};

use table::{Section, Table};

/// Makes a test for each part of the tables, and the list of them.
macro_rules! parts {
    ($($game:literal: $($part:ident)*;)*) => {
        const PARTS: &[(&str, &[&str])] = &[$(($game, &[$(stringify!($part)),*])),*];
        $($(mod $part {
            #[test]
            fn is_as_the_tables_say() {
                super::check(stringify!($part));
            }
        })*)*
    };
}

parts! {
    "every game": c1 c2 c3 c4 d2 book page text;
    "gridlock": g1 g2;
    "adjacency-block": a1 a2 a3;
    "matrix-isolation": m1 m2 m3 m4;
    "grid-runner": r1 r2 r3 r4 r5 r6;
    "quad-block": q1 q2 q3 q4 q5;
}

/// The part of the tables that a section belongs to.
fn part(section: &Section) -> &str {
    section.name.split('_').next().expect("a first word")
}

/// Runs every section of a part, whatever its game.
fn check(name: &str) {
    let mut failures = Vec::new();
    for table in Catalogue::STANDARD.iter().map(Table::of) {
        let sections = table
            .sections
            .iter()
            .filter(|section| part(section) == name);
        failures.extend(sections.filter_map(|section| table.run(section).err()));
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn the_table_and_the_page_of_each_game_have_its_rulings_and_all_common_parts() {
    let [(_, common), games @ ..] = PARTS else {
        panic!("the common parts come first");
    };
    let ids = games.iter().map(|(game, _)| *game);
    assert!(Catalogue::STANDARD.iter().map(|listing| listing.id).eq(ids));
    for (game, own) in games {
        let listing = Catalogue::STANDARD.find(game).expect("in the catalogue");
        let table = Table::of(listing);
        let found: BTreeSet<_> = table.sections.iter().map(part).collect();
        assert_eq!(
            found,
            common.iter().chain(*own).copied().collect(),
            "{game}"
        );
        let own: Vec<_> = own.iter().map(|ruling| ruling.to_uppercase()).collect();
        check_rulings(listing, &own.iter().map(String::as_str).collect::<Vec<_>>());
        check_page(listing);
    }
}

#[test]
fn a_wrong_step_fails_with_its_file_line_and_section() {
    let gridlock = Catalogue::STANDARD
        .find("gridlock")
        .expect("in the catalogue");
    for step in [
        "start 3",
        "at ..../.... 1",
        "play 5 5",
        "turns 1 1",
        "repeat 2: 1 1",
        "is X.../..../..../.... 2",
        "legal 1 1",
        "legal 1 *, 2 *, 3 *",
        "winning 1 1",
        "can 5 5",
        "refused off-the-grid: 1 1",
        "refused off-the-grid: x",
        "refused occupied: 5 5",
        "unreadable 5 5",
        "won 1",
        "ending It is over.",
        "clause 1\n    it is over",
        "prompt Enter a move:",
        "how Enter a move.",
        "confirms Done.",
        "notice It is over.",
        "drawn turn 1",
        "drawn",
        "rejects ..../..../..../.... 1 | 1 | 2",
        "rejects X | 1 field | 3",
        "page Rules are optional.",
        "pictured",
        "resigns 1",
        "score 2 1",
        "match 2 1",
        "hop 1",
    ] {
        let text =
            format!("== a1_fact\n\n{step}\n\n# d2\n== d2_\nrefused off-the-grid: 5 5\n    No.");
        let table = Table::parse(gridlock, "some.txt".to_owned(), &text);
        let failed = table.run(&table.sections[0]).expect_err(step);
        assert!(failed.starts_with("some.txt:3: a1_fact\n"), "{failed}");
    }
}
