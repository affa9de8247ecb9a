//! An engine that speaks UGI, a protocol of lines by which a program can ask another for moves without knowing
//! the game.
//!
//! The calling thread reads and answers whatever can be answered at once. Another one thinks:
//!
//! ```text
//!     reading    position   go ......... isready  stop ........ query
//!     thinking                 ..............         bestmove
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
use search::{Search, Thinking};

/// No position with its moves is as long as this.
const LONGEST_LINE: usize = 1 << 20;

/// The size that stands for the rule book's.
const STANDARD: &str = "standard";

/// Answers the lines of a program until it says `quit` or has no more.
///
/// ```
/// use quintet_agents::serve;
/// use quintet_arena::{Library, Tables};
/// use quintet_games::Catalogue;
///
/// let asked = "position startpos moves 2-2 3-3\nquery p1turn\nquery islegal 2-3\nquit\n";
/// let mut answers = Vec::new();
/// let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
/// serve(asked.as_bytes(), &mut answers, &library)?;
/// assert_eq!(answers, b"response true\nresponse false\n");
/// # Ok::<_, std::io::Error>(())
/// ```
pub fn serve(input: impl BufRead, output: impl Write + Send, library: &Library) -> io::Result<()> {
    let output = Output(Mutex::new((output, Ok(()))));
    thread::scope(|scope| {
        let mut engine = Engine::new(scope, library, &output);
        let mut lines = Lines::new(input, LONGEST_LINE);
        while let Some(line) = lines.next_line()? {
            match line {
                Line::TooLong => output.remark("that line is too long"),
                Line::Text(line) => match Command::read(&line) {
                    Some(Command::Quit) => {
                        engine.stop();
                        break;
                    }
                    Some(command) => engine.obey(command),
                    // Unknown commands are ignored, so that the protocol can grow.
                    None => {}
                },
            }
            if output.is_closed() {
                engine.stop();
                break;
            }
        }
        // Whoever sends no more may still wait for the move.
        engine.wait();
        Ok::<_, io::Error>(())
    })?;
    output.into_result()
}

/// Where answers go. Each is a whole line, whichever thread writes it.
struct Output<W>(Mutex<(W, io::Result<()>)>);

impl<W: Write> Output<W> {
    fn say(&self, line: &str) {
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (out, result) = &mut *guard;
        if result.is_ok() {
            *result = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    }

    /// Says something that no program needs to understand.
    fn remark(&self, text: &str) {
        self.say(&format!("info string {}", text.replace('\n', " ")));
    }

    /// Whether nobody reads any more.
    fn is_closed(&self) -> bool {
        let guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guard.1.is_err()
    }

    fn into_result(self) -> io::Result<()> {
        let (_, result) = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        result
    }
}

/// What the program has said so far.
struct Engine<'s, 'a, W> {
    /// Where searches run.
    scope: &'s Scope<'s, 'a>,
    library: &'a Library,
    output: &'a Output<W>,
    game: &'static Listing,
    variant: &'static dyn Variant,
    level: Who,
    seed: u64,
    /// How many moves were asked for: each has its own random choices.
    asked: u64,
    /// `None` if the last position was refused.
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
            seed: Dice::unforeseen_seed(),
            asked: 0,
            position: Some(variant.start(Player::One)),
            search: None,
        }
    }

    fn obey(&mut self, command: Command<'_>) {
        match command {
            Command::Ugi => self.introduce(),
            Command::SetOption { name, value } => {
                if let Err(refusal) = self.set(name, value) {
                    self.output.remark(&refusal);
                }
            }
            // While it thinks it is ready to listen; else once it knows the game.
            Command::IsReady => {
                if !self.is_thinking() {
                    self.library.oracle(self.variant);
                }
                self.output.say("readyok");
            }
            Command::NewGame => self.asked = 0,
            Command::Position { start, moves } => {
                let found = self.found(start, &moves);
                self.position = found
                    .inspect_err(|refusal| self.output.remark(refusal))
                    .ok();
            }
            Command::Go(limit) => {
                self.stop();
                self.wait();
                let Some(position) = self.position.clone().filter(|at| at.outcome().is_none())
                else {
                    self.output.remark("there is no move to be found");
                    self.output.say("bestmove none");
                    return;
                };
                self.output.remark(&format!("seed {}", self.seed));
                let thinking = Thinking {
                    library: self.library,
                    position,
                    level: self.level.clone(),
                    dice: Dice::new(self.seed, 1 + self.asked),
                    limit,
                };
                self.asked += 1;
                let output = self.output;
                let say = move |line: &str| output.say(line);
                self.search = Some(Search::begin(self.scope, thinking, say));
            }
            Command::Stop => self.stop(),
            Command::Query(query) => {
                let answer = self.answer(&query);
                self.output.say(&format!("response {answer}"));
            }
            Command::Quit => {}
        }
    }

    fn introduce(&self) {
        let say = |line: &str| self.output.say(line);
        say(concat!("id name Quintet ", env!("CARGO_PKG_VERSION")));
        say("id author the authors of Quintet");
        let combo = |name: &str, default: &str, values: Vec<&str>| {
            let values = values.iter().map(|value| format!(" var {value}"));
            let values: String = values.collect();
            say(&format!(
                "option name {name} type combo default {default}{values}"
            ));
        };
        let games = self.library.catalogue().iter().map(|game| game.id);
        combo("Game", self.game.id, games.collect());
        say(&format!("option name Size type string default {STANDARD}"));
        let levels = Who::ALL.iter().filter(|who| **who != Who::Human);
        combo("Level", self.level.name(), levels.map(Who::name).collect());
        // 0 stands for one that nobody knows beforehand.
        say(&format!(
            "option name Seed type spin default 0 min 0 max {}",
            u32::MAX
        ));
        say("ugiok");
    }

    /// Sets an option, or says why not.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let unknown = || format!("there is no {} '{}'", name.to_lowercase(), escape(value));
        match &*name.to_lowercase() {
            "game" => {
                let game = self.library.catalogue().find(&value.to_lowercase());
                self.game = game.ok_or_else(unknown)?;
                self.begin_on(self.game.standard());
            }
            "size" if value == STANDARD => self.begin_on(self.game.standard()),
            "size" => self.begin_on(self.game.size(value).ok_or_else(unknown)?),
            "level" => {
                let level = value.to_lowercase().parse().ok();
                self.level = level.filter(|who| *who != Who::Human).ok_or_else(unknown)?;
            }
            "seed" => {
                let seed: u32 = value.parse().map_err(|_| unknown())?;
                self.seed = match seed {
                    0 => Dice::unforeseen_seed(),
                    seed => seed.into(),
                };
                self.asked = 0;
            }
            _ => return Err(format!("there is no option '{}'", escape(name))),
        }
        Ok(())
    }

    /// Begins on another board.
    fn begin_on(&mut self, variant: &'static dyn Variant) {
        self.variant = variant;
        self.position = Some(variant.start(Player::One));
    }

    /// The position that a text and the moves from there lead to.
    fn found(&self, start: Option<String>, moves: &[&str]) -> Result<Box<dyn AnyPosition>, String> {
        let mut position = match start {
            None => self.variant.start(Player::One),
            Some(text) => {
                let read = self.variant.position(&text);
                read.map_err(|fault| fault.to_string())?
            }
        };
        for (n, mv) in (1..).zip(moves) {
            let played = position.play(mv);
            let refused = |fault| format!("move {n}, '{}': {fault}", escape(mv));
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

    fn is_thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|search| !search.is_done())
    }

    /// Makes the search end soon, with a move all the same.
    fn stop(&self) {
        if let Some(search) = self.search.as_ref().filter(|search| !search.is_done()) {
            search.stop();
            self.library.cancel(self.variant);
        }
    }

    /// Waits until the search has ended.
    fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            search.wait();
        }
    }
}
