//! The board of Grid Runner: its scene, and moves by touching cells.

use quintet_rules::{Cell, Cells, Player, Position};

use crate::game::Board;
use crate::grid_runner::position::{BARRIERS, goal};
use crate::grid_runner::{Runners, RunnersMove, RunnersRefusal};
use crate::scene::{Idea, Labels, Scene, Stock, Token, indices};
use crate::text::cell_name;

/// A barrier, on the board or in stock.
const BARRIER: Token = Token::obstacle("X");

impl<const R: usize, const C: usize> Board for Runners<R, C> {
    fn scene(&self) -> Scene {
        let stock = |player| Stock {
            token: BARRIER,
            left: self.barriers_left(player),
            of: BARRIERS,
        };
        let idea = Idea {
            goals: Player::BOTH.map(|player| vec![goal::<R, C>(player).index()]),
            stock: Player::BOTH.map(stock).to_vec(),
            ..Idea::default()
        };
        let scene = Scene::of(Labels::Letters, cell_name, |cell| {
            let runner = self.runner_on(cell);
            let barrier = self.barriers().contains(cell).then_some(BARRIER);
            runner
                .map(|player| Token::piece(player, ["P1", "P2"]))
                .or(barrier)
        });
        Scene { idea, ..scene }
    }

    fn marks(action: RunnersMove<R, C>) -> Vec<usize> {
        let (RunnersMove::Move(cell) | RunnersMove::Barrier(cell)) = action;
        vec![cell.index()]
    }

    fn intended_move(&self, touched: &[usize]) -> Option<RunnersMove<R, C>> {
        let [cell] = touched else { return None };
        let (cell, mover) = (Cell::new(*cell)?, self.to_move());
        let runner = self.runner(mover);
        let is_step = cell == runner || runner.neighbors().contains(cell);
        Some(if is_step || self.barriers_left(mover) == 0 {
            RunnersMove::Move(cell)
        } else {
            RunnersMove::Barrier(cell)
        })
    }

    fn blocking_cells(&self, action: RunnersMove<R, C>, refusal: &RunnersRefusal) -> Vec<usize> {
        let (RunnersMove::Move(cell) | RunnersMove::Barrier(cell)) = action;
        let own = self.runner(self.to_move());
        indices(match refusal {
            RunnersRefusal::NotOneStep | RunnersRefusal::BesideOwnRunner => own.alone(),
            // The wall that the barrier would complete, or the goal that it would isolate.
            RunnersRefusal::CutsOff(player) => match wall(self.barriers(), cell) {
                none if none.is_empty() => goal(*player).alone(),
                wall => wall,
            },
            RunnersRefusal::OffTheGrid
            | RunnersRefusal::GameOver
            | RunnersRefusal::IntoBarrier
            | RunnersRefusal::NoBarriersLeft
            | RunnersRefusal::OnRunner
            | RunnersRefusal::OnBarrier => cell.alone(),
        })
    }

    /// Returns the runner that has captured the other or reached its goal.
    fn winning(&self) -> Vec<usize> {
        let winner = self.to_move().other();
        vec![self.runner(winner).index()]
    }
}

/// Returns the barriers that a barrier on `cell` connects at sides or corners.
fn wall<const R: usize, const C: usize>(barriers: Cells<R, C>, cell: Cell<R, C>) -> Cells<R, C> {
    let mut wall = cell.alone().around() & barriers;
    loop {
        let wider = wall | (wall.around() & barriers);
        if wider == wall {
            return wall;
        }
        wall = wider;
    }
}
