//! Texts that are committed and compared.

use std::path::Path;

use snapbox::data::DataFormat;
use snapbox::{Assert, Data};

/// Checks that `found` is what the file says. With `SNAPSHOTS=overwrite` the file is written.
#[track_caller]
pub fn assert_golden(file: &Path, found: &str) {
    let wanted = Data::read_from(file, Some(DataFormat::Text)).raw();
    Assert::new().action_env("SNAPSHOTS").eq(found, wanted);
}
