//! `quintet play`: a game or a match at the terminal.

mod commands;
mod game;
mod input;
mod journal;
mod keeper;

use std::io::{IsTerminal, Write};

use anyhow::{Context, Result, bail};
use quintet_agents::Outsiders;
use quintet_arena::{Competitor, Dice, First, Library, OracleSource, Record, Score, Session, Who};
use quintet_games::Catalogue;
use quintet_rules::{PerPlayer, Player};

use crate::args::PlayArgs;
use crate::output::{Status, is_closed_pipe, note};
use crate::{library, outsiders, paper, replay, system};
use game::{Game, Stop};
use input::Input;
use keeper::Keeper;

/// Games between players that are not people stop here unless told otherwise: two of the games can go
/// on for ever.
const PLIES_WITHOUT_PEOPLE: u64 = 1000;

pub(crate) fn run(args: &PlayArgs, library: &Library, out: &mut dyn Write) -> Result<Status> {
    let mut setup = Setup::of(args, library.catalogue())?;
    let is_continued = |path| {
        args.from
            .as_ref()
            .is_some_and(|from| paper::is_same(from, path))
    };
    let mut before = std::mem::take(&mut setup.before);
    if let Some(path) = &args.record {
        let shown = paper::shown_path(path);
        if !is_continued(path) {
            before.clear();
            if paper::is_taken(path) && !args.force {
                bail!("{shown} is there already: name another file, or replace it with --force");
            }
        }
        quintet_arena::check_writable(path)
            .with_context(|| format!("no record can be kept in {shown}"))?;
    }
    let continued = setup.continued.take();
    let keeper = Keeper::new(args.record.clone(), setup.printed_seed(), continued, before);
    let kept = keeper.clone();
    system::when_told_to_stop(move || {
        // The cursor may stand behind a prompt.
        if std::io::stdin().is_terminal() {
            note("");
        }
        if let Err(error) = kept.save() {
            note(&format!("quintet: {error:#}"));
        }
    })?;
    if let Some(seed) = setup.printed_seed() {
        note(&format!("seed: {seed}"));
    }
    let played = setup.play_all(&keeper, library, out);
    // Whatever has happened, the record of what was played is kept.
    let saved = keeper.save();
    let score = match played {
        Ok(score) => score,
        Err(error) if is_closed_pipe(&error) => return saved.map(|()| Status::Failure),
        Err(error) => return Err(error),
    };
    saved?;
    let is_complete = score.games() == args.games && score.unfinished == 0;
    Ok(if is_complete {
        Status::Success
    } else {
        Status::Failure
    })
}

/// The game of a record, to be continued.
fn session_of(record: &Record, args: &PlayArgs) -> Result<Session> {
    let session = record.session();
    if let Some(game) = args.game.filter(|game| game.id != session.variant().id()) {
        let (found, wanted) = (session.variant().id(), game.id);
        bail!("the last game of the record is one of {found}, not of {wanted}");
    }
    if session.ended().is_some() {
        bail!("the last game of the record is over: quintet replay shows it");
    }
    Ok(session.clone())
}

/// Everything that is settled before the first game.
struct Setup<'a> {
    args: &'a PlayArgs,
    /// The first game, before its first move here.
    session: Session,
    seed: u64,
    /// The record that is continued, if one is.
    continued: Option<Record>,
    /// The records before it in its file.
    before: Vec<Record>,
}

impl<'a> Setup<'a> {
    fn of(args: &'a PlayArgs, catalogue: Catalogue) -> Result<Self> {
        let mut before = Vec::new();
        let mut continued = None;
        if let Some(file) = &args.from {
            before = replay::read(file, catalogue)?;
            continued = before.pop();
        }
        let kept_seed = continued.as_ref().and_then(|record| record.seed);
        let seed = args.seed.or(kept_seed);
        let seed = seed.unwrap_or_else(Dice::unforeseen_seed);
        let mut session = match &continued {
            Some(record) => session_of(record, args)?,
            None => Session::new(args.start(seed)?),
        };
        for (player, chosen) in Player::BOTH.into_iter().zip([&args.p1, &args.p2]) {
            if let Some(who) = chosen {
                session.players[player] = who.clone();
            }
        }
        Ok(Setup {
            args,
            session,
            seed,
            continued,
            before,
        })
    }

    fn has(&self, is_wanted: impl Fn(&Who) -> bool) -> bool {
        let players = &self.session.players;
        is_wanted(&players.one) || is_wanted(&players.two)
    }

    /// The seed, if anything depends on it.
    fn printed_seed(&self) -> Option<u64> {
        let by_chance = self.has(|who| *who != Who::Human);
        (by_chance || self.args.first == First::Random).then_some(self.seed)
    }

    fn play_all(&self, keeper: &Keeper, library: &Library, out: &mut dyn Write) -> Result<Score> {
        let (variant, games) = (self.session.variant(), self.args.games);
        let usual = (!self.session.has_person()).then_some(PLIES_WITHOUT_PEOPLE);
        let mut input = Input::of_this_terminal()?;
        if self.session.has_person() && matches!(input, Input::Terminal(_)) {
            note("Enter help to see what else you can enter.");
        }
        if self.has(Who::is_level) {
            library.prepare(variant);
        }
        let source = library::source(library, variant);
        let outsiders = outsiders::met(&self.args.policy, variant, &self.session.players)?;
        let mut session = self.session.clone();
        for number in 1..=games {
            if games > 1 {
                if number > 1 {
                    writeln!(out)?;
                }
                writeln!(out, "Game {number} of {games}. {}", session.begins())?;
            }
            let mut game = Game {
                players: self.players(&session, u64::from(number - 1), &source, &outsiders),
                session,
                max_plies: self.args.max_plies.or(usual),
                input: &mut input,
                library,
                keeper,
            };
            let stop = game.play(out)?;
            session = game.session;
            keeper.close(&session);
            if stop == Stop::Left {
                return Ok(session.score_before());
            }
            if games > 1 {
                writeln!(out, "{}", session.standing(number == games))?;
            }
            if number < games {
                session = session.next();
            }
        }
        Ok(session.score())
    }

    /// Each game and each player has a stream of its own, so that the games of a match can be told
    /// apart.
    fn players(
        &self,
        session: &Session,
        game: u64,
        source: &OracleSource,
        outsiders: &Outsiders,
    ) -> PerPlayer<Option<Box<dyn Competitor>>> {
        PerPlayer::from_fn(|player| {
            let dice = Dice::for_game(self.seed, game, player);
            outsiders.seat(&session.players[player], dice, source)
        })
    }
}
