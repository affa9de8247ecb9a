//! A game as JSON.

use quintet_arena::{Record, Termination, timestamp};
use quintet_rules::{PerPlayer, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::live::Deed;
use crate::live::game::Game;
use crate::problem::{Problem, kind};

/// A game as it stands.
#[derive(Serialize, ToSchema)]
pub(crate) struct State {
    /// Its address.
    id: String,
    /// Which of the games is played.
    game: &'static str,
    /// The size of its board.
    size: String,
    /// The position from which it is played.
    start: String,
    /// When it was opened.
    created: String,
    /// The number of the next deed.
    ply: u32,
    /// The moves that stand.
    moves: Vec<String>,
    /// The position.
    position: String,
    /// The player whose turn it is.
    #[schema(minimum = 1, maximum = 2)]
    to_move: u8,
    /// Whether the game is over.
    over: bool,
    /// Who has won.
    #[schema(required, minimum = 1, maximum = 2)]
    winner: Option<u8>,
    /// How it came to an end: `normal` or `resigned`.
    #[schema(required)]
    termination: Option<&'static str>,
    /// The seats of player 1 and player 2.
    seats: [SeatState; 2],
    /// The seat of whoever asks.
    #[schema(required, minimum = 1, maximum = 2)]
    you: Option<u8>,
    /// Who has offered to take back a move and waits for the answer.
    #[schema(required, minimum = 1, maximum = 2)]
    offer: Option<u8>,
    /// The address of the game that follows.
    #[schema(required)]
    rematch: Option<String>,
}

/// A seat.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatState {
    /// Whether somebody has it.
    taken: bool,
    /// How they want to be called.
    #[schema(required)]
    name: Option<String>,
}

/// Something that has been done.
#[derive(Serialize, ToSchema)]
pub(crate) struct EventState {
    /// Its number.
    ply: u32,
    /// Who did it.
    #[schema(minimum = 1, maximum = 2)]
    player: u8,
    /// `move`, `resign`, `offer-take-back`, `accept-take-back` or `decline-take-back`.
    deed: &'static str,
    /// The move, if it is one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    /// The position after it.
    position: String,
    /// When it was done.
    at: String,
}

/// Something to be done.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeedRequest {
    /// The number that it is to have: `ply` of the game as the sender knows it.
    pub(crate) ply: u32,
    /// `move`, `resign`, `offer-take-back`, `accept-take-back` or `decline-take-back`.
    deed: String,
    /// The move, if it is one.
    #[serde(rename = "move")]
    mv: Option<String>,
}

impl DeedRequest {
    pub(crate) fn new(ply: u32, deed: String, mv: Option<String>) -> Self {
        DeedRequest { ply, deed, mv }
    }

    /// The deed that is asked for.
    pub(crate) fn deed(&self) -> Result<Deed, Problem> {
        Deed::read(&self.deed, self.mv.as_deref()).ok_or_else(|| {
            let words: Vec<_> = Deed::WORDS.iter().map(Deed::name).collect();
            Problem::new(
                kind::BAD_REQUEST,
                format!(
                    "a deed is one of {}, or move together with a move",
                    words.join(", ")
                ),
            )
        })
    }
}

impl State {
    /// The game for whoever has this seat.
    pub(crate) fn of(game: &Game, you: Option<Player>) -> Self {
        let contest = game.contest();
        let position = contest.position();
        let termination = match (contest.outcome(), contest.resigned()) {
            (None, _) => None,
            (Some(_), None) => Some(Termination::Normal),
            (Some(_), Some(_)) => Some(Termination::Resigned),
        };
        State {
            id: game.id.to_string(),
            game: game.variant().id(),
            size: game.variant().size().to_string(),
            start: contest.start().text(),
            created: timestamp(game.created),
            ply: game.ply(),
            moves: contest.plies().iter().map(|ply| ply.mv.clone()).collect(),
            position: position.text(),
            to_move: position.to_move().number(),
            over: contest.outcome().is_some(),
            winner: contest.outcome().map(|outcome| outcome.winner.number()),
            termination: termination.map(Termination::name),
            seats: seats(game),
            you: you.map(Player::number),
            offer: game.offer().map(Player::number),
            rematch: game.rematch.map(|id| id.to_string()),
        }
    }
}

/// The seats of both players.
pub(crate) fn seats(game: &Game) -> [SeatState; 2] {
    Player::BOTH.map(|player| {
        let seat = game.seats[player].as_ref();
        SeatState {
            taken: seat.is_some(),
            name: seat.and_then(|seat| seat.name.clone()),
        }
    })
}

impl EventState {
    /// The deed with this number. There must be one.
    pub(crate) fn of(game: &Game, ply: u32) -> Self {
        let logged = &game.log()[ply as usize];
        EventState {
            ply,
            player: logged.event.player.number(),
            deed: logged.event.deed.name(),
            mv: logged.event.deed.as_move().map(str::to_owned),
            position: logged.position.clone(),
            at: timestamp(logged.event.at),
        }
    }

    /// Those from this number on.
    pub(crate) fn since(game: &Game, ply: u32) -> Vec<Self> {
        (ply..game.ply())
            .map(|ply| EventState::of(game, ply))
            .collect()
    }
}

/// The record of a game.
pub(crate) fn record(game: &Game) -> Record {
    let players = PerPlayer::from_fn(|player| {
        let name = game.seats[player]
            .as_ref()
            .and_then(|seat| seat.name.clone());
        name.unwrap_or_else(|| "human".to_owned())
    });
    let date = quintet_arena::date(game.created);
    let mut record = Record::of(game.contest().clone(), players, date);
    if game.outcome().is_none() {
        // It goes on.
        record.termination = None;
    }
    record
}
