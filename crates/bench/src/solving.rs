//! How long it takes to know a game, and to look a value up afterwards.

mod kept;

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use quintet_games::{AnyPosition, Catalogue, Variant};
use quintet_rules::{Player, Random, Wyrand};
use quintet_solver::{Budget, Progress, Solution, Stored};

use crate::clock::timed;

/// Solves the rule book's size of every game.
#[derive(Args)]
pub(crate) struct Solving {
    /// Only this game
    game: Option<String>,

    /// How many random positions to ask for
    #[arg(long, default_value_t = 10_000)]
    questions: usize,

    /// The seed of the random positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Solving {
    pub(crate) fn run(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "{:<18} {:<5} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "game",
            "size",
            "wall ms",
            "cpu ms",
            "table MB",
            "ready ms",
            "median us",
            "p99 us",
            "worst us"
        )?;
        let listings = || {
            Catalogue::STANDARD
                .iter()
                .filter(|listing| self.game.as_deref().is_none_or(|id| id == listing.id))
        };
        for listing in listings() {
            self.measure(listing.standard(), &mut out)?;
        }
        writeln!(out, "\n{}", kept::HEADING)?;
        for listing in listings() {
            kept::measure(listing.standard(), self.questions, self.seed, &mut out)?;
        }
        Ok(())
    }

    fn measure(&self, variant: &dyn Variant, out: &mut dyn Write) -> Result<()> {
        let began = Instant::now();
        let solution = variant.solution();
        let (table, cpu) = timed(|| match &solution {
            Solution::Direct(_) | Solution::Large(_) => None,
            Solution::Table { compute, .. } => compute(&Progress::default()),
        });
        let table_bytes = table.as_ref().map_or(0, Vec::len);
        let computed = began.elapsed();
        let (oracle, oracle_cpu) = timed(|| match (&solution, table) {
            (Solution::Direct(make), _) => Some(make()),
            (Solution::Large(large), _) => Some((large.search)()),
            (Solution::Table { open, .. }, table) => open(Stored::Whole(table?)),
        });
        let oracle = oracle.context("a computed table can be opened")?;
        let wall = began.elapsed();
        let mut times: Vec<Duration> = random_positions(variant, self.questions, self.seed)
            .iter()
            .map(|position| {
                let asked = Instant::now();
                let value = oracle.value(&**position, Budget::UNBOUNDED);
                let time = asked.elapsed();
                assert!(value.is_some(), "unsolved: {position:?}");
                time
            })
            .collect();
        times.sort_unstable();
        let micros = |at: usize| times[at.min(times.len() - 1)].as_secs_f64() * 1e6;
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        writeln!(
            out,
            "{:<18} {:<5} {:>9.2} {:>9.2} {:>9.2} {:>9.2} {:>9.2} {:>9.2} {:>9.2}",
            variant.id(),
            variant.size().to_string(),
            millis(wall),
            millis(cpu + oracle_cpu),
            megabytes(table_bytes as u64),
            millis(wall.saturating_sub(computed)),
            micros(times.len() / 2),
            micros(times.len() * 99 / 100),
            micros(times.len() - 1)
        )?;
        Ok(())
    }
}

/// Positions of uniformly random games, each stopped at a uniformly random ply before its end.
pub(crate) fn random_positions(
    variant: &dyn Variant,
    count: usize,
    seed: u64,
) -> Vec<Box<dyn AnyPosition>> {
    let mut random = Wyrand::new(seed);
    (0..count)
        .map(|n| {
            let first = Player::BOTH[n % 2];
            let mut game = vec![variant.start(first)];
            while let Some(mv) = game[game.len() - 1].random_move(&mut random) {
                let next = game[game.len() - 1]
                    .play(&mv)
                    .expect("a random move is legal")
                    .position;
                game.push(next);
            }
            let unfinished = u32::try_from(game.len() - 1).expect("random games are short");
            game.swap_remove(random.below(unfinished) as usize)
        })
        .collect()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a size needs no more than a few digits"
)]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
