//! The help texts, committed in `tests/help`; `SNAPSHOTS=overwrite` writes them anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use quintet_catalogue::catalogue;
use quintet_testkit::assert_golden;

use crate::run::quintet;

fn path(file: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/help")).join(file)
}

/// The subcommands that the help lists, without the one that clap adds.
fn subcommands() -> Vec<String> {
    let help = quintet("--help").run().code(0).stdout;
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    lines
        // What an entry says further is indented more.
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

fn pages() -> Vec<(String, String)> {
    let page = |name: String| (format!("quintet-{name}.txt"), format!("{name} --help"));
    let mut pages = vec![("quintet.txt".to_owned(), "--help".to_owned())];
    pages.extend(subcommands().into_iter().map(page));
    pages
}

#[test]
fn every_help_text_is_as_it_was_committed() {
    for (file, arguments) in pages() {
        let help = quintet(&arguments).run().code(0).stderr("").stdout;
        assert_golden(&path(&file), &help);
    }
}

#[test]
fn every_committed_help_text_belongs_to_a_command() {
    let files = fs::read_dir(path("")).expect("the folder of help texts");
    let found: BTreeSet<_> = files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .into_string()
                .expect("UTF-8")
        })
        .collect();
    assert_eq!(found, pages().into_iter().map(|(file, _)| file).collect());
}

#[test]
fn without_a_subcommand_the_help_is_shown_and_the_request_was_bad() {
    let ran = quintet("").run().code(2).stdout("");
    assert!(
        ran.stderr.contains("Usage: quintet [OPTIONS] [COMMAND]"),
        "{}",
        ran.stderr
    );
    for subcommand in subcommands() {
        assert!(ran.stderr.contains(&subcommand), "{}", ran.stderr);
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("quintet ", env!("CARGO_PKG_VERSION"), "\n");
    quintet("--version")
        .run()
        .code(0)
        .stdout(version)
        .stderr("");
}

#[test]
fn completions_of_every_shell_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = quintet(&format!("completions {shell}"))
            .run()
            .code(0)
            .stderr("");
        for word in subcommands() {
            assert!(
                ran.stdout.contains(&word),
                "{word} in the completions for {shell}"
            );
        }
    }
    quintet("completions tcsh")
        .run()
        .code(2)
        .stdout("")
        .complains("tcsh");
}

#[test]
fn completions_of_every_shell_know_the_games_and_their_sizes() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = quintet(&format!("completions {shell}")).run().code(0);
        for listing in catalogue() {
            let id = listing.id;
            assert!(ran.stdout.contains(id), "{id} for {shell}");
            for variant in listing.sizes {
                let size = variant.size().to_string();
                assert!(ran.stdout.contains(&size), "{size} for {shell}");
            }
        }
    }
}

#[test]
fn fish_is_told_the_games_behind_a_command() {
    let script = quintet("completions fish").run().code(0).stdout;
    for listing in catalogue() {
        let offered = script.lines().filter(|line| {
            line.contains("__fish_quintet_using_subcommand play")
                && line.contains(&format!("-a \"{}\"", listing.id))
        });
        assert_eq!(offered.count(), 1, "{}:\n{script}", listing.id);
    }
}

#[test]
fn bash_completes_games_and_the_sizes_of_the_game() {
    let script = quintet("completions bash").run().code(0).stdout;
    let completed = |words: &[&str]| {
        let last = words.len() - 1;
        let wanted = words
            .iter()
            .map(|word| format!("'{word}'"))
            .collect::<Vec<_>>()
            .join(" ");
        let script = format!(
            "{script}\nCOMP_WORDS=({wanted}); COMP_CWORD={last}; _quintet quintet '{}' '{}'; echo \"${{COMPREPLY[@]}}\"",
            words[last],
            words[last - 1]
        );
        let output = Command::new("bash")
            .args(["-c", &script])
            .output()
            .expect("bash runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let games: Vec<_> = catalogue().map(|listing| listing.id).collect();
    let offered = completed(&["quintet", "play", ""]);
    assert!(games.iter().all(|game| offered.contains(game)), "{offered}");
    for listing in catalogue() {
        let sizes: BTreeSet<_> = listing
            .sizes
            .iter()
            .map(|variant| variant.size().to_string())
            .collect();
        let offered = completed(&["quintet", "analyze", listing.id, "--size", ""]);
        let offered: BTreeSet<_> = offered.split_whitespace().map(str::to_owned).collect();
        assert_eq!(offered, sizes, "{}", listing.id);
    }
}

#[test]
fn the_manual_page_says_more_than_the_options() {
    let page = quintet("man").run().code(0).stdout;
    for (section, text) in [
        ("EXIT STATUS", "The answer is no"),
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

#[test]
fn the_manual_page_has_a_title_and_a_section_for_every_command() {
    let page = quintet("man").run().code(0).stderr("").stdout;
    let titles: Vec<_> = page
        .lines()
        .filter(|line| line.starts_with(".TH "))
        .collect();
    assert_eq!(titles.len(), 1, "{page}");
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION"] {
        assert!(page.contains(&format!(".SH {section}\n")), "{page}");
    }
    for subcommand in subcommands() {
        let title = format!(".SH \"QUINTET {}\"\n", subcommand.to_uppercase());
        assert_eq!(page.matches(&title).count(), 1, "{title}");
    }
    assert!(
        page.contains("\\-\\-max\\-plies"),
        "options are in the page"
    );
}
