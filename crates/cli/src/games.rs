//! `quintet games`: the catalogue.

use std::io::Write;

use anyhow::Result;
use quintet_games::catalogue;

use crate::answer::Answer;

pub(crate) fn run(out: &mut dyn Write) -> Result<Answer> {
    for listing in catalogue() {
        let sizes: Vec<_> = listing
            .sizes
            .iter()
            .map(|variant| variant.size().to_string())
            .collect();
        writeln!(out, "{:<17} {}", listing.id, listing.summary)?;
        writeln!(out, "{:<17} sizes {}", "", sizes.join(", "))?;
    }
    Ok(Answer::Yes)
}
