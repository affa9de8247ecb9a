//! The command `quintet`.

use quintet_games::Catalogue;

/// The server makes many short allocations on several threads, and the allocator of a static binary (musl) is slow.
#[cfg(unix)]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    quintet_cli::run(Catalogue::STANDARD, std::env::args_os())
}
