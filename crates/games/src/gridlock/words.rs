//! The drawing and the sentences of the Gridlock book.

use std::fmt::Write;

use quintet_rules::{Cell, Cells, Player, Position};

use crate::game::{Markers, Words};
use crate::gridlock::{Gridlock, Snort, SnortRefusal};
use crate::text::Malformed;

fn marker(player: Player) -> char {
    match player {
        Player::One => 'X',
        Player::Two => 'O',
    }
}

/// Draws a grid with `columns` columns.
fn draw_grid(cells: &[char], columns: usize) -> String {
    let rule = format!("\n  +{}", "---+".repeat(columns));
    let mut drawing = " ".to_owned();
    for column in 1..=columns {
        let _ = write!(drawing, "{column:>4}");
    }
    drawing.push_str(&rule);
    for (row, cells) in cells.chunks(columns).enumerate() {
        let _ = write!(drawing, "\n{} |", row + 1);
        for cell in cells {
            let _ = write!(drawing, " {cell} |");
        }
        drawing.push_str(&rule);
    }
    drawing
}

impl<const R: usize, const C: usize> Words for Gridlock<R, C> {
    const NAMES: [&'static str; 2] = ["Player 1 (X)", "Player 2 (O)"];

    fn draw(position: &Snort<R, C>) -> String {
        let shown = |cell| position.marker(cell).map_or(' ', marker);
        let cells: Vec<_> = Cells::ALL.iter().map(shown).collect();
        draw_grid(&cells, C)
    }

    fn prompt(position: &Snort<R, C>) -> String {
        let name = Self::name(position.to_move());
        format!("{name}, it's your turn. Enter your move (row and column):")
    }

    fn how_to_move(_: &Snort<R, C>) -> String {
        "Enter the row and the column of a cell, such as 2 2.".to_owned()
    }

    fn steps(_: &Snort<R, C>) -> &'static [&'static str] {
        &["Choose a cell for your marker."]
    }

    fn confirm(before: &Snort<R, C>, cell: Cell<R, C>, _: &Snort<R, C>) -> String {
        format!(
            "You placed an '{}' at position {cell:?}.",
            marker(before.to_move())
        )
    }

    fn malformed(_: &Snort<R, C>, malformed: &Malformed) -> String {
        match malformed {
            Malformed::NotANumber { found } => {
                format!(
                    "Invalid move. '{found}' is not a number. Please enter a row and a column, such as 2 2."
                )
            }
            _ => "Invalid move. Please enter two numbers, a row and a column, such as 2 2."
                .to_owned(),
        }
    }

    fn refused(_: &Snort<R, C>, refusal: &SnortRefusal) -> String {
        let reason = match refusal {
            SnortRefusal::OffTheGrid if R == C => {
                format!("Rows and columns must be between 1 and {R}.")
            }
            SnortRefusal::OffTheGrid => {
                format!("Rows must be between 1 and {R} and columns between 1 and {C}.")
            }
            SnortRefusal::Occupied => "That cell is already occupied.".to_owned(),
            SnortRefusal::BesideOpponent => {
                "You cannot place next to an opponent's marker.".to_owned()
            }
        };
        format!("Invalid move. {reason} Please choose a different cell.")
    }

    fn end_clause(position: &Snort<R, C>, reader: Player) -> String {
        if position.to_move() == reader {
            "you have no cell left".to_owned()
        } else {
            format!("Player {} has no cell left", position.to_move())
        }
    }

    fn ending(position: &Snort<R, C>) -> String {
        let (loser, winner) = (position.to_move(), position.to_move().other());
        format!(
            "Player {loser} has no legal moves remaining. {} wins the game!",
            Self::name(winner)
        )
    }
}
