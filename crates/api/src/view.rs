//! Positions with everything that a front end shows.

use quintet_arena::{Change, Step, Turn, to_move};
use quintet_games::{AnyPosition, Instructions, Scene};
use quintet_rules::Player;
use serde::Serialize;

use crate::sentence;

/// A position with everything that a front end needs to show it and enter a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The id of the game.
    pub game: &'static str,
    /// Board size, such as `4x4`.
    pub size: String,
    /// The position in text form.
    pub position: String,
    /// The player to move; in a finished position, the player whose turn would be next.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub to_move: u8,
    /// True if the game is over.
    pub over: bool,
    /// The winner, if the game is over.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub winner: Option<u8>,
    /// The rule book's names of the players, Player 1 first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub names: [&'static str; 2],
    /// Whose turn it is, in words; `null` if the game is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub next: Option<String>,
    /// The rule book's prompt for the player to move.
    pub prompt: String,
    /// How to enter a move.
    pub how: String,
    /// Instructions for the touches of a move, in order.
    pub steps: &'static [&'static str],
    /// Each player's remaining supply, such as `3 barriers`; `null` in games without one.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub left: [Option<String>; 2],
    /// How the game ended, if it is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub ending: Option<String>,
    /// The position in words, for screen readers.
    pub sentence: String,
    /// The board to draw.
    pub scene: Scene,
    /// The cells that decided the game, by index; empty unless the game is over.
    pub winning: Vec<usize>,
    /// Every legal move; `null` for the earlier positions of a replay.
    #[cfg_attr(feature = "schema", schema(required))]
    pub moves: Option<Vec<MoveDocument>>,
    /// Every sequence of touches that begins or makes a legal move; `null` for the earlier positions of a replay.
    #[cfg_attr(feature = "schema", schema(required))]
    pub touch: Option<Vec<TouchDocument>>,
}

/// A legal move and its touches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Move))]
pub struct MoveDocument {
    /// The move as the rule book writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The cells to touch, in the usual order.
    pub touches: Vec<usize>,
}

/// The effect of touching some cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Touch))]
pub struct TouchDocument {
    /// The touched cells, in order.
    pub touched: Vec<usize>,
    /// The completed move, if any.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The next instruction; absent for a completed move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction: Option<&'static str>,
    /// The cells that can be touched next; empty for a completed move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<usize>,
    /// True if the move uses up part of a limited supply, such as a barrier.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub spends: bool,
    /// Changes that all moves with these touches have in common.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub preview: Vec<Change>,
}

impl View {
    /// Returns the view of a position.
    pub fn of(position: &dyn AnyPosition) -> Self {
        let turn = Turn::new(position.boxed());
        let mv = |listed: &quintet_games::LegalMove| MoveDocument {
            mv: listed.text.clone(),
            touches: listed.touches.first().cloned().unwrap_or_default(),
        };
        View {
            moves: Some(turn.moves().iter().map(mv).collect()),
            touch: Some(touches(&turn)),
            ..View::without_moves(position)
        }
    }

    /// Returns the view of a position without its legal moves.
    pub(crate) fn without_moves(position: &dyn AnyPosition) -> Self {
        let variant = position.variant();
        let scene = position.scene();
        let winner = position.outcome().map(|outcome| outcome.winner.number());
        let sentence = sentence::of(position, &scene);
        let Instructions {
            prompt,
            how_to_move,
            steps,
            left,
        } = position.instructions();
        let (ending, winning) = match position.ending() {
            Some(ending) => (Some(ending.sentence), ending.cells),
            None => (None, Vec::new()),
        };
        View {
            game: variant.id(),
            size: variant.size().to_string(),
            position: position.text(),
            to_move: position.to_move().number(),
            over: winner.is_some(),
            winner,
            names: Player::BOTH.map(|player| variant.name(player)),
            next: to_move(position),
            prompt,
            how: how_to_move,
            steps,
            left: [left.one, left.two],
            ending,
            sentence,
            scene,
            winning,
            moves: None,
            touch: None,
        }
    }
}

/// Returns every sequence of touches that begins or makes a legal move.
fn touches(turn: &Turn) -> Vec<TouchDocument> {
    let mut documents = Vec::new();
    let mut waiting = vec![Vec::new()];
    while let Some(touched) = waiting.pop() {
        let targets = turn.targets(&touched);
        let mv = match turn.step(&touched) {
            Step::Move(listed) => Some(listed.text.clone()),
            Step::Part => None,
            Step::Nothing => continue,
        };
        let further = |cell: &usize| [touched.as_slice(), &[*cell]].concat();
        waiting.extend(targets.iter().rev().map(further));
        documents.push(TouchDocument {
            instruction: mv.is_none().then(|| turn.instruction(&touched)),
            preview: turn.preview(&touched),
            spends: mv.as_deref().is_some_and(|mv| turn.spends(mv)),
            mv,
            targets,
            touched,
        });
    }
    documents
}
