//! Moves are four numbers: the row and column entered, the row and column blocked: `1 2 2 2`.
//!
//! Positions show the pieces as `1` and `2` and blocked cells as `X`.

use quintet_rules::{Cell, Cells, Player, Position};

use crate::game::Notation;
use crate::matrix_isolation::{Isolation, IsolationMove, IsolationRefusal};
use crate::text::{
    EntryError, Fields, NotAPosition, expect_words, number, read_cells, write_cells,
};

impl<const R: usize, const C: usize> Notation for Isolation<R, C> {
    fn write_position(&self) -> String {
        let cells = write_cells(|cell| {
            if cell == self.piece(Player::One) {
                '1'
            } else if cell == self.piece(Player::Two) {
                '2'
            } else if self.blocked().contains(cell) {
                'X'
            } else {
                '.'
            }
        });
        format!("{cells} {}", self.to_move())
    }

    fn read_position(text: &str) -> Result<Self, NotAPosition> {
        let fields = Fields::of(text, ["cells", "player to move"])?;
        let [one, two, blocked] = read_cells(fields.0[0], ['1', '2', 'X'])?;
        let to_move = fields.player()?;
        Ok(Isolation::new(
            only(one, Player::One)?,
            only(two, Player::Two)?,
            blocked,
            to_move,
        ))
    }

    fn write_move(IsolationMove { to, block }: IsolationMove<R, C>) -> String {
        let [to, block] =
            [to, block].map(|cell| format!("{} {}", cell.row() + 1, cell.column() + 1));
        format!("{to} {block}")
    }

    fn name_move(IsolationMove { to, block }: IsolationMove<R, C>) -> String {
        format!("{to:?} with a block on {block:?}")
    }

    fn read_move(
        &self,
        words: &[&str],
    ) -> Result<IsolationMove<R, C>, EntryError<IsolationRefusal>> {
        let [move_row, move_column, block_row, block_column] = expect_words(words)?;
        let to = Cell::at(number(move_row)?, number(move_column)?);
        let block = Cell::at(number(block_row)?, number(block_column)?);
        Ok(IsolationMove {
            to: to.ok_or(EntryError::Refused(IsolationRefusal::MoveOffTheGrid))?,
            block: block.ok_or(EntryError::Refused(IsolationRefusal::BlockOffTheGrid))?,
        })
    }

    fn candidates(&self) -> impl Iterator<Item = IsolationMove<R, C>> {
        let turns = |to| {
            Cells::ALL
                .iter()
                .map(move |block| IsolationMove { to, block })
        };
        Cells::ALL.iter().flat_map(turns)
    }
}

/// Returns the cell of a player's piece, which must be the only one.
fn only<const R: usize, const C: usize>(
    cells: Cells<R, C>,
    player: Player,
) -> Result<Cell<R, C>, NotAPosition> {
    match (cells.len(), cells.first()) {
        (1, Some(cell)) => Ok(cell),
        (count, _) => Err(NotAPosition::new(
            format!("{count} pieces of player {player}"),
            format!("one '{player}'"),
        )),
    }
}
