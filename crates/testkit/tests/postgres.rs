//! The private PostgreSQL preserves committed data and never outlives its test.
#![cfg(unix)]

use std::path::PathBuf;
use std::process::{Command, exit};
use std::thread;
use std::time::{Duration, Instant};

use quintet_testkit::Postgres;
use quintet_testkit::http::PATIENCE;

/// Returns true if a process exists.
fn lives(pid: u32) -> bool {
    PathBuf::from(format!("/proc/{pid}")).exists()
}

#[test]
#[ignore = "needs PostgreSQL"]
fn committed_data_survives_a_crash() {
    let mut postgres = Postgres::start_with(&["max_connections=20"]);
    let url = postgres.database("games");
    assert_eq!(
        url,
        format!("postgres://postgres@127.0.0.1:{}/games", postgres.port())
    );
    assert_eq!(postgres.sql("SHOW fsync; SHOW max_connections"), "on\n20");
    postgres.sql_in("games", "CREATE TABLE t (a int, b text)");
    postgres.sql_in("games", "INSERT INTO t VALUES (1, 'x'), (2, NULL)");
    let first = postgres.pid();
    postgres.stop_at_once();
    assert!(!lives(first));
    postgres.start_again();
    assert_ne!(postgres.pid(), first);
    assert!(postgres.log().contains("automatic recovery in progress"));
    assert_eq!(postgres.sql_in("games", "TABLE t ORDER BY a"), "1|x\n2|");
    let last = postgres.pid();
    drop(postgres);
    assert!(!lives(last));
}

#[test]
#[ignore = "needs PostgreSQL"]
fn connections_are_terminated_by_condition() {
    let postgres = Postgres::start();
    let waits = |name: &str| {
        let url = format!("{}?application_name={name}", postgres.url());
        let mut command = Command::new("psql");
        command.args(["-X", "-c", "SELECT pg_sleep(60)"]).arg(url);
        command.stderr(std::process::Stdio::null()).spawn()
    };
    let count = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    let mut clients = ["one", "two"].map(|name| waits(name).expect("psql starts"));
    let begun = Instant::now();
    while postgres.sql(count) != "2" {
        assert!(begun.elapsed() < PATIENCE, "{}", postgres.log());
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(postgres.cut("application_name = 'none'"), 0);
    assert_eq!(postgres.cut("application_name = 'one'"), 1);
    assert_eq!(clients[0].wait().expect("a child").code(), Some(2));
    assert_eq!(postgres.sql(count), "1");
    assert_eq!(postgres.cut("application_name = 'two'"), 1);
    assert_eq!(clients[1].wait().expect("a child").code(), Some(2));
}

#[test]
#[ignore = "needs PostgreSQL"]
fn it_stops_when_its_process_exits_without_dropping_it() {
    const INSIDE: &str = "QUINTET_TEST_INSIDE";
    if std::env::var_os(INSIDE).is_some() {
        let postgres = Postgres::start();
        println!("\npid {}", postgres.pid());
        exit(0);
    }
    let ran = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "--nocapture", "--include-ignored"])
        .arg("it_stops_when_its_process_exits_without_dropping_it")
        .env(INSIDE, "")
        .output()
        .expect("the test starts");
    let said = String::from_utf8_lossy(&ran.stdout);
    let pid = said.lines().find_map(|line| line.strip_prefix("pid "));
    let pid = pid.unwrap_or_else(|| panic!("{said}")).parse();
    let pid = pid.expect("a number");
    let begun = Instant::now();
    while lives(pid) {
        assert!(begun.elapsed() < PATIENCE, "{pid} still lives");
        thread::sleep(Duration::from_millis(5));
    }
}
