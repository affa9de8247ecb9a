//! `rules`, `perft`, `site`, and the commands of the README.

use std::fs;

use quintet_games::Catalogue;
use quintet_rules::Player;

use crate::run::{example, folder, names_in, quintet};

#[test]
fn rules_shows_the_page_of_every_game() {
    for listing in Catalogue::STANDARD.iter() {
        let ran = quintet(&format!("rules {}", listing.id)).run();
        let ran = ran.code(0).stderr("").stdout(listing.rules);
        assert!(ran.stdout.ends_with('\n'), "{}", listing.id);
    }
}

#[test]
fn perft_counts_the_tree_behind_each_move_of_every_size() {
    for variant in Catalogue::STANDARD.iter().flat_map(|listing| listing.sizes) {
        let start = variant.start(Player::One);
        let arguments = format!("perft {} 2 --size {}", variant.id(), variant.size());
        let ran = quintet(&arguments).run().code(0).stderr("");
        assert_eq!(
            ran.last_line(),
            start.analysis().perft(2).to_string(),
            "{arguments}"
        );
        let lines = ran.stdout.lines().filter_map(|line| line.split_once(": "));
        let moves: Vec<_> = lines.map(|(mv, _)| mv.to_owned()).collect();
        let listed: Vec<_> = start.moves().into_iter().map(|mv| mv.text).collect();
        assert_eq!(moves, listed, "{arguments}");
    }
}

#[test]
fn a_site_is_written_into_an_empty_folder_or_over_an_older_one_but_not_over_other_files() {
    let folder = folder();
    let write = |place: &str| {
        let command = format!("site {place}");
        quintet(&command).within(&folder).run()
    };
    let letter = folder.path().join("letter.txt");
    fs::write(letter, "dear").expect("a file");
    if quintet_server::site(Catalogue::STANDARD).is_none() {
        eprintln!("only the refusal is tested: this build has no WebAssembly module");
        write("site").refuses("this build has no WebAssembly module for browsers");
        return;
    }
    write(".").refuses("contains other files");
    assert_eq!(names_in(&folder), ["letter.txt"]);
    for _ in 0..2 {
        let ran = write("site").code(0);
        ran.says("Any static web server can serve them");
    }
    for file in [
        "index.html",
        "404.html",
        "embed.html",
        "service.js",
        "module/quintet_bg.wasm",
    ] {
        let path = folder.path().join("site").join(file);
        assert!(path.is_file(), "{file}");
    }
}

#[cfg(not(feature = "export"))]
#[test]
fn a_build_without_export_says_so() {
    let folder = folder();
    let ran = quintet("export gridlock x").within(&folder).run();
    ran.refuses("this build cannot write Parquet files");
    assert!(names_in(&folder).is_empty());
}

/// The blocks of the README in a language, without their fences.
fn blocks(language: &str) -> Vec<String> {
    let readme = include_str!("../../../../README.md");
    let fence = format!("```{language}\n");
    let blocks = readme.split(&fence).skip(1);
    let block = |rest: &str| rest.split("```").next().map(str::to_owned);
    blocks.filter_map(block).collect()
}

#[test]
#[ignore = "takes a minute: ./check large"]
fn every_command_of_the_readme_can_be_carried_out() {
    let folder = folder();
    let examples = folder.path().join("examples");
    fs::create_dir(&examples).expect("room on the disk");
    fs::copy(example("engine.py"), examples.join("engine.py")).expect("the example exists");
    let blocks = blocks("sh");
    let lines = blocks.iter().flat_map(|block| block.lines());
    let commands = lines.filter_map(|line| line.strip_prefix("quintet "));
    let mut ran = 0;
    let commands = commands.map(|line| line.split("# ").next().unwrap_or(line).trim());
    // The app needs a terminal, and a server does not end by itself. Their own tests start them.
    for command in commands.filter(|command| !command.is_empty() && !command.starts_with("serve")) {
        let run = quintet(command).within(&folder).run();
        // Without input a game or a lesson is unfinished.
        let is_unfinished = command.starts_with("play") || command.starts_with("learn");
        let run = run.code(i32::from(is_unfinished));
        assert!(!run.stdout.is_empty(), "{command} shows nothing");
        ran += 1;
    }
    assert!(ran >= 7, "only {ran} commands were found");
}

#[test]
fn the_output_of_a_command_in_the_readme_is_its_output() {
    let mut shown = 0;
    for block in blocks("console") {
        let (command, output) = block.split_once('\n').expect("a command and its output");
        if let Some(command) = command.strip_prefix("$ quintet ") {
            quintet(command).run().code(0).stdout(output);
            shown += 1;
        }
    }
    assert!(shown > 0, "no example was found");
}

/// The rows of the first table in a document, in cells.
fn table(document: &str) -> Vec<Vec<&str>> {
    let lines = document
        .lines()
        .skip_while(|line| !line.starts_with("| ---"));
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn both_readmes_have_the_figures_of_the_solved_games() {
    let solved = table(include_str!("../../../../docs/solved.md"));
    for readme in [
        include_str!("../../../../README.md"),
        include_str!("../../../python/README.md"),
    ] {
        let rows = table(readme);
        assert_eq!(rows.len(), solved.len());
        for (row, solved) in rows.iter().zip(&solved) {
            assert_eq!(row[2], solved[1], "{row:?}");
            assert!(row[3].starts_with(solved[3]), "{row:?}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn serve_names_standard_output_if_it_cannot_be_written() {
    let folder = folder();
    let full = fs::File::options().write(true).open("/dev/full");
    let ran = std::process::Command::new(crate::run::PROGRAM)
        .args(["serve", "--port", "0", "--db"])
        .arg(folder.path().join("games.db"))
        .stdout(full.expect("a device"))
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("standard output cannot be written"), "{said}");
    assert!(!ran.status.success());
}
