//! Perft: counting move sequences.

use quintet_games::{AnyPosition, Catalogue};
use serde::{Deserialize, Serialize};

use crate::{Needs, Prepared, Request, RequestError, names};

/// A request to count move sequences.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountMoves {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
    /// The position. Default: the start of the game.
    pub position: Option<String>,
    /// Number of moves in a sequence.
    pub depth: u32,
}

/// The number of move sequences from a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Perft {
    /// The id of the game.
    pub game: &'static str,
    /// Board size, such as `4x4`.
    pub size: String,
    /// The position from which sequences are counted.
    pub position: String,
    /// Number of moves in a sequence.
    pub depth: u32,
    /// Counts by first move.
    pub moves: Vec<PerftMove>,
    /// The total.
    pub count: u64,
}

/// The number of move sequences that begin with a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PerftMove {
    /// The move as the rule book writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// Number of sequences.
    pub count: u64,
}

impl Perft {
    /// Counts the tree below a position. Calls `report` after each first move; an error ends the count.
    pub fn of<E>(
        position: &dyn AnyPosition,
        depth: u32,
        mut report: impl FnMut(&PerftMove) -> Result<(), E>,
    ) -> Result<Self, E> {
        let variant = position.variant();
        let mut moves = Vec::new();
        if let Some(deeper) = depth.checked_sub(1) {
            for listed in position.moves() {
                let played = position.play(&listed.text).expect("a listed move is legal");
                let mv = PerftMove {
                    mv: listed.text,
                    count: played.position.analysis().perft(deeper),
                };
                report(&mv)?;
                moves.push(mv);
            }
        }
        Ok(Perft {
            game: variant.id(),
            size: variant.size().to_string(),
            position: position.text(),
            depth,
            count: match depth {
                0 => position.analysis().perft(0),
                _ => moves.iter().map(|mv| mv.count).sum(),
            },
            moves,
        })
    }
}

impl Request for CountMoves {
    type Response = Perft;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Perft>, RequestError> {
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        let position = names::position_or_start(variant, self.position.as_deref(), None)?;
        Ok(Prepared::new(Needs::Work, move |_| {
            Perft::of(&*position, self.depth, |_| Ok(()))
        }))
    }
}
