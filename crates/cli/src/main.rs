//! The command `quintet`.

/// Serving is short allocations on several threads; and the allocator of a static binary is slow.
#[cfg(unix)]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    quintet_cli::main()
}
