//! Games between people, asked through the router and through sockets.

#[path = "../common/mod.rs"]
mod common;

mod closing;
mod frames;
mod games;
mod heads;
mod isolation;
mod people;
mod retention;
mod seats;
mod socket;

use quintet_catalogue::catalogue;
use quintet_games::Listing;

/// Every game, and a guest that no part of the server can know.
fn games() -> impl Iterator<Item = &'static Listing> {
    quintet_testkit::admit_guest();
    catalogue()
}
