//! Many games while nodes, connections and the database fail.

use std::thread;
use std::time::Duration;

use quintet_arena::Dice;
use quintet_rules::Random;

use crate::crowd::Crowd;
use crate::link::State;
use crate::nodes::Cluster;
use crate::process::eventually;

const SEED: u64 = 20_261_116;
const NODES: usize = 3;

/// The node behind the link.
const LINKED: usize = NODES - 1;

/// On the connections that listen nothing else is asked than to tell others, and the time.
const LISTENERS: &str = "query ~* 'listen|pg_notify|clock_timestamp'";

/// How much of everything: a short run, or until `QUINTET_MOVES` are acknowledged (`scripts/cluster`).
struct Plan {
    actions: usize,
    tables: usize,
    /// How long is played before each failure, and how long most of them last.
    while_whole: Duration,
    while_broken: Duration,
    /// How long a node is stopped.
    pause: Duration,
    /// The longest time for which a player thinks, in milliseconds.
    thought: u32,
    /// How long it may take until everybody knows everything again. Only the long run promises that: in the short one others
    /// use the machine, too.
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

/// What goes wrong.
#[derive(Clone, Copy, Debug)]
enum Failure {
    NodeKilled,
    ListenersCut,
    ConnectionsCut,
    DatabaseStopped,
    NodePaused,
    LinkSlow,
    LinkCut,
    LinkHalfClosed,
    LinkSilent,
    LinkDeaf,
    NodesReplaced,
}

const FAILURES: [Failure; 11] = [
    Failure::NodeKilled,
    Failure::ListenersCut,
    Failure::ConnectionsCut,
    Failure::DatabaseStopped,
    Failure::NodePaused,
    Failure::LinkSlow,
    Failure::LinkCut,
    Failure::LinkHalfClosed,
    Failure::LinkSilent,
    Failure::LinkDeaf,
    Failure::NodesReplaced,
];

impl Failure {
    /// Makes it happen, and brings it to an end.
    fn happen(self, cluster: &mut Cluster, crowd: &Crowd, plan: &Plan, dice: &mut Dice) {
        let node = dice.below(NODES as u32) as usize;
        let last = || thread::sleep(plan.while_broken);
        match self {
            Failure::NodeKilled => {
                cluster.kill(node);
                last();
                cluster.start_again(node);
            }
            Failure::ListenersCut => {
                let cut = cluster.postgres.cut(LISTENERS);
                assert_eq!(cut, NODES, "every node listens on one connection");
            }
            Failure::ConnectionsCut => {
                let cut = cluster.postgres.cut("datname = 'games'");
                assert!(cut > NODES, "{cut} connections");
            }
            Failure::DatabaseStopped => {
                cluster.postgres.stop_at_once();
                last();
                cluster.postgres.start_again();
            }
            Failure::NodePaused => {
                cluster.pause(node);
                let before = crowd.reached();
                thread::sleep(plan.pause);
                // Of the tables whose players are on the other nodes.
                let changed = (0..)
                    .zip(before.iter().zip(&crowd.reached()))
                    .filter(|(table, (before, after))| {
                        (table + 2) % NODES == node && before < after
                    })
                    .count();
                eprintln!(
                    "{changed} of {} tables went on without node {node}",
                    before.len() / NODES
                );
                assert!(changed > 0, "the other nodes wait for node {node}");
                cluster.resume(node);
            }
            Failure::LinkSlow => {
                Failure::through(State::Slow(Duration::from_millis(100)), cluster, last);
            }
            Failure::LinkCut => {
                cluster.link.set(State::Refused);
                assert!(cluster.link.cut() > 0, "node {LINKED} is connected");
                last();
                cluster.link.set(State::Whole);
            }
            Failure::LinkHalfClosed => {
                cluster.link.half_close();
                last();
            }
            Failure::LinkSilent => Failure::through(State::Silent, cluster, last),
            Failure::LinkDeaf => {
                cluster.link.set(State::Deaf);
                last();
                cluster.link.cut();
                cluster.link.set(State::Whole);
            }
            Failure::NodesReplaced => {
                for node in 0..NODES {
                    cluster.stop(node);
                    cluster.start_again(node);
                    last();
                }
            }
        }
    }

    fn through(state: State, cluster: &Cluster, last: impl Fn()) {
        cluster.link.set(state);
        last();
        cluster.link.set(State::Whole);
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn nothing_acknowledged_is_lost_and_everybody_agrees_whatever_fails() {
    let plan = Plan::new();
    let mut cluster = Cluster::start(NODES);
    let crowd = Crowd::open(cluster.addresses(), plan.tables, plan.thought, SEED);
    let mut dice = Dice::new(SEED, u64::MAX);
    let (mut games, mut actions, mut late) = (0, 0, Vec::new());
    while crowd.acknowledged() < plan.actions {
        for failure in FAILURES {
            crowd.play();
            thread::sleep(plan.while_whole);
            let before = crowd.acknowledged();
            failure.happen(&mut cluster, &crowd, &plan, &mut dice);
            let during = crowd.acknowledged() - before;
            let took = crowd.know(&crowd.reached());
            eprintln!("{failure:?}: {during} actions meanwhile, all known again after {took:?}");
            if plan.converged.is_some_and(|most| took > most) {
                late.push(format!("{failure:?} took {took:?}"));
            }
        }
        crowd.settle();
        let took = crowd.know(&crowd.reached());
        let (compared, stored) = (crowd.compare(), cluster.stored());
        for (game, count) in &compared {
            assert_eq!(stored.get(game), Some(count), "actions of game {game}");
        }
        games += compared.len();
        actions += compared.values().sum::<usize>();
        eprintln!("{}, settled and known after {took:?}", crowd.said());
    }
    eprintln!("{actions} actions of {games} games compared, seed {SEED}");
    drop(crowd);
    for node in 0..NODES {
        cluster.stop(node);
    }
    eventually("the nodes have left the database", || {
        cluster.connections() == "0"
    });
    cluster.check();
    assert!(
        late.is_empty(),
        "too long until everybody knew everything: {late:#?}"
    );
}
