//! The strength of `perfect` at unsolved sizes, in games against the `perfect` of another build.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use quintet_arena::{Dice, Interval, Library, OracleSource, Record, Session, Tables, Who};
use quintet_games::{AnyPosition, Catalogue, Variant};
use quintet_rules::{Player, Random};
use quintet_solver::Budget;

use crate::figures::{Table, stat, ticks, used};
use crate::sample::random_successor;

/// Plays `perfect` against that of another build on every unsolved size that both have: two games from each random opening,
/// one in each seat. Skips openings that one seat nearly always wins. The processor time includes starting the other
/// program for each move.
#[derive(Args)]
pub(crate) struct Strength {
    /// The other build: a program `quintet`
    former: PathBuf,

    /// Only this game
    #[arg(long)]
    game: Option<String>,

    /// Only this size
    #[arg(long)]
    size: Option<String>,

    /// Number of openings
    #[arg(long, default_value_t = 20)]
    pairs: usize,

    /// Most positions that `perfect` searches for a move
    #[arg(long, default_value_t = Who::EFFORT)]
    effort: u64,

    /// Use the tables in this folder, to measure a `perfect` with exact values
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,

    /// The seed of the openings and of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Random openings tried for each one that is played, at most.
const TRIES: usize = 30;

/// Positions searched for a move of a quick game.
const QUICK: u64 = 20_000;

/// Longer games have no winner.
const MOST_PLIES: usize = 400;

impl Strength {
    pub(crate) fn run(&self) -> Result<()> {
        let table = Table::new("won, lost, open, share, 95 in a hundred, s a move, formerly");
        let sizes = Catalogue::STANDARD
            .iter()
            .flat_map(|listing| listing.sizes.iter().copied());
        for variant in sizes.filter(|variant| !variant.is_solved()) {
            let size = variant.size().to_string();
            let is_chosen = self.game.as_deref().is_none_or(|id| id == variant.id())
                && self.size.as_deref().is_none_or(|text| text == size);
            if is_chosen && self.is_supported_by_former(variant)? {
                table.row(variant, &self.play(variant)?.figures());
            }
        }
        Ok(())
    }

    /// Returns true if the other build also has this size.
    fn is_supported_by_former(&self, variant: &dyn Variant) -> Result<bool> {
        let size = variant.size().to_string();
        let counted = Command::new(&self.former)
            .args(["perft", variant.id(), "1", "--size", &size])
            .output()
            .with_context(|| format!("{} cannot be started", self.former.display()))?;
        Ok(counted.status.success())
    }

    fn play(&self, variant: &'static dyn Variant) -> Result<Score> {
        let tables = self.tables.clone();
        let tables = tables.map_or_else(Tables::nowhere, Tables::in_folder);
        let (known, searched) = (source(variant, tables), source(variant, Tables::nowhere()));
        let mut dice = Dice::new(self.seed, u64::MAX);
        let (mut score, mut game) = (Score::default(), 0);
        for _ in 0..TRIES * self.pairs {
            let Some(opening) = opening(variant, &mut dice) else {
                continue;
            };
            if !self.is_even(&*opening, &searched)? {
                continue;
            }
            for seat in Player::BOTH {
                let mut dice = Player::BOTH.map(|it| Dice::for_game(self.seed, game, it));
                score.play(opening.boxed(), seat, |at, position| match at {
                    0 => perfect(position, &known, self.effort, &mut dice[0]),
                    _ => self.former_perfect(position, &mut dice[1]),
                })?;
                game += 1;
            }
            if game == 2 * self.pairs as u64 {
                break;
            }
        }
        Ok(score)
    }

    /// Returns true if each seat wins nearly a third or more of quick games between equal players.
    fn is_even(&self, opening: &dyn AnyPosition, source: &OracleSource) -> Result<bool> {
        const GAMES: u64 = 16;
        const FEWEST: u32 = 5;
        let mut score = Score::default();
        for game in 0..GAMES {
            let mut dice = [2 * game, 2 * game + 1].map(|stream| Dice::new(self.seed, stream));
            score.play(opening.boxed(), Player::One, |at, position| {
                perfect(position, source, QUICK, &mut dice[at])
            })?;
        }
        Ok(score.won.min(score.lost) >= FEWEST)
    }

    /// Returns the move of the other build's `perfect`, which is started for each move and writes it to a record.
    fn former_perfect(&self, position: &dyn AnyPosition, dice: &mut Dice) -> Result<String> {
        let record = format!("quintet-strength-{}.record", std::process::id());
        let (record, variant) = (std::env::temp_dir().join(record), position.variant());
        let done = Command::new(&self.former)
            .args(["play", variant.id(), "--p1", "perfect", "--p2", "perfect"])
            .args(["--size", &variant.size().to_string()])
            .args(["--position", &position.text(), "--max-plies", "1"])
            .args(["--seed", &dice.below(u32::MAX).to_string(), "--force"])
            .arg("--record")
            .arg(&record)
            .output()?;
        let text = fs::read_to_string(&record).with_context(|| {
            let output = String::from_utf8_lossy(&done.stderr);
            format!("{} has made no move: {output}", self.former.display())
        })?;
        fs::remove_file(&record)?;
        let records = Record::read_all(&text, Catalogue::STANDARD)?;
        let ply = records.first().and_then(|record| record.plies().first());
        Ok(ply.context("a record of one move")?.mv.clone())
    }
}

fn source(variant: &'static dyn Variant, tables: Tables) -> OracleSource {
    let library = Library::new(Catalogue::STANDARD, tables);
    Arc::new(move || library.oracle(variant))
}

/// Returns a position after a few random moves, unless the game is over.
fn opening(variant: &dyn Variant, dice: &mut Dice) -> Option<Box<dyn AnyPosition>> {
    const FEWEST: u32 = 2;
    const MORE: u32 = 5;
    let mut position = variant.start(Player::One);
    for _ in 0..FEWEST + dice.below(MORE) {
        position = random_successor(&*position, dice)?;
    }
    position.outcome().is_none().then_some(position)
}

/// Returns the move of a `perfect` that searches at most `effort` positions.
fn perfect(
    position: &dyn AnyPosition,
    source: &OracleSource,
    effort: u64,
    dice: &mut Dice,
) -> Result<String> {
    let mv = Who::Perfect.choose(position, Budget::positions(effort), dice, &**source);
    mv.context("a level chooses")
}

/// Wins of both players, unfinished games, and the processor time of each player's moves.
#[derive(Default)]
struct Score {
    won: u32,
    lost: u32,
    unfinished: u32,
    time: [Duration; 2],
    moves: [u32; 2],
}

impl Score {
    /// Plays a game with the first of the players in this seat. `choose` makes the moves of players 0 and 1.
    fn play(
        &mut self,
        start: Box<dyn AnyPosition>,
        seat: Player,
        mut choose: impl FnMut(usize, &dyn AnyPosition) -> Result<String>,
    ) -> Result<()> {
        let mut session = Session::new(start);
        while session.outcome().is_none() && session.plies().len() < MOST_PLIES {
            let position = session.position();
            let at = usize::from(position.to_move() != seat);
            let before = used_with_children()?;
            let mv = choose(at, position)?;
            self.time[at] += used_with_children()?.saturating_sub(before);
            self.moves[at] += 1;
            session.play(&mv).context("a player chooses legal moves")?;
        }
        match session.outcome() {
            Some(end) if end.winner == seat => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.unfinished += 1,
        }
        Ok(())
    }

    fn figures(&self) -> [String; 7] {
        let games = self.won + self.lost + self.unfinished;
        let Interval { low, high } = Interval::of(self.won, games);
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let seconds = |at: usize| {
            let seconds = self.time[at].as_secs_f64() / f64::from(self.moves[at].max(1));
            format!("{seconds:.3}")
        };
        [
            self.won.to_string(),
            self.lost.to_string(),
            self.unfinished.to_string(),
            percent(f64::from(self.won) / f64::from(games.max(1))),
            format!("{} to {}", percent(low), percent(high)),
            seconds(0),
            seconds(1),
        ]
    }
}

/// The processor time used by this process and by programs that it started and that have ended.
fn used_with_children() -> Result<Duration> {
    Ok(used() + ticks(&stat(std::process::id())?, 13..15)?)
}
