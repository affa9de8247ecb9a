//! Whole games, played again.

use quintet_arena::{Ending, Record, Session, Termination};
use quintet_games::Catalogue;
use quintet_rules::{PerPlayer, Player};
use serde::{Deserialize, Serialize};

use crate::named::{self, Moves};
use crate::{Needs, Prepared, Request, RequestError, View, kind};

/// A game that is told: as a record, or as its moves.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Told))]
#[serde(
    untagged,
    expecting = "wanted a record alone, or a game and its moves with, if you like, size, start, first, resigned, \
                 players and date"
)]
pub enum RecordedGame {
    /// As a record.
    Record(RecordText),
    /// As its moves.
    Moves(MoveList),
}

/// A game that is told as a record.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ToldRecord))]
#[serde(deny_unknown_fields)]
pub struct RecordText {
    /// The text of the record.
    pub record: String,
}

/// A game that is told as its moves.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ToldMoves))]
#[serde(deny_unknown_fields)]
pub struct MoveList {
    /// The id of a game.
    pub game: String,
    /// The board; the rule book's if it is left out.
    pub size: Option<String>,
    /// The position in which the game began; the start if it is left out.
    pub start: Option<String>,
    /// Who began, if the start is left out.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub first: Option<u8>,
    /// What was played.
    pub moves: Moves,
    /// Who has given up, if anyone.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub resigned: Option<u8>,
    /// Who played, Player 1 first, for the record.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: Option<[String; 2]>,
    /// The day, as `2026-11-15`, or `today` in universal time, for the record.
    pub date: Option<String>,
}

/// A game played again.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Replay {
    /// The id of the game.
    pub game: &'static str,
    /// The board, such as `4x4`.
    pub size: String,
    /// Who played, Player 1 first; `?` where that is not known.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: [String; 2],
    /// The day, as `2026-11-15`; `?` where that is not known.
    pub date: String,
    /// `1-0`, `0-1` or `*`.
    pub result: String,
    /// How it came to the result: `normal`, `resigned`, `ply limit` or `abandoned`.
    #[cfg_attr(feature = "schema", schema(required))]
    pub termination: Option<&'static str>,
    /// Who has won, if anyone.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub winner: Option<u8>,
    /// Who has given up, if anyone.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub resigned: Option<u8>,
    /// How the game ended, in words; `null` if it did not.
    #[cfg_attr(feature = "schema", schema(required))]
    pub ending: Option<String>,
    /// The game as a record.
    pub record: String,
    /// Where it began.
    pub start: View,
    /// Every move. The views have no moves, but for the last.
    pub steps: Vec<GameStep>,
}

/// A move of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameStep {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who made it.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub player: u8,
    /// The cells that the move names.
    pub touches: Vec<usize>,
    /// Who made it and which it is, in words.
    pub sentence: String,
    /// What is said to the player who made it; may be empty.
    pub confirmation: String,
    /// What everyone must know if play goes on differently from here.
    #[cfg_attr(feature = "schema", schema(required))]
    pub notice: Option<String>,
    /// Where it led to.
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
    /// The game as a record, or what is wrong with it.
    pub(crate) fn read_game(&self, catalogue: Catalogue) -> Result<Record, RequestError> {
        let record = match self {
            RecordedGame::Record(told) => read_one(&told.record, catalogue),
            RecordedGame::Moves(told) => told.read(catalogue),
        }?;
        named::check_length(record.plies().len())?;
        Ok(record)
    }
}

impl MoveList {
    fn read(&self, catalogue: Catalogue) -> Result<Record, RequestError> {
        let variant = named::variant(catalogue, &self.game, self.size.as_deref())?;
        let start = named::position_or_start(variant, self.start.as_deref(), self.first)?;
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

/// The session after the moves of a list.
pub(crate) fn replayed(mut session: Session, moves: &Moves) -> Result<Session, RequestError> {
    for (n, mv) in moves.list()?.into_iter().enumerate() {
        let played = session.play(mv);
        played.map_err(|error| RequestError::from(error).at_ply(n + 1))?;
    }
    Ok(session)
}

/// Ends a session in which this player has given up.
pub(crate) fn resign(session: &mut Session, player: u8) -> Result<(), RequestError> {
    let player = named::player(player)?;
    if session.ended().is_some() {
        let detail = "the game is over by its moves, so nobody can have given up";
        return Err(RequestError::new(kind::BAD_REQUEST, detail));
    }
    session.end(Ending::Resignation(player));
    Ok(())
}

/// The one record in a text.
fn read_one(text: &str, catalogue: Catalogue) -> Result<Record, RequestError> {
    let not_one = |what: String| RequestError::new(kind::NOT_A_RECORD, what);
    let records = Record::read_all(text, catalogue);
    let mut records = records.map_err(|fault| not_one(fault.to_string()))?;
    match records.len() {
        1 => Ok(records.swap_remove(0)),
        count => Err(not_one(format!("found {count} records; wanted one"))),
    }
}

impl GameStep {
    /// A move of a session, counted from 0. The view has moves if that is asked for.
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
