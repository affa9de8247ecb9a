//! Games played with both implementations, which must agree in every position.

use std::collections::HashSet;

use quintet_games::{AnyPosition, Variant};
use quintet_rules::{Player, Random, Wyrand};

use crate::slow::SlowGame;

/// Maximum number of plies of a game, because some games may be endless.
pub const LONGEST: usize = 200;

/// A preference for some of the legal moves.
#[derive(Clone, Copy)]
pub enum Taste {
    /// Any move.
    Any,
    /// A move that does not win, if possible.
    Quiet,
    /// A winning move, if possible.
    Winning,
}

/// The game in progress, which is printed if a test fails.
struct Trail {
    variant: &'static dyn Variant,
    first: Player,
    seed: u64,
    moves: Vec<String>,
}

impl Drop for Trail {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!(
                "{} {}, player {} moves first, seed {}: {:?}",
                self.variant.id(),
                self.variant.size(),
                self.first,
                self.seed,
                self.moves
            );
        }
    }
}

/// A move of the slow implementation.
pub struct ComparedStep<'a> {
    /// The position before the move.
    pub before: &'a dyn SlowGame,
    /// The move.
    pub mv: &'a str,
    /// The position after the move.
    pub after: &'a dyn SlowGame,
}

/// Plays one game with both implementations, beginning with the initial position `slow`. `taste` returns the preference at
/// each ply, and `see` receives each move.
pub fn play_in_step(
    variant: &'static dyn Variant,
    first: Player,
    seed: u64,
    mut slow: Box<dyn SlowGame>,
    taste: impl Fn(usize) -> Taste,
    mut see: impl FnMut(&ComparedStep),
) {
    let mut trail = Trail {
        variant,
        first,
        seed,
        moves: Vec::new(),
    };
    let mut random = Wyrand::new(seed);
    let mut fast = variant.start(first);
    assert_agree(&*fast, &*slow);
    while fast.outcome().is_none() && trail.moves.len() < LONGEST {
        let mv = choose(&*fast, taste(trail.moves.len()), &mut random);
        trail.moves.push(mv);
        let mv = trail.moves.last().expect("just pushed");
        fast = fast.play(mv).expect("a listed move is legal").position;
        let after = slow.play(mv);
        assert_agree(&*fast, &*after);
        see(&ComparedStep {
            before: &*slow,
            mv,
            after: &*after,
        });
        slow = after;
    }
}

fn choose(position: &dyn AnyPosition, taste: Taste, random: &mut Wyrand) -> String {
    let wins = |mv: &String| {
        let next = position.play(mv).expect("a listed move is legal").position;
        let winner = next.outcome().map(|outcome| outcome.winner);
        winner == Some(position.to_move())
    };
    let moves: Vec<_> = position.moves().into_iter().map(|mv| mv.text).collect();
    let liked: Vec<_> = match taste {
        Taste::Any => Vec::new(),
        Taste::Quiet => moves.iter().filter(|mv| !wins(mv)).cloned().collect(),
        Taste::Winning => moves.iter().filter(|mv| wins(mv)).cloned().collect(),
    };
    let mut pool = if liked.is_empty() { moves } else { liked };
    pool.swap_remove(random.below(pool.len() as u32) as usize)
}

/// Asserts that both implementations agree about a position and about the legality of moves.
pub fn assert_agree(fast: &dyn AnyPosition, slow: &dyn SlowGame) {
    let text = slow.text();
    assert_eq!(fast.text(), text, "the positions differ");
    assert_eq!(
        fast.to_move(),
        slow.to_move(),
        "the player to move in {text}"
    );
    let winner = fast.outcome().map(|outcome| outcome.winner);
    assert_eq!(winner, slow.winner(), "the winner in {text}");
    let listed: Vec<_> = fast.moves().into_iter().map(|mv| mv.text).collect();
    let expected = slow.moves();
    let sorted = |moves: &[String]| {
        let mut moves = moves.to_vec();
        moves.sort_unstable();
        moves
    };
    assert_eq!(
        sorted(&listed),
        sorted(&expected),
        "the legal moves in {text}"
    );
    assert_eq!(listed, expected, "the order of the moves in {text}");
    let expected: HashSet<_> = expected.iter().map(String::as_str).collect();
    // Large boards have thousands of candidates; each position tests different ones.
    let candidates = fast.data().candidates();
    let step = candidates.len().div_ceil(200);
    for entry in candidates.iter().skip(expected.len() % step).step_by(step) {
        let is_legal = expected.contains(entry.as_str());
        assert_eq!(fast.play(entry).is_ok(), is_legal, "{entry} in {text}");
    }
}
