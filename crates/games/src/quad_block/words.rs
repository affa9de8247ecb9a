//! The drawing and sentences of the Quad Block rule book.

use quintet_rules::{Cell, Cells, Player, Position};

use crate::game::{Markers, Words};
use crate::quad_block::notation::cell_number;
use crate::quad_block::position::Duty;
use crate::quad_block::{QuadBlock, Quads, QuadsMove, QuadsRefusal, groups};
use crate::text::Malformed;

fn marker(player: Player) -> &'static str {
    match player {
        Player::One => "'X'",
        Player::Two => "'O'",
    }
}

/// Draws a grid with `columns` columns.
fn draw_grid(labels: &[String], columns: usize) -> String {
    let mut drawing = "Current Grid:".to_owned();
    for (index, label) in labels.iter().enumerate() {
        let (before, label) = match index % columns {
            0 if index == 0 => ("\n  ".to_owned(), format!("{label:<4}")),
            0 => {
                let middle = "+-----".repeat(columns - 2);
                (format!("\n  ----{middle}+----\n  "), format!("{label:<4}"))
            }
            column if column + 1 == columns => ("| ".to_owned(), label.clone()),
            _ => ("| ".to_owned(), format!("{label:<4}")),
        };
        drawing.push_str(&before);
        drawing.push_str(&label);
    }
    drawing
}

impl<const R: usize, const C: usize> Words for QuadBlock<R, C> {
    const NAMES: [&'static str; 2] = ["Player 1", "Player 2"];

    fn draw(position: &Quads<R, C>) -> String {
        let label = |cell| match position.marker(cell) {
            Some(player) => marker(player).to_owned(),
            None => format!("{:>2}", cell_number(cell)),
        };
        let labels: Vec<_> = Cells::ALL.iter().map(label).collect();
        draw_grid(&labels, C)
    }

    fn prompt(position: &Quads<R, C>) -> String {
        let question = match position.duty() {
            Duty::Place => "enter the cell number to place your marker:",
            Duty::Lift => "enter the cell number of your marker to lift off the grid:",
            Duty::Relocate(_) => {
                "enter the cell number of your marker to relocate and the empty cell number:"
            }
        };
        let mover = position.to_move();
        format!("{} ({}), {question}", Self::name(mover), marker(mover))
    }

    fn how_to_move(position: &Quads<R, C>) -> String {
        match position.duty() {
            Duty::Place => format!(
                "Enter the number of an empty cell, from 1 to {}, such as 13.",
                R * C
            ),
            Duty::Lift => {
                "The grid is full: enter the cell number of one of your own markers, which is \
                           lifted off the grid."
                    .to_owned()
            }
            Duty::Relocate(empty) => format!(
                "Sudden death: enter the cell number of one of your own markers and the empty cell, such as \
                 {} {}.",
                position
                    .markers(position.to_move())
                    .first()
                    .map_or(1, cell_number),
                cell_number(empty)
            ),
        }
    }

    fn steps(position: &Quads<R, C>) -> &'static [&'static str] {
        match position.duty() {
            Duty::Place => &["Choose an empty cell for your marker."],
            Duty::Lift => &["Choose one of your markers to lift off the grid."],
            Duty::Relocate(_) => &["Choose one of your markers.", "Now choose where to put it."],
        }
    }

    fn confirm(_: &Quads<R, C>, _: QuadsMove<R, C>, _: &Quads<R, C>) -> String {
        String::new()
    }

    fn notice(before: &Quads<R, C>, after: &Quads<R, C>) -> Option<String> {
        (after.in_sudden_death() && !before.in_sudden_death()).then(|| {
            let mover = after.to_move();
            format!(
                "The grid is full and no valid group has been formed: sudden-death begins. \
                 {} lifts one of their own markers off the grid; from then on each player in turn relocates \
                 one of their own markers to the empty cell.",
                Self::name(mover)
            )
        })
    }

    fn malformed(position: &Quads<R, C>, fault: &Malformed) -> String {
        let wanted = match position.duty() {
            Duty::Place | Duty::Lift => format!("Enter one cell number from 1 to {}.", R * C),
            Duty::Relocate(empty) => format!(
                "Enter two cell numbers: your marker and the empty cell {}.",
                cell_number(empty)
            ),
        };
        match fault {
            Malformed::NotANumber { found } => {
                format!("Invalid move. '{found}' is not a cell number. {wanted}")
            }
            _ => format!("Invalid move. {wanted}"),
        }
    }

    fn refused(position: &Quads<R, C>, refusal: &QuadsRefusal) -> String {
        match (refusal, position.duty()) {
            (QuadsRefusal::OffTheGrid, _) => {
                format!("Invalid move. The cells are numbered from 1 to {}.", R * C)
            }
            (QuadsRefusal::GameOver, _) => "The game is over.".to_owned(),
            (QuadsRefusal::WrongPhase, _) => {
                format!("Invalid move. {}", Self::how_to_move(position))
            }
            (QuadsRefusal::Occupied, Duty::Relocate(empty)) => format!(
                "Invalid move. The only empty cell is {}: relocate your marker there.",
                cell_number(empty)
            ),
            (QuadsRefusal::Occupied, _) => {
                "Invalid move. That cell is already taken. Place your marker on any empty cell."
                    .to_owned()
            }
            (QuadsRefusal::NotOwnMarker, _) => format!(
                "Invalid move. Choose a cell that holds one of your own markers, {}.",
                marker(position.to_move())
            ),
            (QuadsRefusal::SameCell, _) => "Invalid move. The marker must change cells.".to_owned(),
        }
    }

    fn end_clause(position: &Quads<R, C>, reader: Player) -> String {
        let winner = position.to_move().other();
        if winner == reader {
            "you have a group of exactly four".to_owned()
        } else {
            format!("{} has a group of exactly four", Self::name(winner))
        }
    }

    fn ending(position: &Quads<R, C>) -> String {
        let winner = position.to_move().other();
        let name = Self::name(winner);
        let groups: Vec<_> = groups::fours(position.markers(winner))
            .map(cell_list)
            .collect();
        format!(
            "{name} now has a connected group of exactly four {}s at cells {}.\n\
             Win Condition Met: {name} wins the game.",
            marker(winner),
            groups.join(", and another at cells ")
        )
    }
}

/// Returns a list such as `12, 13, 17, and 22`.
fn cell_list<const R: usize, const C: usize>(cells: Cells<R, C>) -> String {
    let numbers: Vec<_> = cells
        .iter()
        .map(|cell: Cell<R, C>| cell_number(cell).to_string())
        .collect();
    match numbers.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{}, and {last}", others.join(", ")),
        None => String::new(),
    }
}
