//! What the manual page says besides the commands and their options.

use std::collections::HashSet;
use std::fmt::Write;

use clap::Command;
use quintet_arena::Record;
use quintet_games::{Catalogue, hyphenated};

/// The sections behind those of the commands, in the language of manual pages.
pub(crate) fn sections(command: &Command, catalogue: Catalogue) -> String {
    let mut text = String::new();
    let mut add = |title: &str, body: &str| {
        let _ = write!(text, ".SH \"{title}\"\n{body}\n");
    };
    add("EXIT STATUS", &items(EXIT_STATUS));
    add("FILES", &items(FILES));
    add(
        "ENVIRONMENT",
        &(items(ENVIRONMENT) + "\n" + &settings(command)),
    );
    add("EXAMPLES", &examples(catalogue));
    let longest = Record::LONGEST_FILE >> 20;
    let records = format!(
        "A file of records has at most {longest} MiB. A game between players of which none is human stops as unfinished after 1000 moves unless said otherwise."
    );
    add("LIMITS", &records);
    text
}

const EXIT_STATUS: &[(&str, &str)] = &[
    ("0", "Done."),
    (
        "1",
        "The answer is no: a game was left unfinished, a value is unsolved, a verification failed.",
    ),
    (
        "2",
        "The request was bad, or could not be carried out; standard error says why.",
    ),
];

const FILES: &[(&str, &str)] = &[
    (
        "~/.cache/quintet",
        "Tables of values. They may be deleted at any time and are computed anew.",
    ),
    (
        "~/.local/state/quintet",
        "What the full-screen app keeps: the last choices, the unfinished game, the days on which the puzzle was solved, the games that were learnt.",
    ),
    (
        "~/.local/share/quintet",
        "The games between people that the server keeps, unless --db names another file.",
    ),
];

const ENVIRONMENT: &[(&str, &str)] = &[
    ("NO_COLOR", "If it is set to anything, nothing is coloured."),
    (
        "OPENAI_API_KEY",
        "The key of language models that play, unless --key-from names another variable.",
    ),
    (
        "HTTPS_PROXY, NO_PROXY",
        "The proxy to players behind the network, and the hosts that are reached without it.",
    ),
    (
        "TERM",
        "On a terminal of the kind dumb the full-screen app is not shown.",
    ),
    (
        "XDG_CACHE_HOME, XDG_STATE_HOME, XDG_DATA_HOME",
        "Where the folders above are, if not in the home folder.",
    ),
];

/// Commands to be tried, with the first game of the catalogue.
fn examples(catalogue: Catalogue) -> String {
    let Some(listing) = catalogue.iter().next() else {
        return String::new();
    };
    let id = listing.id;
    let begun: Vec<_> = listing
        .demo
        .iter()
        .take(2)
        .map(|mv| hyphenated(mv))
        .collect();
    let begun = begun.join(" ");
    let play = format!("quintet play {id} --p2 hard --record game.txt");
    let analyze = format!("quintet analyze {id} --moves \"{begun}\"");
    let matches = format!("quintet match {id} --p1 easy --p2 hard --games 100 --json");
    items(&[
        ("quintet", "The full-screen app."),
        (
            &play,
            "A game against a level, of which every move is kept.",
        ),
        (
            "quintet play --from game.txt --record game.txt",
            "Continues it.",
        ),
        ("quintet review game.txt", "Where it was won and lost."),
        (&analyze, "What every move is worth after two moves."),
        (
            &matches,
            "A hundred games between two levels, as one JSON document.",
        ),
    ])
}

/// A list of terms and what they mean.
fn items(items: &[(&str, &str)]) -> String {
    let item = |(term, meaning): &(&str, &str)| {
        format!(".TP\n\\fB{}\\fR\n{}", escaped(term), escaped(meaning))
    };
    let items: Vec<_> = items.iter().map(item).collect();
    items.join("\n")
}

/// The variables that are settings of a command.
fn settings(command: &Command) -> String {
    let mut text = String::new();
    let mut named = HashSet::new();
    for subcommand in command.get_subcommands() {
        for arg in subcommand.get_arguments() {
            let (Some(variable), Some(option)) = (arg.get_env(), arg.get_long()) else {
                continue;
            };
            // Several commands have the same setting.
            if !named.insert(variable) {
                continue;
            }
            let meaning = format!("As --{option} of quintet {}.", subcommand.get_name());
            let item = items(&[(&variable.to_string_lossy(), &meaning)]);
            text.extend([&item, "\n"]);
        }
    }
    text.trim_end().to_owned()
}

/// A text in which nothing is a command of the manual page.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    let line = |line: &str| {
        let is_command = line.starts_with(['.', '\'']);
        format!("{}{line}", if is_command { "\\&" } else { "" })
    };
    let lines: Vec<_> = text.lines().map(line).collect();
    lines.join("\n")
}
