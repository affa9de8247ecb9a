//! The drawing of every game, and the palette of the page.

use std::fs;
use std::path::Path;

use quintet_drawing::{Note, Shape, draw, light, palette_css};
use quintet_games::Catalogue;

#[test]
fn every_token_label_and_note_is_drawn() {
    for listing in Catalogue::STANDARD.iter() {
        let position = listing
            .standard()
            .position(listing.picture)
            .expect("a position");
        let scene = position.scene();
        let note = Note {
            cell: 0,
            text: "+5<".to_owned(),
            color: light::WIN,
        };
        let drawing = draw(&scene, &[note]);
        let height = drawing.size.1;
        let drawing = drawing.with_caption(&["a caption".to_owned()]);
        assert!(drawing.size.1 > height && drawing.svg("").contains(">a caption</text>"));
        let svg = drawing.svg("<A & B>");
        assert!(svg.contains("<title>&lt;A &amp; B&gt;</title>"), "{svg}");
        assert!(svg.contains("fill=\"#1f6f3c\">+5&lt;</text>"), "{svg}");
        for label in scene.row_labels.iter().chain(&scene.column_labels) {
            assert!(svg.contains(&format!(">{label}</text>")), "{label}: {svg}");
        }
        let is_token = |shape: &&Shape| match shape {
            Shape::Disc { .. } | Shape::Ring { .. } => true,
            Shape::Line { width, .. } => *width > 12.0 && *width < 13.0,
            Shape::Rect { size, .. } => *size == (74.0, 74.0),
            Shape::Text { .. } => false,
        };
        let drawn = drawing.shapes.iter().filter(is_token).count();
        let tokens = scene
            .cells
            .iter()
            .filter(|cell| cell.token.is_some())
            .count();
        assert!(
            tokens > 0 && drawn >= tokens,
            "{}: {drawn} of {tokens}",
            listing.id
        );
        for shape in &drawing.shapes {
            if let Shape::Rect {
                corner: (x, y),
                size: (width, height),
                ..
            } = shape
            {
                assert!(*x >= 0.0 && x + width <= drawing.size.0, "{shape:?}");
                assert!(*y >= 0.0 && y + height <= drawing.size.1, "{shape:?}");
            }
        }
    }
}

#[test]
fn the_page_has_the_same_palette() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page/src/style/palette.css");
    let css = format!(
        "/* The colors of crates/drawing/src/palette.rs, written by its tests with SNAPSHOTS=overwrite. */\n\n{}",
        palette_css()
    );
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        fs::write(&file, &css).expect("the page can be written to");
    }
    let found = fs::read_to_string(&file).expect("a style sheet");
    assert_eq!(found, css, "SNAPSHOTS=overwrite updates {}", file.display());
}
