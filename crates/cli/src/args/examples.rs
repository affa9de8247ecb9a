//! The examples in the help of the commands. A test runs each of them.

use quintet_games::{Catalogue, hyphenated};

/// Each command with its examples: a description and a command line. `GAME` is the first game of the catalogue, and
/// `MOVES` the beginning of a game.
const EXAMPLES: &[(&str, &[(&str, &str)])] = &[
    (
        "quintet",
        &[
            ("Start the full-screen app", "quintet"),
            ("Play in the browser", "quintet serve --open"),
            ("Play against the computer", "quintet play GAME --p2 easy"),
            ("Solve the puzzle of the day", "quintet puzzle"),
        ],
    ),
    (
        "games",
        &[
            ("List the games", "quintet games"),
            (
                "List them as JSON, with levels and goals",
                "quintet games --json",
            ),
        ],
    ),
    (
        "rules",
        &[
            ("Read the rules in a pager", "quintet rules GAME"),
            ("Save them as Markdown", "quintet rules GAME > rules.md"),
        ],
    ),
    (
        "learn",
        &[("Learn a game step by step", "quintet learn GAME")],
    ),
    (
        "play",
        &[
            ("Two people at one terminal", "quintet play GAME"),
            (
                "Against the computer, with a record of every move",
                "quintet play GAME --p2 hard --record game.txt",
            ),
            (
                "Continue a recorded game",
                "quintet play --from game.txt --record game.txt",
            ),
            (
                "Three games on a larger board, with a random first player",
                "quintet play GAME --size 5x5 --first random --games 3",
            ),
        ],
    ),
    (
        "puzzle",
        &[
            ("Solve the puzzle of the day", "quintet puzzle"),
            (
                "Solve a puzzle of medium difficulty in one game",
                "quintet puzzle --game GAME --grade medium",
            ),
            (
                "Print the puzzle of a day with its solution",
                "quintet puzzle --day 2026-11-15 --solution",
            ),
        ],
    ),
    (
        "hint",
        &[(
            "Get a hint after some moves",
            "quintet hint GAME --moves \"MOVES\"",
        )],
    ),
    (
        "analyze",
        &[
            (
                "Show the values at the start of a game",
                "quintet analyze GAME",
            ),
            (
                "Show the values after some moves",
                "quintet analyze GAME --moves \"MOVES\"",
            ),
            (
                "Search an unsolved size for 100,000 positions and print JSON",
                "quintet analyze GAME --size 8x8 --nodes 100000 --json",
            ),
        ],
    ),
    (
        "solve",
        &[
            (
                "Solve a game and check every value",
                "quintet solve GAME --verify",
            ),
            ("Solve a smaller board", "quintet solve GAME --size 3x3"),
        ],
    ),
    (
        "match",
        &[(
            "Play twenty games between two computer opponents",
            "quintet match GAME --p1 easy --p2 hard --games 20",
        )],
    ),
    (
        "review",
        &[
            ("Find the mistakes in a game", "quintet review game.txt"),
            (
                "Review a record from another program",
                "cat game.txt | quintet review -",
            ),
        ],
    ),
    (
        "perft",
        &[
            ("Count the sequences of four moves", "quintet perft GAME 4"),
            (
                "The same for a smaller board, as JSON",
                "quintet perft GAME 4 --size 3x3 --json",
            ),
        ],
    ),
    (
        "export",
        &[(
            "Write all positions of a game for data analysis",
            "quintet export GAME positions.parquet",
        )],
    ),
    (
        "replay",
        &[("Step through a recorded game", "quintet replay game.txt")],
    ),
    (
        "serve",
        &[
            ("Play in the browser", "quintet serve --open"),
            (
                "Serve on a free port, with the games in a file",
                "quintet serve --port 0 --db games.db",
            ),
        ],
    ),
    (
        "site",
        &[("Write the web app for a static host", "quintet site public")],
    ),
    (
        "backup",
        &[(
            "Back up the games of a running server",
            "quintet backup backup.db --db games.db",
        )],
    ),
    (
        "restore",
        &[(
            "Restore the games into another file",
            "quintet restore backup.db --db restored.db",
        )],
    ),
    (
        "check",
        &[("Check the games in a file", "quintet check games.db")],
    ),
    (
        "migrate",
        &[(
            "Copy all games into another file",
            "quintet migrate sqlite:games.db sqlite:copy.db",
        )],
    ),
    (
        "delete",
        &[(
            "Delete a game by the id in its URL",
            "quintet delete 5f3a29c7d2e4b687 --db games.db",
        )],
    ),
    (
        "evaluate",
        &[
            (
                "Score a built-in opponent on a few positions of one game",
                "quintet evaluate easy GAME --positions 20 --pairs 1",
            ),
            (
                "Save a report as JSON, to compare it later",
                "quintet evaluate random GAME --pairs 0 --json > random.json",
            ),
            (
                "Compare reports",
                "quintet evaluate --compare random.json random.json",
            ),
        ],
    ),
    (
        "engine",
        &[(
            "Ask the engine for a move",
            "echo \"go movetime 1000\" | quintet engine",
        )],
    ),
    (
        "mcp",
        &[(
            "Start the server on standard input and output",
            "quintet mcp",
        )],
    ),
    (
        "completions",
        &[
            (
                "Install completions for bash",
                "quintet completions bash > quintet.bash",
            ),
            (
                "Install completions for zsh, in a folder of $fpath",
                "quintet completions zsh > _quintet",
            ),
            (
                "Install completions for fish, in ~/.config/fish/completions",
                "quintet completions fish > quintet.fish",
            ),
        ],
    ),
    (
        "man",
        &[(
            "Save the manual page, to be read with `man ./quintet.1`",
            "quintet man > quintet.1",
        )],
    ),
    ("licenses", &[("Print all licenses", "quintet licenses")]),
];

/// Returns the examples of a command: descriptions and command lines.
pub(crate) fn of(command: &str, catalogue: Catalogue) -> Vec<(&'static str, String)> {
    let Some(listing) = catalogue.iter().next() else {
        return Vec::new();
    };
    let moves = listing.demo.iter().take(2);
    let moves: Vec<_> = moves.map(|mv| hyphenated(mv)).collect();
    let found = EXAMPLES.iter().find(|(name, _)| *name == command);
    let examples = found.into_iter().flat_map(|(_, examples)| *examples);
    let filled = examples.map(|(what, line)| {
        let line = line
            .replace("GAME", listing.id)
            .replace("MOVES", &moves.join(" "));
        (*what, line)
    });
    filled.collect()
}

/// Returns the help section with the examples of a command, after its own notes.
pub(super) fn help(command: &clap::Command, catalogue: Catalogue) -> String {
    let notes = command.get_after_help().map(|notes| format!("{notes}\n\n"));
    let examples = of(command.get_name(), catalogue).into_iter();
    let examples = examples.map(|(what, line)| format!("  {what}:\n    {line}"));
    let examples = examples.collect::<Vec<_>>().join("\n");
    format!("{}Examples:\n{examples}", notes.unwrap_or_default())
}
