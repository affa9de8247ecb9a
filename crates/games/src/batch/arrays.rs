//! What a batch writes, for callers that have no arrays of their own.

use super::Outputs;
use crate::Variant;

/// Room for what a batch writes.
#[derive(Clone, Debug)]
pub struct Arrays {
    /// The planes of each game, a byte a cell.
    pub observations: Vec<u8>,
    /// A byte for each action of each game.
    pub masks: Vec<u8>,
    /// For the player who made the move.
    pub rewards: Vec<f32>,
    /// Whether the game has been won.
    pub terminated: Vec<bool>,
    /// Whether the game has been cut off.
    pub truncated: Vec<bool>,
    /// The player to move, 1 or 2.
    pub to_move: Vec<u8>,
}

impl Arrays {
    /// Room for so many games.
    pub fn new(variant: &dyn Variant, games: usize) -> Self {
        let cells = variant.size().rows * variant.size().columns;
        Arrays {
            observations: vec![0; games * variant.planes().len() * cells],
            masks: vec![0; games * variant.actions()],
            rewards: vec![0.0; games],
            terminated: vec![false; games],
            truncated: vec![false; games],
            to_move: vec![0; games],
        }
    }

    /// Where a batch writes.
    pub fn outputs(&mut self) -> Outputs<'_> {
        Outputs {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            to_move: &mut self.to_move,
        }
    }
}
