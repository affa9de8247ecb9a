//! The examples, the lesson and the picture that every game brings along.

use quintet_catalogue::catalogue;
use quintet_testkit::listing::{
    check_captions, check_demo, check_lesson, check_outcomes, check_picture,
};

#[test]
fn every_game_shows_what_is_legal_what_is_not_for_two_reasons_and_how_it_is_won() {
    catalogue().for_each(check_outcomes);
}

#[test]
fn every_example_can_be_drawn_with_a_caption_of_its_own() {
    catalogue().for_each(check_captions);
}

#[test]
fn every_picture_is_of_a_game_in_full_swing() {
    catalogue().for_each(check_picture);
}

#[test]
fn every_demonstration_is_a_whole_game_that_is_soon_over() {
    catalogue().for_each(check_demo);
}

#[test]
fn every_lesson_asks_for_what_its_rules_say() {
    catalogue().for_each(check_lesson);
}

#[test]
fn every_game_is_known_by_a_colour_of_its_own() {
    let mut hues: Vec<_> = catalogue().map(|listing| listing.hue).collect();
    hues.sort_unstable();
    assert!(hues.iter().all(|hue| *hue < 360), "{hues:?}");
    assert!(
        hues.windows(2).all(|pair| pair[1] - pair[0] >= 30),
        "{hues:?}"
    );
}
