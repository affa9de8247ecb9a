//! Moves as numbers and positions as planes, for training.

use quintet_rules::{Cell, Cells, Player, Position};

use crate::symmetry::Transform;

/// Numbers for the moves of a position type, and its observations.
///
/// A number has the same meaning in every position of a game at one size: a cell, or a direction and a cell. The contract
/// suite checks that `number` and `action_move` are inverse on the legal moves, and that `legal_actions` has exactly their
/// numbers.
pub trait Actions: Position {
    /// The number of action numbers, which start at 0. At most [`ActionSet::MOST`].
    const ACTIONS: usize;

    /// The meaning of each plane of an observation, in order.
    const PLANES: &'static [&'static str];

    /// The maximum length of a game in plies; `None` if some games never end.
    const LONGEST: Option<u32>;

    /// The number of parts of a position, at most [`Parts::MOST`].
    const PARTS: usize;

    /// Returns the position as numbers.
    fn parts(&self) -> Parts;

    /// Returns the position with these [`parts`](Actions::parts).
    fn from_parts(parts: &Parts) -> Self;

    /// Returns the number of a legal move.
    fn number(&self, mv: Self::Move) -> usize;

    /// Returns the move with this number, which may be illegal. `None` if it leads off the grid.
    fn action_move(&self, number: usize) -> Option<Self::Move>;

    /// Returns the position after the legal move with this number.
    ///
    /// The kind of a random move is unpredictable, so a game with several kinds of moves is faster without a branch
    /// on the kind.
    #[must_use]
    #[inline]
    fn take(&self, number: usize) -> Self {
        // A legal number has a move; falling back to this position costs less than a panic.
        let mv = self.action_move(number);
        mv.map_or(*self, |mv| self.play_unchecked(mv))
    }

    /// Returns the numbers of all legal moves. Empty exactly when the game is over.
    fn legal_actions(&self) -> ActionSet;

    /// Returns the numbers of all legal moves, without a search. With `false`, some of them may be illegal.
    #[inline]
    fn quick_actions(&self) -> (ActionSet, bool) {
        (self.legal_actions(), true)
    }

    /// Tests whether the rules are the same after a rotation or reflection of the board, perhaps with the players swapped.
    fn is_symmetry(_transform: &Transform) -> bool {
        true
    }

    /// Returns the number of the image of a move.
    fn action_image(number: usize, transform: &Transform) -> usize {
        transform.cell(number)
    }

    /// Shows the planes in order. Either player can be the viewer, whose own planes come first.
    fn observe(&self, viewer: Player, show: impl FnMut(Plane));
}

/// A plane of an observation: one byte per cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plane {
    /// 1 on the cells of this bit set, 0 on the others.
    Cells(u64),
    /// 1 on the cell with this index, 0 on the others.
    Cell(usize),
    /// This byte on every cell.
    All(u8),
}

/// A position as numbers, so that a batch can store each part in a column. Unused parts are 0.
///
/// Reading has no branches: an invalid number reads as some valid value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts(pub [u64; Self::MOST]);

impl Parts {
    /// The largest number of parts.
    pub const MOST: usize = 6;

    /// Fills the unused parts with 0.
    #[inline]
    pub fn of<const N: usize>(parts: [u64; N]) -> Self {
        let mut all = [0; Self::MOST];
        all[..N].copy_from_slice(&parts);
        Parts(all)
    }

    /// Reads a part as a set of cells.
    #[inline]
    pub const fn cells<const R: usize, const C: usize>(&self, n: usize) -> Cells<R, C> {
        Cells::from_bits(self.0[n])
    }

    /// Reads a part as the index of a cell.
    #[inline]
    pub fn cell<const R: usize, const C: usize>(&self, n: usize) -> Cell<R, C> {
        let first = const { Cell::new(0).expect("a grid has a cell") };
        Cell::new(self.0[n] as usize).unwrap_or(first)
    }

    /// Reads a part as a player.
    #[inline]
    pub const fn player(&self, n: usize) -> Player {
        if self.0[n] == Player::One as u64 {
            Player::One
        } else {
            Player::Two
        }
    }

    /// Reads a part as a flag.
    #[inline]
    pub const fn is(&self, n: usize) -> bool {
        self.0[n] != 0
    }
}

/// A set of action numbers.
///
/// ```
/// use quintet_games::ActionSet;
///
/// let set = ActionSet::NONE.with(0, 0b101).with(62, 0b110);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [0, 2, 63, 64]);
/// assert_eq!((set.len(), set.nth(2)), (4, 63));
/// assert!(set.contains(64) && !set.contains(1) && !set.contains(1000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActionSet([u64; Self::WORDS]);

impl ActionSet {
    pub(crate) const WORDS: usize = 3;

    /// The largest number of action numbers.
    pub const MOST: usize = 64 * Self::WORDS;

    /// The empty set.
    pub const NONE: Self = ActionSet([0; Self::WORDS]);

    /// Adds the members of `bits`, whose lowest bit is action `from`.
    #[inline]
    #[must_use]
    pub const fn with(mut self, from: usize, bits: u64) -> Self {
        let (word, shift) = (from / 64, from % 64);
        self.0[word] |= bits << shift;
        if shift > 0 && word + 1 < Self::WORDS {
            self.0[word + 1] |= bits >> (64 - shift);
        }
        self
    }

    /// Removes the members of `bits`, whose lowest bit is action `from`.
    #[inline]
    #[must_use]
    pub fn without(self, from: usize, bits: u64) -> Self {
        let removed = Self::NONE.with(from, bits).0;
        ActionSet(std::array::from_fn(|word| self.0[word] & !removed[word]))
    }

    /// Returns the members as bits, 64 per word.
    #[inline]
    pub const fn words(self) -> [u64; Self::WORDS] {
        self.0
    }

    /// Returns the set with these [`words`](ActionSet::words). Missing words are empty.
    #[inline]
    pub fn from_words(words: &[u64]) -> Self {
        ActionSet(std::array::from_fn(|word| {
            words.get(word).copied().unwrap_or(0)
        }))
    }

    /// Tests whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Returns the number of members.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Tests whether `action` is a member.
    #[inline]
    pub fn contains(self, action: usize) -> bool {
        let word = self.0.get(action / 64);
        word.is_some_and(|word| word >> (action % 64) & 1 == 1)
    }

    /// Returns the member with `n` lower ones. Panics if the set has no more than `n` members.
    #[inline]
    pub fn nth(self, mut n: u32) -> usize {
        let mut from = 0;
        for word in self.0 {
            let members = word.count_ones();
            if n < members {
                return from + Cells::<8, 8>::from_bits(word).nth(n).index();
            }
            n -= members;
            from += 64;
        }
        panic!("the set has fewer members")
    }

    /// Iterates over the members, lowest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let word = |(n, word): (usize, u64)| {
            let cells = Cells::<8, 8>::from_bits(word).iter();
            cells.map(move |cell| 64 * n + cell.index())
        };
        self.0.into_iter().enumerate().flat_map(word)
    }
}

/// A direction on the grid. All games number directions in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Up,
    Right,
    Down,
    Left,
}

impl Direction {
    pub(crate) const ALL: [Direction; 4] = [
        Direction::Up,
        Direction::Right,
        Direction::Down,
        Direction::Left,
    ];

    /// Moves a set one step, dropping cells that leave the grid.
    #[inline]
    pub(crate) const fn shift<const R: usize, const C: usize>(
        self,
        cells: Cells<R, C>,
    ) -> Cells<R, C> {
        match self {
            Direction::Up => cells.up(),
            Direction::Right => cells.right(),
            Direction::Down => cells.down(),
            Direction::Left => cells.left(),
        }
    }

    /// Returns the cell one step away, if the grid has it.
    #[inline]
    pub(crate) fn step<const R: usize, const C: usize>(
        self,
        from: Cell<R, C>,
    ) -> Option<Cell<R, C>> {
        Steps::<R, C>::TABLE[from.index()][self as usize]
    }

    /// Returns the cell one step away in the direction with this number, which the grid must have; the same cell for an
    /// invalid number. Has no branches or tables, so that batches can vectorize it.
    #[inline]
    pub(crate) fn land<const R: usize, const C: usize>(
        from: Cell<R, C>,
        direction: usize,
    ) -> Cell<R, C> {
        let is = |one: Direction| usize::from(direction == one as usize);
        let forward = from.index() + is(Direction::Right) + C * is(Direction::Down);
        let index = forward.wrapping_sub(is(Direction::Left) + C * is(Direction::Up));
        Cell::new(index).unwrap_or(from)
    }

    /// Returns the direction from a cell to an adjacent one.
    pub(crate) fn between<const R: usize, const C: usize>(
        from: Cell<R, C>,
        to: Cell<R, C>,
    ) -> Self {
        let leads = |direction: &Direction| direction.step(from) == Some(to);
        let found = Self::ALL.into_iter().find(leads);
        found.expect("the cells are adjacent")
    }
}

/// The cell that each direction leads to from each cell: a lookup has no branch to mispredict.
struct Steps<const R: usize, const C: usize>;

impl<const R: usize, const C: usize> Steps<R, C> {
    const TABLE: [[Option<Cell<R, C>>; 4]; 64] = {
        let mut table = [[None; 4]; 64];
        let mut cell = 0;
        while let Some(from) = Cell::<R, C>::new(cell) {
            let mut direction = 0;
            while direction < 4 {
                table[cell][direction] = Direction::ALL[direction].shift(from.alone()).first();
                direction += 1;
            }
            cell += 1;
        }
        table
    };
}
