//! Everything that the server keeps about a game, for its players.

use quintet_arena::timestamp;
use quintet_live::store::{Seat, StoredGame};
use quintet_rules::Player;
use serde::Serialize;
use utoipa::ToSchema;

/// Everything that is kept about a game, but the hashes of the tokens.
#[derive(Serialize, ToSchema)]
pub(crate) struct Export {
    /// Its address.
    id: String,
    /// The id of the game that is played.
    game: String,
    /// The board, such as `4x4`.
    size: String,
    /// The position from which it is played.
    start: String,
    /// When it was opened.
    created: String,
    /// The address of the game that it follows.
    #[schema(required)]
    rematch_of: Option<String>,
    /// The address of the game that follows.
    #[schema(required)]
    rematch: Option<String>,
    /// The seats of Player 1 and Player 2; `null` if nobody has it.
    #[schema(min_items = 2, max_items = 2)]
    seats: [Option<ExportedSeat>; 2],
    /// What has been done, in order.
    log: Vec<ExportedEvent>,
}

/// A seat that a player has.
#[derive(Serialize, ToSchema)]
struct ExportedSeat {
    /// The name of the player.
    #[schema(required)]
    name: Option<String>,
    /// When its token was given.
    since: String,
}

/// An action of the log.
#[derive(Serialize, ToSchema)]
struct ExportedEvent {
    /// Its number.
    ply: usize,
    /// Who did it.
    #[schema(minimum = 1, maximum = 2)]
    player: u8,
    /// `move`, `resign`, `offer-take-back`, `accept-take-back` or `decline-take-back`.
    action: &'static str,
    /// The move, if it is one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    /// When it was done.
    at: String,
}

impl From<StoredGame> for Export {
    fn from(stored: StoredGame) -> Self {
        let StoredGame {
            opening,
            log,
            rematch,
            revision: _,
        } = stored;
        let seat = |seat: &Seat| ExportedSeat {
            name: seat.name.clone(),
            since: timestamp(seat.since),
        };
        Export {
            id: opening.id.to_string(),
            created: timestamp(opening.created),
            rematch_of: opening.rematch_of.map(|id| id.to_string()),
            rematch: rematch.map(|id| id.to_string()),
            seats: Player::BOTH.map(|player| opening.seats[player].as_ref().map(seat)),
            game: opening.game,
            size: opening.size,
            start: opening.start,
            log: log
                .into_iter()
                .enumerate()
                .map(|(ply, event)| ExportedEvent {
                    ply,
                    player: event.player.number(),
                    action: event.action.name(),
                    mv: event.action.as_move().map(str::to_owned),
                    at: timestamp(event.at),
                })
                .collect(),
        }
    }
}
