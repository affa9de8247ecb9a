//! `quintet mcp`: an MCP server for AI assistants.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};

use quintet_arena::Library;
use quintet_evaluation::Examination;
use quintet_mcp::{Config, Exam, ExamQuestion, Games, LocalBackend};

use crate::args::McpArgs;
use crate::output::Status;
use crate::system::on_interrupt;
use crate::{evaluate, library, paper};

/// Maximum number of games in progress.
const MAX_GAMES: usize = 1000;

/// Idle time after which a game is dropped.
const IDLE: Duration = Duration::from_hours(24);

pub(crate) fn run(args: &McpArgs, library: &Library) -> Result<Status> {
    let exam = args.score.as_deref();
    let exam = exam.map(|file| ScoredExam::new(args, file, library));
    let config = Config {
        games: Games::new(MAX_GAMES, IDLE),
        has_analysis: !args.no_analysis,
        exam: exam
            .transpose()?
            .map(|exam| Box::new(exam) as Box<dyn Exam>),
    };
    on_interrupt(|| {})?;
    let backend = LocalBackend(library.clone());
    let runtime = tokio::runtime::Runtime::new()?;
    let served = runtime.block_on(quintet_mcp::serve_stdio(config, backend));
    // Does not wait for threads that read input or compute an answer.
    runtime.shutdown_background();
    served?;
    Ok(Status::Success)
}

/// Questions whose report is written to a file after every answer.
struct ScoredExam {
    file: PathBuf,
    /// The questions, and when the current one was first available.
    state: Mutex<(Examination, Instant)>,
}

impl ScoredExam {
    fn new(args: &McpArgs, file: &Path, library: &Library) -> Result<Self> {
        let set = evaluate::question_set(&args.questions)?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let oracle = |variant| library::oracle(library, variant);
        let exam = Examination::new(format!("mcp:{stem}"), paper::today(), &set, oracle);
        let exam = exam.map_err(|error| anyhow!(error))?;
        evaluate::write_report(file, &exam.report())?;
        Ok(ScoredExam {
            file: file.to_owned(),
            state: Mutex::new((exam, Instant::now())),
        })
    }

    fn lock(&self) -> MutexGuard<'_, (Examination, Instant)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Exam for ScoredExam {
    fn question(&self) -> ExamQuestion {
        let (exam, _) = &*self.lock();
        let [answered, total] = exam.progress();
        ExamQuestion {
            answered,
            total,
            question: exam.text(),
        }
    }

    fn answer(&self, mv: &str) -> Result<(), String> {
        let (exam, shown) = &mut *self.lock();
        let milliseconds = u64::try_from(shown.elapsed().as_millis()).unwrap_or(u64::MAX);
        if !exam.answer(mv, milliseconds) {
            return Err("all questions have been answered".to_owned());
        }
        *shown = Instant::now();
        let written = evaluate::write_report(&self.file, &exam.report());
        written
            .context("the answer was recorded, but the report could not be written")
            .map_err(|error| format!("{error:#}"))
    }
}
