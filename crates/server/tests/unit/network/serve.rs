use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

#[tokio::test]
async fn a_task_that_panics_is_restarted_until_it_finishes() {
    let starts = AtomicU32::new(0);
    run_forever("test", || async {
        assert!(
            starts.fetch_add(1, Ordering::Relaxed) >= 1,
            "the first start panics"
        );
    })
    .await;
    assert_eq!(starts.into_inner(), 2);
}
