//! The server behind real proxies, configured as in `docs/serving.md`. `./check --install server`
//! installs them.

use std::fmt::Write as _;
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use quintet_testkit::http::{HttpRequest, get, post};
use quintet_testkit::socket::{upgrade_at, watch};
use quintet_testkit::{Socket, eventually, free_port};
use serde_json::json;
use tempfile::TempDir;

use crate::common::server::{Server, Setup};
use crate::common::{generous, setup};
use crate::operator::lines;
use crate::table::{Table, line};

/// A proxy that ends with the test.
struct Proxy {
    address: SocketAddr,
    child: Child,
    folder: TempDir,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the path of a program: installed, or unpacked by `./check --install server`.
fn installed(program: &str) -> PathBuf {
    let unpacked = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("tools/unpacked");
    let roots = [Path::new("/"), Path::new("/usr/local"), &unpacked];
    let folders = ["bin", "sbin", "usr/bin", "usr/sbin"];
    let paths = roots
        .iter()
        .flat_map(|root| folders.map(|folder| root.join(folder).join(program)));
    let found = paths.into_iter().find(|path| path.exists());
    found.unwrap_or_else(|| panic!("{program} is not installed: run ./check --install server"))
}

/// Returns an example of the documentation: the lines from one with this start to the one that closes it.
fn example(begin: &str) -> String {
    let text = include_str!("../../docs/serving.md");
    let mut lines = text.lines().skip_while(|line| line.trim() != begin);
    let first = lines.next().unwrap_or_else(|| panic!("no example {begin}"));
    let indent = &first[..first.len() - first.trim_start().len()];
    let close = format!("{indent}}}");
    let inside: Vec<_> = lines.take_while(|line| **line != close).collect();
    format!("{begin}\n{}\n}}\n", inside.join("\n"))
}

impl Proxy {
    /// Starts nginx with these locations.
    fn nginx(locations: &str) -> Self {
        let program = installed("nginx");
        Proxy::start(|address, folder| {
            let folder = folder.display();
            let mut config = format!(
                "daemon off; master_process off; pid {folder}/pid; error_log {folder}/log;\n\
                 events {{}}\nhttp {{\naccess_log off;\n"
            );
            for what in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"] {
                writeln!(config, "{what}_temp_path {folder}/{what};").expect("a string");
            }
            writeln!(config, "server {{\nlisten {address};\n{locations}\n}}\n}}")
                .expect("a string");
            let file = format!("{folder}/nginx.conf");
            fs::write(&file, config).expect("room on the disk");
            let (mut command, log) = (Command::new(&program), format!("{folder}/log"));
            command.args(["-p", &folder.to_string(), "-e", &log, "-c", &file]);
            command
        })
    }

    /// Starts Caddy with a site.
    fn caddy(site: &str) -> Self {
        let program = installed("caddy");
        Proxy::start(|address, folder| {
            let site = site.replacen("games.example.org", &format!("http://{address}"), 1);
            let config = format!("{{\nadmin off\n}}\n{site}");
            let file = folder.join("Caddyfile");
            fs::write(&file, config).expect("room on the disk");
            let mut command = Command::new(&program);
            command
                .args(["run", "--adapter", "caddyfile", "--config"])
                .arg(file);
            command
                .env("HOME", folder)
                .env_remove("XDG_DATA_HOME")
                .env_remove("XDG_CONFIG_HOME");
            command
        })
    }

    /// Starts a proxy at a free port, and tries another one if it is taken in between.
    fn start(command: impl Fn(SocketAddr, &Path) -> Command) -> Self {
        for _ in 0..5 {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
            let log = fs::File::create(folder.path().join("said")).expect("room on the disk");
            let mut command = command(address, folder.path());
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(log);
            let child = command.spawn().expect("the proxy starts");
            let mut proxy = Proxy {
                address,
                child,
                folder,
            };
            let mut has_ended = false;
            eventually("the proxy listens or ends", || {
                has_ended = proxy.child.try_wait().expect("a child").is_some();
                has_ended || TcpStream::connect(address).is_ok()
            });
            if !has_ended {
                return proxy;
            }
            let said = fs::read_to_string(proxy.folder.path().join("said"));
            eprintln!("{}", said.unwrap_or_default());
        }
        panic!("the proxy does not start");
    }
}

/// Replaces the address of a server in an example.
fn to(server: SocketAddr, example: &str) -> String {
    assert!(example.contains("127.0.0.1:5555"), "{example}");
    example.replace("127.0.0.1:5555", &server.to_string())
}

/// Returns an nginx location for all paths.
fn location() -> String {
    example("location / {")
}

/// Makes all requests of a browser, through a proxy and below a base path.
fn play_through(proxy: &Proxy, base: &str) {
    let address = proxy.address;
    let origin = format!("http://{address}");
    let below = |path: &str| format!("{base}{path}");
    let own = |request: HttpRequest| request.header("Origin", &origin);
    // The page and all linked files.
    let page = get(&below("/")).ask(address);
    page.expect(200);
    let text = page.text();
    let links = text.split("=\"/").skip(1);
    let links = links.filter_map(|rest| rest.split('"').next());
    let links: Vec<_> = links.map(|link| format!("/{link}")).collect();
    // Two icons, the manifest, two scripts, the style sheet and the start page.
    assert_eq!(links.len(), 7, "{text}");
    for link in links {
        assert!(link.starts_with(&below("/")), "{link}");
        get(&link).ask(address).expect(200);
    }
    get(&below("/play/gridlock/4x4")).ask(address).expect(200);
    // Paths in the description are relative to its server.
    let description = get(&below("/api/v1/openapi.json")).ask(address).expect(200);
    let place = description["servers"][0]["url"].as_str();
    assert_eq!(place.unwrap_or_default(), base);
    assert!(description["paths"].get("/api/v1/games").is_some());
    // The cookie is limited to the API.
    let given = own(post(&below("/api/v1/browser"), &json!({}))).ask(address);
    assert_eq!(given.status, 204);
    let cookie = given.header("set-cookie").expect("a cookie");
    assert!(cookie.contains(&format!("Path={base}/api/;")), "{cookie}");
    let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
    let open = || {
        let opening = json!({"game": "gridlock", "seat": 1});
        post(&below("/api/v1/games"), &opening)
    };
    let opened = own(open()).header("Cookie", &cookie).ask(address);
    let game = opened.expect(201)["game"].clone();
    let id = game["id"].as_str().expect("an id");
    assert_eq!(game["you"], 1);
    let place = opened.header("location").expect("an address");
    assert_eq!(place, below(&format!("/api/v1/games/{id}")));
    assert_eq!(get(place).ask(address).expect(200)["id"], id);
    // A move on a socket.
    let request = own(upgrade_at(&format!("{place}/socket"))).header("Cookie", &cookie);
    let socket = Socket::ask(address, &request).expect("an answer");
    let mut socket = socket.unwrap_or_else(|answer| panic!("{}", answer.text()));
    socket.say(&watch(0, None)).expect("sent");
    assert_eq!(socket.hear_field("state").0["you"], 1);
    let first = line("gridlock").swap_remove(0);
    let action = json!({"id": 1, "ply": 0, "action": "move", "move": first});
    socket.say(&action).expect("sent");
    assert_eq!(socket.hear_field("done").0["move"], first);
    // Other origins are refused.
    let foreign = open().header("Origin", "http://evil.example").ask(address);
    foreign.problem(403, "foreign");
}

#[test]
#[ignore = "needs nginx"]
fn the_example_for_nginx_works_at_any_port() {
    let server = generous().option("--behind-proxy").start();
    let proxy = Proxy::nginx(&to(server.address(), &location()));
    play_through(&proxy, "");
    let table = Table::open(proxy.address, "gridlock");
    let moves = line("gridlock");
    table.play(proxy.address, 0, &moves);
    assert_eq!(table.events(server.address()).len(), moves.len());
}

/// A server below a path, behind a proxy.
fn based() -> Server {
    let setup = setup().option("--behind-proxy").option("--base=/quintet");
    setup.start()
}

#[test]
#[ignore = "needs nginx"]
fn the_example_for_nginx_works_below_a_path() {
    let server = based();
    let below = location().replacen("location / {", "location /quintet/ {", 1);
    let proxy = Proxy::nginx(&to(server.address(), &below));
    play_through(&proxy, "/quintet");
    assert_eq!(get("/healthz").ask(proxy.address).status, 404);
    assert_eq!(get("/").ask(proxy.address).status, 404);
    get("/healthz").ask(server.address()).expect(200);
}

#[test]
#[ignore = "needs Caddy"]
fn the_examples_for_caddy_work() {
    let server = setup().option("--behind-proxy").start();
    let site = example("games.example.org {");
    let proxy = Proxy::caddy(&to(server.address(), &site));
    play_through(&proxy, "");
    let server = based();
    let below = example("handle /quintet/* {");
    let site = format!("games.example.org {{\n{}}}\n", to(server.address(), &below));
    let proxy = Proxy::caddy(&site);
    play_through(&proxy, "/quintet");
}

/// Returns the client that the log names for a request through a proxy, and the id of the request.
fn client(setup: &Setup, proxy: SocketAddr, claim: Option<&str>) -> String {
    let mut request = get("/");
    if let Some(claim) = claim {
        request = request.header("X-Forwarded-For", claim);
    }
    let answer = request.ask(proxy);
    answer.expect(200);
    let id = answer.header("x-request-id").expect("an id").to_owned();
    // The id of the proxy, which has twice as many digits.
    assert_eq!(id.len(), 32, "{id}");
    let client = &lines(setup, &id)[0]["span"]["client"];
    client.as_str().expect("a client").to_owned()
}

/// Starts a server that logs client addresses.
fn watched(proxies: &str) -> (Setup, Server) {
    let setup = setup()
        .option("--verbose")
        .option("--log-addresses")
        .option(proxies);
    let server = setup.start();
    (setup, server)
}

#[test]
#[ignore = "needs nginx"]
fn client_addresses_are_found_behind_several_proxies() {
    for (proxies, expected) in [
        // Only the inner proxy is trusted: for it, the outer one is the client.
        ("--behind-proxy", "127.0.0.1"),
        ("--behind-proxy=2", "127.0.0.1"),
        // As if the client were another proxy.
        ("--behind-proxy=3", "192.0.2.9"),
        ("--behind-proxy=127.0.0.0/8", "192.0.2.9"),
    ] {
        let (setup, server) = watched(proxies);
        let inner = Proxy::nginx(&to(server.address(), &location()));
        let outer = Proxy::nginx(&to(inner.address, &location()));
        let claimed = client(&setup, outer.address, Some("6.6.6.6, 192.0.2.9"));
        assert_eq!(claimed, expected, "{proxies}");
        assert_eq!(client(&setup, outer.address, None), "127.0.0.1");
    }
}

#[test]
#[ignore = "needs nginx"]
fn client_addresses_may_have_ports_and_brackets() {
    for (entry, expected) in [
        ("$remote_addr:$remote_port", "127.0.0.1"),
        ("[2001:db8::7]:$remote_port", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
        ("192.0.2.9:80, unknown", "127.0.0.1"),
    ] {
        let (setup, server) = watched("--behind-proxy");
        let location = location().replace("$proxy_add_x_forwarded_for", &format!("\"{entry}\""));
        let proxy = Proxy::nginx(&to(server.address(), &location));
        assert_eq!(client(&setup, proxy.address, None), expected, "{entry}");
    }
}
