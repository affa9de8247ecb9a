use super::*;

#[test]
fn a_large_file_is_not_checked_before_it_is_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.db");
    create(&path).expect("a new file");
    let mut bytes = fs::read(&path).expect("a file");
    let last = bytes.len() - 4096;
    bytes[last..].fill(0xff);
    fs::write(&path, &bytes).expect("room on the disk");
    let inspect = |limit| inspect(&path, &path, limit);
    assert!(matches!(inspect(u64::MAX), Err(OpenError::Damaged { .. })));
    assert!(inspect(4096).is_ok());
}
