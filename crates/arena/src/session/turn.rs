//! A position as a front end shows it and takes a move in it.

use std::sync::OnceLock;

#[cfg(feature = "schema")]
use quintet_games::ValueDocument;
use quintet_games::{Analysis, AnyPosition, LegalMove, Scene, Token, serialize_value};
use quintet_solver::Value;
use serde::Serialize;

use crate::{sign, verdict};

/// A position with its legal moves, and what each touch of a cell leads to.
///
/// A person makes a move by touching cells, one after the other. Some moves can be touched in several
/// orders. Every question is about the cells that have been touched so far.
///
/// ```
/// use quintet_arena::{Step, Turn};
/// use quintet_games::Catalogue;
/// use quintet_rules::Player;
///
/// let game = Catalogue::STANDARD.find("matrix-isolation").expect("in the catalogue");
/// let turn = Turn::new(game.standard().start(Player::One));
/// // The piece on cell 0 can move right or down, to cell 1 or 4.
/// assert_eq!(turn.targets(&[]), [1, 4]);
/// assert!(matches!(turn.step(&[1]), Step::Part));
/// // The cell that it has left can be blocked.
/// assert!(matches!(turn.step(&[1, 0]), Step::Move(mv) if mv.text == "1 2 1 1"));
/// assert!(matches!(turn.step(&[15]), Step::Nothing));
/// ```
#[derive(Debug)]
pub struct Turn {
    position: Box<dyn AnyPosition>,
    scene: Scene,
    moves: Vec<LegalMove>,
    /// What is on each cell after each move, found when it is first asked for.
    after: Vec<OnceLock<Vec<Option<Token>>>>,
}

/// What the touched cells come to.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// They make this move.
    Move(&'a LegalMove),
    /// They are a part of a move: more cells must follow.
    Part,
    /// No legal move begins so.
    Nothing,
}

/// What would be on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Change {
    /// The cell by index.
    pub cell: usize,
    /// What would come there; `null` if what is there would go.
    #[cfg_attr(feature = "schema", schema(required))]
    pub token: Option<Token>,
}

/// The values to show once these cells have been touched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Notes {
    /// The cells, in the order in which they were touched.
    pub touched: Vec<usize>,
    /// The best value behind each cell that can be touched next.
    pub cells: Vec<NotedCell>,
}

/// The value to show on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NotedCell {
    /// The cell by index.
    pub cell: usize,
    /// The best value behind it.
    #[serde(flatten, serialize_with = "serialize_value")]
    #[cfg_attr(feature = "schema", schema(value_type = ValueDocument))]
    pub value: Option<Value>,
    /// As a sign: `+5`, `-4`, `+`, `-`, `=` or `?`.
    pub sign: String,
    /// In words: `wins in 5`, `loses in 4`, `endless` or `unsolved`.
    pub words: String,
}

impl Turn {
    /// The turn of the player to move in a position.
    pub fn new(position: Box<dyn AnyPosition>) -> Self {
        let moves = position.moves();
        Turn {
            scene: position.scene(),
            after: moves.iter().map(|_| OnceLock::new()).collect(),
            moves,
            position,
        }
    }

    /// The position.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// The position as data to be drawn.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Consumes the turn and returns its scene.
    pub fn into_scene(self) -> Scene {
        self.scene
    }

    /// Every legal move, in the order of the game.
    pub fn moves(&self) -> &[LegalMove] {
        &self.moves
    }

    /// The ways to go on from the touched cells: the number of a move, and the cells that are left to
    /// touch for it.
    fn ways<'a>(&'a self, touched: &'a [usize]) -> impl Iterator<Item = (usize, &'a [usize])> {
        let numbered = self.moves.iter().enumerate();
        numbered.flat_map(move |(number, mv)| {
            let rest = |way: &'a Vec<usize>| way.strip_prefix(touched);
            mv.touches
                .iter()
                .filter_map(rest)
                .map(move |rest| (number, rest))
        })
    }

    /// The cells that can be touched next, in ascending order.
    pub fn targets(&self, touched: &[usize]) -> Vec<usize> {
        let next = |(_, rest): (usize, &[usize])| rest.first().copied();
        let mut targets: Vec<usize> = self.ways(touched).filter_map(next).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// What the touched cells come to.
    pub fn step(&self, touched: &[usize]) -> Step<'_> {
        // By the contract of every game, touches that make a move are not part of another.
        match self.ways(touched).next() {
            Some((number, [])) => Step::Move(&self.moves[number]),
            Some(_) => Step::Part,
            None => Step::Nothing,
        }
    }

    /// What to touch next, in words. Empty if nothing can follow.
    pub fn instruction(&self, touched: &[usize]) -> &'static str {
        let steps = self.position.instructions().steps;
        match self.step(touched) {
            Step::Part => steps.get(touched.len()).copied().unwrap_or_default(),
            Step::Move(_) | Step::Nothing => "",
        }
    }

    /// Why no legal move begins with the touched cells, in the voice of the rule book.
    pub fn why_not(&self, touched: &[usize]) -> String {
        match self.position.why_not(touched) {
            Some(objection) => objection.sentence,
            None => self.position.instructions().how_to_move,
        }
    }

    /// The best value behind each cell that can be touched next, in ascending order of the cells. None
    /// if no value is known at all.
    pub fn notes(&self, analysis: &Analysis, touched: &[usize]) -> Vec<NotedCell> {
        let mut notes: Vec<NotedCell> = Vec::new();
        if analysis.moves.iter().all(|mv| mv.value.is_none()) {
            return notes;
        }
        // Moves come best first, so the first that goes on with a cell is the best there.
        for known in &analysis.moves {
            let is_known = |(number, _): &(usize, _)| self.moves[*number].text == known.mv;
            for (_, rest) in self.ways(touched).filter(is_known) {
                if let Some(cell) = rest.first().copied()
                    && notes.iter().all(|note| note.cell != cell)
                {
                    notes.push(NotedCell {
                        cell,
                        value: known.value,
                        sign: sign(known.value),
                        words: verdict(known.value),
                    });
                }
            }
        }
        notes.sort_by_key(|note| note.cell);
        notes
    }

    /// The values on cells after every sequence of touches that needs another one.
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

    /// Whether a legal move uses up something of which its player has few.
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

    /// What certainly changes by the touched cells, whatever is touched after them. Nothing if they
    /// begin no move.
    pub fn preview(&self, touched: &[usize]) -> Vec<Change> {
        let mut numbers: Vec<usize> = self.ways(touched).map(|(number, _)| number).collect();
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
                    // Different things may come, but what is there goes in any case.
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
