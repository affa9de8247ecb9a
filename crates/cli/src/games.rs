//! `quintet games` and `quintet rules`: the catalogue, and the rules of a game.

use std::io::Write;

use anyhow::Result;
use quintet_api::{Context, ListGames, Question};
use quintet_arena::Library;
use quintet_games::Listing;

use crate::answer::{Answer, print};

pub(crate) fn list(json: bool, library: &Library, out: &mut dyn Write) -> Result<Answer> {
    let context = Context {
        library: library.clone(),
        ..Context::default()
    };
    let catalogue = ListGames {}.answer(&context)?;
    print(&catalogue, json, out)?;
    Ok(Answer::Yes)
}

pub(crate) fn rules(game: &Listing, out: &mut dyn Write) -> Result<Answer> {
    write!(out, "{}", game.rules)?;
    Ok(Answer::Yes)
}
