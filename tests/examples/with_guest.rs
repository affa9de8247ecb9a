//! The command `quintet` with the guest game of the tests in its catalogue.

fn main() -> std::process::ExitCode {
    quintet_cli::run(quintet_testkit::CATALOGUE, std::env::args_os())
}
