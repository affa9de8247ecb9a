//! The one list from which every front end takes its games.

use crate::{Variant, adjacency_block, grid_runner, gridlock, matrix_isolation, quad_block};

/// Every game. A new one is a folder and a line here.
pub static CATALOGUE: &[Listing] = &[
    gridlock::LISTING,
    adjacency_block::LISTING,
    matrix_isolation::LISTING,
    grid_runner::LISTING,
    quad_block::LISTING,
];

/// A game in the catalogue.
pub struct Listing {
    /// The name in commands, records and addresses.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// The page that `quintet rules` shows.
    pub rules: &'static str,
    /// Small examples of what is legal, what is refused and how the game is won, at the rule book's
    /// size.
    pub examples: &'static [Example],
    /// A position at the rule book's size that shows at a glance which game this is.
    pub picture: &'static str,
    /// The game at each size; the rule book's comes first.
    pub sizes: &'static [&'static dyn Variant],
}

/// A move in a position, from which the rules can be learnt: played, it shows what it shows.
pub struct Example {
    /// What is to be seen.
    pub caption: &'static str,
    /// Where the move is tried.
    pub position: &'static str,
    /// The move, legal or not.
    pub entry: &'static str,
}

impl Listing {
    /// The game at the rule book's size.
    pub fn standard(&self) -> &'static dyn Variant {
        self.sizes[0]
    }

    /// The game at the size with this name, such as `4x4`.
    pub fn size(&self, name: &str) -> Option<&'static dyn Variant> {
        let named = |variant: &&&dyn Variant| variant.size().to_string() == name;
        self.sizes.iter().find(named).copied()
    }
}

/// The game with this id.
pub fn find(id: &str) -> Option<&'static Listing> {
    CATALOGUE.iter().find(|listing| listing.id == id)
}
