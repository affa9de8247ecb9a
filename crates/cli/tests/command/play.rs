//! `quintet play`, where a session depends on another one, on random input or on the catalogue. Other sessions are in
//! `tests/cases`.

use std::fs;
use std::io::{BufRead, Write};

use quintet_arena::{GameFiles, Record};
use quintet_games::Catalogue;
use quintet_rules::Player;
use quintet_solver::{Budget, Value};

use crate::run::{
    Ran, Talk, folder, limited, names_in, oracle, quintet, quintet_in, standard, text_of,
};

/// Entries that are not a move of any game, a line each.
const ABSURD: &[u8] = b"\n   \n\t\n\xff\xfe\x80\n\0\n2 2\0\n\x08\x08\x08\n\x7f\n\
    \x1b[2J\x1b]0;title\x07\n\x1b[31m2 2\n\x9b2J\n\
    -1\n--help\n2-\nMOVE\nBARRIER\nmove move\n0\n1-0\n$(reboot)\n99999999999999999999999999999999999999";
const ABSURD_LETTERS: &str = "٢ ٢\n\u{202e}2 2\n\u{85}\u{2028}\n🙂";

#[test]
fn every_absurd_or_endless_entry_is_refused_in_one_short_line_and_the_game_continues() {
    let endless = b"12345 -x\x1b".repeat(10_000_000 / 9);
    let (ones, letters) = (b"1 ".repeat(1000), "é".repeat(4000).into_bytes());
    let lines = [
        ABSURD,
        ABSURD_LETTERS.as_bytes(),
        &ones,
        &letters,
        &endless,
        &*b"x".repeat(5000),
        &endless,
    ];
    let input = lines.join(&b'\n');
    let entries: Vec<_> = input.split(|byte| *byte == b'\n').collect();
    for listing in Catalogue::STANDARD.iter() {
        let game = listing.id;
        let start = standard(game).start(Player::One);
        let mv = &start.moves()[0].text;
        let input = [&*input, format!("\n{mv}\n").as_bytes()].concat();
        let ran = quintet(&format!("play {game}")).input(input).run();
        let said = ran.code(1).stderr("").stdout;
        let is_unsafe = |char: char| char.is_control() && char != '\n';
        assert!(!said.contains(is_unsafe), "{game}: {said:?}");
        let longest = said.lines().map(|line| line.chars().count()).max();
        assert!(longest < Some(250), "{game}: {longest:?}");
        let (before, after) = said
            .split_once(&format!("{} {mv}\n", start.instructions().prompt))
            .unwrap_or_else(|| panic!("{game}: the move was not played\n{said}"));
        let asked = before.strip_prefix(&start.drawing()).expect("a grid first");
        let turns: Vec<_> = asked
            .trim_start()
            .split(&start.instructions().prompt)
            .skip(1)
            .collect();
        assert_eq!(turns.len(), entries.len(), "{game}: prompts in\n{asked}");
        for (turn, entry) in turns.iter().zip(&entries) {
            let (_, refusal) = turn.split_once('\n').expect("the entry, then the answer");
            assert!(
                refusal.starts_with("Invalid ")
                    && refusal.ends_with(".\n")
                    && refusal.lines().count() == 1,
                "{game}: {:?} is answered with {refusal:?}",
                String::from_utf8_lossy(&entry[..entry.len().min(100)])
            );
        }
        let next = start.play(mv).expect("a listed move is legal").position;
        assert!(after.contains(&next.drawing()), "{game}: {after}");
        let end = "\nThe input has ended. The game is unfinished.\n";
        assert!(after.ends_with(end), "{game}: {after}");
    }
}

#[test]
fn a_seed_that_was_drawn_is_printed_and_repeats_the_match() {
    let arguments =
        "play quad-block --p1 random --p2 random --games 2 --first random --max-plies 60";
    let drawn = quintet(arguments).run();
    let seed = drawn.stderr.strip_prefix("seed: ").expect("a seed").trim();
    let again = quintet(&format!("{arguments} --seed {seed}")).run();
    assert_eq!(again.stdout, drawn.stdout, "seed {seed}");
    let moves = |text: &str| -> Vec<_> {
        let lines = text.lines().filter_map(|line| line.split_once(" plays "));
        lines.map(|(_, mv)| mv.to_owned()).collect()
    };
    let (one, two) = drawn
        .stdout
        .split_once("\nGame 2 of 2.")
        .expect("two games");
    assert_ne!(moves(one), moves(two), "seed {seed}");
}

#[test]
fn records_of_random_games_can_be_read_and_replayed_and_their_seed_plays_them_again() {
    let games = Catalogue::STANDARD
        .iter()
        .map(|listing| (listing.id, "--seed 1"));
    let others = [
        ("gridlock", ""),
        ("quad-block", "--games 5 --max-plies 40 --seed 5"),
    ];
    for (game, more) in games.chain(others) {
        let folder = folder();
        let path = folder.path().join("game.txt");
        let play = |more: &str| {
            let line = format!("play {game} --p1 random --p2 random --record game.txt {more}");
            quintet(&line).within(&folder).run()
        };
        let ran = play(more);
        let text = text_of(&path);
        let records = Record::read_all(&text, Catalogue::STANDARD).expect("records");
        let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
        assert_eq!(texts.join("\n"), text, "{game} {more}");
        assert!(text.contains("[Player1 \"random\"]\n[Player2 \"random\"]\n"));
        let replayed = quintet("replay game.txt").within(&folder).run();
        let replayed = replayed.code(0).stderr("");
        if more.contains("--games") {
            assert_eq!(records.len(), 5);
        } else {
            assert_eq!(replayed.last_line(), ran.last_line(), "{game} {more}");
        }
        let seed = records[0].seed.expect("the seed is recorded");
        play(&format!(
            "{} --force --seed {seed}",
            more.split("--seed").next().unwrap_or("")
        ));
        assert_eq!(text_of(&path), text, "{game}, seed {seed}");
    }
}

#[test]
fn a_killed_program_has_every_move_in_its_record() {
    let folder = folder();
    let path = folder.path().join("games.txt");
    let play = quintet("play gridlock --games 3 --record games.txt");
    let mut talk = Talk::with(play.within(&folder).start());
    let mut enter = |entry: &str| {
        talk.say(entry);
        talk.read_until("Enter your move (row and column): ");
        text_of(&path)
    };
    // The first prompt comes before the first entry, so each answer is that to the entry before.
    for entry in ["board", "2 2", "3 3"] {
        enter(entry);
    }
    let text = enter("moves");
    let end = "[Termination \"abandoned\"]\n\n1. 2-2 3-3 *\n";
    assert!(text.ends_with(end), "{text}");
    enter("undo");
    let text = enter("moves");
    assert!(text.ends_with("\n\n1. 2-2 *\n"), "shorter now: {text}");
    for entry in ["resign", "1 1", "moves"] {
        enter(entry);
    }
    talk.child.kill().expect("a running program");
    talk.child.wait().expect("it has ended");
    let text = text_of(&path);
    let records = Record::read_all(&text, Catalogue::STANDARD).expect("records that can be read");
    let moves = |record: &Record| {
        let plies = record.plies().iter();
        plies.map(|ply| ply.mv.clone()).collect::<Vec<_>>()
    };
    let moves: Vec<_> = records.iter().map(moves).collect();
    assert_eq!(moves, [["2 2"], ["1 1"]]);
    assert_eq!(names_in(&folder), ["games.txt"]);
    let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
    assert_eq!(texts.join("\n"), text);
}

#[test]
fn a_record_that_does_not_fit_on_the_disk_leaves_the_old_file() {
    let folder = folder();
    let path = folder.path().join("game.txt");
    fs::write(&path, "old").expect("a file");
    let play = quintet("play gridlock --record game.txt --force").within(&folder);
    Ran::after(play.start_by(limited(0)), b"2 2\nsave other.txt\n".to_vec())
        .code(2)
        .says("\ncannot save the record in other.txt: ")
        .complains("quintet: cannot save the record in game.txt: ");
    assert_eq!(text_of(&path), "old");
    assert_eq!(names_in(&folder), ["game.txt"]);
}

/// The game whose table takes longest: seconds, while a prompt takes milliseconds.
const SLOWEST: &str = "quad-block";

#[test]
fn the_first_time_ever_the_prompt_comes_before_the_table() {
    let games = Catalogue::STANDARD
        .iter()
        .map(|listing| standard(listing.id));
    for game in games.filter(|game| game.solution().table_version().is_some()) {
        let cache = folder();
        let tables = cache.path().join("quintet");
        let line = format!("play {} --p2 perfect --seed 1", game.id());
        let mut talk = Talk::with(quintet_in(cache.path(), &line).start());
        let start = game.start(Player::One);
        talk.read_until(&start.instructions().prompt);
        let is_early = game.id() != SLOWEST || !tables.exists();
        assert!(is_early, "the prompt has waited for the table");
        talk.say(&start.moves()[0].text);
        // The answer waits for as long as it takes.
        talk.read_until("(perfect).");
        talk.say("quit");
        let ran = talk.end().code(1).stderr("seed: 1\n");
        assert_eq!(ran.last_line(), "The game is unfinished.");
        assert_eq!(names_in(tables).len(), 1, "{game:?}: only the table");
    }
}

#[test]
fn every_level_plays_and_says_its_name() {
    for level in ["easy", "medium", "hard", "perfect"] {
        for listing in Catalogue::STANDARD.iter() {
            let players = format!("--p1 {level} --p2 {level} --seed 5 --max-plies 6");
            let line = format!("play {} {players}", listing.id);
            let name = standard(listing.id).name(Player::Two);
            let first = quintet(&line)
                .run()
                .stderr("seed: 5\n")
                .says(&format!(" ({level})."))
                .says(&format!("{name} plays "));
            quintet(&line).run().stdout(&first.stdout);
        }
    }
}

/// The output of a game in which a person follows the hints against a perfect player.
fn follow_hints(id: &str, human: Player) -> String {
    let level = human.other();
    let mut talk = Talk::begin(&format!("play {id} --p{level} perfect --seed 6"));
    let (mut line, mut all) = (String::new(), String::new());
    // Once the game is over nobody reads further entries.
    let _ = writeln!(talk.input, "hint");
    while talk.output.read_line(&mut line).expect("text") > 0 {
        if let Some(hint) = line.strip_prefix("Hint: ") {
            assert!(hint.contains(" wins in"), "{id}: no win in {hint}");
            let (_, mv) = hint
                .trim_end()
                .trim_end_matches('.')
                .rsplit_once(" Enter ")
                .unwrap_or_else(|| panic!("{id}: no move in {hint}"));
            let _ = writeln!(talk.input, "{mv}\nhint");
        }
        all += &line;
        line.clear();
    }
    talk.end().code(0);
    all
}

#[test]
fn a_person_who_follows_the_hints_wins_a_won_game_against_a_perfect_player() {
    for id in Catalogue::STANDARD.iter().map(|listing| listing.id) {
        let start = standard(id).start(Player::One);
        let (winner, plies) = match oracle(id).value(&*start, Budget::NONE) {
            Some(Value::Win(Some(plies))) => (Player::One, plies),
            Some(Value::Loss(Some(plies))) => (Player::Two, plies),
            other => panic!("{id}: {other:?}"),
        };
        let said = follow_hints(id, winner);
        let is_ply = |line: &&str| line.starts_with("Hint: ") || line.ends_with("(perfect).");
        let count = said.lines().filter(is_ply).count();
        assert_eq!(count, usize::from(plies), "{said}");
    }
}

#[test]
fn finished_games_of_people_are_in_the_history_of_the_app() {
    let folder = folder();
    let state = folder.path().join("state");
    let play = |arguments: &str, input: &str| {
        let run = quintet_in(folder.path(), arguments).variable("XDG_STATE_HOME", &state);
        run.input(input).run();
    };
    play("play gridlock --p2 easy", "resign\n");
    play("play gridlock", "2 2\n");
    play("play gridlock --p1 random --p2 random", "");
    let (games, reports) = GameFiles::in_folder(state.join("quintet")).read(Catalogue::STANDARD);
    assert!(reports.is_empty(), "{reports:?}");
    let [game] = games.as_slice() else {
        panic!("one finished game of a person: {games:?}");
    };
    assert_eq!(game.record.players.two, "easy");
    assert_eq!(
        game.record.ending(),
        "Player 1 (X) resigns. Player 2 (O) wins the game!"
    );
}
