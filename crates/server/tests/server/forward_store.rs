//! Delegation of the methods of `Store`.

/// Delegates all methods of `Store` except `write`, `game` and `close` to a field.
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
            max: u32,
        ) -> quintet_live::store::ReadFuture<'_, Vec<quintet_live::GameId>> {
            self.$inner.idle(idle, max)
        }

        fn games(
            &self,
            after: i64,
            max: u32,
        ) -> quintet_live::store::ReadFuture<'_, Vec<(i64, quintet_live::GameId)>> {
            self.$inner.games(after, max)
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

pub(crate) use forward_store;
