//! A position as front ends need it: all that is shown, said and touched.

use quintet_arena::{Change, Step, Turn, to_move};
use quintet_games::{AnyPosition, Instructions, Scene};
use quintet_rules::Player;
use serde::Serialize;

use crate::sentence;

/// A position, ready to be shown and to take a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The id of the game.
    pub game: &'static str,
    /// The board, such as `4x4`.
    pub size: String,
    /// The position as text.
    pub position: String,
    /// The player to move; in a finished position, the player who would have been next.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub to_move: u8,
    /// Whether the game is over.
    pub over: bool,
    /// Who has won, if the game is over.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub winner: Option<u8>,
    /// How the book calls the players, Player 1 first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub names: [&'static str; 2],
    /// Whose turn it is, in words; `null` if the game is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub next: Option<String>,
    /// The question to the player to move.
    pub prompt: String,
    /// What a move looks like here.
    pub how: String,
    /// What to touch for a move here: a sentence for each touch, in order.
    pub steps: &'static [&'static str],
    /// What each player has left to use, such as `3 barriers`; `null` if the game knows no such
    /// thing.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub left: [Option<String>; 2],
    /// How the game has ended, if it has.
    #[cfg_attr(feature = "schema", schema(required))]
    pub ending: Option<String>,
    /// The whole board in words, for those who do not see it.
    pub sentence: String,
    /// What is drawn.
    pub scene: Scene,
    /// The cells that decided the game, by index; empty unless it is over.
    pub winning: Vec<usize>,
    /// Every legal move; `null` in the middle of a replay.
    #[cfg_attr(feature = "schema", schema(required))]
    pub moves: Option<Vec<MoveDocument>>,
    /// What every touch leads to that begins or makes a legal move; `null` in the middle of a replay.
    #[cfg_attr(feature = "schema", schema(required))]
    pub touch: Option<Vec<TouchDocument>>,
}

/// A legal move and how it is made by hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Move))]
pub struct MoveDocument {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The cells that a person touches, in the usual order.
    pub touches: Vec<usize>,
}

/// What the cells touched so far lead to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Touch))]
pub struct TouchDocument {
    /// The cells, in the order in which they were touched.
    pub touched: Vec<usize>,
    /// The move that they make, if they make one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// What to touch next, in words; absent if they make a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction: Option<&'static str>,
    /// The cells that can be touched next; empty if they make a move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<usize>,
    /// Whether the move uses up something of which the player has few, such as a barrier.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub spends: bool,
    /// What certainly changes by them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub preview: Vec<Change>,
}

impl View {
    /// The view of a position with its moves.
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

    /// The view of a position that is only looked at.
    pub fn without_moves(position: &dyn AnyPosition) -> Self {
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

/// What every touch leads to, from none on; nothing in a finished position.
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
