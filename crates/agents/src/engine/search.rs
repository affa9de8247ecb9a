//! The search thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use quintet_arena::{Dice, Library, Who, perfect_moves_of};
use quintet_games::{Analysis, AnyOracle, AnyPosition, hyphenated};
use quintet_rules::Random;
use quintet_solver::{Allowance, Budget, Value};

use super::command::Limit;

/// A search to be done.
pub(super) struct Task<'a> {
    pub(super) library: &'a Library,
    pub(super) position: Box<dyn AnyPosition>,
    pub(super) level: Who,
    pub(super) dice: Dice,
    pub(super) limit: Limit,
}

/// A running search.
pub(super) struct Search<'s> {
    allowance: Arc<Allowance>,
    is_done: Arc<AtomicBool>,
    /// True if only [`stop`](Search::stop) ends it.
    pub(super) is_infinite: bool,
    threads: Vec<ScopedJoinHandle<'s, ()>>,
}

/// Lower bound on the positions that current machines search per millisecond.
const POSITIONS_PER_MILLISECOND: u64 = 1000;

/// Default search time.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

impl<'s> Search<'s> {
    /// Starts a search. `send` gets all lines for the client; the last one is the move.
    pub(super) fn start<'a: 's>(
        scope: &'s Scope<'s, 'a>,
        task: Task<'a>,
        send: impl Fn(&str) + Send + 'a,
    ) -> Self {
        let mover = task.position.to_move();
        let limit = task.limit;
        let time = match limit {
            Limit {
                is_infinite: true, ..
            }
            | Limit { nodes: Some(_), .. } => None,
            limit => Some(limit.time_of(mover).unwrap_or(DEFAULT_TIME)),
        };
        let in_time = time.map(|time| {
            let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            milliseconds.saturating_mul(POSITIONS_PER_MILLISECOND)
        });
        let most = limit.nodes.or(in_time).unwrap_or(u64::MAX);
        let allowance = Arc::new(Allowance::positions(most));
        let is_done = Arc::new(AtomicBool::new(false));
        let (done, finished) = channel();
        let mut threads = vec![scope.spawn({
            let (allowance, is_done) = (Arc::clone(&allowance), Arc::clone(&is_done));
            move || {
                let last = task.run(&allowance, &send);
                is_done.store(true, Ordering::Release);
                send(&last);
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
            is_infinite: limit.is_infinite,
            threads,
        }
    }

    /// True once the move has been found.
    pub(super) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    /// Withdraws the remaining budget.
    pub(super) fn stop(&self) {
        self.allowance.withdraw();
        // An infinite search waits for this.
        for thread in &self.threads {
            thread.thread().unpark();
        }
    }

    /// Waits until the move has been sent.
    pub(super) fn wait(self) {
        for thread in self.threads {
            // A panic has been printed.
            let _ = thread.join();
        }
    }
}

/// Stops a search after `time`.
fn end_after(time: Duration, finished: &Receiver<()>, allowance: &Allowance) {
    // Nothing is sent: the sender is dropped when the search ends.
    let _ = finished.recv_timeout(time);
    allowance.withdraw();
}

/// Positions searched before the first `info` line; each further one follows after twice as many.
const FIRST_STEP: u64 = 20_000;

/// The result of an analysis.
struct Thought {
    analysis: Analysis,
    /// The best move, if its value is proved, or the most promising one.
    mv: String,
}

impl Task<'_> {
    /// Searches, sends `info` lines, and returns the line with the move.
    fn run(mut self, allowance: &Allowance, send: &dyn Fn(&str)) -> String {
        let variant = self.position.variant();
        let oracle = self.library.oracle_unless_cancelled(variant);
        let Some(oracle) = oracle else {
            let mv = self.fallback();
            return format!("bestmove {}", hyphenated(&mv));
        };
        let begun = Instant::now();
        let info = |analysis: &Analysis, mv: &str, budget: Budget| {
            let counts = format!(
                "time {} nodes {}",
                begun.elapsed().as_millis(),
                allowance.spent()
            );
            send(&info_line(
                &*self.position,
                analysis,
                mv,
                &*oracle,
                budget,
                &counts,
            ));
        };
        let budget = Budget::UNBOUNDED.within(allowance);
        // The other levels choose before the analysis.
        let weaker = (self.level != Who::Perfect).then(|| {
            let budget = budget.part(2).at_most(Who::EFFORT);
            let source = || Arc::clone(&oracle);
            let chosen = self
                .level
                .choose(&*self.position, budget, &mut self.dice, &source);
            chosen.expect("a person is not a level")
        });
        let report = |thought: &Thought, budget: Budget| {
            info(&thought.analysis, &thought.mv, budget);
        };
        let thought = think(&*self.position, &*oracle, allowance, &report);
        let mv = weaker.unwrap_or_else(|| {
            if thought.analysis.value.is_none() && allowance.is_exhausted() {
                return thought.mv;
            }
            let (analysis, budget) = (&thought.analysis, budget.part(2));
            let mut moves = perfect_moves_of(analysis, &*oracle, &*self.position, budget);
            let count = u32::try_from(moves.len()).expect("a position has few moves");
            moves.swap_remove(self.dice.below(count) as usize)
        });
        info(&thought.analysis, &mv, budget);
        // UGI requires that an infinite search ends only when it is stopped.
        while self.limit.is_infinite && !allowance.is_exhausted() {
            thread::park();
        }
        format!("bestmove {}", hyphenated(&mv))
    }

    /// Returns a move without an oracle.
    fn fallback(&mut self) -> String {
        if self.level.is_level() {
            let moves = self.position.moves();
            let moves: Vec<&str> = moves.iter().map(|mv| &*mv.text).collect();
            let best = self
                .position
                .analysis()
                .best_by_estimate(&moves, Budget::NONE);
            return best
                .into_iter()
                .next()
                .expect("an unfinished game has a move");
        }
        let mv = self.position.random_move(&mut self.dice);
        mv.expect("an unfinished game has a move")
    }
}

/// Analyzes a position with more and more effort, until all values are exact, more effort would find no more, or a quarter
/// of the allowance is spent. `report` gets every result but the last.
fn think(
    position: &dyn AnyPosition,
    oracle: &dyn AnyOracle,
    allowance: &Allowance,
    report: &dyn Fn(&Thought, Budget),
) -> Thought {
    let budget = Budget::UNBOUNDED.within(allowance).part(4);
    let mut step = FIRST_STEP;
    loop {
        let before = allowance.spent();
        let analysis = oracle.analyze(position, budget.at_most(step));
        let mv = if let Some(best) = analysis.proven() {
            best.mv.clone()
        } else {
            let best: Vec<&str> = analysis.best_moves().map(|best| &*best.mv).collect();
            let rules = position.analysis();
            rules
                .best_by_estimate(&best, budget.at_most(step))
                .swap_remove(0)
        };
        let thought = Thought { analysis, mv };
        let is_complete = thought.analysis.is_exact() || allowance.spent() - before < step / 2;
        if is_complete || budget.is_exhausted() || budget.max_positions() == 0 {
            return thought;
        }
        report(&thought, budget.at_most(step));
        step = step.saturating_mul(2);
    }
}

/// Returns the `info` line of a move: its value and the principal variation.
fn info_line(
    position: &dyn AnyPosition,
    analysis: &Analysis,
    mv: &str,
    oracle: &dyn AnyOracle,
    budget: Budget,
    counts: &str,
) -> String {
    let after = position.play(mv).expect("a level plays legal moves");
    let next = &*after.position;
    let value = analysis.of_move(mv);
    let score = match value {
        Some(Value::Win(Some(plies))) => format!(" score mate {plies}"),
        Some(Value::Loss(Some(plies))) => format!(" score mate -{plies}"),
        Some(Value::Endless) => " score cp 0".to_owned(),
        // The result without its distance.
        Some(Value::Win(None)) => " score cp 10000 lowerbound".to_owned(),
        Some(Value::Loss(None)) => " score cp -10000 upperbound".to_owned(),
        None => String::new(),
    };
    let line = if next.outcome().is_none() && value.is_some() {
        oracle.line(next, budget)
    } else {
        Vec::new()
    };
    let line: Vec<_> = std::iter::once(mv)
        .chain(line.iter().map(String::as_str))
        .map(hyphenated)
        .collect();
    let depth = line.len();
    format!("info depth {depth} {counts}{score} pv {}", line.join(" "))
}
