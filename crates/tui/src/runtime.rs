//! The app in a real terminal.

use std::io::{self, IsTerminal, Stdout};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use crossterm::event::{DisableMouseCapture, EnableMouseCapture, KeyCode, KeyModifiers};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use quintet_arena::Tables;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use signal_hook::consts::{SIGHUP, SIGTERM};
use signal_hook::iterator::Signals;

use crate::app::App;
use crate::event::Event;
use crate::keep::Folder;
use crate::look::Look;
use crate::thinker::{Request, Thinker};

/// What the app needs from outside.
pub struct Options {
    /// How it looks.
    pub look: Look,
    /// Where tables are kept.
    pub tables: Tables,
    /// Where choices and the unfinished game are kept.
    pub folder: Folder,
    /// Today, as `2026-11-15`.
    pub date: String,
}

/// Something from outside the app, or the wish to end it.
enum Signal {
    Event(Event),
    Suspend,
    Stop,
}

/// Runs the app until the person leaves. Returns at once, with `false`, if there is no terminal.
pub fn run(options: Options) -> Result<bool> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Ok(false);
    }
    let mut app = App::new(
        options.look,
        options.folder.read(),
        App::unforeseen_seed(),
        options.date,
    );
    let thinker = Arc::new(Thinker::new(options.tables));
    let (sender, events) = mpsc::channel();
    listen(&sender)?;
    restore_after_panic();
    let mut terminal = enter()?;
    let result = serve(&mut app, &mut terminal, &thinker, &sender, &events);
    options.folder.write(&app.kept());
    leave()?;
    result.map(|()| true)
}

fn serve(
    app: &mut App,
    terminal: &mut Terminal<CrosstermBackend<Stdout>>,
    thinker: &Arc<Thinker>,
    sender: &Sender<Signal>,
    events: &Receiver<Signal>,
) -> Result<()> {
    while !app.is_done() {
        terminal.draw(|frame| app.draw(frame))?;
        match next(app, events) {
            Signal::Event(event) => app.update(event),
            Signal::Suspend => {
                leave()?;
                rustix::process::kill_process(
                    rustix::process::getpid(),
                    rustix::process::Signal::TSTP,
                )?;
                *terminal = enter()?;
            }
            Signal::Stop => return Ok(()),
        }
        app.set_share(thinker.share());
        for request in app.take_requests() {
            think(thinker, request, sender);
        }
    }
    Ok(())
}

/// Waits for something to happen. Only while an answer is awaited does the time pass by itself.
fn next(app: &App, events: &Receiver<Signal>) -> Signal {
    if !app.is_waiting() {
        return events.recv().unwrap_or(Signal::Stop);
    }
    match events.recv_timeout(Duration::from_millis(100)) {
        Ok(signal) => signal,
        Err(RecvTimeoutError::Timeout) => Signal::Event(Event::Tick),
        Err(RecvTimeoutError::Disconnected) => Signal::Stop,
    }
}

/// Answers a question beside the interface.
fn think(thinker: &Arc<Thinker>, request: Request, sender: &Sender<Signal>) {
    let (thinker, sender) = (Arc::clone(thinker), sender.clone());
    thread::spawn(move || {
        let answer = thinker.answer(request);
        // Nobody listens any more when the app has ended.
        let _ = sender.send(Signal::Event(Event::Answer(Box::new(answer))));
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
                    if key.code == KeyCode::Char('z')
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
    let mut signals = Signals::new([SIGTERM, SIGHUP])?;
    let stop = sender.clone();
    thread::spawn(move || {
        for _ in &mut signals {
            let _ = stop.send(Signal::Stop);
        }
    });
    Ok(())
}

fn enter() -> Result<Terminal<CrosstermBackend<Stdout>>> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    terminal.clear()?;
    Ok(terminal)
}

fn leave() -> Result<()> {
    disable_raw_mode()?;
    execute!(
        io::stdout(),
        DisableMouseCapture,
        LeaveAlternateScreen,
        crossterm::cursor::Show
    )?;
    Ok(())
}

/// A panic must be readable, and the terminal usable after it.
fn restore_after_panic() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = leave();
        usual(panic);
    }));
}
