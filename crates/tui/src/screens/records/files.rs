//! The file browser for opening records: recent files, a fuzzy filter, and a preview.

use std::cell::{Ref, RefCell};
use std::fs::{self, File};
use std::path::Path;

use crossterm::event::{KeyCode, MouseEvent};
use quintet_arena::{GameResult, ReadError, Record};
use quintet_games::Catalogue;
use ratatui::Frame;
use ratatui::layout::Constraint::{Fill, Length, Min};
use ratatui::layout::{Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::Preview;
use super::fuzzy::score;
use crate::context::Context;
use crate::keys::{self, Binding, Commands};
use crate::look::Look;
use crate::screens::board::Board;
use crate::screens::panel::{List, Panel, draw_lines};
use crate::screens::prompt::Prompt;
use crate::screens::review::ReviewScreen;
use crate::screens::{Next, Screen, View};
use crate::text::{cut, paragraph};

/// Maximum number of folder entries that are listed.
const MOST: usize = 10_000;

/// Maximum size of a file that is previewed, in bytes.
const LONGEST_PREVIEW: u64 = 256 << 10;

/// The screen for opening a record.
#[derive(Debug)]
pub(crate) struct Browser {
    /// A path. Its last part filters the entries of the folder before it.
    prompt: Prompt,
    catalogue: Catalogue,
    recent: Vec<String>,
    /// The folder whose entries are listed.
    folder: Option<String>,
    entries: Vec<Row>,
    /// The rows that match the filter, the best first.
    rows: Vec<Row>,
    list: List,
    error: String,
    /// The preview of a path.
    preview: RefCell<Option<(String, Result<Preview, String>)>>,
}

/// A row of the list.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Row {
    kind: RowKind,
    /// As typed by a person.
    path: String,
    /// The last part of the path, or all of it for a recent file.
    label: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum RowKind {
    Recent,
    Folder,
    File,
}

/// A command of the browser.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Command {
    Open,
    Cancel,
}

const KEYS: &[Binding<Command>] = &keys::line(Command::Open, Command::Cancel);

impl Browser {
    pub(crate) fn new(context: &Context) -> Self {
        let mut browser = Browser {
            prompt: Prompt::of_path("Open:", ""),
            catalogue: context.catalogue,
            recent: context.saved.recent_files.clone(),
            folder: None,
            entries: Vec::new(),
            rows: Vec::new(),
            list: List::default(),
            error: String::new(),
            preview: RefCell::default(),
        };
        browser.refresh();
        browser
    }

    /// Lists the entries that match the path.
    fn refresh(&mut self) {
        let text = self.prompt.text.as_str();
        let (folder, filter) = text
            .rsplit_once('/')
            .map_or(("", text), |(folder, filter)| {
                (&text[..=folder.len()], filter)
            });
        if self.folder.as_deref() != Some(folder) {
            self.entries = entries(folder);
            self.folder = Some(folder.to_owned());
        }
        // Hidden files are listed only after a typed dot.
        let is_shown = |row: &&Row| filter.starts_with('.') || !row.label.starts_with('.');
        let shown = self.entries.iter().filter(is_shown);
        let scored = shown.filter_map(|row| Some((score(filter, &row.label)?, row)));
        let mut scored: Vec<_> = scored.collect();
        scored.sort_by(|(score, row), (other, other_row)| {
            other.cmp(score).then_with(|| row.cmp(other_row))
        });
        let recent = self
            .recent
            .iter()
            .filter(|_| text.is_empty())
            .map(|path| Row {
                kind: RowKind::Recent,
                path: path.clone(),
                label: path.clone(),
            });
        self.rows = recent
            .chain(scored.into_iter().map(|(_, row)| row.clone()))
            .collect();
        self.list = List::default();
    }

    fn selected(&self) -> Option<&Row> {
        self.rows.get(self.list.selected)
    }

    /// Opens the typed or the selected file, or lists the selected folder.
    fn open(&mut self, context: &mut Context) -> Next {
        let typed = self.prompt.text.trim().to_owned();
        let is_typed = !typed.is_empty() && Path::new(&typed).is_file();
        let row = self.selected().filter(|_| !is_typed).cloned();
        match row {
            Some(Row {
                kind: RowKind::Folder,
                path,
                ..
            }) => {
                self.prompt = Prompt::of_path("Open:", path);
                self.refresh();
                Next::Stay
            }
            Some(row) => self.open_file(&row.path, context),
            None => self.open_file(&typed, context),
        }
    }

    /// A single unfinished game is continued; other games are reviewed.
    fn open_file(&mut self, name: &str, context: &mut Context) -> Next {
        let records = match read(Path::new(name), context.catalogue) {
            Ok(records) => records,
            Err(error) => {
                self.error = format!("Cannot open {name}: {error}.");
                return Next::Stay;
            }
        };
        context.saved.add_recent_file(absolute(Path::new(name)));
        match records.as_slice() {
            [record] if record.result() == GameResult::Unfinished => {
                Next::Play(Box::new(Board::of_record(record, context)))
            }
            _ => Next::Open(Box::new(ReviewScreen::of_opened(records, context))),
        }
    }

    /// Returns the preview of the selected file.
    fn preview(&self) -> Option<Ref<'_, Result<Preview, String>>> {
        let row = self.selected().filter(|row| row.kind != RowKind::Folder)?;
        let is_ready = |(path, _): &(String, _)| *path == row.path;
        if !self.preview.borrow().as_ref().is_some_and(is_ready) {
            let preview = preview(Path::new(&row.path), self.catalogue);
            self.preview.replace(Some((row.path.clone(), preview)));
        }
        let preview = Ref::filter_map(self.preview.borrow(), |stored| {
            stored.as_ref().map(|(_, preview)| preview)
        });
        preview.ok()
    }

    fn line(row: &Row, width: usize, look: Look) -> Line<'static> {
        let style = match row.kind {
            RowKind::Folder => look.key(),
            RowKind::File => Style::new(),
            RowKind::Recent => look.title(),
        };
        // The end of a long path says more than its start.
        let excess = row
            .label
            .chars()
            .count()
            .saturating_sub(width.saturating_sub(2));
        let label = match excess {
            0 => row.label.clone(),
            excess => {
                let rest = row
                    .label
                    .chars()
                    .skip(excess + look.ellipsis().chars().count());
                look.ellipsis().to_owned() + &rest.collect::<String>()
            }
        };
        Line::from(vec![Span::raw(" "), Span::styled(label, style)])
    }
}

impl Commands for Browser {
    type Command = Command;

    fn bindings(&self) -> &'static [Binding<Command>] {
        KEYS
    }

    fn run(&mut self, command: Command, context: &mut Context) -> Next {
        match command {
            Command::Open => self.open(context),
            Command::Cancel => Next::Close,
        }
    }

    fn type_key(&mut self, code: KeyCode) {
        self.error.clear();
        let count = self.rows.len();
        match code {
            KeyCode::Up => self.list.step(-1, count),
            KeyCode::Down => self.list.step(1, count),
            KeyCode::PageUp => self.list.step(-self.list.page(), count),
            KeyCode::PageDown => self.list.step(self.list.page(), count),
            code => {
                let before = self.prompt.text.clone();
                self.prompt.type_key(code);
                if self.prompt.text != before {
                    self.refresh();
                }
            }
        }
    }
}

impl Screen for Browser {
    fn draw(&self, view: View, area: Rect, frame: &mut Frame) {
        let look = view.look;
        let title = Line::styled("Open a record", look.title());
        let middle = view.frame(title, area, frame);
        let heights = [Length(2), Min(3), Length(2)];
        let [line, lists, below] = Layout::vertical(heights).areas(middle);
        draw_lines(vec![self.prompt.line(look, area.width)], line, frame);
        let widths = match area.width {
            ..76 => [Fill(1), Length(28)],
            76..110 => [Fill(1), Length(36)],
            _ => [Fill(1), Fill(1)],
        };
        let [left, right] = Layout::horizontal(widths).areas(lists);
        let folder = self.folder.as_deref().filter(|folder| !folder.is_empty());
        let note = Line::styled(self.rows.len().to_string(), look.quiet());
        let folder = cut(
            folder.unwrap_or("This folder"),
            usize::from(left.width) / 2,
            look,
        );
        let list = Panel::new(&folder).focused(true).note(note);
        let list = list.draw(look, left, frame);
        let width = usize::from(list.width);
        let rows = self.rows.iter();
        let rows: Vec<Line> = rows.map(|row| Self::line(row, width, look)).collect();
        if rows.is_empty() {
            let line = Line::styled(" No matching files.", look.quiet());
            draw_lines(vec![line], list, frame);
        }
        self.list.draw(&rows, look, list, frame);
        self.draw_preview(look, right, frame);
        let hint = "Type to filter or enter a path; tab completes it, up and down select.";
        let (text, style) = match self.error.as_str() {
            "" => (hint, look.quiet()),
            error => (error, look.wrong()),
        };
        let width = usize::from(area.width) - 2;
        draw_lines(paragraph(text, width, 1, style), below, frame);
    }

    fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Next {
        if self.list.mouse(mouse) {
            return self.open(context);
        }
        Next::Stay
    }
}

impl Browser {
    fn draw_preview(&self, look: Look, area: Rect, frame: &mut Frame) {
        let preview = self.preview();
        match preview.as_deref() {
            None => _ = Panel::new("Preview").draw(look, area, frame),
            Some(Ok(preview)) => {
                let inside = Panel::new(preview.title()).draw(look, area, frame);
                preview.draw(look, inside, frame);
            }
            Some(Err(error)) => {
                let inside = Panel::new("Preview").draw(look, area, frame);
                let width = usize::from(inside.width);
                draw_lines(paragraph(error, width, 0, look.quiet()), inside, frame);
            }
        }
    }
}

/// Returns the entries of a folder, which ends with a slash unless it is the current one.
fn entries(folder: &str) -> Vec<Row> {
    let place = if folder.is_empty() { "." } else { folder };
    let found = fs::read_dir(place).into_iter().flatten().flatten();
    let row = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        // Follows links, and skips pipes and devices.
        let about = fs::metadata(entry.path()).ok()?;
        let (kind, label) = if about.is_dir() {
            (RowKind::Folder, name + "/")
        } else if about.is_file() {
            (RowKind::File, name)
        } else {
            return None;
        };
        let path = format!("{folder}{label}");
        Some(Row { kind, path, label })
    };
    let mut rows: Vec<Row> = found.take(MOST).filter_map(row).collect();
    rows.sort();
    rows.push(Row {
        kind: RowKind::Folder,
        path: format!("{folder}../"),
        label: "../".to_owned(),
    });
    rows
}

/// Returns the absolute path of an existing file.
pub(crate) fn absolute(path: &Path) -> String {
    let absolute = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    absolute.display().to_string()
}

/// Reads at least one game from a file.
fn read(path: &Path, catalogue: Catalogue) -> Result<Vec<Record>, String> {
    if path.exists() && !path.is_file() {
        return Err("it is not a file".to_owned());
    }
    let file = File::open(path).map_err(ReadError::Io);
    let records = file.and_then(|file| Record::read_stream(file, catalogue));
    records.map_err(|error| error.to_string())
}

/// Previews the last game of a file.
fn preview(path: &Path, catalogue: Catalogue) -> Result<Preview, String> {
    let about = fs::metadata(path).map_err(|error| error.to_string())?;
    if about.len() > LONGEST_PREVIEW {
        return Err("The file is too large for a preview.".to_owned());
    }
    let records = read(path, catalogue).map_err(|error| format!("Not a record: {error}."))?;
    let last = records.last().expect("at least one game");
    let mut preview = Preview::of(last);
    if records.len() > 1 {
        preview.add(format!("The last of {} games.", records.len()));
    }
    Ok(preview)
}
