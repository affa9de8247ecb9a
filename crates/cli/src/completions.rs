//! The scripts by which shells complete the command: behind a command the games, behind `--size` the sizes of the game.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use quintet_games::{Catalogue, Listing};

use crate::args::{self, is_game};

/// The script for a shell.
pub(crate) fn script(shell: Shell, catalogue: Catalogue) -> String {
    let mut command = args::command(catalogue);
    let with_a_game: Vec<_> = command
        .get_subcommands()
        .filter(|subcommand| takes_a_game(subcommand))
        .map(|subcommand| subcommand.get_name().to_owned())
        .collect();
    for name in with_a_game {
        command = command.mut_subcommand(name, |subcommand| with_games(&subcommand, catalogue));
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "quintet", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    // These two are not told what an option may be.
    match shell {
        Shell::Elvish => script.replacen("    var command =", &elvish_sizes(catalogue), 1),
        Shell::PowerShell => script.replacen("    $command = @(", &powershell_sizes(catalogue), 1),
        _ => script,
    }
}

fn takes_a_game(command: &Command) -> bool {
    let mut positionals = command.get_positionals();
    positionals.any(|arg| arg.get_id() == "game" && is_game(arg))
}

/// A command in which each game is a command of its own, which every shell completes and which has its own sizes.
fn with_games(command: &Command, catalogue: Catalogue) -> Command {
    let is_other = |arg: &&Arg| arg.get_id() != "game";
    let others: Vec<Arg> = command.get_arguments().filter(is_other).cloned().collect();
    let options = others.iter().filter(|arg| !arg.is_positional());
    let all: Vec<String> = catalogue.iter().flat_map(quintet_api::sizes).collect();
    let games = catalogue.iter().map(|listing| {
        let sized = |arg: &Arg| with_sizes(arg, quintet_api::sizes(listing));
        Command::new(listing.id)
            .about(listing.summary)
            .args(others.iter().map(sized))
    });
    Command::new(for_ever(command.get_name().to_owned()))
        .about(command.get_about().cloned().unwrap_or_default())
        .disable_help_subcommand(true)
        .args(options.map(|arg| with_sizes(arg, all.clone())))
        .subcommands(games)
}

/// The option `--size` with the values that it may have; any other argument as it is.
fn with_sizes(arg: &Arg, mut sizes: Vec<String>) -> Arg {
    let arg = arg.clone();
    if arg.get_id() != "size" {
        return arg;
    }
    sizes.sort();
    sizes.dedup();
    let sizes = sizes.into_iter().map(for_ever);
    arg.value_parser(PossibleValuesParser::new(sizes))
}

/// A name as the definition of a command wants it. The program prints the script and ends.
fn for_ever(name: String) -> &'static str {
    name.leak()
}

/// For each game the words that stand for its sizes.
fn sizes_of_games(catalogue: Catalogue, line: impl Fn(&Listing, String) -> String) -> String {
    let quoted = |listing: &Listing| {
        let sizes = quintet_api::sizes(listing).into_iter();
        let sizes: Vec<_> = sizes.map(|size| format!("'{size}'")).collect();
        sizes
    };
    let lines = catalogue
        .iter()
        .map(|listing| line(listing, quoted(listing).join(" ")));
    lines.collect()
}

fn elvish_sizes(catalogue: Catalogue) -> String {
    let games = sizes_of_games(catalogue, |listing, sizes| {
        format!(" &'{}'=[{sizes}]", listing.id)
    });
    format!(
        "    var sizes = [{games} ]
    if (eq $words[-2] --size) {{
        for word $words {{
            if (has-key $sizes $word) {{
                put $@sizes[$word]
            }}
        }}
        return
    }}
    var command ="
    )
}

fn powershell_sizes(catalogue: Catalogue) -> String {
    let games = sizes_of_games(catalogue, |listing, sizes| {
        format!("'{}' = @({});", listing.id, sizes.replace(' ', ", "))
    });
    format!(
        "    $sizes = @{{{games}}}
    $words = @($commandElements | ForEach-Object {{ $_.ToString() }})
    if ($wordToComplete) {{ $last = $words[-2] }} else {{ $last = $words[-1] }}
    if ($last -eq '--size') {{
        return $words | Where-Object {{ $sizes.ContainsKey($_) }} | ForEach-Object {{ $sizes[$_] }} |
            Where-Object {{ $_ -like \"$wordToComplete*\" }}
    }}
    $command = @("
    )
}
