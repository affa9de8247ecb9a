//! Comparison with committed files.

use std::path::Path;

use snapbox::data::DataFormat;
use snapbox::{Assert, Data};

/// Asserts that `found` equals the content of a file. With `SNAPSHOTS=overwrite`, overwrites the file instead.
#[track_caller]
pub fn assert_golden(file: &Path, found: &str) {
    let wanted = Data::read_from(file, Some(DataFormat::Text)).raw();
    Assert::new().action_env("SNAPSHOTS").eq(found, wanted);
}
