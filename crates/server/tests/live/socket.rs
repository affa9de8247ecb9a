//! What a socket carries: news, and the game as it is then.

use std::io::ErrorKind;
use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use quintet_live::Token;
use quintet_rules::Player;
use quintet_server::serve;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::common::description;
use crate::people::{Client, House, position, unlimited};

struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Watches a game: the socket, and the game as it is told first.
    async fn watch(address: SocketAddr, id: &str, watch: Value) -> (Self, Value) {
        let mut socket = Socket::open(address, id).await;
        socket.say(json!({"watch": watch})).await;
        let state = socket.hear().await["state"].clone();
        assert!(state.is_object(), "the game comes first");
        (socket, state)
    }

    async fn say(&mut self, message: Value) {
        let sent = self.0.send(Message::text(message.to_string())).await;
        sent.expect("sent");
    }

    /// A socket that has not said what it watches.
    async fn open(address: SocketAddr, id: &str) -> Self {
        let stream = TcpStream::connect(address).await.expect("a connection");
        let url = format!("ws://{address}/api/v1/games/{id}/socket");
        let opened = tokio_tungstenite::client_async(url, stream).await;
        Socket(opened.expect("a socket").0)
    }

    /// With which number the server closes it.
    async fn close_code(&mut self) -> u16 {
        loop {
            let message = self.0.next().await.expect("a close").expect("read");
            if let Message::Close(frame) = message {
                return frame.expect("a number").code.into();
            }
        }
    }

    /// The next message, which must be as it is described.
    async fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.next().await.expect("open").expect("read") {
                let message = serde_json::from_str(&text).expect("a document");
                let schema = json!({"$ref": "#/components/schemas/ServerMessage"});
                let judged = description::judge(&schema).validate(&message);
                judged.unwrap_or_else(|fault| panic!("{fault}: {message}"));
                return message;
            }
        }
    }
}

/// Gives a server a network.
async fn listening(house: &House) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(serve(house.app(), listener, std::future::pending()));
    address
}

/// Opens a game: its address and the token of Player 1.
async fn open(client: &Client) -> (String, String) {
    let opened = client
        .post("/api/v1/games", json!({"game": "gridlock", "seat": 1}))
        .await;
    (opened.field("/game/id"), opened.field("/token"))
}

#[tokio::test]
async fn the_last_of_several_news_carries_the_game_as_it_is_then() {
    let house = House::new();
    let address = listening(&house).await;
    let (one, two, id) = house.two_players().await;
    one.play(&id, 0, "2 2").await.ok();
    two.play(&id, 1, "3 3").await.ok();
    let (mut socket, state) = Socket::watch(address, &id, json!({"since": 0})).await;
    assert_eq!(state["view"]["position"], "..../.X../..O./.... 1");
    let (first, last) = (socket.hear().await, socket.hear().await);
    assert_eq!(
        (&first["event"]["ply"], &last["event"]["ply"]),
        (&json!(0), &json!(1))
    );
    assert!(first.get("game").is_none(), "{first}");
    assert_eq!(last["game"], state);
    two.act(&id, 2, "offer-take-back").await.ok();
    assert_eq!(socket.hear().await["game"]["offer"], 2);
    one.act(&id, 3, "accept-take-back").await.ok();
    let game = socket.hear().await["game"].clone();
    let sentence = "Player 1 (X) plays 2 2.";
    let ply = json!({"move": "2 2", "player": 1, "touches": [5], "sentence": sentence});
    assert_eq!(game["plies"], json!([ply]));
    assert_eq!(game["view"]["to_move"], 2);
    assert_eq!(game["view"]["position"], position(&game).text());
    two.act(&id, 4, "resign").await.ok();
    let game = socket.hear().await["game"].clone();
    assert_eq!((&game["resigned"], &game["winner"]), (&json!(2), &json!(1)));
    let sentence = position(&game).variant().resigned(Player::Two);
    assert_eq!(game["ending"], sentence);
    one.post(&format!("/api/v1/games/{id}/rematch"), json!({}))
        .await
        .ok();
    let heard = socket.hear().await;
    assert!(heard["rematch"].is_string(), "{heard}");
    assert_eq!(heard["rematch"], heard["game"]["rematch"]);
}

#[tokio::test]
async fn an_answer_carries_the_game_and_so_does_a_taken_seat() {
    let house = House::new();
    let address = listening(&house).await;
    let client = house.stranger();
    let (id, token) = open(&client).await;
    let (mut socket, state) = Socket::watch(address, &id, json!({"token": token})).await;
    assert_eq!(state["you"], 1);
    client
        .post(&format!("/api/v1/games/{id}/join"), json!({"name": "Blue"}))
        .await
        .ok();
    let heard = socket.hear().await;
    assert_eq!(heard["seats"][1]["name"], "Blue");
    assert_eq!(heard["seats"], heard["game"]["seats"]);
    let action = json!({"id": 9, "ply": 0, "action": "move", "move": "2-2"});
    socket.say(action).await;
    let answer = socket.hear().await;
    assert_eq!(
        (&answer["id"], &answer["done"]["ply"]),
        (&json!(9), &json!(0))
    );
    assert_eq!(answer["game"]["view"]["position"], "..../.X../..../.... 2");
    assert_eq!(answer["game"]["you"], 1);
    let event = socket.hear().await;
    assert_eq!(event["event"], answer["done"]);
    assert_eq!(event["game"], answer["game"]);
}

#[tokio::test]
async fn a_client_that_wants_no_views_gets_news_alone() {
    let house = House::new();
    let address = listening(&house).await;
    let (id, token) = open(&house.stranger()).await;
    let watch = json!({"token": token, "views": false});
    let (mut socket, state) = Socket::watch(address, &id, watch).await;
    assert!(state.get("view").is_none() && state.get("plies").is_none());
    let action = json!({"id": 1, "ply": 0, "action": "move", "move": "2 2"});
    socket.say(action).await;
    for field in ["done", "event"] {
        let heard = socket.hear().await;
        assert!(heard[field].is_object(), "{heard}");
        assert!(heard.get("game").is_none(), "{heard}");
    }
    let late = json!({"id": 2, "ply": 0, "action": "resign"});
    socket.say(late).await;
    let problem = socket.hear().await["problem"].clone();
    assert_eq!(problem["current"]["ply"], 1);
    assert!(problem["current"].get("view").is_none(), "{problem}");
}

#[tokio::test]
async fn pings_before_the_first_message_are_counted() {
    let house = House::new();
    let address = listening(&house).await;
    let (id, _) = open(&house.stranger()).await;
    let mut socket = Socket::open(address, &id).await;
    // More than may be sent in 10 seconds, and no message.
    for _ in 0..60 {
        let ping = Message::Ping(Vec::new().into());
        socket.0.feed(ping).await.expect("sent");
    }
    socket.0.flush().await.expect("sent");
    assert_eq!(socket.close_code().await, 1008);
}

#[tokio::test]
async fn sockets_with_wrong_tokens_are_closed_when_there_are_too_many() {
    let mut settings = unlimited();
    settings.limits.wrong_tokens_a_minute = 2;
    let house = House::with(settings);
    let address = listening(&house).await;
    let (id, token) = open(&house.stranger()).await;
    let guess = || json!({"token": Token::random().reveal()});
    for _ in 0..2 {
        let (_, state) = Socket::watch(address, &id, guess()).await;
        assert_eq!(state["you"], json!(null));
    }
    let mut refused = Socket::open(address, &id).await;
    refused.say(json!({"watch": guess()})).await;
    assert_eq!(refused.close_code().await, 1008);
    let (_, state) = Socket::watch(address, &id, json!({"token": token})).await;
    assert_eq!(state["you"], 1);
}

#[tokio::test]
async fn sockets_through_which_nothing_is_watched_give_way_to_new_connections() {
    let mut settings = unlimited();
    settings.limits.connections = 4;
    let house = House::with(settings);
    let address = listening(&house).await;
    let (id, _) = open(&house.stranger()).await;
    let mut silent = Vec::new();
    for _ in 0..4 {
        silent.push(Socket::open(address, &id).await);
    }
    let (_, state) = Socket::watch(address, &id, json!({})).await;
    assert_eq!(state["ply"], 0);
    assert_eq!(silent[0].close_code().await, 1013);
}

#[tokio::test]
async fn when_there_are_too_many_connections_idle_ones_give_way_to_new_ones() {
    let mut settings = unlimited();
    settings.limits.connections = 4;
    let house = House::with(settings);
    let address = listening(&house).await;
    let (id, token) = open(&house.stranger()).await;
    let watch = json!({"token": token});
    let (mut player, _) = Socket::watch(address, &id, watch).await;
    let mut idle = Vec::new();
    for _ in 0..10 {
        let mut connection = TcpStream::connect(address).await.expect("a connection");
        let request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
        connection.write_all(request).await.expect("sent");
        let mut answer = [0; 12];
        connection.read_exact(&mut answer).await.expect("answered");
        assert_eq!(&answer, b"HTTP/1.1 200");
        idle.push(connection);
    }
    // The oldest has been closed, and the socket has not.
    let mut rest = Vec::new();
    let read = idle[0].read_to_end(&mut rest).await;
    assert!(read.is_ok() || read.is_err_and(|fault| fault.kind() == ErrorKind::ConnectionReset));
    let mv = json!({"id": 1, "ply": 0, "action": "move", "move": "2 2"});
    player.say(mv).await;
    assert_eq!(player.hear().await["done"]["ply"], 0);
}
