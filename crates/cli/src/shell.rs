//! `quintet completions` and `quintet man`.

use std::collections::HashSet;
use std::io::Write;

use anyhow::Result;
use clap_complete::Shell;
use clap_mangen::Man;
use quintet_games::Catalogue;

use crate::output::Status;
use crate::{args, completions, manual};

pub(crate) fn completions(
    shell: Shell,
    catalogue: Catalogue,
    out: &mut dyn Write,
) -> Result<Status> {
    out.write_all(&completions::script(shell, catalogue))?;
    Ok(Status::Success)
}

/// Prints one page for the command and all subcommands.
pub(crate) fn man(catalogue: Catalogue, out: &mut dyn Write) -> Result<Status> {
    let mut command = args::command(catalogue);
    command.build();
    let mut text = Vec::new();
    let page = Man::new(command.clone());
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    for subcommand in command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help")
    {
        let name = subcommand.get_name().to_uppercase();
        let about = subcommand
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        writeln!(text, ".SH \"QUINTET {name}\"\n{about}")?;
        Man::new(subcommand.clone()).render_options_section(&mut text)?;
    }
    text.extend_from_slice(manual::sections(&command, catalogue).as_bytes());
    // Removes repeated definitions, and the titles of the options of subcommands.
    let mut defined = HashSet::new();
    for line in String::from_utf8_lossy(&text).lines() {
        let is_definition = line.starts_with(".ie ") || line.starts_with(".el ");
        if line != ".SH OPTIONS" && (!is_definition || defined.insert(line)) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(Status::Success)
}
