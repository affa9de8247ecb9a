//! The server: its router without a network, and its sockets.

#[path = "../common/mod.rs"]
mod common;

mod assistants;
mod compression;
mod connections;
mod conversations;
mod description;
mod forward_store;
mod frames;
mod games;
mod heads;
mod isolation;
mod page;
mod paths;
mod refusals;
mod retention;
mod seats;
mod stopping;
mod storms;
mod thinking;

use quintet_games::Listing;
use quintet_testkit::CATALOGUE;

/// Every game, and a guest that the server cannot know.
fn games() -> impl Iterator<Item = &'static Listing> {
    CATALOGUE.iter()
}
