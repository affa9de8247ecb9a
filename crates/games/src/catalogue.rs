//! The one list from which every front end takes its games.

use std::sync::{PoisonError, RwLock};

use crate::{Listing, adjacency_block, grid_runner, gridlock, matrix_isolation, quad_block};

/// The games of Quintet. A new one is a folder and a line here.
static GAMES: &[Listing] = &[
    gridlock::LISTING,
    adjacency_block::LISTING,
    matrix_isolation::LISTING,
    grid_runner::LISTING,
    quad_block::LISTING,
];

/// Games that were admitted beside those of Quintet.
static GUESTS: RwLock<Vec<&'static Listing>> = RwLock::new(Vec::new());

/// Every game in the order in which it is shown: those of Quintet, then the guests.
///
/// ```
/// # use quintet_games::catalogue;
/// let ids: Vec<_> = catalogue().map(|listing| listing.id).collect();
/// assert!(ids.contains(&"quad-block"));
/// ```
pub fn catalogue() -> impl Iterator<Item = &'static Listing> + Clone {
    let guests = GUESTS.read().unwrap_or_else(PoisonError::into_inner);
    GAMES.iter().chain(guests.clone())
}

/// The game with this id.
///
/// ```
/// # use quintet_games::find;
/// assert_eq!(find("grid-runner").expect("listed").name, "Grid Runner");
/// assert!(find("chess").is_none());
/// ```
pub fn find(id: &str) -> Option<&'static Listing> {
    catalogue().find(|listing| listing.id == id)
}

/// Adds a game that is written elsewhere to the catalogue of this process; once, however often it
/// is called. Nothing that is shipped calls it: tests do, to show that any game works everywhere.
pub fn admit(guest: &'static Listing) {
    let mut guests = GUESTS.write().unwrap_or_else(PoisonError::into_inner);
    let is_known = |listing: &Listing| listing.id == guest.id;
    if !GAMES.iter().any(is_known) && !guests.iter().any(|listing| is_known(listing)) {
        guests.push(guest);
    }
}

/// Whether a guest has been admitted.
pub fn has_guests() -> bool {
    let guests = GUESTS.read().unwrap_or_else(PoisonError::into_inner);
    !guests.is_empty()
}
