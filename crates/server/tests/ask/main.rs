//! The questions that programs ask, asked through the router without a socket.

#[path = "../common/mod.rs"]
mod common;

mod assistants;
mod compression;
mod description;
mod every_game;
mod examples;
mod page;
mod paths;
mod puzzles;
mod records;
mod refusals;
mod session;
mod storms;
mod thinking;
mod truth;

use quintet_catalogue::catalogue;
use quintet_games::Listing;

/// Every game, and a guest that no part of the server can know.
fn games() -> impl Iterator<Item = &'static Listing> {
    quintet_testkit::admit_guest();
    catalogue()
}
