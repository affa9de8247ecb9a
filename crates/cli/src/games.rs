//! `quintet games`.

use std::io::Write;

use anyhow::Result;
use quintet_api::{Context, ListGames, Request};
use quintet_arena::Library;

use crate::output::{Status, print};

pub(crate) fn list(json: bool, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let context = Context {
        library: library.clone(),
        ..Context::default()
    };
    let catalogue = ListGames {}.respond(&context)?;
    print(&catalogue, json, out)?;
    Ok(Status::Success)
}
