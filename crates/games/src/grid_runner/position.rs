//! The rules: two runners, the barriers on the grid and those left in hand.
//!
//! ```text
//!       A  B  C  D  E
//!     1 P1 .  .  .  .     P1 runs to E5, P2 to A1. A step onto the other runner captures it;
//!     2 .  .  .  .  .     both are then on one cell, and the player who just moved wins.
//!     3 .  .  X  .  .
//!     4 .  .  .  .  .
//!     5 .  .  .  .  P2
//! ```

use quintet_rules::{Cell, Cells, Player, Position, Random};

use crate::game::Reason;
use crate::grid_runner::paths;

/// The number of barriers that each player has at the start.
pub(super) const BARRIERS: u8 = 3;

/// A position of Grid Runner, seen from the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Runners<const R: usize, const C: usize> {
    pub(super) mine: Cell<R, C>,
    pub(super) theirs: Cell<R, C>,
    pub(super) barriers: Cells<R, C>,
    pub(super) my_barriers: u8,
    pub(super) their_barriers: u8,
    pub(super) to_move: Player,
}

/// One turn: the runner moves, or a barrier is placed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RunnersMove<const R: usize, const C: usize> {
    /// The runner enters a cell.
    Move(Cell<R, C>),
    /// A barrier is placed on a cell.
    Barrier(Cell<R, C>),
}

/// Reason why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunnersRefusal {
    /// The cell does not exist.
    OffTheGrid,
    /// The game is over.
    GameOver,
    /// The cell is not one step up, down, left or right of the runner.
    NotOneStep,
    /// The runner would enter a barrier.
    IntoBarrier,
    /// The player has placed all barriers.
    NoBarriersLeft,
    /// The cell holds a runner.
    OnRunner,
    /// The cell holds a barrier.
    OnBarrier,
    /// The cell is next to the player's own runner.
    BesideOwnRunner,
    /// The barrier would leave this player's runner without a path to its goal.
    CutsOff(Player),
}

impl Reason for RunnersRefusal {
    fn code(&self) -> &'static str {
        match self {
            RunnersRefusal::OffTheGrid => "off-the-grid",
            RunnersRefusal::GameOver => "game-over",
            RunnersRefusal::NotOneStep => "not-one-step",
            RunnersRefusal::IntoBarrier => "into-barrier",
            RunnersRefusal::NoBarriersLeft => "no-barriers-left",
            RunnersRefusal::OnRunner => "on-runner",
            RunnersRefusal::OnBarrier => "on-barrier",
            RunnersRefusal::BesideOwnRunner => "beside-own-runner",
            RunnersRefusal::CutsOff(_) => "cuts-off-runner",
        }
    }
}

impl<const R: usize, const C: usize> Runners<R, C> {
    /// Returns the start: Player 1 at the top left, Player 2 at the bottom right, all barriers in hand.
    pub fn start(first: Player) -> Self {
        Runners {
            mine: goal(first.other()),
            theirs: goal(first),
            barriers: Cells::NONE,
            my_barriers: BARRIERS,
            their_barriers: BARRIERS,
            to_move: first,
        }
    }

    /// Makes a position without checking that the game allows it: `runners` and `left` are those of Players 1 and 2, and a
    /// captured runner shares the winner's cell.
    pub(super) fn new(
        runners: [Cell<R, C>; 2],
        barriers: Cells<R, C>,
        left: [u8; 2],
        to_move: Player,
    ) -> Self {
        let (me, you) = match to_move {
            Player::One => (0, 1),
            Player::Two => (1, 0),
        };
        Runners {
            mine: runners[me],
            theirs: runners[you],
            barriers,
            my_barriers: left[me],
            their_barriers: left[you],
            to_move,
        }
    }

    /// Returns the position after a null move.
    #[inline]
    pub(super) fn passed(&self) -> Self {
        Runners {
            mine: self.theirs,
            theirs: self.mine,
            barriers: self.barriers,
            my_barriers: self.their_barriers,
            their_barriers: self.my_barriers,
            to_move: self.to_move.other(),
        }
    }

    /// Returns the position after a turn that leaves the mover's runner on a cell, with a new barrier on the member of `site`
    /// if it has one.
    #[inline]
    pub(super) fn after(&self, runner: Cell<R, C>, site: Cells<R, C>) -> Self {
        let passed = self.passed();
        Runners {
            theirs: runner,
            barriers: passed.barriers | site,
            their_barriers: passed.their_barriers - u8::from(!site.is_empty()),
            ..passed
        }
    }

    /// Returns the number of steps that a player's runner has to take to its goal.
    pub(super) fn steps_to_goal(&self, player: Player) -> i64 {
        let mut reached = self.runner(player).alone();
        let mut steps = 0;
        while !reached.contains(goal(player)) {
            let further = reached | (reached.beside() - self.barriers);
            if further == reached {
                return (R * C).cast_signed() as i64;
            }
            reached = further;
            steps += 1;
        }
        steps
    }

    /// Returns the cell of a player's runner. A captured runner is on the cell where it was captured.
    pub fn runner(&self, player: Player) -> Cell<R, C> {
        if player == self.to_move {
            self.mine
        } else {
            self.theirs
        }
    }

    /// Returns the player whose runner is on a cell. If both are, returns the player who just moved there.
    pub(super) fn runner_on(&self, cell: Cell<R, C>) -> Option<Player> {
        [self.to_move.other(), self.to_move]
            .into_iter()
            .find(|player| self.runner(*player) == cell)
    }

    /// Returns the barriers on the grid.
    pub fn barriers(&self) -> Cells<R, C> {
        self.barriers
    }

    /// Returns the number of barriers that a player has left.
    pub fn barriers_left(&self, player: Player) -> u8 {
        if player == self.to_move {
            self.my_barriers
        } else {
            self.their_barriers
        }
    }

    /// Returns true if the runner of the player to move has been captured.
    pub fn is_captured(&self) -> bool {
        self.mine == self.theirs
    }

    /// Returns the cells that the runner can enter, including the opponent's.
    #[inline]
    fn steps(&self) -> Cells<R, C> {
        self.mine.neighbors() - self.barriers
    }

    /// Returns the cells for a barrier that does not cut off a runner.
    #[inline]
    pub(super) fn building_sites(&self) -> Cells<R, C> {
        let mine = self.mine.alone();
        let goals = goal(Player::One).alone() | goal(Player::Two).alone();
        let sites = !(self.barriers | mine | mine.beside() | self.theirs.alone() | goals);
        if self.my_barriers == 0 {
            Cells::NONE
        } else {
            sites
        }
    }

    /// Returns false only if no barrier on one of these cells cuts off a runner.
    #[inline]
    pub(super) fn may_cut_off(&self, sites: Cells<R, C>) -> bool {
        sites.meets(paths::risky(self.barriers))
    }

    /// Returns the cells on which a barrier is legal in an unfinished game.
    #[inline]
    pub(super) fn placeable(&self) -> Cells<R, C> {
        let sites = self.building_sites();
        // In most turns no barriers are left, and most barriers cannot complete a wall.
        let risky = if sites.is_empty() {
            Cells::NONE
        } else {
            sites & paths::risky(self.barriers)
        };
        sites - paths::closing(risky, self.barriers, self.routes())
    }

    /// Returns true if a barrier on a building site leaves both runners a path to their goals.
    #[inline]
    fn stays_open(&self, cell: Cell<R, C>) -> bool {
        paths::is_harmless(self.barriers, cell)
            || paths::all_open(self.barriers | cell.alone(), self.routes())
    }

    fn routes(&self) -> [(Cell<R, C>, Cell<R, C>); 2] {
        [
            (self.mine, goal(self.to_move)),
            (self.theirs, goal(self.to_move.other())),
        ]
    }

    /// Returns a player whose runner has no path to its goal with these barriers, preferably the player to move.
    pub(super) fn cut_off_by(&self, barriers: Cells<R, C>) -> Option<Player> {
        let is_cut_off = |player: &Player| {
            !self
                .runner(*player)
                .alone()
                .spread(!barriers)
                .contains(goal(*player))
        };
        [self.to_move, self.to_move.other()]
            .into_iter()
            .find(is_cut_off)
    }
}

/// Returns the corner that a player runs to, where the opponent starts.
#[inline]
pub(super) fn goal<const R: usize, const C: usize>(player: Player) -> Cell<R, C> {
    let index = match player {
        Player::One => R * C - 1,
        Player::Two => 0,
    };
    Cell::new(index).expect("the corners are on the grid")
}

impl<const R: usize, const C: usize> Position for Runners<R, C> {
    type Move = RunnersMove<R, C>;
    type Refusal = RunnersRefusal;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.mine == self.theirs || self.theirs == goal(self.to_move.other())
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = RunnersMove<R, C>> {
        let (steps, barriers) = if self.is_over() {
            (Cells::NONE, Cells::NONE)
        } else {
            (self.steps(), self.placeable())
        };
        let steps = steps.iter().map(RunnersMove::Move);
        steps.chain(barriers.iter().map(RunnersMove::Barrier))
    }

    fn check(&self, action: RunnersMove<R, C>) -> Result<(), RunnersRefusal> {
        if self.is_over() {
            return Err(RunnersRefusal::GameOver);
        }
        match action {
            RunnersMove::Move(to) if !self.mine.neighbors().contains(to) => {
                Err(RunnersRefusal::NotOneStep)
            }
            RunnersMove::Move(to) if self.barriers.contains(to) => Err(RunnersRefusal::IntoBarrier),
            RunnersMove::Move(_) => Ok(()),
            RunnersMove::Barrier(_) if self.my_barriers == 0 => Err(RunnersRefusal::NoBarriersLeft),
            RunnersMove::Barrier(on) if on == self.mine || on == self.theirs => {
                Err(RunnersRefusal::OnRunner)
            }
            RunnersMove::Barrier(on) if self.barriers.contains(on) => {
                Err(RunnersRefusal::OnBarrier)
            }
            RunnersMove::Barrier(on) if self.mine.neighbors().contains(on) => {
                Err(RunnersRefusal::BesideOwnRunner)
            }
            RunnersMove::Barrier(on) => match self.cut_off_by(self.barriers | on.alone()) {
                Some(player) => Err(RunnersRefusal::CutsOff(player)),
                None => Ok(()),
            },
        }
    }

    #[inline]
    fn play_unchecked(&self, action: RunnersMove<R, C>) -> Self {
        match action {
            RunnersMove::Move(to) => self.after(to, Cells::NONE),
            RunnersMove::Barrier(on) => self.after(self.mine, on.alone()),
        }
    }

    #[inline]
    fn random_move(&self, random: &mut impl Random) -> Option<RunnersMove<R, C>> {
        if self.is_over() {
            return None;
        }
        let steps = self.steps();
        // In most turns of random games no barriers are left.
        if self.my_barriers == 0 {
            return Some(RunnersMove::Move(steps.nth(random.below(steps.len()))));
        }
        let mut sites = self.building_sites();
        // Most sites are legal. Drawing again after an illegal one gives every legal move the same probability, and few
        // draws need a search for paths.
        loop {
            let drawn = random.below(steps.len() + sites.len());
            let Some(n) = drawn.checked_sub(steps.len()) else {
                return Some(RunnersMove::Move(steps.nth(drawn)));
            };
            let site = sites.nth(n);
            if self.stays_open(site) {
                return Some(RunnersMove::Barrier(site));
            }
            sites = sites - site.alone();
        }
    }
}
