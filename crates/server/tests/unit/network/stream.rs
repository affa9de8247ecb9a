use std::net::{IpAddr, Ipv4Addr};

use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

use super::*;
use crate::network::connections::Connections;
use crate::settings::{Limits, MESSAGE_BYTES};

const SECOND: Duration = Duration::from_secs(1);

/// Returns after how many seconds a client is disconnected that lags and reads some bytes each second.
fn disconnected_after(bytes_per_second: usize) -> Option<u32> {
    let mut deadline = WriteDeadline {
        timeout: 20 * SECOND,
        lagging: None,
    };
    let start = Instant::now();
    (0..1000).find(|second| {
        let now = start + *second * SECOND;
        let is_over = deadline.start(now) <= now;
        deadline.record(bytes_per_second);
        is_over
    })
}

#[test]
fn a_client_that_reads_a_few_bytes_now_and_then_is_disconnected() {
    assert_eq!(disconnected_after(0), Some(20));
    assert_eq!(disconnected_after(1), Some(20));
    assert_eq!(disconnected_after(MIN_PROGRESS / 40), Some(20));
    assert_eq!(disconnected_after(MIN_PROGRESS / 19), None, "slow enough");
}

#[test]
fn a_used_quota_is_restored_steadily() {
    let quota = NonZeroU32::new(1000).expect("not zero");
    let (mut used, start) = (ReadQuota::default(), Instant::now());
    assert_eq!(used.wait(start), None);
    used.record(start, 1000, quota);
    assert_eq!(used.wait(start), None, "exactly the quota");
    used.record(start, 200, quota);
    assert_eq!(used.wait(start), Some(start + 2 * SECOND));
    assert_eq!(used.wait(start + 2 * SECOND), None);
    let later = start + 100 * SECOND;
    used.record(later, 1000, quota);
    assert_eq!(used.wait(later), None, "unused quota does not accumulate");
    used.record(later, 1, quota);
    assert_eq!(used.wait(later), Some(later + SECOND / 100));
}

#[tokio::test]
async fn frames_without_a_message_use_up_the_quota_of_a_socket_and_not_that_of_requests() {
    let (server, mut client) = duplex(4096);
    let address = IpAddr::from(Ipv4Addr::LOCALHOST);
    let registered = Connections::admit(&Connections::new(1), address.into(), None).await;
    let mut server = ClientStream::new(server, SECOND, registered);
    tokio::spawn(async move {
        // Empty continuation frames of a message that never ends.
        let frames = [0x00, 0x80, 0, 0, 0, 0].repeat(500);
        while client.write_all(&frames).await.is_ok() {}
    });
    let limits = Limits::default();
    let quota = (MESSAGE_BYTES + 14) * limits.messages_per_10_seconds;
    let mut buffer = [0; 1024];
    for is_socket in [false, true] {
        let mut read = 0;
        while server.read_quota.wait(Instant::now()).is_none() && read < 10 * quota as usize {
            read += server.read(&mut buffer).await.expect("the client sends");
        }
        assert_eq!(read < 2 * quota as usize, is_socket, "{read} bytes");
        server.registered.connection.becomes_socket(&limits);
    }
}
