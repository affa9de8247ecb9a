//! Exact values of a slice: the positions of one block, in which only the runners move.
//!
//! Steps can be reversed, so play can cycle inside a slice. A barrier leads out of it, to positions that have been solved.
//! The value of the best barrier of a position is its exit:
//!
//! ```text
//!      exits          slice
//!     <------- o <-----> o <-----> o
//!     <------- o <-----> o
//! ```
//!
//! All operations are on sets of positions. A set has a word for each square of Player 2, with a bit for each square of
//! Player 1:
//!
//! ```text
//!     word   0   1 . 1 . .  . . . . .  ...       a step of Player 1 shifts every word by 1 or a row,
//!     word   1   . . . 1 .  . . 1 . .  ...       a step of Player 2 moves whole words that far
//!     ...
//!     word  28   . . . . .  1 . . . .  ...
//! ```

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

#[cfg(not(target_family = "wasm"))]
use multiversion::multiversion;
use quintet_rules::bits;
use quintet_solver::{MAX_DISTANCE, Value};

use super::frame::{Frame, NARROW, Side, Spread, Square, WIDE, contains, only};
use super::pairs::Pairs;

/// A set of squares as an integer: the narrower, the more of them fit a vector register.
pub(super) trait Word:
    Copy
    + Default
    + PartialEq
    + Into<u64>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// The stride of the frame whose squares are the bits.
    const STRIDE: usize;
    const BITS: usize;
    /// A word for each square, and a row of them before and after.
    type Words: Copy + AsRef<[Self]> + AsMut<[Self]>;
    const EMPTY_WORDS: Self::Words;

    /// Drops the higher bits.
    fn from_bits(bits: u64) -> Self;
}

macro_rules! word {
    ($word:ty, $stride:expr) => {
        impl Word for $word {
            const STRIDE: usize = $stride;
            const BITS: usize = <$word>::BITS as usize;
            type Words = [$word; <$word>::BITS as usize + 2 * $stride];
            const EMPTY_WORDS: Self::Words = [0; _];

            #[inline]
            fn from_bits(bits: u64) -> Self {
                bits as $word
            }
        }
    };
}

word!(u32, NARROW);
word!(u64, WIDE);

/// A set of positions with the same player to move. Empty rows before and after spare the steps of Player 2 all edge cases,
/// so that every loop here compiles to vector instructions.
#[derive(Clone, Copy)]
struct PositionSet<W: Word>(W::Words);

impl<W: Word> PositionSet<W> {
    const EMPTY: Self = PositionSet(W::EMPTY_WORDS);

    #[inline]
    fn from_words(word: impl Fn(usize) -> W) -> Self {
        let mut set = Self::EMPTY;
        let words = &mut set.0.as_mut()[W::STRIDE..][..W::BITS];
        for (i, here) in words.iter_mut().enumerate() {
            *here = word(i);
        }
        set
    }

    #[inline]
    fn words(&self) -> &[W] {
        self.words_from(W::STRIDE)
    }

    /// Returns the words from a place on; the first square is at place `STRIDE`.
    #[inline]
    fn words_from(&self, place: usize) -> &[W] {
        &self.0.as_ref()[place..][..W::BITS]
    }

    /// Adds positions with Player 2 on one square.
    #[inline]
    fn add(&mut self, two: Square, ones: u64) {
        let word = &mut self.0.as_mut()[W::STRIDE..][two & (W::BITS - 1)];
        *word = *word | W::from_bits(ones);
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.words()
            .iter()
            .fold(W::default(), |all, word| all | *word)
            == W::default()
    }

    #[inline]
    fn union(&self, other: &Self) -> Self {
        let (a, b) = (self.words(), other.words());
        Self::from_words(|i| a[i] | b[i])
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        let (a, b) = (self.words(), other.words());
        Self::from_words(|i| a[i] & !b[i])
    }

    #[inline]
    fn common(&self, other: &Self) -> Self {
        let (a, b) = (self.words(), other.words());
        Self::from_words(|i| a[i] & b[i])
    }

    /// Writes a byte for each position.
    #[inline]
    fn write(&self, byte: u8, spread: &mut Spread) {
        // 64 bits at a time, since the processor often mispredicts the end of the inner loop.
        let words = self.words().chunks_exact(64 / W::BITS);
        for (words, bytes) in words.zip(spread.chunks_exact_mut(64)) {
            let joined = words.iter().rev().fold(0, |joined: u64, word| {
                joined.unbounded_shl(W::BITS as u32) | (*word).into()
            });
            for place in bits(joined) {
                bytes[place & 63] = byte;
            }
        }
    }
}

/// The exits of the positions with one player to move, by distance: odd for wins, even for losses, and 0, which no move
/// leads to, for endless.
#[derive(Default)]
pub(super) struct Exits<W: Word>(Vec<PositionSet<W>>);

impl<W: Word> Exits<W> {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds the exit of a position that has none, by its value for the player to move.
    #[inline]
    pub(super) fn add(&mut self, [one, two]: [Square; 2], value: Value) {
        let plies = value.distance().map_or(0, usize::from);
        if plies >= self.0.len() {
            self.0.resize(plies + 1, PositionSet::EMPTY);
        }
        self.0[plies].add(two, only(one));
    }

    fn with_plies(&self, plies: u8) -> Option<&PositionSet<W>> {
        self.0.get(usize::from(plies))
    }

    fn any(&self) -> PositionSet<W> {
        let sets = self.0.iter();
        sets.fold(PositionSet::EMPTY, |all, set| all.union(set))
    }
}

struct Slice<W: Word> {
    positions: PositionSet<W>,
    /// For each side to move.
    won_at_once: [PositionSet<W>; 2],
}

impl<W: Word> Slice<W> {
    #[inline]
    fn new(frame: &Frame, pairs: Pairs) -> Self {
        let mut positions = PositionSet::EMPTY;
        let mut won_at_once = [PositionSet::EMPTY; 2];
        let [by_goal_one, by_goal_two] = frame.goals.map(|goal| frame.beside(only(goal)));
        for (two, row) in pairs.rows() {
            let captures = row & frame.beside(only(two));
            let arrivals = if contains(by_goal_two, two) { row } else { 0 };
            positions.add(two, row);
            won_at_once[0].add(two, captures | row & by_goal_one);
            won_at_once[1].add(two, captures | arrivals);
        }
        Slice {
            positions,
            won_at_once,
        }
    }

    /// Returns the positions with `side` to move and a step to one of `targets`.
    #[inline]
    fn moving_into(&self, side: Side, targets: &PositionSet<W>) -> PositionSet<W> {
        let here = self.positions.words();
        if side == 0 {
            let words = targets.words();
            PositionSet::from_words(|i| {
                let word = words[i];
                (word << 1 | word >> 1 | word << W::STRIDE | word >> W::STRIDE) & here[i]
            })
        } else {
            let left = targets.words_from(W::STRIDE - 1);
            let right = targets.words_from(W::STRIDE + 1);
            let above = targets.words_from(0);
            let below = targets.words_from(2 * W::STRIDE);
            PositionSet::from_words(|i| (left[i] | right[i] | above[i] | below[i]) & here[i])
        }
    }

    /// Reports the positions that `winner` wins and those that the other player loses, in sets of equal value, by ascending
    /// distance. They do not depend on the positions that the other player wins.
    #[inline]
    fn solve_for(
        &self,
        winner: Side,
        exits: &[Exits<W>; 2],
        mut report: impl FnMut(Side, Value, &PositionSet<W>),
    ) {
        let loser = 1 - winner;
        let (winning_exits, losing_exits) = (&exits[winner], &exits[loser]);
        let distances = winning_exits.0.len().max(losing_exits.0.len());

        // `unwon` and `unlost` are still undecided. In `saved` the loser has an exit that does not lose within
        // `plies` plies.
        let mut unwon = self.positions;
        let mut unlost = self.positions.minus(&self.won_at_once[loser]);
        let mut saved = losing_exits.any();
        let mut newly_won = self.won_at_once[winner];
        if let Some(exit) = winning_exits.with_plies(1) {
            newly_won = newly_won.union(exit);
        }

        let mut plies = 1;
        loop {
            if !newly_won.is_empty() {
                report(winner, Value::win(plies), &newly_won);
                unwon = unwon.minus(&newly_won);
            }

            // Lost: every move leads to a win of the winner in at most `plies`.
            let losing_exit = losing_exits.with_plies(plies + 1);
            let mut newly_lost = PositionSet::EMPTY;
            if !newly_won.is_empty() || losing_exit.is_some() {
                if let Some(exit) = losing_exit {
                    saved = saved.minus(exit);
                }
                let escaping = self.moving_into(loser, &unwon);
                newly_lost = unlost.minus(&saved).minus(&escaping);
            }

            newly_won = PositionSet::EMPTY;
            if !newly_lost.is_empty() {
                report(loser, Value::loss(plies + 1), &newly_lost);
                unlost = unlost.minus(&newly_lost);
                newly_won = self.moving_into(winner, &newly_lost);
            }
            if let Some(exit) = winning_exits.with_plies(plies + 2) {
                newly_won = newly_won.union(exit);
            }
            newly_won = newly_won.common(&unwon);

            plies += 2;
            if newly_won.is_empty() && usize::from(plies) + 1 >= distances {
                return;
            }
            assert!(plies < MAX_DISTANCE, "the distance does not fit a byte");
        }
    }
}

/// Solves a slice: writes the byte of each position, for each side to move.
#[cfg_attr(
    not(target_family = "wasm"),
    multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))
)]
pub(super) fn solve<W: Word>(
    frame: &Frame,
    pairs: Pairs,
    exits: &[Exits<W>; 2],
    values: &mut [Spread; 2],
) {
    let slice = Slice::new(frame, pairs);
    for side in [0, 1] {
        values[side][..W::BITS * W::BITS].fill(Value::Endless.to_byte());
    }
    for winner in [0, 1] {
        slice.solve_for(winner, exits, |side, value, set| {
            set.write(value.to_byte(), &mut values[side]);
        });
    }
}

/// Solves a slice as if no player had a barrier left.
pub(super) fn race(frame: &Frame, pairs: Pairs, values: &mut [Spread; 2]) {
    if frame.is_narrow() {
        solve(frame, pairs, &<[Exits<u32>; 2]>::default(), values);
    } else {
        solve(frame, pairs, &<[Exits<u64>; 2]>::default(), values);
    }
}
