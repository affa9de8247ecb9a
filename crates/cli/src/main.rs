//! The command `quintet`.

fn main() -> std::process::ExitCode {
    quintet_cli::main()
}
