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
use quintet_games::AnyPosition;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::app::App;
use crate::event::Event;
use crate::look::Look;
use crate::saved_state::{SavedState, StateFolder};
use crate::settings::Settings;
use crate::system::{self, Notification};
use crate::worker::{PlayerFactory, Request, RequestBody, Worker};

/// The environment of the app.
pub struct Options {
    /// Colors and characters.
    pub look: Look,
    /// The games and their oracles.
    pub library: Library,
    /// Storage of choices, games and progress.
    pub folder: StateFolder,
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
    /// A position to start a game from instead of showing the first screen.
    pub start: Option<Box<dyn AnyPosition>>,
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
    let saved = options.folder.read(library.catalogue());
    let worker = Worker::new(library.clone()).with_external(options.seat);
    let seed = Dice::random_seed();
    let mut app = App::new(options.look, library, saved, seed, options.date)
        .with_settings(&options.settings)
        .with_players(&options.players);
    if !options.notice.is_empty() {
        app.warn(options.notice);
    }
    if let Some(start) = options.start {
        app = app.starting_at(start);
    }
    if !options.records.is_empty() {
        app = app.replaying(options.records);
    }
    let (sender, events) = mpsc::channel();
    restore_after_panic();
    let mut terminal = enter()?;
    let result = listen(&sender).and_then(|()| {
        let mut storage = Storage {
            folder: &options.folder,
            written: None,
            error: None,
        };
        let result = serve(
            &mut app,
            &mut terminal,
            &worker,
            (&sender, &events),
            &mut storage,
        );
        storage.save(&app);
        worker.cancel_except(&[]);
        // Reported again where the terminal shows it after the app.
        let saved = storage
            .error
            .map_or(Ok(()), |error| Err(anyhow::Error::msg(error)));
        result.and(saved)
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
    storage: &mut Storage,
) -> Result<()> {
    let begun = Instant::now();
    // A program that stopped itself also gets a notification when it continues. Restoring the terminal again would show a
    // key pressed at that moment.
    let mut is_back = false;
    while !app.is_done() {
        worker.cancel_except(&app.pending());
        app.set_progress(worker.share());
        for request in app.take_requests() {
            think(worker, request, sender);
        }
        storage.save(app);
        app.set_save_error(storage.error.clone());
        app.set_time(begun.elapsed());
        terminal.draw(|frame| app.draw(frame))?;
        match next(app, events) {
            Signal::Event(event) => {
                app.set_time(begun.elapsed());
                app.update(event);
            }
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

/// Waits for an event. Ticks occur only while a request is pending or a clock is shown.
fn next(app: &App, events: &Receiver<Signal>) -> Signal {
    if app.pending().is_empty() && !app.is_timed() {
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

/// Saves the state after every change, so that a killed process loses no game.
struct Storage<'a> {
    folder: &'a StateFolder,
    /// The state that was saved last, successfully or not.
    written: Option<SavedState>,
    error: Option<String>,
}

impl Storage<'_> {
    fn save(&mut self, app: &App) {
        let state = app.saved_state();
        let is_same = |written: &SavedState| written.is_same(&state);
        if !self.written.as_ref().is_some_and(is_same) {
            self.error = self.folder.write(&state).err();
            self.written = Some(state);
        }
    }
}
