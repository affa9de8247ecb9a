//! The connected players of a game.

use std::sync::Arc;

use quintet_rules::Player;

use crate::live::cache::GameCache;
use crate::live::room::Room;

/// A connection of a player through a socket, until this is dropped.
pub(crate) struct ConnectedPlayer {
    games: Arc<GameCache>,
    room: Arc<Room>,
    pub(crate) player: Player,
}

impl ConnectedPlayer {
    pub(crate) fn new(games: &Arc<GameCache>, room: &Arc<Room>, player: Player) -> Self {
        let connected = ConnectedPlayer {
            games: Arc::clone(games),
            room: Arc::clone(room),
            player,
        };
        connected.count(|sockets| sockets + 1);
        connected
    }

    /// Counts the sockets of the player, and announces a change to other servers.
    fn count(&self, change: impl FnOnce(u32) -> u32) {
        if self.room.count_sockets(self.player, change) {
            self.games.announce(&[&self.room]);
        }
    }
}

impl Drop for ConnectedPlayer {
    fn drop(&mut self) {
        self.count(|sockets| sockets - 1);
    }
}
