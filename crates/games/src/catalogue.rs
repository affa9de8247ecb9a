//! The games that a front end offers.

use std::fmt;

use crate::{Listing, adjacency_block, grid_runner, gridlock, matrix_isolation, quad_block};

/// The games of Quintet. A new one is a folder and a line here.
static GAMES: [&Listing; 5] = [
    &gridlock::LISTING,
    &adjacency_block::LISTING,
    &matrix_isolation::LISTING,
    &grid_runner::LISTING,
    &quad_block::LISTING,
];

/// The list of games that every front end receives when it starts.
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
    /// Games that are not part of Quintet.
    added: &'static [&'static Listing],
}

impl Catalogue {
    /// The games of Quintet.
    pub const STANDARD: Catalogue = Catalogue::with(&[]);

    /// The games of Quintet, followed by others, whose ids must be unique.
    pub const fn with(added: &'static [&'static Listing]) -> Self {
        Catalogue { added }
    }

    /// Every game, in display order.
    pub fn iter(self) -> impl Iterator<Item = &'static Listing> + Clone {
        GAMES.iter().chain(self.added).copied()
    }

    /// The game with this id.
    pub fn find(self, id: &str) -> Option<&'static Listing> {
        self.iter().find(|listing| listing.id == id)
    }

    /// True if it lists only the games of Quintet.
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
