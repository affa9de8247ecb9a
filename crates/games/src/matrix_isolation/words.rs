//! The drawing and sentences of the Matrix Isolation rule book.

use quintet_rules::{Cells, Player, Position};

use crate::game::Words;
use crate::matrix_isolation::{Isolation, IsolationMove, IsolationRefusal, MatrixIsolation};
use crate::text::Malformed;

/// Draws a grid with `columns` columns.
fn draw_grid(tokens: &[&str], columns: usize) -> String {
    let row = |tokens: &[&str]| {
        let padded: Vec<_> = tokens.iter().map(|token| format!("{token:<3}")).collect();
        padded.concat().trim_end().to_owned()
    };
    let rows: Vec<_> = tokens.chunks(columns).map(row).collect();
    rows.join("\n")
}

impl<const R: usize, const C: usize> Words for MatrixIsolation<R, C> {
    const NAMES: [&'static str; 2] = ["Player 1", "Player 2"];

    fn draw(position: &Isolation<R, C>) -> String {
        let token = |cell| {
            if cell == position.piece(Player::One) {
                "P1"
            } else if cell == position.piece(Player::Two) {
                "P2"
            } else if position.blocked().contains(cell) {
                "X"
            } else {
                "·"
            }
        };
        let tokens: Vec<_> = Cells::ALL.iter().map(token).collect();
        draw_grid(&tokens, C)
    }

    fn prompt(position: &Isolation<R, C>) -> String {
        let name = Self::name(position.to_move());
        format!("{name}, enter your move and block positions:")
    }

    fn how_to_move(_: &Isolation<R, C>) -> String {
        "Enter move_row move_col block_row block_col, such as 1 2 2 2.".to_owned()
    }

    fn steps(_: &Isolation<R, C>) -> &'static [&'static str] {
        &[
            "Choose the cell to move to.",
            "Now choose the cell to block.",
        ]
    }

    fn confirm(
        before: &Isolation<R, C>,
        IsolationMove { to, block }: IsolationMove<R, C>,
        _: &Isolation<R, C>,
    ) -> String {
        let player = before.to_move();
        format!(
            "Game Updates:\n  Update P{player}'s position to {to:?}.\n  Mark cell {block:?} with 'X'."
        )
    }

    fn malformed(_: &Isolation<R, C>, fault: &Malformed) -> String {
        let wanted = "Enter four numbers: move_row move_col block_row block_col, such as 1 2 2 2.";
        match fault {
            Malformed::NotANumber { found } => {
                format!("Invalid move. '{found}' is not a number. {wanted}")
            }
            _ => format!("Invalid move. {wanted}"),
        }
    }

    fn refused(_: &Isolation<R, C>, refusal: &IsolationRefusal) -> String {
        let bounds = if R == C {
            format!("Rows and columns are numbered from 1 to {R}.")
        } else {
            format!("Rows are numbered from 1 to {R} and columns from 1 to {C}.")
        };
        match refusal {
            IsolationRefusal::MoveOffTheGrid => {
                format!("Invalid move. You cannot move off the grid. {bounds}")
            }
            IsolationRefusal::BlockOffTheGrid => {
                format!("Invalid block. You cannot block a cell off the grid. {bounds}")
            }
            IsolationRefusal::NotAdjacent => {
                "Invalid move. You must move your piece to an adjacent cell: \
                                     up, down, left, or right."
                    .to_owned()
            }
            IsolationRefusal::MoveIntoBlock => {
                "Invalid move. You cannot move into a blocked cell.".to_owned()
            }
            IsolationRefusal::MoveIntoPiece => {
                "Invalid move. You cannot move into your opponent's cell.".to_owned()
            }
            IsolationRefusal::BlockOnBlock => {
                "Invalid block. That cell is blocked already. Block an empty cell.".to_owned()
            }
            IsolationRefusal::BlockOnPiece => {
                "Invalid block. You cannot block a cell occupied by either \
                                      player's piece."
                    .to_owned()
            }
        }
    }

    fn end_clause(position: &Isolation<R, C>, reader: Player) -> String {
        if position.to_move() == reader {
            "your piece cannot move".to_owned()
        } else {
            format!("P{} cannot move", position.to_move())
        }
    }

    fn ending(position: &Isolation<R, C>) -> String {
        let loser = Self::name(position.to_move());
        let winner = Self::name(position.to_move().other());
        format!("{loser} cannot make a legal move. {winner} is declared the winner!")
    }
}
