use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use futures_util::FutureExt;

use super::*;

fn client(number: u32) -> Client {
    IpAddr::from(Ipv4Addr::from(number)).into()
}

fn admitted(connections: &Arc<Connections>, client: Client) -> Registered {
    let admitted = Connections::admit(connections, client, None).now_or_never();
    admitted.expect("there is room")
}

fn a_moment_passes() {
    let now = Instant::now();
    while Instant::now() == now {}
}

fn gives_way(registered: &Registered) -> bool {
    registered.connection.gives_way().now_or_never().is_some()
}

#[test]
fn the_client_with_the_most_connections_loses_the_one_idle_for_longest() {
    let connections = Connections::new(9);
    let mut open = Vec::new();
    for number in [1, 2, 2, 2, 3] {
        open.push(admitted(&connections, client(number)));
        a_moment_passes();
    }
    // Used after the others were opened.
    drop(Connection::answers(&open[1].connection));
    let leaving = |open: &[Registered]| open.iter().position(gives_way);
    for wanted in [2, 3] {
        connections.make_room();
        assert_eq!(leaving(&open), Some(wanted));
        open.remove(wanted);
        open.insert(wanted, admitted(&connections, client(9)));
        drop(Connection::answers(&open[wanted].connection));
    }
}

#[test]
fn the_networks_of_one_customer_are_counted_together() {
    let connections = Connections::new(9);
    let network = |number| IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 1, number, 0, 0, 0, 1)).into();
    let clients = [client(1), client(1), network(1), network(2), network(3)];
    let open = clients.map(|client| {
        a_moment_passes();
        admitted(&connections, client)
    });
    connections.make_room();
    assert_eq!(open.iter().position(gives_way), Some(2));
}

#[test]
fn a_request_or_a_socket_does_not_give_way() {
    let connections = Connections::new(9);
    let [asking, socket, idle] = [1, 1, 2].map(|number| admitted(&connections, client(number)));
    let _answering = Connection::answers(&asking.connection);
    let silent = admitted(&connections, client(1));
    for socket in [&socket, &silent] {
        let answering = Connection::answers(&socket.connection);
        socket.connection.becomes_socket(&Limits::default());
        drop(answering);
    }
    assert!(socket.connection.stays());
    for _ in 0..3 {
        connections.make_room();
    }
    assert!(gives_way(&silent), "it does not watch a game yet");
    assert!(!silent.connection.stays(), "too late");
    assert!(!gives_way(&idle), "one is enough");
    drop(silent);
    for _ in 0..3 {
        connections.make_room();
    }
    assert!(gives_way(&idle));
    assert!(!gives_way(&asking) && !gives_way(&socket));
    drop((asking, socket, idle));
    assert!(connections.open.lock().is_empty());
}
