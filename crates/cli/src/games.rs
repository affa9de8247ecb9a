//! `quintet games` and `quintet rules`: the catalogue, and the rules of a game.

use std::io::Write;

use anyhow::Result;
use quintet_api::{Context, ListGames, Question};
use quintet_arena::Library;
use quintet_games::Listing;

use crate::answer::{Answer, print_json};

pub(crate) fn list(json: bool, library: &Library, out: &mut dyn Write) -> Result<Answer> {
    let context = Context {
        library: library.clone(),
        ..Context::default()
    };
    let catalogue = ListGames {}.answer(&context)?;
    if json {
        print_json(&catalogue, out)?;
        return Ok(Answer::Yes);
    }
    for game in catalogue.games {
        writeln!(out, "{:<17} {}", game.id, game.summary)?;
        writeln!(out, "{:<17} sizes {}", "", game.sizes.join(", "))?;
    }
    Ok(Answer::Yes)
}

pub(crate) fn rules(game: &Listing, out: &mut dyn Write) -> Result<Answer> {
    write!(out, "{}", game.rules)?;
    Ok(Answer::Yes)
}
