//! `quintet games`: the catalogue.

use std::io::Write;

use anyhow::Result;
use quintet_ask::{Context, ListGames, Question};

use crate::answer::{Answer, print_json};
use crate::args::GamesArgs;

pub(crate) fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<Answer> {
    let catalogue = ListGames {}.read()?.answer(&Context::default())?;
    if args.json {
        print_json(&catalogue, out)?;
        return Ok(Answer::Yes);
    }
    for game in catalogue.games {
        writeln!(out, "{:<17} {}", game.id, game.summary)?;
        writeln!(out, "{:<17} sizes {}", "", game.sizes.join(", "))?;
    }
    Ok(Answer::Yes)
}
