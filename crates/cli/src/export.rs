//! `quintet export`: every position of a game with its value, as a Parquet file.
//!
//! The schema is described in `docs/python.md`, and is that of `quintet.arrow` in Python.

use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use parquet::basic::Compression;
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use quintet_arena::Library;
use quintet_games::{ActionSet, SolvedPosition, Variant, group_digits};
use quintet_solver::{Progress, Value};
use tempfile::Builder;

use crate::args::ExportArgs;
use crate::library;
use crate::output::Status;

/// Positions that are written at once.
const ROWS: usize = 1 << 16;

pub(crate) fn run(args: &ExportArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let variant = args.game.variant()?;
    if !variant.is_solved() {
        bail!("{variant:?} is not known whole, so there is no list of its positions");
    }
    let oracle = library::oracle(library, variant);
    let Some(table) = oracle.enumerable_table() else {
        bail!("{variant:?} has too many positions to list them");
    };
    let path = args.file.as_path();
    if path.exists() && !args.force {
        bail!("{} is there already; --force replaces it", path.display());
    }
    // To the side, so that a file under this name is always complete.
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let side = Builder::new()
        .prefix(".quintet-")
        .suffix(".tmp")
        // Not `tempfile_in`: nobody else could read its file.
        .make_in(folder.unwrap_or(Path::new(".")), |path| {
            File::create_new(path)
        })
        .with_context(|| format!("{} cannot be written", path.display()))?;
    let census = table.census(&Progress::default());
    let total = census.map_or(0, |census| census.total());
    let rows = library::watched(&format!("exporting {variant:?}"), |progress| {
        progress.expect(total);
        let mut writer = Writer::new(variant, side.as_file())?;
        let mut fault = None;
        let shown = table.visit(&mut |known| {
            progress.advance(known.images);
            match writer.add(known) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    fault = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        match fault {
            Some(error) if shown.is_break() => Err(error),
            _ => writer.finish(),
        }
    })?;
    side.as_file().sync_all()?;
    side.persist(path)
        .with_context(|| format!("{} cannot be written", path.display()))?;
    let (rows, total) = (group_digits(rows), group_digits(total));
    writeln!(
        out,
        "{rows} positions, which stand for {total} with their images"
    )?;
    Ok(Status::Success)
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

/// Writes positions row by row.
struct Writer<'a> {
    file: SerializedFileWriter<&'a File>,
    rows: u64,
    columns: Columns,
}

/// The rows that wait to be written, column by column.
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

/// A column of numbers in Parquet's terms.
#[derive(Default)]
struct Numbers {
    values: Vec<i32>,
    /// For each place whether there is a number, where there need not be one.
    defined: Vec<i16>,
    /// For each place whether it goes on with the list before it, where there are lists.
    repeated: Vec<i16>,
}

impl<'a> Writer<'a> {
    fn new(variant: &dyn Variant, file: &'a File) -> Result<Self> {
        let schema = Arc::new(parse_message_type(SCHEMA).expect("the schema is well formed"));
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

    fn add(&mut self, known: &SolvedPosition) -> Result<()> {
        self.columns.add(known);
        self.rows += 1;
        if self.columns.position.len() == ROWS {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> Result<()> {
        let columns = std::mem::take(&mut self.columns);
        if columns.position.is_empty() {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        let mut texts = group.next_column()?.expect("a column of texts");
        let to = texts.typed::<ByteArrayType>();
        to.write_batch(&columns.position, None, None)?;
        texts.close()?;
        for numbers in columns.numbers() {
            let mut column = group.next_column()?.expect("a column of numbers");
            numbers.write(column.typed::<Int32Type>())?;
            column.close()?;
        }
        group.close()?;
        Ok(())
    }

    fn finish(mut self) -> Result<u64> {
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
        self.best.add_list(known.best);
    }

    /// All but the texts, in the order of the schema.
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

    fn write(&self, to: &mut ColumnWriterImpl<'_, Int32Type>) -> Result<()> {
        let levels = |levels: &'_ [i16]| (!levels.is_empty()).then(|| levels.to_vec());
        let (defined, repeated) = (levels(&self.defined), levels(&self.repeated));
        to.write_batch(&self.values, defined.as_deref(), repeated.as_deref())?;
        Ok(())
    }
}
