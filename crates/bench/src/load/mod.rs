//! The server under load: `quintet serve` and its clients on the same machine.

mod client;
mod cores;
mod crowd;
mod floor;
mod moves;
mod nodes;
mod pair;
mod requests;
mod restart;
mod server;

use std::fmt::Display;
use std::num::{NonZeroU8, NonZeroU16};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use quintet_games::{Catalogue, Listing, Variant};
use tempfile::TempDir;
use tokio::signal::ctrl_c;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until, timeout};

use crate::figures::{millis, per_second, quantiles};
use cores::{Cores, Programs, Shares};

/// Plays against a server that it starts, with a database file that it creates.
#[derive(Args)]
pub(crate) struct Load {
    /// Scenarios; all by default
    #[arg(value_enum)]
    scenarios: Vec<Scenario>,

    /// A short run, which shows that everything works and measures little
    #[arg(long)]
    quick: bool,

    /// The server [default: the binary quintet next to this one]
    #[arg(long, value_name = "FILE")]
    quintet: Option<PathBuf>,

    /// The folder for its files, on the disk to be measured [default: next to this binary]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// The seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Games played at a time as fast as possible [default: 100, or 75 with --nodes]
    #[arg(long, value_name = "N")]
    games: Option<NonZeroU16>,

    /// Measures 1 to N servers on one PostgreSQL, and nothing else
    #[arg(long, value_name = "N", conflicts_with = "scenarios")]
    nodes: Option<NonZeroU8>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Scenario {
    /// The cost of a move to the system alone
    Floor,
    /// Games in which the players answer as fast as they can
    Moves,
    /// Thousands of sockets, and moves at a fixed rate
    Sockets,
    /// A start with many stored games
    Restart,
    /// A stop in the middle of games
    Stop,
    /// Analyses of positions
    Analyze,
    /// Ordinary clients during floods of expensive requests
    Fairness,
}

/// The settings shared by all scenarios.
struct Bench {
    quintet: PathBuf,
    folder: TempDir,
    quick: bool,
    seed: u64,
    /// Games played at a time as fast as possible.
    games: usize,
}

impl Load {
    pub(crate) fn run(&self) -> Result<()> {
        raise_file_limit();
        let own = std::env::current_exe()?;
        let beside = |name: &str| own.with_file_name(name);
        // The system's folder for temporary files is often in memory.
        let folder = self.folder.clone().unwrap_or_else(|| beside(""));
        // With several nodes on two cores, more games only wait for each other.
        let games = if self.nodes.is_some() { 75 } else { 100 };
        let bench = Bench {
            quintet: self.quintet.clone().unwrap_or_else(|| beside("quintet")),
            folder: tempfile::tempdir_in(folder).context("no folder for the games")?,
            quick: self.quick,
            seed: self.seed,
            games: self.games.map_or(games, |games| games.get().into()),
        };
        // One thread leaves the other core to the server.
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        if let Some(nodes) = self.nodes {
            return runtime.block_on(bounded(nodes::run(&bench, nodes.get().into())));
        }
        let scenarios = match &*self.scenarios {
            [] => Scenario::value_variants(),
            chosen => chosen,
        };
        for scenario in scenarios {
            runtime.block_on(bounded(scenario.run(&bench)))?;
        }
        Ok(())
    }
}

/// Runs a scenario until it ends, takes too long or is interrupted. Its servers end in any case.
async fn bounded(scenario: impl Future<Output = Result<()>>) -> Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        done = timeout(Duration::from_mins(10), scenario) => done.context("the server is too slow")?,
        _ = terminate.recv() => bail!("terminated"),
        _ = ctrl_c() => bail!("interrupted"),
    }
}

impl Scenario {
    async fn run(self, bench: &Bench) -> Result<()> {
        match self {
            Scenario::Floor => floor::run(bench),
            Scenario::Moves => moves::run(bench).await,
            Scenario::Sockets => crowd::run(bench).await,
            Scenario::Restart => restart::start(bench).await,
            Scenario::Stop => restart::stop(bench).await,
            Scenario::Analyze => requests::analyze(bench).await,
            Scenario::Fairness => requests::fairness(bench).await,
        }
    }
}

impl Bench {
    /// Returns an amount of something; a twentieth of it in a short run.
    fn scaled(&self, amount: usize) -> usize {
        amount.div_ceil(if self.quick { 20 } else { 1 })
    }

    /// Returns a window of 10 seconds after a warm-up of 2 seconds.
    fn window(&self) -> Window {
        let millis = |full: usize| Duration::from_millis(self.scaled(full) as u64);
        let begin = Instant::now() + millis(2000);
        let end = begin + millis(10_000);
        Window { begin, end }
    }
}

/// The time in which clients are measured.
#[derive(Clone, Copy)]
struct Window {
    begin: Instant,
    end: Instant,
}

impl Window {
    fn contains(self, at: Instant) -> bool {
        (self.begin..self.end).contains(&at)
    }

    fn is_over(self) -> bool {
        Instant::now() >= self.end
    }

    fn per_second(self, count: usize) -> String {
        rate(count, self.end - self.begin)
    }

    /// Waits until the window is over, and measures the use of the processor in it.
    async fn cores(self, programs: Programs) -> Result<Shares> {
        sleep_until(self.begin.into()).await;
        let cores = Cores::watch(programs)?;
        sleep_until(self.end.into()).await;
        cores.shares()
    }
}

async fn pause(time: Duration) {
    if !time.is_zero() {
        sleep(time).await;
    }
}

/// Returns the results of all tasks.
async fn joined<T: 'static>(mut tasks: JoinSet<Result<T>>) -> Result<Vec<T>> {
    let mut results = Vec::new();
    while let Some(result) = tasks.join_next().await {
        results.push(result??);
    }
    Ok(results)
}

/// Prints a figure and its target.
fn report(what: impl Display, found: impl Display, target: impl Display) {
    let line = format!("{what:<46} {found:>16}   {target}");
    println!("{}", line.trim_end());
}

/// Prints the median, the 99th percentile with its target, and the longest of times.
fn report_times(times: impl IntoIterator<Item = Duration>, target: &str) {
    let mut times: Vec<_> = times.into_iter().collect();
    let [median, p99, worst] = quantiles(&mut times, [500, 990, 1000]).map(milliseconds);
    report("  median", median, "");
    report("  99th percentile", p99, target);
    report("  worst", worst, "");
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", millis(time))
}

fn rate(count: usize, time: Duration) -> String {
    format!("{:.0} /s", per_second(count, time))
}

/// Returns all games at the rule book's size, over and over.
fn variants() -> impl Iterator<Item = &'static dyn Variant> {
    Catalogue::STANDARD.iter().map(Listing::standard).cycle()
}

/// Every connection is an open file.
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let current = maximum;
    // If this fails, a later connection fails with a clear error.
    let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum });
}
