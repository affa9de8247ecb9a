//! Action numbers: the upper or left cell of the domino.

use quintet_games::{ActionSet, Actions, Parts, Plane};
use quintet_rules::{Cell, Cells, PerPlayer, Player, Position};

use super::{Domino, Dominoes};

impl<const R: usize, const C: usize> Actions for Dominoes<R, C> {
    const ACTIONS: usize = R * C;
    const PLANES: &'static [&'static str] = &[
        "own dominoes",
        "opponent's dominoes",
        "1 on every cell for the player who places upright",
    ];
    // Each domino covers two cells.
    const LONGEST: Option<u32> = Some((R * C / 2) as u32);
    const PARTS: usize = 3;

    fn parts(&self) -> Parts {
        let covered = self.covered;
        Parts::of([covered.one.bits(), covered.two.bits(), self.to_move as u64])
    }

    fn from_parts(parts: &Parts) -> Self {
        let (one, two) = (parts.cells(0), parts.cells(1));
        Dominoes::new(PerPlayer { one, two }, parts.player(2))
    }

    fn number(&self, domino: Domino<R, C>) -> usize {
        domino.cells()[0].index()
    }

    fn action_move(&self, number: usize) -> Option<Domino<R, C>> {
        let first = Cell::new(number)?;
        let second = super::position::next(self.to_move(), first)?;
        Some(Domino::on(first, second))
    }

    fn legal_actions(&self) -> ActionSet {
        let firsts: Cells<R, C> = self.moves().map(|domino| domino.cells()[0]).collect();
        ActionSet::NONE.with(0, firsts.bits())
    }

    fn observe(&self, viewer: Player, mut show: impl FnMut(Plane)) {
        show(Plane::Cells(self.covered(viewer).bits()));
        show(Plane::Cells(self.covered(viewer.other()).bits()));
        show(Plane::All(u8::from(viewer == Player::One)));
    }
}
