//! Sections of the manual page other than those of the commands.

use std::collections::HashSet;
use std::fmt::Write;

use clap::Command;
use quintet_arena::Record;
use quintet_games::Catalogue;

use crate::args::examples;

/// Returns the sections that follow those of the commands, in roff.
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
    add("EXAMPLES", &all_examples(command, catalogue));
    let longest = Record::LONGEST_FILE >> 20;
    let records = format!(
        "Record files have at most {longest} MiB. Games between computer players stop as unfinished after 1000 moves, unless --max-plies sets another limit."
    );
    add("LIMITS", &records);
    text
}

const EXIT_STATUS: &[(&str, &str)] = &[
    ("0", "Success."),
    (
        "1",
        "A game was left unfinished, a value is unsolved, or a verification failed.",
    ),
    (
        "2",
        "Invalid arguments or another error, which is printed on standard error.",
    ),
    ("130", "Interrupted by Ctrl-C."),
];

const FILES: &[(&str, &str)] = &[
    (
        "~/.cache/quintet",
        "Tables of values. They can be deleted at any time and are computed again.",
    ),
    (
        "~/.local/state/quintet",
        "State of the full-screen app: settings, the unfinished game, and progress in puzzles and lessons.",
    ),
    (
        "~/.local/share/quintet",
        "Games between people on the server, unless --db names another file.",
    ),
];

const ENVIRONMENT: &[(&str, &str)] = &[
    (
        "NO_COLOR, CLICOLOR, CLICOLOR_FORCE",
        "Use of colors, unless --color is given.",
    ),
    (
        "PAGER",
        "Pager for rules that are longer than the screen, by default less. An empty value disables it.",
    ),
    (
        "OPENAI_API_KEY",
        "API key of language models, unless --key-from names another variable.",
    ),
    (
        "HTTPS_PROXY, NO_PROXY",
        "Proxy for requests to external players, and hosts that need no proxy.",
    ),
    ("TERM", "The value dumb disables the full-screen app."),
    (
        "XDG_CACHE_HOME, XDG_STATE_HOME, XDG_DATA_HOME",
        "Locations of the folders above.",
    ),
];

/// Returns the examples of all commands.
fn all_examples(command: &Command, catalogue: Catalogue) -> String {
    let names = command.get_subcommands().map(Command::get_name);
    let names = [command.get_name()].into_iter().chain(names);
    let examples = names.flat_map(|name| examples::of(name, catalogue));
    let item = |(what, line): (&str, String)| items(&[(&line, &format!("{what}."))]);
    examples.map(item).collect::<Vec<_>>().join("\n")
}

/// Formats a list of terms and their descriptions.
fn items(items: &[(&str, &str)]) -> String {
    let item = |(term, meaning): &(&str, &str)| {
        format!(".TP\n\\fB{}\\fR\n{}", escaped(term), escaped(meaning))
    };
    let items: Vec<_> = items.iter().map(item).collect();
    items.join("\n")
}

/// Returns the variables that set options.
fn settings(command: &Command) -> String {
    let mut text = String::new();
    let mut named = HashSet::new();
    for subcommand in command.get_subcommands() {
        for arg in subcommand.get_arguments() {
            let (Some(variable), Some(option)) = (arg.get_env(), arg.get_long()) else {
                continue;
            };
            // Several commands have the same option.
            if !named.insert(variable) {
                continue;
            }
            let meaning = format!(
                "Default for --{option} of quintet {}.",
                subcommand.get_name()
            );
            let item = items(&[(&variable.to_string_lossy(), &meaning)]);
            text.extend([&item, "\n"]);
        }
    }
    text.trim_end().to_owned()
}

/// Escapes roff control characters.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    let line = |line: &str| {
        let is_command = line.starts_with(['.', '\'']);
        format!("{}{line}", if is_command { "\\&" } else { "" })
    };
    let lines: Vec<_> = text.lines().map(line).collect();
    lines.join("\n")
}
