//! The app, driven by scripted keys against a terminal that only remembers what was drawn.

mod help_bar;
mod keeping;
mod lessons;
mod outside;
mod picture;
mod playing;
mod puzzles;
mod reviewing;
mod rules;
mod session;
mod stopping;
mod storms;
mod values;

use quintet_catalogue::catalogue;
use quintet_games::Listing;

/// Every game, and a guest that no part of the app can know.
fn games() -> impl Iterator<Item = &'static Listing> {
    quintet_testkit::admit_guest();
    catalogue()
}
