//! The tables in `tests/tables`, one file a game, and how they are run.
//!
//! ```text
//! == r2_beside_the_opponents_runner_is_fine
//! start
//! can BARRIER D5, BARRIER E4
//! ```
//!
//! A section is one fact. Its name starts with its ruling, or with the part of the table that it belongs to. Its steps
//! run in order; each starts with a keyword. The text of a step follows the keyword or is on the lines below,
//! indented by four spaces. Entries are separated by commas, and `""` is an empty entry. `#` starts a comment.
//!
//! | step | effect |
//! | --- | --- |
//! | `start`, `start 2` | sets up the start of the rule book's board for Player 1 or Player 2 to begin |
//! | `at POSITION` | sets up a position, on the first board of the game that it fits |
//! | `play MOVES` | plays moves |
//! | `turns MOVES` | plays moves and compares the drawing after each with the book's `turn 1`, `turn 2` and so on |
//! | `repeat 100: MOVES` | plays a cycle of moves 100 times; each round must lead back to the same open position |
//! | `is POSITION` | compares the position |
//! | `legal MOVES` | compares the list of legal moves; `4 2 *` stands for all those that start with `4 2` |
//! | `winning MOVES` | compares the list of legal moves that end the game |
//! | `can MOVES` | expects each move to be legal, and plays none |
//! | `refused REASON: ENTRIES` | expects each entry to be refused with the sentence below; without one, with the file's first sentence for this reason |
//! | `unreadable ENTRIES` | expects each entry not to be a move, with the sentence below |
//! | `open` | expects the game not to be over |
//! | `won 2` | expects the game to be over, won by Player 2 |
//! | `ending`, `prompt`, `how` | compares the final sentence, the prompt, the help text |
//! | `clause 1` | compares how the game has ended, as a clause that speaks to Player 1 |
//! | `confirms`, `notice` | compares the answers to the moves of the last `play` or `turns`, the announcements after them |
//! | `drawn TITLE`, `drawn` | compares the drawing with the book's of this title, or with the one below |
//! | `rejects TEXT \| FOUND \| WANTED` | expects this error instead of a position |
//! | `page SENTENCE` | expects the rules page to contain a sentence, however its lines are broken |
//! | `pictured` | expects the rules page to contain the drawing of the position |
//! | `resigns 1`, `score 2 1`, `match 3 1` | compares the sentence for a resignation, a score, the end of a match |

use std::collections::HashMap;
use std::fmt::Debug;
use std::fs;
use std::path::Path;

use quintet_games::{AnyPosition, Listing, MoveError, PlayedMove};
use quintet_rules::{Outcome, PerPlayer, Player};
use quintet_testkit::books;

/// The sections about one game.
pub(crate) struct Table {
    listing: &'static Listing,
    file: String,
    pub(crate) sections: Vec<Section>,
    /// The first sentence in the file for each reason to refuse an entry.
    sentences: HashMap<String, String>,
}

pub(crate) struct Section {
    pub(crate) name: String,
    steps: Vec<Step>,
}

struct Step {
    line: usize,
    keyword: String,
    /// The rest of the line.
    argument: String,
    /// The indented lines below.
    below: Vec<String>,
}

/// The steps that may have nothing after their keyword.
const ALONE: [&str; 11] = [
    "start", "legal", "winning", "open", "ending", "prompt", "how", "confirms", "notice", "drawn",
    "pictured",
];

/// The position and the reason of a refusal.
pub(crate) type Refusal = (Box<dyn AnyPosition>, String);

impl Table {
    pub(crate) fn of(listing: &'static Listing) -> Self {
        let file = format!("crates/games/tests/tables/{}.txt", listing.id);
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(&file);
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"));
        Table::parse(listing, file, &text)
    }

    pub(crate) fn parse(listing: &'static Listing, file: String, text: &str) -> Self {
        let mut sections: Vec<Section> = Vec::new();
        let mut sentences = HashMap::new();
        for (line, content) in (1..).zip(text.lines()) {
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            if let Some(name) = content.strip_prefix("== ") {
                sections.push(Section {
                    name: name.to_owned(),
                    steps: Vec::new(),
                });
                continue;
            }
            let section = sections.last_mut().expect("a section comes first");
            if let Some(below) = content.strip_prefix("    ") {
                let step = section.steps.last_mut().expect("a step comes first");
                if let Some((reason, _)) = step.argument.split_once(':') {
                    let first = sentences.entry(reason.to_owned());
                    first.or_insert_with(|| below.to_owned());
                }
                step.below.push(below.to_owned());
                continue;
            }
            let (keyword, argument) = content.split_once(' ').unwrap_or((content, ""));
            let has_argument = !argument.is_empty() || ALONE.contains(&keyword);
            assert!(has_argument, "{file}:{line}: {keyword} needs an argument");
            section.steps.push(Step {
                line,
                keyword: keyword.to_owned(),
                argument: argument.to_owned(),
                below: Vec::new(),
            });
        }
        Table {
            listing,
            file,
            sections,
            sentences,
        }
    }

    /// Runs a section: its refusals, or the step that failed.
    pub(crate) fn run(&self, section: &Section) -> Result<Vec<Refusal>, String> {
        let mut run = Run {
            table: self,
            position: self.listing.standard().start(Player::One),
            played: Vec::new(),
            refusals: Vec::new(),
        };
        for step in &section.steps {
            run.step(step).map_err(|error| {
                let (file, line, name) = (&self.file, step.line, &section.name);
                format!("{file}:{line}: {name}\nin {:?}\n{error}\n", run.position)
            })?;
        }
        Ok(run.refusals)
    }
}

/// A section while it runs.
struct Run<'a> {
    table: &'a Table,
    position: Box<dyn AnyPosition>,
    /// The moves of the last step that played any.
    played: Vec<PlayedMove>,
    refusals: Vec<Refusal>,
}

impl Run<'_> {
    fn step(&mut self, step: &Step) -> Result<(), String> {
        let (listing, position) = (self.table.listing, &*self.position);
        let (standard, argument) = (listing.standard(), &*step.argument);
        let below = step.below.join("\n");
        let text = if argument.is_empty() {
            &below
        } else {
            argument
        };
        match &*step.keyword {
            "start" => self.position = standard.start(player(argument)?),
            "at" => {
                let mut boards = listing.sizes.iter();
                let position = boards.find_map(|board| board.position(argument).ok());
                self.position = position.ok_or("not a position on any board")?;
            }
            "play" => {
                self.played.clear();
                self.play(argument)?;
            }
            "turns" => {
                self.played.clear();
                for (n, mv) in (1..).zip(entries(argument)) {
                    self.play(mv)?;
                    let drawing = books::drawing(listing.id, &format!("turn {n}"));
                    same(&*self.position.drawing(), &*drawing)?;
                }
            }
            "repeat" => self.repeat(argument)?,
            "is" => same(&*position.text(), argument)?,
            "legal" => same(
                &*matching(legal(position), &entries(argument)),
                &*entries(argument),
            )?,
            "winning" => {
                let mut winning = legal(position);
                winning.retain(|mv| {
                    position
                        .play(mv)
                        .is_ok_and(|it| it.position.outcome().is_some())
                });
                same(&*winning, &*entries(argument))?;
            }
            "can" => {
                for mv in entries(argument) {
                    position
                        .play(mv)
                        .map_err(|error| format!("{mv}: {error}"))?;
                }
            }
            "refused" => self.refuse(argument, &below)?,
            "unreadable" => not_played(position, argument, (None, &below))?,
            "open" => same(&(position.outcome(), position.ending()), &(None, None))?,
            "won" => {
                let winner = player(argument)?;
                same(&position.outcome(), &Some(Outcome { winner }))?;
                same(&position.to_move(), &winner.other())?;
                same(&legal(position).len(), &0)?;
            }
            "ending" => {
                let sentence = position.ending().map(|end| end.sentence);
                same(&*sentence.unwrap_or_default(), text)?;
            }
            "clause" => {
                let reader = player(argument)?;
                let clause = position.ending().map(|end| end.clauses[reader].clone());
                same(&*clause.unwrap_or_default(), &*below)?;
            }
            "prompt" => same(&*position.instructions().prompt, text)?,
            "how" => same(&*position.instructions().how_to_move, text)?,
            "confirms" => {
                let confirmations = self.played.iter().map(|played| &*played.confirmation);
                same(&*confirmations.collect::<String>(), text)?;
            }
            "notice" => {
                let notices = self
                    .played
                    .iter()
                    .filter_map(|played| played.notice.as_deref());
                same(&*notices.collect::<String>(), text)?;
            }
            "drawn" if argument.is_empty() => same(&*position.drawing(), &*below)?,
            "drawn" => same(&*position.drawing(), &*books::drawing(listing.id, argument))?,
            "rejects" => {
                let fields: Vec<_> = argument.split('|').map(str::trim).collect();
                let error = standard.position(fields[0]).err().ok_or("a position")?;
                same(&[&*error.found, &*error.expected][..], &fields[1..])?;
            }
            "page" if one_line(listing.rules).contains(argument) => {}
            "pictured" if has_drawing(listing.rules, &position.drawing()) => {}
            "page" | "pictured" => return Err(format!("not on the page:\n{}", listing.rules)),
            "resigns" => same(&*standard.resigned(player(argument)?), &*below)?,
            "score" => same(&*standard.standing(score(argument)?), &*below)?,
            "match" => same(&*standard.match_over(score(argument)?), &*below)?,
            unknown => return Err(format!("no step {unknown:?}")),
        }
        Ok(())
    }

    fn play(&mut self, moves: &str) -> Result<(), String> {
        for mv in entries(moves) {
            let played = self.position.play(mv);
            let played = played.map_err(|error| format!("{mv}: {error}"))?;
            self.position = played.position.boxed();
            self.played.push(played);
        }
        Ok(())
    }

    fn repeat(&mut self, argument: &str) -> Result<(), String> {
        let (times, moves) = argument.split_once(": ").ok_or("expected TIMES: MOVES")?;
        let seen =
            |position: &dyn AnyPosition| (position.text(), legal(position), position.outcome());
        let before = seen(&*self.position);
        for _ in 0..times.parse().map_err(|_| "not a number")? {
            self.play(moves)?;
            same(&seen(&*self.position), &before)?;
        }
        same(&before.2, &None)
    }

    fn refuse(&mut self, argument: &str, below: &str) -> Result<(), String> {
        let (reason, entries) = argument
            .split_once(": ")
            .ok_or("expected REASON: ENTRIES")?;
        let first = self.table.sentences.get(reason).ok_or("no sentence")?;
        let sentence = if below.is_empty() { first } else { below };
        self.refusals
            .push((self.position.boxed(), reason.to_owned()));
        not_played(&*self.position, entries, (Some(reason), sentence))
    }
}

/// Expects each entry to fail with this reason, if it is a move, and this sentence. It must cost nothing: neither the turn
/// nor a change of the position.
fn not_played(
    position: &dyn AnyPosition,
    argument: &str,
    error: (Option<&str>, &str),
) -> Result<(), String> {
    for entry in entries(argument) {
        let before = (
            position.text(),
            position.instructions().prompt,
            legal(position),
        );
        let found = match position.play(entry) {
            Ok(_) => return Err(format!("{entry:?} is played")),
            Err(MoveError::Malformed { sentence }) => (None, sentence),
            Err(MoveError::Refused { reason, sentence }) => (Some(reason), sentence),
        };
        same(&(entry, found.0, &*found.1), &(entry, error.0, error.1))?;
        if before.2.iter().any(|mv| mv == entry) {
            return Err(format!("{entry} is refused but listed"));
        }
        same(
            &(
                position.text(),
                position.instructions().prompt,
                legal(position),
            ),
            &before,
        )?;
    }
    Ok(())
}

fn same<T: PartialEq<U> + Debug + ?Sized, U: Debug + ?Sized>(
    found: &T,
    wanted: &U,
) -> Result<(), String> {
    if found == wanted {
        return Ok(());
    }
    // Drawings and endings have several lines.
    let error = format!("found {found:#?}\nwanted {wanted:#?}");
    Err(error.replace("\\n", "\n"))
}

pub(crate) fn legal(position: &dyn AnyPosition) -> Vec<String> {
    position.moves().into_iter().map(|mv| mv.text).collect()
}

/// The moves, with those that an entry such as `4 2 *` stands for replaced by it.
fn matching(mut moves: Vec<String>, entries: &[&str]) -> Vec<String> {
    for mv in &mut moves {
        let stands_for = |entry: &&&str| {
            let start = entry.strip_suffix('*');
            start.is_some_and(|start| mv.starts_with(start))
        };
        if let Some(entry) = entries.iter().find(stands_for) {
            *mv = (*entry).to_owned();
        }
    }
    moves.dedup();
    moves
}

fn entries(argument: &str) -> Vec<&str> {
    let entries = argument.split(", ").filter(|entry| !entry.is_empty());
    entries.map(|entry| entry.trim_matches('"')).collect()
}

fn player(argument: &str) -> Result<Player, String> {
    match argument {
        "" | "1" => Ok(Player::One),
        "2" => Ok(Player::Two),
        _ => Err("neither player 1 nor player 2".to_owned()),
    }
}

/// Games won by each player.
fn score(argument: &str) -> Result<PerPlayer<u32>, String> {
    let numbers: Vec<_> = argument
        .split(' ')
        .filter_map(|it| it.parse().ok())
        .collect();
    match numbers[..] {
        [one, two] => Ok(PerPlayer { one, two }),
        _ => Err("expected two numbers".to_owned()),
    }
}

fn one_line(page: &str) -> String {
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn has_drawing(page: &str, drawing: &str) -> bool {
    // On the page Quad Block's grid has neither a title nor the indentation under it.
    let drawing = match drawing.strip_prefix("Current Grid:\n  ") {
        Some(grid) => grid.replace("\n  ", "\n"),
        None => drawing.to_owned(),
    };
    page.contains(&format!("\n\n    {}\n\n", drawing.replace('\n', "\n    ")))
}
