//! The list of games.

use std::fmt;

use crate::{Listing, adjacency_block, grid_runner, gridlock, matrix_isolation, quad_block};

/// The games of Quintet, in display order.
static GAMES: [&Listing; 5] = [
    &gridlock::LISTING,
    &adjacency_block::LISTING,
    &matrix_isolation::LISTING,
    &grid_runner::LISTING,
    &quad_block::LISTING,
];

/// The list of games that a front end offers.
///
/// ```
/// # use quintet_games::Catalogue;
/// let ids: Vec<_> = Catalogue::STANDARD.iter().map(|listing| listing.id).collect();
/// assert!(ids.contains(&"quad-block"));
/// assert_eq!(Catalogue::STANDARD.find("grid-runner").expect("listed").name, "Grid Runner");
/// assert!(Catalogue::STANDARD.find("chess").is_none());
/// ```
#[derive(Clone, Copy)]
pub struct Catalogue {
    /// Additional games.
    added: &'static [&'static Listing],
}

impl Catalogue {
    /// The games of Quintet.
    pub const STANDARD: Catalogue = Catalogue::with(&[]);

    /// Adds games, whose ids must be unique, to those of Quintet.
    pub const fn with(added: &'static [&'static Listing]) -> Self {
        Catalogue { added }
    }

    /// Iterates over all games in display order.
    pub fn iter(self) -> impl Iterator<Item = &'static Listing> + Clone {
        GAMES.iter().chain(self.added).copied()
    }

    /// Returns the game with this id.
    pub fn find(self, id: &str) -> Option<&'static Listing> {
        self.iter().find(|listing| listing.id == id)
    }

    /// True if the catalogue has only the games of Quintet.
    pub const fn is_standard(self) -> bool {
        self.added.is_empty()
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.iter().map(|listing| listing.id))
            .finish()
    }
}
