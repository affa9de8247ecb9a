//! How long games are kept: those in which nothing has happened for longer are deleted, a few at a time.

use std::time::Duration;

use quintet_live::store::{Idle, StoreError};

use crate::app::App;

/// How often games are looked for that have been kept long enough.
const PERIOD: Duration = Duration::from_hours(1);

/// Games that are deleted before others are let to the disk for a moment.
const STEP: usize = 50;

/// How long that moment is.
const PAUSE: Duration = Duration::from_millis(200);

/// Deletes what need not be kept, now and every hour.
pub(crate) async fn keep_in_bounds(app: App) {
    let mut ticks = tokio::time::interval(PERIOD);
    loop {
        ticks.tick().await;
        match app.expire().await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "deleted: they were kept long enough"),
            Err(fault) => {
                tracing::warn!(%fault, "games that were kept long enough are still there");
            }
        }
    }
}

impl App {
    /// Deletes the games that need not be kept, except those that are in use: how many they were.
    pub async fn expire(&self) -> Result<usize, StoreError> {
        let settings = self.settings();
        // Nothing is older than the year 1970.
        let before = |seconds: Option<u64>| {
            let now = self.games().store().now();
            seconds.map_or(0, |seconds| now.saturating_sub(seconds))
        };
        let idle = Idle {
            begun: before(settings.keep_seconds),
            unbegun: before(settings.keep_unbegun_seconds),
        };
        let mut deleted = 0;
        loop {
            // Those in use stay, and must not hide others.
            let most = STEP + self.games().len();
            let most = u32::try_from(most).unwrap_or(u32::MAX);
            let mut step = 0;
            for id in self.games().store().idle(idle, most).await? {
                step += usize::from(self.games().expire(id, idle).await?);
                if step == STEP {
                    break;
                }
            }
            deleted += step;
            if step == 0 {
                return Ok(deleted);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}
