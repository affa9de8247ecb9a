//! Many games of one kind at once, stepped by action numbers.
//!
//! ```text
//!     actions -->  step  -->  observations   n x planes x rows x columns bytes, seen by the mover
//!                             masks          n x actions bytes, 1 for a legal action
//!                             rewards        n numbers: 1 if the move has won, -1 if it has lost
//!                             terminated, truncated, to_move
//! ```
//!
//! Every game draws from a random stream of its own, so that what happens in it does not depend on the
//! batch that it is in. The games are stepped by typed code; who calls pays for one dispatch.

mod arrays;
mod spread;
mod step;
mod truth;
mod typed;

use quintet_rules::Player;
use quintet_solver::Budget;

use crate::{AnyOracle, AnyPosition};

pub use arrays::Arrays;
pub(crate) use typed::Batch;

/// How a batch is made.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many games.
    pub games: usize,
    /// Whose random streams are drawn from.
    pub seed: u64,
    /// Who begins each game; drawn if it is `None`.
    pub first: Option<Player>,
    /// A game that has had so many plies is cut off; never, if it is `None`.
    pub limit: Option<u32>,
    /// Whether a game that has ended begins anew at once. Else it stays as it is until it is
    /// [reset](AnyBatch::reset), and its one action is [`NO_ACTION`].
    pub autoreset: bool,
}

/// What is done in a game that has ended.
pub const NO_ACTION: i32 = -1;

/// Where a batch writes what is to be seen. Each slice has room for all games.
#[derive(Debug)]
pub struct Outputs<'a> {
    /// The planes of each game, a byte a cell.
    pub observations: &'a mut [u8],
    /// A byte for each action of each game: 1 if it is legal.
    pub masks: &'a mut [u8],
    /// For the player who made the move.
    pub rewards: &'a mut [f32],
    /// Whether the game has been won.
    pub terminated: &'a mut [bool],
    /// Whether the game has been cut off.
    pub truncated: &'a mut [bool],
    /// The player to move, 1 or 2.
    pub to_move: &'a mut [u8],
}

/// An action that cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, action {action}: {sentence}")]
pub struct IllegalAction {
    /// The first game whose action is illegal, counted from 0.
    pub game: usize,
    /// The action.
    pub action: i32,
    /// Why it cannot be taken.
    pub sentence: String,
}

/// Why a position cannot be put into a game of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlaceError {
    /// It is no position of the game at its size.
    #[error("it is a position of another game or size")]
    Foreign,
    /// A game that has ended does not stay in a batch with automatic reset.
    #[error("the game is over there; with automatic reset every game of a batch goes on")]
    Over,
}

/// How far a game of a batch has come, besides its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunState {
    /// Plies since the game began, or since a position was put into it.
    pub plies: u64,
    /// The seed of what is left of its random stream.
    pub stream: u64,
}

/// A batch of some game.
pub trait AnyBatch: Send + Sync {
    /// How many games there are.
    fn games(&self) -> usize;

    /// Takes one action in each game and writes what is to be seen then. If an action is illegal,
    /// nothing is changed or written.
    fn step(&mut self, actions: &[i32], out: &mut Outputs) -> Result<(), IllegalAction>;

    /// Takes the opponent's action in each game that has one, [`NO_ACTION`] meaning none, and makes what was
    /// written the view of the player who moved before: an opponent who wins makes them lose. If the
    /// game had ended before and begun anew, that stays to be seen. The actions must be legal.
    fn step_opponent(&mut self, actions: &[i32], out: &mut Outputs);

    /// Whether a game has come to its limit and waits for being reset.
    fn is_cut_off(&self, game: usize) -> bool;

    /// Begins games anew, all or those that are marked, and writes what is to be seen of them. Nothing is written of the
    /// others.
    fn reset(&mut self, which: Option<&[bool]>, out: &mut Outputs);

    /// Writes what is to be seen of a game that has not just been stepped.
    fn show(&self, game: usize, out: &mut Outputs);

    /// Draws a legal action in each game, each with the same probability; [`NO_ACTION`] in a game that
    /// has ended.
    fn sample(&mut self, actions: &mut [i32]);

    /// The position of a game.
    fn position(&self, game: usize) -> Box<dyn AnyPosition>;

    /// Puts a position into a game, which then has had no plies.
    fn place(&mut self, game: usize, position: &dyn AnyPosition) -> Result<(), PlaceError>;

    /// How far a game has come.
    fn run_state(&self, game: usize) -> RunState;

    /// Lets a game go on as if it had come so far.
    fn set_run_state(&mut self, game: usize, state: RunState);

    /// The value of each game for the player to move, as far as it is known within the budget. The
    /// oracle must be that of the game.
    fn values(&self, oracle: &dyn AnyOracle, budget: Budget) -> Vec<Option<quintet_solver::Value>>;

    /// Marks the best actions of each game, those that keep the value and the distance, by 1 in a byte
    /// for each action. Where a value is not known within the budget, none. The oracle must be that of
    /// the game.
    fn best_actions(&self, oracle: &dyn AnyOracle, budget: Budget, best: &mut [u8]);

    /// A copy of everything, to go on from here later.
    fn boxed(&self) -> Box<dyn AnyBatch>;
}

impl Outputs<'_> {
    /// Panics unless there is room for exactly so many games.
    fn check(&self, games: usize, observation: usize, actions: usize) {
        assert_eq!(self.observations.len(), games * observation);
        assert_eq!(self.masks.len(), games * actions);
        let lengths = [
            self.rewards.len(),
            self.terminated.len(),
            self.truncated.len(),
            self.to_move.len(),
        ];
        assert_eq!(lengths, [games; 4]);
    }
}
