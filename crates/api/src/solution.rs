//! Solutions of whole games.

use std::fmt;

use quintet_arena::{one_words, value_clause};
use quintet_games::{AnyOracle, AnyPosition, Catalogue, Variant, group_digits, serialize_value};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Census, Progress, Value};
use serde::{Deserialize, Serialize};

use crate::{Needs, Prepared, Request, RequestError, names};

/// A request to solve a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveGame {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
}

/// The solution of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SolutionDocument {
    /// The id of the game.
    pub game: &'static str,
    /// Board size, such as `4x4`.
    pub size: String,
    /// The start of the game.
    pub start: String,
    /// The winner with best play; `null` if neither player can force a win or the game is unsolved.
    pub winner: Option<u8>,
    /// The value for the first player.
    #[serde(flatten, serialize_with = "serialize_value")]
    pub value: Option<Value>,
    /// The value if Player 2 begins, if it differs and the game is solved.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "serialize_value"
    )]
    pub player_2_begins: Option<Value>,
    /// Best play from the start.
    pub line: Vec<String>,
    /// Statistics of all positions, if the game is solved.
    pub positions: Option<Positions>,
    /// The rule book's names of the players.
    #[serde(skip)]
    names: PerPlayer<&'static str>,
}

/// Statistics of the unfinished positions of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Positions {
    /// Which positions are counted, in words.
    pub counted: &'static str,
    /// Positions of any value.
    pub total: u64,
    /// Positions that the player to move wins.
    pub won: u64,
    /// Positions that the player to move loses.
    pub lost: u64,
    /// Positions in which neither player can force a win.
    pub endless: u64,
    /// The position that takes longest to win, and its distance.
    pub longest_win: Option<LongestWin>,
}

/// A position with the longest win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LongestWin {
    /// Plies to the end.
    pub distance: u8,
    /// The position.
    pub position: String,
    /// Best play from there.
    pub line: Vec<String>,
}

impl Request for SolveGame {
    type Response = SolutionDocument;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<SolutionDocument>, RequestError> {
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        Ok(Prepared::new(Needs::Oracle(variant), move |context| {
            let (oracle, budget) = (context.oracle(variant), context.budget());
            let value = oracle.value(&*variant.start(Player::One), budget.part(2));
            Ok(SolutionDocument::of(variant, &*oracle, value, budget))
        }))
    }
}

impl SolutionDocument {
    /// Builds the solution of a game whose start has this value.
    pub fn of(
        variant: &dyn Variant,
        oracle: &dyn AnyOracle,
        value: Option<Value>,
        budget: Budget,
    ) -> Self {
        let start = variant.start(Player::One);
        // In a solved game, the value for the other player is only a lookup.
        let second = oracle
            .is_solved()
            .then(|| oracle.value(&*variant.start(Player::Two), budget));
        SolutionDocument {
            game: variant.id(),
            size: variant.size().to_string(),
            start: start.text(),
            winner: winner(&*start, value),
            value,
            player_2_begins: second.filter(|second| *second != value).flatten(),
            line: value.map_or_else(Vec::new, |_| oracle.line(&*start, budget)),
            positions: oracle
                .enumerable_table()
                .and_then(|table| table.census(&Progress::default()))
                .map(|census| Positions::of(variant, oracle, census)),
            names: PerPlayer::from_fn(|player| variant.name(player)),
        }
    }
}

/// Returns the winner with best play; `None` if neither player can force a win or the value is unsolved.
fn winner(position: &dyn AnyPosition, value: Option<Value>) -> Option<u8> {
    match value? {
        Value::Win(_) => Some(position.to_move().number()),
        Value::Loss(_) => Some(position.to_move().other().number()),
        Value::Endless => None,
    }
}

impl Positions {
    /// Adds the longest win to a census.
    pub fn of(variant: &dyn Variant, oracle: &dyn AnyOracle, census: Census<String>) -> Self {
        let longest_win = |(distance, text): (u8, String)| {
            let position = variant
                .position(&text)
                .expect("a census has valid positions");
            LongestWin {
                distance,
                line: oracle.line(&*position, Budget::NONE),
                position: text,
            }
        };
        Positions {
            counted: variant.census_scope(),
            total: census.total(),
            won: census.won,
            lost: census.lost,
            endless: census.endless,
            longest_win: census.longest_win.map(longest_win),
        }
    }
}

/// Formats the values, best play and the statistics.
impl fmt::Display for SolutionDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = (self.names.one, self.value);
        let second = self
            .player_2_begins
            .map(|value| (self.names.two, Some(value)));
        for (name, value) in [Some(first), second].into_iter().flatten() {
            let mover = format!("{name}, moving first,");
            let value = value_clause(&mover, value);
            writeln!(f, "{} {}: {value}", self.game, self.size)?;
        }
        if !self.line.is_empty() {
            writeln!(f, "Best line: {}", one_words(&self.line))?;
        }
        match &self.positions {
            Some(positions) => positions.fmt(f),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (counted, total) = (self.counted, group_digits(self.total));
        let [won, lost, endless] = [self.won, self.lost, self.endless].map(group_digits);
        writeln!(f, "{counted}: {total}")?;
        writeln!(
            f,
            "  for the player to move: {won} won, {lost} lost, {endless} endless"
        )?;
        if let Some(longest) = &self.longest_win {
            let (distance, position) = (longest.distance, &longest.position);
            writeln!(f, "Longest win: {distance} plies from {position}")?;
            writeln!(f, "  {}", one_words(&longest.line))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_for_the_other_first_player_is_shown_if_it_differs() {
        let listing = Catalogue::STANDARD.iter().next().expect("there are games");
        let variant = listing.standard();
        let [one, two] = Player::BOTH.map(|player| variant.name(player));
        let mut solution = SolutionDocument {
            game: variant.id(),
            size: variant.size().to_string(),
            start: variant.start(Player::One).text(),
            winner: Some(1),
            value: Some(Value::win(3)),
            player_2_begins: None,
            line: Vec::new(),
            positions: None,
            names: PerPlayer { one, two },
        };
        let first = format!("{variant:?}: {one}, moving first, wins in 3 plies\n");
        let second = format!("{variant:?}: {two}, moving first, loses in 4 plies\n");
        assert_eq!(solution.to_string(), first);
        solution.player_2_begins = Some(Value::loss(4));
        assert_eq!(solution.to_string(), first + &second);
    }
}
