//! The contract of a game.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Player, Random};

/// Everything that decides what may happen next in a game, as a small value.
///
/// The laws, which a game's contract test checks along random games:
///
/// * [`moves`](Position::moves) is empty exactly when [`outcome`](Position::outcome) is `Some`;
/// * `moves` has no duplicates, ascends, and is the same each time it is asked;
/// * [`play`](Position::play) accepts exactly the listed moves and then agrees with
///   [`play_unchecked`](Position::play_unchecked).
///
/// ```
/// use quintet_rules::{Outcome, Player, Position, perft};
///
/// /// One or two stones are taken from a heap; the player who finds none has lost.
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct Heap {
///     stones: u8,
///     to_move: Player,
/// }
///
/// impl Position for Heap {
///     type Move = u8;
///     type Refusal = &'static str;
///
///     fn to_move(&self) -> Player {
///         self.to_move
///     }
///
///     fn outcome(&self) -> Option<Outcome> {
///         let winner = self.to_move.other();
///         (self.stones == 0).then_some(Outcome { winner })
///     }
///
///     fn moves(&self) -> impl Iterator<Item = u8> {
///         1..=self.stones.min(2)
///     }
///
///     fn check(&self, taken: u8) -> Result<(), &'static str> {
///         match taken {
///             1 | 2 if taken <= self.stones => Ok(()),
///             1 | 2 => Err("there are not so many stones"),
///             _ => Err("one or two are taken"),
///         }
///     }
///
///     fn play_unchecked(&self, taken: u8) -> Self {
///         Heap {
///             stones: self.stones - taken,
///             to_move: self.to_move.other(),
///         }
///     }
/// }
///
/// let heap = Heap {
///     stones: 3,
///     to_move: Player::One,
/// };
/// assert!(heap.moves().eq([1, 2]));
/// assert_eq!(heap.play(3), Err("one or two are taken"));
/// let next = heap.play(2).expect("a legal move");
/// assert_eq!((next.stones, next.to_move), (1, Player::Two));
/// assert_eq!(perft(&heap, 2), 3);
/// ```
pub trait Position: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// One whole turn of one player.
    type Move: Copy + Ord + Hash + Debug + Send + Sync;

    /// Why a move is not legal.
    type Refusal: Clone + Eq + Debug;

    /// The player whose turn it is; in a finished position, the player who would have been next.
    fn to_move(&self) -> Player;

    /// Who has won, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Every legal move, in ascending order. Empty exactly when the game is over.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Whether `mv` is legal here, and if not, why.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Refusal>;

    /// The position after a move that is known to be legal.
    ///
    /// For any other move the result means nothing: it may be an impossible position or a panic.
    #[must_use]
    fn play_unchecked(&self, mv: Self::Move) -> Self;

    /// The position after `mv`, or why `mv` is not legal. `self` stays as it was.
    fn play(&self, mv: Self::Move) -> Result<Self, Self::Refusal> {
        self.check(mv).map(|()| self.play_unchecked(mv))
    }

    /// How many legal moves there are: the length of [`moves`](Position::moves), often cheaper.
    fn count_moves(&self) -> u64 {
        self.moves().count() as u64
    }

    /// A legal move, each with the same probability. `None` exactly when the game is over.
    fn random_move(&self, random: &mut impl Random) -> Option<Self::Move> {
        let count = u32::try_from(self.count_moves()).expect("a position has few moves");
        (count > 0).then(|| {
            self.moves()
                .nth(random.below(count) as usize)
                .expect("as many moves as counted")
        })
    }
}
