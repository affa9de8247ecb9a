//! A live game as JSON: what requests and sockets carry.

use std::borrow::Cow;
use std::sync::Arc;

use quintet_api::{PlyDocument, View, json};
use quintet_arena::{Ending, Record, timestamp};
use quintet_live::store::Seat;
use quintet_live::{Action, Drawing, Game};
use quintet_rules::{PerPlayer, Player};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};
use utoipa::openapi::{Object, ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::http::problem::{Problem, kind};

/// A game as it is now.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct State {
    /// Its address.
    pub(super) id: String,
    /// The id of the game that is played.
    game: &'static str,
    /// The board, such as `4x4`.
    size: String,
    /// The position from which it is played.
    start: String,
    /// When it was opened.
    created: String,
    /// The number of the next action.
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
    /// Who has won, if anyone.
    #[schema(required, minimum = 1, maximum = 2)]
    winner: Option<u8>,
    /// How it ended: `normal` or `resigned`; `null` if it goes on.
    #[schema(required)]
    termination: Option<&'static str>,
    /// Who has given up, if anyone.
    #[schema(required, minimum = 1, maximum = 2)]
    resigned: Option<u8>,
    /// How it ended, in words; `null` if it goes on.
    #[schema(required)]
    ending: Option<String>,
    /// The seats of Player 1 and Player 2.
    #[schema(min_items = 2, max_items = 2)]
    seats: [SeatState; 2],
    /// The seat of the client that asks; `null` if it has none.
    #[schema(required, minimum = 1, maximum = 2)]
    you: Option<u8>,
    /// What the client that asks can do next, of `move`, `resign`, `offer-take-back`, `accept-take-back`
    /// and `decline-take-back`; empty if it has no seat.
    can: Vec<&'static str>,
    /// Who has offered to take back a move and waits for the answer.
    #[schema(required, minimum = 1, maximum = 2)]
    offer: Option<u8>,
    /// The address of the game that follows.
    #[schema(required)]
    rematch: Option<String>,
    /// The position, ready to be shown and to take a move; absent if the client wants no views.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<View>)]
    view: Option<ViewOf>,
    /// The moves that stand, with the cells that each names; absent if the client wants no views.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<PlyDocument>>)]
    plies: Option<PliesOf>,
}

/// The view in a drawing that the clients of a game share.
#[derive(Clone)]
struct ViewOf(Arc<Drawing>);

/// The plies in a drawing that the clients of a game share.
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

/// A seat.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Seat)]
pub(crate) struct SeatState {
    /// Whether a player has it, or it is reserved for one.
    taken: bool,
    /// Whether it is reserved for a player of the game before, who has not come yet.
    reserved: bool,
    /// The name of the player.
    #[schema(required)]
    name: Option<String>,
    /// Whether the player is connected, through at least one socket.
    here: bool,
}

/// An action of the log.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Event)]
pub(crate) struct EventState {
    /// Its number.
    ply: u32,
    /// Who did it.
    #[schema(minimum = 1, maximum = 2)]
    player: u8,
    /// The kind of action.
    #[schema(schema_with = kind_schema)]
    action: &'static str,
    /// The move, if it is one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    /// What everyone must know if play goes on differently from there; absent if there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<String>,
    /// The position after it.
    position: String,
    /// When it was done.
    at: String,
}

/// An action to be done.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionRequest {
    /// The number that it is to have: `ply` of the game as the sender knows it.
    pub(crate) ply: u32,
    /// The kind of action.
    action: String,
    /// The move in either spelling, exactly if the action is one.
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// The schema of the kind of an action that has been done.
fn kind_schema() -> Object {
    let words = Action::WORDS.iter().map(Action::name);
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(["move"].into_iter().chain(words)))
        .description(Some("The kind of action."))
        .build()
}

/// The schema of an action to be done, with these other fields. There is a move exactly if the action is one.
fn action_schema(description: &str, fields: &Value) -> RefOr<Schema> {
    let form = |names: Vec<&str>, mv: Value, needed: &[&str]| {
        let mut properties = fields.clone();
        properties["action"] =
            json!({"type": "string", "enum": names, "description": "The kind of action."});
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
    let mv = json!({"type": "string", "description": "The move in either spelling."});
    let none = json!({"type": "null", "description": "Nothing."});
    let forms = [
        form(vec!["move"], mv, &["action", "move"]),
        form(words, none, &["action"]),
    ];
    let schema = json!({"description": description, "oneOf": forms});
    serde_json::from_value(schema).expect("the schema is one")
}

/// The schema of the number of an action.
fn ply_schema() -> Value {
    let about = "The number that it is to have: `ply` of the game as the sender knows it.";
    json!({"type": "integer", "format": "int32", "minimum": 0, "description": about})
}

impl PartialSchema for ActionRequest {
    fn schema() -> RefOr<Schema> {
        action_schema("An action to be done.", &json!({"ply": ply_schema()}))
    }
}

impl ToSchema for ActionRequest {
    fn name() -> Cow<'static, str> {
        "ActionRequest".into()
    }
}

/// What a client says through a socket, for the description: each message is read as what it must be.
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
    /// What the client wants to be told.
    #[serde(deserialize_with = "json::object")]
    pub(crate) watch: Watch,
}

/// What a client wants to be told.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Watch {
    /// The number of the first action that the client does not know.
    #[serde(default)]
    pub(crate) since: u32,
    /// The token of a seat, if the client is a program that plays.
    pub(crate) token: Option<String>,
    /// Whether messages carry the game with its view; they do unless it is said otherwise.
    #[serde(default = "yes")]
    pub(crate) views: bool,
}

pub(super) fn yes() -> bool {
    true
}

/// An action, with a number by which the client knows the answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NumberedAction {
    /// The number that the answer will have.
    pub(crate) id: u64,
    /// The number that the action is to have: `ply` of the game as the sender knows it.
    ply: u32,
    /// The kind of action.
    action: String,
    /// The move in either spelling, exactly if the action is one.
    #[serde(rename = "move")]
    mv: Option<String>,
}

impl PartialSchema for NumberedAction {
    fn schema() -> RefOr<Schema> {
        let about = "The number that the answer will have.";
        let id = json!({"type": "integer", "minimum": 0, "description": about});
        let about = "An action, with a number by which the client knows the answer.";
        action_schema(about, &json!({"id": id, "ply": ply_schema()}))
    }
}

impl ToSchema for NumberedAction {
    fn name() -> Cow<'static, str> {
        "NumberedAction".into()
    }
}

/// What the server says through a socket.
#[derive(ToSchema)]
pub(crate) struct ServerMessage {
    #[serde(flatten)]
    pub(crate) news: News,
    /// The game as it is now: with an answer and with the last of several news, if the client wants
    /// views.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<Box<State>>,
}

/// What a message of the server is about.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum News {
    /// The first message.
    State {
        /// The game as it is now.
        state: Box<State>,
    },
    /// A seat has been taken.
    Seats {
        /// The seats of Player 1 and Player 2.
        #[schema(min_items = 2, max_items = 2)]
        seats: [SeatState; 2],
    },
    /// The game that follows has been opened.
    Rematch {
        /// Its address.
        rematch: String,
    },
    /// An action has been added to the log.
    Event {
        /// The action.
        #[schema(value_type = EventState)]
        event: EventText,
    },
    /// The client's action is in the log.
    Done {
        /// The number of the client's message.
        id: u64,
        /// The action.
        #[schema(value_type = EventState)]
        done: EventText,
    },
    /// The client's action is refused.
    Refused {
        /// The number of the client's message.
        id: u64,
        /// Why.
        problem: Problem,
    },
}

impl From<News> for ServerMessage {
    fn from(news: News) -> Self {
        ServerMessage { news, game: None }
    }
}

impl ServerMessage {
    /// The message as it is sent.
    pub(crate) fn text(&self) -> String {
        let written = |value: serde_json::Result<String>| value.expect("a message can be written");
        let mut text = written(serde_json::to_string(&self.news));
        if let Some(game) = &self.game {
            // One more field of the object.
            text.pop();
            text.push_str(",\"game\":");
            text.push_str(&written(serde_json::to_string(game)));
            text.push('}');
        }
        text
    }
}

/// An [`EventState`] that is written once for all messages that tell of it.
#[derive(Clone)]
pub(crate) struct EventText(Arc<RawValue>);

impl EventText {
    /// The action with this number. There must be one.
    pub(crate) fn of(game: &Game, ply: u32) -> Self {
        let text = to_raw_value(&EventState::of(game, ply));
        EventText(text.expect("an action can be written").into())
    }
}

impl Serialize for EventText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
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
    /// The action that is asked for.
    pub(crate) fn action(&self) -> Result<Action, Problem> {
        Action::read(&self.action, self.mv.as_deref()).ok_or_else(|| {
            let words: Vec<_> = Action::WORDS.iter().map(Action::name).collect();
            let words = words.join(", ");
            let wanted = format!("an action is one of {words}, or move together with a move");
            Problem::new(kind::BAD_REQUEST, wanted)
        })
    }
}

impl State {
    /// The game for the client that has this seat, with its view if that is wanted.
    pub(crate) fn of(game: &Game, here: Connected, you: Option<Player>, has_view: bool) -> Self {
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
            seats: seats(game, here),
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

/// The seats of both players.
pub(crate) fn seats(game: &Game, here: Connected) -> [SeatState; 2] {
    Player::BOTH.map(|player| {
        let seat = game.seats[player].as_ref();
        SeatState {
            taken: seat.is_some(),
            reserved: seat.is_some_and(Seat::is_reserved),
            name: seat.and_then(|seat| seat.name.clone()),
            here: here[player],
        }
    })
}

impl EventState {
    /// The action with this number. There must be one.
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
    Record::of(game.session().clone(), players, date)
}
