//! The app in a real terminal.

use std::io::{self, IsTerminal, Stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture, KeyCode, KeyModifiers};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use quintet_arena::{Dice, Library, Record, Who};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::app::App;
use crate::event::Event;
use crate::keep::Folder;
use crate::look::Look;
use crate::settings::Settings;
use crate::system::{self, Notification};
use crate::worker::{PlayerFactory, Request, RequestBody, Worker};

/// The environment of the app.
pub struct Options {
    /// Colors and characters.
    pub look: Look,
    /// The games and their oracles.
    pub library: Library,
    /// Storage of choices and the unfinished game.
    pub folder: Folder,
    /// Today, as `2026-11-15`.
    pub date: String,
    /// Selectable external players.
    pub players: Vec<Who>,
    /// Creates external players.
    pub seat: Arc<PlayerFactory>,
    /// The keys.
    pub settings: Settings,
    /// A message to show at the start; usually empty.
    pub notice: String,
    /// Games to review instead of showing the first screen; usually empty.
    pub records: Vec<Record>,
}

/// Messages to the drawing thread.
enum Signal {
    Event(Event),
    Suspend,
    Resumed,
    Failed,
    Stop,
}

/// Duration of a move in a game between computer players.
const PACE: Duration = Duration::from_millis(600);

/// Runs the app until the user quits. Returns `false` at once without a terminal.
pub fn run(options: Options) -> Result<bool> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Ok(false);
    }
    let library = options.library;
    let kept = options.folder.read(library.catalogue());
    let worker = Worker::new(library.clone()).with_external(options.seat);
    let seed = Dice::unforeseen_seed();
    let mut app = App::new(options.look, library, kept, seed, options.date)
        .with_settings(&options.settings)
        .with_players(&options.players);
    if !options.notice.is_empty() {
        app.warn(options.notice);
    }
    if !options.records.is_empty() {
        app = app.replaying(options.records);
    }
    let (sender, events) = mpsc::channel();
    restore_after_panic();
    let mut terminal = enter()?;
    let result = listen(&sender).and_then(|()| {
        let mut memory = Memory {
            folder: &options.folder,
            written: None,
        };
        let result = serve(
            &mut app,
            &mut terminal,
            &worker,
            (&sender, &events),
            &mut memory,
        );
        let kept = memory.keep(&app).map_err(anyhow::Error::msg);
        worker.cancel_except(&[]);
        result.and(kept)
    });
    let left = leave();
    // Dropping it would show the cursor again, and panic if the terminal is closed.
    std::mem::forget(terminal);
    result.and(left).map(|()| true)
}

fn serve(
    app: &mut App,
    terminal: &mut Terminal<CrosstermBackend<Stdout>>,
    worker: &Worker,
    (sender, events): (&Sender<Signal>, &Receiver<Signal>),
    memory: &mut Memory,
) -> Result<()> {
    // A program that stopped itself also gets a notification when it continues. Restoring the terminal again would show a
    // key pressed at that moment.
    let mut is_back = false;
    while !app.is_done() {
        worker.cancel_except(&app.pending());
        app.set_progress(worker.share());
        for request in app.take_requests() {
            think(worker, request, sender);
        }
        if let Err(warning) = memory.keep(app) {
            app.warn(warning);
        }
        terminal.draw(|frame| app.draw(frame))?;
        match next(app, events) {
            Signal::Event(event) => app.update(event),
            Signal::Suspend => {
                leave()?;
                system::suspend()?;
                *terminal = enter()?;
                is_back = true;
            }
            Signal::Resumed if is_back => is_back = false,
            Signal::Resumed => {
                // The program in the foreground may have changed the terminal settings.
                leave()?;
                *terminal = enter()?;
            }
            Signal::Failed => {
                bail!("internal error: a request could not be answered")
            }
            Signal::Stop => return Ok(()),
        }
    }
    Ok(())
}

/// Waits for an event. Ticks occur only while a request is pending.
fn next(app: &App, events: &Receiver<Signal>) -> Signal {
    if app.pending().is_empty() {
        return events.recv().unwrap_or(Signal::Stop);
    }
    match events.recv_timeout(Duration::from_millis(100)) {
        Ok(signal) => signal,
        Err(RecvTimeoutError::Timeout) => Signal::Event(Event::Tick),
        Err(RecvTimeoutError::Disconnected) => Signal::Stop,
    }
}

/// Answers a request on its own thread.
fn think(worker: &Worker, request: Request, sender: &Sender<Signal>) {
    let is_watched = matches!(
        request.body,
        RequestBody::Move {
            is_watched: true,
            ..
        }
    );
    let (job, sender) = (worker.begin(request), sender.clone());
    thread::spawn(move || {
        let begun = Instant::now();
        // Without a response the app would wait forever.
        let response = catch_unwind(AssertUnwindSafe(|| job.run()));
        if is_watched {
            thread::sleep(PACE.saturating_sub(begun.elapsed()));
        }
        let signal = match response {
            Ok(Some(response)) => Signal::Event(Event::Response(Box::new(response))),
            Ok(None) => return,
            Err(_) => Signal::Failed,
        };
        // The app may have exited.
        let _ = sender.send(signal);
    });
}

/// Forwards terminal and system events.
fn listen(sender: &Sender<Signal>) -> Result<()> {
    let keys = sender.clone();
    thread::spawn(move || {
        while let Ok(reported) = crossterm::event::read() {
            let Some(event) = Event::of_terminal(&reported) else {
                continue;
            };
            let signal = match &event {
                Event::Key(key)
                    if system::CAN_SUSPEND
                        && key.code == KeyCode::Char('z')
                        && key.modifiers.contains(KeyModifiers::CONTROL) =>
                {
                    Signal::Suspend
                }
                _ => Signal::Event(event),
            };
            if keys.send(signal).is_err() {
                return;
            }
        }
        // The terminal was closed.
        let _ = keys.send(Signal::Stop);
    });
    let sender = sender.clone();
    system::listen(move |key_code| {
        // The app may have exited.
        let _ = sender.send(match key_code {
            Notification::Resumed => Signal::Resumed,
            Notification::Stop => Signal::Stop,
        });
    })?;
    Ok(())
}

/// Sets up the terminal, or restores it on failure.
fn enter() -> Result<Terminal<CrosstermBackend<Stdout>>> {
    let entered = enable_raw_mode().and_then(|()| {
        // Cleared here because ratatui would query the cursor position, which not every terminal answers.
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            Clear(ClearType::All)
        )?;
        Terminal::new(CrosstermBackend::new(io::stdout()))
    });
    if entered.is_err() {
        let _ = leave();
    }
    Ok(entered?)
}

fn leave() -> Result<()> {
    // Both are attempted; a closed terminal accepts neither.
    let shown = execute!(
        io::stdout(),
        DisableMouseCapture,
        LeaveAlternateScreen,
        crossterm::cursor::Show
    );
    disable_raw_mode()?;
    Ok(shown?)
}

/// A panic must be readable, and the terminal usable after it.
fn restore_after_panic() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = leave();
        usual(panic);
    }));
}

/// The last saved state. It is saved after every move, so that a killed process loses no game.
struct Memory<'a> {
    folder: &'a Folder,
    written: Option<Vec<(String, Option<String>)>>,
}

impl Memory<'_> {
    /// Saves the state if it changed, or returns a message.
    fn keep(&mut self, app: &App) -> Result<(), String> {
        let kept = app.kept();
        let files = Some(self.folder.files(&kept));
        if self.written == files {
            return Ok(());
        }
        self.written = files;
        self.folder.write(&kept)
    }
}
