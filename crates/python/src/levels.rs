//! Levels in a batch.

use std::sync::{Arc, LazyLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quintet_arena::{UnknownPlayer, Who};
use quintet_games::Variant;
use quintet_games::batch::{AnyBatch, NO_ACTION};
use quintet_rules::{Player, Wyrand};
use quintet_solver::{Budget, for_each};

use crate::quick_oracle;

/// The random streams of both seats, one per game. A stream belongs to the seat, so it continues if another level takes over.
pub(crate) struct LevelStreams(pub(crate) [Vec<Wyrand>; 2]);

impl LevelStreams {
    pub(crate) fn new(seed: u64, games: usize) -> Self {
        LevelStreams(Player::BOTH.map(|player| {
            // The batch itself uses the streams below, one per game.
            let first = u64::from(player.number()) << 48;
            let streams = (0..games as u64).map(|game| Wyrand::stream(seed, first + game));
            streams.collect()
        }))
    }

    /// Begins the streams of a game again, with a seed of its own.
    pub(crate) fn restart(&mut self, game: usize, seed: u64) {
        for (player, streams) in Player::BOTH.into_iter().zip(&mut self.0) {
            streams[game] = Wyrand::stream(seed, u64::from(player.number()));
        }
    }

    /// Chooses the level's action in every unfinished game in which `player` is to move.
    pub(crate) fn actions(
        &mut self,
        who: &Who,
        variant: &'static dyn Variant,
        games: &dyn AnyBatch,
        player: Player,
    ) -> Vec<i32> {
        /// Games per job: fewer are done sooner by one thread.
        const GAMES_PER_JOB: usize = 64;
        let loaded = LazyLock::new(|| quick_oracle(variant));
        let oracle = || Arc::clone(&loaded);
        let budget = Budget::positions(Who::EFFORT);
        let choose = |game: usize, stream: &mut Wyrand| {
            if !games.is_turn_of(game, player) {
                return NO_ACTION;
            }
            let action = who.choose_action(&*games.position(game), budget, stream, &oracle);
            let action = action.expect("a level is not human");
            i32::try_from(action).expect("there are few actions")
        };
        let streams = &mut self.0[player as usize];
        let mut actions = vec![NO_ACTION; streams.len()];
        let jobs = actions.chunks_mut(GAMES_PER_JOB);
        let jobs = jobs.zip(streams.chunks_mut(GAMES_PER_JOB)).enumerate();
        for_each(
            jobs.collect(),
            || (),
            |(job, (actions, streams)), ()| {
                let each = actions.iter_mut().zip(streams);
                for (n, (action, stream)) in each.enumerate() {
                    *action = choose(GAMES_PER_JOB * job + n, stream);
                }
            },
        );
        actions
    }
}

/// Finds a level by name.
pub(crate) fn level(name: &str) -> PyResult<Who> {
    let who = name.parse();
    match who.map_err(|error: UnknownPlayer| PyValueError::new_err(error.to_string()))? {
        Who::Human => Err(PyValueError::new_err("a human cannot play in a batch")),
        who => Ok(who),
    }
}
