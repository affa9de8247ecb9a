//! Nodes of two versions on one database: a newer program first extends the tables, and removes unused parts later.

use crate::crowd::Crowd;
use crate::nodes::Cluster;

const SEED: u64 = 17;
const NODES: usize = 3;

/// Extensions by a newer program.
const EXTEND: &str = "
    ALTER TABLE quintet.games ADD COLUMN rating integer;
    ALTER TABLE quintet.seats ADD COLUMN color text NOT NULL DEFAULT 'red';
    ALTER TABLE quintet.log ADD COLUMN thought integer NOT NULL DEFAULT 0;
    CREATE TABLE quintet.rating (game bigint PRIMARY KEY REFERENCES quintet.games (key) ON DELETE CASCADE);
    UPDATE quintet.schema SET version = version + 1";

/// The change after which older programs can no longer use the database.
const CONTRACT: &str = "UPDATE quintet.schema SET version = version + 1, oldest = version + 1";

#[test]
#[ignore = "needs PostgreSQL"]
fn nodes_use_a_database_that_is_newer_but_compatible_and_refuse_others() {
    let mut cluster = Cluster::start(NODES);
    let crowd = Crowd::open(&cluster.nodes::<NODES>(), 30, 100, SEED);
    crowd.play();
    crowd.reach(200);
    cluster.sql(EXTEND);
    crowd.reach(crowd.acknowledged() + 200);
    // Older nodes can also be restarted.
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
