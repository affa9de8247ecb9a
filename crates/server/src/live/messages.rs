//! A live game as JSON, in HTTP responses and WebSocket messages.

use std::sync::Arc;

use quintet_api::{PlyDocument, View, json};
use quintet_arena::{Ending, Record, timestamp};
use quintet_live::store::Seat;
use quintet_live::{Action, Drawing, Game};
use quintet_rules::{PerPlayer, Player};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};
use utoipa::openapi::{Object, ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::http::problem::{Problem, kind};

/// The current state of a game.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct State {
    /// Address of the game.
    pub(super) id: String,
    /// Id of the game in the catalogue.
    game: &'static str,
    /// Board size, such as `4x4`.
    size: String,
    /// Position at the start.
    start: String,
    /// Time of opening.
    created: String,
    /// Number of the next action.
    ply: u32,
    /// Moves played and not taken back.
    moves: Vec<String>,
    /// Current position.
    position: String,
    /// The player to move.
    #[schema(minimum = 1, maximum = 2)]
    to_move: u8,
    /// True if the game is over.
    over: bool,
    /// The winner; `null` if there is none.
    #[schema(required, minimum = 1, maximum = 2)]
    winner: Option<u8>,
    /// How the game ended: `normal` or `resigned`; `null` if it is not over.
    #[schema(required)]
    termination: Option<&'static str>,
    /// The player who resigned; `null` if neither did.
    #[schema(required, minimum = 1, maximum = 2)]
    resigned: Option<u8>,
    /// How the game ended, in words; `null` if it is not over.
    #[schema(required)]
    ending: Option<String>,
    /// Seats of Player 1 and Player 2.
    #[schema(min_items = 2, max_items = 2)]
    seats: [SeatState; 2],
    /// Seat of the client; `null` for a spectator.
    #[schema(required, minimum = 1, maximum = 2)]
    you: Option<u8>,
    /// Actions available to the client: `move`, `resign`, `offer-take-back`, `accept-take-back` or
    /// `decline-take-back`; empty for a spectator.
    can: Vec<&'static str>,
    /// The player whose offer to take back a move is open; `null` without one.
    #[schema(required, minimum = 1, maximum = 2)]
    offer: Option<u8>,
    /// Address of the rematch.
    #[schema(required)]
    rematch: Option<String>,
    /// The position for display and input; absent if the client declined views.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<View>)]
    view: Option<ViewOf>,
    /// The moves with the cells of each; absent if the client declined views.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<PlyDocument>>)]
    plies: Option<PliesOf>,
}

/// The view of a drawing, which the clients of a game share.
#[derive(Clone)]
struct ViewOf(Arc<Drawing>);

/// The plies of a drawing, which the clients of a game share.
#[derive(Clone)]
struct PliesOf(Arc<Drawing>);

impl Serialize for ViewOf {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.view.serialize(to)
    }
}

impl Serialize for PliesOf {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.plies.serialize(to)
    }
}

/// A seat, with the name and presence of its player.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Seat)]
pub(crate) struct SeatState {
    /// True if the seat is taken or reserved.
    taken: bool,
    /// True if the seat is reserved for a player of the previous game.
    reserved: bool,
    /// Name of the player.
    #[schema(required)]
    name: Option<String>,
    /// True if the player is connected.
    here: bool,
}

/// An action of the game.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Event)]
pub(crate) struct EventState {
    /// Number of the action.
    ply: u32,
    /// The player who acted.
    #[schema(minimum = 1, maximum = 2)]
    player: u8,
    /// Kind of action.
    #[schema(schema_with = kind_schema)]
    action: &'static str,
    /// The move, if the action is one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    /// Announcement that different rules apply from here; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<String>,
    /// Position after the action.
    position: String,
    /// Time of the action.
    at: String,
}

/// An action to perform.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionRequest {
    /// Number of the action: `ply` of the game as the client last saw it.
    pub(crate) ply: u32,
    /// Kind of action.
    action: String,
    /// The move in either notation; only if the action is a move.
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// Returns the schema of the kind of a stored action.
fn kind_schema() -> Object {
    let words = Action::WORDS.iter().map(Action::name);
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(["move"].into_iter().chain(words)))
        .description(Some("Kind of action."))
        .build()
}

/// Returns the schema of an action to perform, with additional fields. It has a move only if the action is one.
fn action_schema(description: &str, fields: &Value) -> RefOr<Schema> {
    let form = |names: Vec<&str>, mv: Value, needed: &[&str]| {
        let mut properties = fields.clone();
        properties["action"] =
            json!({"type": "string", "enum": names, "description": "Kind of action."});
        properties["move"] = mv;
        let fields = fields.as_object().into_iter().flat_map(Map::keys);
        let required: Vec<_> = fields
            .map(String::as_str)
            .chain(needed.iter().copied())
            .collect();
        json!({
            "type": "object", "properties": properties, "required": required,
            "additionalProperties": false,
        })
    };
    let words = Action::WORDS.iter().map(Action::name).collect();
    let mv = json!({"type": "string", "description": "The move in either notation."});
    let none = json!({"type": "null", "description": "Nothing."});
    let forms = [
        form(vec!["move"], mv, &["action", "move"]),
        form(words, none, &["action"]),
    ];
    let schema = json!({"description": description, "oneOf": forms});
    serde_json::from_value(schema).expect("the schema is one")
}

/// Returns the schema of the number of an action.
fn ply_schema() -> Value {
    let about = "Number of the action: `ply` of the game as the client last saw it.";
    json!({"type": "integer", "format": "int32", "minimum": 0, "description": about})
}

impl PartialSchema for ActionRequest {
    fn schema() -> RefOr<Schema> {
        action_schema("An action to perform.", &json!({"ply": ply_schema()}))
    }
}

impl ToSchema for ActionRequest {}

/// A message of a client, for the documentation only: the first message and the others are parsed separately.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum ClientMessage {
    /// The first message.
    Watch(WatchMessage),
    /// An action.
    Action(NumberedAction),
}

/// The first message of a client.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WatchMessage {
    /// Options of the client.
    #[serde(deserialize_with = "json::object")]
    pub(crate) watch: Watch,
}

/// Options of a client that watches a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Watch {
    /// Number of the first action that the client does not have.
    #[serde(default)]
    pub(crate) since: u32,
    /// Token of a seat, if the client is a program that plays.
    pub(crate) token: Option<String>,
    /// Include the view of the game in messages. Default: true.
    #[serde(default = "yes")]
    pub(crate) views: bool,
}

pub(super) fn yes() -> bool {
    true
}

/// An action with an id, which the response repeats.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NumberedAction {
    /// Id of the response.
    pub(crate) id: u64,
    /// Number of the action: `ply` of the game as the client last saw it.
    ply: u32,
    /// Kind of action.
    action: String,
    /// The move in either notation; only if the action is a move.
    #[serde(rename = "move")]
    mv: Option<String>,
}

impl PartialSchema for NumberedAction {
    fn schema() -> RefOr<Schema> {
        let about = "Id of the response.";
        let id = json!({"type": "integer", "minimum": 0, "description": about});
        let about = "An action with an id, which the response repeats.";
        action_schema(about, &json!({"id": id, "ply": ply_schema()}))
    }
}

impl ToSchema for NumberedAction {}

/// A message of the server.
#[derive(Serialize, ToSchema)]
pub(crate) struct ServerMessage {
    #[serde(flatten)]
    pub(crate) news: News,
    /// Current state of the game: in a response and in the last of several messages, unless the client declined views.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<Box<State>>,
}

/// The content of a message of the server.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum News {
    /// The first message.
    State {
        /// Current state of the game.
        state: Box<State>,
    },
    /// The seats have changed.
    Seats {
        /// Seats of Player 1 and Player 2.
        #[schema(min_items = 2, max_items = 2)]
        seats: [SeatState; 2],
    },
    /// The rematch was opened.
    Rematch {
        /// Address of the rematch.
        rematch: String,
    },
    /// An action was performed.
    Event {
        /// The action.
        event: EventState,
    },
    /// The client's action is stored.
    Done {
        /// Id of the client's message.
        id: u64,
        /// The action.
        done: EventState,
    },
    /// The client's action was rejected.
    Refused {
        /// Id of the client's message.
        id: u64,
        /// The error.
        problem: Problem,
    },
}

impl From<News> for ServerMessage {
    fn from(news: News) -> Self {
        ServerMessage { news, game: None }
    }
}

impl From<NumberedAction> for ActionRequest {
    fn from(
        NumberedAction {
            ply, action, mv, ..
        }: NumberedAction,
    ) -> Self {
        ActionRequest { ply, action, mv }
    }
}

impl ActionRequest {
    /// Returns the requested action.
    pub(crate) fn action(&self) -> Result<Action, Problem> {
        Action::read(&self.action, self.mv.as_deref()).ok_or_else(|| {
            let words: Vec<_> = Action::WORDS.iter().map(Action::name).collect();
            let words = words.join(", ");
            let wanted = format!("an action is one of {words}, or move with a move");
            Problem::new(kind::BAD_REQUEST, wanted)
        })
    }
}

impl State {
    /// Returns the state for the client with this seat, with the view if `has_view` is set.
    pub(crate) fn of(
        game: &Game,
        connected: Connected,
        you: Option<Player>,
        has_view: bool,
    ) -> Self {
        let session = game.session();
        let position = session.position();
        let ended = session.ended();
        let drawing = has_view.then(|| game.drawing());
        State {
            id: game.id.to_string(),
            game: game.variant().id(),
            size: game.variant().size().to_string(),
            start: session.start().text(),
            created: timestamp(game.created),
            ply: game.ply(),
            moves: session.plies().iter().map(|ply| ply.mv.clone()).collect(),
            position: position.text(),
            to_move: position.to_move().number(),
            over: ended.is_some(),
            winner: game.outcome().map(|outcome| outcome.winner.number()),
            termination: ended.map(|ending| ending.termination().name()),
            resigned: ended.and_then(Ending::resigned).map(Player::number),
            ending: session.ending(),
            seats: seats(game, connected),
            you: you.map(Player::number),
            can: you.map_or_else(Vec::new, |player| game.can(player)),
            offer: game.offer().map(Player::number),
            rematch: game.rematch.map(|id| id.to_string()),
            view: drawing.clone().map(ViewOf),
            plies: drawing.map(PliesOf),
        }
    }
}

/// Which players are connected.
pub(crate) type Connected = PerPlayer<bool>;

/// Returns the seats of both players.
pub(crate) fn seats(game: &Game, connected: Connected) -> [SeatState; 2] {
    Player::BOTH.map(|player| {
        let seat = game.seats[player].as_ref();
        SeatState {
            taken: seat.is_some(),
            reserved: seat.is_some_and(Seat::is_reserved),
            name: seat.and_then(|seat| seat.name.clone()),
            here: connected[player],
        }
    })
}

impl EventState {
    /// Returns the action with this number, which must exist.
    pub(crate) fn of(game: &Game, ply: u32) -> Self {
        let logged = &game.log()[ply as usize];
        EventState {
            ply,
            player: logged.event.player.number(),
            action: logged.event.action.name(),
            mv: logged.event.action.as_move().map(str::to_owned),
            notice: logged.notice.clone(),
            position: logged.position.clone(),
            at: timestamp(logged.event.at),
        }
    }

    /// Returns the actions from this number on.
    pub(crate) fn since(game: &Game, ply: u32) -> Vec<Self> {
        (ply..game.ply())
            .map(|ply| EventState::of(game, ply))
            .collect()
    }
}

/// Returns the record of a game.
pub(crate) fn record(game: &Game) -> Record {
    let players = PerPlayer::from_fn(|player| {
        let name = game.seats[player]
            .as_ref()
            .and_then(|seat| seat.name.clone());
        name.unwrap_or_else(|| "human".to_owned())
    });
    let date = quintet_arena::date(game.created);
    Record::of(game.session().clone(), players, date)
}
