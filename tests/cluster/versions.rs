//! Nodes of two versions beside each other: a database is first extended, and what nobody uses is removed later.

use crate::crowd::Crowd;
use crate::nodes::Cluster;

const SEED: u64 = 17;
const NODES: usize = 3;

/// What a newer program might add that this one does not know.
const EXTEND: &str = "
    ALTER TABLE quintet.games ADD COLUMN rating integer;
    ALTER TABLE quintet.seats ADD COLUMN colour text NOT NULL DEFAULT 'red';
    ALTER TABLE quintet.log ADD COLUMN thought integer NOT NULL DEFAULT 0;
    CREATE TABLE quintet.rating (game bigint PRIMARY KEY REFERENCES quintet.games (key) ON DELETE CASCADE);
    UPDATE quintet.schema SET version = version + 1";

/// What it does once no older one runs any more.
const CONTRACT: &str = "UPDATE quintet.schema SET version = version + 1, oldest = version + 1";

#[test]
#[ignore = "needs PostgreSQL"]
fn nodes_go_on_when_the_database_becomes_newer_and_refuse_one_that_is_too_new() {
    let mut cluster = Cluster::start(NODES);
    let crowd = Crowd::open(&cluster.nodes::<NODES>(), 30, 100, SEED);
    crowd.play();
    crowd.reach(200);
    cluster.sql(EXTEND);
    crowd.reach(crowd.acknowledged() + 200);
    // Older nodes also start on it.
    for node in 0..NODES {
        cluster.take(node).stop();
        cluster.start_again(node);
        crowd.reach(crowd.acknowledged() + 100);
    }
    crowd.agree();
    drop(crowd);
    cluster.sql(CONTRACT);
    cluster.take(0).stop();
    let refused = cluster.refused(0).code(2);
    refused.complains("needs a newer program");
}
