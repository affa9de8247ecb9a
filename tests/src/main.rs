//! The command `quintet`, as `crates/cli/src/main.rs` builds it. Tests can shorten timeouts of the server.

use std::env;
use std::process::ExitCode;

use quintet_games::Catalogue;
use quintet_server::Limits;

#[cfg(unix)]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut limits = Limits::default();
    for (variable, limit) in [
        ("QUINTET_TEST_HEAD_SECONDS", &mut limits.head_seconds),
        ("QUINTET_TEST_BODY_SECONDS", &mut limits.body_seconds),
        ("QUINTET_TEST_STALL_SECONDS", &mut limits.stall_seconds),
        ("QUINTET_TEST_PING_SECONDS", &mut limits.ping_seconds),
        ("QUINTET_TEST_DEAD_SECONDS", &mut limits.dead_seconds),
    ] {
        if let Ok(seconds) = env::var(variable) {
            *limit = seconds.parse().expect("a number of seconds");
        }
    }
    quintet_cli::run_with_limits(Catalogue::STANDARD, &limits, env::args_os())
}
