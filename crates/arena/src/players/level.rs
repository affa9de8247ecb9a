//! The moves of the levels below perfect play, and the ladder of opponents.

use quintet_games::{AnyOracle, AnyPosition, Guess, Level, Listing, Variant};
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
    let mut moves: Vec<String> = position.moves().into_iter().map(|mv| mv.text).collect();
    let values = visible_values(level.sight, oracle, position, &moves, budget);
    let is_hidden = |at: &usize| values[*at].is_none();
    let best_visible = values.iter().flatten().max().copied();
    let sees_a_win = matches!(best_visible, Some(Value::Win(_)));
    let hidden: Vec<usize> = (0..moves.len()).filter(is_hidden).collect();
    let chosen = if sees_a_win || hidden.is_empty() {
        let is_best = |at: &usize| values[*at] == best_visible;
        let best: Vec<usize> = (0..moves.len()).filter(is_best).collect();
        draw(&best, random)
    } else {
        guess(
            level.guess,
            &hidden,
            &position.analysis().estimates(),
            random,
        )
    };
    moves.swap_remove(chosen)
}

/// Returns the values of the moves whose distance is at most `sight`. In a solved game they are looked up, otherwise a
/// quarter of the budget is spent on a search for them.
fn visible_values(
    sight: u8,
    oracle: &dyn AnyOracle,
    position: &dyn AnyPosition,
    moves: &[String],
    budget: Budget,
) -> Vec<Option<Value>> {
    if !oracle.is_solved() {
        return position.analysis().values_within(sight, budget.part(4));
    }
    let analysis = oracle.analyze(position, budget);
    let is_visible = |value: &Value| value.distance().is_some_and(|distance| distance <= sight);
    let values = moves.iter().map(|mv| analysis.of_move(mv));
    values.map(|value| value.filter(is_visible)).collect()
}

/// Chooses among moves, given by index, by the estimates of all moves.
fn guess(guess: Guess, among: &[usize], estimates: &[i64], random: &mut dyn Random) -> usize {
    let (count, is_worst) = match guess {
        Guess::BestOf(count) => (count, false),
        Guess::WorstOf(count) => (count, true),
    };
    let mut chosen = draw(among, random);
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
