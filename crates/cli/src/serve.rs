//! `quintet serve`: the web app, the HTTP API, and games between people.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZero;
use std::thread;

use anyhow::{Context, Result};
use quintet_games::Catalogue;
use quintet_server::{App, Assistants, Limits, Settings};
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};

use crate::args::ServeArgs;
use crate::db::Db;
use crate::library;
use crate::log;
use crate::output::{Status, note};
use crate::system::{self, Stops, service};

pub(crate) fn run(
    args: &ServeArgs,
    fixed: &Limits,
    catalogue: Catalogue,
    out: &mut dyn Write,
) -> Result<Status> {
    let db = Db::or_default(args.db.clone())?;
    let (_guard, dropped_lines) = log::start(args.log, args.verbose);
    let sockets = service::sockets()?;
    let runtime = runtime()?;
    let store = runtime.block_on(db.open(catalogue))?;
    let settings = Settings {
        catalogue,
        tables: library::cache_folder(),
        hosts: hosts(args, sockets.server.as_ref()),
        proxies: args.behind_proxy.clone(),
        base: args.base.clone(),
        has_admin: args.admin.is_some() || sockets.admin.is_some(),
        log_addresses: args.log_addresses,
        assistants: match (args.mcp, args.mcp_no_analysis) {
            (_, true) => Assistants::Games,
            (true, false) => Assistants::GamesAndTruth,
            (false, false) => Assistants::Nothing,
        },
        keep_seconds: days(args.keep_days),
        keep_unbegun_seconds: days(args.keep_unbegun_days),
        limits: limits(args, fixed),
        ..Settings::default()
    };
    let app = App::new(settings, store);
    let answer = runtime.block_on(async {
        let listener = if let Some(socket) = sockets.server {
            TcpListener::from_std(socket)?
        } else {
            let address = SocketAddr::from((args.bind, args.port));
            TcpListener::bind(address).await.with_context(|| {
                format!("cannot listen on {address} (--port 0 picks a free port)")
            })?
        };
        let admin = match (sockets.admin, args.admin) {
            (Some(socket), _) => Some(TcpListener::from_std(socket)?),
            (None, Some(admin)) => {
                let bound = TcpListener::bind(admin).await;
                Some(bound.with_context(|| format!("--admin: cannot listen on {admin}"))?)
            }
            (None, None) => None,
        };
        let address = listener.local_addr()?;
        if !address.ip().is_loopback() {
            note("quintet: connections from other machines are not encrypted; use a TLS proxy");
        }
        // Before the address is printed: a program that waits for it may stop the server at once.
        let mut stops = Stops::listen()?;
        let url = format!("http://{address}{}", args.base);
        writeln!(out, "Quintet is at {url} (Ctrl-C stops it)")?;
        out.flush()?;
        tracing::info!(%address, games = db.shown(), "serving");
        for offer in library::offers(catalogue) {
            tracing::info!("{offer}; the server uses it after a restart");
        }
        if let Some(admin) = admin {
            let address = admin.local_addr()?;
            writeln!(out, "Health and metrics are at http://{address}/")?;
            tokio::spawn(quintet_server::serve_admin(app.clone(), admin));
        }
        service::ready();
        tokio::spawn(dropped_lines.watch());
        tokio::spawn(service::watch(app.clone()));
        if args.open {
            open_browser(&url);
        }
        let stop = async move {
            stops.wait().await;
            service::stopping();
        };
        // On a worker thread, where connections are handled; otherwise each of them would wake the main thread.
        tokio::spawn(quintet_server::serve(app, listener, stop)).await?;
        Ok(Status::Success)
    });
    // Does not wait for threads that compute answers.
    runtime.shutdown_background();
    answer
}

/// Creates the runtime for connections. One core is left to the thread that writes to the database, on which every move
/// depends. On two cores a second worker costs more in context switches than it gains.
fn runtime() -> io::Result<Runtime> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    runtime::Builder::new_multi_thread()
        .worker_threads((cores - 1).max(1))
        .max_blocking_threads(BLOCKING_THREADS + 4 * cores)
        .enable_all()
        .build()
}

/// Threads for blocking work, in addition to four per core for analyses. All users have their own limits; most threads are
/// used by analyses that wait for a table.
const BLOCKING_THREADS: usize = 96;

/// Converts days to seconds; `None` for 0.
fn days(days: u32) -> Option<u64> {
    (days > 0).then(|| u64::from(days) * 24 * 60 * 60)
}

/// Returns the host names of the server: the given ones, and the address it listens on.
fn hosts(args: &ServeArgs, socket: Option<&std::net::TcpListener>) -> Vec<String> {
    let handed = socket.and_then(|socket| socket.local_addr().ok());
    let bound = match handed.map_or(args.bind, |address| address.ip()) {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    };
    args.hosts.iter().cloned().chain([bound]).collect()
}

/// Returns the limits, with at most as many connections as the system allows.
fn limits(args: &ServeArgs, fixed: &Limits) -> Limits {
    let mut limits = args.limits.limits(fixed);
    let files = system::raise_file_limit().unwrap_or(u64::MAX);
    let files = u32::try_from(files.saturating_sub(OWN_FILES).max(1)).unwrap_or(u32::MAX);
    limits.connections = limits.connections.min(files);
    limits
}

/// Open files other than connections: the store with its readers, tables, standard streams, and a reserve.
const OWN_FILES: u64 = 64;

/// Opens the user's browser.
fn open_browser(url: &str) {
    let (program, before) = system::BROWSER.split_first().expect("a program");
    let started = std::process::Command::new(program)
        .args(before)
        .arg(url)
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn();
    // Reaps the process while the server runs.
    if let Ok(mut browser) = started {
        std::thread::spawn(move || browser.wait());
    } else {
        note(&format!("quintet: cannot start a browser with {program}"));
    }
}
