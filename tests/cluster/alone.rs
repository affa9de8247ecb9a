//! The clients themselves are tried on one server with one file.

use quintet_testkit::free_port;

use crate::common::generous;
use crate::crowd::Crowd;

const SEED: u64 = 15;

#[test]
#[ignore = "needs PostgreSQL"]
fn clients_of_one_server_agree_after_it_was_killed() {
    let setup = generous().port(free_port());
    let server = setup.start();
    let crowd = Crowd::open(&[server.address(); 3], 30, 50, SEED);
    crowd.play();
    crowd.reach(300);
    server.kill();
    let _server = setup.start();
    crowd.reach(600);
    crowd.settle();
    crowd.know(&crowd.reached());
    let games = crowd.compare();
    let (games, actions) = (games.len(), games.values().sum::<usize>());
    eprintln!("{}", crowd.said());
    assert!(
        games > 30 && actions > 500,
        "{actions} actions of {games} games"
    );
}
