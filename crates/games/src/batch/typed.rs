//! The batch of one game at one size.

use std::any::Any;
use std::array;
use std::marker::PhantomData;
use std::thread;

use quintet_rules::{Player, Position, Random, Wyrand};
use quintet_solver::{Budget, Value, for_each};

use super::spread::looked_up;
use super::step::{
    Columns, Start, are_members, beginner, draw_all, observation, show, step_all, words,
};
use super::{AnyBatch, IllegalAction, NO_ACTION, Outputs, PlaceError, RunState, Settings};
use crate::actions::{ActionSet, Actions, Parts};
use crate::any_oracle::{ErasedOracle, numbers};
use crate::any_position::ErasedPosition;
use crate::game::Game;
use crate::{AnyOracle, AnyPosition};

/// A batch in the typed layer.
pub(crate) struct Batch<G: Game> {
    /// One column for each part of a position. Columns of unused parts are empty.
    parts: [Vec<u64>; Parts::MOST],
    /// One column for each word of the sets of legal actions. Columns of unused words are empty.
    legal: [Vec<u64>; ActionSet::WORDS],
    plies: Vec<u64>,
    streams: Vec<Wyrand>,
    starts: [Start; 2],
    settings: Settings,
    game: PhantomData<G>,
}

impl<G: Game> Clone for Batch<G> {
    fn clone(&self) -> Self {
        Batch {
            parts: self.parts.clone(),
            legal: self.legal.clone(),
            plies: self.plies.clone(),
            streams: self.streams.clone(),
            starts: self.starts,
            settings: self.settings,
            game: PhantomData,
        }
    }
}

impl<G: Game> Batch<G> {
    /// Creates a batch of games at their start.
    pub(crate) fn new(settings: &Settings) -> Self {
        let starts = Player::BOTH.map(|first| {
            let position = G::start(first);
            Start {
                parts: position.parts(),
                legal: position.legal_actions(),
            }
        });
        let column = |is_used: bool| vec![0; if is_used { settings.games } else { 0 }];
        let mut batch = Batch {
            parts: array::from_fn(|n| column(n < G::Position::PARTS)),
            legal: array::from_fn(|word| column(word < words::<G>())),
            plies: vec![0; settings.games],
            streams: (0..settings.games as u64)
                .map(|game| Wyrand::stream(settings.seed, game))
                .collect(),
            starts,
            settings: *settings,
            game: PhantomData,
        };
        (0..settings.games).for_each(|game| batch.begin(game));
        batch
    }

    /// Restarts a game.
    fn begin(&mut self, game: usize) {
        let first = beginner(self.settings.first, &mut self.streams[game]);
        self.set(game, self.starts[first as usize]);
    }

    /// Sets the position of a game.
    fn set(&mut self, game: usize, start: Start) {
        for (column, part) in self.parts[..G::Position::PARTS]
            .iter_mut()
            .zip(start.parts.0)
        {
            column[game] = part;
        }
        let columns = &mut self.legal[..words::<G>()];
        for (column, word) in columns.iter_mut().zip(start.legal.words()) {
            column[game] = word;
        }
        self.plies[game] = 0;
    }

    fn get(&self, game: usize) -> G::Position {
        let part = |column: &Vec<u64>| column.get(game).copied().unwrap_or(0);
        G::Position::from_parts(&Parts(self.parts.each_ref().map(part)))
    }

    fn positions(&self) -> Vec<G::Position> {
        (0..self.games()).map(|game| self.get(game)).collect()
    }

    fn legal(&self, game: usize) -> ActionSet {
        let word = |column: &Vec<u64>| column.get(game).copied().unwrap_or(0);
        ActionSet::from_words(&self.legal.each_ref().map(word))
    }

    fn is_over(&self, game: usize) -> bool {
        self.legal(game).is_empty() || self.has_reached_limit(game)
    }

    fn has_reached_limit(&self, game: usize) -> bool {
        self.plies[game] >= self.limit()
    }

    fn limit(&self) -> u64 {
        self.settings.limit.map_or(u64::MAX, u64::from)
    }

    /// Checks that every action is legal.
    fn check(&self, actions: &[i32]) -> Result<(), IllegalAction> {
        assert_eq!(actions.len(), self.games(), "one action per game");
        if self.settings.autoreset && words::<G>() == 1 && are_members(&self.legal[0], actions) {
            return Ok(());
        }
        let mut each = actions.iter().copied().enumerate();
        match each.find(|(game, action)| !self.allows(*game, *action)) {
            Some((game, action)) => Err(self.illegal(game, action)),
            None => Ok(()),
        }
    }

    /// Tests whether an action is legal in a game.
    fn allows(&self, game: usize, action: i32) -> bool {
        if self.is_over(game) {
            return action == NO_ACTION;
        }
        let action = usize::try_from(action);
        action.is_ok_and(|action| self.legal(game).contains(action))
    }

    #[cold]
    fn illegal(&self, game: usize, action: i32) -> IllegalAction {
        let position = &self.get(game);
        let number = usize::try_from(action).ok();
        let refused = || {
            let mv = number.and_then(|number| position.action_move(number))?;
            let refusal = position.check(mv).err()?;
            Some(G::refused(position, &refusal))
        };
        let sentence = if self.is_over(game) {
            format!("the game has ended; its only action is {NO_ACTION}")
        } else if number.is_none_or(|number| number >= G::Position::ACTIONS) {
            format!("actions are 0 to {}", G::Position::ACTIONS - 1)
        } else {
            refused().unwrap_or_else(|| "it leads off the grid".to_owned())
        };
        IllegalAction {
            game,
            action,
            sentence,
        }
    }

    /// Takes legal actions in consecutive games, beginning with `game`, and writes their outputs.
    fn step_from(&mut self, game: usize, actions: &[i32], out: &mut Outputs) {
        let limit = self.limit();
        let mut columns = Columns {
            parts: self
                .parts
                .each_mut()
                .map(|part| part.get_mut(game..).unwrap_or_default()),
            legal: self
                .legal
                .each_mut()
                .map(|word| word.get_mut(game..).unwrap_or_default()),
            plies: &mut self.plies[game..],
            streams: &mut self.streams[game..],
            starts: &self.starts,
            first: self.settings.first,
            limit,
        };
        let threads = self.settings.threads;
        if self.settings.autoreset {
            step_in_threads::<G, true>(&mut columns, actions, out, threads);
        } else {
            step_in_threads::<G, false>(&mut columns, actions, out, threads);
        }
    }
}

/// Takes legal actions and writes the outputs, in halves on two threads as long as there are several threads.
fn step_in_threads<G: Game, const AUTORESET: bool>(
    columns: &mut Columns,
    actions: &[i32],
    out: &mut Outputs,
    threads: usize,
) {
    /// Starting a thread takes as long as stepping some thousand games.
    const FEWEST: usize = 4096;
    if threads < 2 || actions.len() < 2 * FEWEST {
        if !AUTORESET || out.final_observations.is_empty() {
            return step_all::<G, AUTORESET>(columns, actions, out);
        }
        let before = columns.parts.each_ref().map(|column| column.to_vec());
        step_all::<G, AUTORESET>(columns, actions, out);
        return write_finals::<G>(&before, actions, out);
    }
    let share = actions.len() * (threads / 2) / threads;
    let [mut columns, mut later] = columns.split_at(share);
    let [mut out, mut later_out] = out.split_at(share, observation::<G>(), G::Position::ACTIONS);
    let (actions, later_actions) = actions.split_at(share);
    thread::scope(|scope| {
        scope.spawn(|| {
            let threads = threads.div_ceil(2);
            step_in_threads::<G, AUTORESET>(&mut later, later_actions, &mut later_out, threads);
        });
        step_in_threads::<G, AUTORESET>(&mut columns, actions, &mut out, threads / 2);
    });
}

/// Writes the planes of the positions in which games have ended, given the columns before the step.
fn write_finals<G: Game>(before: &[Vec<u64>; Parts::MOST], actions: &[i32], out: &mut Outputs) {
    let rows = out.final_observations.chunks_exact_mut(observation::<G>());
    for (game, (row, action)) in rows.zip(actions).enumerate() {
        if !out.terminated[game] && !out.truncated[game] {
            continue;
        }
        let part = |column: &Vec<u64>| column.get(game).copied().unwrap_or(0);
        let position = G::Position::from_parts(&Parts(before.each_ref().map(part)));
        let last = ErasedPosition::<G>(position.take(action.cast_unsigned() as usize));
        last.data().observe(last.to_move(), row);
    }
}

/// Games per job: fewer are done sooner by one thread.
const GAMES_PER_JOB: usize = 128;

/// Calls `work` with the number and the row of each game, on all cores if there are many games.
fn in_threads<T: Send>(rows: &mut [T], width: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    let jobs = rows.chunks_mut(GAMES_PER_JOB * width).enumerate();
    for_each(
        jobs.collect(),
        || (),
        |(job, rows), ()| {
            for (n, row) in rows.chunks_exact_mut(width).enumerate() {
                work(GAMES_PER_JOB * job + n, row);
            }
        },
    );
}

impl<G: Game> AnyBatch for Batch<G> {
    fn games(&self) -> usize {
        self.settings.games
    }

    fn step(&mut self, actions: &[i32], out: &mut Outputs) -> Result<(), IllegalAction> {
        self.check(actions)?;
        out.check(self.games(), observation::<G>(), G::Position::ACTIONS);
        self.step_from(0, actions, out);
        Ok(())
    }

    fn step_opponent(&mut self, actions: &[i32], out: &mut Outputs) {
        out.check(self.games(), observation::<G>(), G::Position::ACTIONS);
        for (game, action) in actions.iter().copied().enumerate() {
            if action == NO_ACTION {
                continue;
            }
            assert!(self.allows(game, action), "an opponent's action is legal");
            let (mut reward, mut terminated, mut truncated) = ([0.0], [false], [false]);
            let bytes = game * observation::<G>()..(game + 1) * observation::<G>();
            let has_ended = out.terminated[game] || out.truncated[game];
            let finals = out.final_observations.get_mut(bytes);
            let mut seen = Outputs {
                final_observations: finals.filter(|_| !has_ended).unwrap_or_default(),
                observations: &mut out.observations[game * observation::<G>()..]
                    [..observation::<G>()],
                masks: &mut out.masks[game * G::Position::ACTIONS..][..G::Position::ACTIONS],
                rewards: &mut reward,
                terminated: &mut terminated,
                truncated: &mut truncated,
                to_move: &mut out.to_move[game..=game],
            };
            self.step_from(game, &[action], &mut seen);
            if !out.terminated[game] && !out.truncated[game] {
                // Not -0.
                out.rewards[game] = 0.0 - reward[0];
                out.terminated[game] = terminated[0];
                out.truncated[game] = truncated[0];
            }
        }
    }

    fn is_cut_off(&self, game: usize) -> bool {
        !self.legal(game).is_empty() && self.has_reached_limit(game)
    }

    fn is_turn_of(&self, game: usize, player: Player) -> bool {
        !self.is_over(game) && self.get(game).to_move() == player
    }

    fn reset(&mut self, which: Option<&[bool]>, out: &mut Outputs) {
        for game in 0..self.games() {
            if which.is_none_or(|which| which[game]) {
                self.begin(game);
                self.show(game, out);
            }
        }
    }

    fn show(&self, game: usize, out: &mut Outputs) {
        out.check(self.games(), observation::<G>(), G::Position::ACTIONS);
        let (position, mut legal) = (self.get(game), self.legal(game));
        out.rewards[game] = 0.0;
        out.terminated[game] = legal.is_empty();
        out.truncated[game] = self.is_cut_off(game);
        if self.is_cut_off(game) {
            legal = ActionSet::NONE;
        }
        out.to_move[game] = position.to_move().number();
        let bytes = observation::<G>();
        let observation = &mut out.observations[game * bytes..][..bytes];
        let mask = &mut out.masks[game * G::Position::ACTIONS..][..G::Position::ACTIONS];
        show::<G>(&position, &legal.words(), observation, mask, looked_up);
    }

    fn sample(&mut self, actions: &mut [i32]) {
        assert_eq!(actions.len(), self.games(), "one action per game");
        if self.settings.autoreset {
            let legal = self.legal.each_ref().map(Vec::as_slice);
            draw_all::<G>(&legal, &mut self.streams, actions);
            return;
        }
        for (game, action) in actions.iter_mut().enumerate() {
            *action = if self.is_over(game) {
                NO_ACTION
            } else {
                let legal = self.legal(game);
                let drawn = self.streams[game].below(legal.len());
                (legal.nth(drawn) as u32).cast_signed()
            };
        }
    }

    fn position(&self, game: usize) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition::<G>(self.get(game)))
    }

    fn place(&mut self, game: usize, position: &dyn AnyPosition) -> Result<(), PlaceError> {
        let any: &dyn Any = position;
        let ErasedPosition(position) = any
            .downcast_ref::<ErasedPosition<G>>()
            .ok_or(PlaceError::Foreign)?;
        if self.settings.autoreset && position.is_over() {
            return Err(PlaceError::Over);
        }
        let start = Start {
            parts: position.parts(),
            legal: position.legal_actions(),
        };
        self.set(game, start);
        Ok(())
    }

    fn run_state(&self, game: usize) -> RunState {
        RunState {
            plies: self.plies[game],
            stream: self.streams[game].rest(),
        }
    }

    fn set_run_state(&mut self, game: usize, state: RunState) {
        self.plies[game] = state.plies;
        self.streams[game] = Wyrand::new(state.stream);
    }

    fn values(&self, oracle: &dyn AnyOracle, budget: Budget) -> Vec<Option<Value>> {
        let oracle = ErasedOracle::<G>::downcast(oracle);
        if !oracle.is_solved() {
            return oracle.values(&self.positions(), budget);
        }
        let mut values = vec![None; self.games()];
        in_threads(&mut values, 1, |game, value| {
            value[0] = oracle.typed_value(&self.get(game), budget);
        });
        values
    }

    fn best_actions(&self, oracle: &dyn AnyOracle, budget: Budget, best: &mut [u8]) {
        let (actions, oracle) = (G::Position::ACTIONS, ErasedOracle::<G>::downcast(oracle));
        assert_eq!(best.len(), self.games() * actions, "one byte per action");
        in_threads(best, actions, |game, best| {
            best.fill(0);
            let (position, legal) = (self.get(game), self.legal(game));
            for action in oracle.best_actions(&position, legal, budget).iter() {
                best[action] = 1;
            }
        });
    }

    fn action_values(
        &self,
        oracle: &dyn AnyOracle,
        budget: Budget,
        values: &mut [Option<Option<Value>>],
    ) {
        let (actions, oracle) = (G::Position::ACTIONS, ErasedOracle::<G>::downcast(oracle));
        assert_eq!(values.len(), self.games() * actions, "one value per action");
        in_threads(values, actions, |game, values| {
            values.fill(None);
            let position = self.get(game);
            let actions = if oracle.is_solved() {
                self.legal(game).iter().collect()
            } else {
                // The order of a search may change which values are found.
                numbers(&position)
            };
            for (action, value) in oracle.values_of(&position, actions, budget) {
                values[action] = Some(value);
            }
        });
    }

    fn boxed(&self) -> Box<dyn AnyBatch> {
        Box::new(self.clone())
    }
}
