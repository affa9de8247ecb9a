//! Pages of other sites: the browser of a player must not be made to play for them.

use std::net::SocketAddr;

use quintet_rules::Player;
use quintet_testkit::http::{Request, get};

use crate::process::Setup;
use crate::socket::{Socket, upgrade};
use crate::table::{Table, line, mv, opening};

/// A request to look, one to open a game, one to move, and one for a socket.
fn requests(table: &Table) -> [Request; 4] {
    let first = mv(0, &line("gridlock")[0]);
    [
        get(&table.path("")),
        opening("gridlock"),
        table.action(Player::One, &first),
        upgrade(&table.id),
    ]
}

/// A request with one thing about it changed.
type Change<'a> = &'a dyn Fn(Request) -> Request;

#[track_caller]
fn is_foreign(address: SocketAddr, table: &Table, change: Change) {
    for request in requests(table) {
        change(request).ask(address).problem(403, "foreign");
    }
    assert_eq!(table.state(address)["ply"], 0);
}

#[track_caller]
fn is_own(address: SocketAddr, table: &Table, change: Change) {
    let [look, open, play, socket] = requests(table).map(change);
    look.ask(address).expect(200);
    open.ask(address).expect(201);
    play.ask(address).expect(200);
    let socket = Socket::ask(address, &socket).expect("an answer");
    socket.unwrap_or_else(|answer| panic!("{}", answer.text()));
}

#[test]
fn a_request_must_name_this_server_as_its_host() {
    let server = Setup::generous()
        .option("--host")
        .option("Games.example")
        .start();
    let address = server.address();
    let port = address.port();
    let table = Table::open(address, "gridlock");
    for host in [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost.:{port}.evil.example"),
        format!("evil.example@127.0.0.1:{port}"),
        "0.0.0.0".to_owned(),
        "127.0.0.2".to_owned(),
        "2130706433".to_owned(),
        String::new(),
    ] {
        is_foreign(address, &table, &|request| request.host(&host));
    }
    for host in [
        format!("127.0.0.1:{port}"),
        format!("localhost:{port}"),
        "LOCALHOST".to_owned(),
        format!("[::1]:{port}"),
        "games.example".to_owned(),
        "GAMES.example:443".to_owned(),
    ] {
        is_own(address, &table, &|request| request.host(&host));
    }
    // Two hosts, of which a proxy might see the other one.
    let evil = |request: Request| request.header("Host", "evil.example");
    let [look, ..] = requests(&table).map(evil);
    let status = look.host("evil.example").ask(address).status;
    assert!([400, 403].contains(&status), "{status}");
}

#[test]
fn a_request_must_come_from_the_page_of_this_server_or_from_none() {
    let server = Setup::generous().start();
    let address = server.address();
    let port = address.port();
    let table = Table::open(address, "gridlock");
    for origin in [
        "http://evil.example".to_owned(),
        format!("http://evil.example:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        "http://127.0.0.1".to_owned(),
        format!("http://localhost:{port}"),
        format!("http://127.0.0.1:{port}.evil.example"),
        format!("http://127.0.0.1:{port}/"),
        format!("file://127.0.0.1:{port}"),
        "null".to_owned(),
        String::new(),
        address.to_string(),
    ] {
        is_foreign(address, &table, &|request| {
            request.header("Origin", &origin)
        });
        // Nor with the cookie that the browser would add.
        let cookie = "quintet=0123456789abcdef0123456789abcdef";
        is_foreign(address, &table, &|request| {
            request.header("Origin", &origin).header("Cookie", cookie)
        });
    }
    let own = format!("http://{address}");
    is_own(address, &table, &|request| request.header("Origin", &own));
}

#[test]
fn no_answer_lets_another_site_read_it() {
    let server = Setup::generous().start();
    let address = server.address();
    let table = Table::open(address, "gridlock");
    let asked = Request::new("OPTIONS", &table.path("/actions"))
        .header("Origin", "http://evil.example")
        .header("Access-Control-Request-Method", "POST");
    asked.ask(address).problem(403, "foreign");
    let own = format!("http://{address}");
    for path in ["/", "/api/v1/catalogue", &table.path(""), "/nowhere"] {
        let answer = get(path).header("Origin", &own).ask(address);
        assert_eq!(answer.header("access-control-allow-origin"), None);
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(policy.starts_with("default-src 'self';"), "{policy}");
        // Compiling a module is no evaluation of text.
        let rest = policy.replace("'wasm-unsafe-eval'", "");
        assert!(!rest.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
    }
}
