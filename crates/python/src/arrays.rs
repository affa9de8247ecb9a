//! The `NumPy` arrays of a batch.

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quintet_games::Variant;
use quintet_games::batch::Outputs;

/// The arrays of a batch. They remain the same objects for the lifetime of the batch.
pub(crate) struct Arrays {
    pub(crate) observations: Py<PyArray4<u8>>,
    pub(crate) masks: Py<PyArray2<u8>>,
    pub(crate) rewards: Py<PyArray1<f32>>,
    pub(crate) terminated: Py<PyArray1<bool>>,
    pub(crate) truncated: Py<PyArray1<bool>>,
    pub(crate) to_move: Py<PyArray1<u8>>,
    /// `None` unless requested.
    pub(crate) final_observations: Option<Py<PyArray4<u8>>>,
    /// The length of each.
    elements: [usize; 7],
}

fn lengths(outputs: &Outputs) -> [usize; 7] {
    [
        outputs.observations.len(),
        outputs.masks.len(),
        outputs.rewards.len(),
        outputs.terminated.len(),
        outputs.truncated.len(),
        outputs.to_move.len(),
        outputs.final_observations.len(),
    ]
}

impl Arrays {
    pub(crate) fn new(
        py: Python<'_>,
        variant: &dyn Variant,
        games: usize,
        has_finals: bool,
    ) -> Self {
        let (planes, size) = (variant.planes().len(), variant.size());
        let cells = size.rows * size.columns;
        let [all_planes, all_actions] = [planes * cells, variant.actions()].map(|one| games * one);
        let shape = [games, planes, size.rows, size.columns];
        let finals = if has_finals { all_planes } else { 0 };
        Arrays {
            observations: PyArray4::zeros(py, shape, false).unbind(),
            final_observations: has_finals.then(|| PyArray4::zeros(py, shape, false).unbind()),
            masks: PyArray2::zeros(py, [games, variant.actions()], false).unbind(),
            rewards: PyArray1::zeros(py, games, false).unbind(),
            terminated: PyArray1::zeros(py, games, false).unbind(),
            truncated: PyArray1::zeros(py, games, false).unbind(),
            to_move: PyArray1::zeros(py, games, false).unbind(),
            elements: [all_planes, all_actions, games, games, games, games, finals],
        }
    }

    /// Lets `work` write to the arrays without the GIL. Fails before calling it if an array is read-only or was resized.
    pub(crate) fn write<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Outputs) -> T + Send,
    ) -> PyResult<T> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut terminated = self.terminated.bind(py).try_readwrite()?;
        let mut truncated = self.truncated.bind(py).try_readwrite()?;
        let mut to_move = self.to_move.bind(py).try_readwrite()?;
        let finals = self.final_observations.as_ref();
        let mut finals = finals
            .map(|array| array.bind(py).try_readwrite())
            .transpose()?;
        let final_observations = match &mut finals {
            Some(array) => array.as_slice_mut()?,
            None => &mut [],
        };
        let mut outputs = Outputs {
            final_observations,
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            to_move: to_move.as_slice_mut()?,
        };
        if self.elements != lengths(&outputs) {
            return Err(PyValueError::new_err(
                "an array of the batch has been resized",
            ));
        }
        Ok(py.detach(|| work(&mut outputs)))
    }

    /// Returns the results of the last step: reward, terminated and truncated for each game.
    pub(crate) fn results(&self, py: Python<'_>) -> Vec<(f32, bool, bool)> {
        let rewards = self.rewards.bind(py).to_owned_array();
        let terminated = self.terminated.bind(py).to_owned_array();
        let truncated = self.truncated.bind(py).to_owned_array();
        let results = rewards.iter().zip(&terminated).zip(&truncated);
        results
            .map(|((reward, terminated), truncated)| (*reward, *terminated, *truncated))
            .collect()
    }

    /// Restores the results of the last step.
    pub(crate) fn restore(&self, py: Python<'_>, results: &[(f32, bool, bool)]) -> PyResult<()> {
        self.write(py, |out| {
            for (game, (reward, terminated, truncated)) in results.iter().enumerate() {
                out.rewards[game] = *reward;
                out.terminated[game] = *terminated;
                out.truncated[game] = *truncated;
            }
        })
    }
}
