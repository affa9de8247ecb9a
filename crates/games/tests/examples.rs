//! The examples and the picture that every game brings along.

use quintet_games::catalogue;
use quintet_testkit::listing::{check_captions, check_demo, check_outcomes, check_picture};

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
