//! Prints the description of the interface, the same as `/api/v1/openapi.json`.

use std::io::{self, Write};

use quintet_games::Catalogue;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &quintet_server::api_document(Catalogue::STANDARD))?;
    writeln!(out)
}
