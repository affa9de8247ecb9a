//! `quintet export`: the file, read back.

use std::fs::{self, File};
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use tempfile::tempdir;

use crate::run::quintet;

fn export(game: &str, path: &Path, more: &str) -> String {
    format!("export {game} {} {more}", path.display())
}

#[test]
fn every_position_is_exported_once_with_its_value() {
    let folder = tempdir().expect("a temporary folder");
    let path = folder.path().join("row.parquet");
    let said = "1,638 positions, which stand for 3,274 with their images\n";
    let ran = quintet(&export("adjacency-block", &path, "")).run().code(0);
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
            let [legal, best] =
                [5, 6].map(|column| row.get_list(column).expect("a list").elements().len());
            start = Some((value, distance, legal, best));
        }
    }
    assert_eq!(images, 3_274, "as docs/solved.md says");
    let (value, distance, legal, best) = start.expect("the start is listed");
    assert_eq!((value, distance, legal), (1, 7, 10));
    assert!((1..10).contains(&best));
    assert_eq!(
        ran.stdout,
        said.replace("1,638", &quintet_games::grouped(rows))
    );
    let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 1, "nothing else is left");
    let plain = folder.path().join("plain");
    fs::write(&plain, "").expect("written");
    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions();
    assert_eq!(mode(&path), mode(&plain), "as any new file");
}

#[test]
fn a_file_that_is_there_is_replaced_only_by_force() {
    let folder = tempdir().expect("a temporary folder");
    let path = folder.path().join("mine");
    fs::write(&path, "mine").expect("written");
    quintet(&export("adjacency-block", &path, ""))
        .run()
        .code(2)
        .stdout("");
    assert_eq!(fs::read_to_string(&path).expect("as it was"), "mine");
    quintet(&export("adjacency-block", &path, "--force"))
        .run()
        .code(0);
    assert!(fs::read(&path).expect("replaced").starts_with(b"PAR1"));
}

#[test]
fn a_size_that_is_not_known_whole_or_not_listed_is_refused() {
    let folder = tempdir().expect("a temporary folder");
    let path = folder.path().join("large.parquet");
    quintet(&export("gridlock", &path, "--size 8x8"))
        .run()
        .refuses("not known whole");
    quintet(&export("adjacency-block", &path, "--size 30"))
        .run()
        .refuses("too many positions to list");
    assert!(!path.exists());
}
