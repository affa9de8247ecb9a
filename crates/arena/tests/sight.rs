//! The levels below perfect play: none overlooks a visible win or loss, or uses a value out of sight, on solved and unsolved
//! sizes.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use quintet_arena::{Dice, Who, better_side, choose_by_sight, ladder};
use quintet_games::{
    ActionValues, Analysis, AnyOracle, AnyPosition, AnyTable, GameFact, Guess, Level, MoveValue,
    Variant,
};
use quintet_rules::Player;
use quintet_solver::{Budget, Value};

use crate::support::{
    after, games, new_oracle, oracle_of, random_positions, sized, solved, texts, value, variants,
};

const EFFORT: Budget = Budget::positions(Who::EFFORT);

/// Every unfinished position that can be reached.
fn every_position(variant: &dyn Variant) -> Vec<Box<dyn AnyPosition>> {
    let mut positions: Vec<_> = Player::BOTH.map(|first| variant.start(first)).into();
    let mut seen: HashSet<String> = positions.iter().map(|position| position.text()).collect();
    let mut at = 0;
    while at < positions.len() {
        for mv in texts(&*positions[at]) {
            let next = after(&*positions[at], &mv);
            if next.outcome().is_none() && seen.insert(next.text()) {
                positions.push(next);
            }
        }
        at += 1;
    }
    positions
}

/// An oracle and positions of its game.
type Sample = (Arc<dyn AnyOracle>, Vec<Box<dyn AnyPosition>>);

/// The positions of all tests: every one of two small boards, and random ones of the standard boards.
fn positions() -> Vec<Sample> {
    let small = [("gridlock", "3x3"), ("adjacency-block", "6")];
    let small = small.map(|(id, size)| {
        let variant = sized(id, size);
        (oracle_of(variant), every_position(variant))
    });
    let standard = solved().map(|(variant, oracle)| (oracle, random_positions(variant, 51, 120)));
    small.into_iter().chain(standard).collect()
}

/// The levels of a game, and others that see less and more.
fn levels_of(position: &dyn AnyPosition) -> Vec<Level> {
    let mut levels = position.variant().listing().levels.to_vec();
    for (sight, guess) in [
        (0, Guess::BestOf(1)),
        (1, Guess::WorstOf(3)),
        (4, Guess::BestOf(4)),
        (40, Guess::BestOf(2)),
    ] {
        levels.push(Level {
            about: "",
            sight,
            guess,
        });
    }
    levels
}

/// The moves that a level may choose, by the values of the positions after them.
fn allowed(sight: u8, oracle: &dyn AnyOracle, position: &dyn AnyPosition) -> BTreeSet<String> {
    let seen = |mv: &String| {
        let value = value(oracle, &*after(position, mv)).one_ply_earlier();
        Some(value).filter(|value| value.distance().is_some_and(|plies| plies <= sight))
    };
    let moves = texts(position);
    let choose = |wanted: Option<Value>| {
        let chosen = moves.iter().filter(|mv| seen(mv) == wanted);
        chosen.cloned().collect::<BTreeSet<_>>()
    };
    let best = moves.iter().filter_map(seen).max();
    let unseen = choose(None);
    if matches!(best, Some(Value::Win(_))) || unseen.is_empty() {
        choose(best)
    } else {
        unseen
    }
}

#[test]
fn a_level_never_overlooks_what_it_sees() {
    for (oracle, positions) in positions() {
        for position in &positions {
            for level in levels_of(&**position) {
                let allowed = allowed(level.sight, &*oracle, &**position);
                for seed in 0..3 {
                    let mut dice = Dice::new(seed, 0);
                    let mv = choose_by_sight(&level, &*oracle, &**position, EFFORT, &mut dice);
                    assert!(allowed.contains(&mv), "{mv} in {position:?}: {level:?}");
                }
            }
        }
    }
}

/// An oracle with other values beyond a distance.
struct Blurred {
    oracle: Arc<dyn AnyOracle>,
    sight: u8,
    beyond: Value,
}

impl Blurred {
    fn blur(&self, value: Option<Value>) -> Value {
        let is_visible = |value: &Value| value.distance().is_some_and(|plies| plies <= self.sight);
        value.filter(is_visible).unwrap_or(self.beyond)
    }
}

impl AnyOracle for Blurred {
    fn is_solved(&self) -> bool {
        true
    }

    fn is_tabulated(&self, position: &dyn AnyPosition) -> bool {
        self.oracle.is_tabulated(position)
    }

    fn value(&self, position: &dyn AnyPosition, budget: Budget) -> Option<Value> {
        Some(self.blur(self.oracle.value(position, budget)))
    }

    fn analyze(&self, position: &dyn AnyPosition, budget: Budget) -> Analysis {
        let analysis = self.oracle.analyze(position, budget);
        let blur = |mv: MoveValue| MoveValue {
            value: Some(self.blur(mv.value)),
            ..mv
        };
        let moves = analysis.moves.into_iter().map(blur);
        Analysis::new(None, moves.collect())
    }

    fn action_values(&self, position: &dyn AnyPosition, budget: Budget) -> ActionValues {
        let mut values = self.oracle.action_values(position, budget);
        for (_, value) in &mut values {
            *value = Some(self.blur(*value));
        }
        values
    }

    fn line(&self, _: &dyn AnyPosition, _: Budget) -> Vec<String> {
        Vec::new()
    }

    fn facts(&self, _: &dyn AnyPosition, _: Budget) -> Vec<GameFact> {
        Vec::new()
    }

    fn table(&self) -> Option<&dyn AnyTable> {
        None
    }
}

#[test]
fn values_out_of_sight_make_no_difference() {
    for (oracle, positions) in positions() {
        for position in &positions {
            for level in levels_of(&**position) {
                let choose = |oracle: &dyn AnyOracle, seed| {
                    let mut dice = Dice::new(seed, 0);
                    choose_by_sight(&level, oracle, &**position, EFFORT, &mut dice)
                };
                for beyond in [Value::win(101), Value::Endless, Value::loss(100)] {
                    let blurred = Blurred {
                        oracle: Arc::clone(&oracle),
                        sight: level.sight,
                        beyond,
                    };
                    let what = format!("{position:?}: {level:?}, {beyond:?}");
                    assert_eq!(choose(&blurred, 4), choose(&*oracle, 4), "{what}");
                }
            }
        }
    }
}

/// An oracle without values.
struct Unsolved;

impl AnyOracle for Unsolved {
    fn is_solved(&self) -> bool {
        false
    }

    fn is_tabulated(&self, _: &dyn AnyPosition) -> bool {
        false
    }

    fn value(&self, _: &dyn AnyPosition, _: Budget) -> Option<Value> {
        None
    }

    fn analyze(&self, _: &dyn AnyPosition, _: Budget) -> Analysis {
        panic!("a level that sees by searching needs no values")
    }

    fn action_values(&self, _: &dyn AnyPosition, _: Budget) -> ActionValues {
        panic!("a level that sees by searching needs no values")
    }

    fn line(&self, _: &dyn AnyPosition, _: Budget) -> Vec<String> {
        Vec::new()
    }

    fn facts(&self, _: &dyn AnyPosition, _: Budget) -> Vec<GameFact> {
        Vec::new()
    }

    fn table(&self) -> Option<&dyn AnyTable> {
        None
    }
}

#[test]
fn a_level_plays_the_same_by_a_search_as_by_a_table() {
    for (oracle, positions) in positions() {
        for position in &positions {
            for sight in 0..4 {
                let level = Level {
                    about: "",
                    sight,
                    guess: Guess::BestOf(2),
                };
                let choose = |oracle: &dyn AnyOracle| {
                    let mut dice = Dice::new(9, 0);
                    choose_by_sight(&level, oracle, &**position, EFFORT, &mut dice)
                };
                assert_eq!(choose(&Unsolved), choose(&*oracle), "{position:?}, {sight}");
            }
        }
    }
}

#[test]
fn levels_that_see_two_plies_win_at_once_and_lose_in_two_only_if_they_must_at_every_size() {
    let mut seen = 0;
    for variant in variants() {
        let oracle = new_oracle(variant);
        for position in random_positions(variant, 52, 6) {
            let two = position.analysis().values_within(2, Budget::UNBOUNDED);
            let moves = texts(&*position);
            let sights = variant.listing().levels.map(|level| level.sight);
            let sights = sights.into_iter().chain([u8::MAX]);
            let levels = Who::LADDER.iter().zip(sights);
            for (who, _) in levels.filter(|(_, sight)| *sight > 1) {
                let mut dice = Dice::new(1, 0);
                let budget = Budget::positions(400_000);
                let mv = who.choose(&*position, budget, &mut dice, &|| Arc::clone(&oracle));
                let mv = mv.expect("a level");
                let at = moves.iter().position(|other| *other == mv);
                let chosen = two[at.expect("a legal move")];
                if two.contains(&Some(Value::win(1))) {
                    assert_eq!(chosen, Some(Value::win(1)), "{who}: {mv} in {position:?}");
                } else if two.contains(&None) {
                    assert_eq!(chosen, None, "{who}: {mv} in {position:?}");
                }
                seen += usize::from(two.iter().any(Option::is_some));
            }
        }
    }
    assert!(seen > 100, "seen in {seen} positions");
}

#[test]
fn every_ladder_has_distinct_opponents_that_see_farther_and_farther() {
    for listing in games() {
        let ladder = ladder(listing);
        assert_eq!(ladder.len(), Who::LADDER.len());
        let about: BTreeSet<_> = ladder.iter().map(|opponent| opponent.about).collect();
        assert_eq!(about.len(), ladder.len(), "{}", listing.id);
        for opponent in &ladder {
            assert_eq!(opponent.title.to_lowercase(), opponent.who.name());
            assert!(opponent.about.ends_with('.') && opponent.sees.ends_with('.'));
        }
        let sights = listing.levels.map(|level| level.sight);
        assert!(sights.is_sorted(), "{}: {sights:?}", listing.id);
    }
}

#[test]
fn what_a_level_sees_is_a_sentence() {
    let sees = |sight| {
        let guess = Guess::BestOf(1);
        Level {
            about: "",
            sight,
            guess,
        }
        .sees()
    };
    assert_eq!(sees(1), "Sees its own win in one move.");
    assert_eq!(sees(2), "Sees wins in one move, its own and yours.");
    assert_eq!(
        sees(3),
        "Sees its own wins up to 2 moves ahead, yours up to 1."
    );
    assert_eq!(sees(6), "Sees wins up to 3 moves ahead, its own and yours.");
    assert_eq!(
        sees(9),
        "Sees its own wins up to 5 moves ahead, yours up to 4."
    );
}

#[test]
fn the_favored_player_wins_the_start() {
    for listing in games() {
        let variant = listing.standard();
        let start = variant.start(Player::One);
        let winner = match value(&*oracle_of(variant), &*start) {
            Value::Win(_) => Some(Player::One),
            Value::Loss(_) => Some(Player::Two),
            Value::Endless => None,
        };
        assert_eq!(listing.favored, winner, "{}", listing.id);
        for first in Player::BOTH {
            let side = better_side(listing.standard(), first);
            let is_first = winner.is_none_or(|winner| winner == Player::One);
            assert_eq!(side == first, is_first, "{}", listing.id);
        }
    }
}
