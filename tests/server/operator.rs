//! What the operator of a server sees: health, figures and the log.

use quintet_arena::Offer;
use quintet_catalogue::catalogue;
use quintet_rules::Player;
use quintet_testkit::http::{Request, get, metric};
use serde_json::{Value, json};

use crate::process::{Setup, eventually};
use crate::socket::{Socket, upgrade};
use crate::table::{Table, line, mv};

const WATCHED: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

#[test]
fn health_and_metrics_have_an_address_of_their_own_if_it_is_given() {
    let server = Setup::new().option("--admin=127.0.0.1:0").start();
    let admin = server.admin();
    for path in WATCHED {
        // By any name: there is no rule about hosts here.
        for host in ["10.1.2.3:5556", "quintet.default.svc.cluster.local", ""] {
            get(path).host(host).ask(admin).expect(200);
        }
        get(path).ask(server.address()).problem(404, "not-found");
        Request::new("POST", path)
            .ask(admin)
            .problem(405, "method-not-allowed");
    }
    for path in ["/", "/api/v1/catalogue", "/index.html"] {
        get(path).ask(admin).problem(404, "not-found");
    }
    let beside = Setup::new().start();
    for path in WATCHED {
        get(path).ask(beside.address()).expect(200);
        get(path)
            .host("10.1.2.3")
            .ask(beside.address())
            .problem(403, "foreign");
    }
}

#[test]
fn figures_tell_what_the_server_does() {
    let server = Setup::new().option("--admin=127.0.0.1:0").start();
    let (address, admin) = (server.address(), server.admin());
    let version = env!("CARGO_PKG_VERSION");
    let text = get("/metrics").ask(admin).text();
    assert!(
        text.contains(&format!("quintet_build_info{{version=\"{version}\"}} 1\n")),
        "{text}"
    );
    for (name, expected) in [
        ("rooms", 0),
        ("sockets", 0),
        ("store_waiting", 0),
        ("analyses{lane=\"known\"}", 0),
        ("analyses{lane=\"searching\"}", 0),
    ] {
        assert_eq!(metric(admin, name), expected, "{name}");
    }
    let before = metric(admin, "store_commits_total");
    let table = Table::open(address, "gridlock");
    table.play(address, 0, &line("gridlock")[..2]);
    let socket = Socket::ask(address, &upgrade(&table.id)).expect("an answer");
    let _socket = socket.expect("a socket");
    assert_eq!(metric(admin, "rooms"), 1);
    eventually("the socket is counted", || metric(admin, "sockets") == 1);
    // The opening, the second seat and two moves, each acknowledged before the next was sent.
    assert_eq!(metric(admin, "store_commits_total"), before + 4);
    assert!(metric(admin, "store_log_bytes") > 0);
    let text = get("/metrics").ask(admin).text();
    let seconds = text
        .lines()
        .find_map(|line| line.strip_prefix("quintet_store_commit_seconds_total "));
    let seconds: f64 = seconds.and_then(|text| text.parse().ok()).expect("a time");
    assert!(seconds > 0.0);
}

#[test]
fn refusals_are_counted_by_their_reason() {
    let server = Setup::new().option("--admin=127.0.0.1:0").start();
    let (address, admin) = (server.address(), server.admin());
    let table = Table::open(address, "gridlock");
    let late = table.action(Player::One, &mv(7, &line("gridlock")[0]));
    for _ in 0..3 {
        late.ask(address).problem(409, "late");
    }
    get("/nowhere").ask(address).problem(404, "not-found");
    get("/")
        .host("evil.example")
        .ask(address)
        .problem(403, "foreign");
    for (reason, count) in [("late", 3), ("not-found", 1), ("foreign", 1)] {
        let name = format!("refusals_total{{reason=\"{reason}\"}}");
        assert_eq!(metric(admin, &name), count, "{reason}");
    }
    // On a socket, too.
    let token = &table.tokens[Player::One];
    let (mut socket, _) = Socket::watch(address, &table.id, 0, Some(token));
    let mut action = mv(7, &line("gridlock")[0]);
    action["id"] = 1.into();
    socket.say(&action).expect("sent");
    socket.hear().expect("a message");
    assert_eq!(metric(admin, "refusals_total{reason=\"late\"}"), 4);
}

/// The lines of the log about the request with an id. They may come a moment after the answer.
pub(crate) fn lines(setup: &Setup, id: &str) -> Vec<Value> {
    let mut found = Vec::new();
    eventually("the request is logged", || {
        let log = setup.log();
        // The last one may not be whole yet.
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
fn a_request_has_an_id_in_its_answer_and_in_the_log() {
    let setup = Setup::new().option("--verbose");
    let server = setup.start();
    let table = Table::open(server.address(), "gridlock");
    let requests = [
        get("/"),
        get("/nowhere"),
        get("/").host("evil.example"),
        upgrade(&table.id),
        table.action(Player::One, &mv(0, &line("gridlock")[0])),
    ];
    let mut seen = Vec::new();
    for request in requests {
        // Nobody but a proxy says what the id is.
        let answer = request
            .header("X-Request-Id", "chosen")
            .ask(server.address());
        let id = answer.header("x-request-id").expect("an id").to_owned();
        assert!(id != "chosen" && !seen.contains(&id), "{id}");
        let lines = lines(&setup, &id);
        assert_eq!(lines.len(), 1, "{}", setup.log());
        assert_eq!(lines[0]["fields"]["status"], answer.status);
        assert_eq!(lines[0]["span"].get("client"), None);
        seen.push(id);
    }
}

#[test]
fn a_sane_id_that_a_proxy_has_set_is_kept() {
    let address_of = |setup: Setup, request: Request| {
        let answer = request.ask(setup.start().address());
        answer.header("x-request-id").expect("an id").to_owned()
    };
    let request = |id: &str| get("/").header("X-Request-Id", id);
    for proxies in [
        "--behind-proxy",
        "--behind-proxy=2",
        "--behind-proxy=127.0.0.0/8",
    ] {
        let kept = address_of(Setup::new().option(proxies), request("f00-BA_R.1"));
        assert_eq!(kept, "f00-BA_R.1");
    }
    for other in ["", "a b", "a\"b", &"a".repeat(65)] {
        let made = address_of(Setup::new().option("--behind-proxy"), request(other));
        assert_eq!(made.len(), 16, "{made}");
    }
    let elsewhere = Setup::new().option("--behind-proxy=192.0.2.1");
    assert_ne!(address_of(elsewhere, request("chosen")), "chosen");
}

#[test]
fn the_log_says_the_addresses_of_clients_only_if_it_shall() {
    for is_wanted in [false, true] {
        let mut setup = Setup::new()
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
fn the_log_says_which_tables_could_be_built() {
    let setup = Setup::new();
    let _server = setup.start();
    let variants = catalogue().flat_map(|listing| listing.sizes.iter().copied());
    let offers: Vec<Offer> = variants.filter_map(Offer::of).collect();
    assert!(!offers.is_empty());
    for offer in offers {
        let sentence = offer.to_string();
        eventually("it is logged", || setup.log().contains(&sentence));
    }
}

#[test]
fn a_game_is_deleted_while_the_server_runs() {
    let server = Setup::new().option("--admin=127.0.0.1:0").start();
    let (address, admin) = (server.address(), server.admin());
    let table = Table::open(address, "gridlock");
    let (mut socket, _) = Socket::watch(address, &table.id, 0, None);
    let delete = Request::new("DELETE", &format!("/games/{}", table.id));
    assert_eq!(delete.ask(admin).status, 204);
    assert_eq!(socket.close_code(), Some(1012));
    get(&table.path("")).ask(address).problem(404, "not-found");
    delete.ask(admin).problem(404, "not-found");
    assert_eq!(metric(admin, "rooms"), 0);
}

#[test]
fn a_finished_game_leaves_memory_with_its_last_client() {
    let server = Setup::new().option("--admin=127.0.0.1:0").start();
    let (address, admin) = (server.address(), server.admin());
    let table = Table::open(address, "gridlock");
    for is_over in [false, true] {
        let sockets = [0; 2].map(|_| Socket::watch(address, &table.id, 0, None).0);
        if is_over {
            let resign = json!({"ply": 0, "action": "resign"});
            table.action(Player::One, &resign).ask(address).expect(200);
        }
        for socket in sockets {
            assert_eq!(metric(admin, "rooms"), 1);
            drop(socket);
        }
        eventually("the sockets are closed", || metric(admin, "sockets") == 0);
        assert_eq!(metric(admin, "rooms"), usize::from(!is_over));
    }
    assert_eq!(get(&table.path("")).ask(address).expect(200)["over"], true);
}

#[test]
fn games_that_were_kept_long_enough_are_deleted_by_the_server() {
    let setup = Setup::new().option("--keep-days=30");
    let server = setup.start();
    let [old, young] = [0; 2].map(|_| Table::open(server.address(), "gridlock"));
    server.stop();
    let connection = rusqlite::Connection::open(setup.db()).expect("the file");
    // The beginning of a game is part of its hash, so that a game with another one is damaged; it is deleted all the same.
    let aged = connection.execute("UPDATE games SET created = 1 WHERE id = ?1", [&old.id]);
    assert_eq!(aged, Ok(1));
    drop(connection);
    let server = setup.start();
    let status = |table: &Table| get(&table.path("")).ask(server.address()).status;
    eventually("the old one is gone", || status(&old) == 404);
    assert_eq!(status(&young), 200);
    eventually("it is logged", || {
        setup.log().contains("they were kept long enough")
    });
}
