//! One step of many games: the typed rules over columns of numbers.
//!
//! ```text
//!     first part      game 0 | game 1 | game 2 | ...      such as the markers of the player to move
//!     second part     game 0 | game 1 | game 2 | ...      such as the opponent's markers
//! ```
//!
//! Where the rules of a game have no branches and no tables, the compiler vectorizes them over several games. It does so
//! only for arrays that cannot alias, so the results of a few games at a time go to arrays on the stack.

#![expect(
    clippy::inline_always,
    reason = "only code that is inlined into step_all is compiled for the wider registers"
)]
#![expect(clippy::needless_range_loop, reason = "the loops index several arrays")]

use std::array;
use std::ops::Range;

use multiversion::multiversion;
use multiversion::target::match_target;
use quintet_rules::{Player, Position, Random, Wyrand};

#[cfg(target_arch = "x86_64")]
use super::spread::shuffled;
use super::spread::{looked_up, spread};
use super::{NO_ACTION, Outputs};
use crate::actions::{ActionSet, Actions, Parts, Plane};
use crate::game::Game;

/// The number of games stepped together: enough to fill the registers several times, and few enough that the results
/// stay in the cache until they are written.
const LANES: usize = 64;

/// The most planes of an observation.
const MOST_PLANES: usize = 8;

/// The columns of a batch.
pub(super) struct Columns<'a> {
    pub(super) parts: [&'a mut [u64]; Parts::MOST],
    pub(super) legal: [&'a mut [u64]; ActionSet::WORDS],
    pub(super) plies: &'a mut [u64],
    pub(super) streams: &'a mut [Wyrand],
    pub(super) starts: &'a [Start; 2],
    /// The first player of each game; random if it is `None`.
    pub(super) first: Option<Player>,
    pub(super) limit: u64,
}

impl Columns<'_> {
    /// Splits the columns before a game.
    pub(super) fn split_at(&mut self, game: usize) -> [Columns<'_>; 2] {
        let (plies, later_plies) = self.plies.split_at_mut(game);
        let (streams, later_streams) = self.streams.split_at_mut(game);
        let (parts, later_parts) = halves(&mut self.parts, game);
        let (legal, later_legal) = halves(&mut self.legal, game);
        let (starts, first, limit) = (self.starts, self.first, self.limit);
        let before = Columns {
            parts,
            legal,
            plies,
            streams,
            starts,
            first,
            limit,
        };
        let after = Columns {
            parts: later_parts,
            legal: later_legal,
            plies: later_plies,
            streams: later_streams,
            starts,
            first,
            limit,
        };
        [before, after]
    }
}

/// Splits columns, some of which may be empty.
fn halves<'a, const N: usize>(
    columns: &'a mut [&mut [u64]; N],
    at: usize,
) -> ([&'a mut [u64]; N], [&'a mut [u64]; N]) {
    let mut halves: ([&mut [u64]; N], [&mut [u64]; N]) = (
        array::from_fn(|_| -> &mut [u64] { &mut [] }),
        array::from_fn(|_| -> &mut [u64] { &mut [] }),
    );
    for (n, column) in columns.iter_mut().enumerate() {
        let at = at.min(column.len());
        (halves.0[n], halves.1[n]) = column.split_at_mut(at);
    }
    halves
}

/// A starting position and its legal actions.
#[derive(Clone, Copy)]
pub(super) struct Start {
    pub(super) parts: Parts,
    pub(super) legal: ActionSet,
}

/// Takes a legal action in each game and writes the outputs.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(super) fn step_all<G: Game, const AUTORESET: bool>(
    columns: &mut Columns,
    actions: &[i32],
    out: &mut Outputs,
) {
    match_target! {
        "x86_64+avx2" => {
            step_by::<G, AUTORESET>(columns, actions, out, |bits, byte| shuffled(bits, byte));
        }
        _ => step_by::<G, AUTORESET>(columns, actions, out, looked_up),
    }
}

/// Returns the same as [`step_all`], with a function that spreads bits.
#[inline(always)]
fn step_by<G: Game, const AUTORESET: bool>(
    columns: &mut Columns,
    actions: &[i32],
    out: &mut Outputs,
    by: impl Fn(u32, u8) -> [u8; 32],
) {
    let mut lanes = Lanes::new();
    for (block, actions) in actions.chunks(LANES).enumerate() {
        let actions = &actions[..actions.len().min(LANES)];
        let games = block * LANES..block * LANES + actions.len();
        if lanes.take::<G, AUTORESET>(actions, columns, &games) {
            lanes.search::<G>(actions.len());
        }
        if AUTORESET && columns.first.is_none() {
            lanes.begin::<G>(columns, &games);
        }
        lanes.store::<G>(columns, &games);
        lanes.write_results::<AUTORESET>(actions, out, &games);
        lanes.show::<G, AUTORESET>(out, &games, &by);
    }
}

/// The results of a step in some games: numbers of equal width, aligned to whole registers, as vectorization needs them.
#[repr(align(32))]
struct Lanes {
    parts: [[u64; LANES]; Parts::MOST],
    legal: [[u64; LANES]; ActionSet::WORDS],
    plies: [u64; LANES],
    /// 1 if the game is over.
    is_over: [u64; LANES],
    /// 1 if the move has won the game.
    has_won: [u64; LANES],
    /// 1 if the game is over or has reached its limit.
    ends: [u64; LANES],
    /// 1 if finding the legal actions needs a search.
    is_unclear: [u64; LANES],
}

impl Lanes {
    fn new() -> Self {
        Lanes {
            parts: [[0; LANES]; Parts::MOST],
            legal: [[0; LANES]; ActionSet::WORDS],
            plies: [0; LANES],
            is_over: [0; LANES],
            has_won: [0; LANES],
            ends: [0; LANES],
            is_unclear: [0; LANES],
        }
    }

    #[inline(always)]
    fn position<G: Game>(&self, lane: usize) -> G::Position {
        G::Position::from_parts(&Parts(array::from_fn(|n| self.parts[n][lane])))
    }

    #[inline(always)]
    fn set_legal<G: Game>(&mut self, lane: usize, legal: ActionSet) {
        for word in 0..words::<G>() {
            self.legal[word][lane] = legal.words()[word];
        }
    }

    /// Takes an action in each game and restarts games that end, with the usual first player. Returns true if
    /// finding the legal actions of a game needs a search.
    #[inline(always)]
    fn take<G: Game, const AUTORESET: bool>(
        &mut self,
        actions: &[i32],
        columns: &Columns,
        games: &Range<usize>,
    ) -> bool {
        let mut unclear = 0;
        // Unused parts are never read.
        let part = |n: usize| &columns.parts[n.min(G::Position::PARTS - 1)][games.clone()];
        let (parts, plies): ([_; Parts::MOST], _) =
            (array::from_fn(part), &columns.plies[games.clone()]);
        let start = columns.starts[columns.first.unwrap_or(Player::One) as usize];
        for lane in 0..actions.len() {
            let before = G::Position::from_parts(&Parts(array::from_fn(|n| parts[n][lane])));
            let is_idle = !AUTORESET && actions[lane] == NO_ACTION;
            let after = if is_idle {
                before
            } else {
                before.take(actions[lane].cast_unsigned() as usize)
            };
            let outcome = after.outcome();
            let had = plies[lane] + u64::from(!is_idle);
            let ends = outcome.is_some() || had >= columns.limit;
            let begins = AUTORESET && ends;
            let has_won = outcome.is_some_and(|won| won.winner == before.to_move());
            let (legal, is_clear) = after.quick_actions();
            self.is_over[lane] = u64::from(outcome.is_some());
            self.has_won[lane] = u64::from(has_won);
            self.ends[lane] = u64::from(ends);
            self.is_unclear[lane] = u64::from(!is_clear && !begins);
            unclear |= self.is_unclear[lane];
            // Without a branch, because the ends of games are unpredictable.
            let choose = |start: u64, after: u64| if begins { start } else { after };
            let (after, legal) = (after.parts(), legal.words());
            for n in 0..G::Position::PARTS {
                self.parts[n][lane] = choose(start.parts.0[n], after.0[n]);
            }
            for word in 0..words::<G>() {
                self.legal[word][lane] = choose(start.legal.words()[word], legal[word]);
            }
            self.plies[lane] = choose(0, had);
        }
        unclear != 0
    }

    /// Finds the legal actions that need a search.
    #[inline(always)]
    fn search<G: Game>(&mut self, lanes: usize) {
        for lane in 0..lanes {
            if self.is_unclear[lane] == 1 {
                self.set_legal::<G>(lane, self.position::<G>(lane).legal_actions());
            }
        }
    }

    /// Restarts the games that have ended with a random player.
    #[inline(always)]
    fn begin<G: Game>(&mut self, columns: &mut Columns, games: &Range<usize>) {
        for (lane, stream) in columns.streams[games.clone()].iter_mut().enumerate() {
            if self.ends[lane] == 1 {
                let start = columns.starts[beginner(None, stream) as usize];
                for n in 0..G::Position::PARTS {
                    self.parts[n][lane] = start.parts.0[n];
                }
                self.set_legal::<G>(lane, start.legal);
            }
        }
    }

    /// Copies the games back to the batch.
    #[inline(always)]
    fn store<G: Game>(&self, columns: &mut Columns, games: &Range<usize>) {
        for n in 0..G::Position::PARTS {
            columns.parts[n][games.clone()].copy_from_slice(&self.parts[n][..games.len()]);
        }
        for word in 0..words::<G>() {
            columns.legal[word][games.clone()].copy_from_slice(&self.legal[word][..games.len()]);
        }
        columns.plies[games.clone()].copy_from_slice(&self.plies[..games.len()]);
    }

    /// Writes the rewards and flags.
    #[inline(always)]
    fn write_results<const AUTORESET: bool>(
        &self,
        actions: &[i32],
        out: &mut Outputs,
        games: &Range<usize>,
    ) {
        let lanes = actions.len();
        let rewards = &mut out.rewards[games.clone()][..lanes];
        let terminated = &mut out.terminated[games.clone()][..lanes];
        let truncated = &mut out.truncated[games.clone()][..lanes];
        for lane in 0..lanes {
            let is_idle = !AUTORESET && actions[lane] == NO_ACTION;
            let sign = if self.has_won[lane] == 1 { 1.0 } else { -1.0 };
            let has_ended = self.is_over[lane] == 1 && !is_idle;
            rewards[lane] = if has_ended { sign } else { 0.0 };
        }
        for lane in 0..lanes {
            terminated[lane] = self.is_over[lane] == 1;
        }
        for lane in 0..lanes {
            truncated[lane] = self.is_over[lane] < self.ends[lane];
        }
    }

    /// Writes the observations and masks.
    #[inline(always)]
    fn show<G: Game, const AUTORESET: bool>(
        &self,
        out: &mut Outputs,
        games: &Range<usize>,
        by: impl Fn(u32, u8) -> [u8; 32],
    ) {
        let lanes = games.len().min(LANES);
        let to_move = &mut out.to_move[games.clone()][..lanes];
        for lane in 0..lanes {
            to_move[lane] = self.position::<G>(lane).to_move().number();
        }
        let bytes = observation::<G>();
        let observations = &mut out.observations[games.start * bytes..games.end * bytes];
        let masks =
            &mut out.masks[games.start * G::Position::ACTIONS..games.end * G::Position::ACTIONS];
        let rows = observations
            .chunks_exact_mut(bytes)
            .zip(masks.chunks_exact_mut(G::Position::ACTIONS));
        for (lane, (observation, mask)) in rows.enumerate().take(lanes) {
            // A game that has reached its limit accepts no action until it is reset.
            let shown = if AUTORESET {
                u64::MAX
            } else {
                self.ends[lane].wrapping_sub(1)
            };
            let legal = array::from_fn(|word| self.legal[word][lane] & shown);
            show::<G>(&self.position::<G>(lane), &legal, observation, mask, &by);
        }
    }
}

/// Returns the number of bytes of an observation.
pub(super) const fn observation<G: Game>() -> usize {
    G::Position::PLANES.len() * G::SIZE.rows * G::SIZE.columns
}

/// Returns the number of words of a set of legal actions.
pub(super) const fn words<G: Game>() -> usize {
    G::Position::ACTIONS.div_ceil(64)
}

/// Returns the first player of a game.
#[inline]
pub(super) fn beginner(first: Option<Player>, stream: &mut Wyrand) -> Player {
    match first {
        Some(first) => first,
        None => Player::BOTH[stream.below(2) as usize],
    }
}

/// Writes the planes and the mask of a game.
#[inline(always)]
pub(super) fn show<G: Game>(
    position: &G::Position,
    legal: &[u64; ActionSet::WORDS],
    observation: &mut [u8],
    mask: &mut [u8],
    by: impl Fn(u32, u8) -> [u8; 32],
) {
    let mut planes = [(0, 0); MOST_PLANES];
    let mut free = planes.iter_mut();
    // The closure must be small, or it is not inlined.
    position.observe(position.to_move(), |plane| {
        let plane_shown = free.next().expect("no game has more planes");
        *plane_shown = match plane {
            Plane::Cells(bits) => (bits, 1),
            Plane::Cell(cell) => (1 << cell, 1),
            Plane::All(byte) => (u64::MAX, byte),
        };
    });
    let cells = G::SIZE.rows * G::SIZE.columns;
    for (n, shown) in planes
        .into_iter()
        .enumerate()
        .take(G::Position::PLANES.len())
    {
        spread(&mut observation[n * cells..], shown, cells, &by);
    }
    for word in 0..words::<G>() {
        let count = (G::Position::ACTIONS - 64 * word).min(64);
        spread(&mut mask[64 * word..], (legal[word], 1), count, &by);
    }
}

/// Tests whether each action is a member of its set. Has no branch, because actions are rarely illegal.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(super) fn are_members(sets: &[u64], actions: &[i32]) -> bool {
    let mut others = 0;
    for (set, action) in sets.iter().zip(actions) {
        let action = u64::from(action.cast_unsigned());
        others |= !(set >> (action & 63)) & 1 | action >> 6;
    }
    others == 0
}

/// Draws a member of each set, which must not be empty.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(super) fn draw_all<G: Game>(
    legal: &[&[u64]; ActionSet::WORDS],
    streams: &mut [Wyrand],
    actions: &mut [i32],
) {
    let games = actions.len();
    let legal = legal.map(|words| &words[..games.min(words.len())]);
    for (game, (action, stream)) in actions.iter_mut().zip(streams).enumerate() {
        let word = |word: usize| {
            if word < words::<G>() {
                legal[word][game]
            } else {
                0
            }
        };
        let set = ActionSet::from_words(&array::from_fn::<_, { ActionSet::WORDS }, _>(word));
        *action = (set.nth(stream.below(set.len())) as u32).cast_signed();
    }
}
