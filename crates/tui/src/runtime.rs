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
use crate::system::{self, Told};
use crate::thinker::{Question, Request, Seat, Thinker};

/// What the app needs from outside.
pub struct Options {
    /// How it looks.
    pub look: Look,
    /// The games and their oracles.
    pub library: Library,
    /// Where choices and the unfinished game are kept.
    pub folder: Folder,
    /// Today, as `2026-11-15`.
    pub date: String,
    /// Players from outside who can be chosen.
    pub players: Vec<Who>,
    /// How they are seated.
    pub seat: Arc<Seat>,
    /// Games to be looked at instead of the first screen. Usually none.
    pub records: Vec<Record>,
}

/// What the other threads tell the one that draws.
enum Signal {
    Event(Event),
    Suspend,
    Resumed,
    Failed,
    Stop,
}

/// How long a move takes that is only watched.
const PACE: Duration = Duration::from_millis(600);

/// Runs the app until the person leaves. Returns at once, with `false`, if there is no terminal.
pub fn run(options: Options) -> Result<bool> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Ok(false);
    }
    let library = options.library;
    let kept = options.folder.read(library.catalogue());
    let thinker = Thinker::new(library.clone()).with_outside(options.seat);
    let seed = Dice::unforeseen_seed();
    let mut app =
        App::new(options.look, library, kept, seed, options.date).with_players(&options.players);
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
            &thinker,
            (&sender, &events),
            &mut memory,
        );
        let kept = memory.keep(&app).map_err(anyhow::Error::msg);
        thinker.keep_only(&[]);
        result.and(kept)
    });
    let left = leave();
    // Dropped, it would show the cursor once more, and panic where the terminal is gone.
    std::mem::forget(terminal);
    result.and(left).map(|()| true)
}

fn serve(
    app: &mut App,
    terminal: &mut Terminal<CrosstermBackend<Stdout>>,
    thinker: &Thinker,
    (sender, events): (&Sender<Signal>, &Receiver<Signal>),
    memory: &mut Memory,
) -> Result<()> {
    // That this program goes on after it has stopped itself is told, too; to give the terminal back once more would show a
    // key that is pressed in that moment.
    let mut is_back = false;
    while !app.is_done() {
        thinker.keep_only(&app.awaited());
        app.set_share(thinker.share());
        for request in app.take_requests() {
            think(thinker, request, sender);
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
                // The program that had the terminal meanwhile may have changed its settings.
                leave()?;
                *terminal = enter()?;
            }
            Signal::Failed => {
                bail!("an answer could not be computed; this is a fault of the program")
            }
            Signal::Stop => return Ok(()),
        }
    }
    Ok(())
}

/// Waits for something to happen. Only while an answer is awaited does the time pass by itself.
fn next(app: &App, events: &Receiver<Signal>) -> Signal {
    if app.awaited().is_empty() {
        return events.recv().unwrap_or(Signal::Stop);
    }
    match events.recv_timeout(Duration::from_millis(100)) {
        Ok(signal) => signal,
        Err(RecvTimeoutError::Timeout) => Signal::Event(Event::Tick),
        Err(RecvTimeoutError::Disconnected) => Signal::Stop,
    }
}

/// Answers a question on a thread of its own.
fn think(thinker: &Thinker, request: Request, sender: &Sender<Signal>) {
    let is_watched = matches!(
        request.question,
        Question::Move {
            is_watched: true,
            ..
        }
    );
    let (work, sender) = (thinker.begin(request), sender.clone());
    thread::spawn(move || {
        let begun = Instant::now();
        // Without an answer the app would wait without end.
        let answer = catch_unwind(AssertUnwindSafe(|| work.answer()));
        if is_watched {
            thread::sleep(PACE.saturating_sub(begun.elapsed()));
        }
        let signal = match answer {
            Ok(Some(answer)) => Signal::Event(Event::Answer(Box::new(answer))),
            Ok(None) => return,
            Err(_) => Signal::Failed,
        };
        // The app may have ended meanwhile.
        let _ = sender.send(signal);
    });
}

/// Passes on what the terminal and the system report.
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
        // The terminal is gone.
        let _ = keys.send(Signal::Stop);
    });
    let sender = sender.clone();
    system::listen(move |told| {
        // The app may have ended meanwhile.
        let _ = sender.send(match told {
            Told::Resumed => Signal::Resumed,
            Told::Stop => Signal::Stop,
        });
    })?;
    Ok(())
}

/// Takes the terminal over; one that cannot be taken whole is given back.
fn enter() -> Result<Terminal<CrosstermBackend<Stdout>>> {
    let entered = enable_raw_mode().and_then(|()| {
        // Cleared here: ratatui would ask where the cursor is, and not every terminal answers.
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
    // Both are tried: a terminal that is gone takes neither.
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

/// What was kept last. It is written after every move, so that a killed process loses no game.
struct Memory<'a> {
    folder: &'a Folder,
    written: Option<Vec<(String, Option<String>)>>,
}

impl Memory<'_> {
    /// Writes what is to be kept, if it is not what was written last. Says why it could not be written.
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
