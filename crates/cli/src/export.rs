//! `quintet export`: all positions of a game with their values, as a Parquet file.
//!
//! The schema is described in `docs/python.md` and is the same as that of `quintet.arrow` in Python.

use std::fs::{self, File};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use parquet::basic::Compression;
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use parquet::errors::{ParquetError, Result as Written};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use quintet_arena::Library;
use quintet_games::{ActionSet, SolvedPosition, Variant, group_digits};
use quintet_solver::Value;
use tempfile::Builder;

use crate::args::ExportArgs;
use crate::library;
use crate::output::Status;
use crate::paper::shown_path;

/// Rows per row group.
const ROWS: usize = 1 << 16;

pub(crate) fn run(args: &ExportArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let variant = args.game.variant()?;
    if !variant.is_solved() {
        bail!("{variant:?} is not solved");
    }
    let oracle = library::oracle(library, variant);
    let Some(table) = oracle.enumerable_table() else {
        bail!("{variant:?} has too many positions");
    };
    let path = args.file.as_path();
    let shown = shown_path(path);
    if let Ok(found) = fs::symlink_metadata(path) {
        if !found.is_file() {
            bail!("{shown} is not a regular file");
        }
        if !args.force {
            bail!("{shown} already exists; use --force to replace it");
        }
    }
    let cannot_write = || format!("cannot write {shown}");
    // Written to a temporary file and renamed, so that a file under this name is always complete.
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let side = Builder::new()
        .prefix(".quintet-")
        .suffix(".tmp")
        // Not `tempfile_in`: other users could not read its file.
        .make_in(folder.unwrap_or(Path::new(".")), |path| {
            File::create_new(path)
        })
        .with_context(cannot_write)?;
    let what = format!("counting {variant:?}");
    let census = library::watched(&what, |progress| table.census(progress));
    let total = census.map_or(0, |census| census.total());
    let rows = library::watched(&format!("exporting {variant:?}"), |progress| {
        progress.expect(total);
        let mut writer = Writer::new(variant, side.as_file())?;
        let mut result = Ok(());
        let _ = table.visit(&mut |known| {
            progress.advance(known.images);
            result = writer.add(known);
            match result {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        result.and_then(|()| writer.finish())
    })
    .map_err(plain)
    .with_context(cannot_write)?;
    side.as_file().sync_all().with_context(cannot_write)?;
    side.persist(path).with_context(cannot_write)?;
    let (rows, total) = (group_digits(rows), group_digits(total));
    writeln!(out, "{rows} positions up to symmetry, {total} in total")?;
    Ok(Status::Success)
}

/// Returns the error behind an error of the library, which would print it twice.
fn plain(error: ParquetError) -> anyhow::Error {
    match error {
        ParquetError::External(error) => anyhow!(error),
        error => error.into(),
    }
}

/// The columns of the file.
const SCHEMA: &str = "
    message positions {
        REQUIRED BYTE_ARRAY position (STRING);
        REQUIRED INT32 to_move (INTEGER(8, false));
        REQUIRED INT32 value (INTEGER(8, true));
        OPTIONAL INT32 distance (INTEGER(8, false));
        REQUIRED INT32 images (INTEGER(32, false));
        REQUIRED group legal (LIST) { REPEATED group list { REQUIRED INT32 element (INTEGER(8, false)); } }
        REQUIRED group best (LIST) { REPEATED group list { REQUIRED INT32 element (INTEGER(8, false)); } }
    }";

/// Writer of positions.
struct Writer<'a> {
    file: SerializedFileWriter<&'a File>,
    rows: u64,
    columns: Columns,
}

/// Buffered rows, column by column.
#[derive(Default)]
struct Columns {
    position: Vec<ByteArray>,
    to_move: Numbers,
    value: Numbers,
    distance: Numbers,
    images: Numbers,
    legal: Numbers,
    best: Numbers,
}

/// A column of numbers.
#[derive(Default)]
struct Numbers {
    values: Vec<i32>,
    /// Parquet's definition levels, for optional numbers and lists.
    defined: Vec<i16>,
    /// Parquet's repetition levels, for lists.
    repeated: Vec<i16>,
}

impl<'a> Writer<'a> {
    fn new(variant: &dyn Variant, file: &'a File) -> Written<Self> {
        let schema = Arc::new(parse_message_type(SCHEMA).expect("a valid schema"));
        let about = [
            ("game", variant.id().to_owned()),
            ("size", variant.size().to_string()),
            ("actions", variant.actions().to_string()),
        ];
        let about = about.map(|(key, value)| KeyValue::new(key.to_owned(), value));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(about.to_vec()))
            .build();
        Ok(Writer {
            file: SerializedFileWriter::new(file, schema, Arc::new(properties))?,
            rows: 0,
            columns: Columns::default(),
        })
    }

    fn add(&mut self, known: &SolvedPosition) -> Written<()> {
        self.columns.add(known);
        self.rows += 1;
        if self.columns.position.len() == ROWS {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> Written<()> {
        let columns = std::mem::take(&mut self.columns);
        if columns.position.is_empty() {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        let mut strings = group.next_column()?.expect("a column of strings");
        let to = strings.typed::<ByteArrayType>();
        to.write_batch(&columns.position, None, None)?;
        strings.close()?;
        for numbers in columns.numbers() {
            let mut column = group.next_column()?.expect("a column of numbers");
            numbers.write(column.typed::<Int32Type>())?;
            column.close()?;
        }
        group.close()?;
        Ok(())
    }

    fn finish(mut self) -> Written<u64> {
        self.write()?;
        self.file.close()?;
        Ok(self.rows)
    }
}

impl Columns {
    fn add(&mut self, known: &SolvedPosition) {
        let position = known.position;
        self.position.push(position.text().into_bytes().into());
        self.to_move.add(position.to_move().number().into());
        self.value.add(match known.value {
            Value::Win(_) => 1,
            Value::Endless => 0,
            Value::Loss(_) => -1,
        });
        self.distance.add_if_any(known.value.distance());
        let images = i32::try_from(known.images);
        self.images.add(images.expect("a board has few images"));
        self.legal.add_list(position.data().legal_actions());
        self.best.add_list(known.best());
    }

    /// Returns all columns of numbers, in the order of the schema.
    fn numbers(&self) -> [&Numbers; 6] {
        [
            &self.to_move,
            &self.value,
            &self.distance,
            &self.images,
            &self.legal,
            &self.best,
        ]
    }
}

impl Numbers {
    fn add(&mut self, value: i32) {
        self.values.push(value);
    }

    fn add_if_any(&mut self, value: Option<u8>) {
        self.values.extend(value.map(i32::from));
        self.defined.push(value.is_some().into());
    }

    fn add_list(&mut self, actions: ActionSet) {
        for (n, action) in actions.iter().enumerate() {
            self.values
                .push(i32::try_from(action).expect("there are few actions"));
            self.defined.push(1);
            self.repeated.push((n > 0).into());
        }
        if actions.is_empty() {
            self.defined.push(0);
            self.repeated.push(0);
        }
    }

    fn write(&self, to: &mut ColumnWriterImpl<'_, Int32Type>) -> Written<()> {
        let levels = |levels: &'_ [i16]| (!levels.is_empty()).then(|| levels.to_vec());
        let (defined, repeated) = (levels(&self.defined), levels(&self.repeated));
        to.write_batch(&self.values, defined.as_deref(), repeated.as_deref())?;
        Ok(())
    }
}
