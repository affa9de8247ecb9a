//! Tests that need Python or bash: `./check programs` runs them.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use quintet_games::Catalogue;

use crate::engine::{end, position};
use crate::external::between;
use crate::help::sizes;
use crate::run::{Talk, example, quintet};

#[test]
#[ignore = "needs Python"]
fn the_example_engine_plays_whole_games_by_the_rules() {
    for size in ["3x3", "5x5"] {
        let start = Command::new("python3")
            .arg(example("engine.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut example = Talk::with(start.expect("Python is installed"));
        let mut judge = Talk::begin("engine");
        example.ask("ugi", "ugiok");
        judge.say(format!("setoption name Size value {size}"));
        let start = judge.ask("query fen", "response");
        let mut moves = String::new();
        while judge.ask("query gameover", "response") == "false" {
            example.say(position(&format!("fen {start}"), &moves));
            let mv = example.ask("go movetime 1000", "bestmove");
            let legal = judge.ask(&format!("query islegal {mv}"), "response");
            assert_eq!(legal, "true", "{moves} {mv}");
            moves = format!("{moves} {mv}");
            judge.say(position("startpos", &moves));
        }
        end(example);
        end(judge);
    }
}

#[test]
#[ignore = "needs Python"]
fn the_example_behind_http_plays_every_game() {
    let start = Command::new("python3")
        .args([&*example("http_player.py"), "0"])
        .stdout(Stdio::piped())
        .spawn();
    let mut child = start.expect("Python is installed");
    let mut url = String::new();
    let mut output = BufReader::new(child.stdout.as_mut().expect("a pipe"));
    output.read_line(&mut url).expect("an address");
    let conduct = |id: &str| {
        let line = format!("match {id} --games 2 --seed 1 --max-plies 20 --json");
        let ran = between(&line, [url.trim(), "random"]).run();
        ran.json()["p1"]["conduct"].clone()
    };
    let conducts: Vec<_> = Catalogue::STANDARD
        .iter()
        .map(|listing| conduct(listing.id))
        .collect();
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    for conduct in conducts {
        assert!(conduct["questions"].as_u64() > Some(0), "{conduct}");
        assert_eq!(conduct["questions"], conduct["legal_at_once"]);
    }
}

#[test]
#[ignore = "needs bash"]
fn bash_completes_games_and_the_sizes_of_the_game() {
    let mut script = tempfile::NamedTempFile::new().expect("a temporary file");
    let completions = quintet("completions bash").run().code(0).stdout;
    script.write_all(completions.as_bytes()).expect("written");
    let completed = |words: &[&str]| -> BTreeSet<String> {
        let last = words.len() - 1;
        let quoted: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
        let command = format!(
            "source '{}'; COMP_WORDS=({}); COMP_CWORD={last}; _quintet quintet '{}' '{}'; echo \"${{COMPREPLY[@]}}\"",
            script.path().display(),
            quoted.join(" "),
            words[last],
            words[last - 1]
        );
        let output = Command::new("bash").args(["-c", &command]).output();
        let output = String::from_utf8(output.expect("bash runs").stdout).expect("text");
        output.split_whitespace().map(str::to_owned).collect()
    };
    let offered = completed(&["quintet", "play", ""]);
    for listing in Catalogue::STANDARD.iter() {
        assert!(offered.contains(listing.id), "{offered:?}");
        let offered = completed(&["quintet", "analyze", listing.id, "--size", ""]);
        assert_eq!(offered, sizes(listing), "{}", listing.id);
    }
}
