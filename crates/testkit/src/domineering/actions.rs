//! Moves as numbers: the upper or left cell of the domino.

use quintet_games::{ActionSet, Actions, Parts, Plane};
use quintet_rules::{Cell, Cells, Player, Position};

use super::{Domineering, Domino, Dominoes};

impl<const R: usize, const C: usize> Actions for Domineering<R, C> {
    const ACTIONS: usize = R * C;
    const PLANES: &'static [&'static str] = &[
        "own dominoes",
        "opponent's dominoes",
        "1 on every cell for the player who places upright",
    ];
    const PARTS: usize = Dominoes::<R, C>::PARTS;

    fn parts(position: &Dominoes<R, C>) -> Parts {
        position.parts()
    }

    fn from_parts(parts: &Parts) -> Dominoes<R, C> {
        Dominoes::from_parts(parts)
    }

    fn number(_: &Dominoes<R, C>, domino: Domino<R, C>) -> usize {
        domino.cells()[0].index()
    }

    fn numbered(position: &Dominoes<R, C>, number: usize) -> Option<Domino<R, C>> {
        let first = Cell::new(number)?;
        let second = super::position::next(position.to_move(), first)?;
        Some(Domino::on(first, second))
    }

    fn legal(position: &Dominoes<R, C>) -> ActionSet {
        let firsts: Cells<R, C> = position.moves().map(|domino| domino.cells()[0]).collect();
        ActionSet::NONE.with(0, firsts.bits())
    }

    fn observe(position: &Dominoes<R, C>, viewer: Player, mut show: impl FnMut(Plane)) {
        show(Plane::Cells(position.covered(viewer).bits()));
        show(Plane::Cells(position.covered(viewer.other()).bits()));
        show(Plane::All(u8::from(viewer == Player::One)));
    }
}
