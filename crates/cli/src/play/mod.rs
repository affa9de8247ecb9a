//! `quintet play`: a game or a match at the terminal.

mod commands;
mod input;
mod keeper;
mod sitting;

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;

use anyhow::{Context, Result};
use quintet_arena::{Chooser, Contest, Dice, OracleSource, Series, Who};
use quintet_games::{AnyPosition, Variant};
use quintet_rules::{PerPlayer, Player};

use crate::answer::{Answer, is_closed_pipe, note};
use crate::args::{First, PlayArgs};
use crate::knowledge::Background;
use crate::{paper, signals};
use input::Input;
use keeper::Keeper;
use sitting::{End, Sitting};

/// Plays between choosers stop here unless told otherwise: two of the games can go on for ever.
const PLIES_WITHOUT_HUMANS: u64 = 1000;

pub(crate) fn run(args: &PlayArgs, out: &mut dyn Write) -> Result<Answer> {
    let table = Table::set(args)?;
    let keeper = Keeper::new(args.record.clone(), table.who, table.printed_seed());
    if let Some(path) = &args.record {
        quintet_arena::check_writable(path)
            .with_context(|| format!("no record can be kept in {}", paper::shown_path(path)))?;
    }
    let kept = keeper.clone();
    signals::when_told_to_stop(move || {
        // The cursor may stand behind a prompt.
        if std::io::stdin().is_terminal() {
            note("");
        }
        if let Err(error) = kept.save() {
            note(&format!("quintet: {error:#}"));
        }
    })?;
    if let Some(seed) = table.printed_seed() {
        note(&format!("seed: {seed}"));
    }
    let played = table.play_all(&keeper, out);
    // Whatever has happened, the record of what was played is kept.
    let saved = keeper.save();
    let series = match played {
        Ok(series) => series,
        Err(error) if is_closed_pipe(&error) => return saved.map(|()| Answer::No),
        Err(error) => return Err(error),
    };
    saved?;
    let is_complete = series.played() == args.games && series.unfinished() == 0;
    Ok(if is_complete { Answer::Yes } else { Answer::No })
}

/// Everything that is settled before the first game.
struct Table {
    variant: &'static dyn Variant,
    position: Option<Box<dyn AnyPosition>>,
    who: PerPlayer<Who>,
    first: First,
    games: u32,
    seed: u64,
    max_plies: Option<u64>,
}

impl Table {
    fn set(args: &PlayArgs) -> Result<Self> {
        let mut table = Table {
            variant: args.board.variant()?,
            position: args.board.chosen_position()?,
            who: PerPlayer {
                one: args.p1,
                two: args.p2,
            },
            first: args.first,
            games: args.games,
            seed: args.seed.unwrap_or_else(Dice::unforeseen_seed),
            max_plies: args.max_plies,
        };
        if !table.has_human() {
            table.max_plies = table.max_plies.or(Some(PLIES_WITHOUT_HUMANS));
        }
        Ok(table)
    }

    fn has_human(&self) -> bool {
        Player::BOTH
            .iter()
            .any(|player| self.who[*player] == Who::Human)
    }

    /// The seed, if anything depends on it.
    fn printed_seed(&self) -> Option<u64> {
        let by_chance = Player::BOTH
            .iter()
            .any(|player| self.who[*player] != Who::Human);
        (by_chance || self.first == First::Random).then_some(self.seed)
    }

    fn play_all(&self, keeper: &Keeper, out: &mut dyn Write) -> Result<Series> {
        let first = match self.first {
            First::Player(player) => player,
            First::Random => Dice::new(self.seed, 0).player(),
        };
        let mut input = Input::of_this_terminal()?;
        if self.has_human() && matches!(input, Input::Terminal(_)) {
            note("Enter help to see what else you can enter.");
        }
        let mut series = Series::new(first);
        let background = Background::new(self.variant);
        if Player::BOTH
            .iter()
            .any(|player| self.who[*player].is_level())
        {
            background.start();
        }
        let oracle = background.source();
        while series.played() < self.games {
            let start = match &self.position {
                Some(position) => position.clone(),
                None => self.variant.start(series.next_first()),
            };
            if self.games > 1 {
                if series.played() > 0 {
                    writeln!(out)?;
                }
                let name = self.variant.name(start.to_move());
                writeln!(
                    out,
                    "Game {} of {}. {name} begins.",
                    series.played() + 1,
                    self.games
                )?;
            }
            let mut sitting = Sitting {
                contest: Contest::new(start),
                who: self.who,
                choosers: self.choosers(u64::from(series.played()), &oracle),
                max_plies: self.max_plies,
                input: &mut input,
                background: &background,
                keeper,
            };
            let end = sitting.play(out)?;
            let outcome = sitting.contest.outcome();
            keeper.close(sitting.contest, end);
            if end == End::Left {
                break;
            }
            series.add(outcome);
            if self.games > 1 {
                self.announce_score(&series, out)?;
            }
        }
        Ok(series)
    }

    /// Each game and each player has a stream of its own, so that the games of a match can be told
    /// apart.
    fn choosers(&self, game: u64, oracle: &OracleSource) -> PerPlayer<Option<Box<dyn Chooser>>> {
        PerPlayer::from_fn(|player| {
            let dice = Dice::for_game(self.seed, game, player);
            self.who[player].chooser(dice, oracle)
        })
    }

    fn announce_score(&self, series: &Series, out: &mut dyn Write) -> Result<()> {
        if series.unfinished() > 0 {
            writeln!(out, "Games left unfinished: {}.", series.unfinished())?;
        }
        if series.played() < self.games {
            writeln!(out, "{}", self.variant.standing(series.won()))?;
        } else {
            writeln!(out, "{}", self.variant.match_over(series.won()))?;
        }
        Ok(())
    }
}

/// Whether a game goes on after an entry.
type Flow = ControlFlow<End>;
