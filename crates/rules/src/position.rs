//! The interface of a game.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Player, Random};

/// A position of a game: a small value that contains everything the rules depend on, including the player to move. See the
/// [crate's example](crate).
///
/// The following laws are tested in random games:
///
/// * [`moves`](Position::moves) is empty exactly if the game [is over](Position::is_over);
/// * `moves` is in strictly ascending order and deterministic;
/// * [`play`](Position::play) accepts exactly these moves, and agrees with
///   [`play_unchecked`](Position::play_unchecked).
pub trait Position: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A complete turn of one player.
    type Move: Copy + Ord + Hash + Debug + Send + Sync;

    /// The reason why a move is illegal.
    type Refusal: Clone + Eq + Debug;

    /// Returns the player to move; in a finished position, the player who would be next.
    fn to_move(&self) -> Player;

    /// Returns true if the game is over. The player to move has lost then: a move or a lack of moves ends a game, and both
    /// are a win for the player who moved last.
    fn is_over(&self) -> bool;

    /// Returns all legal moves in ascending order. Empty exactly if the game is over.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Returns the reason if `mv` is illegal.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Refusal>;

    /// Returns the position after a legal move.
    ///
    /// An illegal move leads to an unspecified position or a panic.
    #[must_use]
    fn play_unchecked(&self, mv: Self::Move) -> Self;

    /// Returns the position after `mv`, or the reason why `mv` is illegal.
    fn play(&self, mv: Self::Move) -> Result<Self, Self::Refusal> {
        self.check(mv).map(|()| self.play_unchecked(mv))
    }

    /// Returns the outcome if the game is over.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let winner = self.to_move().other();
        self.is_over().then_some(Outcome { winner })
    }

    /// Returns the number of legal moves. Often faster than counting [`moves`](Position::moves).
    fn count_moves(&self) -> u64 {
        self.moves().count() as u64
    }

    /// Returns a uniformly random legal move. `None` exactly if the game is over.
    fn random_move(&self, random: &mut impl Random) -> Option<Self::Move> {
        let count = u32::try_from(self.count_moves()).expect("a position has few moves");
        (count > 0).then(|| {
            self.moves()
                .nth(random.below(count) as usize)
                .expect("as many moves as counted")
        })
    }
}
