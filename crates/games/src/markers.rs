//! What games with markers have in common: whose is on which cell, and how that is written and
//! shown.

use quintet_rules::{Cell, Cells, Player};

use crate::scene::Token;
use crate::text::{NotAPosition, write_cells};

/// A position in which each player has markers on the grid.
pub trait Markers<const R: usize, const C: usize> {
    /// The markers of a player.
    fn markers(&self, player: Player) -> Cells<R, C>;

    /// The player whose marker is on a cell.
    fn marker(&self, cell: Cell<R, C>) -> Option<Player> {
        Player::BOTH
            .into_iter()
            .find(|player| self.markers(*player).contains(cell))
    }

    /// The cells as text: `X`, `O` and `.`.
    fn cells_text(&self) -> String {
        write_cells(|cell| match self.marker(cell) {
            Some(Player::One) => 'X',
            Some(Player::Two) => 'O',
            None => '.',
        })
    }

    /// What is on a cell, as part of a scene.
    fn token(&self, cell: Cell<R, C>) -> Option<Token> {
        self.marker(cell)
            .map(|player| Token::marker(player, ["X", "O"]))
    }
}

/// Checks the numbers of markers: equal, or one more for the player who placed last.
pub(crate) fn check_counts(one: u32, two: u32, to_move: Player) -> Result<(), NotAPosition> {
    let (mine, theirs) = if to_move == Player::One {
        (one, two)
    } else {
        (two, one)
    };
    if theirs == mine || theirs == mine + 1 {
        return Ok(());
    }
    Err(NotAPosition::new(
        format!("{one} X and {two} O with player {to_move} to move"),
        format!(
            "as many of each, or one more of player {}'s",
            to_move.other()
        ),
    ))
}
