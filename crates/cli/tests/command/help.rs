//! The help output, committed in `tests/help` (`SNAPSHOTS=overwrite` writes them), completions and the manual page.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use quintet_games::Catalogue;
use quintet_games::Listing;
use quintet_testkit::assert_golden;

use crate::run::{folder, names_in, quintet};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

fn path(file: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/help")).join(file)
}

/// The subcommands that the help lists, except for the one that clap adds.
pub(crate) fn subcommands() -> Vec<String> {
    let help = quintet("--help").run().code(0).stdout;
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    lines
        // Further lines of an entry are indented more.
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

pub(crate) fn sizes(listing: &Listing) -> BTreeSet<String> {
    let sizes = listing.sizes.iter();
    sizes.map(|variant| variant.size().to_string()).collect()
}

#[test]
fn every_command_has_a_help_text_as_it_was_committed() {
    let mut files = vec!["quintet.txt".to_owned()];
    for (name, arguments) in subcommands()
        .iter()
        .map(|name| (format!("quintet-{name}.txt"), format!("{name} --help")))
        .chain([("quintet.txt".to_owned(), "--help".to_owned())])
    {
        let help = quintet(&arguments).run().code(0).stderr("").stdout;
        assert_golden(&path(&name), &help);
        files.push(name);
    }
    files.sort();
    files.dedup();
    assert_eq!(names_in(path("")), files);
}

#[test]
fn without_a_subcommand_the_help_is_shown_and_the_request_was_bad() {
    let mut ran = quintet("").run().code(2).stdout("");
    for text in [
        subcommands(),
        vec!["Usage: quintet [OPTIONS] [COMMAND]".to_owned()],
    ]
    .concat()
    {
        ran = ran.complains(&text);
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("quintet ", env!("CARGO_PKG_VERSION"), "\n");
    let ran = quintet("--version").run();
    ran.code(0).stdout(version).stderr("");
}

#[test]
fn completions_of_every_shell_know_every_command_game_and_size() {
    for shell in SHELLS {
        let ran = quintet(&format!("completions {shell}")).run();
        let script = ran.code(0).stderr("").stdout;
        let games = Catalogue::STANDARD.iter().flat_map(|listing| {
            // The scripts of these complete no values of options.
            let has_values = !["elvish", "powershell"].contains(&shell);
            let sizes = sizes(listing).into_iter().filter(move |_| has_values);
            sizes.chain([listing.id.to_owned()])
        });
        for word in games.chain(subcommands()) {
            assert!(script.contains(&word), "{word} for {shell}");
        }
    }
}

#[test]
fn completions_offer_levels_and_no_forms() {
    for shell in SHELLS {
        let script = quintet(&format!("completions {shell}")).run().stdout;
        assert!(!script.contains("engine:COMMAND"), "{shell}");
        assert!(!script.contains("slips:N"), "{shell}");
        let has_values = !["elvish", "powershell"].contains(&shell);
        assert_eq!(script.contains("novice"), has_values, "{shell}");
    }
}

/// Runs commands in a shell after its completion script; `None` if the shell is not installed.
fn complete(shell: &str, arguments: &[&str], before: &str, commands: &str) -> Option<String> {
    let folder = folder();
    let script = quintet(&format!("completions {shell}"))
        .run()
        .code(0)
        .stdout;
    let path = folder.path().join("script");
    fs::write(&path, format!("{before}\n{script}\n{commands}\n")).expect("a file");
    let output = Command::new(shell).args(arguments).arg(path).output();
    Some(String::from_utf8(output.ok()?.stdout).expect("text"))
}

#[test]
fn fish_completes_games_sizes_levels_and_nothing_else() {
    let completed = |line: &str| -> Option<BTreeSet<String>> {
        let line = format!("complete --do-complete 'quintet {line}'");
        let output = complete("fish", &["--no-config"], "", &line)?;
        let first = |line: &str| line.split('\t').next().map(str::to_owned);
        Some(output.lines().filter_map(first).collect())
    };
    for listing in Catalogue::STANDARD.iter() {
        let line = format!("analyze {} --size ", listing.id);
        let Some(offered) = completed(&line) else {
            eprintln!("not tested: fish is not installed");
            return;
        };
        assert_eq!(offered, sizes(listing), "{line}");
    }
    let levels = completed("play gridlock --p2 ").expect("fish runs");
    assert!(levels.contains("expert") && levels.len() == 8, "{levels:?}");
}

#[test]
fn zsh_accepts_its_script() {
    let (before, commands) = (
        "autoload -U compinit; compinit -D",
        "echo ${_comps[quintet]}",
    );
    match complete("zsh", &["-f"], before, commands) {
        Some(output) => assert_eq!(output, "_quintet\n"),
        None => eprintln!("not tested: zsh is not installed"),
    }
}

#[test]
fn fish_offers_the_games_after_a_command() {
    let script = quintet("completions fish").run().code(0).stdout;
    for listing in Catalogue::STANDARD.iter() {
        let offered = script.lines().filter(|line| {
            line.contains("__fish_quintet_using_subcommand play")
                && line.contains(&format!("-a \"{}\"", listing.id))
        });
        assert_eq!(offered.count(), 1, "{}:\n{script}", listing.id);
    }
}

#[test]
fn the_manual_page_has_a_section_for_every_command_and_says_more_than_the_options() {
    let page = quintet("man").run().code(0).stderr("").stdout;
    let count = |text: &str| page.matches(text).count();
    assert_eq!(count("\n.TH ") + usize::from(page.starts_with(".TH ")), 1);
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION"] {
        assert_eq!(count(&format!(".SH {section}\n")), 1, "{section}");
    }
    for subcommand in subcommands() {
        let title = format!(".SH \"QUINTET {}\"\n", subcommand.to_uppercase());
        assert_eq!(count(&title), 1, "{title}");
    }
    assert!(count("\\-\\-max\\-plies") > 0, "options are in the page");
    for (section, text) in [
        ("EXIT STATUS", "Interrupted by Ctrl"),
        ("FILES", "~/.cache/quintet"),
        ("ENVIRONMENT", "QUINTET_DB"),
        ("EXAMPLES", "quintet play \\-\\-from game.txt"),
        ("LIMITS", "at most 4 MiB"),
    ] {
        let (_, rest) = page
            .split_once(&format!(".SH \"{section}\"\n"))
            .unwrap_or_else(|| panic!("{section}"));
        let body = rest.split(".SH ").next().unwrap_or_default();
        assert!(body.contains(text), "{text} in {section}:\n{body}");
    }
}
