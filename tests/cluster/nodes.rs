//! Several servers on one database, each of which can be stopped and restarted.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;

use quintet_testkit::{Postgres, Ran, free_port};
use rustix::process::Signal;

use crate::common::generous;
use crate::common::server::{Server, Setup};
use crate::link::Link;

/// The name of the database.
pub(crate) const GAMES: &str = "games";

/// The servers and their database.
pub(crate) struct Cluster {
    nodes: Vec<Node>,
    /// The link between the last node and the database. The others connect directly.
    pub(crate) link: Link,
    pub(crate) postgres: Postgres,
}

/// A server at an address that stays the same.
struct Node {
    setup: Setup,
    url: PathBuf,
    address: SocketAddr,
    /// `None` while it is stopped.
    server: Option<Server>,
}

impl Cluster {
    /// Starts nodes on a new database.
    pub(crate) fn start(nodes: usize) -> Self {
        let postgres = Postgres::start();
        let url = postgres.database(GAMES);
        let link = Link::to(postgres.port());
        let [direct, linked] = [postgres.port(), link.port()].map(|port| format!(":{port}/"));
        let through_link = url.replace(&direct, &linked);
        let mut cluster = Cluster {
            nodes: Vec::new(),
            link,
            postgres,
        };
        for n in 0..nodes {
            let url = if n + 1 == nodes { &through_link } else { &url };
            cluster.nodes.push(Node::start(url));
        }
        cluster
    }

    /// Returns the addresses of all nodes.
    pub(crate) fn nodes<const N: usize>(&self) -> [SocketAddr; N] {
        let addresses: Vec<_> = self.nodes.iter().map(|node| node.address).collect();
        addresses.try_into().expect("the number of nodes")
    }

    /// Returns the output of a stopped node that fails to start.
    pub(crate) fn refused(&self, node: usize) -> Ran {
        let node = &self.nodes[node];
        assert!(node.server.is_none(), "the node runs");
        node.setup.refused(&node.url)
    }

    /// Returns the server of a node, to be stopped.
    pub(crate) fn take(&mut self, node: usize) -> Server {
        self.nodes[node].server.take().expect("the node runs")
    }

    /// Restarts a stopped node at its address.
    pub(crate) fn start_again(&mut self, node: usize) {
        let node = &mut self.nodes[node];
        assert!(node.server.is_none(), "the node runs");
        node.server = Some(node.setup.start_on(&node.url));
    }

    /// Sends a signal to a node.
    pub(crate) fn signal(&self, node: usize, signal: Signal) {
        let server = self.nodes[node].server.as_ref();
        server.expect("the node runs").signal(signal);
    }

    /// Returns the output of `psql` for statements in the database of the games.
    pub(crate) fn sql(&self, statements: &str) -> String {
        self.postgres.sql_in(GAMES, statements)
    }

    /// Returns the number of stored actions of each game.
    pub(crate) fn stored(&self) -> BTreeMap<String, usize> {
        let counted = self.sql(
            "SELECT g.id, count(l.ply) FROM quintet.games g LEFT JOIN quintet.log l ON l.game = g.key GROUP BY g.id",
        );
        let game = |line: &str| {
            let (id, count) = line.split_once('|').expect("two columns");
            (id.to_owned(), count.parse().expect("a number"))
        };
        counted.lines().map(game).collect()
    }

    /// Runs `quintet check` on all games.
    pub(crate) fn check(&self) {
        let Node { setup, url, .. } = &self.nodes[0];
        setup.run(&[&"check", url]).code(0);
    }

    /// Returns the number of connections to the database that satisfy a condition on `pg_stat_activity`.
    pub(crate) fn count(&self, condition: &str) -> usize {
        let others = "backend_type = 'client backend' AND pid <> pg_backend_pid()";
        let select =
            format!("SELECT count(*) FROM pg_stat_activity WHERE {others} AND ({condition})");
        self.sql(&select).parse().expect("a number")
    }
}

impl Node {
    fn start(url: &str) -> Self {
        // Another process may take the port in the meantime.
        for _ in 0..5 {
            let port = free_port();
            let setup = generous()
                .limit("connections-per-client=0")
                .limit("games-in-memory=100000")
                .port(port);
            let mut server = setup.spawn(url.as_ref());
            if server.has_started() {
                return Node {
                    setup,
                    url: url.into(),
                    address: server.address(),
                    server: Some(server),
                };
            }
            eprintln!("{}", setup.log());
        }
        panic!("no node starts on {url}");
    }
}
