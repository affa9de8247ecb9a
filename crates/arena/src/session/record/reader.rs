//! Parser for records. It validates every move.

use std::collections::BTreeMap;
use std::iter::Peekable;

use quintet_games::{AnyPosition, Catalogue, Listing, Variant, escape};
use quintet_rules::{PerPlayer, Player};

use super::date::day_number;
use super::pieces::{Piece, Pieces};
use super::{GameResult, Record, RecordError, Tag, Termination};
use crate::{Ending, Session, Who};

impl Record {
    /// Parses records of games in `catalogue`. There must be at least one.
    pub fn read_all(text: &str, catalogue: Catalogue) -> Result<Vec<Record>, RecordError> {
        let mut pieces = Pieces::of(text.trim_start_matches('\u{feff}')).peekable();
        let mut records = Vec::new();
        let last_line = text.lines().count().max(1);
        while pieces.peek().is_some() {
            records.push(read(&mut pieces, last_line, catalogue)?);
        }
        if records.is_empty() {
            return Err(RecordError::new(
                1,
                "found no record; expected one that begins with [Game \"...\"]",
            ));
        }
        Ok(records)
    }
}

type Source<'a, 'b> = &'b mut Peekable<Pieces<'a>>;

/// The tags of a record with their line numbers.
struct Tags(Vec<(usize, Tag)>);

impl Tags {
    /// Parses the tags before the first move.
    fn read(pieces: Source<'_, '_>) -> Result<Self, RecordError> {
        let mut tags: Vec<(usize, Tag)> = Vec::new();
        let is_tag =
            |next: &Result<(usize, Piece), _>| matches!(next, Ok((_, Piece::Tag(_))) | Err(_));
        while let Some(next) = pieces.next_if(is_tag) {
            let (line, Piece::Tag(tag)) = next? else {
                break;
            };
            if tags.iter().any(|(_, other)| other.name == tag.name) {
                return Err(RecordError::new(
                    line,
                    format!("duplicate tag {}", tag.name),
                ));
            }
            tags.push((line, tag));
        }
        Ok(Tags(tags))
    }

    /// Removes a tag and returns it.
    fn take(&mut self, name: &str) -> Option<(usize, String)> {
        let at = self.0.iter().position(|(_, tag)| tag.name == name)?;
        let (line, tag) = self.0.remove(at);
        Some((line, tag.value))
    }

    /// Removes a tag and parses its value. `wanted` describes valid values.
    fn take_as<T>(
        &mut self,
        name: &str,
        wanted: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, RecordError> {
        self.take(name)
            .map(|(line, value)| {
                read(&value).ok_or_else(|| {
                    let what = format!("{name} is '{}'; expected {wanted}", escape(&value));
                    RecordError::new(line, what)
                })
            })
            .transpose()
    }

    fn variant(
        &mut self,
        line: usize,
        catalogue: Catalogue,
    ) -> Result<&'static dyn Variant, RecordError> {
        let listing: &Listing = self
            .take_as("Game", "the id of a game", |id| catalogue.find(id))?
            .ok_or_else(|| {
                RecordError::new(
                    line,
                    "missing tag Game; expected [Game \"...\"] at the start",
                )
            })?;
        let sizes: Vec<_> = listing
            .sizes
            .iter()
            .map(|size| size.size().to_string())
            .collect();
        let size = self.take_as("Size", &format!("one of {}", sizes.join(", ")), |name| {
            listing.size(name)
        })?;
        Ok(size.unwrap_or(listing.standard()))
    }

    fn start(&mut self, variant: &dyn Variant) -> Result<Box<dyn AnyPosition>, RecordError> {
        match self.take("Start") {
            None => Ok(variant.start(Player::One)),
            Some((line, text)) => variant
                .position(&text)
                .map_err(|error| RecordError::new(line, format!("Start is {error}"))),
        }
    }
}

fn read(
    pieces: Source<'_, '_>,
    last_line: usize,
    catalogue: Catalogue,
) -> Result<Record, RecordError> {
    let line = match pieces.peek() {
        Some(Ok((line, _))) => *line,
        _ => last_line,
    };
    let mut tags = Tags::read(pieces)?;
    let variant = tags.variant(line, catalogue)?;
    let session = Session::new(tags.start(variant)?);
    let players = PerPlayer {
        one: tags.take("Player1").map_or_else(unknown, |(_, name)| name),
        two: tags.take("Player2").map_or_else(unknown, |(_, name)| name),
    };
    let date = tags.take_as("Date", "a day such as 2026-11-15, or ?", |date| {
        let is_date = date == UNKNOWN || day_number(date).is_some();
        is_date.then(|| date.to_owned())
    })?;
    let seed = tags.take_as("Seed", "a whole number", |text| text.parse().ok())?;
    let words: Vec<_> = Termination::ALL.map(Termination::name).into();
    let termination = tags.take_as(
        "Termination",
        &format!("one of {}", words.join(", ")),
        |word| {
            Termination::ALL
                .into_iter()
                .find(|termination| termination.name() == word)
        },
    )?;
    let tagged_result = tags.take_as("Result", "1-0, 0-1 or *", GameResult::read)?;
    let mut record = Record {
        players,
        date: date.unwrap_or_else(unknown),
        seed,
        termination,
        comments: BTreeMap::new(),
        other_tags: tags.0.into_iter().map(|(_, tag)| tag).collect(),
        session,
    };
    let (line, result) = read_moves(&mut record, pieces, last_line)?;
    check_result(&mut record, result, tagged_result, line)?;
    let who = |name: &str| name.parse().unwrap_or(Who::Human);
    record.session.players = PerPlayer {
        one: who(&record.players.one),
        two: who(&record.players.two),
    };
    Ok(record)
}

/// The PGN notation for unknown values.
const UNKNOWN: &str = "?";

fn unknown() -> String {
    UNKNOWN.to_owned()
}

/// Parses moves and comments up to the result, which is returned with its line number.
fn read_moves(
    record: &mut Record,
    pieces: Source<'_, '_>,
    last_line: usize,
) -> Result<(usize, GameResult), RecordError> {
    while let Some((line, token)) = pieces.next().transpose()? {
        let ply = record.plies().len() + 1;
        let error = |what: String| RecordError {
            line,
            ply: Some(ply),
            what,
        };
        match token {
            Piece::Tag(tag) => {
                let what = format!("found the tag {} before the result of the game", tag.name);
                return Err(RecordError::new(line, what));
            }
            Piece::Comment(text) => record.comments.entry(ply - 1).or_default().push(text),
            Piece::Word(word) => {
                if let Some(result) = GameResult::read(&word) {
                    read_trailing_comments(record, pieces);
                    return Ok((line, result));
                }
                let (number, mv) = split_number(&word);
                let wanted = ply.div_ceil(2).to_string();
                if let Some(found) = number.filter(|found| *found != wanted) {
                    let found = escape(found);
                    return Err(error(format!(
                        "found move number {found}; expected {wanted}"
                    )));
                }
                if mv.is_empty() {
                    continue;
                }
                if record.session.outcome().is_some() {
                    return Err(error(format!(
                        "found {} after the end of the game",
                        escape(mv)
                    )));
                }
                record
                    .session
                    .play(mv)
                    .map_err(|refusal| error(format!("cannot play {}: {refusal}", escape(mv))))?;
            }
        }
    }
    Err(RecordError::new(
        last_line,
        "the record ends without a result; expected 1-0, 0-1 or *",
    ))
}

/// Comments after the result belong to the last position.
fn read_trailing_comments(record: &mut Record, pieces: Source<'_, '_>) {
    let after = record.plies().len();
    let is_comment = |next: &Result<(usize, Piece), _>| matches!(next, Ok((_, Piece::Comment(_))));
    while let Some(Ok((_, Piece::Comment(text)))) = pieces.next_if(is_comment) {
        record.comments.entry(after).or_default().push(text);
    }
}

/// Splits off a move number such as `1.` or `1...`; `1.2-2` has a number and a move.
fn split_number(word: &str) -> (Option<&str>, &str) {
    let rest = word.trim_start_matches(|char: char| char.is_ascii_digit());
    let number = &word[..word.len() - rest.len()];
    match rest.strip_prefix('.') {
        Some(after) if !number.is_empty() => (Some(number), after.trim_start_matches('.')),
        _ => (None, word),
    }
}

/// Checks that the result matches the moves or a resignation.
fn check_result(
    record: &mut Record,
    result: GameResult,
    tagged: Option<GameResult>,
    line: usize,
) -> Result<(), RecordError> {
    if let Some(tagged) = tagged.filter(|tagged| *tagged != result) {
        let what = format!("the result is {result}, but the tag Result is {tagged}");
        return Err(RecordError::new(line, what));
    }
    let outcome = record.session.outcome().map(|outcome| outcome.winner);
    match (outcome, result) {
        (None, GameResult::Unfinished) => Ok(()),
        (Some(winner), GameResult::Won(player)) if winner == player => Ok(()),
        (None, GameResult::Won(winner)) if record.termination == Some(Termination::Resigned) => {
            record.session.end(Ending::Resignation(winner.other()));
            Ok(())
        }
        (None, GameResult::Won(_)) => Err(RecordError::new(
            line,
            format!(
                "the result is {result}, but the game is not over; expected * or [Termination \"resigned\"]"
            ),
        )),
        (Some(winner), _) => Err(RecordError::new(
            line,
            format!(
                "the result is {result}, but player {winner} won; expected {}",
                GameResult::Won(winner)
            ),
        )),
    }
}
