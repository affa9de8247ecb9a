//! Stores that are put before others.

/// What a store leaves to the one in its field: all but writing, reading a game and closing.
///
/// ```
/// # use std::pin::Pin;
/// # use quintet_live::GameId;
/// use quintet_live::store::{Change, ReadFuture, Sqlite, Store, StoredGame, WriteFuture};
///
/// struct Plain(Sqlite);
///
/// impl Store for Plain {
///     quintet_testkit::forward_store!(0);
///
///     fn write(&self, change: Change) -> WriteFuture {
///         self.0.write(change)
///     }
/// #   fn game(&self, id: GameId) -> ReadFuture<'_, Option<StoredGame>> {
/// #       self.0.game(id)
/// #   }
/// #   fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
/// #       self.0.close()
/// #   }
///     // ...
/// }
/// ```
#[macro_export]
macro_rules! forward_store {
    ($inner:tt) => {
        fn events_since(
            &self,
            known: Vec<quintet_live::store::GameVersion>,
        ) -> quintet_live::store::ReadFuture<'_, Vec<quintet_live::store::GameUpdate>> {
            self.$inner.events_since(known)
        }

        fn subscribe(&self) -> Option<std::sync::Arc<quintet_live::store::Notifications>> {
            self.$inner.subscribe()
        }

        fn idle(
            &self,
            idle: quintet_live::store::Idle,
            most: u32,
        ) -> quintet_live::store::ReadFuture<'_, Vec<quintet_live::GameId>> {
            self.$inner.idle(idle, most)
        }

        fn games(
            &self,
            after: i64,
            most: u32,
        ) -> quintet_live::store::ReadFuture<'_, Vec<(i64, quintet_live::GameId)>> {
            self.$inner.games(after, most)
        }

        fn now(&self) -> u64 {
            self.$inner.now()
        }

        fn secret(&self) -> &quintet_live::Token {
            self.$inner.secret()
        }

        fn health(&self) -> Result<(), quintet_live::store::StoreError> {
            self.$inner.health()
        }
    };
}
