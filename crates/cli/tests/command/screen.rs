//! A pseudo-terminal in which a shell runs the command, with the screen that a person would see.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::run::PROGRAM;

/// Only so that a broken program fails the test instead of hanging it.
const PATIENCE: Duration = Duration::from_mins(1);

/// High enough that nothing scrolls out of sight.
const SIZE: PtySize = PtySize {
    rows: 200,
    cols: 120,
    pixel_width: 0,
    pixel_height: 0,
};

/// The output that the terminal has received.
struct Seen {
    terminal: vt100::Parser,
    is_closed: bool,
}

impl Seen {
    fn nothing() -> Self {
        Seen {
            terminal: vt100::Parser::new(not_zero(SIZE.rows), not_zero(SIZE.cols), 0),
            is_closed: false,
        }
    }
}

type Shared = Arc<(Mutex<Seen>, Condvar)>;

/// A terminal at which a test sits.
pub(crate) struct Screen {
    seen: Shared,
    keyboard: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    reader: Option<JoinHandle<()>>,
}

impl Screen {
    /// Runs a shell script in which `$QUINTET` is the program, and looks at the settings of the terminal before and
    /// after it.
    pub(crate) fn run(folder: impl AsRef<Path>, script: &str) -> Self {
        let script = format!(
            r#"echo "before $(stty -g)"; {script}; echo "code $?"; echo "after $(stty -g)""#
        );
        let (master, child) = start(folder.as_ref(), &script);
        let seen: Shared = Arc::new((Mutex::new(Seen::nothing()), Condvar::new()));
        let from_program = master.try_clone_reader().expect("a reader");
        let reader = thread::spawn({
            let seen = Arc::clone(&seen);
            move || read_all(from_program, &seen)
        });
        Screen {
            seen,
            keyboard: master.take_writer().expect("a writer"),
            child,
            master,
            reader: Some(reader),
        }
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: impl AsRef<[u8]>) {
        let pressed = self.keyboard.write_all(keys.as_ref());
        let pressed = pressed.and_then(|()| self.keyboard.flush());
        pressed.expect("the terminal takes keys");
    }

    /// Waits until `text` can be seen.
    #[track_caller]
    pub(crate) fn expect(&mut self, text: &str) {
        self.wait_until(text, |seen| contents(seen).contains(text));
    }

    /// Waits until the line with the cursor is this.
    #[track_caller]
    pub(crate) fn expect_line(&mut self, line: &str) {
        self.wait_until(line, |seen| cursor_line(seen) == line);
    }

    /// Waits for the end of the script and returns the contents of the screen.
    #[track_caller]
    pub(crate) fn end(mut self) -> String {
        self.wait_until("the end", |seen| seen.is_closed);
        self.child.wait().expect("the shell ends");
        if let Some(reader) = self.reader.take() {
            reader.join().expect("everything is read");
        }
        contents(&self.seen())
    }

    /// Waits for the end of the script, in which the program has ended with this code and left the terminal as it was.
    /// Returns the contents of the screen.
    #[track_caller]
    pub(crate) fn end_sane(self, code: i32) -> String {
        let seen = Arc::clone(&self.seen);
        let text = self.end();
        assert_eq!(
            last_value(&text, "before "),
            last_value(&text, "after "),
            "settings"
        );
        assert_eq!(last_value(&text, "code "), code.to_string(), "{text}");
        let seen = seen.0.lock().unwrap_or_else(PoisonError::into_inner);
        let screen = seen.terminal.screen();
        let is_plain =
            !screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste();
        assert!(is_plain, "the screen, the cursor and pasting are as usual");
        text
    }

    /// Changes the size of the window.
    pub(crate) fn resize(&mut self, cols: u16) {
        let resized = self.master.resize(PtySize { cols, ..SIZE });
        resized.expect("a new size");
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[track_caller]
    fn wait_until(&self, what: &str, holds: impl Fn(&Seen) -> bool) {
        let is_early = |seen: &mut Seen| !holds(seen) && !seen.is_closed;
        let (_, seen_now) = &*self.seen;
        let waited = seen_now.wait_timeout_while(self.seen(), PATIENCE, is_early);
        let (seen, _) = waited.unwrap_or_else(PoisonError::into_inner);
        assert!(holds(&seen), "{what:?} does not come:\n{}", contents(&seen));
    }
}

/// Runs a shell script, closes the terminal as soon as `text` can be seen, and waits until the shell and all that it has
/// started have ended.
pub(crate) fn close_at(folder: &Path, script: &str, text: &str) {
    // Every process of the script holds the pipe open.
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let (sender, ended) = mpsc::channel();
    thread::spawn({
        let pipe = pipe.clone();
        move || sender.send(fs::read(pipe).is_ok())
    });
    let (master, mut child) = start(folder, &format!("exec 3> pipe\n{script}"));
    let mut from_program = master.try_clone_reader().expect("a reader");
    let mut seen = Seen::nothing();
    let mut buffer = [0; 4096];
    while !contents(&seen).contains(text) {
        let count = from_program.read(&mut buffer).unwrap_or(0);
        assert!(count > 0, "{text:?} does not come:\n{}", contents(&seen));
        seen.terminal.process(&buffer[..count]);
    }
    drop((from_program, master));
    let has_ended = ended.recv_timeout(PATIENCE);
    child.wait().expect("the shell ends");
    fs::remove_file(pipe).expect("the pipe was made");
    assert_eq!(has_ended, Ok(true), "a process does not end: {script}");
}

fn start(folder: &Path, script: &str) -> (Box<dyn MasterPty + Send>, Box<dyn Child + Send + Sync>) {
    let pair = native_pty_system()
        .openpty(SIZE)
        .expect("a pseudo-terminal");
    let mut shell = CommandBuilder::new("sh");
    shell.args(["-c", script]);
    shell.env("QUINTET", PROGRAM);
    // Never the folders of the person who runs the tests.
    shell.env("XDG_STATE_HOME", folder.join("state"));
    shell.env("XDG_CACHE_HOME", folder.join("cache"));
    shell.env("XDG_CONFIG_HOME", folder.join("config"));
    shell.env("LC_ALL", "C.UTF-8");
    shell.env("TERM", "xterm-256color");
    shell.cwd(folder);
    let child = pair.slave.spawn_command(shell).expect("a shell");
    (pair.master, child)
}

/// The shell must not outlive a test that has failed.
impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// The rest of the last line that begins with a word.
#[track_caller]
fn last_value<'a>(text: &'a str, word: &str) -> &'a str {
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(word));
    let last = lines.next_back();
    last.unwrap_or_else(|| panic!("no {word}in\n{text}"))
}

fn not_zero(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a screen has rows and columns")
}

fn contents(seen: &Seen) -> String {
    seen.terminal.screen().contents()
}

fn cursor_line(seen: &Seen) -> String {
    let screen = seen.terminal.screen();
    let (row, _) = screen.cursor_position();
    let line = screen.rows(0, SIZE.cols).nth(row.into());
    line.unwrap_or_default().trim_end().to_owned()
}

fn read_all(mut from_program: Box<dyn Read + Send>, seen: &Shared) {
    let mut buffer = [0; 4096];
    loop {
        // On Linux the end of the other side is an error.
        let count = from_program.read(&mut buffer).unwrap_or(0);
        let mut now = seen.0.lock().unwrap_or_else(PoisonError::into_inner);
        now.terminal.process(&buffer[..count]);
        now.is_closed = count == 0;
        drop(now);
        seen.1.notify_all();
        if count == 0 {
            return;
        }
    }
}
