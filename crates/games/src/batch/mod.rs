//! Many games of one kind at once, stepped by action numbers.
//!
//! ```text
//!     actions -->  step  -->  observations   n x planes x rows x columns bytes, seen by the mover
//!                             masks          n x actions bytes, 1 for a legal action
//!                             rewards        n numbers: 1 if the move has won, -1 if it has lost
//!                             terminated, truncated, to_move
//! ```
//!
//! Every game draws from a random stream of its own, so that what happens in it does not depend on the
//! batch that it is in. The games are stepped one after the other by typed code; who calls pays for one
//! dispatch.

mod spread;
mod truth;

use std::any::Any;

use multiversion::multiversion;
use quintet_rules::{Player, Position, Random, Wyrand};

use crate::actions::{ActionSet, Plane};
use crate::any_position::{Of, boxed};
use crate::game::Game;
use crate::{AnyOracle, AnyPosition};
use quintet_solver::Budget;
pub(crate) use spread::spread;

/// How a batch is made.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many games.
    pub games: usize,
    /// Whose random streams are drawn from.
    pub seed: u64,
    /// Who begins each game; drawn if it is `None`.
    pub first: Option<Player>,
    /// A game that has had so many plies is cut off; never, if it is `None`.
    pub limit: Option<u32>,
    /// Whether a game that has ended begins anew at once. Else it stays as it is until it is
    /// [reset](AnyBatch::reset), and its one action is [`NO_ACTION`].
    pub autoreset: bool,
}

/// What is done in a game that has ended.
pub const NO_ACTION: i32 = -1;

/// Where a batch writes what is to be seen. Each slice has room for all games.
#[derive(Debug)]
pub struct Outputs<'a> {
    /// The planes of each game, a byte a cell.
    pub observations: &'a mut [u8],
    /// A byte for each action of each game: 1 if it is legal.
    pub masks: &'a mut [u8],
    /// For the player who made the move.
    pub rewards: &'a mut [f32],
    /// Whether the game has been won.
    pub terminated: &'a mut [bool],
    /// Whether the game has been cut off.
    pub truncated: &'a mut [bool],
    /// The player to move, 1 or 2.
    pub to_move: &'a mut [u8],
}

/// An action that cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}, action {action}: {sentence}")]
pub struct IllegalAction {
    /// The first game whose action is illegal, counted from 0.
    pub game: usize,
    /// The action.
    pub action: i32,
    /// Why it cannot be taken.
    pub sentence: String,
}

/// A batch of some game.
pub trait AnyBatch: Send + Sync {
    /// How many games there are.
    fn games(&self) -> usize;

    /// Takes one action in each game and writes what is to be seen then. If an action is illegal,
    /// nothing is changed or written.
    fn step(&mut self, actions: &[i32], out: &mut Outputs) -> Result<(), IllegalAction>;

    /// Takes the opponent's action in each game that has one, [`NO_ACTION`] meaning none, and makes what was
    /// written the view of the player who moved before: a reply that wins has lost the game for them. If
    /// the game had ended before and begun anew, that stays to be seen. The actions must be legal.
    fn reply(&mut self, actions: &[i32], out: &mut Outputs);

    /// Whether a game has come to its limit and waits for being reset.
    fn is_cut_off(&self, game: usize) -> bool;

    /// Begins games anew, all or those that are marked, and writes what is to be seen in all games.
    fn reset(&mut self, which: Option<&[bool]>, out: &mut Outputs);

    /// Draws a legal action in each game, each with the same probability; [`NO_ACTION`] in a game that
    /// has ended.
    fn sample(&mut self, actions: &mut [i32]);

    /// The position of a game.
    fn position(&self, game: usize) -> Box<dyn AnyPosition>;

    /// Puts a position into a game, which then has had no plies. `false` if it is a position of another
    /// game or size.
    fn place(&mut self, game: usize, position: &dyn AnyPosition) -> bool;

    /// The value of each game for the player to move, as far as it is known within the budget. The
    /// oracle must be that of the game.
    fn values(&self, oracle: &dyn AnyOracle, budget: Budget) -> Vec<Option<quintet_solver::Value>>;

    /// Marks the best actions of each game, those that keep the value and the distance, by 1 in a byte
    /// for each action. Where a value is not known within the budget, none. The oracle must be that of
    /// the game.
    fn best_actions(&self, oracle: &dyn AnyOracle, budget: Budget, best: &mut [u8]);

    /// A copy of everything, to go on from here later.
    fn boxed(&self) -> Box<dyn AnyBatch>;

    /// Itself, for typed code.
    fn as_any(&self) -> &dyn Any;
}

/// A batch of a known game.
pub struct Batch<G: Game> {
    positions: Vec<G::Position>,
    /// The legal actions of each game, [`Batch::WORDS`] words each.
    legal: Vec<u64>,
    plies: Vec<u32>,
    streams: Vec<Wyrand>,
    starts: [Start<G>; 2],
    settings: Settings,
}

/// A position in which a game begins, and its legal actions.
struct Start<G: Game> {
    position: G::Position,
    legal: ActionSet,
}

impl<G: Game> Clone for Start<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Start<G> {}

impl<G: Game> Clone for Batch<G> {
    fn clone(&self) -> Self {
        Batch {
            positions: self.positions.clone(),
            legal: self.legal.clone(),
            plies: self.plies.clone(),
            streams: self.streams.clone(),
            starts: self.starts,
            settings: self.settings,
        }
    }
}

impl<G: Game> Batch<G> {
    /// Words that hold the legal actions of a game.
    const WORDS: usize = G::ACTIONS.div_ceil(64);
    const CELLS: usize = G::SIZE.rows * G::SIZE.columns;
    const OBSERVATION: usize = G::PLANES.len() * Self::CELLS;

    /// Games that begin.
    pub fn new(settings: &Settings) -> Self {
        let starts = Player::BOTH.map(|first| {
            let position = G::start(first);
            let legal = G::legal(&position);
            Start { position, legal }
        });
        let mut batch = Batch {
            positions: vec![starts[0].position; settings.games],
            legal: vec![0; settings.games * Self::WORDS],
            plies: vec![0; settings.games],
            streams: (0..settings.games as u64)
                .map(|game| stream(settings.seed, game))
                .collect(),
            starts,
            settings: *settings,
        };
        (0..settings.games).for_each(|game| batch.begin(game));
        batch
    }

    /// Begins a game anew.
    #[inline]
    fn begin(&mut self, game: usize) {
        let first = beginner(self.settings.first, &mut self.streams[game]);
        let start = self.starts[first as usize];
        self.positions[game] = start.position;
        self.set_legal(game, start.legal);
        self.plies[game] = 0;
    }

    #[inline]
    fn set_legal(&mut self, game: usize, legal: ActionSet) {
        let words = &mut self.legal[game * Self::WORDS..][..Self::WORDS];
        words.copy_from_slice(&legal.words()[..Self::WORDS]);
    }

    #[inline]
    fn legal(&self, game: usize) -> ActionSet {
        ActionSet::from_words(&self.legal[game * Self::WORDS..][..Self::WORDS])
    }

    #[inline]
    fn is_over(&self, game: usize) -> bool {
        self.legal(game).is_empty() || self.has_reached_limit(game)
    }

    #[inline]
    fn has_reached_limit(&self, game: usize) -> bool {
        self.plies[game] >= self.settings.limit.unwrap_or(u32::MAX)
    }

    /// Whether every action can be taken.
    pub(crate) fn check(&self, actions: &[i32]) -> Result<(), IllegalAction> {
        assert_eq!(actions.len(), self.positions.len(), "an action a game");
        let mut each = actions.iter().copied().enumerate();
        let is_legal = if self.settings.autoreset && Self::WORDS == 1 {
            are_members(&self.legal, actions)
        } else {
            each.all(|(game, action)| self.allows(game, action))
        };
        if is_legal {
            return Ok(());
        }
        let mut pairs = actions.iter().copied().enumerate();
        let (game, action) = pairs
            .find(|(game, action)| !self.allows(*game, *action))
            .expect("one of them is illegal");
        Err(self.illegal(game, action))
    }

    /// Whether an action can be taken in a game.
    fn allows(&self, game: usize, action: i32) -> bool {
        if self.is_over(game) {
            return action == NO_ACTION;
        }
        let action = usize::try_from(action);
        action.is_ok_and(|action| self.legal(game).contains(action))
    }

    #[cold]
    fn illegal(&self, game: usize, action: i32) -> IllegalAction {
        let position = &self.positions[game];
        let number = usize::try_from(action).ok();
        let refused = || {
            let mv = number.and_then(|number| G::numbered(position, number))?;
            let refusal = position.check(mv).err()?;
            Some(G::refused(position, &refusal))
        };
        let sentence = if self.is_over(game) {
            format!("the game has ended, and its one action is {NO_ACTION}")
        } else if number.is_none_or(|number| number >= G::ACTIONS) {
            format!("actions are 0 to {}", G::ACTIONS - 1)
        } else {
            refused().unwrap_or_else(|| "it leads off the grid".to_owned())
        };
        IllegalAction {
            game,
            action,
            sentence,
        }
    }

    /// The positions of all games.
    pub(crate) fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The positions of all games, to be changed together with their legal actions.
    pub(crate) fn positions_mut(&mut self) -> &mut [G::Position] {
        &mut self.positions
    }

    /// What a faster way to step the games shares with this one.
    pub(crate) fn columns(&mut self) -> Columns<'_> {
        Columns {
            legal: &mut self.legal,
            plies: &mut self.plies,
            streams: &mut self.streams,
            first: self.settings.first,
            limit: self.settings.limit.unwrap_or(u32::MAX),
        }
    }

    /// Takes legal actions in as many games, from one on, and writes what is to be seen of them.
    fn step_from(&mut self, game: usize, actions: &[i32], out: &mut Outputs) {
        let mut table = Table {
            positions: &mut self.positions[game..],
            legal: &mut self.legal[game * Self::WORDS..],
            plies: &mut self.plies[game..],
            streams: &mut self.streams[game..],
            starts: self.starts,
            first: self.settings.first,
            limit: self.settings.limit.unwrap_or(u32::MAX),
        };
        if self.settings.autoreset {
            step_all::<G, true>(&mut table, actions, out);
        } else {
            step_all::<G, false>(&mut table, actions, out);
        }
    }
}

/// What is known of the games of a batch beside their positions, column by column.
pub(crate) struct Columns<'a> {
    /// The legal actions, which must fit one word.
    pub(crate) legal: &'a mut [u64],
    pub(crate) plies: &'a mut [u32],
    pub(crate) streams: &'a mut [Wyrand],
    /// Who begins; drawn if it is `None`.
    pub(crate) first: Option<Player>,
    pub(crate) limit: u32,
}

/// The games of a batch, column by column.
struct Table<'a, G: Game> {
    positions: &'a mut [G::Position],
    legal: &'a mut [u64],
    plies: &'a mut [u32],
    streams: &'a mut [Wyrand],
    starts: [Start<G>; 2],
    first: Option<Player>,
    limit: u32,
}

/// Takes an action in each game, all of them legal, and writes what is to be seen then.
///
/// Everything is inlined here, so that a processor that can count and spread bits does it. All columns
/// have a row for each action, which is said once so that it need not be checked for every game.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn step_all<G: Game, const AUTORESET: bool>(
    table: &mut Table<G>,
    actions: &[i32],
    out: &mut Outputs,
) {
    let games = actions.len();
    let (positions, plies) = (&mut table.positions[..games], &mut table.plies[..games]);
    let streams = &mut table.streams[..games];
    let (rewards, to_move) = (&mut out.rewards[..games], &mut out.to_move[..games]);
    let (terminated, truncated) = (&mut out.terminated[..games], &mut out.truncated[..games]);
    let legal = table.legal.chunks_exact_mut(Batch::<G>::WORDS);
    let observations = out.observations.chunks_exact_mut(Batch::<G>::OBSERVATION);
    let masks = out.masks.chunks_exact_mut(G::ACTIONS);
    for (game, ((legal, observation), mask)) in legal.zip(observations).zip(masks).enumerate() {
        if game >= games {
            break;
        }
        let action = actions[game];
        if !AUTORESET && action == NO_ACTION {
            rewards[game] = 0.0;
            continue;
        }
        let before = positions[game];
        let mut position = G::take(&before, action.cast_unsigned() as usize);
        let mut set = G::legal(&position);
        let is_won = set.is_empty();
        let had = plies[game] + 1;
        let is_cut_off = !is_won && had >= table.limit;
        rewards[game] = if is_won {
            reward(&before, &position)
        } else {
            0.0
        };
        terminated[game] = is_won;
        truncated[game] = is_cut_off;
        plies[game] = had;
        if AUTORESET && (is_won || is_cut_off) {
            let start = table.starts[beginner(table.first, &mut streams[game]) as usize];
            (position, set) = (start.position, start.legal);
            plies[game] = 0;
        }
        positions[game] = position;
        legal.copy_from_slice(&set.words()[..Batch::<G>::WORDS]);
        show::<G>(&position, set, observation, mask, &mut to_move[game]);
    }
}

/// Whether each action is a member of its set. All are looked at, without a branch: the one that is not is
/// hardly ever there.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn are_members(sets: &[u64], actions: &[i32]) -> bool {
    let mut others = 0;
    for (set, action) in sets.iter().zip(actions) {
        let action = u64::from(action.cast_unsigned());
        others |= !(set >> (action & 63)) & 1 | action >> 6;
    }
    others == 0
}

/// Who begins a game.
#[inline]
pub(crate) fn beginner(first: Option<Player>, stream: &mut Wyrand) -> Player {
    match first {
        Some(first) => first,
        None => Player::BOTH[stream.below(2) as usize],
    }
}

/// Writes what is to be seen of a position.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "else the bits are spread without the instructions for it"
)]
fn show<G: Game>(
    position: &G::Position,
    legal: ActionSet,
    observation: &mut [u8],
    mask: &mut [u8],
    to_move: &mut u8,
) {
    *to_move = position.to_move().number();
    let mut planes = observation.chunks_exact_mut(Batch::<G>::CELLS);
    G::observe(position, position.to_move(), |shown| {
        if let Some(plane) = planes.next() {
            match shown {
                Plane::Cells(cells) => spread(cells, plane),
                Plane::Cell(cell) => {
                    plane.fill(0);
                    plane[cell] = 1;
                }
                Plane::All(byte) => plane.fill(byte),
            }
        }
    });
    for (word, mask) in legal.words().into_iter().zip(mask.chunks_mut(64)) {
        spread(word, mask);
    }
}

/// What the move that led to a finished position is worth to the player who made it.
fn reward<P: Position>(before: &P, after: &P) -> f32 {
    let outcome = after.outcome().expect("a position without moves is over");
    if outcome.winner == before.to_move() {
        1.0
    } else {
        -1.0
    }
}

/// The random stream of a game: seeds and games that are near each other have nothing to do with each
/// other.
fn stream(seed: u64, game: u64) -> Wyrand {
    let mut mixed = Wyrand::new(seed ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let high = u64::from(mixed.bits());
    Wyrand::new(high << 32 | u64::from(mixed.bits()))
}

impl<G: Game> AnyBatch for Batch<G> {
    fn games(&self) -> usize {
        self.positions.len()
    }

    fn step(&mut self, actions: &[i32], out: &mut Outputs) -> Result<(), IllegalAction> {
        self.check(actions)?;
        out.check(self.positions.len(), Self::OBSERVATION, G::ACTIONS);
        self.step_from(0, actions, out);
        Ok(())
    }

    fn reply(&mut self, actions: &[i32], out: &mut Outputs) {
        out.check(self.positions.len(), Self::OBSERVATION, G::ACTIONS);
        for (game, action) in actions.iter().copied().enumerate() {
            if action == NO_ACTION {
                continue;
            }
            assert!(self.allows(game, action), "a reply is legal");
            let (mut reward, mut terminated, mut truncated) = ([0.0], [false], [false]);
            let mut seen = Outputs {
                observations: &mut out.observations[game * Self::OBSERVATION..]
                    [..Self::OBSERVATION],
                masks: &mut out.masks[game * G::ACTIONS..][..G::ACTIONS],
                rewards: &mut reward,
                terminated: &mut terminated,
                truncated: &mut truncated,
                to_move: &mut out.to_move[game..=game],
            };
            self.step_from(game, &[action], &mut seen);
            if !out.terminated[game] && !out.truncated[game] {
                out.rewards[game] = -reward[0];
                out.terminated[game] = terminated[0];
                out.truncated[game] = truncated[0];
            }
        }
    }

    fn is_cut_off(&self, game: usize) -> bool {
        !self.legal(game).is_empty() && self.has_reached_limit(game)
    }

    fn reset(&mut self, which: Option<&[bool]>, out: &mut Outputs) {
        out.check(self.positions.len(), Self::OBSERVATION, G::ACTIONS);
        for game in 0..self.positions.len() {
            if which.is_none_or(|which| which[game]) {
                self.begin(game);
            }
            let is_won = self.legal(game).is_empty();
            out.rewards[game] = 0.0;
            out.terminated[game] = is_won;
            out.truncated[game] = self.is_cut_off(game);
            let observation =
                &mut out.observations[game * Self::OBSERVATION..][..Self::OBSERVATION];
            let mask = &mut out.masks[game * G::ACTIONS..][..G::ACTIONS];
            let position = &self.positions[game];
            show::<G>(
                position,
                self.legal(game),
                observation,
                mask,
                &mut out.to_move[game],
            );
        }
    }

    fn sample(&mut self, actions: &mut [i32]) {
        assert_eq!(actions.len(), self.positions.len(), "an action a game");
        for (game, action) in actions.iter_mut().enumerate() {
            *action = if !self.settings.autoreset && self.is_over(game) {
                NO_ACTION
            } else {
                let legal = self.legal(game);
                let drawn = self.streams[game].below(legal.len());
                (legal.nth(drawn) as u32).cast_signed()
            };
        }
    }

    fn position(&self, game: usize) -> Box<dyn AnyPosition> {
        boxed::<G>(self.positions[game])
    }

    fn place(&mut self, game: usize, position: &dyn AnyPosition) -> bool {
        let Some(Of(position)) = position.as_any().downcast_ref::<Of<G>>() else {
            return false;
        };
        self.positions[game] = *position;
        self.set_legal(game, G::legal(position));
        self.plies[game] = 0;
        true
    }

    fn values(&self, oracle: &dyn AnyOracle, budget: Budget) -> Vec<Option<quintet_solver::Value>> {
        truth::values::<G>(&self.positions, oracle, budget)
    }

    fn best_actions(&self, oracle: &dyn AnyOracle, budget: Budget, best: &mut [u8]) {
        truth::best_actions::<G>(&self.positions, oracle, budget, best);
    }

    fn boxed(&self) -> Box<dyn AnyBatch> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Outputs<'_> {
    /// Panics unless there is room for exactly so many games.
    pub(crate) fn check(&self, games: usize, observation: usize, actions: usize) {
        assert_eq!(self.observations.len(), games * observation);
        assert_eq!(self.masks.len(), games * actions);
        let lengths = [
            self.rewards.len(),
            self.terminated.len(),
            self.truncated.len(),
            self.to_move.len(),
        ];
        assert_eq!(lengths, [games; 4]);
    }
}
