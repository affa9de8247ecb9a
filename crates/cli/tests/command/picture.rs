//! The picture in the README is made of a transcript that the program really prints, and is up to
//! date. The SVG is written by hand: it is lines of text on a rectangle.

use std::fmt::Write;
use std::path::Path;

use quintet_testkit::assert_golden;

const LINES: usize = 28;
const LINE_HEIGHT: usize = 18;
const MARGIN: usize = 16;
const TITLE: usize = 34;

/// The beginning of a game as a terminal shows it; typed text is highlighted.
fn picture(command: &str, transcript: &str) -> String {
    let lines: Vec<_> = transcript.lines().take(LINES).collect();
    let longest = lines
        .iter()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    // A character of the font is 0.6 of its size wide.
    let width = longest * 9 * 14 / 15 + 2 * MARGIN;
    let height = TITLE + (LINES + 1) * LINE_HEIGHT + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"A game of Gridlock in a terminal\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#1d2430\"/>\n\
         <g fill=\"#56637a\"><circle cx=\"20\" cy=\"17\" r=\"5\"/><circle cx=\"38\" cy=\"17\" r=\"5\"/>\
         <circle cx=\"56\" cy=\"17\" r=\"5\"/></g>\n\
         <g font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\" \
         fill=\"#d8dee9\" xml:space=\"preserve\">\n"
    );
    let typed = |text: &str| {
        format!(
            "<tspan fill=\"#a3d977\" font-weight=\"bold\">{}</tspan>",
            escaped(text)
        )
    };
    let mut line_at = |row: usize, content: String| {
        let y = TITLE + (row + 1) * LINE_HEIGHT - 6;
        writeln!(svg, "<text x=\"{MARGIN}\" y=\"{y}\">{content}</text>")
            .expect("writing to a string");
    };
    line_at(0, format!("$ {}", typed(command)));
    for (row, line) in lines.iter().enumerate() {
        let content = match line.split_once("column): ") {
            Some((prompt, entry)) => format!("{}column): {}", escaped(prompt), typed(entry)),
            None => escaped(line),
        };
        line_at(row + 1, content);
    }
    svg + "</g>\n</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[test]
fn the_picture_in_the_readme_shows_a_real_game() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let transcript = std::fs::read_to_string(here.join("tests/transcripts/gridlock.out"));
    let drawn = picture(
        "quintet play gridlock",
        &transcript.expect("the transcript"),
    );
    assert_golden(&here.join("../../docs/play.svg"), &drawn);
}
