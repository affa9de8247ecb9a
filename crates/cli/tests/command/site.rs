//! `quintet site`.

use std::fs;

use crate::run::quintet;

#[test]
fn a_site_is_written_into_an_empty_folder_or_over_an_older_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = folder.path().join("site");
    let command = format!("site {}", site.display());
    for _ in 0..2 {
        let said = quintet(&command).run().code(0).stdout;
        assert!(
            said.contains("Any host of static files can serve them"),
            "{said}"
        );
    }
    for file in [
        "index.html",
        "404.html",
        "embed.html",
        "service.js",
        "module/quintet_bg.wasm",
    ] {
        assert!(site.join(file).is_file(), "{file}");
    }
}

#[test]
fn a_folder_with_other_files_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("letter.txt"), "dear").expect("a file");
    let said = quintet(&format!("site {}", folder.path().display()))
        .run()
        .code(2)
        .stderr;
    assert!(said.contains("has other files"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}
