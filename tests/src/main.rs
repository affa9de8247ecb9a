//! The command `quintet`, as `crates/cli/src/main.rs` builds it.

use quintet_games::Catalogue;

#[cfg(unix)]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    quintet_cli::run(Catalogue::STANDARD, std::env::args_os())
}
