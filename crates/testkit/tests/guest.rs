//! The guest game satisfies the same contract as the games of the catalogue.

use std::path::Path;

use quintet_games::{Catalogue, MoveError, Solving, contract};
use quintet_rules::{Player, Random, Wyrand};
use quintet_solver::{Budget, Progress, Table, Value, reference};
use quintet_testkit::domineering::{Domineering, Dominoes, LISTING, SlowDominoes};
use quintet_testkit::slow::{SlowGame, Taste, play_in_step};
use quintet_testkit::{CATALOGUE, listing, perft};

fn rows() -> Vec<perft::PerftRow> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft");
    perft::table(&folder, &LISTING)
}

#[test]
fn it_is_last_in_its_catalogue_and_absent_from_the_standard_one() {
    let standard: Vec<_> = Catalogue::STANDARD.iter().map(|game| game.id).collect();
    let ids: Vec<_> = CATALOGUE.iter().map(|game| game.id).collect();
    assert_eq!(ids, [&standard[..], &[LISTING.id]].concat());
    assert!(CATALOGUE.find(LISTING.id).is_some() && !CATALOGUE.is_standard());
    assert!(Catalogue::STANDARD.find(LISTING.id).is_none());
    assert!(Catalogue::STANDARD.is_standard());
}

#[test]
fn its_games_obey_the_contract() {
    for variant in LISTING.sizes {
        for seed in 0..20 {
            let mut random = Wyrand::new(seed);
            let first = Player::BOTH[seed as usize % 2];
            println!("{} seed {seed}", variant.size());
            contract::check_game(*variant, first, std::iter::from_fn(|| Some(random.bits())));
        }
    }
}

#[test]
fn parsers_accept_any_text() {
    for text in [
        "",
        "A1",
        "A1 A1",
        "a1-b1",
        "B2 B1",
        "Z9 A1",
        "1 1",
        "A1 A2 A3",
        "\u{1b}[2J",
        "VV../..../..../.... 1",
        "V.../V.../..../.... 1",
        "V.../V.../..../.... 2",
        "V.../.V../..../.... 2",
        "HHHH/..../..../.... 1",
        "HH../V.../V.../.... 2",
        "V.../V.../V.../V... 1",
        "HH../HH../..../.... 1",
    ] {
        for choice in 0..20 {
            contract::check_parsers(LISTING.standard(), choice, text);
        }
    }
}

#[test]
fn the_slow_rules_agree_along_games() {
    for variant in LISTING.sizes {
        for seed in 0..100 {
            let first = Player::BOTH[seed as usize % 2];
            let slow = Box::new(SlowDominoes::start(variant.size(), first));
            let taste = |_| {
                if seed % 4 < 2 {
                    Taste::Any
                } else {
                    Taste::Quiet
                }
            };
            play_in_step(*variant, first, seed, slow, taste, |_| {});
        }
    }
}

#[test]
fn its_perft_table_is_complete_and_correct() {
    let rows = rows();
    perft::check_rows(&LISTING, &rows);
    perft::check_counts(&rows);
    perft::check_slowly(&rows, 100_000, |text| Box::new(SlowDominoes::read(text)));
}

#[test]
fn its_listing_passes_all_checks() {
    listing::check_page(&LISTING);
    listing::check_rulings(&LISTING, &["D1"]);
    listing::check_outcomes(&LISTING);
    listing::check_captions(&LISTING);
    listing::check_picture(&LISTING);
    listing::check_demo(&LISTING);
}

#[test]
fn its_page_describes_the_drawing_correctly() {
    let position = LISTING
        .standard()
        .position("V.HH/V.../..../.... 1")
        .expect("a position");
    let drawing: Vec<_> = position
        .drawing()
        .lines()
        .map(|line| format!("    {line}"))
        .collect();
    assert!(LISTING.rules.contains(&drawing.join("\n")), "{drawing:#?}");
    for legal in ["B1 B2", "C3 C4", "B2 B1"] {
        position.play(legal).expect("the page calls it legal");
    }
    let error = position.play("B2 C2").expect_err("the page forbids it");
    assert!(matches!(
        error,
        MoveError::Refused {
            reason: "wrong-direction",
            ..
        }
    ));
}

#[test]
fn a_domino_is_touched_in_either_order_and_becomes_one_body() {
    let start = LISTING.standard().start(Player::One);
    let domino = start.moves().swap_remove(0);
    assert_eq!(domino.touches, [vec![0, 4], vec![4, 0]]);
    assert_eq!(domino.marks, [0, 4]);
    let scene = start.play(&domino.text).expect("listed").position.scene();
    assert_eq!(scene.bodies, [vec![0, 4]]);
}

/// Compares all reachable positions with the reference solver, and returns the value of the initial position for each first
/// player.
fn solved<const R: usize, const C: usize>() -> [Option<Value>; 2] {
    let oracle = Domineering::<R, C>::solution()
        .oracle(&Progress::default())
        .expect("never cancelled");
    assert!(oracle.is_solved());
    let table = oracle.table().expect("fully solved");
    for count in [
        |table: &dyn Table<_>, progress: &Progress| table.census(progress).map(|it| it.total()),
        |table: &dyn Table<_>, progress: &Progress| table.verify(progress)?.ok(),
    ] {
        let progress = Progress::default();
        assert!(count(table, &progress).is_some_and(|count| count > 0));
        assert!((progress.share() - 1.0).abs() < f64::EPSILON);
    }
    Player::BOTH.map(|first| {
        let start = Dominoes::<R, C>::start(first);
        for (position, value) in reference::solve(start) {
            let known = oracle.value(&position, Budget::NONE);
            assert_eq!(known, Some(value), "{position:?}");
        }
        oracle.value(&start, Budget::NONE)
    })
}

#[test]
fn its_values_are_correct_and_depend_on_the_first_player_unless_the_board_is_square() {
    assert_eq!(solved::<4, 4>(), [Some(Value::win(7)); 2]);
    assert_eq!(
        solved::<3, 4>(),
        [Some(Value::loss(4)), Some(Value::win(5))]
    );
}
