//! Runs of the command as text, in `tests/cases`, with one folder for all runs of a case:
//!
//! ```text
//! == the title of a case
//! each A B         the case is performed once for A and once for B, in place of {each}
//! file NAME        a file in the folder, with the lines behind `|`; append NAME: at its end
//! $ ARGUMENTS      a run of `quintet`; "double quotes" keep spaces, \e \t \r \n \xFF are bytes, $QUINTET is the program
//! refused ARGS     the same, with exit code 2
//! < LINE           a line of its input
//! code N           its exit code, 0 by default
//! > LINE           on standard output, whole lines in this order; `...` between two: other lines may intervene
//! = LINE           the same, but from the first line to the last
//! ! TEXT           not on standard output
//! 2> LINE          on standard error, which is empty by default
//! same, differs    standard output compared with that of the run before
//! has NAME         a file that contains the lines behind `|`, ends NAME: that ends with them
//! names A B        everything in the folder; gone NAME: a file that does not exist
//! terminal SCRIPT  a shell script in a terminal, where $QUINTET is the program
//! press KEYS       typed there; signal -TERM: sent to the process whose number is in the file `pid`
//! resize N         the window gets N columns
//! shows TEXT       visible on the screen by now or later; line TEXT: the whole line with the cursor
//! code N           the script ends with it and leaves the terminal as it was; without it, any end will do
//! > LINE, ! TEXT   on the screen at the end, or not there
//! closed SCRIPT    the same, but the terminal is closed as soon as it shows the TEXT, and every process ends
//! ```
//!
//! `[..]` stands for anything within a line. A run with exit code 2 prints nothing on standard output by default.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::run::{PROGRAM, folder, names_in, quintet, send, text_of};
use crate::screen::{Screen, close_at};

const HEADS: &str = "file append $ refused has ends names gone terminal closed";
const SIGNS: &str = "< code > = ! 2> same differs | press signal resize shows line";

/// A line that begins with one of [`HEADS`], and the lines that belong to it.
struct Action<'a> {
    head: &'a str,
    text: &'a str,
    /// Consecutive lines with the same sign are one block.
    blocks: Vec<(&'a str, Vec<&'a str>)>,
}

fn parse(case: &str) -> Vec<Action<'_>> {
    let mut actions: Vec<Action> = Vec::new();
    let mut last = "";
    let lines = case.lines().skip(1);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with("each ")) {
        let (sign, text) = line.split_once(' ').unwrap_or((line, ""));
        if HEADS.split(' ').any(|head| head == sign) {
            let (head, blocks) = (sign, Vec::new());
            actions.push(Action { head, text, blocks });
        } else {
            let blocks = &mut actions.last_mut().expect("a case starts with a run").blocks;
            match blocks.last_mut() {
                Some((_, block)) if sign == last => block.push(text),
                _ if sign == "..." => {}
                _ => blocks.push((sign, vec![text])),
            }
        }
        last = sign;
    }
    actions
}

impl<'a> Action<'a> {
    fn blocks(&self, sign: &str) -> Vec<&[&'a str]> {
        let blocks = self.blocks.iter().filter(|(found, _)| *found == sign);
        blocks.map(|(_, block)| &**block).collect()
    }

    fn lines(&self, sign: &str) -> String {
        let mut lines = self.blocks(sign).concat();
        lines.push("");
        lines.join("\n")
    }

    /// The code, if it is given.
    fn code(&self) -> Option<i32> {
        self.lines("code").trim().parse().ok()
    }

    fn perform(&self, folder: &TempDir, before: &mut String) {
        for (sign, _) in &self.blocks {
            let is_known = SIGNS.split(' ').any(|known| known == *sign);
            assert!(is_known, "no such sign: {sign}");
        }
        let path = match self.text.strip_suffix("/*") {
            Some(parent) => only_file(&folder.path().join(parent)),
            None => folder.path().join(self.text),
        };
        match self.head {
            "$" | "refused" => self.run(folder, before),
            "terminal" => self.run_in_terminal(folder),
            "closed" => close_at(folder.path(), self.text, self.lines("shows").trim()),
            "file" => fs::write(path, self.lines("|")).expect("a file can be written"),
            "append" => {
                let text = text_of(&path) + &self.lines("|");
                fs::write(path, text).expect("a file can be written");
            }
            "names" => assert_eq!(names_in(folder.path()).join(" "), self.text),
            "gone" => assert!(!path.exists(), "{} exists", self.text),
            head => {
                let text = fs::read(&path).expect("the file exists");
                let text = String::from_utf8_lossy(&text);
                self.compare("|", &text, [false, head == "ends"]);
            }
        }
    }

    fn run_in_terminal(&self, folder: &TempDir) {
        let mut screen = Screen::run(folder, self.text);
        for (sign, texts) in &self.blocks {
            for text in texts {
                match *sign {
                    "press" => screen.press(unescaped(text)),
                    "signal" => send(text, text_of(folder.path().join("pid"))),
                    "resize" => screen.resize(text.parse().expect("a number")),
                    "shows" => screen.expect(text),
                    "line" => screen.expect_line(text),
                    _ => {}
                }
            }
        }
        let shown = match self.code() {
            Some(code) => screen.end_sane(code),
            None => screen.end(),
        };
        self.compare(">", &shown, [false, false]);
        self.lacks(&shown);
    }

    fn run(&self, folder: &TempDir, before: &mut String) {
        let code = self.code().unwrap_or(if self.head == "$" { 0 } else { 2 });
        let arguments = String::from_utf8(unescaped(self.text)).expect("text");
        let ran = quintet(&arguments.replace("$QUINTET", PROGRAM))
            .within(folder)
            .input(unescaped(&self.lines("<")))
            .run()
            .code(code);
        let whole = self.blocks("=");
        if code == 2 && self.blocks(">").is_empty() {
            assert_eq!(ran.stdout, "", "standard output");
        }
        self.compare(">", &ran.stdout, [false, false]);
        self.compare("=", &ran.stdout, [!whole.is_empty(); 2]);
        self.lacks(&ran.stdout);
        if self.blocks("2>").is_empty() {
            assert_eq!(ran.stderr, "", "standard error");
        }
        self.compare("2>", &ran.stderr, [false, false]);
        if !self.blocks("same").is_empty() {
            assert_eq!(ran.stdout, *before, "as before");
        }
        if !self.blocks("differs").is_empty() {
            assert_ne!(ran.stdout, *before, "not as before");
        }
        *before = ran.stdout;
    }

    #[track_caller]
    fn lacks(&self, text: &str) {
        for absent in self.blocks("!").concat() {
            assert!(!text.contains(absent), "{absent:?}:\n{text}");
        }
    }

    /// Asserts that the blocks occur in the output one after the other, from its start or up to its end.
    fn compare(&self, sign: &str, text: &str, [from_start, to_end]: [bool; 2]) {
        let blocks = self.blocks(sign);
        let lines: Vec<_> = text
            .strip_suffix('\n')
            .unwrap_or(text)
            .split('\n')
            .collect();
        let mut next = 0;
        for (n, block) in blocks.iter().enumerate() {
            let mut places = next..=lines.len().saturating_sub(block.len());
            let found = places.find(|&at| {
                let is_first = !from_start || n > 0 || at == 0;
                let is_last = !to_end || n + 1 < blocks.len() || at + block.len() == lines.len();
                let mut pairs = block.iter().zip(&lines[at..]);
                is_first && is_last && pairs.all(|(wanted, line)| fits(wanted, line))
            });
            let at = found.unwrap_or_else(|| panic!("{block:#?} is missing in\n{text}"));
            next = at + block.len();
        }
        assert!(
            !to_end || text.ends_with('\n'),
            "no line break ends\n{text}"
        );
    }
}

/// Whether a line is the wanted one, in which `[..]` stands for anything.
fn fits(wanted: &str, line: &str) -> bool {
    let Some((start, rest)) = wanted.split_once("[..]") else {
        return wanted == line;
    };
    let Some(line) = line.strip_prefix(start) else {
        return false;
    };
    let mut ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    ends.any(|at| fits(rest, &line[at..]))
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut parts = text.split('\\');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (byte, rest) = match part.split_at(1) {
            ("e", rest) => (b'\x1b', rest),
            ("t", rest) => (b'\t', rest),
            ("r", rest) => (b'\r', rest),
            ("n", rest) => (b'\n', rest),
            ("x", rest) => {
                let byte = u8::from_str_radix(&rest[..2], 16);
                (byte.expect("two digits"), &rest[2..])
            }
            (sign, _) => panic!("no such escape: {sign}"),
        };
        bytes.push(byte);
        bytes.extend(rest.as_bytes());
    }
    bytes
}

fn check(case: &str) {
    let values = case
        .lines()
        .nth(1)
        .and_then(|line| line.strip_prefix("each "));
    for value in values.unwrap_or("once").split(' ') {
        let case = case.replace("{each}", value);
        let folder = folder();
        let mut before = String::new();
        for action in parse(&case) {
            println!("{} {}", action.head, action.text);
            action.perform(&folder, &mut before);
        }
    }
}

/// Performs every case of a file, even after one has failed.
fn check_all(file: &str) {
    let text = text_of(cases().join(file));
    let mut failed = Vec::new();
    for case in text.split("\n== ").skip(1) {
        let title = case.lines().next().unwrap_or_default();
        println!("== {title}");
        if catch_unwind(AssertUnwindSafe(|| check(case))).is_err() {
            failed.push(title);
        }
    }
    assert!(failed.is_empty(), "{file}: {failed:#?}");
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// The only file in a folder.
fn only_file(folder: &Path) -> PathBuf {
    let mut names = names_in(folder);
    assert_eq!(names.len(), 1, "{names:?}");
    folder.join(names.remove(0))
}

#[test]
fn every_file_is_checked() {
    let files = "agents app bad-requests commands export play puzzles records terminal truth";
    let files = files.split(' ').map(|file| format!("{file}.txt"));
    assert_eq!(names_in(cases()), files.collect::<Vec<_>>());
}

#[test]
fn engines_are_met_and_measured_as_written() {
    check_all("agents.txt");
}

#[test]
fn the_app_is_used_as_written() {
    check_all("app.txt");
}

#[test]
fn requests_are_refused_as_written() {
    check_all("bad-requests.txt");
}

#[test]
fn other_commands_answer_as_written() {
    check_all("commands.txt");
}

#[cfg(feature = "export")]
#[test]
fn positions_are_exported_as_written() {
    check_all("export.txt");
}

#[test]
fn games_are_played_as_written() {
    check_all("play.txt");
}

#[test]
fn puzzles_and_lessons_are_solved_as_written() {
    check_all("puzzles.txt");
}

#[test]
fn records_are_saved_and_read_as_written() {
    check_all("records.txt");
}

#[test]
fn terminals_are_used_as_written() {
    check_all("terminal.txt");
}

#[test]
fn values_are_told_as_written() {
    check_all("truth.txt");
}
