//! A document of headings, text, lists and boards, laid out for a width.

use quintet_games::{Listing, Scene, SceneCell};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::canvas::{Canvas, Mark};
use crate::look::Look;

/// A part of a document.
#[derive(Clone, Debug)]
pub(super) enum Block {
    Heading(String),
    /// A paragraph with inline Markdown.
    Text(String),
    /// An item of a list: its marker in a column of this width, and its text.
    Item(String, usize, String),
    /// A board with a caption beside or below it.
    Figure(Box<Figure>),
    /// Preformatted lines.
    Drawing(Vec<String>),
    Gap,
}

#[derive(Clone, Debug)]
pub(super) struct Figure {
    scene: Scene,
    marks: Vec<Mark>,
    /// The kind of example, if it is one.
    title: Option<Title>,
    caption: String,
}

/// The result of an example.
#[derive(Clone, Copy, Debug)]
enum Title {
    Legal,
    Wins,
    Refused,
}

/// Returns the rules of a game with its examples. Drawings are boards.
pub(super) fn rules(listing: &Listing) -> Vec<Block> {
    let mut blocks = markdown(listing.rules, |lines| board_of(listing, lines));
    // The title of the page and the gap below it.
    if let Some(Block::Heading(_)) = blocks.first() {
        blocks.drain(..2.min(blocks.len()));
    }
    let is_entering =
        |block: &Block| matches!(block, Block::Heading(text) if text == "Entering a move");
    let at = blocks.iter().position(is_entering).unwrap_or(blocks.len());
    let examples: Vec<Block> = examples(listing)
        .map(|figure| Block::Figure(Box::new(figure)))
        .collect();
    if !examples.is_empty() {
        let heading = Block::Heading("Examples".to_owned());
        let parts = examples
            .into_iter()
            .flat_map(|example| [example, Block::Gap]);
        let parts: Vec<Block> = [heading, Block::Gap].into_iter().chain(parts).collect();
        blocks.splice(at..at, parts);
    }
    blocks
}

/// Parses the Markdown of the rules: headings, paragraphs, lists, and drawings indented by four spaces.
fn markdown(text: &str, figure: impl Fn(&[&str]) -> Option<Figure>) -> Vec<Block> {
    let mut blocks = Vec::new();
    for part in text.split("\n\n") {
        let lines: Vec<&str> = part
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let Some(first) = lines.first() else { continue };
        if !blocks.is_empty() {
            blocks.push(Block::Gap);
        }
        if first.starts_with('#') {
            let heading = first.trim_start_matches('#').trim();
            // The numbers of rulings are for the code and its tests.
            let heading = if heading == "Rulings" {
                "Details"
            } else {
                heading
            };
            blocks.push(Block::Heading(heading.to_owned()));
        } else if lines.iter().all(|line| line.starts_with("    ")) {
            blocks.push(match figure(&lines) {
                Some(figure) => Block::Figure(Box::new(figure)),
                None => Block::Drawing(lines.iter().map(|line| (*line).to_owned()).collect()),
            });
        } else if marker(first).is_some() {
            let mut items: Vec<(String, String)> = Vec::new();
            for line in lines {
                match (marker(line), items.last_mut()) {
                    (None, Some((_, text))) => text.extend([" ", line.trim()]),
                    (found, _) => {
                        let (marker, text) = found.unwrap_or(("", line));
                        items.push((marker.to_owned(), without_number(text).to_owned()));
                    }
                }
            }
            let items = items.into_iter();
            blocks.extend(items.map(|(marker, text)| {
                let width = marker.len().max(2);
                Block::Item(marker, width, text)
            }));
        } else {
            blocks.push(Block::Text(lines.join(" ")));
        }
    }
    blocks
}

/// Splits a list item into its marker and its text.
fn marker(line: &str) -> Option<(&str, &str)> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match line.strip_prefix("- ") {
        Some(text) => Some(("", text)),
        None if digits > 0 => {
            let text = line[digits..].strip_prefix(". ")?;
            Some((&line[..digits + 2], text))
        }
        None => None,
    }
}

/// Removes the number of a ruling, such as `C1. `.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|char: char| char.is_ascii_uppercase());
    let digits = rest.trim_start_matches(|char: char| char.is_ascii_digit());
    let is_number = text.len() == rest.len() + 1 && digits.len() < rest.len();
    digits
        .strip_prefix(". ")
        .filter(|_| is_number)
        .unwrap_or(text)
}

/// Reads the drawing of a board in the rules; `None` if it is something else.
fn board_of(listing: &Listing, lines: &[&str]) -> Option<Figure> {
    let scene = listing.standard().position(listing.picture).ok()?.scene();
    let (rows, columns) = (scene.rows, scene.columns);
    // The last columns of a line are its cells; labels and lines between cells have no other text than theirs.
    let texts = lines
        .iter()
        .filter(|line| !line.contains("---"))
        .map(|line| {
            if line.contains('|') {
                let line = line.trim_end().trim_end_matches('|');
                line.split('|').map(str::trim).collect::<Vec<_>>()
            } else {
                line.split_whitespace().collect()
            }
        });
    let rows_of_cells: Vec<Vec<&str>> = texts.filter(|line| line.len() >= columns).collect();
    let skipped = rows_of_cells.len().checked_sub(rows)?;
    let plain = |text: &str| text.replace('\'', "");
    let tokens = scene.cells.iter().filter_map(|cell| cell.token);
    let tokens: Vec<_> = tokens.collect();
    let texts = rows_of_cells[skipped..].iter();
    let texts = texts.flat_map(|line| &line[line.len() - columns..]);
    let cells = texts.zip(&scene.cells).map(|(text, cell)| SceneCell {
        name: cell.name.clone(),
        token: tokens
            .iter()
            .find(|token| plain(token.text) == plain(text))
            .copied(),
    });
    let cells: Vec<SceneCell> = cells.collect();
    let marks = vec![Mark::default(); cells.len()];
    Some(Figure {
        scene: Scene {
            cells,
            bodies: Vec::new(),
            ..scene
        },
        marks,
        title: None,
        caption: String::new(),
    })
}

/// Returns legal, refused and winning moves.
fn examples(listing: &Listing) -> impl Iterator<Item = Figure> {
    let variant = listing.standard();
    listing.examples.iter().filter_map(move |example| {
        let position = variant.position(example.position).ok()?;
        let (shown, touched, title) = match position.play(example.entry) {
            Ok(played) if played.position.outcome().is_some() => {
                (played.position, played.marks, Title::Wins)
            }
            Ok(played) => (played.position, played.marks, Title::Legal),
            Err(_) => {
                let marks = position.marks(example.entry).unwrap_or_default();
                (position, marks, Title::Refused)
            }
        };
        let scene = shown.scene();
        let mut marks = vec![Mark::default(); scene.cells.len()];
        for cell in touched {
            match title {
                Title::Refused => marks[cell].is_picked = true,
                Title::Legal | Title::Wins => marks[cell].is_last = true,
            }
        }
        Some(Figure {
            scene,
            marks,
            title: Some(title),
            caption: format!("`{}`: {}", example.entry, example.caption),
        })
    })
}

impl Block {
    /// Lays out the block in lines of at most `width` columns.
    pub(super) fn lines(&self, width: usize, look: Look) -> Vec<Line<'static>> {
        match self {
            Block::Heading(text) => {
                let rule = look.lines().horizontal.repeat(text.chars().count());
                vec![
                    Line::styled(text.clone(), look.heading()),
                    Line::styled(rule, look.line()),
                ]
            }
            Block::Text(text) => wrapped(text, width, &[], 0, look),
            Block::Item(marker, column, text) => {
                let marker = match marker.as_str() {
                    "" => look.bullet(),
                    marker => marker,
                };
                let marker = format!("{marker:<column$}");
                let marker = Span::styled(marker, look.key());
                wrapped(text, width, &[marker], *column, look)
            }
            Block::Figure(figure) => figure.lines(width, look),
            Block::Drawing(lines) => lines.iter().map(|line| Line::raw(line.clone())).collect(),
            Block::Gap => vec![Line::default()],
        }
    }
}

impl Figure {
    fn lines(&self, width: usize, look: Look) -> Vec<Line<'static>> {
        let area = Rect::new(0, 0, width as u16, u16::MAX / 64);
        let Some(canvas) = Canvas::fit_up_to(1, &self.scene, area).map(Canvas::at_corner) else {
            return vec![Line::raw("(The terminal is too small for the board.)")];
        };
        let mut buffer = Buffer::empty(canvas.area());
        canvas.draw(&self.scene, &self.marks, look, &mut buffer);
        let columns = usize::from(buffer.area.width);
        let rows = buffer.content().chunks(columns).map(line_of);
        let mut lines: Vec<Line> = rows.collect();
        let room = width.saturating_sub(columns + 3);
        let is_beside = room >= 20;
        let mut caption = Vec::new();
        if let Some(title) = self.title {
            let (text, style) = match title {
                Title::Legal => ("Legal", look.right()),
                Title::Wins => ("Wins", look.right()),
                Title::Refused => ("Not legal", look.wrong()),
            };
            caption.push(Line::styled(text, style.patch(look.title())));
        }
        let caption_width = if is_beside { room } else { width };
        caption.extend(wrapped(&self.caption, caption_width, &[], 0, look));
        if !is_beside {
            lines.extend(caption);
            return lines;
        }
        // Below the line of the labels.
        for (line, beside) in lines.iter_mut().skip(1).zip(caption) {
            line.push_span("   ");
            line.extend(
                beside
                    .spans
                    .into_iter()
                    .map(|span| span.patch_style(beside.style)),
            );
        }
        lines
    }
}

/// Converts a row of a buffer to a line.
fn line_of(row: &[Cell]) -> Line<'static> {
    let runs = row.chunk_by(|one, other| one.style() == other.style());
    let spans = runs.map(|run| {
        let text: String = run.iter().map(Cell::symbol).collect();
        Span::styled(text, run[0].style())
    });
    spans.collect()
}

/// Wraps text with inline Markdown, with spans before its first line and an indent for the others.
fn wrapped(
    text: &str,
    width: usize,
    first: &[Span<'static>],
    indent: usize,
    look: Look,
) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from(first.to_vec())];
    let mut used = indent;
    for word in words(text, look) {
        let length: usize = word.iter().map(Span::width).sum();
        let is_first = used == indent;
        if !is_first && used + 1 + length > width {
            lines.push(Line::from(" ".repeat(indent)));
            used = indent;
        } else if !is_first {
            used += 1;
            if let Some(line) = lines.last_mut() {
                line.push_span(" ");
            }
        }
        used += length;
        if let Some(line) = lines.last_mut() {
            line.extend(word);
        }
    }
    lines
}

/// Splits text with inline Markdown into words of styled parts.
fn words(text: &str, look: Look) -> Vec<Vec<Span<'static>>> {
    let mut words: Vec<Vec<Span>> = Vec::new();
    let mut is_open = false;
    for (n, part) in text.split('`').enumerate() {
        for (m, part) in part.split("**").enumerate() {
            let style = match (n % 2, m % 2) {
                (1, _) => look.key(),
                (_, 1) => look.title(),
                _ => Style::new(),
            };
            for (k, word) in part.split(' ').enumerate() {
                is_open &= k == 0;
                if word.is_empty() {
                    continue;
                }
                let span = Span::styled(word.to_owned(), style);
                match words.last_mut().filter(|_| is_open) {
                    Some(last) => last.push(span),
                    None => words.push(vec![span]),
                }
                is_open = true;
            }
        }
    }
    words
}
