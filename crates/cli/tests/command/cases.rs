//! Runs of the command as text, in `tests/cases`, with one folder for all runs of a case:
//!
//! ```text
//! == the title of a case
//! file NAME        a file in the folder, with the lines behind `|`
//! $ ARGUMENTS      a run of `quintet`; "double quotes" keep spaces, \e \t \r \n are control characters
//! refused ARGS     the same, with exit code 2
//! < LINE           a line of its input
//! code N           its exit code, 0 by default
//! > LINE           on standard output, whole lines in this order; `...` between two: other lines may intervene
//! = LINE           the same, but from the first line to the last
//! ! TEXT           not on standard output
//! 2> LINE          on standard error, which is empty by default
//! same, differs    standard output compared with that of the run before
//! has NAME         a file that contains the lines behind `|`, ends NAME: that ends with them
//! names A B        everything in the folder
//! ```
//!
//! `[..]` stands for anything within a line. A run with exit code 2 prints nothing on standard output by default.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::run::{folder, names_in, quintet, text_of};

const HEADS: [&str; 6] = ["file", "$", "refused", "has", "ends", "names"];

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
    for line in case.lines().skip(1).filter(|line| !line.is_empty()) {
        let (sign, text) = line.split_once(' ').unwrap_or((line, ""));
        if HEADS.contains(&sign) {
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

    fn perform(&self, folder: &TempDir, before: &mut String) {
        let signs = self.blocks.iter().map(|(sign, _)| *sign);
        let known = ["<", "code", ">", "=", "!", "2>", "same", "differs", "|"];
        for sign in signs {
            assert!(known.contains(&sign), "no such sign: {sign}");
        }
        let path = folder.path().join(self.text);
        match self.head {
            "$" | "refused" => self.run(folder, before),
            "file" => fs::write(path, self.lines("|")).expect("a file can be written"),
            "names" => assert_eq!(names_in(folder.path()).join(" "), self.text),
            head => self.compare("|", &text_of(&path), [false, head == "ends"]),
        }
    }

    fn run(&self, folder: &TempDir, before: &mut String) {
        let code = self.lines("code");
        let usual = if self.head == "$" { 0 } else { 2 };
        let code = code.trim().parse().unwrap_or(usual);
        let ran = quintet(&unescaped(self.text))
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
        for absent in self.blocks("!").concat() {
            assert!(!ran.stdout.contains(absent), "{absent:?}:\n{}", ran.stdout);
        }
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

    /// Asserts that the blocks occur in a text one after the other, from its start or up to its end.
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

fn unescaped(text: &str) -> String {
    let signs = [
        ("\\e", "\u{1b}"),
        ("\\t", "\t"),
        ("\\r", "\r"),
        ("\\n", "\n"),
    ];
    let replace = |text: String, (sign, char): (&str, &str)| text.replace(sign, char);
    signs.into_iter().fold(text.to_owned(), replace)
}

fn check(case: &str) {
    let folder = folder();
    let mut before = String::new();
    for action in parse(case) {
        println!("{} {}", action.head, action.text);
        action.perform(&folder, &mut before);
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

#[test]
fn every_file_is_checked() {
    let files = ["bad-requests.txt", "play.txt", "records.txt", "truth.txt"];
    assert_eq!(names_in(cases()), files);
}

#[test]
fn requests_are_refused_as_written() {
    check_all("bad-requests.txt");
}

#[test]
fn games_are_played_as_written() {
    check_all("play.txt");
}

#[test]
fn records_are_saved_and_read_as_written() {
    check_all("records.txt");
}

#[test]
fn values_are_told_as_written() {
    check_all("truth.txt");
}
