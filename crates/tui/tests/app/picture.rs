//! The picture of the board screen is a frame that is really drawn, and is up to date.

use std::path::Path;

use quintet_testkit::assert_golden;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::session::{COLORED, Session, choosing};

const MARGIN: usize = 18;
const TITLE: usize = 34;
const LINE: usize = 17;
/// Six tenths of the size of the font, which is 14, counted in tenths.
const COLUMN: usize = 84;
const BACKGROUND: &str = "#1d2430";
const TEXT: &str = "#d8dee9";

/// The usual color of an entry of the palette of 256.
fn hex(color: Color) -> Option<String> {
    let Color::Indexed(index @ 16..) = color else {
        return None;
    };
    let level = |level: u8| if level == 0 { 0 } else { 55 + 40 * level };
    let [red, green, blue] = match index - 16 {
        cube @ 0..216 => [cube / 36, cube / 6 % 6, cube % 6].map(level),
        gray => [8 + 10 * (gray - 216); 3],
    };
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}

/// Runs of equal style, each a text element at its position.
fn svg(buffer: &Buffer) -> String {
    let [columns, rows] = [buffer.area.width, buffer.area.height].map(usize::from);
    let width = columns * COLUMN / 10 + 2 * MARGIN;
    let height = TITLE + rows * LINE + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"The board in the full-screen app\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n\
         <g fill=\"#56637a\"><circle cx=\"20\" cy=\"17\" r=\"5\"/><circle cx=\"38\" cy=\"17\" r=\"5\"/>\
         <circle cx=\"56\" cy=\"17\" r=\"5\"/></g>\n\
         <g font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\" \
         xml:space=\"preserve\">\n"
    );
    for (row, cells) in buffer.content().chunks(columns).enumerate() {
        let y = TITLE + row * LINE;
        let mut from = 0;
        for run in cells.chunk_by(|a, b| (a.fg, a.bg, a.modifier) == (b.fg, b.bg, b.modifier)) {
            draw_run(&mut svg, run, from, y);
            from += run.len();
        }
    }
    svg + "</g>\n</svg>\n"
}

fn draw_run(svg: &mut String, run: &[Cell], from: usize, y: usize) {
    let text: String = run.iter().map(Cell::symbol).collect();
    let is_reversed = run[0].modifier.contains(Modifier::REVERSED);
    let mut fill = hex(run[0].fg).unwrap_or_else(|| TEXT.to_owned());
    let behind = if is_reversed {
        Some(fill.clone())
    } else {
        hex(run[0].bg)
    };
    if text.trim().is_empty() && behind.is_none() {
        return;
    }
    let tenths = |count: usize| format!("{}.{}", count / 10, count % 10);
    let x = tenths(10 * MARGIN + from * COLUMN);
    let length = tenths(run.len() * COLUMN);
    if let Some(behind) = behind {
        let rect = format!("<rect x=\"{x}\" y=\"{y}\" width=\"{length}\" height=\"{LINE}\"");
        svg.extend([&rect, " fill=\"", &behind, "\"/>\n"]);
        if is_reversed {
            fill = BACKGROUND.to_owned();
        }
    }
    let weight = if run[0].modifier.contains(Modifier::BOLD) {
        " font-weight=\"bold\""
    } else {
        ""
    };
    let escaped = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let y = y + 13;
    let text = format!("<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\"{weight} textLength=\"{length}\"");
    svg.extend([&text, ">", &escaped, "</text>\n"]);
}

#[test]
fn the_picture_of_the_app_shows_a_real_frame() {
    let saved = choosing("quad-block", "human", "hard");
    let mut session = Session::with_look(COLORED, saved, (92, 30));
    session.press("\n").play("13").play("8").press("vwl↑");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/app.svg");
    assert_golden(&file, &svg(session.buffer()));
}
