//! What the README shows is what happens: every command of its blocks is run, in its order.

use std::fs;
use std::path::Path;

use quintet_testkit::Run;
use tempfile::{TempDir, tempdir};

/// The blocks of the README in a language, without their fences.
fn blocks(language: &str) -> Vec<String> {
    let readme = include_str!("../../../README.md");
    let fence = format!("```{language}\n");
    let blocks = readme.split(&fence).skip(1);
    let block = |rest: &str| rest.split("```").next().map(str::to_owned);
    blocks.filter_map(block).collect()
}

/// The command that a line says, in a folder of its own, without anything on its input.
fn quintet(line: &str, folder: &TempDir) -> Run {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    // Every other part stands in quotes.
    let parts = line.split('"').enumerate();
    let run = Run::new(env!("CARGO_BIN_EXE_quintet"), "")
        .within(folder)
        .variable("XDG_CACHE_HOME", cache);
    parts.fold(run, |run, (n, part)| match n % 2 {
        0 => part.split_whitespace().fold(run, Run::argument),
        _ => run.argument(part),
    })
}

#[test]
fn every_command_is_one_and_can_be_carried_out() {
    let folder = tempdir().expect("a folder");
    let examples = folder.path().join("examples");
    fs::create_dir(&examples).expect("room on the disk");
    let engine = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/engine.py");
    fs::copy(engine, examples.join("engine.py")).expect("the example is there");
    let blocks = blocks("sh");
    let lines = blocks.iter().flat_map(|block| block.lines());
    let commands = lines.filter_map(|line| line.strip_prefix("quintet "));
    let mut ran = 0;
    // A server does not end by itself; its own tests start it.
    for command in commands.filter(|command| !command.starts_with("serve")) {
        let command = command.split(" # ").next().expect("a first part");
        let run = quintet(command, &folder).run();
        // A game that nobody plays is unfinished.
        let run = run.code(i32::from(command.starts_with("play")));
        assert!(!run.stdout.is_empty(), "{command} shows nothing");
        ran += 1;
    }
    assert!(ran >= 10, "only {ran} commands were found");
}

#[test]
fn what_a_command_shows_is_what_the_readme_shows() {
    let folder = tempdir().expect("a folder");
    let mut shown = 0;
    for block in blocks("console") {
        let (command, output) = block.split_once('\n').expect("a command and its output");
        if let Some(command) = command.strip_prefix("$ quintet ") {
            quintet(command, &folder).run().code(0).stdout(output);
            shown += 1;
        }
    }
    assert!(shown > 0, "no example was found");
}
