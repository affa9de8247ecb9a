//! The thread that finds a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use quintet_arena::{Dice, Library, Who};
use quintet_games::{AnyOracle, AnyPosition, hyphenated};
use quintet_solver::{Allowance, Budget, Value};

use super::command::Limit;

/// What is thought about, and how.
pub(super) struct Thinking<'a> {
    pub(super) library: &'a Library,
    pub(super) position: Box<dyn AnyPosition>,
    pub(super) level: Who,
    pub(super) dice: Dice,
    pub(super) limit: Limit,
}

/// A search that goes on.
pub(super) struct Search<'s> {
    allowance: Arc<Allowance>,
    is_done: Arc<AtomicBool>,
    threads: Vec<ScopedJoinHandle<'s, ()>>,
}

/// Positions that are looked at in a millisecond, at least, on a machine of these days.
const POSITIONS_A_MILLISECOND: u64 = 1000;

/// How long it thinks if nothing is said.
const USUAL: Duration = Duration::from_secs(2);

impl<'s> Search<'s> {
    /// Begins to think. `say` gets every line for the program, the last being the move.
    pub(super) fn begin<'a: 's>(
        scope: &'s Scope<'s, 'a>,
        thinking: Thinking<'a>,
        say: impl Fn(&str) + Send + 'a,
    ) -> Self {
        let mover = thinking.position.to_move();
        let limit = thinking.limit;
        let time = match limit {
            Limit {
                is_infinite: true, ..
            }
            | Limit { nodes: Some(_), .. } => None,
            limit => Some(limit.time_of(mover).unwrap_or(USUAL)),
        };
        let in_time = time.map(|time| {
            let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            milliseconds.saturating_mul(POSITIONS_A_MILLISECOND)
        });
        let most = limit.nodes.or(in_time).unwrap_or(u64::MAX);
        let allowance = Arc::new(Allowance::positions(most));
        let is_done = Arc::new(AtomicBool::new(false));
        let (done, finished) = channel();
        let mut threads = vec![scope.spawn({
            let (allowance, is_done) = (Arc::clone(&allowance), Arc::clone(&is_done));
            move || {
                let last = thinking.think(&allowance, &say);
                is_done.store(true, Ordering::Release);
                say(&last);
                drop::<Sender<()>>(done);
            }
        })];
        if let Some(time) = time {
            let allowance = Arc::clone(&allowance);
            threads.push(scope.spawn(move || end_after(time, &finished, &allowance)));
        }
        Search {
            allowance,
            is_done,
            threads,
        }
    }

    /// Whether the move has been found.
    pub(super) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    /// Takes away what may still be searched.
    pub(super) fn stop(&self) {
        self.allowance.withdraw();
    }

    /// Waits until the move has been said.
    pub(super) fn wait(self) {
        for thread in self.threads {
            // It has printed what was wrong, if anything was.
            let _ = thread.join();
        }
    }
}

/// Ends a search that takes longer than this.
fn end_after(time: Duration, finished: &Receiver<()>, allowance: &Allowance) {
    // The sender is dropped, and nothing is ever sent, when the search is over.
    let _ = finished.recv_timeout(time);
    allowance.withdraw();
}

impl Thinking<'_> {
    /// Finds a move, and says what is known about it. The last line is returned.
    fn think(mut self, allowance: &Allowance, say: &dyn Fn(&str)) -> String {
        let begun = Instant::now();
        let variant = self.position.variant();
        let oracle = self.library.oracle_unless_cancelled(variant);
        let Some(oracle) = oracle else {
            let mv = self.best_looking();
            return format!("bestmove {}", hyphenated(&mv));
        };
        let budget = Budget::UNBOUNDED.within(allowance);
        // Half of it for the choice; the rest tells what the move is worth.
        let half = budget.part(2);
        let chosen = self
            .level
            .choose(&*self.position, half, &mut self.dice, &|| {
                Arc::clone(&oracle)
            });
        let mv = chosen.expect("a person is not a level");
        say(&told(&*self.position, &mv, &*oracle, budget, begun));
        format!("bestmove {}", hyphenated(&mv))
    }

    /// A move for want of knowledge.
    fn best_looking(&mut self) -> String {
        if self.level.is_level() {
            let moves = self.position.moves();
            let moves: Vec<&str> = moves.iter().map(|mv| &*mv.text).collect();
            let best = self.position.best_by_estimate(&moves, Budget::NONE);
            return best
                .into_iter()
                .next()
                .expect("an unfinished game has a move");
        }
        let mv = self.position.random_move(&mut self.dice);
        mv.expect("an unfinished game has a move")
    }
}

/// What is known about a move, as a line: its worth in plies, and how best play goes on.
fn told(
    position: &dyn AnyPosition,
    mv: &str,
    oracle: &dyn AnyOracle,
    budget: Budget,
    begun: Instant,
) -> String {
    let after = position.play(mv).expect("a level plays legal moves");
    let next = &*after.position;
    let worth = oracle.analyze(position, budget.part(2)).of_move(mv);
    let score = match worth {
        Some(Value::Win(Some(plies))) => format!(" score mate {plies}"),
        Some(Value::Loss(Some(plies))) => format!(" score mate -{plies}"),
        Some(Value::Endless) => " score cp 0".to_owned(),
        // A bound: the end is certain, and how far it is not.
        Some(Value::Win(None)) => " score cp 10000 lowerbound".to_owned(),
        Some(Value::Loss(None)) => " score cp -10000 upperbound".to_owned(),
        None => String::new(),
    };
    let line = if next.outcome().is_none() && worth.is_some() {
        oracle.line(next, budget)
    } else {
        Vec::new()
    };
    let line: Vec<_> = std::iter::once(mv)
        .chain(line.iter().map(String::as_str))
        .map(hyphenated)
        .collect();
    let time = begun.elapsed().as_millis();
    let depth = line.len();
    format!(
        "info depth {depth} time {time}{score} pv {}",
        line.join(" ")
    )
}
