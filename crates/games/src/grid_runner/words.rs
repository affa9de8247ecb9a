//! The drawing and sentences of the Grid Runner rule book.

use std::fmt::Write;

use quintet_rules::{Cells, Player, Position};

use crate::game::Words;
use crate::grid_runner::position::BARRIERS;
use crate::grid_runner::{GridRunner, Runners, RunnersMove, RunnersRefusal};
use crate::text::{Malformed, cell_name, column_letter, count};

impl<const R: usize, const C: usize> GridRunner<R, C> {
    /// Returns the names of the columns and rows: `columns A to E and rows 1 to 5`.
    fn bounds() -> String {
        format!("columns A to {} and rows 1 to {R}", column_letter(C - 1))
    }
}

/// Draws a grid with `columns` columns.
fn draw_grid(tokens: &[&str], columns: usize) -> String {
    let mut drawing = " ".to_owned();
    for column in 0..columns {
        let _ = write!(drawing, " {:<2}", column_letter(column));
    }
    for (row, tokens) in tokens.chunks(columns).enumerate() {
        drawing.truncate(drawing.trim_end().len());
        let _ = write!(drawing, "\n{}", row + 1);
        for token in tokens {
            let _ = write!(drawing, " {token:<2}");
        }
    }
    drawing.truncate(drawing.trim_end().len());
    drawing
}

impl<const R: usize, const C: usize> Words for GridRunner<R, C> {
    const NAMES: [&'static str; 2] = ["P1", "P2"];

    fn draw(position: &Runners<R, C>) -> String {
        let token = |cell| match position.runner_on(cell) {
            Some(player) => Self::name(player),
            None if position.barriers().contains(cell) => "X",
            None => ".",
        };
        let tokens: Vec<_> = Cells::ALL.iter().map(token).collect();
        draw_grid(&tokens, C)
    }

    fn prompt(position: &Runners<R, C>) -> String {
        format!("{}>", Self::name(position.to_move()))
    }

    fn how_to_move(position: &Runners<R, C>) -> String {
        let mover = position.to_move();
        match position.barriers_left(mover) {
            0 => "Enter MOVE and a cell, such as MOVE B2. You have no barriers left.".to_owned(),
            left => format!(
                "Enter MOVE or BARRIER and a cell, such as MOVE B2 or BARRIER C3. \
                 You have {left} of {BARRIERS} barriers left."
            ),
        }
    }

    fn steps(position: &Runners<R, C>) -> &'static [&'static str] {
        match position.barriers_left(position.to_move()) {
            0 => &["Choose the cell to move to."],
            _ => &["Choose a cell next to your runner to move to, or another for a barrier."],
        }
    }

    fn left(position: &Runners<R, C>, player: Player) -> Option<String> {
        Some(count(
            usize::from(position.barriers_left(player)),
            "barrier",
        ))
    }

    fn confirm(before: &Runners<R, C>, action: RunnersMove<R, C>, _: &Runners<R, C>) -> String {
        match action {
            RunnersMove::Move(to) => {
                let name = Self::name(before.to_move());
                format!("Game updates {name}'s position to {}.", cell_name(to))
            }
            RunnersMove::Barrier(on) => format!("Game places a barrier at {}.", cell_name(on)),
        }
    }

    fn malformed(_: &Runners<R, C>, fault: &Malformed) -> String {
        let wanted = "Please enter ACTION POSITION, such as MOVE B2 or BARRIER C3.";
        match fault {
            Malformed::NotAnAction { found } => {
                format!("Invalid action. '{found}' is neither MOVE nor BARRIER. {wanted}")
            }
            Malformed::NotACell { found } => {
                format!("Invalid position. '{found}' is not a cell. {wanted}")
            }
            _ => format!("Invalid action. {wanted}"),
        }
    }

    fn refused(position: &Runners<R, C>, refusal: &RunnersRefusal) -> String {
        let mover = Self::name(position.to_move());
        match refusal {
            RunnersRefusal::OffTheGrid => format!(
                "Invalid position. That cell is off the grid, which has {}. Please choose a valid cell.",
                Self::bounds()
            ),
            RunnersRefusal::GameOver => "The game is over.".to_owned(),
            RunnersRefusal::NotOneStep => format!(
                "Invalid move. Runners move one cell up, down, left, or right, and {mover} is at {}. \
                 Please make a valid move.",
                cell_name(position.runner(position.to_move()))
            ),
            RunnersRefusal::IntoBarrier => {
                "Invalid move. You cannot move into a barrier. Please make a valid move.".to_owned()
            }
            RunnersRefusal::NoBarriersLeft => format!(
                "Invalid barrier. {mover} has used all {BARRIERS} barriers and must move the runner."
            ),
            RunnersRefusal::OnRunner => "Invalid barrier. That cell is occupied by a runner. \
                                  Please choose a valid cell."
                .to_owned(),
            RunnersRefusal::OnBarrier => "Invalid barrier. That cell already has a barrier. \
                                   Please choose a valid cell."
                .to_owned(),
            RunnersRefusal::BesideOwnRunner => {
                "Invalid barrier. You cannot place a barrier on a cell \
                                         adjacent to your own runner. Please choose a valid cell."
                    .to_owned()
            }
            RunnersRefusal::CutsOff(player) => format!(
                "Invalid barrier. Barriers cannot completely enclose a runner, and this one would \
                 leave {} no path to its goal corner. Please choose a valid cell.",
                Self::name(*player)
            ),
        }
    }

    fn end_clause(position: &Runners<R, C>, reader: Player) -> String {
        let winner = position.to_move().other();
        match (position.is_captured(), winner == reader) {
            (true, true) => "the other runner is captured".to_owned(),
            (true, false) => "your runner is captured".to_owned(),
            (false, true) => "your runner is in the goal corner".to_owned(),
            (false, false) => format!("{} is in the goal corner", Self::name(winner)),
        }
    }

    fn ending(position: &Runners<R, C>) -> String {
        let winner = Self::name(position.to_move().other());
        let loser = Self::name(position.to_move());
        if position.is_captured() {
            format!("{winner} has captured {loser}'s runner. {winner} wins!")
        } else {
            format!("{winner} has reached {loser}'s starting corner. {winner} wins!")
        }
    }
}
