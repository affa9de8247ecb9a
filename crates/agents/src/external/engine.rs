//! UGI engines, on their standard input and output.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use quintet_arena::Session;
use quintet_games::{Variant, hyphenated};
use quintet_rules::Player;

use super::{Agent, AgentReply, Failure};
use crate::{Line, Lines};

/// Maximum length of a line. Longer ones are ignored.
const MAX_LINE: usize = 16 * 1024;

/// Lines to buffer before the engine is blocked.
const BUFFERED_LINES: usize = 64;

/// Maximum number of lines before a move.
const MAX_LINES: usize = 100_000;

/// Time for an engine to start.
const START_TIME: Duration = Duration::from_secs(30);

/// Time for an engine to exit after `quit`.
const EXIT_TIME: Duration = Duration::from_millis(500);

/// A running engine.
pub(super) struct EngineAgent {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
    /// Lines received since the last question.
    received: usize,
}

impl EngineAgent {
    /// Starts an engine and selects the game, if it has several.
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
        let mut child = started.map_err(|error| Failure::NotStarted(error.to_string()))?;
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, lines) = sync_channel(BUFFERED_LINES);
        thread::spawn(move || {
            let mut output = Lines::new(output, MAX_LINE);
            // Ends with the engine or when the receiver is dropped.
            while let Ok(Some(line)) = output.next_line() {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut agent = EngineAgent {
            child,
            input,
            lines,
            received: 0,
        };
        agent.greet(variant, START_TIME.max(time))?;
        Ok(agent)
    }

    fn greet(&mut self, variant: &dyn Variant, time: Duration) -> Result<(), Failure> {
        let until = Instant::now() + time;
        self.send("ugi")?;
        let mut options = Vec::new();
        loop {
            let line = self.receive(until, time)?;
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some("ugiok"), ..) => break,
                (Some("option"), Some("name"), Some(name)) => {
                    let values = values_of(&line);
                    let is_game = name.eq_ignore_ascii_case("game");
                    if is_game && !values.is_empty() && !values.contains(&variant.id()) {
                        return Err(Failure::NoGame(variant.id().to_owned()));
                    }
                    options.push(name.to_lowercase());
                }
                _ => {}
            }
        }
        let size = variant.size().to_string();
        for (name, value) in [("Game", variant.id()), ("Size", &size)] {
            // Engines for a single game do not have these options.
            if options.contains(&name.to_lowercase()) {
                self.send(&format!("setoption name {name} value {value}"))?;
            }
        }
        self.send("uginewgame")?;
        self.ready(until, time)
    }

    /// Waits until the engine has processed all commands.
    fn ready(&mut self, until: Instant, time: Duration) -> Result<(), Failure> {
        self.send("isready")?;
        self.receive_word("readyok", until, time).map(drop)
    }

    fn send(&mut self, line: &str) -> Result<(), Failure> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.exited())
    }

    /// Returns the rest of the next line that starts with a word.
    fn receive_word(
        &mut self,
        word: &str,
        until: Instant,
        time: Duration,
    ) -> Result<String, Failure> {
        loop {
            let line = self.receive(until, time)?;
            let mut words = line.split_whitespace();
            if words.next() == Some(word) {
                return Ok(words.collect::<Vec<_>>().join(" "));
            }
        }
    }

    fn receive(&mut self, until: Instant, time: Duration) -> Result<String, Failure> {
        loop {
            self.received += 1;
            if self.received > MAX_LINES {
                return Err(Failure::TooManyLines(MAX_LINES));
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(Line::Text(line)) => return Ok(line),
                Ok(Line::TooLong) => {}
                Err(RecvTimeoutError::Timeout) => return Err(Failure::Timeout(time)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.exited()),
            }
        }
    }

    /// Asks for the best move in a position.
    fn best_move(
        &mut self,
        session: &Session,
        position: &str,
        until: Instant,
        time: Duration,
    ) -> Result<String, Failure> {
        self.received = 0;
        if session.played().is_empty() {
            self.send("uginewgame")?;
        }
        self.send(position)?;
        // Skips a late answer to an earlier question.
        self.ready(until, time)?;
        let left = until.saturating_duration_since(Instant::now());
        // Leaves some time for communication.
        self.send(&format!(
            "go movetime {}",
            (left * 9 / 10).as_millis().max(1)
        ))?;
        self.receive_word("bestmove", until, time)
    }

    /// Returns the failure of an engine that no longer listens.
    fn exited(&mut self) -> Failure {
        let until = Instant::now() + EXIT_TIME;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                Ok(None) => break "it closed its input".to_owned(),
                Err(error) => break error.to_string(),
            }
        };
        Failure::Exited(status)
    }
}

impl Agent for EngineAgent {
    fn ask(&mut self, session: &Session, _refusal: Option<&str>, time: Duration) -> AgentReply {
        let began = Instant::now();
        let asked = position_line(session);
        let answer = self.best_move(session, &asked, began + time, time);
        let answered = answer.clone().unwrap_or_default();
        AgentReply {
            asked,
            answered,
            // Some engines append the move that they expect next.
            mv: answer.map(|line| line.split(' ').next().unwrap_or_default().to_owned()),
            took: began.elapsed(),
            tokens: None,
        }
    }
}

/// Returns the values that an option lists.
fn values_of(option: &str) -> Vec<&str> {
    let listed = option.split(" var ").skip(1);
    listed.map(str::trim).collect()
}

/// Returns the `position` command for a game.
fn position_line(session: &Session) -> String {
    let start = session.start().text();
    let is_default = start == session.variant().start(Player::One).text();
    let mut line = if is_default {
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

impl Drop for EngineAgent {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let until = Instant::now() + EXIT_TIME;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() >= until {
                // It may have exited by now.
                let _ = self.child.kill();
                let _ = self.child.wait();
                break;
            }
            // Its remaining output must not block it.
            while self.lines.try_recv().is_ok() {}
            thread::sleep(Duration::from_millis(2));
        }
    }
}
