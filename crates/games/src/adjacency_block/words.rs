//! The drawing and the sentences of the Adjacency Block book.

use std::fmt::Write;

use quintet_rules::{Cell, Cells, Player, Position};

use crate::adjacency_block::{AdjacencyBlock, Row, SnortRefusal};
use crate::game::{Markers, Words};
use crate::gridlock::Gridlock;
use crate::text::Malformed;

fn draw_row(tokens: &[char]) -> String {
    let mut positions = "Positions:".to_owned();
    let mut cells = "Cells:    ".to_owned();
    for (index, token) in tokens.iter().enumerate() {
        let label = (index + 1).to_string();
        // Beyond the book's ten cells a label is two wide, and so must its cell be.
        let _ = write!(cells, " {token:<width$}", width = label.len());
        let _ = write!(positions, " {label}");
    }
    format!("{positions}\n{}", cells.trim_end())
}

impl<const N: usize> Words for AdjacencyBlock<N> {
    const NAMES: [&'static str; 2] = ["Player 1", "Player 2"];

    fn draw(position: &Row<N>) -> String {
        let token = |cell| match position.marker(cell) {
            Some(Player::One) => 'X',
            Some(Player::Two) => 'O',
            None => '_',
        };
        let tokens: Vec<_> = Cells::ALL.iter().map(token).collect();
        draw_row(&tokens)
    }

    fn prompt(position: &Row<N>) -> String {
        let token = match position.to_move() {
            Player::One => "X",
            Player::Two => "O",
        };
        let name = Self::name(position.to_move());
        format!("{name} ('{token}'), enter position to place your token:")
    }

    fn how_to_move(_: &Row<N>) -> String {
        format!("Enter a position from 1 to {N}, such as 5.")
    }

    fn steps(_: &Row<N>) -> &'static [&'static str] {
        &["Choose a cell for your token."]
    }

    fn confirm(_: &Row<N>, _: Cell<1, N>, _: &Row<N>) -> String {
        String::new()
    }

    fn malformed(_: &Row<N>, malformed: &Malformed) -> String {
        match malformed {
            Malformed::NotANumber { found } => {
                format!("Invalid move. '{found}' is not a position. Enter a number from 1 to {N}.")
            }
            _ => format!("Invalid move. Enter one position, a number from 1 to {N}."),
        }
    }

    fn refused(_: &Row<N>, refusal: &SnortRefusal) -> String {
        match refusal {
            SnortRefusal::OffTheGrid => {
                format!("Invalid move. The positions are labeled from 1 to {N}.")
            }
            SnortRefusal::Occupied => {
                "Invalid move. You must place your token on an empty cell.".to_owned()
            }
            SnortRefusal::BesideOpponent => {
                "Invalid move. You cannot place next to your opponent's token.".to_owned()
            }
        }
    }

    fn end_clause(position: &Row<N>, reader: Player) -> String {
        Gridlock::end_clause(position, reader)
    }

    fn ending(position: &Row<N>) -> String {
        let loser = Self::name(position.to_move());
        let winner = Self::name(position.to_move().other());
        format!("No legal moves available.\nOutcome: {loser} cannot make a move. {winner} wins.")
    }
}
