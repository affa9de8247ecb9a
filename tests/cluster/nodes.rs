//! Several servers on one database, each of which can be ended and started again.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use quintet_testkit::{Postgres, Ran, free_port};
use rustix::process::Signal;

use crate::link::Link;
use crate::process::{PROGRAM, Server, Setup, finished};

/// The name of the database.
const GAMES: &str = "games";

/// The servers, and what they share.
pub(crate) struct Cluster {
    nodes: Vec<Node>,
    /// How the last node reaches the database; the others reach it directly.
    pub(crate) link: Link,
    pub(crate) postgres: Postgres,
}

/// A server at an address that stays the same.
struct Node {
    setup: Setup,
    url: PathBuf,
    address: SocketAddr,
    /// `None` while it is ended.
    server: Option<Server>,
}

impl Cluster {
    /// A new database and so many nodes.
    pub(crate) fn start(nodes: usize) -> Self {
        let postgres = Postgres::start();
        let url = postgres.database(GAMES);
        let link = Link::to(postgres.port());
        let through_link = url.replace(
            &format!(":{}/", postgres.port()),
            &format!(":{}/", link.port()),
        );
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

    pub(crate) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    /// Ends a node at once, whatever it is doing.
    pub(crate) fn kill(&mut self, node: usize) {
        self.take(node).kill();
    }

    /// What a node says that was ended and does not start again.
    pub(crate) fn refused(&self, node: usize) -> Ran {
        let node = &self.nodes[node];
        assert!(node.server.is_none(), "the node runs");
        node.setup.refused(&node.url)
    }

    /// Asks a node to stop, and waits until it has.
    pub(crate) fn stop(&mut self, node: usize) {
        self.take(node).stop();
    }

    fn take(&mut self, node: usize) -> Server {
        self.nodes[node].server.take().expect("the node runs")
    }

    /// Starts a node that was ended, at its address.
    pub(crate) fn start_again(&mut self, node: usize) {
        self.nodes[node].start_again();
    }

    /// The node does nothing from now on, and nobody is told.
    pub(crate) fn pause(&self, node: usize) {
        self.signal(node, Signal::STOP);
    }

    /// The node goes on.
    pub(crate) fn resume(&self, node: usize) {
        self.signal(node, Signal::CONT);
    }

    fn signal(&self, node: usize, signal: Signal) {
        let server = self.nodes[node].server.as_ref();
        server.expect("the node runs").signal(signal);
    }

    /// What `psql` prints for statements in the database of the games.
    pub(crate) fn sql(&self, statements: &str) -> String {
        self.postgres.sql_in(GAMES, statements)
    }

    /// How many actions of each game are stored.
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

    /// Has `quintet check` look at every game.
    pub(crate) fn check(&self) {
        let mut command = Command::new(PROGRAM);
        command.arg("check").arg(&self.nodes[0].url);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        finished(command).code(0);
    }

    /// How many connections nodes have to the database.
    pub(crate) fn connections(&self) -> String {
        self.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'quintet'")
    }

    /// Lets others write to a table again that is held.
    pub(crate) fn let_go(&self) {
        assert_eq!(
            self.postgres.cut("wait_event = 'PgSleep'"),
            1,
            "a table is held"
        );
    }

    /// How many connections of nodes wait for a table that is held.
    pub(crate) fn waiting(&self) -> usize {
        let waiting =
            self.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
        waiting.parse().expect("a number")
    }

    /// Whether a table is held.
    pub(crate) fn is_held(&self) -> bool {
        self.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == "1"
    }
}

/// Keeps everybody from writing to a table until [`let_go`](Cluster::let_go).
pub(crate) fn hold(postgres: &Postgres, table: &str) {
    let lock = format!("BEGIN; LOCK TABLE {table} IN SHARE MODE; SELECT pg_sleep(60)");
    // It ends with an error, when it is let go.
    let _ = postgres.try_sql_in(GAMES, &lock);
}

impl Node {
    fn start(url: &str) -> Self {
        // Another process may take the port in the meantime.
        for _ in 0..5 {
            let port = free_port();
            let setup = Setup::generous()
                .limit("connections-a-client=0")
                .limit("rooms=100000")
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

    fn start_again(&mut self) {
        assert!(self.server.is_none(), "the node runs");
        self.server = Some(self.setup.start_on(&self.url));
    }
}
