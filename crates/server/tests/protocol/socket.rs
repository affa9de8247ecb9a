//! A conversation over a real socket.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use quintet_server::serve;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::common::House;
use crate::page::Said;
use crate::pattern::{self, Bindings};

/// How long a message may take before it is taken never to come.
const PATIENCE: Duration = Duration::from_secs(20);

/// Says what the client says and compares what the server says, in the order shown.
pub(crate) async fn converse(
    house: &House,
    line: &str,
    said: &[Said],
    bindings: &mut Bindings,
) -> Result<(), String> {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = tokio::spawn(serve(house.app(), listener, std::future::pending()));
    let line = bindings.fill(line);
    let path = line
        .strip_prefix("GET ")
        .expect("a socket is opened by GET");
    let stream = TcpStream::connect(address)
        .await
        .expect("the server listens");
    let url = format!("ws://{address}{path}");
    let opened = tokio_tungstenite::client_async(url, stream).await;
    let (mut socket, _) = opened.map_err(|fault| fault.to_string())?;
    for said in said {
        match said {
            Said::Client(text) => {
                let message = Message::Text(bindings.fill(text).into());
                socket
                    .send(message)
                    .await
                    .map_err(|fault| fault.to_string())?;
            }
            Said::Server(shown) => {
                let next = timeout(PATIENCE, socket.next()).await;
                let text = match next {
                    Ok(Some(Ok(Message::Text(text)))) => text,
                    other => return Err(format!("instead of {shown} came {other:?}")),
                };
                let found = serde_json::from_str(&text).map_err(|fault| fault.to_string())?;
                bindings
                    .match_json(&pattern::read(shown)?, &found)
                    .map_err(|fault| format!("{fault}\nthe server says {text}"))?;
            }
        }
    }
    serving.abort();
    Ok(())
}
