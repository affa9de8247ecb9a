//! Batches as arrays of bitboards: where every game does the same, a processor does it for several at once.
//!
//! ```text
//!     mine     game 0 | game 1 | game 2 | ...      one number a game: a set of cells
//!     theirs   game 0 | game 1 | game 2 | ...      eight of them at a time on a processor with AVX2
//! ```
//!
//! Only the steps are made in this way. For everything else the positions are put into an ordinary batch,
//! which also holds what both share: the legal actions, the plies and the random streams.

use std::any::Any;

use multiversion::multiversion;
use quintet_rules::{Cells, Player};
use quintet_solver::{Budget, Value};

use super::Snort;
use crate::batch::{AnyBatch, Batch, IllegalAction, Outputs, Settings, beginner, spread};
use crate::game::Game;
use crate::{AnyOracle, AnyPosition};

/// The most cells that a lane has bits for.
const MOST_CELLS: usize = 32;

/// Games that are stepped together: enough to fill a processor's registers several times, and few enough
/// that what is computed stays near until it is written.
const LANES: usize = 64;

/// A batch of Snort, as the game `G`, whose games begin anew by themselves.
struct Lanes<G: Game, const R: usize, const C: usize> {
    /// Its positions are out of date.
    rest: Batch<G>,
    boards: Boards,
}

/// The positions, column by column.
#[derive(Clone, Default)]
struct Boards {
    mine: Vec<u32>,
    theirs: Vec<u32>,
    /// The player to move, 1 or 2.
    to_move: Vec<u32>,
}

/// A batch: as arrays of bitboards where that can be.
pub(crate) fn batch<G, const R: usize, const C: usize>(settings: &Settings) -> Box<dyn AnyBatch>
where
    G: Game<Position = Snort<R, C>>,
{
    let rest = Batch::<G>::new(settings);
    if R * C > MOST_CELLS || !settings.autoreset {
        return Box::new(rest);
    }
    let mut lanes = Lanes::<G, R, C> {
        rest,
        boards: Boards::default(),
    };
    lanes.load();
    Box::new(lanes)
}

impl<G, const R: usize, const C: usize> Lanes<G, R, C>
where
    G: Game<Position = Snort<R, C>>,
{
    /// Takes the positions from the rest.
    fn load(&mut self) {
        let positions = self.rest.positions();
        let column = |of: fn(&Snort<R, C>) -> u32| positions.iter().map(of).collect();
        self.boards = Boards {
            mine: column(|position| position.mine.bits() as u32),
            theirs: column(|position| position.theirs.bits() as u32),
            to_move: column(|position| position.to_move.number().into()),
        };
    }

    fn snort(&self, game: usize) -> Snort<R, C> {
        let cells = |bits: u32| Cells::from_bits(bits.into());
        Snort {
            mine: cells(self.boards.mine[game]),
            theirs: cells(self.boards.theirs[game]),
            to_move: Player::BOTH[self.boards.to_move[game] as usize - 1],
        }
    }

    /// A batch with the positions as they are.
    fn settled(&self) -> Batch<G> {
        let mut settled = self.rest.clone();
        self.settle(&mut settled);
        settled
    }

    fn settle(&self, rest: &mut Batch<G>) {
        for (game, position) in rest.positions_mut().iter_mut().enumerate() {
            *position = self.snort(game);
        }
    }

    /// Lets the rest do something with the positions as they are, and takes them over.
    fn through_rest(&mut self, work: impl FnOnce(&mut Batch<G>)) {
        let mut rest = self.settled();
        work(&mut rest);
        self.rest = rest;
        self.load();
    }
}

impl<G, const R: usize, const C: usize> AnyBatch for Lanes<G, R, C>
where
    G: Game<Position = Snort<R, C>>,
{
    fn games(&self) -> usize {
        self.rest.games()
    }

    fn step(&mut self, actions: &[i32], out: &mut Outputs) -> Result<(), IllegalAction> {
        if self.rest.check(actions).is_err() {
            // It takes the position to say why.
            return self.settled().step(actions, out);
        }
        out.check(actions.len(), 2 * R * C, R * C);
        let columns = self.rest.columns();
        step_lanes::<R, C>(
            &mut self.boards,
            columns.legal,
            columns.plies,
            columns.limit,
            actions,
            out,
        );
        let first = columns.first.unwrap_or(Player::One);
        for (game, to_move) in self.boards.to_move.iter_mut().enumerate() {
            if *to_move == 0 {
                let first = match columns.first {
                    Some(_) => first,
                    None => beginner(None, &mut columns.streams[game]),
                };
                *to_move = first.number().into();
                out.to_move[game] = first.number();
            }
        }
        Ok(())
    }

    fn reply(&mut self, actions: &[i32], out: &mut Outputs) {
        self.through_rest(|rest| rest.reply(actions, out));
    }

    fn is_cut_off(&self, game: usize) -> bool {
        self.rest.is_cut_off(game)
    }

    fn reset(&mut self, which: Option<&[bool]>, out: &mut Outputs) {
        self.through_rest(|rest| rest.reset(which, out));
    }

    fn sample(&mut self, actions: &mut [i32]) {
        self.rest.sample(actions);
    }

    fn position(&self, game: usize) -> Box<dyn AnyPosition> {
        crate::any_position::boxed::<G>(self.snort(game))
    }

    fn place(&mut self, game: usize, position: &dyn AnyPosition) -> bool {
        let mut is_placed = false;
        self.through_rest(|rest| is_placed = rest.place(game, position));
        is_placed
    }

    fn values(&self, oracle: &dyn AnyOracle, budget: Budget) -> Vec<Option<Value>> {
        self.settled().values(oracle, budget)
    }

    fn best_actions(&self, oracle: &dyn AnyOracle, budget: Budget, best: &mut [u8]) {
        self.settled().best_actions(oracle, budget, best);
    }

    fn boxed(&self) -> Box<dyn AnyBatch> {
        Box::new(Lanes::<G, R, C> {
            rest: self.rest.clone(),
            boards: self.boards.clone(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Takes a legal action in each game. A game that ends begins anew, and has 0 for the player to move.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn step_lanes<const R: usize, const C: usize>(
    boards: &mut Boards,
    legal: &mut [u64],
    plies: &mut [u32],
    limit: u32,
    actions: &[i32],
    out: &mut Outputs,
) {
    let cells = R * C;
    let mut from = 0;
    while from < actions.len() {
        let to = (from + LANES).min(actions.len());
        let mine = &mut boards.mine[from..to];
        let theirs = &mut boards.theirs[from..to];
        let to_move = &mut boards.to_move[from..to];
        let (legal, plies) = (&mut legal[from..to], &mut plies[from..to]);
        let rewards = &mut out.rewards[from..to];
        let shown = [&mut out.terminated[from..to], &mut out.truncated[from..to]];
        play::<R, C>(
            [mine, theirs, to_move, plies],
            legal,
            limit,
            &actions[from..to],
            rewards,
            shown,
        );
        for (shown, to_move) in out.to_move[from..to].iter_mut().zip(to_move) {
            *shown = *to_move as u8;
        }
        let observations =
            out.observations[from * 2 * cells..to * 2 * cells].chunks_exact_mut(2 * cells);
        for ((mine, theirs), observation) in mine.iter().zip(theirs).zip(observations) {
            let (own, others) = observation.split_at_mut(cells);
            spread((*mine).into(), own);
            spread((*theirs).into(), others);
        }
        let masks = out.masks[from * cells..to * cells].chunks_exact_mut(cells);
        for (legal, mask) in legal.iter().zip(masks) {
            spread(*legal, mask);
        }
        from = to;
    }
}

/// The rules for several games at once, without a branch: what begins anew is masked out.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "else it is compiled without the instructions for several games"
)]
fn play<const R: usize, const C: usize>(
    [mine, theirs, to_move, plies]: [&mut [u32]; 4],
    legal: &mut [u64],
    limit: u32,
    actions: &[i32],
    rewards: &mut [f32],
    [terminated, truncated]: [&mut [bool]; 2],
) {
    let all = Cells::<R, C>::ALL.bits() as u32;
    let games = actions.len();
    // All columns have a row for each action: said once, it need not be checked for every game.
    let (mine, theirs) = (&mut mine[..games], &mut theirs[..games]);
    let (to_move, plies) = (&mut to_move[..games], &mut plies[..games]);
    let (legal, rewards) = (&mut legal[..games], &mut rewards[..games]);
    let (terminated, truncated) = (&mut terminated[..games], &mut truncated[..games]);
    for game in 0..games {
        let placed = mine[game] | 1 << (actions[game].cast_unsigned() & 31);
        let free = all & !(theirs[game] | placed | beside::<R, C>(placed));
        let had = plies[game] + 1;
        let (is_won, is_late) = (free == 0, had >= limit);
        let goes_on = u32::from(!(is_won || is_late)).wrapping_neg();
        rewards[game] = if is_won { 1.0 } else { 0.0 };
        terminated[game] = is_won;
        truncated[game] = is_late && !is_won;
        plies[game] = had & goes_on;
        legal[game] = (free & goes_on | all & !goes_on).into();
        mine[game] = theirs[game] & goes_on;
        theirs[game] = placed & goes_on;
        to_move[game] = (3 - to_move[game]) & goes_on;
    }
}

/// The cells that share a side with a member.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
const fn beside<const R: usize, const C: usize>(cells: u32) -> u32 {
    let (left, right) = (
        Cells::<R, C>::column(0).bits() as u32,
        Cells::<R, C>::column(C - 1).bits() as u32,
    );
    let aside = (cells & !right) << 1 | (cells & !left) >> 1;
    // A row may have as many cells as a lane has bits, which is too far to shift.
    let rows = if R == 1 { 0 } else { cells << C | cells >> C };
    aside | rows
}
