//! `quintet engine`: conversations with other programs.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::run::{Ran, quintet};

/// A program that speaks the protocol, and what it has said.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn with(mut child: Child) -> Self {
        Talk {
            input: child.stdin.take().expect("a pipe"),
            output: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        let read = self.output.read_line(&mut line);
        assert!(read.expect("text") > 0, "the engine has ended");
        line.truncate(line.trim_end().len());
        line
    }

    /// Says something, and gives the answer that begins with a word; others before it are passed over.
    fn ask(&mut self, line: &str, word: &str) -> String {
        self.say(line);
        loop {
            let heard = self.hear();
            if let Some(rest) = heard.strip_prefix(word) {
                return rest.trim().to_owned();
            }
        }
    }

    fn end(mut self) {
        self.say("quit");
        drop(self.input);
        let status = self.child.wait().expect("it was started");
        assert!(status.success(), "{status}");
    }
}

/// A line without the time that it took.
fn timeless(line: &str) -> String {
    let words: Vec<_> = line.split(' ').collect();
    let is_time = |n: usize| n > 0 && words[n - 1] == "time";
    let shown = |(n, word): (usize, &&str)| {
        if is_time(n) {
            "0".to_owned()
        } else {
            (*word).to_owned()
        }
    };
    let words: Vec<_> = words.iter().enumerate().map(shown).collect();
    words.join(" ")
}

#[test]
fn the_conversations_of_the_document_are_true() {
    let document = include_str!("../../../../docs/engine.md");
    let mut talk = Talk::with(quintet("engine").start());
    let mut said = 0;
    let mut is_inside = false;
    for line in document.lines() {
        if line.starts_with("```") {
            is_inside = line == "```text";
        } else if let Some(line) = line.strip_prefix("> ").filter(|_| is_inside) {
            // Nothing is left unheard: what comes next answers this.
            talk.say(line);
            said += 1;
        } else if let Some(wanted) = line.strip_prefix("< ").filter(|_| is_inside) {
            assert_eq!(timeless(&talk.hear()), wanted);
        }
    }
    assert!(said > 30, "the document has conversations");
    Ran::of(talk.child).code(0).stderr("");
}

#[test]
fn a_program_that_knows_no_game_arranges_games() {
    for (game, levels) in [
        ("gridlock", ["perfect", "random"]),
        ("adjacency-block", ["perfect", "random"]),
        ("quad-block", ["easy", "perfect"]),
        ("matrix-isolation", ["hard", "medium"]),
        ("grid-runner", ["perfect", "easy"]),
    ] {
        let mut engines = levels.map(|level| {
            let mut engine = Talk::with(quintet("engine").start());
            engine.ask("ugi", "ugiok");
            engine.say(&format!("setoption name Game value {game}"));
            engine.say(&format!("setoption name Level value {level}"));
            engine.ask("isready", "readyok");
            engine
        });
        let mut moves = String::new();
        let mut plies = 0;
        let result = loop {
            let position = match &*moves {
                "" => "position startpos".to_owned(),
                moves => format!("position startpos moves{moves}"),
            };
            for engine in &mut engines {
                engine.say(&position);
                engine.ask("isready", "readyok");
            }
            let result = engines[0].ask("query result", "response");
            if result != "none" || plies == 200 {
                break result;
            }
            let turn = usize::from(engines[0].ask("query p1turn", "response") != "true");
            assert_eq!(turn, plies % 2, "{game}:{moves}");
            let mv = engines[turn].ask("go movetime 1000", "bestmove");
            moves.push(' ');
            moves.push_str(&mv);
            plies += 1;
        };
        assert_eq!(result == "none", plies == 200, "{game}: {result}");
        engines.into_iter().for_each(Talk::end);
    }
}

#[test]
fn it_listens_while_it_thinks() {
    let mut talk = Talk::with(quintet("engine").start());
    talk.say("setoption name Game value grid-runner");
    talk.say("setoption name Size value 7x7");
    talk.say("position startpos");
    talk.say("go infinite");
    assert!(talk.hear().starts_with("info string seed"));
    // No search of this size ends by itself while this test runs.
    talk.say("isready");
    assert_eq!(talk.hear(), "readyok");
    assert_eq!(talk.ask("query gameover", "response"), "false");
    let mv = talk.ask("stop", "bestmove");
    let legal = talk.ask(&format!("query islegal {mv}"), "response");
    assert_eq!(legal, "true", "{mv}");
    talk.end();
}

#[test]
fn the_end_of_its_input_ends_it_once_the_move_is_said() {
    let ran = quintet("engine")
        .input("position startpos\ngo movetime 100\n")
        .run()
        .code(0);
    let last = ran.stdout.lines().last();
    assert!(
        last.is_some_and(|line| line.starts_with("bestmove ")),
        "{last:?}"
    );
}

#[test]
fn nothing_that_is_said_breaks_it() {
    let long = "a".repeat(3 << 20);
    let input = format!(
        "\n\u{0}\nposition\nposition fen\nposition fen {long}\nsetoption\nsetoption name\nsetoption name Size\n\
         go nodes -5\ngo movetime x\nquery islegal\nquery islegal \u{1F600}\nposition startpos moves {long}\nstop\n\
         isready\n"
    );
    let ran = quintet("engine").input(&input).run().code(0).stderr("");
    assert!(ran.stdout.ends_with("readyok\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("that line is too long"));
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut child = quintet("engine").start();
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    // Whether a write fails depends on how soon the engine notices.
    let _ = input.write_all(b"isready\nisready\nisready\n");
    drop(input);
    Ran::of(child).code(0).stderr("");
}

#[test]
fn the_example_engine_plays_whole_games_by_the_rules() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/engine.py");
    for size in ["3x3", "5x5"] {
        let start = Command::new("python3")
            .arg(example)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut example = Talk::with(start.expect("Python is there"));
        let mut judge = Talk::with(quintet("engine").start());
        example.ask("ugi", "ugiok");
        judge.say(&format!("setoption name Size value {size}"));
        let start = judge.ask("query fen", "response");
        let mut moves = String::new();
        while judge.ask("query gameover", "response") == "false" {
            let position = format!("position fen {start}");
            let position = match &*moves {
                "" => position,
                moves => format!("{position} moves{moves}"),
            };
            example.say(&position);
            let mv = example.ask("go movetime 1000", "bestmove");
            assert_eq!(
                judge.ask(&format!("query islegal {mv}"), "response"),
                "true",
                "{moves} {mv}"
            );
            moves.push(' ');
            moves.push_str(&mv);
            judge.say(&format!("position startpos moves{moves}"));
        }
        example.end();
        judge.end();
    }
}
