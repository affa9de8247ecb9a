//! Oracles, from cached tables or computed with a progress line.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use etcetera::BaseStrategy;
use quintet_arena::{Library, Offer, OracleSource, Tables, time_in_words};
use quintet_games::{AnyOracle, Catalogue, Variant};
use quintet_solver::Progress;

use crate::output::note;

/// Returns the tables in the user's cache folder.
pub(crate) fn tables() -> Tables {
    cache_folder().map_or_else(Tables::nowhere, Tables::in_folder)
}

pub(crate) fn cache_folder() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.cache_dir().join("quintet"))
}

/// Returns the oracle of a game. Progress is shown if it has to be computed.
pub(crate) fn oracle(library: &Library, variant: &dyn Variant) -> Arc<dyn AnyOracle> {
    if let Some(oracle) = library.ready(variant) {
        return oracle;
    }
    let share = || library.share(variant);
    let oracle = watching(&format!("solving {variant:?}"), share, || {
        library.oracle(variant)
    });
    if let Some((_, Some(error))) = library.table(variant) {
        note_not_stored(&error.to_string());
    }
    oracle
}

/// Mentions that a larger table can be built for a game, if so.
pub(crate) fn note_offer(variant: &dyn Variant) {
    if let Some(offer) = tables().offer(variant) {
        note(&format!("{offer}."));
    }
}

/// Returns the tables that can be built and are not stored.
pub(crate) fn offers(catalogue: Catalogue) -> impl Iterator<Item = Offer> {
    let tables = tables();
    let variants = catalogue
        .iter()
        .flat_map(|listing| listing.sizes.iter().copied());
    variants.filter_map(move |variant| tables.offer(variant))
}

/// Warns that a table could not be stored.
pub(crate) fn note_not_stored(error: &str) {
    note(&format!(
        "quintet: the table could not be cached and will be computed again: {error}"
    ));
}

/// Returns the source from which levels get their oracle on first use. If a size is not solved, notes once that a table can
/// be built.
pub(crate) fn source(library: &Library, variant: &'static dyn Variant) -> OracleSource {
    let library = library.clone();
    let has_noted = AtomicBool::new(false);
    Arc::new(move || {
        let oracle = oracle(&library, variant);
        if !oracle.is_solved() && !has_noted.swap(true, Ordering::Relaxed) {
            note_offer(variant);
        }
        oracle
    })
}

/// Does long work with a progress line, if standard error is a terminal.
pub(crate) fn watched<T>(what: &str, work: impl FnOnce(&Progress) -> T) -> T {
    watched_with(what, &Progress::default(), work)
}

/// Like [`watched`], for work that can be cancelled.
pub(crate) fn watched_with<T>(
    what: &str,
    progress: &Progress,
    work: impl FnOnce(&Progress) -> T,
) -> T {
    watching(what, || progress.share(), || work(progress))
}

fn watching<T>(what: &str, share: impl Fn() -> f64 + Send, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (done, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || watch(what, share, &waiting));
        let result = work();
        drop(done);
        result
    })
}

/// Lock for writing to the terminal while there is a progress line.
static LINE: Mutex<()> = Mutex::new(());

/// Clears the progress line until the guard is dropped.
pub(crate) fn clear_line() -> MutexGuard<'static, ()> {
    let guard = LINE.lock().unwrap_or_else(PoisonError::into_inner);
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    guard
}

/// Shows the progress every 100 ms until the work is done. Short work shows nothing.
fn watch(what: &str, share: impl Fn() -> f64, done: &mpsc::Receiver<()>) {
    let start = Instant::now();
    let mut has_shown = false;
    while done.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
        let line = progress_line(what, share(), start.elapsed());
        let _guard = LINE.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = write!(io::stderr(), "\r{line}\x1b[K");
        has_shown = true;
    }
    if has_shown {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let _ = io::stderr().flush();
}

/// Returns a line such as `solving quad-block 5x5 [#####---------------]  25%, about 3 s left`
fn progress_line(what: &str, share: f64, elapsed: Duration) -> String {
    if share <= 0.0 {
        return format!("{what}, {:.0} s ...", elapsed.as_secs_f64());
    }
    #[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
    let percent = (100.0 * share) as usize;
    let filled = percent / 5;
    let bar = format!("{}{}", "#".repeat(filled), "-".repeat(20 - filled));
    let estimate = if share > 0.02 {
        let left = elapsed.mul_f64((1.0 - share) / share) + Duration::from_millis(500);
        format!(", about {} left", time_in_words(left.as_secs()))
    } else {
        String::new()
    };
    format!("{what} [{bar}] {percent:>3}%{estimate}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_line_shows_the_share_and_the_remaining_time() {
        let line = |share| progress_line("solving", share, Duration::from_secs(1));
        assert_eq!(line(0.0), "solving, 1 s ...");
        assert_eq!(line(0.01), "solving [--------------------]   1%");
        assert_eq!(
            line(0.25),
            "solving [#####---------------]  25%, about 3 s left"
        );
        assert!(
            progress_line("solving", 0.1, Duration::from_mins(1))
                .ends_with(", about 9 minutes left")
        );
        assert_eq!(
            line(1.0),
            "solving [####################] 100%, about 0 s left"
        );
    }
}
