//! The library and the slow rules play the same games, and must agree in every position.

use std::collections::BTreeMap;

use quintet_games::Catalogue;
use quintet_games::{Listing, MoveError, Variant};
use quintet_rules::Player;
use quintet_testkit::slow::{
    ComparedStep, SlowBoard, SlowGame, Taste, assert_agree, perft, play_in_step,
};

use crate::slow::{self, GridRunner, QuadBlock};

/// Plays one game with both implementations.
fn play(
    variant: &'static dyn Variant,
    first: Player,
    seed: u64,
    taste: impl Fn(usize) -> Taste,
    see: impl FnMut(&ComparedStep),
) {
    let start = slow::start(variant.id(), variant.size(), first);
    play_in_step(variant, first, seed, start, taste, see);
}

fn listing(id: &str) -> &'static Listing {
    Catalogue::STANDARD.find(id).expect("in the catalogue")
}

/// Returns games of every size, with alternating first players.
fn games(
    id: &str,
    number: u64,
) -> impl Iterator<Item = (&'static dyn Variant, Player, u64)> + use<> {
    listing(id).sizes.iter().flat_map(move |variant| {
        (0..number).map(move |seed| (*variant, Player::BOTH[seed as usize % 2], seed))
    })
}

/// The number of times that a test has seen each required event, by size.
struct Seen(BTreeMap<String, u32>);

impl Seen {
    fn none_of(id: &str, things: &[&str]) -> Self {
        let sizes = listing(id).sizes.iter().map(|variant| variant.size());
        let keys = sizes.flat_map(|size| things.iter().map(move |thing| format!("{size} {thing}")));
        Seen(keys.map(|key| (key, 0)).collect())
    }

    fn count(&mut self, variant: &dyn Variant, thing: &str) {
        let key = format!("{} {thing}", variant.size());
        *self.0.get_mut(&key).expect("listed in none_of") += 1;
    }

    fn assert_each_at_least(&self, times: u32) {
        let rare: Vec<_> = self.0.iter().filter(|(_, seen)| **seen < times).collect();
        assert!(rare.is_empty(), "seen less than {times} times: {rare:?}");
    }
}

#[test]
fn the_slow_rules_have_every_game_and_the_same_starts() {
    for variant in Catalogue::STANDARD.iter().flat_map(|listing| listing.sizes) {
        for first in Player::BOTH {
            let fast = variant.start(first);
            assert_agree(&*fast, &*slow::start(variant.id(), variant.size(), first));
            assert_agree(&*fast, &*slow::read(variant.id(), &fast.text()));
        }
    }
}

#[test]
fn both_agree_on_the_games_that_always_end() {
    for (id, number) in [
        ("gridlock", 150),
        ("adjacency-block", 300),
        ("matrix-isolation", 60),
    ] {
        for (variant, first, seed) in games(id, number) {
            // Quiet games of Matrix Isolation are longer and end on boards that are almost full.
            let is_quiet = id == "matrix-isolation" && seed % 4 >= 2;
            let taste = if is_quiet { Taste::Quiet } else { Taste::Any };
            play(variant, first, seed, |_| taste, |_| {});
        }
    }
}

#[test]
fn both_agree_on_grid_runner_with_captures_goals_and_open_paths() {
    let things = ["captures", "goals", "barriers refused", "no barriers left"];
    let mut seen = Seen::none_of("grid-runner", &things);
    for (variant, first, seed) in games("grid-runner", 150) {
        let taste = match seed / 2 % 3 {
            0 => Taste::Any,
            1 => Taste::Quiet,
            _ => Taste::Winning,
        };
        let mut see = |step: &ComparedStep| {
            let after = GridRunner::read(&step.after.text());
            let mover = step.before.to_move();
            if after.is_captured(mover.other()) {
                seen.count(variant, "captures");
            }
            if after.is_on_its_goal(mover) {
                seen.count(variant, "goals");
            }
            let fast = variant.position(&step.before.text());
            let fast = fast.expect("a position of a game");
            for barrier in GridRunner::read(&step.before.text()).barriers_that_cut_a_path() {
                let refused = matches!(fast.play(&barrier), Err(MoveError::Refused { .. }));
                assert!(refused, "{barrier} in {fast:?}");
                seen.count(variant, "barriers refused");
            }
            if step.after.text().ends_with(" 0 0") {
                seen.count(variant, "no barriers left");
            }
        };
        play(variant, first, seed, |_| taste, &mut see);
    }
    seen.assert_each_at_least(3);
}

/// Random games rarely end like this, because the captured runner must be in its own corner.
#[test]
fn both_agree_when_a_runner_captures_on_its_goal() {
    for variant in listing("grid-runner").sizes {
        let (row, column) = SlowBoard::empty(variant.size()).last();
        for (corner, mover, beside) in [
            ((row, column), Player::One, (row - 1, column)),
            ((0, 0), Player::Two, (0, 1)),
        ] {
            let mut board = SlowBoard::empty(variant.size());
            board.put(corner, slow::piece(mover.other()));
            board.put(beside, slow::piece(mover));
            let text = format!("{} {mover} 3 3", board.text());
            let slow = GridRunner::read(&text);
            let fast = variant.position(&text).expect("a position of the game");
            assert_agree(&*fast, &slow);
            for mv in slow.moves() {
                let next = fast.play(&mv).expect("a legal move").position;
                assert_agree(&*next, &*slow.play(&mv));
            }
            let won = slow.moves().into_iter().filter(|mv| {
                let after = GridRunner::read(&slow.play(mv).text());
                after.is_captured(mover.other()) && after.is_on_its_goal(mover)
            });
            assert_eq!(won.count(), 1, "one step in {text} does both");
        }
    }
}

#[test]
fn both_agree_on_quad_block_through_sudden_death() {
    let things = [
        "groups of five or more",
        "full grids",
        "lifts",
        "relocations",
        "wins by the last placement",
        "wins by a lift",
        "wins by a relocation that connects four",
        "wins by a relocation that cuts down to four",
    ];
    let mut seen = Seen::none_of("quad-block", &things);
    for (variant, first, seed) in games("quad-block", 100) {
        let cells = variant.size().rows * variant.size().columns;
        // Random games rarely reach the full grid, so most games avoid winning up to some ply, and then try to win: with
        // the last marker, with the lift, or later.
        let patience = match seed / 2 % 5 {
            0 => 0,
            1 => cells - 1,
            2 => cells,
            3 => cells + 1,
            _ => cells + 40,
        };
        let taste = |ply: usize| match patience {
            0 => Taste::Any,
            _ if ply < patience => Taste::Quiet,
            _ => Taste::Winning,
        };
        let mut see = |step: &ComparedStep| {
            let before = QuadBlock::read(&step.before.text());
            let after = QuadBlock::read(&step.after.text());
            let won = step.after.winner().is_some();
            let numbers: Vec<usize> = step
                .mv
                .split(' ')
                .map(|number| number.parse().expect("a cell number"))
                .collect();
            let to = numbers[numbers.len() - 1];
            if !before.is_sudden_death() {
                if after.group(to) > 4 {
                    seen.count(variant, "groups of five or more");
                }
                match (after.is_full(), won) {
                    (true, true) => seen.count(variant, "wins by the last placement"),
                    (true, false) => seen.count(variant, "full grids"),
                    _ => {}
                }
            } else if before.is_full() {
                seen.count(variant, "lifts");
                if won {
                    seen.count(variant, "wins by a lift");
                }
            } else {
                seen.count(variant, "relocations");
                match (won, after.group(to) == 4) {
                    (true, true) => seen.count(variant, "wins by a relocation that connects four"),
                    (true, false) => {
                        seen.count(variant, "wins by a relocation that cuts down to four");
                    }
                    _ => {}
                }
            }
        };
        play(variant, first, seed, taste, &mut see);
    }
    seen.assert_each_at_least(3);
}

#[test]
fn both_count_the_same_trees_along_games() {
    for listing in Catalogue::STANDARD.iter() {
        for (variant, first, seed) in games(listing.id, 4) {
            let mut see = |step: &ComparedStep| {
                let fast = variant.position(&step.after.text());
                let fast = fast.expect("a position of a game");
                // Small trees are counted deeper.
                for depth in (1..=4).take_while(|depth| fast.analysis().perft(*depth) < 2_000) {
                    let expected = perft(step.after, depth);
                    assert_eq!(
                        fast.analysis().perft(depth),
                        expected,
                        "depth {depth} of {fast:?}"
                    );
                }
            };
            play(variant, first, seed, |_| Taste::Any, &mut see);
        }
    }
}
