//! `quintet engine`: conversations with other programs.

use std::io::Write;

use crate::run::{Ran, Talk, quintet};

pub(crate) fn end(mut talk: Talk) {
    talk.say("quit");
    talk.end().code(0);
}

/// The command for a position after some moves, each with a space before it.
pub(crate) fn position(start: &str, moves: &str) -> String {
    let word = if moves.is_empty() { "" } else { " moves" };
    format!("position {start}{word}{moves}")
}

#[test]
fn the_conversations_of_the_document_are_true() {
    let document = include_str!("../../../../docs/engine.md");
    let mut talk = Talk::begin("engine");
    let mut said = 0;
    let mut is_inside = false;
    for line in document.lines() {
        if line.starts_with("```") {
            is_inside = line == "```text";
        } else if let Some(line) = line.strip_prefix("> ").filter(|_| is_inside) {
            // Every earlier answer has been read: the next line answers this.
            talk.say(line);
            said += 1;
        } else if let Some(wanted) = line.strip_prefix("< ").filter(|_| is_inside) {
            let heard = talk.hear();
            let mut words: Vec<_> = heard.split(' ').collect();
            if let Some(n) = words.iter().position(|word| *word == "time") {
                words[n + 1] = "0";
            }
            assert_eq!(words.join(" "), wanted);
        }
    }
    assert!(said > 30, "the document has conversations");
    talk.end().code(0).stderr("");
}

#[test]
fn a_program_without_any_rules_arranges_games() {
    for (game, levels) in [
        ("gridlock", ["perfect", "random"]),
        ("adjacency-block", ["perfect", "random"]),
        ("quad-block", ["easy", "perfect"]),
        ("matrix-isolation", ["hard", "medium"]),
        ("grid-runner", ["perfect", "easy"]),
    ] {
        let mut engines = levels.map(|level| {
            let mut engine = Talk::begin("engine");
            engine.ask("ugi", "ugiok");
            engine.say(format!("setoption name Game value {game}"));
            engine.say(format!("setoption name Level value {level}"));
            engine.ask("isready", "readyok");
            engine
        });
        let mut moves = String::new();
        let mut plies = 0;
        let result = loop {
            for engine in &mut engines {
                engine.say(position("startpos", &moves));
                engine.ask("isready", "readyok");
            }
            let result = engines[0].ask("query result", "response");
            if result != "none" || plies == 200 {
                break result;
            }
            let turn = usize::from(engines[0].ask("query p1turn", "response") != "true");
            assert_eq!(turn, plies % 2, "{game}:{moves}");
            let mv = engines[turn].ask("go movetime 1000", "bestmove");
            moves = format!("{moves} {mv}");
            plies += 1;
        };
        assert_eq!(result == "none", plies == 200, "{game}: {result}");
        engines.into_iter().for_each(end);
    }
}

#[test]
fn it_listens_while_it_thinks() {
    let mut talk = Talk::begin("engine");
    talk.say("setoption name Game value grid-runner");
    talk.say("setoption name Size value 7x7");
    talk.say("position startpos");
    talk.say("go infinite");
    assert!(talk.hear().starts_with("info string seed"));
    // No search of this size ends by itself while this test runs.
    let mut before = 0;
    for _ in 0..3 {
        let info = talk.hear();
        let words: Vec<_> = info.split(' ').collect();
        let after = |name| words.iter().skip_while(|word| **word != name).nth(1);
        let nodes: u64 = after("nodes").expect(&info).parse().expect("a number");
        assert!(
            nodes > before && after("depth").is_some() && after("pv").is_some(),
            "{info}"
        );
        before = nodes;
    }
    talk.ask("isready", "readyok");
    assert_eq!(talk.ask("query gameover", "response"), "false");
    let mv = talk.ask("stop", "bestmove");
    let legal = talk.ask(&format!("query islegal {mv}"), "response");
    assert_eq!(legal, "true", "{mv}");
    end(talk);
}

#[test]
fn an_infinite_search_of_a_solved_size_waits_for_stop_or_the_end_of_the_input() {
    let mut talk = Talk::begin("engine");
    talk.say("go infinite");
    assert!(talk.hear().starts_with("info string seed"));
    assert!(talk.hear().contains(" score mate -12 pv "));
    talk.ask("isready", "readyok");
    talk.ask("stop", "bestmove");
    talk.say("go infinite");
    let ran = talk.end().code(0);
    assert!(ran.last_line().starts_with("bestmove "), "{}", ran.stdout);
}

#[test]
fn no_input_breaks_it() {
    let long = "a".repeat(3 << 20);
    let input = format!(
        "\n\u{0}\nposition\nposition fen\nposition fen {long}\nsetoption\nsetoption name\nsetoption name Size\n\
         go nodes -5\ngo movetime x\nquery islegal\nquery islegal \u{1F600}\nposition startpos moves {long}\nstop\n\
         isready\n"
    );
    let ran = quintet("engine").input(&input).run().code(0).stderr("");
    let ran = ran.says("the line is too long");
    assert_eq!(ran.last_line(), "readyok");
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut talk = Talk::begin("engine");
    drop(talk.output);
    // Whether a write fails depends on how soon the engine notices.
    let _ = talk.input.write_all(b"isready\nisready\nisready\n");
    drop(talk.input);
    Ran::of(talk.child).code(0).stderr("");
}
