use super::*;

#[tokio::test]
async fn each_notification_is_delivered_once() {
    let notifications = Notifications::default();
    let id = GameId::random();
    let one = NotificationBatch {
        games: HashSet::from([id]),
        ..NotificationBatch::default()
    };
    notifications.add(1, Message::Changed(id));
    notifications.add(1, Message::Changed(id));
    assert_eq!(notifications.next().await, one);
    notifications.add(1, Message::Changed(id));
    notifications.add_all();
    let both = NotificationBatch {
        all: true,
        ..one.clone()
    };
    assert_eq!(notifications.next().await, both);
    let (second, ()) = tokio::join!(notifications.next(), async {
        tokio::task::yield_now().await;
        notifications.add(1, Message::Changed(id));
    });
    assert_eq!(second, one, "and not before");
}

#[tokio::test]
async fn the_queue_is_bounded() {
    let notifications = Notifications::default();
    for _ in 0..=CAPACITY {
        notifications.add(1, Message::Changed(GameId::random()));
    }
    let batch = notifications.next().await;
    assert!(batch.all && batch.games.len() == CAPACITY);
}
