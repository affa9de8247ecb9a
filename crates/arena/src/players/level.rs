//! The moves of the levels below perfect play, and the ladder of opponents.

use quintet_games::{ActionValues, AnyOracle, AnyPosition, Guess, Level, Listing, Variant};
use quintet_rules::{Player, Random};
use quintet_solver::{Budget, Value};
use serde::Serialize;

use crate::Who;

/// A level as an opponent in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Level))]
pub struct Opponent {
    /// The name in requests, records and URLs.
    #[serde(rename = "name")]
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub who: Who,
    /// The display name.
    pub title: &'static str,
    /// The character of the opponent in one line.
    pub about: &'static str,
    /// Its sight, as a sentence.
    pub sees: String,
}

/// Returns the opponents of a game, weakest first.
pub fn ladder(listing: &'static Listing) -> Vec<Opponent> {
    const TITLES: [&str; Who::LADDER.len()] =
        ["Novice", "Easy", "Medium", "Hard", "Expert", "Perfect"];
    let rungs = Who::LADDER.iter().zip(TITLES);
    rungs
        .map(|(who, title)| {
            let (about, sees) = match who.level(listing) {
                Some(level) => (level.about, level.sees()),
                None => ("Never makes a mistake.", "Sees everything.".to_owned()),
            };
            Opponent {
                who: who.clone(),
                title,
                about,
                sees,
            }
        })
        .collect()
}

/// Returns the side with the better prospects: the winner under best play at the rule book's size, and the first player at
/// other sizes.
pub fn better_side(variant: &dyn Variant, first: Player) -> Player {
    let listing = variant.listing();
    let is_standard = variant.size() == listing.standard().size();
    // The listing names the winner of a game in which Player 1 moves first.
    match listing.favored.filter(|_| is_standard) {
        Some(Player::Two) => first.other(),
        Some(Player::One) | None => first,
    }
}

/// Chooses the move of a level in an unfinished position.
///
/// It wins as fast as possible if it sees a win. It never chooses a move that it sees to lose, unless all do; then it holds
/// out as long as possible. Among all other moves it guesses. Values out of sight make no difference.
pub fn choose_by_sight(
    level: &Level,
    oracle: &dyn AnyOracle,
    position: &dyn AnyPosition,
    budget: Budget,
    random: &mut dyn Random,
) -> String {
    let action = action_by_sight(level, oracle, position, budget, random);
    let mv = position.data().action_move(action);
    mv.expect("a legal action is a move")
}

/// The same as [`choose_by_sight`], with the number of the move.
pub(super) fn action_by_sight(
    level: &Level,
    oracle: &dyn AnyOracle,
    position: &dyn AnyPosition,
    budget: Budget,
    random: &mut dyn Random,
) -> usize {
    let values = visible_values(level.sight, oracle, position, budget);
    let best_visible = values.iter().filter_map(|(_, value)| *value).max();
    let sees_a_win = matches!(best_visible, Some(Value::Win(_)));
    let of_value = |wanted: Option<Value>| -> Vec<usize> {
        let indices = 0..values.len();
        indices.filter(|at| values[*at].1 == wanted).collect()
    };
    let hidden = of_value(None);
    let chosen = if sees_a_win || hidden.is_empty() {
        draw(&of_value(best_visible), random)
    } else {
        let estimates = || position.analysis().estimates();
        guess(level.guess, &hidden, estimates, random)
    };
    values[chosen].0
}

/// Returns the actions, with the values of those whose distance is at most `sight`. In a solved game they are looked up,
/// otherwise a quarter of the budget is spent on a search for them.
fn visible_values(
    sight: u8,
    oracle: &dyn AnyOracle,
    position: &dyn AnyPosition,
    budget: Budget,
) -> ActionValues {
    if oracle.is_solved() {
        return oracle.action_values_within(position, sight, budget);
    }
    let values = position.analysis().values_within(sight, budget.part(4));
    position.data().actions().into_iter().zip(values).collect()
}

/// Chooses among moves, given by index, by the estimates of all moves.
fn guess(
    guess: Guess,
    among: &[usize],
    estimates: impl FnOnce() -> Vec<i64>,
    random: &mut dyn Random,
) -> usize {
    let (count, is_worst) = match guess {
        Guess::BestOf(count) => (count, false),
        Guess::WorstOf(count) => (count, true),
    };
    let mut chosen = draw(among, random);
    if count < 2 {
        return chosen;
    }
    let estimates = estimates();
    for _ in 1..count {
        let other = draw(among, random);
        let (one, two) = (estimates[chosen], estimates[other]);
        if if is_worst { two < one } else { two > one } {
            chosen = other;
        }
    }
    chosen
}

fn draw(among: &[usize], random: &mut dyn Random) -> usize {
    let count = u32::try_from(among.len()).expect("a position has few moves");
    among[random.below(count) as usize]
}
