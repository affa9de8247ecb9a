//! `quintet site`.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use quintet_games::Catalogue;

use crate::output::Status;

/// A file by which a folder is known that has a site already.
const MARK: &str = "service.js";

/// Writes the page into a folder that any host of static files can serve.
pub(crate) fn write(folder: &Path, catalogue: Catalogue, out: &mut dyn Write) -> Result<Status> {
    let Some(files) = quintet_server::site(catalogue) else {
        bail!(
            "this build of quintet has no module for browsers; its build says why: cargo build -vv"
        );
    };
    let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    if !is_empty && !folder.join(MARK).exists() {
        let shown = folder.display();
        bail!("{shown} has other files; wanted a new or empty folder, or one with an older site");
    }
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    for (path, bytes) in &files {
        let path = folder.join(path);
        let written = fs::create_dir_all(path.parent().unwrap_or(folder))
            .and_then(|()| fs::write(&path, bytes));
        written.with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let (count, shown) = (files.len(), folder.display());
    writeln!(out, "{count} files, {} kB, in {shown}", bytes / 1000)?;
    writeln!(
        out,
        "Any host of static files can serve them, in any folder."
    )?;
    Ok(Status::Success)
}
