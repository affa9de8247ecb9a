use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use super::*;

#[tokio::test]
async fn the_number_of_connections_that_read_is_bounded() {
    let folder = tempfile::tempdir().expect("a folder");
    let store =
        Sqlite::open(&folder.path().join("games.db"), Catalogue::STANDARD).expect("a new file");
    let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
    let (end, ends) = channel::<()>();
    let ends = Arc::new(Mutex::new(ends));
    let reads = (0..4 * READERS).map(|_| {
        let (begun, ends) = (begun.clone(), Arc::clone(&ends));
        store.read(move |readers| {
            readers.with(|_| {
                begun.send(()).expect("the test waits");
                // Ends when the other end is dropped.
                Ok(ends.lock().recv().is_err())
            })
        })
    });
    let reading = futures_util::future::join_all(reads);
    let looking = async {
        for _ in 0..READERS {
            begins.recv().await.expect("a read");
        }
        assert_eq!(store.permits.available_permits(), 0, "all others wait");
        drop(end);
    };
    let (done, ()) = tokio::join!(reading, looking);
    assert_eq!(done, vec![Ok(true); 4 * READERS]);
    let idle = store.readers.idle.lock().len();
    assert!(idle <= READERS, "{idle}");
}

#[tokio::test]
async fn closing_waits_for_a_read_and_leaves_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let store =
        Sqlite::open(&folder.path().join("games.db"), Catalogue::STANDARD).expect("a new file");
    let readers = Arc::clone(&store.readers);
    let (begun, begins) = channel();
    let reading = thread::spawn(move || {
        readers.with(|connection| {
            begun.send(()).expect("the test waits");
            // Long enough for a store that does not wait to be closed.
            thread::sleep(Duration::from_millis(200));
            let count = "SELECT count(*) FROM games";
            Ok(connection.query_row(count, (), |row| row.get::<_, u32>(0))?)
        })
    });
    begins.recv().expect("the read begins");
    store.close().await;
    assert_eq!(reading.join().expect("no panic"), Ok(0));
    assert!(!folder.path().join("games.db-wal").exists());
    assert_eq!(store.readers.with(|_| Ok(())), Err(StoreError::Closed));
}
