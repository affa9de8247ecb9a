//! Deletes idle games, a few at a time.

use std::time::Duration;

use quintet_live::store::{Idle, StoreError};

use crate::app::App;

/// Interval between searches for idle games.
const PERIOD: Duration = Duration::from_hours(1);

/// Games deleted before a pause, in which others use the disk.
const STEP: usize = 50;

/// Length of the pause.
const PAUSE: Duration = Duration::from_millis(200);

/// Deletes idle games, now and every hour.
pub(crate) async fn delete_idle_games(app: App) {
    let mut ticks = tokio::time::interval(PERIOD);
    loop {
        ticks.tick().await;
        match app.expire().await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "deleted idle games"),
            Err(error) => {
                tracing::warn!(%error, "cannot delete idle games");
            }
        }
    }
}

impl App {
    /// Deletes idle games that are not in memory. Returns their number.
    pub async fn expire(&self) -> Result<usize, StoreError> {
        let settings = &self.settings;
        // No game is older than the year 1970.
        let before = |seconds: Option<u64>| {
            let now = self.games.store().now();
            seconds.map_or(0, |seconds| now.saturating_sub(seconds))
        };
        let idle = Idle {
            begun: before(settings.keep_seconds),
            unbegun: before(settings.keep_unbegun_seconds),
        };
        let mut deleted = 0;
        loop {
            // Games in memory stay, and must not hide others.
            let most = STEP + self.games.len();
            let most = u32::try_from(most).unwrap_or(u32::MAX);
            let mut step = 0;
            for id in self.games.store().idle(idle, most).await? {
                step += usize::from(self.games.expire(id, idle).await?);
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
