//! Many games of one kind at once, stepped by action numbers.
//!
//! ```text
//!     actions -->  step  -->  observations   n x planes x rows x columns bytes, as seen by the player to move
//!                             masks          n x actions bytes, 1 for a legal action
//!                             rewards        n numbers: 1 if the move has won, -1 if it has lost
//!                             terminated, truncated, to_move
//! ```
//!
//! Every game has its own random stream, so what happens in it does not depend on the rest of the batch. The games are
//! stepped by typed code: a caller pays for one dispatch.

mod arrays;
mod spread;
mod step;
mod typed;

use quintet_rules::Player;
use quintet_solver::{Budget, Value};

use crate::{AnyOracle, AnyPosition};

pub use arrays::Arrays;
pub(crate) use typed::Batch;

/// The settings of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The number of games.
    pub games: usize,
    /// The seed of the random streams.
    pub seed: u64,
    /// The first player of each game; random if it is `None`.
    pub first: Option<Player>,
    /// The number of plies after which a game is truncated; unlimited if it is `None`.
    pub limit: Option<u32>,
    /// Restarts a game as soon as it ends. Otherwise a finished game stays as it is until it is
    /// [reset](AnyBatch::reset), and accepts only [`NO_ACTION`].
    pub autoreset: bool,
    /// The number of threads of a step. More than one pays off with tens of thousands of games.
    pub threads: usize,
}

/// The only action in a game that has ended.
pub const NO_ACTION: i32 = -1;

/// Output buffers of a batch, each with room for all games.
#[derive(Debug)]
pub struct Outputs<'a> {
    /// The planes of each game, one byte per cell.
    pub observations: &'a mut [u8],
    /// One byte per action of each game: 1 if it is legal.
    pub masks: &'a mut [u8],
    /// The reward of the player who made the move.
    pub rewards: &'a mut [f32],
    /// True if the game has been won.
    pub terminated: &'a mut [bool],
    /// True if the game has reached its limit.
    pub truncated: &'a mut [bool],
    /// The player to move, 1 or 2.
    pub to_move: &'a mut [u8],
    /// The planes of the last position of each game that has ended and restarted; those of other games are not written.
    /// May be empty.
    pub final_observations: &'a mut [u8],
}

/// Error for an illegal action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, action {action}: {sentence}")]
pub struct IllegalAction {
    /// The first game with an illegal action, counted from 0.
    pub game: usize,
    /// The rejected action number.
    pub action: i32,
    /// The reason.
    pub sentence: String,
}

/// Error for a position that cannot be placed in a game of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlaceError {
    /// The position belongs to another game or size.
    #[error("the position belongs to another game or size")]
    Foreign,
    /// The position is finished, and the batch restarts finished games.
    #[error("the position is finished; a batch with automatic reset accepts only unfinished ones")]
    Over,
}

/// The state of a game in a batch, apart from its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunState {
    /// Plies since the game began, or since a position was placed in it.
    pub plies: u64,
    /// The seed of the rest of its random stream.
    pub stream: u64,
}

/// A batch of any game.
pub trait AnyBatch: Send + Sync {
    /// Returns the number of games.
    fn games(&self) -> usize;

    /// Takes one action in each game and writes the outputs. If an action is illegal, nothing is changed or written.
    fn step(&mut self, actions: &[i32], out: &mut Outputs) -> Result<(), IllegalAction>;

    /// Takes the opponent's action in each game, or none for [`NO_ACTION`]. `out` must hold the outputs of the step before;
    /// they become those of the player who made that step, who loses if the opponent wins. If the game ended with that
    /// step and restarted, its reward and flags stay. Panics if an action is illegal.
    fn step_opponent(&mut self, actions: &[i32], out: &mut Outputs);

    /// Tests whether a game has reached its limit and waits for a reset.
    fn is_cut_off(&self, game: usize) -> bool;

    /// Tests whether a game is unfinished and this player is to move.
    fn is_turn_of(&self, game: usize, player: Player) -> bool;

    /// Restarts all games or the selected ones, and writes their outputs. The outputs of other games are not changed.
    fn reset(&mut self, which: Option<&[bool]>, out: &mut Outputs);

    /// Writes the outputs of a game without a step.
    fn show(&self, game: usize, out: &mut Outputs);

    /// Draws a uniformly random legal action in each game; [`NO_ACTION`] in a game that has ended.
    fn sample(&mut self, actions: &mut [i32]);

    /// Returns the position of a game.
    fn position(&self, game: usize) -> Box<dyn AnyPosition>;

    /// Places a position in a game and sets its plies to zero.
    fn place(&mut self, game: usize, position: &dyn AnyPosition) -> Result<(), PlaceError>;

    /// Returns the state of a game, apart from its position.
    fn run_state(&self, game: usize) -> RunState;

    /// Restores the state of a game, apart from its position.
    fn set_run_state(&mut self, game: usize, state: RunState);

    /// Returns the value of each game for the player to move; `None` is unsolved. Panics if the oracle belongs to another
    /// game or size.
    fn values(&self, oracle: &dyn AnyOracle, budget: Budget) -> Vec<Option<Value>>;

    /// Writes one byte per action of each game: 1 for the actions that preserve the value and the distance. All are 0 if the
    /// budget is too small to find them. Panics if the oracle belongs to another game or size.
    fn best_actions(&self, oracle: &dyn AnyOracle, budget: Budget, best: &mut [u8]);

    /// Writes the value of every action of each game for the player who takes it: `None` for an illegal action, `Some(None)`
    /// for an unsolved one. Panics if the oracle belongs to another game or size.
    fn action_values(
        &self,
        oracle: &dyn AnyOracle,
        budget: Budget,
        values: &mut [Option<Option<Value>>],
    );

    /// Copies the batch.
    fn boxed(&self) -> Box<dyn AnyBatch>;
}

impl Outputs<'_> {
    /// Panics unless every buffer has room for exactly `games` games.
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
        let finals = self.final_observations.len();
        assert!(finals == 0 || finals == games * observation);
    }

    /// Splits the buffers before a game, given the number of bytes of an observation and of actions.
    fn split_at(&mut self, game: usize, observation: usize, actions: usize) -> [Outputs<'_>; 2] {
        let bytes = game * observation;
        let finals = bytes.min(self.final_observations.len());
        let observations = self.observations.split_at_mut(bytes);
        let masks = self.masks.split_at_mut(game * actions);
        let rewards = self.rewards.split_at_mut(game);
        let terminated = self.terminated.split_at_mut(game);
        let truncated = self.truncated.split_at_mut(game);
        let to_move = self.to_move.split_at_mut(game);
        let final_observations = self.final_observations.split_at_mut(finals);
        let before = Outputs {
            observations: observations.0,
            masks: masks.0,
            rewards: rewards.0,
            terminated: terminated.0,
            truncated: truncated.0,
            to_move: to_move.0,
            final_observations: final_observations.0,
        };
        let after = Outputs {
            observations: observations.1,
            masks: masks.1,
            rewards: rewards.1,
            terminated: terminated.1,
            truncated: truncated.1,
            to_move: to_move.1,
            final_observations: final_observations.1,
        };
        [before, after]
    }
}
