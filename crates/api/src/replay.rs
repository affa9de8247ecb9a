//! Recorded games, replayed.

use quintet_arena::{Ending, Record, Session, Termination};
use quintet_games::Catalogue;
use quintet_rules::{PerPlayer, Player};
use serde::{Deserialize, Serialize};

use crate::names::{self, MoveWords};
use crate::{Needs, Prepared, Request, RequestError, View, kind};

/// A recorded game: a record or a list of moves.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(
    untagged,
    expecting = "expected either a record, or a game and its moves; optional with moves: size, start, first, resigned, \
                 players and date"
)]
pub enum RecordedGame {
    /// A record with a single game.
    Record(RecordText),
    /// A list of moves.
    Moves(MoveList),
}

/// A game given as a record.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordText {
    /// The text of the record.
    pub record: String,
}

/// A game given as its moves.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveList {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
    /// The initial position. Default: the start of the game.
    pub start: Option<String>,
    /// The first player, unless there is an initial position. Default: 1.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub first: Option<u8>,
    /// The moves of the game.
    pub moves: MoveWords,
    /// The player who resigned, if any.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub resigned: Option<u8>,
    /// The names of the players for the record, Player 1 first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: Option<[String; 2]>,
    /// The date for the record, such as `2026-11-15`, or `today` in UTC.
    pub date: Option<String>,
}

/// A replayed game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Replay {
    /// The id of the game.
    pub game: &'static str,
    /// Board size, such as `4x4`.
    pub size: String,
    /// The names of the players, Player 1 first; `?` if unknown.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: [String; 2],
    /// The date, such as `2026-11-15`; `?` if unknown.
    pub date: String,
    /// `1-0`, `0-1` or `*`.
    pub result: String,
    /// The reason for the result: `normal`, `resigned`, `ply limit` or `abandoned`.
    #[cfg_attr(feature = "schema", schema(required))]
    pub termination: Option<&'static str>,
    /// The winner, if any.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub winner: Option<u8>,
    /// The player who resigned, if any.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub resigned: Option<u8>,
    /// How the game ended, in words; `null` if it did not end.
    #[cfg_attr(feature = "schema", schema(required))]
    pub ending: Option<String>,
    /// The game as a record.
    pub record: String,
    /// The initial position.
    pub start: View,
    /// Every move. Only the view of the last one lists its legal moves.
    pub steps: Vec<GameStep>,
}

/// A move of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameStep {
    /// The move as the rule book writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The player who made it.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub player: u8,
    /// The cells in the move's notation.
    pub touches: Vec<usize>,
    /// The player and the move in words.
    pub sentence: String,
    /// Confirmation for the player who made it; may be empty.
    pub confirmation: String,
    /// An announcement to both players if the game changes here, such as a new phase.
    #[cfg_attr(feature = "schema", schema(required))]
    pub notice: Option<String>,
    /// The position after the move.
    pub view: View,
}

impl Request for RecordedGame {
    type Response = Replay;

    fn is_long(&self) -> bool {
        true
    }

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Replay>, RequestError> {
        let mut record = self.read_game(catalogue)?;
        let is_today = match &self {
            RecordedGame::Record(_) => false,
            RecordedGame::Moves(list) => list.date.as_deref() == Some("today"),
        };
        Ok(Prepared::new(Needs::Work, move |context| {
            if is_today {
                record.date.clone_from(&context.date);
            }
            Ok(Replay::of(&record))
        }))
    }
}

impl RecordedGame {
    /// Reads and validates the game.
    pub(crate) fn read_game(&self, catalogue: Catalogue) -> Result<Record, RequestError> {
        let record = match self {
            RecordedGame::Record(text) => read_one(&text.record, catalogue),
            RecordedGame::Moves(list) => list.read(catalogue),
        }?;
        names::check_length(record.plies().len())?;
        Ok(record)
    }
}

impl MoveList {
    fn read(&self, catalogue: Catalogue) -> Result<Record, RequestError> {
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        let start = names::position_or_start(variant, self.start.as_deref(), self.first)?;
        let mut session = replayed(Session::new(start), &self.moves)?;
        if let Some(resigned) = self.resigned {
            resign(&mut session, resigned)?;
        }
        let unknown = || "?".to_owned();
        let [one, two] = self
            .players
            .clone()
            .unwrap_or_else(|| [unknown(), unknown()]);
        let date = self.date.clone().unwrap_or_else(unknown);
        Ok(Record::of(session, PerPlayer { one, two }, date))
    }
}

/// Plays the moves of a list.
pub(crate) fn replayed(mut session: Session, moves: &MoveWords) -> Result<Session, RequestError> {
    for (n, mv) in moves.list()?.into_iter().enumerate() {
        let played = session.play(mv);
        played.map_err(|error| RequestError::from(error).at_ply(n + 1))?;
    }
    Ok(session)
}

/// Ends a session by resignation.
pub(crate) fn resign(session: &mut Session, player: u8) -> Result<(), RequestError> {
    let player = names::player(player)?;
    if session.ended().is_some() {
        let detail = "the game is already over, so nobody can have resigned";
        return Err(RequestError::new(kind::BAD_REQUEST, detail));
    }
    session.end(Ending::Resignation(player));
    Ok(())
}

/// Reads a single record.
fn read_one(text: &str, catalogue: Catalogue) -> Result<Record, RequestError> {
    let not_one = |what: String| RequestError::new(kind::NOT_A_RECORD, what);
    let records = Record::read_all(text, catalogue);
    let mut records = records.map_err(|error| not_one(error.to_string()))?;
    match records.len() {
        1 => Ok(records.swap_remove(0)),
        count => Err(not_one(format!("found {count} records; expected one"))),
    }
}

impl GameStep {
    /// Returns a move of a session, counted from 0. `has_moves`: the view lists the legal moves.
    pub(crate) fn of(session: &Session, ply: usize, has_moves: bool) -> Self {
        let played = &session.plies()[ply];
        GameStep {
            player: session.mover_of(ply).number(),
            touches: played.marks.clone(),
            sentence: session.sentence_of(ply),
            confirmation: played.confirmation.clone(),
            notice: played.notice.clone(),
            view: if has_moves {
                View::of(&*played.position)
            } else {
                View::without_moves(&*played.position)
            },
            mv: played.mv.clone(),
        }
    }
}

impl Replay {
    fn of(record: &Record) -> Self {
        let session = record.session();
        let variant = record.variant();
        let last = record.plies().len().saturating_sub(1);
        let resigned = session.ended().and_then(Ending::resigned);
        let step = |ply: usize| GameStep::of(session, ply, ply == last);
        Replay {
            game: variant.id(),
            size: variant.size().to_string(),
            players: [record.players.one.clone(), record.players.two.clone()],
            date: record.date.clone(),
            result: record.result().to_string(),
            termination: record.termination.map(Termination::name),
            winner: session.outcome().map(|outcome| outcome.winner.number()),
            resigned: resigned.map(Player::number),
            ending: session.ending(),
            record: record.to_string(),
            start: View::of(record.start()),
            steps: (0..record.plies().len()).map(step).collect(),
        }
    }
}
