//! A program that speaks UGI on its standard input and output.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use quintet_arena::Session;
use quintet_games::{Variant, hyphenated};
use quintet_rules::Player;

use super::{Failure, Guest, Said};
use crate::{Line, Lines};

/// A longer line is passed over.
const LONGEST_LINE: usize = 16 * 1024;

/// Lines that are kept while nobody listens; then the program has to wait.
const WAITING: usize = 64;

/// Lines that a program may say before its move.
const MOST_LINES: usize = 100_000;

/// How long a program may take to start.
const START: Duration = Duration::from_secs(30);

/// How long a program may take to end when it is asked to.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running engine.
pub(super) struct EngineGuest {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
    /// Lines that were heard since the last question.
    heard: usize,
}

impl EngineGuest {
    /// Starts a program and tells it the game, if it knows several.
    pub(super) fn start(
        command: &[String],
        variant: &dyn Variant,
        time: Duration,
    ) -> Result<Self, Failure> {
        let (program, arguments) = command.split_first().expect("an address has a command");
        let started = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = started.map_err(|fault| Failure::NotStarted(fault.to_string()))?;
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (say, lines) = sync_channel(WAITING);
        thread::spawn(move || {
            let mut output = Lines::new(output, LONGEST_LINE);
            // It ends with the program, or when nobody wants to hear it any more.
            while let Ok(Some(line)) = output.next_line() {
                if say.send(line).is_err() {
                    break;
                }
            }
        });
        let mut guest = EngineGuest {
            child,
            input,
            lines,
            heard: 0,
        };
        guest.greet(variant, START.max(time))?;
        Ok(guest)
    }

    fn greet(&mut self, variant: &dyn Variant, time: Duration) -> Result<(), Failure> {
        let until = Instant::now() + time;
        self.say("ugi")?;
        let mut options = Vec::new();
        loop {
            let line = self.hear(until, time)?;
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some("ugiok"), ..) => break,
                (Some("option"), Some("name"), Some(name)) => options.push(name.to_lowercase()),
                _ => {}
            }
        }
        let size = variant.size().to_string();
        for (name, value) in [("Game", variant.id()), ("Size", &size)] {
            // An engine for one game has nothing to choose.
            if options.contains(&name.to_lowercase()) {
                self.say(&format!("setoption name {name} value {value}"))?;
            }
        }
        self.say("uginewgame")?;
        self.ready(until, time)
    }

    /// Waits until the program has done everything that was said before.
    fn ready(&mut self, until: Instant, time: Duration) -> Result<(), Failure> {
        self.say("isready")?;
        self.hear_word("readyok", until, time).map(drop)
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|_| self.ended())
    }

    /// The rest of the next line that begins with a word.
    fn hear_word(&mut self, word: &str, until: Instant, time: Duration) -> Result<String, Failure> {
        loop {
            let line = self.hear(until, time)?;
            let mut words = line.split_whitespace();
            if words.next() == Some(word) {
                return Ok(words.collect::<Vec<_>>().join(" "));
            }
        }
    }

    fn hear(&mut self, until: Instant, time: Duration) -> Result<String, Failure> {
        loop {
            self.heard += 1;
            if self.heard > MOST_LINES {
                return Err(Failure::Noise(MOST_LINES));
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(Line::Text(line)) => return Ok(line),
                Ok(Line::TooLong) => {}
                Err(RecvTimeoutError::Timeout) => return Err(Failure::Late(time)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// What the program says after `bestmove`.
    fn best_move(
        &mut self,
        session: &Session,
        position: &str,
        until: Instant,
        time: Duration,
    ) -> Result<String, Failure> {
        self.heard = 0;
        if session.played().is_empty() {
            self.say("uginewgame")?;
        }
        self.say(position)?;
        // An answer to an earlier question comes before this, and is passed over.
        self.ready(until, time)?;
        let left = until.saturating_duration_since(Instant::now());
        // A little less than there is, for the way back.
        self.say(&format!(
            "go movetime {}",
            (left * 9 / 10).as_millis().max(1)
        ))?;
        self.hear_word("bestmove", until, time)
    }

    /// That the program has ended, and how.
    fn ended(&mut self) -> Failure {
        let until = Instant::now() + FAREWELL;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                Ok(None) => break "it does not listen any more".to_owned(),
                Err(fault) => break fault.to_string(),
            }
        };
        Failure::Ended(status)
    }
}

impl Guest for EngineGuest {
    fn ask(&mut self, session: &Session, _refusal: Option<&str>, time: Duration) -> Said {
        let began = Instant::now();
        let asked = position_line(session);
        let answer = self.best_move(session, &asked, began + time, time);
        let answered = answer.clone().unwrap_or_default();
        Said {
            asked,
            answered,
            // Some say after the move what they expect next.
            mv: answer.map(|line| line.split(' ').next().unwrap_or_default().to_owned()),
            took: began.elapsed(),
            tokens: None,
        }
    }
}

/// How a game has come to where it is, in the words of UGI.
fn position_line(session: &Session) -> String {
    let start = session.start().text();
    let is_usual = start == session.variant().start(Player::One).text();
    let mut line = if is_usual {
        "position startpos".to_owned()
    } else {
        format!("position fen {start}")
    };
    let mut word = " moves ";
    for ply in session.played() {
        line.push_str(word);
        line.push_str(&hyphenated(&ply.mv));
        word = " ";
    }
    line
}

impl Drop for EngineGuest {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let until = Instant::now() + FAREWELL;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() >= until {
                // It may have ended meanwhile.
                let _ = self.child.kill();
                let _ = self.child.wait();
                break;
            }
            // What it still has to say must not hold it up.
            while self.lines.try_recv().is_ok() {}
            thread::sleep(Duration::from_millis(2));
        }
    }
}
