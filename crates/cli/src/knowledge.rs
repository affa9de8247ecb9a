//! Getting to know a game: from the tables kept in the user's cache folder, or by computing them
//! with a progress line.

use crate::answer::note;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use etcetera::BaseStrategy;
use quintet_arena::{Known, OracleSource, Tables, Who};
use quintet_games::{AnyOracle, Variant, grouped};
use quintet_solver::Progress;

/// The tables in the user's cache folder, if there is such a folder.
pub(crate) fn tables() -> Tables {
    match etcetera::choose_base_strategy() {
        Ok(folders) => Tables::in_folder(folders.cache_dir().join("quintet")),
        Err(_) => Tables::nowhere(),
    }
}

/// The oracle of a game. If its table could not be kept, that is said once, and is no fault.
pub(crate) fn of(variant: &dyn Variant) -> Known {
    let known = watched(&format!("solving {variant:?}"), |progress| {
        tables().oracle(variant, progress)
    });
    note_if_not_kept(&known);
    known
}

/// Says that a table could not be kept, if it could not.
pub(crate) fn note_if_not_kept(known: &Known) {
    if let Some(error) = &known.not_kept {
        note(&format!(
            "quintet: the table could not be kept and will be computed anew: {error}"
        ));
    }
}

/// Says that levels have to search, if the game is not solved at this size.
pub(crate) fn note_if_unsolved(variant: &dyn Variant, oracle: &dyn AnyOracle) {
    if !oracle.is_whole() {
        let nodes = grouped(Who::BUDGET.most_positions());
        note(&format!(
            "{variant:?} is not solved: a level looks at up to {nodes} positions for each value"
        ));
    }
}

/// Does long work while a line on the terminal says how far it has come. Without a terminal it says
/// nothing.
pub(crate) fn watched<T>(what: &str, work: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress::default();
    watching(what, &progress, || work(&progress))
}

fn watching<T>(what: &str, progress: &Progress, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (done, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || watch(what, progress, &waiting));
        let result = work();
        drop(done);
        result
    })
}

/// Knowledge that is prepared while people think.
#[derive(Clone)]
pub(crate) struct Background(Arc<Preparation>);

struct Preparation {
    variant: &'static dyn Variant,
    progress: Progress,
    known: OnceLock<Known>,
    has_noted: AtomicBool,
}

impl Preparation {
    /// Prepares, or waits for whoever does.
    fn known(&self) -> &Known {
        self.known
            .get_or_init(|| tables().oracle(self.variant, &self.progress))
    }
}

impl Background {
    /// Nothing is prepared yet.
    pub(crate) fn new(variant: &'static dyn Variant) -> Self {
        Background(Arc::new(Preparation {
            variant,
            progress: Progress::default(),
            known: OnceLock::new(),
            has_noted: AtomicBool::new(false),
        }))
    }

    /// Begins to prepare.
    pub(crate) fn start(&self) {
        let preparation = Arc::clone(&self.0);
        thread::spawn(move || {
            preparation.known();
        });
    }

    /// The oracle. If it is not ready, the wait is shown on the terminal.
    pub(crate) fn oracle(&self) -> Arc<dyn AnyOracle> {
        let Preparation {
            variant,
            progress,
            known,
            has_noted,
        } = &*self.0;
        let known = match known.get() {
            Some(known) => known,
            None => watching(&format!("solving {variant:?}"), progress, || self.0.known()),
        };
        if !has_noted.swap(true, Ordering::Relaxed) {
            note_if_not_kept(known);
        }
        Arc::clone(&known.oracle)
    }

    /// The oracle for levels, who wait for it when they first need it.
    pub(crate) fn source(&self) -> OracleSource {
        let background = self.clone();
        let has_noted = AtomicBool::new(false);
        Arc::new(move || {
            let oracle = background.oracle();
            if !has_noted.swap(true, Ordering::Relaxed) {
                note_if_unsolved(background.0.variant, &*oracle);
            }
            oracle
        })
    }
}

/// Shows the progress ten times a second until the work is done. Work that is quickly done shows
/// nothing.
fn watch(what: &str, progress: &Progress, done: &mpsc::Receiver<()>) {
    let start = Instant::now();
    let mut has_shown = false;
    while done.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
        eprint!(
            "\r{}\x1b[K",
            progress_line(what, progress.share(), start.elapsed())
        );
        has_shown = true;
    }
    if has_shown {
        eprint!("\r\x1b[K");
    }
    let _ = io::stderr().flush();
}

/// `solving quad-block 5x5 [#####---------------]  25 %, about 3 s left`
fn progress_line(what: &str, share: f64, elapsed: Duration) -> String {
    if share <= 0.0 {
        return format!("{what}, {:.0} s ...", elapsed.as_secs_f64());
    }
    #[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
    let percent = (100.0 * share) as usize;
    let filled = percent / 5;
    let bar = format!("{}{}", "#".repeat(filled), "-".repeat(20 - filled));
    let estimate = if share > 0.02 {
        let left = elapsed.as_secs_f64() * (1.0 - share) / share;
        format!(", about {left:.0} s left")
    } else {
        String::new()
    };
    format!("{what} [{bar}] {percent:>3} %{estimate}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_line_shows_the_share_and_what_is_left() {
        let line = |share| progress_line("solving", share, Duration::from_secs(1));
        assert_eq!(line(0.0), "solving, 1 s ...");
        assert_eq!(line(0.01), "solving [--------------------]   1 %");
        assert_eq!(
            line(0.25),
            "solving [#####---------------]  25 %, about 3 s left"
        );
        assert_eq!(
            line(1.0),
            "solving [####################] 100 %, about 0 s left"
        );
    }
}
