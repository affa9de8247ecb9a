//! A turn: the legal moves and how to enter them by touching cells.

use std::sync::OnceLock;

#[cfg(feature = "schema")]
use quintet_games::ValueDocument;
use quintet_games::{Analysis, AnyPosition, LegalMove, Scene, Token, serialize_value};
use quintet_solver::Value;
use serde::Serialize;

use crate::{sign, verdict};

/// A position with its legal moves and the touches that enter them.
///
/// A person enters a move by touching cells one after the other. Some moves can be entered in several orders. The methods
/// take the cells that have already been touched.
///
/// ```
/// use quintet_arena::{Step, Turn};
/// use quintet_games::Catalogue;
/// use quintet_rules::Player;
///
/// let game = Catalogue::STANDARD.find("matrix-isolation").expect("in the catalogue");
/// let turn = Turn::new(game.standard().start(Player::One));
/// // The piece on cell 0 can move right to cell 1 or down to cell 4.
/// assert_eq!(turn.targets(&[]), [1, 4]);
/// assert!(matches!(turn.step(&[1]), Step::Part));
/// // The cell that it left can be blocked.
/// assert!(matches!(turn.step(&[1, 0]), Step::Move(mv) if mv.text == "1 2 1 1"));
/// assert!(matches!(turn.step(&[15]), Step::Nothing));
/// ```
#[derive(Debug)]
pub struct Turn {
    position: Box<dyn AnyPosition>,
    scene: Scene,
    moves: Vec<LegalMove>,
    /// The tokens on all cells after each move, computed on demand.
    after: Vec<OnceLock<Vec<Option<Token>>>>,
}

/// The result of touching some cells.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// The touches complete this move.
    Move(&'a LegalMove),
    /// The touches begin a move.
    Part,
    /// No legal move begins with these touches.
    Nothing,
}

/// A change to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Change {
    /// The cell by index.
    pub cell: usize,
    /// The new token; `null` if the cell becomes empty.
    #[cfg_attr(feature = "schema", schema(required))]
    pub token: Option<Token>,
}

/// The values to show after touching some cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Notes {
    /// The touched cells, in order.
    pub touched: Vec<usize>,
    /// The best value for each cell that can be touched next.
    pub cells: Vec<NotedCell>,
}

/// The value to show on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NotedCell {
    /// The cell by index.
    pub cell: usize,
    /// The best value of a move that continues with this cell.
    #[serde(flatten, serialize_with = "serialize_value")]
    #[cfg_attr(feature = "schema", schema(value_type = ValueDocument))]
    pub value: Option<Value>,
    /// The value as a sign, with the number of the player's own moves: `+3`, `-2`, `+`, `-`, `=` or `?`.
    pub sign: String,
    /// The value in words: `wins in 3`, `loses in 2`, `endless` or `unsolved`.
    pub words: String,
}

impl Turn {
    /// Returns the turn of a position.
    pub fn new(position: Box<dyn AnyPosition>) -> Self {
        let moves = position.moves();
        Turn {
            scene: position.scene(),
            after: moves.iter().map(|_| OnceLock::new()).collect(),
            moves,
            position,
        }
    }

    /// Returns the position in which the move is entered.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// Returns the scene to draw.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Converts the turn into its scene.
    pub fn into_scene(self) -> Scene {
        self.scene
    }

    /// Returns every legal move, in the order of the game.
    pub fn moves(&self) -> &[LegalMove] {
        &self.moves
    }

    /// Returns the moves that begin with the touched cells: the index of each and the remaining touches.
    fn continuations<'a>(
        &'a self,
        touched: &'a [usize],
    ) -> impl Iterator<Item = (usize, &'a [usize])> {
        let numbered = self.moves.iter().enumerate();
        numbered.flat_map(move |(number, mv)| {
            let rest = |touches: &'a Vec<usize>| touches.strip_prefix(touched);
            mv.touches
                .iter()
                .filter_map(rest)
                .map(move |rest| (number, rest))
        })
    }

    /// Returns the cells that can be touched next, in ascending order.
    pub fn targets(&self, touched: &[usize]) -> Vec<usize> {
        let next = |(_, rest): (usize, &[usize])| rest.first().copied();
        let mut targets: Vec<usize> = self.continuations(touched).filter_map(next).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// Returns the result of touching these cells.
    pub fn step(&self, touched: &[usize]) -> Step<'_> {
        // The contract of every game: touches that complete a move do not begin another one.
        match self.continuations(touched).next() {
            Some((number, [])) => Step::Move(&self.moves[number]),
            Some(_) => Step::Part,
            None => Step::Nothing,
        }
    }

    /// Returns the next instruction; empty if the touches complete a move or no legal move begins with them.
    pub fn instruction(&self, touched: &[usize]) -> &'static str {
        let steps = self.position.instructions().steps;
        match self.step(touched) {
            Step::Part => steps.get(touched.len()).copied().unwrap_or_default(),
            Step::Move(_) | Step::Nothing => "",
        }
    }

    /// Returns the rule book's reason why no legal move begins with the touched cells.
    pub fn why_not(&self, touched: &[usize]) -> String {
        match self.position.why_not(touched) {
            Some(objection) => objection.sentence,
            None => self.position.instructions().how_to_move,
        }
    }

    /// Returns the best value for each cell that can be touched next, in ascending order of cells. Empty if all moves are
    /// unsolved.
    pub fn notes(&self, analysis: &Analysis, touched: &[usize]) -> Vec<NotedCell> {
        let mut notes: Vec<NotedCell> = Vec::new();
        if analysis.moves.iter().all(|mv| mv.value.is_none()) {
            return notes;
        }
        // The moves are sorted, so the first that continues with a cell is the best one.
        for solved in &analysis.moves {
            let is_same = |(number, _): &(usize, _)| self.moves[*number].text == solved.mv;
            for (_, rest) in self.continuations(touched).filter(is_same) {
                if let Some(cell) = rest.first().copied()
                    && notes.iter().all(|note| note.cell != cell)
                {
                    notes.push(NotedCell {
                        cell,
                        value: solved.value,
                        sign: sign(solved.value),
                        words: verdict(solved.value),
                    });
                }
            }
        }
        notes.sort_by_key(|note| note.cell);
        notes
    }

    /// Returns the values for every incomplete sequence of touches.
    pub fn all_notes(&self, analysis: &Analysis) -> Vec<Notes> {
        let mut all = Vec::new();
        let mut waiting = vec![Vec::new()];
        while let Some(touched) = waiting.pop() {
            let cells = self.notes(analysis, &touched);
            if cells.is_empty() {
                continue;
            }
            let further = |note: &NotedCell| [touched.as_slice(), &[note.cell]].concat();
            waiting.extend(cells.iter().rev().map(further));
            all.push(Notes { touched, cells });
        }
        all
    }

    /// True if a legal move uses up part of the player's limited supply.
    pub fn spends(&self, mv: &str) -> bool {
        let mover = usize::from(self.position.to_move().number()) - 1;
        let left = |scene: &Scene| scene.idea.stock.get(mover).map(|stock| stock.left);
        let Some(before) = left(&self.scene) else {
            return false;
        };
        let played = self.position.play(mv).ok();
        let after = played.and_then(|played| left(&played.position.scene()));
        after.is_some_and(|after| after < before)
    }

    /// Returns the changes that all moves with these touches have in common. Empty if no move begins with them.
    pub fn preview(&self, touched: &[usize]) -> Vec<Change> {
        let mut numbers: Vec<usize> = self
            .continuations(touched)
            .map(|(number, _)| number)
            .collect();
        numbers.dedup();
        let Some((first, others)) = numbers.split_first().filter(|_| !touched.is_empty()) else {
            return Vec::new();
        };
        let cells = self.scene.cells.iter().enumerate();
        cells
            .filter_map(|(cell, now)| {
                let token = self.token_after(*first, cell);
                let later = |number: &usize| self.token_after(*number, cell);
                let agree = others.iter().all(|number| later(number) == token);
                let goes =
                    token != now.token && others.iter().all(|number| later(number) != now.token);
                match (agree, goes) {
                    (true, true) => Some(Change { cell, token }),
                    // The moves differ, but all of them remove this token.
                    (false, true) if now.token.is_some() => Some(Change { cell, token: None }),
                    _ => None,
                }
            })
            .collect()
    }

    fn token_after(&self, number: usize, cell: usize) -> Option<Token> {
        let tokens = self.after[number].get_or_init(|| {
            let played = self.position.play(&self.moves[number].text);
            let scene = played.expect("a listed move is legal").position.scene();
            scene.cells.iter().map(|cell| cell.token).collect()
        });
        tokens[cell]
    }
}
