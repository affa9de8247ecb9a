//! Settings from the command line, the environment and a file.

use quintet_testkit::http::get;
use quintet_testkit::{Setup, finished};

use crate::common::setup;
use crate::table::opening;

/// The settings in force, as the server prints them.
#[track_caller]
fn printed(setup: &Setup) -> toml::Table {
    let mut command = setup.command(&setup.db());
    command.arg("--print-config");
    let ran = finished(command).code(0).stderr("");
    ran.stdout.parse().expect("TOML")
}

#[test]
fn flags_come_before_the_environment_and_that_before_the_file() {
    let setup = setup().config(
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
    for (name, value) in [
        // The test gives the port as a flag.
        ("port", "0"),
        ("bind", "\"127.0.0.1\""),
        ("admin", "\"127.0.0.1:2\""),
        ("host", "[\"one.example\", \"two.example\"]"),
        ("behind-proxy", "\"1\""),
        ("verbose", "true"),
        ("log-addresses", "false"),
    ] {
        assert_eq!(settings[name].to_string(), value, "{name}");
    }
    for (name, value) in [
        ("rooms", 10),
        ("nodes", 21),
        ("analyses", 32),
        // The default.
        ("body-bytes", 16384),
    ] {
        assert_eq!(settings["limit"][name].as_integer(), Some(value), "{name}");
    }
}

#[test]
fn what_is_printed_can_be_read_again() {
    let first = printed(
        &setup()
            .option("--behind-proxy=10.0.0.0/8,192.0.2.1")
            .option("--host=games.example")
            .option("--log-addresses")
            .limit("nodes=77"),
    );
    let proxies = first["behind-proxy"].as_str();
    assert_eq!(proxies, Some("10.0.0.0/8,192.0.2.1/32"));
    let mut second = printed(&setup().config(&first.to_string()));
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
        let setup = setup().config(text);
        let ran = setup.refused(&setup.db()).code(2);
        assert!(ran.stderr.contains(complaint), "{text}: {}", ran.stderr);
    }
    let missing = setup().option("--config=/nowhere/quintet.toml");
    let ran = missing.refused(&missing.db()).code(2);
    ran.complains("/nowhere/quintet.toml");
}

#[test]
fn a_server_does_as_its_file_says() {
    let setup = setup().config("host = ['games.example']\n[limit]\ngames-a-minute = 3\n");
    let server = setup.start();
    get("/")
        .host("games.example")
        .ask(server.address())
        .expect(200);
    let open = || opening("gridlock").ask(server.address()).status;
    assert_eq!([open(), open(), open(), open()], [201, 201, 201, 429]);
}
