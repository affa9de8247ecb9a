//! `quintet play`: one or more games in the terminal.

mod commands;
mod game;
mod journal;
mod recorder;

use std::io::{IsTerminal, Write};

use anyhow::{Context, Result, bail};
use quintet_agents::ExternalPlayers;
use quintet_arena::{Competitor, Dice, First, Library, OracleSource, Record, Session, Who};
use quintet_games::{AnyPosition, Catalogue};
use quintet_rules::{PerPlayer, Player};

use crate::args::{PlayArgs, position_of, variant_of};
use crate::input::Input;
use crate::output::{Status, is_closed_pipe, note};
use crate::{external, library, paper, replay, system};
use game::{Game, Stop};
use recorder::Recorder;

/// Default maximum length of games between computer players: two of the games need not end.
const MAX_PLIES_WITHOUT_PEOPLE: u64 = 1000;

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
                bail!("{shown} already exists; name another file, or use --force to overwrite it");
            }
        }
        paper::refuse_pipe(path)?;
        quintet_arena::check_writable(path).with_context(|| format!("cannot record in {shown}"))?;
    }
    let continued = setup.continued.take();
    let recorder = Recorder::new(args.record.clone(), setup.printed_seed(), continued, before);
    let shared = recorder.clone();
    system::on_interrupt(move || {
        // The cursor may be on the line of a prompt.
        if std::io::stdin().is_terminal() {
            note("");
        }
        if let Err(error) = shared.save() {
            note(&format!("quintet: {error:#}"));
        }
    })?;
    if let Some(seed) = setup.printed_seed() {
        note(&format!("seed: {seed}"));
    }
    let played = setup.play_all(&recorder, library, out);
    // Save the record even after an error.
    let saved = recorder.save();
    let status = match played {
        Ok(status) => status,
        Err(error) if is_closed_pipe(&error) => return saved.map(|()| Status::Failure),
        Err(error) => return Err(error),
    };
    saved?;
    Ok(status)
}

/// Returns the unfinished game of a record.
fn session_of(record: &Record, args: &PlayArgs) -> Result<Session> {
    let session = record.session();
    if let Some(game) = args.game.filter(|game| game.id != session.variant().id()) {
        let (found, wanted) = (session.variant().id(), game.id);
        bail!("the last game of the record is {found}, not {wanted}");
    }
    if session.ended().is_some() {
        bail!("the last game of the record is over; use quintet replay to show it");
    }
    Ok(session.clone())
}

/// Returns the starting position of a new game.
fn start(args: &PlayArgs, seed: u64) -> Result<Box<dyn AnyPosition>> {
    let game = args.game.expect("required unless a record is continued");
    let variant = variant_of(game, args.size.as_deref())?;
    match &args.position {
        Some(text) => position_of(variant, text),
        None => Ok(variant.start(args.first.player(seed))),
    }
}

/// Parameters of the games.
struct Setup<'a> {
    args: &'a PlayArgs,
    /// The first game.
    session: Session,
    seed: u64,
    /// The record that `--from` continues.
    continued: Option<Record>,
    /// The earlier records in its file.
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
        let recorded_seed = continued.as_ref().and_then(|record| record.seed);
        let seed = args.seed.or(recorded_seed);
        let seed = seed.unwrap_or_else(Dice::random_seed);
        let mut session = match &continued {
            Some(record) => session_of(record, args)?,
            None => Session::new(start(args, seed)?),
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

    fn has(&self, matches: impl Fn(&Who) -> bool) -> bool {
        let players = &self.session.players;
        matches(&players.one) || matches(&players.two)
    }

    /// Returns the seed if any choice depends on it.
    fn printed_seed(&self) -> Option<u64> {
        let has_computer = self.has(|who| *who != Who::Human);
        (has_computer || self.args.first == First::Random).then_some(self.seed)
    }

    fn play_all(
        &self,
        recorder: &Recorder,
        library: &Library,
        out: &mut dyn Write,
    ) -> Result<Status> {
        let (variant, games) = (self.session.variant(), self.args.games);
        let default = (!self.session.has_person()).then_some(MAX_PLIES_WITHOUT_PEOPLE);
        let mut input = Input::of_this_terminal()?;
        if self.session.has_person() && input.is_terminal() {
            note("Enter help for a list of commands.");
        }
        if self.has(Who::is_level) {
            library.prepare(variant);
        }
        let source = library::source(library, variant);
        let external = external::connect(&self.args.policy, variant, &self.session.players)?;
        let mut session = self.session.clone();
        for number in 1..=games {
            if games > 1 {
                if number > 1 {
                    writeln!(out)?;
                }
                writeln!(out, "Game {number} of {games}. {}", session.begins())?;
            }
            let mut game = Game {
                players: self.players(&session, u64::from(number - 1), &source, &external),
                session,
                max_plies: self.args.max_plies.or(default),
                input: &mut input,
                library,
                recorder,
            };
            let stop = game.play(out)?;
            session = game.session;
            recorder.close(&session);
            if games > 1 && stop != Stop::Ended {
                writeln!(out, "{}", session.standing(false))?;
            }
            match stop {
                Stop::Ended => {}
                Stop::Left => return Ok(Status::Failure),
                Stop::Interrupted => return Ok(Status::Interrupted),
            }
            if games > 1 {
                writeln!(out, "{}", session.standing(number == games))?;
            }
            if number < games {
                session = session.next();
            }
        }
        Ok(if session.score().unfinished == 0 {
            Status::Success
        } else {
            Status::Failure
        })
    }

    /// Returns the computer players of a game. Each has its own random choices.
    fn players(
        &self,
        session: &Session,
        game: u64,
        source: &OracleSource,
        external: &ExternalPlayers,
    ) -> PerPlayer<Option<Box<dyn Competitor>>> {
        PerPlayer::from_fn(|player| {
            let dice = Dice::for_game(self.seed, game, player);
            external.seat(&session.players[player], dice, source)
        })
    }
}
