//! Moves as numbers and positions as planes, for programs that learn.

use quintet_rules::{Cell, Cells, Player, Position};

/// Numbers for the moves of a position type, and the observations of a learning program.
///
/// A number means the same in every position of a game at one size: a cell, or a direction and a cell.
/// The contract suite checks that `number` and `action_move` are inverse on the legal moves, and that
/// `legal_actions` has the numbers of exactly those.
pub trait Actions: Position {
    /// How many numbers there are, starting at 0. At most [`ActionSet::MOST`].
    const ACTIONS: usize;

    /// The meaning of each plane of an observation, in order.
    const PLANES: &'static [&'static str];

    /// How many parts hold a position: at most [`Parts::MOST`].
    const PARTS: usize;

    /// The position as numbers.
    fn parts(&self) -> Parts;

    /// The inverse of [`parts`](Actions::parts).
    fn from_parts(parts: &Parts) -> Self;

    /// The number of a legal move.
    fn number(&self, mv: Self::Move) -> usize;

    /// The move with this number, which may be illegal. `None` if it means no cell of the grid.
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

    /// The numbers of all legal moves. Empty exactly when the game is over.
    fn legal_actions(&self) -> ActionSet;

    /// The numbers of all legal moves, computed without a search: `false` means that some of them may be illegal.
    #[inline]
    fn quick_actions(&self) -> (ActionSet, bool) {
        (self.legal_actions(), true)
    }

    /// Shows the planes in order. The viewer, who need not be the player to move, sees their own first.
    fn observe(&self, viewer: Player, show: impl FnMut(Plane));
}

/// A plane of an observation: a byte for each cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plane {
    /// 1 on these cells, bit 0 being the first, and 0 on the others.
    Cells(u64),
    /// 1 on the cell with this index, and 0 on the others.
    Cell(usize),
    /// This byte on every cell.
    All(u8),
}

/// A position as numbers, each part of it in a place of its own, so that those of many positions can stand side
/// by side. Places that a game does not need hold 0.
///
/// To read them has no branch: what no position has told reads as some other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts(pub [u64; Self::MOST]);

impl Parts {
    /// The most parts that a position can have.
    pub const MOST: usize = 6;

    /// These parts, and no others.
    #[inline]
    pub fn of<const N: usize>(parts: [u64; N]) -> Self {
        let mut all = [0; Self::MOST];
        all[..N].copy_from_slice(&parts);
        Parts(all)
    }

    /// A set of cells, told by its bits.
    #[inline]
    pub const fn cells<const R: usize, const C: usize>(&self, n: usize) -> Cells<R, C> {
        Cells::from_bits(self.0[n])
    }

    /// A cell, told by its index.
    #[inline]
    pub fn cell<const R: usize, const C: usize>(&self, n: usize) -> Cell<R, C> {
        let first = const { Cell::new(0).expect("a grid has a cell") };
        Cell::new(self.0[n] as usize).unwrap_or(first)
    }

    /// A player, told as a number.
    #[inline]
    pub const fn player(&self, n: usize) -> Player {
        if self.0[n] == Player::One as u64 {
            Player::One
        } else {
            Player::Two
        }
    }

    /// Whether something is so.
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

    /// The most action numbers that a game can have.
    pub const MOST: usize = 64 * Self::WORDS;

    /// No action.
    pub const NONE: Self = ActionSet([0; Self::WORDS]);

    /// The set with the members of `bits`, too, of which the lowest is action `from`.
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

    /// The set without the members of `bits`, of which the lowest is action `from`.
    #[inline]
    #[must_use]
    pub fn without(self, from: usize, bits: u64) -> Self {
        let struck = Self::NONE.with(from, bits).0;
        ActionSet(std::array::from_fn(|word| self.0[word] & !struck[word]))
    }

    /// The members as bits, 64 in each word.
    #[inline]
    pub const fn words(self) -> [u64; Self::WORDS] {
        self.0
    }

    /// The opposite of [`words`](ActionSet::words); words that are left out have no members.
    #[inline]
    pub fn from_words(words: &[u64]) -> Self {
        ActionSet(std::array::from_fn(|word| {
            words.get(word).copied().unwrap_or(0)
        }))
    }

    /// Whether there is no member.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// How many members there are.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether `action` is a member.
    #[inline]
    pub fn contains(self, action: usize) -> bool {
        let word = self.0.get(action / 64);
        word.is_some_and(|word| word >> (action % 64) & 1 == 1)
    }

    /// The member that has `n` lower ones. There must be one.
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
        panic!("the set has not so many members")
    }

    /// The members, lowest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let word = |(n, word): (usize, u64)| {
            let cells = Cells::<8, 8>::from_bits(word).iter();
            cells.map(move |cell| 64 * n + cell.index())
        };
        self.0.into_iter().enumerate().flat_map(word)
    }
}

/// A step on the grid, numbered in this order wherever a game has directions.
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

    /// The set moved one step; what leaves the grid is dropped.
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

    /// The cell one step from another, if the grid has it.
    #[inline]
    pub(crate) fn step<const R: usize, const C: usize>(
        self,
        from: Cell<R, C>,
    ) -> Option<Cell<R, C>> {
        Steps::<R, C>::TABLE[from.index()][self as usize]
    }

    /// The cell one step from another, which the grid must have, in the direction with this number; a number that is
    /// none stays. Without a branch or a table, so that it can be done for several games at once.
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

    /// The direction of the step between two cells that share a side.
    pub(crate) fn between<const R: usize, const C: usize>(
        from: Cell<R, C>,
        to: Cell<R, C>,
    ) -> Self {
        let leads = |direction: &Direction| direction.step(from) == Some(to);
        let found = Self::ALL.into_iter().find(leads);
        found.expect("a step leads to a cell beside")
    }
}

/// Where each direction leads from each cell. To look it up has no branch to mispredict.
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
