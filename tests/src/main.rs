//! The command `quintet`, as `crates/cli/src/main.rs` builds it.

#[cfg(unix)]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    quintet_cli::main()
}
