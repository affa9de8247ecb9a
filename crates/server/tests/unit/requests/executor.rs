use quintet_games::Catalogue;

use super::*;

#[tokio::test]
async fn a_panic_fails_its_own_request_and_releases_its_permits() {
    let mut settings = Settings::default();
    settings.limits.analyses = 1;
    let executor = Executor::new(&settings);
    let variant = Catalogue::STANDARD
        .iter()
        .next()
        .expect("the catalogue is not empty")
        .standard();
    for _ in 0..3 {
        let nothing: Result<(), _> = executor.work(|| panic!("injected")).await;
        assert!(nothing.is_err());
        let nothing: Result<(), _> = executor.consult(variant, || panic!("injected")).await;
        assert!(nothing.is_err());
    }
    assert_eq!(executor.work(|| 1).await.ok(), Some(1));
    assert_eq!(executor.consult(variant, || 2).await.ok(), Some(2));
}

#[tokio::test]
async fn work_of_a_disconnected_client_still_occupies_its_permit() {
    let mut settings = Settings::default();
    settings.limits.analyses = 1;
    let executor = Executor::new(&settings);
    let (finish, wait) = std::sync::mpsc::channel::<()>();
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let work = executor.work(move || {
        begun.send(()).expect("the test waits");
        // Returns when the sender is dropped.
        let _ = wait.recv();
    });
    tokio::select! {
        biased;
        _ = work => panic!("the work is blocked"),
        _ = has_begun => {}
    }
    assert!(executor.work(|| 1).await.is_err(), "the queue is full");
    drop(finish);
    let place = executor.known.admitted.acquire().await;
    drop(place.expect("never closed"));
    assert_eq!(executor.work(|| 1).await.ok(), Some(1));
}

/// Returns an unsolved size.
fn unsolved() -> &'static dyn Variant {
    let library = Library::new(Catalogue::STANDARD, Tables::nowhere());
    let is_unsolved = |variant: &&'static dyn Variant| {
        variant.solution().table_version().is_none() && !library.oracle(*variant).is_solved()
    };
    let mut sizes = Catalogue::STANDARD
        .iter()
        .flat_map(|listing| listing.sizes.iter().copied());
    sizes.find(is_unsolved).expect("some size is unsolved")
}

#[tokio::test]
async fn solved_sizes_do_not_wait_for_searches() {
    let mut settings = Settings::default();
    settings.limits.analyses = 3;
    let executor = Arc::new(Executor::new(&settings));
    let known = Catalogue::STANDARD
        .iter()
        .next()
        .expect("the catalogue is not empty")
        .standard();
    executor.consult(known, || ()).await.expect("a response");
    executor
        .consult(unsolved(), || ())
        .await
        .expect("a response");
    let (finish, wait) = std::sync::mpsc::channel::<()>();
    let wait = Arc::new(std::sync::Mutex::new(wait));
    let searches: Vec<_> = (0..3)
        .map(|_| {
            let (executor, wait) = (Arc::clone(&executor), Arc::clone(&wait));
            tokio::spawn(async move {
                // Returns when the sender is dropped.
                let work = move || wait.lock().is_ok_and(|wait| wait.recv().is_err());
                executor.consult(unsolved(), work).await.ok()
            })
        })
        .collect();
    while executor.searching.admitted.available_permits() > 0 {
        tokio::task::yield_now().await;
    }
    let refused = executor.consult(unsolved(), || ()).await;
    assert!(refused.is_err(), "the queue for searches is full");
    assert_eq!(executor.consult(known, || 1).await.ok(), Some(1));
    assert_eq!(executor.work(|| 2).await.ok(), Some(2));
    drop(finish);
    for search in searches {
        assert_eq!(search.await.ok().flatten(), Some(true));
    }
}

#[tokio::test]
async fn a_search_is_cancelled_when_its_client_disconnects() {
    let mut settings = Settings::default();
    // Days of work.
    settings.limits.nodes = u32::MAX;
    let executor = Arc::new(Executor::new(&settings));
    let request = quintet_api::Choose {
        game: unsolved().id().to_owned(),
        size: Some(unsolved().size().to_string()),
        position: None,
        player: "perfect".to_owned(),
        seed: None,
    };
    let responding = tokio::spawn({
        let executor = Arc::clone(&executor);
        async move { executor.respond(request).await.is_ok() }
    });
    let threads = executor.searching.running.available_permits();
    while executor.searching.running.available_permits() == threads {
        tokio::task::yield_now().await;
    }
    responding.abort();
    // The thread is released when the search has ended.
    let all = u32::try_from(threads).expect("few threads");
    let free = executor.searching.running.acquire_many(all).await;
    drop(free.expect("never closed"));
}
