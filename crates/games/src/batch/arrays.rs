//! Output buffers for callers that have no arrays of their own.

use super::Outputs;
use crate::Variant;

/// Owned [`Outputs`].
#[derive(Clone, Debug)]
pub struct Arrays {
    /// See [`Outputs::observations`].
    pub observations: Vec<u8>,
    /// See [`Outputs::masks`].
    pub masks: Vec<u8>,
    /// See [`Outputs::rewards`].
    pub rewards: Vec<f32>,
    /// See [`Outputs::terminated`].
    pub terminated: Vec<bool>,
    /// See [`Outputs::truncated`].
    pub truncated: Vec<bool>,
    /// See [`Outputs::to_move`].
    pub to_move: Vec<u8>,
    /// See [`Outputs::final_observations`]. Empty unless allocated.
    pub final_observations: Vec<u8>,
}

impl Arrays {
    /// Allocates buffers for `games` games.
    pub fn new(variant: &dyn Variant, games: usize) -> Self {
        let cells = variant.size().rows * variant.size().columns;
        Arrays {
            observations: vec![0; games * variant.planes().len() * cells],
            masks: vec![0; games * variant.actions()],
            rewards: vec![0.0; games],
            terminated: vec![false; games],
            truncated: vec![false; games],
            to_move: vec![0; games],
            final_observations: Vec::new(),
        }
    }

    /// Borrows the buffers.
    pub fn outputs(&mut self) -> Outputs<'_> {
        Outputs {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            to_move: &mut self.to_move,
            final_observations: &mut self.final_observations,
        }
    }
}
