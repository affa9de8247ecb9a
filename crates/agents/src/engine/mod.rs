//! A UGI engine. UGI is a line-based protocol through which a program asks an engine for moves without knowing the rules.
//!
//! The calling thread reads commands and answers those that need no search. Another thread searches:
//!
//! ```text
//!     commands    position   go ......... isready  stop ........ query
//!     search                    ..............         bestmove
//! ```

mod command;
mod search;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope};

use quintet_arena::{Dice, Library, Who};
use quintet_games::{AnyPosition, Listing, Variant, escape, hyphenated};
use quintet_rules::{Outcome, Player};

use crate::{Line, Lines};
use command::{Command, Query};
use search::{Search, Task};

/// Maximum length of a line. Longer than any position with its moves.
const MAX_LINE: usize = 1 << 20;

/// Name of the size of the rule book.
const STANDARD: &str = "standard";

/// Runs an engine until the input ends or contains `quit`.
///
/// ```
/// use quintet_agents::serve;
/// use quintet_arena::{Library, Tables};
/// use quintet_games::Catalogue;
///
/// let input = "position startpos moves 2-2 3-3\nquery p1turn\nquery islegal 2-3\nquit\n";
/// let mut output = Vec::new();
/// let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
/// serve(input.as_bytes(), &mut output, &library)?;
/// assert_eq!(output, b"response true\nresponse false\n");
/// # Ok::<_, std::io::Error>(())
/// ```
pub fn serve(input: impl BufRead, output: impl Write + Send, library: &Library) -> io::Result<()> {
    let output = Output(Mutex::new((output, Ok(()))));
    thread::scope(|scope| {
        let mut engine = Engine::new(scope, library, &output);
        let mut lines = Lines::new(input, MAX_LINE);
        while let Some(line) = lines.next_line()? {
            match line {
                Line::TooLong => output.info("the line is too long"),
                Line::Text(line) => match Command::read(&line) {
                    Some(Command::Quit) => {
                        engine.stop();
                        break;
                    }
                    Some(command) => engine.execute(command),
                    // UGI requires that unknown commands are ignored.
                    None => {}
                },
            }
            if output.is_closed() {
                engine.stop();
                break;
            }
        }
        // The client may have closed its output and still wait for the move.
        if engine
            .search
            .as_ref()
            .is_some_and(|search| search.is_infinite)
        {
            engine.stop();
        }
        engine.wait();
        Ok::<_, io::Error>(())
    })?;
    output.into_result()
}

/// Output that two threads write line by line, until an error.
struct Output<W>(Mutex<(W, io::Result<()>)>);

impl<W: Write> Output<W> {
    fn send(&self, line: &str) {
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (out, result) = &mut *guard;
        if result.is_ok() {
            *result = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    }

    /// Sends a message for people.
    fn info(&self, text: &str) {
        self.send(&format!("info string {}", text.replace('\n', " ")));
    }

    /// True after writing has failed.
    fn is_closed(&self) -> bool {
        let guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guard.1.is_err()
    }

    fn into_result(self) -> io::Result<()> {
        let (_, result) = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        result
    }
}

/// The state of an engine.
struct Engine<'s, 'a, W> {
    /// Scope of the search threads.
    scope: &'s Scope<'s, 'a>,
    library: &'a Library,
    output: &'a Output<W>,
    game: &'static Listing,
    variant: &'static dyn Variant,
    level: Who,
    seed: u64,
    /// Number of searches in this game: each has its own random choices.
    searches: u64,
    /// `None` if the last `position` was invalid.
    position: Option<Box<dyn AnyPosition>>,
    search: Option<Search<'s>>,
}

impl<'s, 'a, W: Write + Send> Engine<'s, 'a, W> {
    fn new(scope: &'s Scope<'s, 'a>, library: &'a Library, output: &'a Output<W>) -> Self {
        let game = library.catalogue().iter().next().expect("there is a game");
        let variant = game.standard();
        Engine {
            scope,
            library,
            output,
            game,
            variant,
            level: Who::Perfect,
            seed: Dice::random_seed(),
            searches: 0,
            position: Some(variant.start(Player::One)),
            search: None,
        }
    }

    fn execute(&mut self, command: Command<'_>) {
        match command {
            Command::Ugi => self.introduce(),
            Command::SetOption { name, value } => {
                if let Err(refusal) = self.set(name, value) {
                    self.output.info(&refusal);
                }
            }
            // An idle engine loads the table of the game first.
            Command::IsReady => {
                if !self.is_searching() {
                    self.library.oracle(self.variant);
                }
                self.output.send("readyok");
            }
            Command::NewGame => self.searches = 0,
            Command::Position { start, moves } => {
                let parsed = self.parse_position(start, &moves);
                self.position = parsed.inspect_err(|refusal| self.output.info(refusal)).ok();
            }
            Command::Go(limit) => {
                self.stop();
                self.wait();
                let Some(position) = self.position.clone().filter(|at| at.outcome().is_none())
                else {
                    self.output.info("no position in which to move");
                    self.output.send("bestmove none");
                    return;
                };
                self.output.info(&format!("seed {}", self.seed));
                let task = Task {
                    library: self.library,
                    position,
                    level: self.level.clone(),
                    dice: Dice::new(self.seed, 1 + self.searches),
                    limit,
                };
                self.searches += 1;
                let output = self.output;
                let send = move |line: &str| output.send(line);
                self.search = Some(Search::start(self.scope, task, send));
            }
            Command::Stop => self.stop(),
            Command::Query(query) => {
                let answer = self.answer(&query);
                self.output.send(&format!("response {answer}"));
            }
            Command::Quit => {}
        }
    }

    fn introduce(&self) {
        let send = |line: &str| self.output.send(line);
        send(concat!("id name Quintet ", env!("CARGO_PKG_VERSION")));
        send("id author the authors of Quintet");
        let combo = |name: &str, default: &str, values: Vec<&str>| {
            let values = values.iter().map(|value| format!(" var {value}"));
            let values: String = values.collect();
            send(&format!(
                "option name {name} type combo default {default}{values}"
            ));
        };
        let games = self.library.catalogue().iter().map(|game| game.id);
        combo("Game", self.game.id, games.collect());
        send(&format!("option name Size type string default {STANDARD}"));
        let levels = Who::ALL.iter().filter(|who| **who != Who::Human);
        combo("Level", self.level.name(), levels.map(Who::name).collect());
        // 0 picks a random seed.
        send(&format!(
            "option name Seed type spin default 0 min 0 max {}",
            u32::MAX
        ));
        send("ugiok");
    }

    /// Sets an option.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let unknown = || format!("unknown {} '{}'", name.to_lowercase(), escape(value));
        match &*name.to_lowercase() {
            "game" => {
                let game = self.library.catalogue().find(&value.to_lowercase());
                self.game = game.ok_or_else(unknown)?;
                self.set_variant(self.game.standard());
            }
            "size" if value == STANDARD => self.set_variant(self.game.standard()),
            "size" => self.set_variant(self.game.size(value).ok_or_else(unknown)?),
            "level" => {
                let level = value.to_lowercase().parse().ok();
                self.level = level.filter(|who| *who != Who::Human).ok_or_else(unknown)?;
            }
            "seed" => {
                let seed: u32 = value.parse().map_err(|_| unknown())?;
                self.seed = match seed {
                    0 => Dice::random_seed(),
                    seed => seed.into(),
                };
                self.searches = 0;
            }
            _ => return Err(format!("unknown option '{}'", escape(name))),
        }
        Ok(())
    }

    /// Selects a game and size.
    fn set_variant(&mut self, variant: &'static dyn Variant) {
        self.variant = variant;
        self.position = Some(variant.start(Player::One));
    }

    /// Returns the position after the moves from a start.
    fn parse_position(
        &self,
        start: Option<String>,
        moves: &[&str],
    ) -> Result<Box<dyn AnyPosition>, String> {
        let mut position = match start {
            None => self.variant.start(Player::One),
            Some(text) => {
                let parsed = self.variant.position(&text);
                parsed.map_err(|error| error.to_string())?
            }
        };
        for (n, mv) in (1..).zip(moves) {
            let played = position.play(mv);
            let refused = |error| format!("move {n}, '{}': {error}", escape(mv));
            position = played.map_err(refused)?.position;
        }
        Ok(position)
    }

    fn answer(&self, query: &Query<'_>) -> String {
        let Some(position) = &self.position else {
            return "none".to_owned();
        };
        match query {
            Query::FirstTurn => (position.to_move() == Player::One).to_string(),
            Query::Over => position.outcome().is_some().to_string(),
            Query::Result => match position.outcome() {
                None => "none".to_owned(),
                Some(Outcome { winner }) => format!("p{}win", winner.number()),
            },
            Query::Position => position.text(),
            Query::LegalMoves => {
                let moves = position.moves();
                let words: Vec<_> = moves.iter().map(|mv| hyphenated(&mv.text)).collect();
                words.join(" ")
            }
            Query::IsLegal(mv) => position.play(mv).is_ok().to_string(),
        }
    }

    fn is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(|search| !search.is_done())
    }

    /// Makes the search return its move soon.
    fn stop(&self) {
        if let Some(search) = self.search.as_ref().filter(|search| !search.is_done()) {
            search.stop();
            self.library.cancel(self.variant);
        }
    }

    /// Waits for the end of the search.
    fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            search.wait();
        }
    }
}
