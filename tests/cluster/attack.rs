//! Many games while nodes, connections and the database fail.

use std::thread;
use std::time::Duration;

use quintet_arena::Dice;
use quintet_rules::Random;
use quintet_testkit::eventually;
use rustix::process::Signal;

use crate::crowd::Crowd;
use crate::link::State;
use crate::nodes::Cluster;

const SEED: u64 = 20_261_116;
const NODES: usize = 3;

/// The node behind the link.
const LINKED: usize = NODES - 1;

/// The queries of connections that listen for notifications.
const LISTENERS: &str = "query ~* 'listen|pg_notify|clock_timestamp'";

/// The size of the run: short, or until `QUINTET_MOVES` actions are acknowledged (`scripts/cluster`).
struct Plan {
    actions: usize,
    tables: usize,
    /// The time of play before each failure, and the duration of most failures.
    while_whole: Duration,
    while_broken: Duration,
    /// The time for which a node is stopped.
    pause: Duration,
    /// The longest time for which a player waits before a move, in milliseconds.
    thought: u32,
    /// The time limit until all clients are up to date again. Only the long run guarantees it, because the short one shares the
    /// machine with other tests.
    converged: Option<Duration>,
}

impl Plan {
    fn new() -> Self {
        let long = std::env::var("QUINTET_MOVES").ok();
        match long.map(|moves| moves.parse().expect("a number")) {
            Some(actions) => Plan {
                actions,
                tables: 500,
                while_whole: Duration::from_secs(2),
                while_broken: Duration::from_secs(1),
                pause: Duration::from_secs(10),
                thought: 1000,
                converged: Some(Duration::from_secs(3)),
            },
            None => Plan {
                actions: 1000,
                tables: 120,
                while_whole: Duration::from_millis(300),
                while_broken: Duration::from_millis(300),
                pause: Duration::from_secs(2),
                thought: 500,
                converged: None,
            },
        }
    }
}

/// A failure of a node.
struct Attack {
    cluster: Cluster,
    crowd: Crowd,
    plan: Plan,
    /// The node.
    node: usize,
}

/// A named failure, which starts and ends in its function.
type Failure = (&'static str, fn(&mut Attack));

const FAILURES: [Failure; 11] = [
    ("a node is killed", |attack| {
        attack.cluster.take(attack.node).kill();
        attack.last();
        attack.cluster.start_again(attack.node);
    }),
    // Every node listens on one connection, and has others.
    ("the listeners are cut", |attack| {
        attack.cut(LISTENERS, |connections| connections == NODES);
    }),
    ("all connections are cut", |attack| {
        attack.cut("datname = 'games'", |connections| connections > NODES);
    }),
    ("the database stops", |attack| {
        attack.cluster.postgres.stop_at_once();
        attack.last();
        attack.cluster.postgres.start_again();
    }),
    ("a node is paused", Attack::pause),
    ("the link is slow", |attack| {
        attack.through(State::Slow(Duration::from_millis(100)));
    }),
    ("the link is cut", |attack| {
        attack.cluster.link.set(State::Refused);
        let cut = attack.cluster.link.cut();
        assert!(cut > 0, "node {LINKED} is connected");
        attack.last();
        attack.cluster.link.set(State::Whole);
    }),
    ("the link is half closed", |attack| {
        attack.cluster.link.half_close();
        attack.last();
    }),
    ("the link is silent", |attack| attack.through(State::Silent)),
    ("the link is deaf", |attack| {
        attack.cluster.link.set(State::Deaf);
        attack.last();
        attack.cluster.link.cut();
        attack.cluster.link.set(State::Whole);
    }),
    ("the nodes are replaced", |attack| {
        for node in 0..NODES {
            attack.cluster.take(node).stop();
            attack.cluster.start_again(node);
            attack.last();
        }
    }),
];

impl Attack {
    fn last(&self) {
        thread::sleep(self.plan.while_broken);
    }

    /// Applies a treatment to the link for a while.
    fn through(&self, state: State) {
        self.cluster.link.set(state);
        self.last();
        self.cluster.link.set(State::Whole);
    }

    /// Cuts the connections to the database that satisfy a condition, once their number is right.
    fn cut(&self, condition: &str, is_right: fn(usize) -> bool) {
        eventually("the nodes are connected", || {
            is_right(self.cluster.count(condition))
        });
        let cut = self.cluster.postgres.cut(condition);
        assert!(is_right(cut), "{cut} connections with {condition}");
    }

    fn pause(&mut self) {
        self.cluster.signal(self.node, Signal::STOP);
        let before = self.crowd.reached();
        thread::sleep(self.plan.pause);
        // Tables whose players are on the other nodes.
        let changed = || {
            let tables = (0..).zip(before.iter().zip(self.crowd.reached()));
            let is_other = |table: usize| (table + 2) % NODES == self.node;
            tables
                .filter(|(table, (before, after))| is_other(*table) && *before < after)
                .count()
        };
        let node = self.node;
        if self.plan.converged.is_some() {
            assert!(changed() > 0, "the other nodes wait for node {node}");
        }
        eventually("the other nodes continue", || changed() > 0);
        let tables = before.len() / NODES;
        eprintln!(
            "{} of {tables} tables went on without node {node}",
            changed()
        );
        self.cluster.signal(node, Signal::CONT);
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn no_acknowledged_action_is_lost_and_all_clients_agree_whatever_fails() {
    let (plan, cluster) = (Plan::new(), Cluster::start(NODES));
    let crowd = Crowd::open(&cluster.nodes::<NODES>(), plan.tables, plan.thought, SEED);
    let mut attack = Attack {
        cluster,
        crowd,
        plan,
        node: 0,
    };
    let mut dice = Dice::new(SEED, u64::MAX);
    let (mut games, mut actions, mut late) = (0, 0, Vec::new());
    while attack.crowd.acknowledged() < attack.plan.actions {
        for (name, happen) in FAILURES {
            attack.crowd.play();
            thread::sleep(attack.plan.while_whole);
            attack.node = dice.below(NODES as u32) as usize;
            let before = attack.crowd.acknowledged();
            happen(&mut attack);
            let during = attack.crowd.acknowledged() - before;
            let took = attack.crowd.know(&attack.crowd.reached());
            eprintln!("{name}: {during} actions, all known again after {took:?}");
            if attack.plan.converged.is_some_and(|most| took > most) {
                late.push(format!("{name}: {took:?}"));
            }
        }
        attack.crowd.settle();
        let took = attack.crowd.know(&attack.crowd.reached());
        let (compared, stored) = (attack.crowd.compare(), attack.cluster.stored());
        for (game, count) in &compared {
            assert_eq!(stored.get(game), Some(count), "actions of game {game}");
        }
        games += compared.len();
        actions += compared.values().sum::<usize>();
        let said = attack.crowd.report();
        eprintln!("{said}, settled and known after {took:?}");
    }
    eprintln!("{actions} actions of {games} games compared, seed {SEED}");
    let Attack {
        mut cluster, crowd, ..
    } = attack;
    drop(crowd);
    for node in 0..NODES {
        cluster.take(node).stop();
    }
    eventually("the nodes have left the database", || {
        cluster.count("application_name = 'quintet'") == 0
    });
    cluster.check();
    assert!(
        late.is_empty(),
        "too long until everybody knew everything: {late:#?}"
    );
}
