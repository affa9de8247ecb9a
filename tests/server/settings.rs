//! Settings from the command line, the environment and a file.

use std::fs;
use std::process::Stdio;

use quintet_testkit::http::get;

use crate::process::{Setup, finished};

/// The settings in force, as the server prints them.
#[track_caller]
fn printed(setup: &Setup) -> toml::Table {
    let mut command = setup.command(&setup.db());
    command
        .arg("--print-config")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let ran = finished(command).code(0).stderr("");
    ran.stdout.parse().expect("TOML")
}

/// A server whose settings are also in a file.
fn with_file(text: &str) -> Setup {
    let setup = Setup::new();
    let file = setup.folder().join("quintet.toml");
    fs::write(&file, text).expect("room on the disk");
    setup
        .option("--config")
        .option(file.to_str().expect("UTF-8"))
}

#[test]
fn flags_come_before_the_environment_and_that_before_the_file() {
    let setup = with_file(
        "bind = '127.0.0.3'\nhost = ['file.example']\nbehind-proxy = true\nadmin = '127.0.0.1:1'\n\
         verbose = true\n[limit]\nrooms = 30\nnodes = 31\nanalyses = 32\n",
    );
    let setup = setup
        .variable("QUINTET_ADMIN", "127.0.0.1:2")
        .variable("QUINTET_HOST", "one.example,two.example")
        .variable("QUINTET_BIND", "127.0.0.2")
        .variable("QUINTET_PORT", "9")
        .variable("QUINTET_LIMIT", "rooms=20,nodes=21")
        .option("--bind=127.0.0.1")
        .option("--limit=rooms=10");
    let settings = printed(&setup);
    let found = |name: &str| settings[name].to_string();
    // The harness gives the port.
    assert_eq!(found("port"), "0");
    assert_eq!(found("bind"), "\"127.0.0.1\"");
    assert_eq!(found("admin"), "\"127.0.0.1:2\"");
    assert_eq!(found("host"), "[\"one.example\", \"two.example\"]");
    assert_eq!(found("behind-proxy"), "\"1\"");
    assert_eq!(found("verbose"), "true");
    assert_eq!(found("log-addresses"), "false");
    let limit = |name: &str| settings["limit"][name].as_integer();
    assert_eq!(limit("rooms"), Some(10));
    assert_eq!(limit("nodes"), Some(21));
    assert_eq!(limit("analyses"), Some(32));
    assert_eq!(limit("body-bytes"), Some(16384), "the usual");
}

#[test]
fn what_is_printed_can_be_read_again() {
    let first = printed(
        &Setup::new()
            .option("--behind-proxy=10.0.0.0/8,192.0.2.1")
            .option("--host=games.example")
            .option("--log-addresses")
            .limit("nodes=77"),
    );
    assert_eq!(
        first["behind-proxy"].as_str(),
        Some("10.0.0.0/8,192.0.2.1/32")
    );
    let mut second = printed(&with_file(&first.to_string()));
    // The harness gives the file of games, each time another one.
    second["db"] = first["db"].clone();
    assert_eq!(first, second);
}

#[test]
fn a_file_with_a_mistake_is_refused_with_its_name() {
    for (text, complaint) in [
        ("prot = 1", "there is no setting 'prot'"),
        ("open = true", "there is no setting 'open'"),
        ("config = 'other'", "there is no setting 'config'"),
        ("bind = 5", "bind"),
        ("limit = 5", "limit"),
        (
            "behind-proxy = 'me'",
            "the number of proxies, or their addresses",
        ),
        ("bind = ", "line 1"),
        (
            "[limit]\nno-such = 5",
            "there is no limit 'no-such'; the names are body-bytes",
        ),
    ] {
        let setup = with_file(text);
        let ran = setup.refused(&setup.db()).code(2);
        assert!(ran.stderr.contains(complaint), "{text}: {}", ran.stderr);
    }
    let missing = Setup::new().option("--config=/nowhere/quintet.toml");
    let ran = missing.refused(&missing.db()).code(2);
    assert!(
        ran.stderr.contains("/nowhere/quintet.toml"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_server_does_as_its_file_says() {
    let setup = with_file("host = ['games.example']\n[limit]\ngames-a-minute = 3\n");
    let server = setup.start();
    get("/")
        .host("games.example")
        .ask(server.address())
        .expect(200);
    let open = || {
        crate::table::opening("gridlock")
            .ask(server.address())
            .status
    };
    assert_eq!([open(), open(), open(), open()], [201, 201, 201, 429]);
}
