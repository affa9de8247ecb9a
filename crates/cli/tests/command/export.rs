//! `quintet export`: the file, read back. Refusals are in `tests/cases`.

use std::fs::{self, File};
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

use crate::run::{folder, names_in, quintet};

#[test]
fn every_position_is_exported_once_with_its_value() {
    let folder = folder();
    let path = folder.path().join("row.parquet");
    let export = quintet("export adjacency-block row.parquet").within(&folder);
    let ran = export.run().code(0);
    let reader = SerializedFileReader::new(File::open(&path).expect("written"));
    let reader = reader.expect("a Parquet file");
    let (mut rows, mut images, mut start) = (0, 0, None);
    for row in reader.get_row_iter(None).expect("rows") {
        let row = row.expect("a row");
        rows += 1;
        images += row.get_uint(4).expect("images");
        if row.get_string(0).expect("a text") == ".......... 1" {
            let value = row.get_byte(2).expect("a value");
            let distance = row.get_ubyte(3).expect("a distance");
            let length = |column| row.get_list(column).expect("a list").elements().len();
            start = Some((value, distance, length(5), length(6)));
        }
    }
    assert_eq!(images, 3_274, "as docs/solved.md says");
    let (value, distance, legal, best) = start.expect("the start is listed");
    assert_eq!((value, distance, legal), (1, 7, 10));
    assert!((1..10).contains(&best));
    let rows = quintet_games::group_digits(rows);
    ran.stdout(&format!(
        "{rows} positions, which stand for 3,274 with their images\n"
    ));
    assert_eq!(names_in(&folder), ["row.parquet"]);
    let plain = folder.path().join("plain");
    fs::write(&plain, "").expect("written");
    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions();
    assert_eq!(mode(&path), mode(&plain), "as any new file");
}
