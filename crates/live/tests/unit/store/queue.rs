use super::*;

#[tokio::test]
async fn a_full_queue_refuses_further_changes() {
    let (queue, mut jobs) = Queue::new();
    let waiting: Vec<_> = (0..CAPACITY).map(|_| queue.write(Change::Probe)).collect();
    assert_eq!(queue.write(Change::Probe).await, Err(StoreError::Full));
    assert_eq!(queue.stats().waiting, CAPACITY as u64);
    assert_eq!(jobs.next().await.len(), BATCH);
    assert_eq!(queue.stats().waiting, (CAPACITY - BATCH) as u64);
    assert_eq!(queue.health(), Ok(()));
    drop((jobs, waiting));
    assert_eq!(queue.health(), Err(StoreError::Closed));
    assert_eq!(queue.write(Change::Probe).await, Err(StoreError::Closed));
}
