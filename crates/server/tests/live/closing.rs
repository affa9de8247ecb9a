//! Why a socket is closed: the code tells the client.

use futures_util::{SinkExt, StreamExt};
use quintet_server::serve;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::people::House;

const WATCH: &str = r#"{"watch": {"since": 0}}"#;

fn text(bytes: &[u8]) -> Message {
    let code = OpCode::Data(Data::Text);
    Message::Frame(Frame::message(bytes.to_vec(), code, true))
}

#[tokio::test]
async fn the_code_says_why_a_socket_is_closed() {
    let house = House::new();
    let (_, _, id) = house.two_players().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = tokio::spawn(serve(house.app(), listener, std::future::pending()));
    let pings = vec![Message::Ping(Vec::new().into()); 60];
    let reserved = Frame::message(Vec::new(), OpCode::Data(Data::Reserved(3)), true);
    for (code, messages) in [
        (1009, vec![Message::text("x".repeat(4097))]),
        (1007, vec![text(b"{\"id\": \"\xff\"}")]),
        (1008, pings),
        (1008, vec![Message::text("nonsense")]),
        (1003, vec![Message::binary(b"{}".to_vec())]),
        (1002, vec![Message::Frame(reserved)]),
    ] {
        let stream = TcpStream::connect(address).await.expect("a connection");
        let url = format!("ws://{address}/api/v1/games/{id}/socket");
        let opened = tokio_tungstenite::client_async(url, stream).await;
        let (mut socket, _) = opened.expect("a socket");
        socket.send(Message::text(WATCH)).await.expect("sent");
        for message in messages {
            // The server may have closed the socket before the last one.
            let _ = socket.send(message).await;
        }
        let mut closed = None;
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Close(Some(frame)) = message {
                closed = Some(u16::from(frame.code));
            }
        }
        assert_eq!(closed, Some(code));
    }
    serving.abort();
}

#[tokio::test]
async fn a_field_that_nobody_knows_closes_a_socket() {
    let house = House::new();
    let (_, _, id) = house.two_players().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = tokio::spawn(serve(house.app(), listener, std::future::pending()));
    for messages in [
        vec![r#"{"watch": {"since": 0, "colour": 1}}"#],
        vec![r#"{"watch": {"since": 0}, "colour": 1}"#],
        vec![r#"{"watch": [0, null, true]}"#],
        vec![r#"[{"since": 0}]"#],
        vec![
            WATCH,
            r#"{"id": 1, "ply": 0, "action": "resign", "colour": 1}"#,
        ],
        vec![WATCH, r#"{"id": 1, "id": 1, "ply": 0, "action": "resign"}"#],
        vec![
            WATCH,
            r#"{"id": 9007199254740992, "ply": 0, "action": "resign"}"#,
        ],
        vec![WATCH, r#"[1, 0, "resign", null]"#],
    ] {
        let stream = TcpStream::connect(address).await.expect("a connection");
        let url = format!("ws://{address}/api/v1/games/{id}/socket");
        let opened = tokio_tungstenite::client_async(url, stream).await;
        let (mut socket, _) = opened.expect("a socket");
        for message in &messages {
            socket.send(Message::text(*message)).await.expect("sent");
        }
        let mut heard = Vec::new();
        while let Some(Ok(message)) = socket.next().await {
            heard.push(message);
        }
        let closed = heard.iter().find_map(|message| match message {
            Message::Close(Some(frame)) => Some(u16::from(frame.code)),
            _ => None,
        });
        assert_eq!(closed, Some(1008), "{messages:?}: {heard:?}");
    }
    serving.abort();
}
