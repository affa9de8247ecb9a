//! `quintet site`.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use quintet_games::Catalogue;

use crate::output::Status;

/// A file that marks the folder of an older site.
const MARK: &str = "service.js";

/// Writes the web app into a folder that any static web server can serve.
pub(crate) fn write(folder: &Path, catalogue: Catalogue, out: &mut dyn Write) -> Result<Status> {
    let Some(files) = quintet_server::site(catalogue) else {
        bail!("this build has no WebAssembly module for browsers; cargo build -vv shows why");
    };
    let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    if !is_empty && !folder.join(MARK).exists() {
        let shown = folder.display();
        bail!("{shown} contains other files; use a new or empty folder, or one with an older site");
    }
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    for (path, bytes) in &files {
        let path = folder.join(path);
        let written = fs::create_dir_all(path.parent().unwrap_or(folder))
            .and_then(|()| fs::write(&path, bytes));
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    let (count, shown) = (files.len(), folder.display());
    writeln!(out, "Wrote {count} files ({} kB) to {shown}.", bytes / 1000)?;
    writeln!(out, "Any static web server can serve them, in any folder.")?;
    Ok(Status::Success)
}
