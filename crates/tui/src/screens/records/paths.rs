//! File path completion.

use std::fs;

/// Maximum number of folder entries examined.
const MOST: usize = 10_000;

/// Completes a path as far as it is unambiguous. A folder ends with a slash.
pub(crate) fn completed(begun: &str) -> String {
    let (folder, name) = begun
        .rsplit_once('/')
        .map_or(("", begun), |(folder, name)| {
            (&begun[..=folder.len()], name)
        });
    let place = if folder.is_empty() { "." } else { folder };
    let entries = fs::read_dir(place).into_iter().flatten().take(MOST);
    let fitting = entries.flatten().filter_map(|entry| {
        let found = entry.file_name().into_string().ok()?;
        // Hidden files are completed only after a typed dot.
        let is_wanted = found.starts_with(name) && (!found.starts_with('.') || !name.is_empty());
        let slash = if entry.path().is_dir() { "/" } else { "" };
        is_wanted.then(|| found + slash)
    });
    let common = fitting.reduce(|one, other| {
        let same = one.char_indices().zip(other.chars());
        let end = same.take_while(|((_, one), other)| one == other).last();
        let end = end.map_or(0, |((at, char), _)| at + char.len_utf8());
        one[..end].to_owned()
    });
    common.map_or(begun.to_owned(), |common| format!("{folder}{common}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_completed_as_far_as_there_is_one_way() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["game-1.txt", "game-2.txt", "über.txt", ".hidden"] {
            fs::write(folder.path().join(name), "").expect("a file");
        }
        fs::create_dir(folder.path().join("saved")).expect("a folder");
        let path = folder.path().to_str().expect("a plain name");
        for (begun, expected) in [
            ("g", "game-"),
            ("game-1", "game-1.txt"),
            ("sav", "saved/"),
            ("ü", "über.txt"),
            (".", ".hidden"),
            ("nothing", "nothing"),
            ("", ""),
        ] {
            assert_eq!(
                completed(&format!("{path}/{begun}")),
                format!("{path}/{expected}")
            );
        }
        assert_eq!(completed("/no/such/folder/x"), "/no/such/folder/x");
    }
}
