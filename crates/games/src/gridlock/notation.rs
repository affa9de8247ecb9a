//! Moves are the row and the column, counted from 1: `2 2`.

use quintet_rules::{Cell, Cells};

use crate::game::Notation;
use crate::gridlock::Gridlock;
use crate::snort::{Snort, SnortRefusal};
use crate::text::{Fault, NotAPosition, counted, number};

impl<const R: usize, const C: usize> Notation for Gridlock<R, C> {
    fn write_position(position: &Snort<R, C>) -> String {
        position.write()
    }

    fn read_position(text: &str) -> Result<Snort<R, C>, NotAPosition> {
        Snort::read(text)
    }

    fn write_move(cell: Cell<R, C>) -> String {
        format!("{} {}", cell.row() + 1, cell.column() + 1)
    }

    fn read_move(_: &Snort<R, C>, words: &[&str]) -> Result<Cell<R, C>, Fault<SnortRefusal>> {
        let [row, column] = counted(words)?;
        Cell::at(number(row)?, number(column)?).ok_or(Fault::Refused(SnortRefusal::OffTheGrid))
    }

    fn candidates(_: &Snort<R, C>) -> impl Iterator<Item = Cell<R, C>> {
        Cells::ALL.iter()
    }
}
