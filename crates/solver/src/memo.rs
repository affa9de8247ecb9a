//! The values of a game in which no position comes back: every position is visited once and its
//! value remembered.
//!
//! Positions of equal value, such as mirror images, are folded into one key by the game.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow;

use quintet_rules::Position;

use crate::{Budget, Census, MAX_DISTANCE, Oracle, Progress, Scramble, Show, Value, agrees};

/// How the positions of a game are folded. Only for games in which no position comes back.
pub trait Folding: Send + Sync {
    /// The positions.
    type Position: Position;

    /// Equal only for positions of equal value.
    fn key(&self, position: &Self::Position) -> u64;

    /// Some position with this key.
    fn unfold(&self, key: u64) -> Self::Position;

    /// How many positions have this key.
    fn count(&self, key: u64) -> u64;
}

/// The value of every position that can be reached from the starts.
///
/// ```
/// use quintet_solver::memo::{Folding, Memo};
/// use quintet_solver::{Budget, Oracle, Progress, Value};
/// # use quintet_rules::{Outcome, Player, Position};
/// # #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// # struct Heap {
/// #     stones: u8,
/// #     to_move: Player,
/// # }
/// # impl Position for Heap {
/// #     type Move = u8;
/// #     type Refusal = &'static str;
/// #     fn to_move(&self) -> Player {
/// #         self.to_move
/// #     }
/// #     fn outcome(&self) -> Option<Outcome> {
/// #         let winner = self.to_move.other();
/// #         (self.stones == 0).then_some(Outcome { winner })
/// #     }
/// #     fn moves(&self) -> impl Iterator<Item = u8> {
/// #         1..=self.stones.min(2)
/// #     }
/// #     fn check(&self, taken: u8) -> Result<(), &'static str> {
/// #         match taken {
/// #             1 | 2 if taken <= self.stones => Ok(()),
/// #             1 | 2 => Err("there are not so many stones"),
/// #             _ => Err("one or two are taken"),
/// #         }
/// #     }
/// #     fn play_unchecked(&self, taken: u8) -> Self {
/// #         Heap {
/// #             stones: self.stones - taken,
/// #             to_move: self.to_move.other(),
/// #         }
/// #     }
/// # }
///
/// /// Which player is to move does not matter to the value.
/// struct Stones;
///
/// impl Folding for Stones {
///     type Position = Heap;
///
///     fn key(&self, heap: &Heap) -> u64 {
///         heap.stones.into()
///     }
///
///     fn unfold(&self, key: u64) -> Heap {
///         Heap {
///             stones: key as u8,
///             to_move: Player::One,
///         }
///     }
///
///     fn count(&self, _: u64) -> u64 {
///         2
///     }
/// }
///
/// let starts = Player::BOTH.map(|to_move| Heap { stones: 4, to_move });
/// let memo = Memo::new(Stones, starts);
/// assert_eq!(memo.value(&starts[1], Budget::NONE), Some(Value::Win(3)));
/// assert_eq!(memo.verify(&Progress::default()), Some(Ok(5)));
/// ```
#[derive(Debug)]
pub struct Memo<F> {
    folding: F,
    values: HashMap<u64, u8, BuildHasherDefault<Scramble>>,
}

impl<F: Folding> Memo<F> {
    /// Visits every position that can be reached from a start, one for each player who may begin.
    pub fn new(folding: F, starts: impl IntoIterator<Item = F::Position>) -> Self {
        let mut memo = Memo {
            folding,
            values: HashMap::default(),
        };
        for start in starts {
            memo.settle(&start);
        }
        memo
    }

    fn settle(&mut self, position: &F::Position) -> u8 {
        let key = self.folding.key(position);
        if let Some(value) = self.values.get(&key) {
            return *value;
        }
        let best = position
            .moves()
            .map(|mv| self.settle(&position.play_unchecked(mv)))
            .min();
        let value = best.map_or(Value::Loss(0), |byte| {
            Value::from_byte(byte).one_ply_earlier()
        });
        assert!(
            value.distance() <= Some(MAX_DISTANCE),
            "a distance does not fit a value"
        );
        self.values.insert(key, value.to_byte());
        value.to_byte()
    }
}

impl<F: Folding> Oracle<F::Position> for Memo<F> {
    fn is_whole(&self) -> bool {
        true
    }

    fn value(&self, position: &F::Position, _: Budget) -> Option<Value> {
        let key = self.folding.key(position);
        self.values.get(&key).copied().map(Value::from_byte)
    }

    /// Of several longest wins the one with the least key is named.
    fn census(&self) -> Option<Census<F::Position>> {
        Some(Census::of(self))
    }

    /// Positions come in the order of their keys.
    fn visit(&self, show: &mut Show<F::Position>) -> ControlFlow<()> {
        let mut keys: Vec<_> = self.values.iter().collect();
        keys.sort_unstable();
        for (key, byte) in keys {
            let value = Value::from_byte(*byte);
            if value != Value::Loss(0) {
                show(&self.folding.unfold(*key), value, self.folding.count(*key))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn verify(&self, _: &Progress) -> Option<Result<u64, F::Position>> {
        let wrong = self.values.iter().find_map(|(key, byte)| {
            let position = self.folding.unfold(*key);
            let is_right = agrees(&position, Value::from_byte(*byte), |next| {
                self.value(next, Budget::NONE)
            });
            (!is_right).then_some(position)
        });
        Some(wrong.map_or(Ok(self.values.len() as u64), Err))
    }
}
