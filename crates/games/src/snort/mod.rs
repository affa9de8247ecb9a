//! The rule that Gridlock and Adjacency Block share: place a marker on an empty cell that is not
//! beside one of the opponent's. A player who cannot has lost.
//!
//! The mathematical literature calls it Snort. Gridlock plays it on a square, Adjacency Block on a
//! row. Positions are seen from the player to move: legal are the cells that are neither taken nor
//! beside one of *theirs*.
//!
//! ```text
//!     mine     theirs    beside theirs    legal
//!     # . .     . . .        . . .        . # #
//!     . . .     . . .        . . #        # # .
//!     . . .     . . #        . # .        # . .
//! ```

mod solution;

use quintet_rules::{Cell, Cells, Outcome, PerPlayer, Player, Position, Random, Symmetries};

use crate::actions::{ActionSet, Parts, Plane};
use crate::game::Reason;
use crate::markers::Markers;
use crate::scene::{Idea, indices};
use crate::text::{Fields, NotAPosition, read_cells};

pub(crate) use solution::{grid, is_whole_grid, is_whole_row, row};

/// A position of Snort on a grid with `R` rows and `C` columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Snort<const R: usize, const C: usize> {
    mine: Cells<R, C>,
    theirs: Cells<R, C>,
    to_move: Player,
}

/// Why a marker may not be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SnortRefusal {
    /// There is no such cell.
    OffTheGrid,
    /// The cell holds a marker.
    Occupied,
    /// The cell is beside a marker of the opponent.
    BesideOpponent,
}

impl Reason for SnortRefusal {
    fn code(&self) -> &'static str {
        match self {
            SnortRefusal::OffTheGrid => "off-the-grid",
            SnortRefusal::Occupied => "occupied",
            SnortRefusal::BesideOpponent => "beside-opponent",
        }
    }
}

impl<const R: usize, const C: usize> Snort<R, C> {
    /// The empty grid.
    pub const fn start(first: Player) -> Self {
        Snort {
            mine: Cells::NONE,
            theirs: Cells::NONE,
            to_move: first,
        }
    }

    /// The position if the player to move left out a turn.
    pub(crate) fn passed(&self) -> Self {
        Snort {
            mine: self.theirs,
            theirs: self.mine,
            to_move: self.to_move.other(),
        }
    }

    /// The opposite of a move, the board turned by half, if every move can be answered by it: each
    /// player may place on the opposite cells of the other, and none of them is beside its opposite. So an
    /// opposite is legal whenever its move was, and the same holds after it.
    pub(crate) fn opposite(&self, cell: Cell<R, C>) -> Option<Cell<R, C>> {
        const HALF_TURN: usize = 3;
        let turned = |set| Symmetries::image(HALF_TURN, set);
        let mine = self.legal();
        let is_far = |cell: Cells<R, C>| !(cell | cell.beside()).meets(turned(cell));
        let is_answered = turned(mine) == self.passed().legal() && mine.singles().all(is_far);
        turned(cell.alone()).first().filter(|_| is_answered)
    }

    /// How many cells each player has left, if no cell of one is, or is beside, a cell of the other: a
    /// marker then closes no cell of the opponent.
    pub(crate) fn moves_left(&self) -> Option<PerPlayer<u32>> {
        let (mine, theirs) = (self.legal(), self.passed().legal());
        let is_apart = !(mine | mine.beside()).meets(theirs);
        is_apart.then(|| {
            PerPlayer::from_fn(|player| {
                if player == self.to_move {
                    mine.len()
                } else {
                    theirs.len()
                }
            })
        })
    }

    /// How good the position looks for the player to move: cells that only one player may take count for that player, less
    /// if they are beside a cell that the other may take.
    pub(crate) fn estimate(&self) -> i64 {
        let (mine, theirs) = (self.legal(), self.passed().legal());
        let of = |open: Cells<R, C>, other: Cells<R, C>| {
            let own = open - other;
            i64::from(4 * own.len()) - i64::from((own & other.beside()).len())
        };
        of(mine, theirs) - of(theirs, mine)
    }

    #[inline]
    fn legal(&self) -> Cells<R, C> {
        !(self.mine | self.theirs | self.theirs.beside())
    }

    /// What each plane of an observation shows.
    pub(crate) const PLANES: &'static [&'static str] = &["own markers", "opponent's markers"];

    pub(crate) const PARTS: usize = 3;

    #[inline]
    pub(crate) fn parts(&self) -> Parts {
        Parts::of([self.mine.bits(), self.theirs.bits(), self.to_move as u64])
    }

    #[inline]
    pub(crate) fn from_parts(parts: &Parts) -> Self {
        Snort {
            mine: parts.cells(0),
            theirs: parts.cells(1),
            to_move: parts.player(2),
        }
    }

    /// The position after the legal move with this number.
    #[inline]
    pub(crate) fn take(&self, number: usize) -> Self {
        self.after(Cells::from_bits(1 << (number % 64)))
    }

    /// The position after a marker on a cell.
    #[inline]
    fn after(&self, cell: Cells<R, C>) -> Self {
        Snort {
            mine: self.theirs,
            theirs: self.mine | cell,
            to_move: self.to_move.other(),
        }
    }

    /// The numbers of the legal moves: each is its cell.
    #[inline]
    pub(crate) fn actions(&self) -> ActionSet {
        ActionSet::NONE.with(0, self.legal().bits())
    }

    /// Shows the planes.
    #[inline]
    pub(crate) fn observe(&self, viewer: Player, mut show: impl FnMut(Plane)) {
        show(Plane::Cells(self.markers(viewer).bits()));
        show(Plane::Cells(self.markers(viewer.other()).bits()));
    }

    /// The markers of the last player that close the cells still empty. When the game is over they
    /// close them all, and there is one at least: a full grid would have X and O side by side.
    pub(crate) fn closing(&self) -> Cells<R, C> {
        let empty = !(self.mine | self.theirs);
        self.theirs & empty.beside()
    }

    /// The empty cells beside each player's markers, which are closed to the other.
    pub(crate) fn idea(&self) -> Idea {
        let empty = !(self.mine | self.theirs);
        let closed_to = |player: Player| empty & self.markers(player.other()).beside();
        Idea {
            closed: Player::BOTH.map(|player| indices(closed_to(player))),
            ..Idea::default()
        }
    }

    /// The markers that are in the way of one on `cell`.
    pub(crate) fn culprits(&self, cell: Cell<R, C>, refusal: SnortRefusal) -> Vec<usize> {
        indices(match refusal {
            SnortRefusal::BesideOpponent => cell.neighbours() & self.theirs,
            SnortRefusal::Occupied | SnortRefusal::OffTheGrid => cell.alone(),
        })
    }

    /// The move that touching cells means.
    pub(crate) fn meant(touched: &[usize]) -> Option<Cell<R, C>> {
        match touched {
            [cell] => Cell::new(*cell),
            _ => None,
        }
    }

    /// How a finished game has ended, to `reader`.
    pub(crate) fn end_clause(&self, reader: Player) -> String {
        if self.to_move == reader {
            "you have no cell left".to_owned()
        } else {
            format!("Player {} has no cell left", self.to_move)
        }
    }

    /// `X`, `O` and `.`, and the player to move.
    pub(crate) fn write(&self) -> String {
        format!("{} {}", self.cells_text(), self.to_move)
    }

    /// The opposite of [`write`](Snort::write). Every text that is accepted can be reached by play:
    /// the order of the markers never matters, as a cell that is legal at the end was so
    /// before.
    pub(crate) fn read(text: &str) -> Result<Self, NotAPosition> {
        let fields = Fields::of(text, ["cells", "player to move"])?;
        let [one, two] = read_cells(fields.0[0], ['X', 'O'])?;
        let to_move = fields.player()?;
        check_counts(one.len(), two.len(), to_move)?;
        if let Some(cell) = (one.beside() & two).first() {
            let found = format!("the O at {cell:?} beside an X");
            return Err(NotAPosition::new(found, "no X and O side by side"));
        }
        let (mine, theirs) = if to_move == Player::One {
            (one, two)
        } else {
            (two, one)
        };
        Ok(Snort {
            mine,
            theirs,
            to_move,
        })
    }
}

/// Players who place in turn have the same number of markers, or the one who has just placed has
/// one more.
pub(crate) fn check_counts(one: u32, two: u32, to_move: Player) -> Result<(), NotAPosition> {
    let (mine, theirs) = if to_move == Player::One {
        (one, two)
    } else {
        (two, one)
    };
    if theirs == mine || theirs == mine + 1 {
        return Ok(());
    }
    Err(NotAPosition::new(
        format!("{one} X and {two} O with player {to_move} to move"),
        format!(
            "as many of each, or one more of player {}'s",
            to_move.other()
        ),
    ))
}

impl<const R: usize, const C: usize> Markers<R, C> for Snort<R, C> {
    fn markers(&self, player: Player) -> Cells<R, C> {
        if player == self.to_move {
            self.mine
        } else {
            self.theirs
        }
    }
}

impl<const R: usize, const C: usize> Position for Snort<R, C> {
    type Move = Cell<R, C>;
    type Refusal = SnortRefusal;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.legal().is_empty().then_some(Outcome {
            winner: self.to_move.other(),
        })
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Cell<R, C>> {
        self.legal().iter()
    }

    fn check(&self, cell: Cell<R, C>) -> Result<(), SnortRefusal> {
        if (self.mine | self.theirs).contains(cell) {
            Err(SnortRefusal::Occupied)
        } else if self.theirs.beside().contains(cell) {
            Err(SnortRefusal::BesideOpponent)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play_unchecked(&self, cell: Cell<R, C>) -> Self {
        self.after(cell.alone())
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        u64::from(self.legal().len())
    }

    #[inline]
    fn random_move(&self, random: &mut impl Random) -> Option<Cell<R, C>> {
        let legal = self.legal();
        (!legal.is_empty()).then(|| legal.nth(random.below(legal.len())))
    }
}
