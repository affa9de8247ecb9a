//! The board of Grid Runner as data: what is drawn and what is touched.

use quintet_rules::{Cell, Position};

use crate::game::Board;
use crate::grid_runner::{Action, GridRunner, Runners};
use crate::scene::{Labels, Scene, Token};
use crate::text::lettered;

impl<const R: usize, const C: usize> Board for GridRunner<R, C> {
    fn scene(position: &Runners<R, C>) -> Scene {
        Scene::of(Labels::Letters, lettered, |cell| {
            let runner = position.runner_on(cell);
            let barrier = position
                .barriers()
                .contains(cell)
                .then_some(Token::obstacle("X"));
            runner
                .map(|player| Token::piece(player, ["P1", "P2"]))
                .or(barrier)
        })
    }

    fn steps(position: &Runners<R, C>) -> &'static [&'static str] {
        match position.barriers_left(position.to_move()) {
            0 => &["Choose the cell to move to."],
            _ => &["Choose a cell beside your runner to move to, or another for a barrier."],
        }
    }

    fn marks(action: Action<R, C>) -> Vec<usize> {
        let (Action::Move(cell) | Action::Barrier(cell)) = action;
        vec![cell.index()]
    }

    fn meant(position: &Runners<R, C>, touched: &[usize]) -> Option<Action<R, C>> {
        let [cell] = touched else { return None };
        let (cell, mover) = (Cell::new(*cell)?, position.to_move());
        let runner = position.runner(mover);
        let is_step = cell == runner || runner.neighbours().contains(cell);
        Some(if is_step || position.barriers_left(mover) == 0 {
            Action::Move(cell)
        } else {
            Action::Barrier(cell)
        })
    }

    /// The runner that has captured the other or reached its goal.
    fn winning(position: &Runners<R, C>) -> Vec<usize> {
        let winner = position.to_move().other();
        vec![position.runner(winner).index()]
    }
}
