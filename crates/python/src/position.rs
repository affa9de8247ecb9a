//! Immutable positions.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use quintet_api::{AnalysisDocument, Analyze, Request, player};
use quintet_arena::Who;
use quintet_drawing::{Note, draw, light};
use quintet_games::AnyPosition;
use quintet_rules::Player;
use quintet_solver::Value;

use crate::{context, document, library, named, refused};

/// An immutable position.
#[pyclass(frozen, module = "quintet")]
pub(crate) struct Position(Box<dyn AnyPosition>);

impl Position {
    pub(crate) fn of(position: Box<dyn AnyPosition>) -> Self {
        Position(position)
    }

    pub(crate) fn get(&self) -> &dyn AnyPosition {
        &*self.0
    }

    /// Converts a move, given as a string or an action number, to a string.
    pub(crate) fn entry(&self, mv: &Bound<'_, PyAny>) -> PyResult<String> {
        if let Ok(text) = mv.extract::<String>() {
            return Ok(text);
        }
        // An array with one element, as policies return it.
        let is_array = mv.hasattr("item")? && mv.len().is_ok_and(|count| count == 1);
        let element = if is_array {
            mv.call_method0("item")?
        } else {
            mv.clone()
        };
        let number = match element.extract::<usize>() {
            Ok(number) => Some(number),
            // A number that does not fit into `usize`.
            Err(error) if error.is_instance_of::<PyOverflowError>(mv.py()) => None,
            Err(_) => {
                return Err(PyTypeError::new_err(
                    "a move must be a string or an action number",
                ));
            }
        };
        let count = self.0.variant().actions();
        let number = number.filter(|number| *number < count).ok_or_else(|| {
            let most = count - 1;
            PyValueError::new_err(format!("no such action: {mv}; expected 0 to {most}"))
        })?;
        self.0
            .data()
            .action_move(number)
            .ok_or_else(|| PyValueError::new_err(format!("action {number} leads off the grid")))
    }

    fn analyze(&self, py: Python<'_>, explain: bool) -> PyResult<AnalysisDocument> {
        let variant = self.0.variant();
        let question = Analyze {
            game: variant.id().to_owned(),
            size: Some(variant.size().to_string()),
            position: Some(self.0.text()),
            moves: None,
            explain,
            quick: false,
        };
        let answer = py.detach(|| question.respond(&context()));
        answer.map_err(refused)
    }

    /// Returns the player to move or the winner, and the tokens in hand.
    fn caption(&self) -> Vec<String> {
        let name = |player| self.0.variant().name(player);
        let mut lines = vec![match self.0.outcome() {
            Some(outcome) => format!("{} won", name(outcome.winner)),
            None => format!("{} to move", name(self.0.to_move())),
        }];
        let stock = self.0.scene().idea.stock;
        let each = Player::BOTH.into_iter().zip(&stock);
        let each = each.map(|(player, stock)| {
            format!(
                "{}: {} of {} {}",
                name(player),
                stock.left,
                stock.of,
                stock.token.text
            )
        });
        if !stock.is_empty() {
            lines.push(each.collect::<Vec<_>>().join(", "));
        }
        lines
    }

    fn explained<'py>(&self, py: Python<'py>, explain: bool) -> PyResult<Bound<'py, PyAny>> {
        document(py, &self.analyze(py, explain)?)
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, size=None, text=None, *, first=None))]
    fn new(
        game: &str,
        size: Option<&str>,
        text: Option<&str>,
        first: Option<u8>,
    ) -> PyResult<Self> {
        let variant = named(game, size)?;
        match (text, first) {
            (Some(_), Some(_)) => Err(PyValueError::new_err(
                "first cannot be used with text, which includes the player to move",
            )),
            (Some(text), None) => quintet_api::position(variant, text)
                .map(Position)
                .map_err(refused),
            (None, first) => {
                let first = player(first.unwrap_or(1)).map_err(refused)?;
                Ok(Position(variant.start(first)))
            }
        }
    }

    #[getter]
    fn longest(&self) -> Option<u32> {
        self.0.variant().longest()
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.0.variant().id()
    }

    #[getter]
    fn size(&self) -> String {
        self.0.variant().size().to_string()
    }

    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    #[getter]
    fn to_move(&self) -> u8 {
        self.0.to_move().number()
    }

    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.outcome().map(|outcome| outcome.winner.number())
    }

    #[getter]
    fn over(&self) -> bool {
        self.0.outcome().is_some()
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.moves().into_iter().map(|mv| mv.text).collect()
    }

    #[getter]
    fn actions(&self) -> Vec<usize> {
        self.0.data().legal_actions().iter().collect()
    }

    /// Returns the position after a move, given as a string or an action number.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        let played = self.0.play(&self.entry(r#move)?);
        let played = played.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Position(played.position))
    }

    /// Returns the action number of a legal move.
    fn action(&self, r#move: &str) -> PyResult<usize> {
        let action = self.0.data().action(r#move);
        action.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Returns the legal move with an action number.
    fn r#move(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let played = self.0.play(&self.entry(action)?);
        Ok(played
            .map_err(|error| PyValueError::new_err(error.to_string()))?
            .mv)
    }

    /// Returns the planes as seen by a player, by default the player to move.
    #[pyo3(signature = (player=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<u8>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let viewer = match player {
            Some(number) => quintet_api::player(number).map_err(refused)?,
            None => self.0.to_move(),
        };
        let (variant, size) = (self.0.variant(), self.0.variant().size());
        let shape = [variant.planes().len(), size.rows, size.columns];
        let array = PyArray3::zeros(py, shape, false);
        self.0
            .data()
            .observe(viewer, array.try_readwrite()?.as_slice_mut()?);
        Ok(array)
    }

    /// Returns 1 for each legal action.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let legal = self.0.data().legal_actions();
        let mask = (0..self.0.variant().actions()).map(|action| u8::from(legal.contains(action)));
        PyArray1::from_iter(py, mask)
    }

    /// Returns the rule book's drawing.
    fn draw(&self) -> String {
        self.0.drawing()
    }

    /// Returns the exact value for the player to move, and the distance.
    fn value(&self, py: Python<'_>) -> (&'static str, Option<u8>) {
        let worth = py.detach(|| {
            let oracle = library().oracle(self.0.variant());
            oracle.value(&*self.0, Who::BUDGET)
        });
        (value_name(worth), worth.and_then(Value::distance))
    }

    /// Returns the value of the position and of every move; with `explain` also the reason and best play.
    #[pyo3(signature = (*, explain=false))]
    fn analysis<'py>(&self, py: Python<'py>, explain: bool) -> PyResult<Bound<'py, PyAny>> {
        self.explained(py, explain)
    }

    /// Returns best play.
    fn line(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| {
            let oracle = library().oracle(self.0.variant());
            oracle.line(&*self.0, Who::BUDGET)
        })
    }

    /// Returns the reason for the value.
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.explained(py, true)?.get_item("reason")
    }

    fn __repr__(&self) -> String {
        let (variant, text) = (self.0.variant(), self.0.text());
        format!(
            "Position('{}', '{}', '{text}')",
            variant.id(),
            variant.size()
        )
    }

    fn __str__(&self) -> String {
        self.0.drawing()
    }

    /// Returns the board with the values of its moves as SVG, for notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let analysis = self.analyze(py, true)?;
        let first = analysis.notes.iter().flatten();
        let first = first.filter(|notes| notes.touched.is_empty());
        let notes: Vec<_> = first
            .flat_map(|notes| &notes.cells)
            .map(|noted| Note {
                cell: noted.cell,
                text: noted.sign.clone(),
                color: match noted.sign.chars().next() {
                    Some('+') => light::WIN,
                    Some('-') => light::LOSS,
                    _ => light::NONE,
                },
            })
            .collect();
        let variant = self.0.variant();
        let title = format!("{} {}", variant.id(), self.0.text());
        let drawing = draw(&self.0.scene(), &notes).with_caption(&self.caption());
        Ok(drawing.svg(&title))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| {
            let (mine, theirs) = (&self.0, &other.get().0);
            let (a, b) = (mine.variant(), theirs.variant());
            a.id() == b.id() && a.size() == b.size() && mine.text() == theirs.text()
        })
    }

    fn __hash__(&self) -> u64 {
        let variant = self.0.variant();
        let mut hasher = DefaultHasher::new();
        (variant.id(), variant.size().to_string(), self.0.text()).hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let position = slf.get();
        let arguments = (position.game(), position.size(), position.text());
        (slf.get_type(), arguments).into_pyobject(slf.py())
    }
}

/// Returns the image of each cell and of each action under each symmetry of a game, the identity first.
#[pyfunction]
#[pyo3(signature = (game, *, size=None))]
pub(crate) fn symmetries<'py>(
    py: Python<'py>,
    game: &str,
    size: Option<&str>,
) -> PyResult<Vec<[Bound<'py, PyArray1<isize>>; 2]>> {
    let symmetries = named(game, size)?.symmetries().into_iter();
    let array = |map: Vec<usize>| PyArray1::from_iter(py, map.into_iter().map(usize::cast_signed));
    Ok(symmetries
        .map(|one| [array(one.cells), array(one.actions)])
        .collect())
}

/// Returns `win`, `loss`, `endless` or `unsolved`.
pub(crate) const fn value_name(worth: Option<Value>) -> &'static str {
    match worth {
        Some(Value::Win(_)) => "win",
        Some(Value::Loss(_)) => "loss",
        Some(Value::Endless) => "endless",
        None => "unsolved",
    }
}
