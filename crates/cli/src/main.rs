//! The command `quintet`.

use mimalloc::MiMalloc;

/// Serving is short allocations on several threads; and the allocator of a static binary is slow.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> std::process::ExitCode {
    quintet_cli::main()
}
