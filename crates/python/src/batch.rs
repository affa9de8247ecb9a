//! Many games at once, whose arrays are `NumPy`'s.

use std::sync::{Arc, Mutex, PoisonError};

use numpy::{
    PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use quintet_arena::{Chooser, Dice, OracleSource, Who};
use quintet_games::Variant;
use quintet_games::batch::{AnyBatch, NO_ACTION, Outputs, Settings};
use quintet_rules::Player;
use quintet_solver::Value;

use crate::position::Position;
use crate::{library, named};

/// Stands for a value that is not known.
const UNSOLVED: i8 = -128;

/// Many games of one kind, stepped at once.
#[pyclass(module = "quintet")]
pub(crate) struct Batch {
    variant: &'static dyn Variant,
    settings: Settings,
    /// `None` after the batch has been closed.
    games: Option<Box<dyn AnyBatch>>,
    arrays: Arrays,
    /// The level that plays against the actions.
    opponents: Option<Opponents>,
}

/// A level and its choosers, one a game.
struct Opponents {
    who: Who,
    choosers: Mutex<Vec<Box<dyn Chooser>>>,
}

/// The values of all games, and the plies to their ends.
type Values<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i16>>);

/// The arrays that a batch writes into. They are the same objects for as long as the batch lives.
struct Arrays {
    observations: Py<PyArray4<u8>>,
    masks: Py<PyArray2<u8>>,
    rewards: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    to_move: Py<PyArray1<u8>>,
}

impl Arrays {
    fn new(py: Python<'_>, variant: &dyn Variant, games: usize) -> Self {
        let (planes, size) = (variant.planes().len(), variant.size());
        Arrays {
            observations: PyArray4::zeros(py, [games, planes, size.rows, size.columns], false)
                .unbind(),
            masks: PyArray2::zeros(py, [games, variant.actions()], false).unbind(),
            rewards: PyArray1::zeros(py, games, false).unbind(),
            terminated: PyArray1::zeros(py, games, false).unbind(),
            truncated: PyArray1::zeros(py, games, false).unbind(),
            to_move: PyArray1::zeros(py, games, false).unbind(),
        }
    }

    /// Lets `work` write into the arrays while other threads run. An array that was made read-only is an
    /// error.
    fn write<T: Send>(
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
        let mut outputs = Outputs {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            to_move: to_move.as_slice_mut()?,
        };
        Ok(py.detach(|| work(&mut outputs)))
    }
}

fn closed() -> PyErr {
    PyValueError::new_err("the batch is closed")
}

/// The actions of a step: a contiguous array, or a copy of one that is not.
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

    /// An array of one action a game, as `NumPy` made it.
    fn actions<'py>(&self, given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i32>> {
        let games = self.settings.games;
        let Ok(array) = given.cast::<PyArray1<i32>>() else {
            let found = given.getattr("dtype").map_or_else(
                |_| given.get_type().name().map(|name| name.to_string()),
                |dtype| {
                    let dimensions = given.getattr("ndim")?;
                    Ok(format!("{dtype} of {dimensions} dimensions"))
                },
            )?;
            return Err(PyTypeError::new_err(format!(
                "actions are {found}; wanted a one-dimensional array of int32"
            )));
        };
        if array.len() != games {
            let found = array.len();
            return Err(PyValueError::new_err(format!(
                "found {found} actions; wanted one for each of {games} games"
            )));
        }
        Ok(array.try_readonly()?)
    }

    /// The level's action in every unfinished game in which it is to move.
    fn level_actions(&mut self, py: Python<'_>, level: &str, player: Player) -> PyResult<Vec<i32>> {
        let who: Who = level
            .parse()
            .map_err(|error: quintet_arena::UnknownPlayer| {
                PyValueError::new_err(error.to_string())
            })?;
        if who == Who::Human {
            return Err(PyValueError::new_err("a person cannot play in a batch"));
        }
        let variant = self.variant;
        if self
            .opponents
            .as_ref()
            .is_none_or(|opponents| opponents.who != who)
        {
            let source: OracleSource = Arc::new(move || library().oracle(variant));
            let chooser =
                |game| who.chooser(Dice::for_game(self.settings.seed, game, player), &source);
            let choosers = (0..self.settings.games as u64).map(chooser);
            let choosers = choosers.map(|chooser| chooser.expect("a level chooses"));
            let choosers = Mutex::new(choosers.collect());
            self.opponents = Some(Opponents { who, choosers });
        }
        let games = self.games.as_deref().ok_or_else(closed)?;
        let opponents = self.opponents.as_mut().expect("made above");
        let choosers = opponents
            .choosers
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(py.detach(|| {
            let choose = |(game, chooser): (usize, &mut Box<dyn Chooser>)| {
                let position = games.position(game);
                if position.outcome().is_some()
                    || position.to_move() != player
                    || games.is_cut_off(game)
                {
                    return NO_ACTION;
                }
                let mv = chooser.choose(&*position);
                let action = position.action(&mv).expect("a level chooses legal moves");
                i32::try_from(action).expect("there are few actions")
            };
            choosers.iter_mut().enumerate().map(choose).collect()
        }))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, games, *, size=None, seed=0, first=None, limit=None, autoreset=true))]
    #[expect(
        clippy::too_many_arguments,
        reason = "each has a name where it is called"
    )]
    fn new(
        py: Python<'_>,
        game: &str,
        games: usize,
        size: Option<&str>,
        seed: u64,
        first: Option<&Bound<'_, PyAny>>,
        limit: Option<u32>,
        autoreset: bool,
    ) -> PyResult<Self> {
        /// Enough for any machine, and far from overflowing a length.
        const MOST: usize = 1 << 24;
        let variant = named(game, size)?;
        if !(1..=MOST).contains(&games) {
            return Err(PyValueError::new_err(format!(
                "found {games} games; wanted 1 to {MOST}"
            )));
        }
        if limit == Some(0) {
            return Err(PyValueError::new_err(
                "a limit of 0 plies leaves nothing to play",
            ));
        }
        let first = match first {
            None => Some(Player::One),
            Some(first) => match (first.extract::<u8>(), first.extract::<String>().as_deref()) {
                (Ok(1), _) => Some(Player::One),
                (Ok(2), _) => Some(Player::Two),
                (_, Ok("random")) => None,
                _ => return Err(PyValueError::new_err("who begins is 1, 2 or \"random\"")),
            },
        };
        let settings = Settings {
            games,
            seed,
            first,
            limit,
            autoreset,
        };
        let mut batch = Batch {
            variant,
            settings,
            games: Some(variant.batch(&settings)),
            arrays: Arrays::new(py, variant, games),
            opponents: None,
        };
        let games = batch.games.as_mut().expect("just made");
        batch.arrays.write(py, |out| {
            games.reset(Some(&vec![false; settings.games]), out);
        })?;
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

    /// Takes an action in each game.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let given = self.actions(actions)?;
        let (mut copy, arrays) = (Vec::new(), &self.arrays);
        let actions = self::actions(&given, &mut copy);
        let games = self.games.as_mut().ok_or_else(closed)?;
        let stepped = arrays.write(py, |out| games.step(actions, out))?;
        stepped.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Begins games anew: all, or those that are marked.
    #[pyo3(signature = (which=None, *, seed=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        which: Option<PyReadonlyArray1<'_, bool>>,
        seed: Option<u64>,
    ) -> PyResult<()> {
        self.games()?;
        let which: Option<Vec<bool>> =
            which.map(|which| which.as_array().iter().copied().collect());
        if which
            .as_ref()
            .is_some_and(|which| which.len() != self.settings.games)
        {
            let games = self.settings.games;
            return Err(PyValueError::new_err(format!(
                "wanted a mark for each of {games} games"
            )));
        }
        if let Some(seed) = seed {
            self.settings.seed = seed;
            self.opponents = None;
            self.games = Some(self.variant.batch(&self.settings));
        }
        let games = self.games.as_mut().ok_or_else(closed)?;
        // New streams begin new games by themselves.
        let none = seed.map(|_| vec![false; self.settings.games]);
        let which = none.or(which);
        self.arrays
            .write(py, |out| games.reset(which.as_deref(), out))
    }

    /// Uniformly random legal actions, in a new array or in `out`.
    #[pyo3(signature = (out=None))]
    fn sample<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<i32>>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let count = self.settings.games;
        let games = self.games.as_mut().ok_or_else(closed)?;
        let array = out.unwrap_or_else(|| PyArray1::zeros(py, count, false));
        if array.len() != count {
            let found = array.len();
            return Err(PyValueError::new_err(format!(
                "found room for {found} actions; wanted {count}"
            )));
        }
        let mut writable: PyReadwriteArray1<'_, i32> = array.try_readwrite()?;
        let actions = writable.as_slice_mut()?;
        py.detach(|| games.sample(actions));
        drop(writable);
        Ok(array)
    }

    /// The action of a level in every game in which `player` is to move; -1 in the others.
    #[pyo3(signature = (level, *, player=2))]
    fn choose<'py>(
        &mut self,
        py: Python<'py>,
        level: &str,
        player: u8,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let player = quintet_ask::player(player).map_err(crate::refused)?;
        Ok(PyArray1::from_vec(
            py,
            self.level_actions(py, level, player)?,
        ))
    }

    /// Lets a level play in every game in which `player` is to move.
    #[pyo3(signature = (level, *, player=2))]
    fn step_level(&mut self, py: Python<'_>, level: &str, player: u8) -> PyResult<()> {
        let player = quintet_ask::player(player).map_err(crate::refused)?;
        // A game that the level ends is begun anew, and it may be the level's turn again.
        loop {
            let actions = self.level_actions(py, level, player)?;
            if actions.iter().all(|action| *action == NO_ACTION) {
                return Ok(());
            }
            let games = self.games.as_mut().ok_or_else(closed)?;
            self.arrays
                .write(py, |out| games.step_opponent(&actions, out))?;
        }
    }

    /// Takes an action in each game and lets a level answer it.
    #[pyo3(signature = (actions, level, *, player=1))]
    fn step_against(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        level: &str,
        player: u8,
    ) -> PyResult<()> {
        let learner = quintet_ask::player(player).map_err(crate::refused)?;
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

    /// The value of each game for the player to move, and the plies to the end.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Values<'py>> {
        let games = self.games()?;
        let values = py.detach(|| games.values(&*library().oracle(self.variant), Who::BUDGET));
        let kinds = values.iter().map(|value| match value {
            Some(Value::Win(_)) => 1,
            Some(Value::Endless) => 0,
            Some(Value::Loss(_)) => -1,
            None => UNSOLVED,
        });
        let plies = values
            .iter()
            .map(|value| value.and_then(Value::distance).map_or(-1, i16::from));
        Ok((
            PyArray1::from_iter(py, kinds),
            PyArray1::from_iter(py, plies),
        ))
    }

    /// 1 for every action that keeps value and distance.
    fn best_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let games = self.games()?;
        let mut best = vec![0; self.settings.games * self.variant.actions()];
        py.detach(|| games.best_actions(&*library().oracle(self.variant), Who::BUDGET, &mut best));
        PyArray1::from_vec(py, best).reshape([self.settings.games, self.variant.actions()])
    }

    /// The position of a game.
    fn position(&self, game: usize) -> PyResult<Position> {
        if game >= self.settings.games {
            return Err(PyIndexError::new_err("there are not so many games"));
        }
        Ok(Position::of(self.games()?.position(game)))
    }

    /// Puts a position into a game.
    fn place(&mut self, py: Python<'_>, game: usize, position: &Position) -> PyResult<()> {
        if game >= self.settings.games {
            return Err(PyIndexError::new_err("there are not so many games"));
        }
        let games = self.games.as_mut().ok_or_else(closed)?;
        if !games.place(game, position.get()) {
            let wanted = format!("wanted a position of {:?}", self.variant);
            return Err(PyValueError::new_err(wanted));
        }
        let none = vec![false; self.settings.games];
        self.arrays.write(py, |out| games.reset(Some(&none), out))
    }

    /// Frees the games. The arrays stay as they are.
    fn close(&mut self) {
        self.games = None;
        self.opponents = None;
    }
}
