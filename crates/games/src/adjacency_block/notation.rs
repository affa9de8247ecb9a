//! Moves are the position in the row, counted from 1: `5`.

use quintet_rules::{Cell, Cells};

use crate::adjacency_block::AdjacencyBlock;
use crate::game::Notation;
use crate::snort::{Snort, SnortRefusal};
use crate::text::{Fault, NotAPosition, counted, number};

impl<const N: usize> Notation for AdjacencyBlock<N> {
    fn write_position(position: &Snort<1, N>) -> String {
        position.write()
    }

    fn read_position(text: &str) -> Result<Snort<1, N>, NotAPosition> {
        Snort::read(text)
    }

    fn write_move(cell: Cell<1, N>) -> String {
        (cell.index() + 1).to_string()
    }

    fn read_move(_: &Snort<1, N>, words: &[&str]) -> Result<Cell<1, N>, Fault<SnortRefusal>> {
        let [place] = counted(words)?;
        Cell::new(number(place)?).ok_or(Fault::Refused(SnortRefusal::OffTheGrid))
    }

    fn candidates(_: &Snort<1, N>) -> impl Iterator<Item = Cell<1, N>> {
        Cells::ALL.iter()
    }
}
