//! Batches of games with `NumPy` arrays.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{
    Element, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;
use quintet_arena::Who;
use quintet_games::Variant;
use quintet_games::batch::{AnyBatch, NO_ACTION, PlaceError, RunState, Settings};
use quintet_rules::{Player, Wyrand};
use quintet_solver::Value;

use crate::arrays::Arrays;
use crate::batch_state::State;
use crate::levels::{LevelStreams, level};
use crate::position::Position;
use crate::{named, quick_oracle};

/// The value of an unsolved position.
const UNSOLVED: i8 = -128;

/// The value of an illegal action.
pub(crate) const ILLEGAL: i8 = -127;

/// A batch of games. Several threads can use it; they take turns.
#[pyclass(frozen, module = "quintet")]
pub(crate) struct Batch {
    variant: &'static dyn Variant,
    count: usize,
    arrays: Arrays,
    state: Mutex<Inner>,
}

/// The games of a batch.
struct Inner {
    settings: Settings,
    /// `None` after `close`.
    games: Option<Box<dyn AnyBatch>>,
    /// Created when a level first plays.
    level_streams: Option<LevelStreams>,
}

/// The values of all games and their distances.
type Values<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i16>>);

/// The values of all actions and their distances.
type ActionValues<'py> = (Bound<'py, PyArray2<i8>>, Bound<'py, PyArray2<i16>>);

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
        return Err(unsuitable(
            given,
            what,
            &T::get_dtype(given.py()).to_string(),
        ));
    };
    check_length(array.len(), games, what)?;
    Ok(array)
}

/// Returns the error for an argument that is not an array of the wanted kind.
fn unsuitable(given: &Bound<'_, PyAny>, what: &str, wanted: &str) -> PyErr {
    let found = given.getattr("dtype").and_then(|dtype| {
        let dimensions = given.getattr("ndim")?;
        Ok(format!("{dtype} of {dimensions} dimensions"))
    });
    let found = found.or_else(|_| given.get_type().name().map(|name| name.to_string()));
    let found = found.unwrap_or_default();
    PyTypeError::new_err(format!(
        "{what}: found {found}; expected a one-dimensional array of {wanted}"
    ))
}

fn check_length(found: usize, games: usize, what: &str) -> PyResult<()> {
    if found == games {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "found {found} {what}; expected one for each of {games} games"
    )))
}

/// Converts a sequence, or an array of any integer type and library, to `int32`.
fn converted<'py>(given: &Bound<'py, PyAny>, games: usize) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let numpy = given.py().import("numpy")?;
    // Some libraries only export their memory.
    let is_foreign = given.hasattr("__dlpack__")? && !given.hasattr("__array__")?;
    let convert = if is_foreign { "from_dlpack" } else { "asarray" };
    let array = numpy.call_method1(convert, (given,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if !["i", "u"].contains(&&*kind) || dimensions != 1 {
        return Err(unsuitable(&array, "actions", "integers"));
    }
    check_length(array.len()?, games, "actions")?;
    // A number that does not fit is not an action, and must not become one.
    let bounded = numpy.call_method1("clip", (array, i32::MIN + 1, i32::MAX))?;
    let narrow = bounded.call_method1("astype", ("int32",))?;
    Ok(narrow.cast_into()?)
}

/// Calls `use_actions` with the actions as a slice, copied only if necessary.
fn with_actions<T>(
    given: &Bound<'_, PyAny>,
    games: usize,
    use_actions: impl FnOnce(&[i32]) -> PyResult<T>,
) -> PyResult<T> {
    let array = match given.cast::<PyArray1<i32>>() {
        Ok(array) => array.clone(),
        Err(_) => converted(given, games)?,
    };
    check_length(array.len(), games, "actions")?;
    let array: PyReadonlyArray1<'_, i32> = array.try_readonly()?;
    match array.as_slice() {
        Ok(slice) => use_actions(slice),
        Err(_) => use_actions(&array.as_array().to_vec()),
    }
}

impl Inner {
    fn all(&self) -> PyResult<&dyn AnyBatch> {
        self.games.as_deref().ok_or_else(closed)
    }

    fn all_mut(&mut self) -> PyResult<&mut Box<dyn AnyBatch>> {
        self.games.as_mut().ok_or_else(closed)
    }

    /// Chooses the level's action in every unfinished game in which it is to move.
    fn level_actions(
        &mut self,
        py: Python<'_>,
        variant: &'static dyn Variant,
        who: &Who,
        player: Player,
    ) -> PyResult<Vec<i32>> {
        let games = self.games.as_deref().ok_or_else(closed)?;
        let settings = self.settings;
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
                "Player {player} begins every game and the limit is 1 ply, so the other player never moves"
            )));
        }
        Ok(())
    }
}

impl Batch {
    /// Waits until no other thread uses the games.
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Inner> {
        let locked = self.state.lock_py_attached(py);
        locked.unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks the index of a game.
    fn number(&self, game: i64) -> PyResult<usize> {
        let number = usize::try_from(game).ok();
        let number = number.filter(|number| *number < self.count);
        number.ok_or_else(|| {
            let last = self.count - 1;
            PyIndexError::new_err(format!("no such game: {game}; expected 0 to {last}"))
        })
    }

    /// Updates the arrays of some games without a step.
    fn show(&self, py: Python<'_>, games: &dyn AnyBatch, shown: Range<usize>) -> PyResult<()> {
        self.arrays
            .write(py, |out| shown.for_each(|game| games.show(game, out)))
    }

    fn step_in(
        &self,
        py: Python<'_>,
        state: &mut Inner,
        actions: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let games = state.all_mut()?;
        with_actions(actions, self.count, |actions| {
            let stepped = self.arrays.write(py, |out| games.step(actions, out))?;
            stepped.map_err(|error| PyValueError::new_err(error.to_string()))
        })
    }

    fn step_level_in(
        &self,
        py: Python<'_>,
        state: &mut Inner,
        who: &Who,
        player: Player,
    ) -> PyResult<()> {
        state.check_turns(player)?;
        // After an automatic reset it may be the level's turn again.
        loop {
            let actions = state.level_actions(py, self.variant, who, player)?;
            if actions.iter().all(|action| *action == NO_ACTION) {
                return Ok(());
            }
            let games = state.all_mut()?;
            self.arrays
                .write(py, |out| games.step_opponent(&actions, out))?;
        }
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(
        signature = (
            game, games, *, size=None, seed=0, first=None, limit=None, autoreset=true, final_observations=false, threads=1
        ),
        text_signature = "(game, games, *, size=None, seed=0, first=1, limit=None, autoreset=True, \
                          final_observations=False, threads=1)"
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
        final_observations: bool,
        threads: i64,
    ) -> PyResult<Self> {
        /// Far below the limit for array lengths.
        const MOST: i64 = 1 << 24;
        let variant = named(game, size)?;
        if !(1..=MOST).contains(&games) {
            return Err(PyValueError::new_err(format!(
                "found {games} games; expected 1 to {MOST}"
            )));
        }
        let threads = usize::try_from(threads)
            .ok()
            .filter(|threads| (1..=1024).contains(threads));
        let threads =
            threads.ok_or_else(|| PyValueError::new_err("threads must be between 1 and 1024"))?;
        if let Some(limit) = limit.filter(|limit| *limit < 1) {
            return Err(PyValueError::new_err(format!(
                "found a limit of {limit} plies; expected at least 1"
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
            threads,
        };
        let batch = Batch {
            variant,
            count: games,
            arrays: Arrays::new(py, variant, games, final_observations),
            state: Mutex::new(Inner {
                settings,
                games: Some(variant.batch(&settings)),
                level_streams: None,
            }),
        };
        batch.show(py, batch.lock(py).all()?, 0..games)?;
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
    fn num_actions(&self) -> usize {
        self.variant.actions()
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

    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let numbers = self.arrays.to_move.bind(py).readonly();
        PyArray1::from_iter(py, numbers.as_array().iter().map(|number| number - 1))
    }

    #[getter]
    fn final_observations(&self, py: Python<'_>) -> Option<Py<PyArray4<u8>>> {
        let kept = self.arrays.final_observations.as_ref();
        kept.map(|array| array.clone_ref(py))
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        let (variant, games) = (self.variant, self.count);
        format!(
            "Batch('{}', {games}, size='{}')",
            variant.id(),
            variant.size()
        )
    }

    /// Plays an action in each game.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.step_in(py, &mut self.lock(py), actions)
    }

    /// Plays an action in every game for which it is not -1, as the reply to the player who moved before.
    fn reply(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut state = self.lock(py);
        let games = state.all_mut()?;
        with_actions(actions, self.count, |actions| {
            let is_legal = |(game, action): (usize, &i32)| {
                let legal = || games.position(game).data().legal_actions();
                let number = usize::try_from(*action);
                *action == NO_ACTION
                    || !games.is_cut_off(game)
                        && number.is_ok_and(|number| legal().contains(number))
            };
            let mut each = actions.iter().enumerate();
            if let Some((game, action)) = each.find(|one| !is_legal(*one)) {
                return Err(PyValueError::new_err(format!(
                    "game {game}, action {action}: it is illegal"
                )));
            }
            self.arrays
                .write(py, |out| games.step_opponent(actions, out))
        })
    }

    /// Resets all or the selected games. A list has a seed for each game, which begins its random stream.
    #[pyo3(signature = (which=None, *, seed=None))]
    fn reset(
        &self,
        py: Python<'_>,
        which: Option<&Bound<'_, PyAny>>,
        seed: Option<Seed>,
    ) -> PyResult<()> {
        let mut state = self.lock(py);
        state.all()?;
        // Fails before anything is changed if an array cannot be written.
        self.arrays.write(py, |_| ())?;
        let which = which
            .map(|which| one_a_game::<bool>(which, self.count, "marks"))
            .transpose()?;
        let which: Option<Vec<bool>> =
            which.map(|which| which.readonly().as_array().iter().copied().collect());
        match seed {
            None => {}
            Some(Seed::Each(seeds)) => {
                check_length(seeds.len(), self.count, "seeds")?;
                let Inner {
                    settings,
                    games,
                    level_streams,
                } = &mut *state;
                let games = games.as_mut().ok_or_else(closed)?;
                let streams = level_streams
                    .get_or_insert_with(|| LevelStreams::new(settings.seed, settings.games));
                for (game, seed) in seeds.into_iter().enumerate() {
                    if let Some(seed) = seed {
                        let stream = Wyrand::stream(seed, 0).rest();
                        games.set_run_state(game, RunState { plies: 0, stream });
                        streams.restart(game, seed);
                    }
                }
            }
            Some(Seed::All(seed)) => {
                // A new batch has new random streams.
                state.settings.seed = seed;
                let games = self.variant.batch(&state.settings);
                self.show(py, &*games, 0..self.count)?;
                state.games = Some(games);
                state.level_streams = None;
                return Ok(());
            }
        }
        let games = state.all_mut()?;
        self.arrays
            .write(py, |out| games.reset(which.as_deref(), out))
    }

    /// Returns uniformly random legal actions in a new array or in `out`.
    #[pyo3(signature = (out=None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let mut state = self.lock(py);
        let games = state.all_mut()?;
        let array = match out {
            Some(out) => one_a_game::<i32>(out, self.count, "actions")?.clone(),
            None => PyArray1::zeros(py, self.count, false),
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
        &self,
        py: Python<'py>,
        level: &str,
        player: u8,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let player = quintet_api::player(player).map_err(crate::refused)?;
        let who = self::level(level)?;
        let actions = self
            .lock(py)
            .level_actions(py, self.variant, &who, player)?;
        Ok(PyArray1::from_vec(py, actions))
    }

    /// Lets a level play in every game in which `player` is to move.
    #[pyo3(signature = (level, *, player=2))]
    fn step_level(&self, py: Python<'_>, level: &str, player: u8) -> PyResult<()> {
        let player = quintet_api::player(player).map_err(crate::refused)?;
        self.step_level_in(py, &mut self.lock(py), &self::level(level)?, player)
    }

    /// Plays an action in each game and the level's reply.
    #[pyo3(signature = (actions, level, *, player=1))]
    fn step_against(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        level: &str,
        player: u8,
    ) -> PyResult<()> {
        let learner = quintet_api::player(player).map_err(crate::refused)?;
        let who = self::level(level)?;
        let mut state = self.lock(py);
        state.check_turns(learner.other())?;
        let games = state.all()?;
        let waits = |game: &usize| games.is_turn_of(*game, learner.other());
        if let Some(game) = (0..self.count).find(waits) {
            return Err(PyValueError::new_err(format!(
                "game {game}: it is the level's turn; call step_level(level) first"
            )));
        }
        self.step_in(py, &mut state, actions)?;
        self.step_level_in(py, &mut state, &who, learner.other())
    }

    /// Returns the value of each game for the player to move, and the distance.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Values<'py>> {
        let state = self.lock(py);
        let games = state.all()?;
        let values = py.detach(|| games.values(&*quick_oracle(self.variant), Who::BUDGET));
        let kinds = values.iter().map(|value| kind(*value));
        let plies = values.iter().map(|value| plies(*value));
        Ok((
            PyArray1::from_iter(py, kinds),
            PyArray1::from_iter(py, plies),
        ))
    }

    /// Returns the value of each action for the player who takes it, and the distance.
    fn action_values<'py>(&self, py: Python<'py>) -> PyResult<ActionValues<'py>> {
        let state = self.lock(py);
        let games = state.all()?;
        let shape = [self.count, self.variant.actions()];
        let mut values = vec![None; shape[0] * shape[1]];
        py.detach(|| {
            games.action_values(&*quick_oracle(self.variant), Who::BUDGET, &mut values);
        });
        let kinds = values.iter().map(|value| value.map_or(ILLEGAL, kind));
        let distances = values.iter().map(|value| plies(value.flatten()));
        Ok((
            PyArray1::from_iter(py, kinds).reshape(shape)?,
            PyArray1::from_iter(py, distances).reshape(shape)?,
        ))
    }

    /// Returns 1 for every action that preserves value and distance.
    fn best_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let state = self.lock(py);
        let games = state.all()?;
        let mut best = vec![0; self.count * self.variant.actions()];
        py.detach(|| games.best_actions(&*quick_oracle(self.variant), Who::BUDGET, &mut best));
        PyArray1::from_vec(py, best).reshape([self.count, self.variant.actions()])
    }

    /// Returns the position of a game.
    fn position(&self, py: Python<'_>, game: i64) -> PyResult<Position> {
        Ok(Position::of(
            self.lock(py).all()?.position(self.number(game)?),
        ))
    }

    /// Replaces the position of a game.
    fn place(&self, py: Python<'_>, game: i64, position: &Position) -> PyResult<()> {
        let game = self.number(game)?;
        let mut state = self.lock(py);
        let games = state.all_mut()?;
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
            threads,
        } = self.lock(py).settings;
        let keywords = PyDict::new(py);
        keywords.set_item("size", self.size())?;
        keywords.set_item("seed", seed)?;
        match first {
            Some(first) => keywords.set_item("first", first.number())?,
            None => keywords.set_item("first", "random")?,
        }
        keywords.set_item("limit", limit)?;
        keywords.set_item("autoreset", autoreset)?;
        keywords.set_item(
            "final_observations",
            self.arrays.final_observations.is_some(),
        )?;
        keywords.set_item("threads", threads)?;
        Ok(((self.game(), games), keywords))
    }

    /// Returns the state of all games, for `copy` and `pickle`.
    fn __getstate__(&self, py: Python<'_>) -> PyResult<State> {
        let state = self.lock(py);
        Ok(State::of(
            state.all()?,
            state.level_streams.as_ref(),
            self.arrays.results(py),
        ))
    }

    fn __setstate__(&self, py: Python<'_>, state: State) -> PyResult<()> {
        let mut mine = self.lock(py);
        let games = mine.all_mut()?;
        let level_streams = state.restore(self.variant, &mut **games)?;
        self.show(py, &**games, 0..self.count)?;
        mine.level_streams = level_streams;
        self.arrays.restore(py, &state.results)
    }

    /// Frees the games. The arrays remain valid.
    fn close(&self, py: Python<'_>) {
        let mut state = self.lock(py);
        state.games = None;
        state.level_streams = None;
    }
}

/// A seed for all games or for each.
#[derive(FromPyObject)]
enum Seed {
    All(u64),
    Each(Vec<Option<u64>>),
}

pub(crate) fn kind(value: Option<Value>) -> i8 {
    value.map_or(UNSOLVED, Value::kind)
}

pub(crate) fn plies(value: Option<Value>) -> i16 {
    value.and_then(Value::distance).map_or(-1, i16::from)
}
