//! `games`, `rules`, `perft`, and requests that are bad.

use std::io;
use std::process::Stdio;

use quintet_catalogue::{catalogue, find};
use quintet_rules::Player;

use crate::run::{folder, quintet};

#[test]
fn games_lists_every_game_with_its_summary_and_sizes() {
    let ran = quintet("games").run().code(0).stderr("");
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 2 * catalogue().count());
    for (lines, listing) in lines.chunks(2).zip(catalogue()) {
        assert!(lines[0].starts_with(listing.id), "{lines:?}");
        assert!(lines[0].ends_with(listing.summary), "{lines:?}");
        let sizes: Vec<_> = listing
            .sizes
            .iter()
            .map(|size| size.size().to_string())
            .collect();
        assert!(
            lines[1].ends_with(&format!(" sizes {}", sizes.join(", "))),
            "{lines:?}"
        );
    }
}

#[test]
fn rules_shows_the_page_of_every_game() {
    for listing in catalogue() {
        let arguments = format!("rules {}", listing.id);
        let ran = quintet(&arguments)
            .run()
            .code(0)
            .stderr("")
            .stdout(listing.rules);
        assert!(ran.stdout.ends_with('\n'), "{}", listing.id);
    }
}

#[test]
fn perft_counts_behind_each_move_and_ends_with_the_count_alone() {
    for listing in catalogue() {
        for variant in listing.sizes {
            let start = variant.start(Player::One);
            let arguments = format!("perft {} 2 --size {}", listing.id, variant.size());
            let ran = quintet(&arguments).run().code(0).stderr("");
            assert_eq!(ran.last_line(), start.perft(2).to_string(), "{arguments}");
            let moves: Vec<_> = ran
                .stdout
                .lines()
                .filter_map(|line| line.split_once(": "))
                .map(|(mv, _)| mv)
                .collect();
            let listed: Vec<_> = start.moves().into_iter().map(|mv| mv.text).collect();
            assert_eq!(moves, listed, "{arguments}");
        }
    }
}

#[test]
fn perft_from_a_position_prints_what_follows_there() {
    let perft = |depth: u32, position: &str| {
        let arguments = format!("perft adjacency-block {depth} --size 6 --position");
        quintet(&arguments).argument(position).run()
    };
    perft(2, "O.X... 2")
        .code(0)
        .stdout("5: 0\n6: 1\n1\n")
        .stderr("");
    perft(1, "OO.XXX 2").code(0).stdout("0\n").stderr("");
    perft(1, "OXX... 1")
        .code(2)
        .stdout("")
        .complains("quintet: --position is not a position of this game: found ");
}

#[test]
fn perft_of_depth_0_is_1() {
    for listing in catalogue() {
        quintet(&format!("perft {} 0", listing.id))
            .run()
            .code(0)
            .stdout("1\n")
            .stderr("");
    }
}

#[test]
fn perft_wants_a_depth() {
    for arguments in [
        "perft gridlock",
        "perft gridlock -1",
        "perft gridlock x",
        "perft",
    ] {
        let ran = quintet(arguments).run().code(2).stdout("");
        assert!(!ran.stderr.is_empty(), "{arguments}");
    }
}

#[test]
fn a_mistyped_game_suggests_the_near_ones() {
    for (typed, meant) in [
        ("gridlok", "'gridlock'"),
        ("Gridlokc", "'gridlock'"),
        ("quadblock", "'quad-block'"),
        ("adjacency", "'adjacency-block'"),
        ("matrix", "'matrix-isolation'"),
        ("gridrunner", "'grid-runner'"),
    ] {
        for command in ["play", "rules"] {
            let ran = quintet(&format!("{command} {typed}"))
                .run()
                .code(2)
                .stdout("");
            let tips: Vec<_> = ran
                .stderr
                .lines()
                .filter(|line| line.contains("similar"))
                .collect();
            assert_eq!(tips.len(), 1, "{typed}: {}", ran.stderr);
            assert!(tips[0].contains(meant), "{typed}: {}", ran.stderr);
            for listing in catalogue() {
                assert!(ran.stderr.contains(listing.id), "{typed}: {}", ran.stderr);
            }
        }
    }
}

#[test]
fn an_unknown_size_is_refused_with_the_sizes_there_are() {
    for command in ["play gridlock", "perft gridlock 1"] {
        quintet(&format!("{command} --size 9x9"))
            .run()
            .code(2)
            .stdout("")
            .stderr("quintet: no size '9x9' of Gridlock: it has 4x4, 3x3, 5x5, 6x6, 8x8\n");
    }
    let ran = quintet("play gridlock --size")
        .argument("\u{1b}[2J\n")
        .run()
        .code(2)
        .stdout("");
    assert!(!ran.stderr.contains('\u{1b}'), "{:?}", ran.stderr);
}

#[test]
fn a_position_that_is_none_is_refused_with_an_example() {
    for (game, text) in [
        ("gridlock", ""),
        ("gridlock", "XX../..../..../.... 1"),
        ("gridlock", "..../..../..../.... 3"),
        ("adjacency-block", "...... 1"),
        ("matrix-isolation", "1.../..../..../.... 1"),
        ("grid-runner", "1..../...../...../...../....2 1 3"),
        ("quad-block", "...../...../...../...../..... 1 s"),
    ] {
        let example = find(game)
            .expect("listed")
            .standard()
            .start(Player::One)
            .text();
        quintet(&format!("play {game} --position"))
            .argument(text)
            .run()
            .code(2)
            .stdout("")
            .complains("quintet: --position is not a position of this game: found ")
            .complains(&format!("(an example for {game} "))
            .complains(&format!("\"{example}\")\n"));
    }
}

#[test]
fn requests_that_nobody_can_mean_are_bad() {
    for arguments in [
        "chess",
        "play",
        "rules",
        "replay",
        "completions",
        "play gridlock extra",
        "play gridlock --p1 nobody",
        "play gridlock --first 3",
        "play gridlock --games 0",
        "play gridlock --max-plies 0",
        "play gridlock --seed x",
        "play gridlock --seed -1",
        "play gridlock --record",
        "play gridlock --unknown",
        "games extra",
    ] {
        let ran = quintet(arguments).run().code(2).stdout("");
        assert!(
            ran.stderr.starts_with("error: "),
            "{arguments}: {}",
            ran.stderr
        );
    }
    quintet("play gridlock --first 2 --position")
        .argument("..../..../..../.... 1")
        .run()
        .code(2)
        .complains("cannot be used with");
}

#[test]
fn output_that_nobody_reads_is_no_fault() {
    let folder = folder();
    let record = folder.path().join("game.txt");
    std::fs::write(&record, "[Game \"gridlock\"]\n\n1. 2-2 *\n").expect("a record");
    let replay = format!("replay {}", record.display());
    let review = format!("review --json {}", record.display());
    for arguments in [
        "games",
        "rules gridlock",
        "perft gridlock 2",
        "completions bash",
        "man",
        "licenses",
        "--help",
        "--version",
        "games --json",
        "perft gridlock 1 --json",
        &replay,
        &review,
    ] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let child = quintet(arguments)
            .command()
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        println!("{arguments}");
        crate::run::Ran::of(child).code(0).stderr("");
    }
}

#[test]
fn ascii_is_refused_where_it_would_be_ignored() {
    for arguments in ["--ascii play gridlock", "--ascii games"] {
        quintet(arguments).run().refuses(
            "--ascii is for the full-screen app: give it without a command, or with replay",
        );
    }
    for arguments in ["--ascii replay -", "replay --ascii -"] {
        quintet(arguments)
            .input("[Game \"gridlock\"]\n\n1. 2-2 *\n")
            .run()
            .code(0);
    }
}
