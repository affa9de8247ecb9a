//! A game solved from nothing.

use quintet_games::{AnyOracle, AnyPosition, Catalogue, Variant};
use quintet_rules::Player;
use quintet_solver::{Budget, Census, Progress, Value};
use serde::{Deserialize, Serialize};

use crate::{Needs, Question, Reading, Refusal, ValueDocument, named};

/// A game to be solved.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveGame {
    /// The id of a game.
    pub game: String,
    /// The board; the rule book's if it is left out.
    pub size: Option<String>,
}

/// What is known about a game as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Solution {
    /// The id of the game.
    pub game: &'static str,
    /// The board, such as `4x4`.
    pub size: String,
    /// The start as text.
    pub start: String,
    /// Who wins with best play; `null` if nobody can force it or it is not known.
    pub winner: Option<u8>,
    /// For the player who begins.
    #[serde(flatten)]
    pub value: ValueDocument,
    /// The value if Player 2 begins, where the game is known whole and it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_2_begins: Option<ValueDocument>,
    /// Best play from the start.
    pub line: Vec<String>,
    /// The count of all positions, if they are known whole.
    pub positions: Option<Positions>,
}

/// The count of unfinished positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Positions {
    /// Which positions are counted.
    pub counted: &'static str,
    /// All of them.
    pub total: u64,
    /// Those in which the player to move wins.
    pub won: u64,
    /// Those in which the player to move loses.
    pub lost: u64,
    /// Those in which neither can force a win.
    pub endless: u64,
    /// The longest win there is.
    pub longest_win: Option<LongestWin>,
}

/// A position whose win takes longest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LongestWin {
    /// Plies to the end.
    pub distance: u8,
    /// The position as text.
    pub position: String,
    /// Best play from there.
    pub line: Vec<String>,
}

impl Question for SolveGame {
    type Answer = Solution;

    fn read(self, catalogue: Catalogue) -> Result<Reading<Solution>, Refusal> {
        let variant = named::variant(catalogue, &self.game, self.size.as_deref())?;
        Ok(Reading::new(Needs::Oracle(variant), move |context| {
            let (oracle, budget) = (context.oracle(variant), context.budget());
            let value = oracle.value(&*variant.start(Player::One), budget.part(2));
            Ok(Solution::of(variant, &*oracle, value, budget))
        }))
    }
}

impl Solution {
    /// What an oracle knows about a game whose start has this value.
    pub fn of(
        variant: &dyn Variant,
        oracle: &dyn AnyOracle,
        value: Option<Value>,
        budget: Budget,
    ) -> Self {
        let start = variant.start(Player::One);
        // Where every position is known, the other beginning costs a lookup.
        let second = oracle
            .is_whole()
            .then(|| oracle.value(&*variant.start(Player::Two), budget));
        Solution {
            game: variant.id(),
            size: variant.size().to_string(),
            start: start.text(),
            winner: winner(&*start, value),
            value: value.into(),
            player_2_begins: second.filter(|second| *second != value).map(Into::into),
            line: value.map_or_else(Vec::new, |_| oracle.line(&*start, budget)),
            positions: oracle
                .listed()
                .and_then(|table| table.census(&Progress::default()))
                .map(|census| Positions::of(variant, oracle, census)),
        }
    }
}

/// Who wins from a position; `None` if nobody can force it or it is not known.
fn winner(position: &dyn AnyPosition, value: Option<Value>) -> Option<u8> {
    match value? {
        Value::Win(_) => Some(position.to_move().number()),
        Value::Loss(_) => Some(position.to_move().other().number()),
        Value::Endless => None,
    }
}

impl Positions {
    /// What an oracle has counted.
    pub fn of(variant: &dyn Variant, oracle: &dyn AnyOracle, census: Census<String>) -> Self {
        let longest_win = |(distance, text): (u8, String)| {
            let position = variant.position(&text).expect("a counted position is one");
            LongestWin {
                distance,
                line: oracle.line(&*position, Budget::NONE),
                position: text,
            }
        };
        Positions {
            counted: variant.counted(),
            total: census.total(),
            won: census.won,
            lost: census.lost,
            endless: census.endless,
            longest_win: census.longest_win.map(longest_win),
        }
    }
}
