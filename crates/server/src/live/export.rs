//! All stored data of a game, for its players.

use quintet_arena::timestamp;
use quintet_live::store::{Seat, StoredGame};
use quintet_rules::Player;
use serde::Serialize;
use utoipa::ToSchema;

/// All stored data of a game, except the hashes of the tokens.
#[derive(Serialize, ToSchema)]
pub(crate) struct Export {
    /// Address of the game.
    id: String,
    /// Id of the game in the catalogue.
    game: String,
    /// Board size, such as `4x4`.
    size: String,
    /// Position at the start.
    start: String,
    /// Time of opening.
    created: String,
    /// Address of the game of which this is the rematch.
    #[schema(required)]
    rematch_of: Option<String>,
    /// Address of the rematch.
    #[schema(required)]
    rematch: Option<String>,
    /// Seats of Player 1 and Player 2; `null` if a seat is free.
    #[schema(min_items = 2, max_items = 2)]
    seats: [Option<ExportedSeat>; 2],
    /// Actions, in order.
    log: Vec<ExportedEvent>,
}

/// A taken seat.
#[derive(Serialize, ToSchema)]
struct ExportedSeat {
    /// Name of the player.
    #[schema(required)]
    name: Option<String>,
    /// Time at which its token was issued.
    since: String,
}

/// An action of the game.
#[derive(Serialize, ToSchema)]
struct ExportedEvent {
    /// Number of the action.
    ply: usize,
    /// The player who acted.
    #[schema(minimum = 1, maximum = 2)]
    player: u8,
    /// `move`, `resign`, `offer-take-back`, `accept-take-back` or `decline-take-back`.
    action: &'static str,
    /// The move, if the action is one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    /// Time of the action.
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
