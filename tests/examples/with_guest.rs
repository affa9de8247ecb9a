//! The command `quintet` with the guest game of the tests in its catalogue.

fn main() -> std::process::ExitCode {
    quintet_testkit::admit_guest();
    quintet_cli::main()
}
