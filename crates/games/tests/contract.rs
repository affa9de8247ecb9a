//! The contract suite for every game and size, and the examples, pictures and lessons of the games.

use proptest::prelude::*;
use quintet_games::{Catalogue, Variant, contract};
use quintet_rules::{Player, Random, Wyrand};
use quintet_testkit::listing;

fn variants() -> Vec<&'static dyn Variant> {
    Catalogue::STANDARD
        .iter()
        .flat_map(|listing| listing.sizes)
        .copied()
        .collect()
}

#[test]
fn seeded_games_of_every_size_obey_the_contract() {
    for variant in variants() {
        // On large boards, trying every spelling of every move takes long.
        let games = if variant.size().rows * variant.size().columns > 30 {
            2
        } else {
            6
        };
        for seed in 0..games {
            let mut random = Wyrand::new(seed);
            let first = Player::BOTH[seed as usize % 2];
            println!("{} {} seed {seed}", variant.id(), variant.size());
            contract::check_game(variant, first, std::iter::from_fn(|| Some(random.bits())));
        }
    }
}

#[test]
fn the_rule_books_sizes_come_first() {
    let sizes: Vec<_> = Catalogue::STANDARD
        .iter()
        .map(|listing| (listing.id, listing.standard().size().to_string()))
        .collect();
    let expected = [
        ("gridlock", "4x4"),
        ("adjacency-block", "10"),
        ("matrix-isolation", "4x4"),
        ("grid-runner", "5x5"),
        ("quad-block", "5x5"),
    ];
    assert_eq!(sizes, expected.map(|(id, size)| (id, size.to_owned())));
}

#[test]
fn every_listing_finds_itself_and_its_sizes() {
    for listing in Catalogue::STANDARD.iter() {
        assert!(std::ptr::eq(
            Catalogue::STANDARD.find(listing.id).expect("listed"),
            listing
        ));
        for variant in listing.sizes {
            assert_eq!(variant.id(), listing.id);
            assert_eq!(variant.listing().id, listing.id);
            let found = listing.size(&variant.size().to_string()).expect("listed");
            assert_eq!(
                found.start(Player::One).text(),
                variant.start(Player::One).text()
            );
        }
        assert!(listing.size("0x0").is_none());
    }
    assert!(Catalogue::STANDARD.find("chess").is_none());
}

#[test]
fn every_game_has_correct_examples_a_picture_a_demo_and_a_lesson() {
    for listing in Catalogue::STANDARD.iter() {
        listing::check_outcomes(listing);
        listing::check_captions(listing);
        listing::check_picture(listing);
        listing::check_demo(listing);
        listing::check_lesson(listing);
    }
}

#[test]
fn every_game_has_a_color_of_its_own() {
    let mut hues: Vec<_> = Catalogue::STANDARD
        .iter()
        .map(|listing| listing.hue)
        .collect();
    hues.sort_unstable();
    let are_apart = hues.windows(2).all(|pair| pair[1] - pair[0] >= 30);
    assert!(are_apart && hues.iter().all(|hue| *hue < 360), "{hues:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_game_obeys_the_contract(
        which in 0..variants().len(),
        first in prop::sample::select(Player::BOTH.to_vec()),
        choices in prop::collection::vec(any::<u32>(), 0..40),
    ) {
        contract::check_game(variants()[which], first, choices);
    }

    #[test]
    fn any_text_is_accepted_or_rejected_properly(
        which in 0..variants().len(),
        choice in any::<u32>(),
        text in prop_oneof![
            any::<String>(),
            "[XO12./ ps0-9]{0,40}",
            "(MOVE|BARRIER|move|)[ -]?[A-Za-z]?[0-9]{0,3}[ -]?[0-9]{0,3}",
        ],
    ) {
        contract::check_parsers(variants()[which], choice, &text);
    }
}
