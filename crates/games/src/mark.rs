//! Marks: the pictures of facts about a position, for front ends that are independent of the games.

use quintet_rules::Player;
use serde::{Serialize, Serializer};

/// A mark on some cells of a board, as part of the picture of a fact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Mark {
    /// The meaning.
    pub kind: MarkKind,
    /// The player whom the mark is about; `null` for neither.
    #[serde(serialize_with = "number")]
    #[cfg_attr(
        feature = "schema",
        schema(value_type = Option<u8>, required, minimum = 1, maximum = 2)
    )]
    pub player: Option<Player>,
    /// The cells by index; at least one. The cells of a path are in its order, and those of a move in the order of its
    /// notation.
    pub cells: Vec<usize>,
    /// A short text to draw next to the mark, such as a number.
    #[cfg_attr(feature = "schema", schema(required))]
    pub label: Option<String>,
}

/// The meaning of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum MarkKind {
    /// A move of the player.
    Move,
    /// The player's answer to the move marked with the same label.
    Answer,
    /// A move with which the player threatens to win.
    Threat,
    /// A move that prevents a threat of the opponent.
    Block,
    /// Cells that only this player can use.
    Private,
    /// Cells that the player can use.
    Open,
    /// The cells that a piece can reach; those that both pieces can reach belong to neither player.
    Room,
    /// The cells that a piece can enter with its next move.
    Exit,
    /// A shortest path from a piece to its goal or to the other piece, cell by cell.
    Path,
    /// Connected tokens of the player.
    Group,
}

impl Mark {
    /// Creates a mark about a player, without a label.
    pub fn of(kind: MarkKind, player: Player, cells: Vec<usize>) -> Self {
        Mark {
            kind,
            player: Some(player),
            cells,
            label: None,
        }
    }

    /// Creates a mark about no player, without a label.
    pub fn shared(kind: MarkKind, cells: Vec<usize>) -> Self {
        Mark {
            kind,
            player: None,
            cells,
            label: None,
        }
    }

    /// Adds a label.
    #[must_use]
    pub fn labeled(self, label: String) -> Self {
        Mark {
            label: Some(label),
            ..self
        }
    }
}

impl MarkKind {
    /// Returns the meaning in words that precede cells: `a threat at`.
    pub const fn words(self) -> &'static str {
        match self {
            MarkKind::Move => "a move to",
            MarkKind::Answer => "the answer",
            MarkKind::Threat => "a threat at",
            MarkKind::Block => "a block at",
            MarkKind::Private => "private cells",
            MarkKind::Open => "open cells",
            MarkKind::Room => "can reach",
            MarkKind::Exit => "exits to",
            MarkKind::Path => "the path",
            MarkKind::Group => "the group",
        }
    }
}

/// Serializes a player as their number.
#[expect(clippy::ref_option, reason = "the signature is serde's")]
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature is serde's"
)]
pub(crate) fn number<S: Serializer>(
    player: &Option<Player>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    player.map(Player::number).serialize(serializer)
}
