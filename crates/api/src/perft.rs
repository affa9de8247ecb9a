//! Counting sequences of moves.

use quintet_games::{AnyPosition, Catalogue};
use serde::{Deserialize, Serialize};

use crate::{Needs, Prepared, Request, RequestError, named};

/// A tree of moves to be counted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountMoves {
    /// The id of a game.
    pub game: String,
    /// The board; the rule book's if it is left out.
    pub size: Option<String>,
    /// The position as text; the start if it is left out.
    pub position: Option<String>,
    /// How many moves deep.
    pub depth: u32,
}

/// How many sequences of moves lead on from a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Perft {
    /// The id of the game.
    pub game: &'static str,
    /// The board, such as `4x4`.
    pub size: String,
    /// The position as text.
    pub position: String,
    /// How many moves deep.
    pub depth: u32,
    /// How many begin with each move.
    pub moves: Vec<PerftMove>,
    /// How many there are.
    pub count: u64,
}

/// How many sequences begin with a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PerftMove {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many begin with it.
    pub count: u64,
}

impl Perft {
    /// Counts the tree below a position. Each move's count is told as soon as it is known; an error
    /// of `told` ends the count.
    pub fn of<E>(
        position: &dyn AnyPosition,
        depth: u32,
        mut told: impl FnMut(&PerftMove) -> Result<(), E>,
    ) -> Result<Self, E> {
        let variant = position.variant();
        let mut moves = Vec::new();
        if let Some(deeper) = depth.checked_sub(1) {
            for listed in position.moves() {
                let played = position.play(&listed.text).expect("a listed move is legal");
                let mv = PerftMove {
                    mv: listed.text,
                    count: played.position.perft(deeper),
                };
                told(&mv)?;
                moves.push(mv);
            }
        }
        Ok(Perft {
            game: variant.id(),
            size: variant.size().to_string(),
            position: position.text(),
            depth,
            count: match depth {
                0 => position.perft(0),
                _ => moves.iter().map(|mv| mv.count).sum(),
            },
            moves,
        })
    }
}

impl Request for CountMoves {
    type Response = Perft;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Perft>, RequestError> {
        let variant = named::variant(catalogue, &self.game, self.size.as_deref())?;
        let position = named::position_or_start(variant, self.position.as_deref(), None)?;
        Ok(Prepared::new(Needs::Work, move |_| {
            Perft::of(&*position, self.depth, |_| Ok(()))
        }))
    }
}
