//! Every example in the help output is run, in the order of the commands: some use the files of earlier ones.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::help::subcommands;
use crate::run::{PROGRAM, folder, quintet, send};

/// The command lines under "Examples:" in the help of a command.
fn examples(command: &str) -> Vec<String> {
    let help = quintet(&format!("{command} --help")).run().code(0).stdout;
    let (_, examples) = help.split_once("\nExamples:\n").expect(command);
    let lines = examples
        .lines()
        .filter_map(|line| line.strip_prefix("    "));
    lines.map(str::to_owned).collect()
}

/// Runs a command line in a shell in which `quintet` is the program, and returns its exit code and its output.
fn run(line: &str, input: &str, folder: &TempDir) -> (Option<i32>, String) {
    let bin = Path::new(PROGRAM).parent().expect("a folder");
    let path = std::env::var("PATH").expect("a path");
    let mut child = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", bin.display()))
        .envs(
            ["HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"]
                .map(|name| (name, folder.path())),
        )
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    // A command that reads nothing may have ended.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    if line.contains("quintet serve") {
        output.read_line(&mut text).expect("a line");
        send("-TERM", child.id());
    }
    output.read_to_string(&mut text).expect("text");
    let ended = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&ended.stderr);
    (ended.status.code(), format!("{text}{errors}"))
}

#[test]
fn every_example_of_the_help_can_be_run() {
    let folder = folder();
    for command in subcommands() {
        let lines = examples(&command);
        assert!(!lines.is_empty(), "{command} has examples");
        for line in lines {
            // The usual port may be taken, and no browser is needed. The shell becomes the server.
            let line = line
                .replace("quintet serve --open", "quintet serve --port 0")
                .replace("quintet serve", "exec quintet serve");
            let input = match &*command {
                "play" => "quit\n",
                "learn" => &"skip\n".repeat(20),
                _ => "",
            };
            let (code, output) = run(&line, input, &folder);
            let expected = match &*command {
                // The game is left.
                "play" => 1,
                // The game does not exist.
                "delete" => 2,
                "export" if cfg!(not(feature = "export")) => 2,
                "site" if quintet_server::site(quintet_games::Catalogue::STANDARD).is_none() => 2,
                _ => 0,
            };
            assert_eq!(code, Some(expected), "{line}\n{output}");
            if command == "delete" {
                assert!(output.contains("no game "), "{output}");
            }
        }
    }
    assert_eq!(run("quintet", "", &folder).0, Some(2), "no terminal");
    assert_eq!(examples("").len(), 4);
}
