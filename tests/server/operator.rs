//! The operator's view of a server: health checks, metrics, the log, and the deletion of games.

use quintet_arena::Offer;
use quintet_games::Catalogue;
use quintet_rules::Player;
use quintet_testkit::http::{HttpRequest, get, metric};
use quintet_testkit::socket::upgrade;
use quintet_testkit::{Socket, eventually};
use serde_json::Value;

use crate::common::server::Setup;
use crate::common::{setup, start_with_table};
use crate::table::{Table, action, line, mv};

#[test]
fn a_finished_game_leaves_memory_with_its_last_client() {
    let server = setup().option("--admin=127.0.0.1:0").start();
    let (address, admin) = (server.address(), server.admin());
    get("/metrics").ask(address).problem(404, "not-found");
    let table = Table::open(address, "gridlock");
    for is_over in [false, true] {
        let sockets = [0; 2].map(|_| Socket::watch(address, &table.id, 0, None).0);
        if is_over {
            table.act(address, Player::One, &action(0, "resign"));
        }
        for socket in sockets {
            assert_eq!(metric(admin, "rooms"), 1);
            drop(socket);
        }
        eventually("the sockets are closed", || metric(admin, "sockets") == 0);
        assert_eq!(metric(admin, "rooms"), usize::from(!is_over));
    }
    assert_eq!(table.state(address)["over"], true);
    let delete = HttpRequest::new("DELETE", &format!("/games/{}", table.id));
    assert_eq!(delete.ask(admin).status, 204);
    get(&table.path("")).ask(address).problem(404, "not-found");
}

/// Returns the log lines about the request with an id. They may arrive after the response.
pub(crate) fn lines(setup: &Setup, id: &str) -> Vec<Value> {
    let mut found = Vec::new();
    eventually("the request is logged", || {
        let log = setup.log();
        // The last line may be incomplete.
        let lines = log
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        found = lines
            .filter(|line: &Value| line["span"]["id"] == id)
            .collect();
        !found.is_empty()
    });
    found
}

#[test]
fn a_request_is_logged_with_the_id_of_its_response() {
    let setup = setup().option("--verbose");
    let (_server, address, table) = start_with_table(&setup);
    for request in [
        get("/"),
        get("/nowhere"),
        get("/").host("evil.example"),
        upgrade(&table.id),
        table.action(Player::One, &mv(0, &line("gridlock")[0])),
    ] {
        let answer = request.ask(address);
        let lines = lines(&setup, answer.header("x-request-id").expect("an id"));
        assert_eq!(lines.len(), 1, "{}", setup.log());
        assert_eq!(lines[0]["fields"]["status"], answer.status);
        assert_eq!(lines[0]["span"].get("client"), None);
    }
}

#[test]
fn the_log_has_the_addresses_of_clients_only_on_request() {
    for is_wanted in [false, true] {
        let mut setup = setup()
            .option("--verbose")
            .option("--behind-proxy=127.0.0.1");
        if is_wanted {
            setup = setup.option("--log-addresses");
        }
        let server = setup.start();
        let request = get("/").header("X-Forwarded-For", "6.6.6.6, [2001:db8::7]:4711");
        let answer = request.ask(server.address());
        let line = &lines(&setup, answer.header("x-request-id").expect("an id"))[0];
        let client = line["span"].get("client").and_then(Value::as_str);
        assert_eq!(client, is_wanted.then_some("2001:db8::7"));
        assert_eq!(setup.log().contains("2001:db8::7"), is_wanted);
    }
}

#[test]
fn the_log_names_the_tables_that_could_be_built() {
    let setup = setup();
    let _server = setup.start();
    let variants = Catalogue::STANDARD
        .iter()
        .flat_map(|listing| listing.sizes.iter().copied());
    let offers: Vec<Offer> = variants.filter_map(Offer::of).collect();
    assert!(!offers.is_empty());
    for offer in offers {
        let sentence = offer.to_string();
        eventually("it is logged", || setup.log().contains(&sentence));
    }
}

#[test]
fn games_are_deleted_after_the_configured_days() {
    let setup = setup().option("--keep-days=30");
    let server = setup.start();
    let [old, young] = [0; 2].map(|_| Table::open(server.address(), "gridlock"));
    server.stop();
    let connection = rusqlite::Connection::open(setup.db()).expect("the file");
    // The creation time is part of the hash, so the game is now damaged. It is deleted regardless.
    let aged = connection.execute("UPDATE games SET created = 1 WHERE id = ?1", [&old.id]);
    assert_eq!(aged, Ok(1));
    drop(connection);
    let server = setup.start();
    let status = |table: &Table| get(&table.path("")).ask(server.address()).status;
    eventually("the old one is gone", || status(&old) == 404);
    assert_eq!(status(&young), 200);
    eventually("it is logged", || {
        setup.log().contains("deleted idle games")
    });
}
