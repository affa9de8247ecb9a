//! `quintet export`: the file, read back. Refusals are in `tests/cases`.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

use crate::run::{Ran, folder, limited, names_in, quintet, text_of};

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
        "{rows} positions up to symmetry, 3,274 in total\n"
    ));
    assert_eq!(names_in(&folder), ["row.parquet"]);
    let plain = folder.path().join("plain");
    fs::write(&plain, "").expect("written");
    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions();
    assert_eq!(mode(&path), mode(&plain), "as any new file");
}

#[test]
fn only_a_regular_file_is_replaced() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("target"), "mine").expect("written");
    symlink("target", path("link")).expect("a link");
    let made = Command::new("mkfifo").arg(path("pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    for name in ["link", "pipe", ".", "/dev/null"] {
        let export = quintet(&format!("export adjacency-block {name} --force"));
        let ran = export.within(&folder).run().code(2).stdout("");
        ran.stderr(&format!("quintet: {name} is not a regular file\n"));
    }
    assert_eq!(names_in(&folder), ["link", "pipe", "target"]);
    assert_eq!(text_of(path("target")), "mine");
    assert!(path("link").is_symlink());
}

#[test]
fn a_full_disk_is_reported_once_with_the_name_of_the_file() {
    let folder = folder();
    let export = quintet("export adjacency-block row.parquet").within(&folder);
    let mut command = export.command_by(limited(1));
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let ran = Ran::of(command.spawn().expect("the program starts"));
    let ran = ran.code(2).stdout("");
    ran.stderr("quintet: cannot write row.parquet: File too large (os error 27)\n");
    assert!(names_in(&folder).is_empty());
}
