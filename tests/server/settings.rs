//! Options of the server, from the command line and the environment.

use quintet_testkit::http::get;

use crate::common::setup;
use crate::table::opening;

#[test]
fn options_can_be_set_in_the_environment_and_flags_take_precedence() {
    let setup = setup()
        .variable("QUINTET_HOST", "one.example,two.example")
        .variable("QUINTET_MAX_GAMES_PER_MINUTE", "1")
        .variable("QUINTET_MAX_REQUESTS_PER_SECOND", "1")
        .variable("QUINTET_MCP", "true")
        .limit("games-per-minute=3")
        .limit("requests-per-second=0");
    let server = setup.start();
    for host in ["one.example", "two.example", "localhost"] {
        get("/").host(host).ask(server.address()).expect(200);
    }
    let open = || opening("gridlock").ask(server.address()).status;
    assert_eq!([open(), open(), open(), open()], [201, 201, 201, 429]);
    let assistants = get("/mcp").ask(server.address());
    assert_eq!(assistants.status, 405, "the path exists");
}

#[test]
fn invalid_options_are_refused_wherever_they_are_set() {
    for (variable, value, complaint) in [
        ("QUINTET_BIND", "x", "--bind"),
        (
            "QUINTET_BEHIND_PROXY",
            "me",
            "the number of proxies, or their addresses",
        ),
        ("QUINTET_MAX_CONNECTIONS", "0", "--max-connections"),
    ] {
        let setup = setup().variable(variable, value);
        let ran = setup.refused(&setup.db()).code(2);
        assert!(ran.stderr.contains(complaint), "{value}: {}", ran.stderr);
    }
    for option in ["--limit=rooms=1", "--config=quintet.toml", "--max-games=1"] {
        let setup = setup().option(option);
        let ran = setup.refused(&setup.db()).code(2);
        assert!(ran.stderr.contains("unexpected argument"), "{}", ran.stderr);
    }
}
