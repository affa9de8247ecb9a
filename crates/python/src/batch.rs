//! Batches of games with `NumPy` arrays.

use std::ops::Range;

use numpy::{
    Element, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quintet_arena::Who;
use quintet_games::Variant;
use quintet_games::batch::{AnyBatch, NO_ACTION, PlaceError, Settings};
use quintet_rules::Player;
use quintet_solver::Value;

use crate::arrays::Arrays;
use crate::batch_state::State;
use crate::levels::{LevelStreams, level};
use crate::position::Position;
use crate::{library, named};

/// The value of an unsolved position.
const UNSOLVED: i8 = -128;

/// A batch of games.
#[pyclass(module = "quintet")]
pub(crate) struct Batch {
    variant: &'static dyn Variant,
    settings: Settings,
    /// `None` after `close`.
    games: Option<Box<dyn AnyBatch>>,
    arrays: Arrays,
    /// Created when a level first plays.
    level_streams: Option<LevelStreams>,
}

/// The values of all games and their distances.
type Values<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i16>>);

fn closed() -> PyErr {
    PyValueError::new_err("the batch is closed")
}

/// Checks that an argument is an array with one element per game.
fn one_a_game<'a, 'py, T: Element>(
    given: &'a Bound<'py, PyAny>,
    games: usize,
    what: &str,
) -> PyResult<&'a Bound<'py, PyArray1<T>>> {
    let Ok(array) = given.cast::<PyArray1<T>>() else {
        let found = given.getattr("dtype").map_or_else(
            |_| given.get_type().name().map(|name| name.to_string()),
            |dtype| {
                let dimensions = given.getattr("ndim")?;
                Ok(format!("{dtype} of {dimensions} dimensions"))
            },
        )?;
        let wanted = T::get_dtype(given.py());
        return Err(PyTypeError::new_err(format!(
            "{what}: found {found}; wanted a one-dimensional array of {wanted}"
        )));
    };
    if array.len() != games {
        let found = array.len();
        return Err(PyValueError::new_err(format!(
            "found {found} {what}; wanted one for each of {games} games"
        )));
    }
    Ok(array)
}

/// Returns the actions as a slice, copied only if the array is not contiguous.
fn actions<'a>(array: &'a PyReadonlyArray1<'_, i32>, copy: &'a mut Vec<i32>) -> &'a [i32] {
    if let Ok(slice) = array.as_slice() {
        return slice;
    }
    copy.extend(array.as_array().iter());
    copy
}

impl Batch {
    fn games(&self) -> PyResult<&dyn AnyBatch> {
        self.games.as_deref().ok_or_else(closed)
    }

    /// Checks the index of a game.
    fn number(&self, game: i64) -> PyResult<usize> {
        let number = usize::try_from(game).ok();
        let number = number.filter(|number| *number < self.settings.games);
        number.ok_or_else(|| {
            let last = self.settings.games - 1;
            PyIndexError::new_err(format!("no such game: {game}; wanted 0 to {last}"))
        })
    }

    /// Chooses the level's action in every unfinished game in which it is to move.
    fn level_actions(&mut self, py: Python<'_>, who: &Who, player: Player) -> PyResult<Vec<i32>> {
        let games = self.games.as_deref().ok_or_else(closed)?;
        let (variant, settings) = (self.variant, self.settings);
        let streams = self
            .level_streams
            .get_or_insert_with(|| LevelStreams::new(settings.seed, settings.games));
        Ok(py.detach(|| streams.actions(who, variant, games, player)))
    }

    /// Checks that a level is not always to move again after an automatic reset.
    fn check_turns(&self, player: Player) -> PyResult<()> {
        let Settings {
            first,
            limit,
            autoreset,
            ..
        } = self.settings;
        if autoreset && limit == Some(1) && first == Some(player) {
            return Err(PyValueError::new_err(format!(
                "{player} begins every game and the limit is 1 ply, so the other player never moves"
            )));
        }
        Ok(())
    }

    /// Updates the arrays of some games without a step.
    fn show(&self, py: Python<'_>, shown: Range<usize>) -> PyResult<()> {
        let games = self.games()?;
        self.arrays
            .write(py, |out| shown.for_each(|game| games.show(game, out)))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(
        signature = (game, games, *, size=None, seed=0, first=None, limit=None, autoreset=true),
        text_signature = "(game, games, *, size=None, seed=0, first=1, limit=None, autoreset=True)"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "all but two are keyword arguments"
    )]
    fn new(
        py: Python<'_>,
        game: &str,
        games: i64,
        size: Option<&str>,
        seed: u64,
        first: Option<&Bound<'_, PyAny>>,
        limit: Option<i64>,
        autoreset: bool,
    ) -> PyResult<Self> {
        /// Far below the limit for array lengths.
        const MOST: i64 = 1 << 24;
        let variant = named(game, size)?;
        if !(1..=MOST).contains(&games) {
            return Err(PyValueError::new_err(format!(
                "found {games} games; wanted 1 to {MOST}"
            )));
        }
        if let Some(limit) = limit.filter(|limit| *limit < 1) {
            return Err(PyValueError::new_err(format!(
                "found a limit of {limit} plies; wanted at least 1"
            )));
        }
        let games = usize::try_from(games).expect("checked above");
        // A limit that cannot be reached has no effect.
        let limit = limit.and_then(|limit| u32::try_from(limit).ok());
        let first = match first {
            None => Some(Player::One),
            Some(first) => match (first.extract::<u8>(), first.extract::<String>().as_deref()) {
                (Ok(1), _) => Some(Player::One),
                (Ok(2), _) => Some(Player::Two),
                (_, Ok("random")) => None,
                _ => return Err(PyValueError::new_err("first must be 1, 2 or \"random\"")),
            },
        };
        let settings = Settings {
            games,
            seed,
            first,
            limit,
            autoreset,
        };
        let batch = Batch {
            variant,
            settings,
            games: Some(variant.batch(&settings)),
            arrays: Arrays::new(py, variant, games),
            level_streams: None,
        };
        batch.show(py, 0..games)?;
        Ok(batch)
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.variant.id()
    }

    #[getter]
    fn size(&self) -> String {
        self.variant.size().to_string()
    }

    #[getter]
    fn actions_count(&self) -> usize {
        self.variant.actions()
    }

    #[getter]
    fn planes(&self) -> Vec<&'static str> {
        self.variant.planes().to_vec()
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray4<u8>> {
        self.arrays.observations.clone_ref(py)
    }

    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.arrays.masks.clone_ref(py)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray1<f32>> {
        self.arrays.rewards.clone_ref(py)
    }

    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.terminated.clone_ref(py)
    }

    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.truncated.clone_ref(py)
    }

    #[getter]
    fn to_move(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
        self.arrays.to_move.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.settings.games
    }

    fn __repr__(&self) -> String {
        let (variant, games) = (self.variant, self.settings.games);
        format!(
            "Batch('{}', {games}, size='{}')",
            variant.id(),
            variant.size()
        )
    }

    /// Plays an action in each game.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let given = one_a_game::<i32>(actions, self.settings.games, "actions")?.try_readonly()?;
        let (mut copy, arrays) = (Vec::new(), &self.arrays);
        let actions = self::actions(&given, &mut copy);
        let games = self.games.as_mut().ok_or_else(closed)?;
        let stepped = arrays.write(py, |out| games.step(actions, out))?;
        stepped.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Resets all or the selected games.
    #[pyo3(signature = (which=None, *, seed=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        which: Option<&Bound<'_, PyAny>>,
        seed: Option<u64>,
    ) -> PyResult<()> {
        self.games()?;
        let count = self.settings.games;
        let which = which
            .map(|which| one_a_game::<bool>(which, count, "marks"))
            .transpose()?;
        let which: Option<Vec<bool>> =
            which.map(|which| which.readonly().as_array().iter().copied().collect());
        let Some(seed) = seed else {
            let games = self.games.as_mut().ok_or_else(closed)?;
            return self
                .arrays
                .write(py, |out| games.reset(which.as_deref(), out));
        };
        // A new batch has new random streams.
        let settings = Settings {
            seed,
            ..self.settings
        };
        let games = self.variant.batch(&settings);
        self.arrays
            .write(py, |out| (0..count).for_each(|game| games.show(game, out)))?;
        self.settings = settings;
        self.games = Some(games);
        self.level_streams = None;
        Ok(())
    }

    /// Returns uniformly random legal actions in a new array or in `out`.
    #[pyo3(signature = (out=None))]
    fn sample<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let count = self.settings.games;
        let games = self.games.as_mut().ok_or_else(closed)?;
        let array = match out {
            Some(out) => one_a_game::<i32>(out, count, "actions")?.clone(),
            None => PyArray1::zeros(py, count, false),
        };
        let mut writable: PyReadwriteArray1<'_, i32> = array.try_readwrite()?;
        let actions = writable.as_slice_mut()?;
        py.detach(|| games.sample(actions));
        drop(writable);
        Ok(array)
    }

    /// Returns the action of a level in every game in which `player` is to move, -1 in the others.
    #[pyo3(signature = (level, *, player=2))]
    fn choose<'py>(
        &mut self,
        py: Python<'py>,
        level: &str,
        player: u8,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let player = quintet_api::player(player).map_err(crate::refused)?;
        Ok(PyArray1::from_vec(
            py,
            self.level_actions(py, &self::level(level)?, player)?,
        ))
    }

    /// Lets a level play in every game in which `player` is to move.
    #[pyo3(signature = (level, *, player=2))]
    fn step_level(&mut self, py: Python<'_>, level: &str, player: u8) -> PyResult<()> {
        let player = quintet_api::player(player).map_err(crate::refused)?;
        let who = self::level(level)?;
        self.check_turns(player)?;
        // After an automatic reset it may be the level's turn again.
        loop {
            let actions = self.level_actions(py, &who, player)?;
            if actions.iter().all(|action| *action == NO_ACTION) {
                return Ok(());
            }
            let games = self.games.as_mut().ok_or_else(closed)?;
            self.arrays
                .write(py, |out| games.step_opponent(&actions, out))?;
        }
    }

    /// Plays an action in each game and the level's reply.
    #[pyo3(signature = (actions, level, *, player=1))]
    fn step_against(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        level: &str,
        player: u8,
    ) -> PyResult<()> {
        let learner = quintet_api::player(player).map_err(crate::refused)?;
        self::level(level)?;
        self.check_turns(learner.other())?;
        let games = self.games()?;
        let waits = |game: &usize| {
            let position = games.position(*game);
            position.to_move() != learner
                && position.outcome().is_none()
                && !games.is_cut_off(*game)
        };
        if let Some(game) = (0..self.settings.games).find(waits) {
            return Err(PyValueError::new_err(format!(
                "game {game}: it is the level's turn; call step_level(level) first"
            )));
        }
        self.step(py, actions)?;
        self.step_level(py, level, learner.other().number())
    }

    /// Returns the value of each game for the player to move, and the distance.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Values<'py>> {
        let games = self.games()?;
        let values = py.detach(|| games.values(&*library().oracle(self.variant), Who::BUDGET));
        let kinds = values
            .iter()
            .map(|value| value.map_or(UNSOLVED, Value::kind));
        let plies = values
            .iter()
            .map(|value| value.and_then(Value::distance).map_or(-1, i16::from));
        Ok((
            PyArray1::from_iter(py, kinds),
            PyArray1::from_iter(py, plies),
        ))
    }

    /// Returns 1 for every action that preserves value and distance.
    fn best_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let games = self.games()?;
        let mut best = vec![0; self.settings.games * self.variant.actions()];
        py.detach(|| games.best_actions(&*library().oracle(self.variant), Who::BUDGET, &mut best));
        PyArray1::from_vec(py, best).reshape([self.settings.games, self.variant.actions()])
    }

    /// Returns the position of a game.
    fn position(&self, game: i64) -> PyResult<Position> {
        let games = self.games()?;
        Ok(Position::of(games.position(self.number(game)?)))
    }

    /// Replaces the position of a game.
    fn place(&mut self, py: Python<'_>, game: i64, position: &Position) -> PyResult<()> {
        let game = self.number(game)?;
        let games = self.games.as_mut().ok_or_else(closed)?;
        let placed = self.arrays.write(py, |out| {
            games.place(game, position.get())?;
            games.show(game, out);
            Ok(())
        })?;
        placed.map_err(|error: PlaceError| PyValueError::new_err(error.to_string()))
    }

    /// Returns the constructor arguments, for `copy` and `pickle`.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((&'static str, usize), Bound<'py, PyDict>)> {
        let Settings {
            games,
            seed,
            first,
            limit,
            autoreset,
        } = self.settings;
        let keywords = PyDict::new(py);
        keywords.set_item("size", self.size())?;
        keywords.set_item("seed", seed)?;
        match first {
            Some(first) => keywords.set_item("first", first.number())?,
            None => keywords.set_item("first", "random")?,
        }
        keywords.set_item("limit", limit)?;
        keywords.set_item("autoreset", autoreset)?;
        Ok(((self.game(), games), keywords))
    }

    /// Returns the state of all games, for `copy` and `pickle`.
    fn __getstate__(&self, py: Python<'_>) -> PyResult<State> {
        Ok(State::of(
            self.games()?,
            self.level_streams.as_ref(),
            self.arrays.results(py),
        ))
    }

    fn __setstate__(&mut self, py: Python<'_>, state: State) -> PyResult<()> {
        let games = self.games.as_mut().ok_or_else(closed)?;
        self.level_streams = state.restore(self.variant, &mut **games)?;
        self.show(py, 0..self.settings.games)?;
        self.arrays.restore(py, &state.results)
    }

    /// Frees the games. The arrays remain valid.
    fn close(&mut self) {
        self.games = None;
        self.level_streams = None;
    }
}
