//! Any position as a grid, with a few characters of our own on its cells.

use quintet_games::Scene;

/// Draws a scene. `notes` holds, for each cell, what to write there besides a token.
pub(crate) fn draw(scene: &Scene, notes: &[Option<String>]) -> String {
    let text = |index: usize| {
        let token = scene.cells[index].token.map(|token| token.text);
        match (token, notes[index].as_deref()) {
            // A marker that can be moved shows both.
            (Some(token), Some(note)) => format!("{token}{note}"),
            (Some(text), None) | (None, Some(text)) => text.to_owned(),
            (None, None) => ".".to_owned(),
        }
    };
    let texts: Vec<String> = (0..scene.cells.len()).map(text).collect();
    let width = texts
        .iter()
        .chain(&scene.column_labels)
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(1);
    let margin = scene.row_labels.iter().map(String::len).max().unwrap_or(0);
    let row = |label: &str, texts: &[String]| {
        let cells: Vec<_> = texts.iter().map(|text| format!("{text:>width$}")).collect();
        format!("  {label:>margin$}  {}", cells.join("  "))
            .trim_end()
            .to_owned()
    };
    let mut lines = Vec::new();
    if !scene.column_labels.is_empty() {
        lines.push(row("", &scene.column_labels));
    }
    for (number, cells) in texts.chunks(scene.columns).enumerate() {
        let label = scene.row_labels.get(number).map_or("", String::as_str);
        lines.push(row(label, cells));
    }
    lines.join("\n")
}
