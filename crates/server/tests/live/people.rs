//! People who play with each other.

use axum::http::StatusCode;
use quintet_games::AnyPosition;
use quintet_rules::Player;
use serde_json::{Value, json};

pub(crate) use crate::common::{Answer, Client, House, unlimited};

impl House {
    /// Two players in a new game of the first variant, and its address.
    pub(crate) async fn two_players(&self) -> (Client, Client, String) {
        let game = crate::games().next().expect("there are games").id;
        let opened = self
            .stranger()
            .post("/api/v1/games", json!({"game": game, "seat": 1}))
            .await;
        assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
        let id = opened.field("/game/id");
        let joined = self
            .stranger()
            .post(&format!("/api/v1/games/{id}/join"), json!({}))
            .await;
        assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
        let holder = |answer: &Answer| self.stranger().with_token(&answer.field("/token"));
        (holder(&opened), holder(&joined), id)
    }
}

impl Client {
    /// Does something in a game.
    pub(crate) async fn act(&self, id: &str, ply: u64, action: &str) -> Answer {
        let path = format!("/api/v1/games/{id}/actions");
        self.post(&path, json!({"ply": ply, "action": action}))
            .await
    }

    /// Moves in a game.
    pub(crate) async fn play(&self, id: &str, ply: u64, mv: &str) -> Answer {
        let path = format!("/api/v1/games/{id}/actions");
        let body = json!({"ply": ply, "action": "move", "move": mv});
        self.post(&path, body).await
    }

    /// The game as it is now.
    pub(crate) async fn look(&self, id: &str) -> Value {
        let found = self.get(&format!("/api/v1/games/{id}")).await;
        found.ok()
    }
}

/// The position of a game as the server describes it.
pub(crate) fn position(state: &Value) -> Box<dyn AnyPosition> {
    let text = |name: &str| state[name].as_str().expect("a text").to_owned();
    let listing = quintet_catalogue::find(&text("game")).expect("a listed game");
    let variant = listing.size(&text("size")).expect("a listed size");
    variant.position(&text("position")).expect("a position")
}

/// The number of the player to move.
pub(crate) fn to_move(state: &Value) -> Player {
    position(state).to_move()
}
