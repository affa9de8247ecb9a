//! Stores that are put before others.

/// What a store leaves to the one in its field: all but writing, reading a game and closing.
///
/// ```
/// # use std::pin::Pin;
/// # use quintet_live::GameId;
/// use quintet_live::store::{Change, Reading, Sqlite, Store, StoredGame, Written};
///
/// struct Plain(Sqlite);
///
/// impl Store for Plain {
///     quintet_testkit::forward_store!(0);
///
///     fn write(&self, change: Change) -> Written {
///         self.0.write(change)
///     }
/// #   fn game(&self, id: GameId) -> Reading<'_, Option<StoredGame>> {
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
            known: Vec<quintet_live::store::Known>,
        ) -> quintet_live::store::Reading<'_, Vec<quintet_live::store::Since>> {
            self.$inner.events_since(known)
        }

        fn subscribe(&self) -> Option<std::sync::Arc<quintet_live::store::Hints>> {
            self.$inner.subscribe()
        }

        fn idle(
            &self,
            idle: quintet_live::store::Idle,
            most: u32,
        ) -> quintet_live::store::Reading<'_, Vec<quintet_live::GameId>> {
            self.$inner.idle(idle, most)
        }

        fn games(
            &self,
            after: i64,
            most: u32,
        ) -> quintet_live::store::Reading<'_, Vec<(i64, quintet_live::GameId)>> {
            self.$inner.games(after, most)
        }

        fn now(&self) -> u64 {
            self.$inner.now()
        }

        fn secret(&self) -> &quintet_live::Token {
            self.$inner.secret()
        }

        fn health(&self) -> Result<(), quintet_live::store::StoreFault> {
            self.$inner.health()
        }
    };
}
