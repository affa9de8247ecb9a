//! The server under load: this client and `quintet serve` on the same machine.

mod analysis;
mod cores;
mod crowd;
mod fairness;
mod figures;
mod floor;
mod http;
mod moves;
mod nodes;
mod pair;
mod pauses;
mod restart;
mod server;
mod socket;
mod stop;

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use quintet_games::{Catalogue, Listing, Variant};
use tempfile::TempDir;
use tokio::signal::ctrl_c;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::timeout;

use figures::Row;
use nodes::Database;
use server::Server;

/// Plays against a server that it starts, on a file that it makes.
#[derive(Args)]
pub(crate) struct Load {
    /// What to measure; everything unless said otherwise
    #[arg(value_enum)]
    scenarios: Vec<Scenario>,

    /// A short run, which shows that everything works and measures little
    #[arg(long)]
    quick: bool,

    /// The server; unless said otherwise the binary quintet beside this one
    #[arg(long, value_name = "FILE")]
    quintet: Option<PathBuf>,

    /// The folder for its files, on the disk to be measured; beside this binary unless said otherwise
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// The seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Games that are played as fast as possible at a time; unless said otherwise 100, and 75 with --nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    games: Option<u16>,

    /// Measures 1 to N servers on one PostgreSQL, and nothing else
    #[arg(
        long,
        value_name = "N",
        requires = "postgres",
        conflicts_with = "scenarios",
        value_parser = clap::value_parser!(u8).range(1..)
    )]
    nodes: Option<u8>,

    /// The database of these; without an address a private one, which is started for it
    #[arg(long, value_name = "URL", num_args = 0..=1, default_missing_value = "", requires = "nodes")]
    postgres: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Scenario {
    /// What the system alone takes for a move
    Floor,
    /// Games in which the players answer as fast as they can
    Moves,
    /// Thousands of sockets, and moves at a fixed rate
    Sockets,
    /// A start with many stored games
    Restart,
    /// A stop in the middle of games
    Stop,
    /// Questions about positions
    Analyze,
    /// Ordinary clients beside others that ask for as much as they may
    Fairness,
}

/// How much of everything.
#[derive(Clone, Copy)]
struct Scale {
    warm_up: Duration,
    time: Duration,
    /// Games that are played as fast as possible.
    games: usize,
    /// Games that are played at a fixed rate, and the moves a second in all of them.
    crowd: usize,
    rate: u32,
    /// Games in the file with which the server starts.
    stored: usize,
    /// Connections on which questions are asked.
    connections: usize,
    /// Games in which nothing happens, and how long.
    idle: usize,
    idle_time: Duration,
    /// Moves whose messages are sent without a server.
    floor: u32,
}

const FULL: Scale = Scale {
    warm_up: Duration::from_secs(2),
    time: Duration::from_secs(10),
    games: 100,
    crowd: 2500,
    rate: 2000,
    stored: 100_000,
    connections: 16,
    idle: 10_000,
    idle_time: Duration::from_secs(20),
    floor: 50_000,
};

const QUICK: Scale = Scale {
    warm_up: Duration::from_millis(100),
    time: Duration::from_millis(500),
    games: 10,
    crowd: 50,
    rate: 500,
    stored: 500,
    connections: 2,
    idle: 100,
    idle_time: Duration::from_millis(500),
    floor: 1000,
};

/// What the scenarios share.
struct Bench {
    quintet: PathBuf,
    folder: TempDir,
    scale: Scale,
    seed: u64,
}

/// How long one scenario may take, should the server answer no more.
const PATIENCE: Duration = Duration::from_mins(5);

impl Load {
    pub(crate) fn run(&self) -> Result<()> {
        raise_file_limit();
        let bench = self.bench()?;
        let scenarios = match &*self.scenarios {
            [] => Scenario::value_variants(),
            chosen => chosen,
        };
        // One thread leaves the other core to the server.
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let mut out = std::io::stdout();
        if self.quick {
            writeln!(out, "A short run: it shows that everything works.")?;
        }
        for row in pauses::rows() {
            writeln!(out, "{row}")?;
        }
        if let Some(nodes) = self.nodes.map(usize::from) {
            let database = Database::open(
                self.postgres.as_deref().unwrap_or_default(),
                bench.folder.path(),
            );
            for count in 1..=nodes {
                for row in runtime.block_on(bounded(nodes::play(&bench, &database, count)))? {
                    writeln!(out, "{row}")?;
                }
            }
            for row in runtime.block_on(bounded(nodes::rest(&bench, &database, nodes)))? {
                writeln!(out, "{row}")?;
            }
            return Ok(());
        }
        for scenario in scenarios {
            for row in runtime.block_on(bounded(scenario.run(&bench)))? {
                writeln!(out, "{row}")?;
            }
        }
        Ok(())
    }

    fn scale(&self) -> Scale {
        let scale = if self.quick { QUICK } else { FULL };
        Scale {
            games: match (self.games, self.nodes) {
                (Some(games), _) => games.into(),
                // More only wait for each other on two cores.
                (None, Some(_)) if !self.quick => 75,
                (None, _) => scale.games,
            },
            ..scale
        }
    }

    fn bench(&self) -> Result<Bench> {
        let own = std::env::current_exe()?;
        let beside = |name: &str| own.with_file_name(name);
        let quintet = self.quintet.clone();
        // Folders for temporary files are often no disk at all.
        let folder = self.folder.clone().unwrap_or_else(|| beside(""));
        let folder = tempfile::tempdir_in(folder).context("there is no place for the games")?;
        Ok(Bench {
            quintet: quintet.unwrap_or_else(|| beside("quintet")),
            folder,
            scale: self.scale(),
            seed: self.seed,
        })
    }
}

/// Measures something, but not for ever. However that ends, its servers end too.
async fn bounded(measuring: impl Future<Output = Result<Vec<Row>>>) -> Result<Vec<Row>> {
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        rows = timeout(PATIENCE, measuring) => rows.context("the server is too slow")?,
        _ = terminate.recv() => bail!("terminated"),
        _ = ctrl_c() => bail!("interrupted"),
    }
}

impl Scenario {
    async fn run(self, bench: &Bench) -> Result<Vec<Row>> {
        match self {
            Scenario::Floor => floor::run(bench),
            Scenario::Moves => moves::run(bench).await,
            Scenario::Sockets => crowd::run(bench).await,
            Scenario::Restart => restart::run(bench).await,
            Scenario::Stop => stop::run(bench).await,
            Scenario::Analyze => analysis::run(bench).await,
            Scenario::Fairness => fairness::run(bench).await,
        }
    }
}

impl Bench {
    /// The file of a server.
    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name).with_extension("db")
    }

    /// Starts a server on its file.
    fn start(&self, name: &str) -> Result<Server> {
        self.start_on(self.file(name).as_os_str())
    }

    /// Starts a server on a file or a database.
    fn start_on(&self, db: &OsStr) -> Result<Server> {
        Server::start(&self.quintet, db, self.folder.path())
    }
}

/// All games at the rule book's size, over and over.
fn variants() -> impl Iterator<Item = &'static dyn Variant> {
    Catalogue::STANDARD.iter().map(Listing::standard).cycle()
}

/// Every connection is an open file.
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let current = maximum;
    // If it stays as it is, connecting fails and says why.
    let _ = setrlimit(Resource::Nofile, Rlimit { current, maximum });
}
