//! The state of a batch as plain data, for `copy` and `pickle`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quintet_games::Variant;
use quintet_games::batch::{AnyBatch, RunState};
use quintet_rules::Wyrand;

use crate::levels::LevelStreams;
use crate::refused;

/// The state of a batch beyond its constructor arguments.
#[derive(FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct State {
    /// One string per game.
    positions: Vec<String>,
    plies: Vec<u64>,
    streams: Vec<u64>,
    /// The streams of both players, if a level has played.
    level_streams: Option<(Vec<u64>, Vec<u64>)>,
    /// The results of the last step.
    pub(crate) results: Vec<(f32, bool, bool)>,
}

impl State {
    pub(crate) fn of(
        games: &dyn AnyBatch,
        level_streams: Option<&LevelStreams>,
        results: Vec<(f32, bool, bool)>,
    ) -> Self {
        let all = || 0..games.games();
        let rests = |streams: &[Wyrand]| streams.iter().map(Wyrand::rest).collect();
        State {
            positions: all().map(|game| games.position(game).text()).collect(),
            plies: all().map(|game| games.run_state(game).plies).collect(),
            streams: all().map(|game| games.run_state(game).stream).collect(),
            level_streams: level_streams.map(|LevelStreams([one, two])| (rests(one), rests(two))),
            results,
        }
    }

    /// Restores the state into new games, and returns the random streams of the levels.
    pub(crate) fn restore(
        &self,
        variant: &'static dyn Variant,
        games: &mut dyn AnyBatch,
    ) -> PyResult<Option<LevelStreams>> {
        let count = games.games();
        let mut lengths = vec![
            self.positions.len(),
            self.plies.len(),
            self.streams.len(),
            self.results.len(),
        ];
        if let Some((one, two)) = &self.level_streams {
            lengths.extend([one.len(), two.len()]);
        }
        if lengths.iter().any(|length| *length != count) {
            return Err(PyValueError::new_err(format!(
                "this is not the state of {count} games"
            )));
        }
        for (game, text) in self.positions.iter().enumerate() {
            let position = quintet_api::position(variant, text).map_err(refused)?;
            let placed = games.place(game, &*position);
            placed.map_err(|error| PyValueError::new_err(error.to_string()))?;
            let run_state = RunState {
                plies: self.plies[game],
                stream: self.streams[game],
            };
            games.set_run_state(game, run_state);
        }
        let streams =
            |rests: &[u64]| -> Vec<_> { rests.iter().map(|rest| Wyrand::new(*rest)).collect() };
        let level_streams = self.level_streams.as_ref();
        Ok(level_streams.map(|(one, two)| LevelStreams([streams(one), streams(two)])))
    }
}
