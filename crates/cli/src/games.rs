//! `quintet games` and `quintet rules`.

use std::io::Write;

use anyhow::Result;
use quintet_api::{Context, ListGames, Request};
use quintet_arena::Library;
use quintet_games::Listing;

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

pub(crate) fn rules(game: &Listing, out: &mut dyn Write) -> Result<Status> {
    write!(out, "{}", game.rules)?;
    Ok(Status::Success)
}
