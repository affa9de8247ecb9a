//! How strong `hard` is where a size is not solved: games against the `hard` of another build.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use quintet_arena::{Dice, Interval, Library, OracleSource, Record, Session, Tables, Who};
use quintet_games::{AnyPosition, Catalogue, Variant};
use quintet_rules::{Player, Random};
use quintet_solver::Budget;

use crate::clock;

/// Plays `hard` against that of another build, on every size that both have and that is not solved: from each random
/// opening two games, one in each seat. Openings that one seat wins nearly always are left out. Processor time is
/// measured; starting the other program for each move is counted, too.
#[derive(Args)]
pub(crate) struct Levels {
    /// The other build: a program `quintet`
    former: PathBuf,

    /// Only this game
    #[arg(long)]
    game: Option<String>,

    /// Only this size
    #[arg(long)]
    size: Option<String>,

    /// How many openings
    #[arg(long, default_value_t = 20)]
    pairs: usize,

    /// How many positions `hard` looks at for a move
    #[arg(long, default_value_t = Who::EFFORT)]
    effort: u64,

    /// Use the tables that are kept in this folder: what a `hard` that knows every position reaches
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,

    /// The seed of the openings and of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Random openings for each one that is played, at most.
const TRIES: usize = 30;

/// How many positions are looked at for a move of a quick game.
const QUICK: u64 = 20_000;

/// Games that take longer are nobody's.
const MOST_PLIES: usize = 400;

/// Wins of the two players, games that nobody won, and the processor time for each move.
#[derive(Default)]
struct Score {
    won: u32,
    lost: u32,
    unfinished: u32,
    time: [Duration; 2],
    moves: [u32; 2],
}

impl Levels {
    pub(crate) fn run(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "{:<18} {:<5} {:>5} {:>5} {:>5} {:>7} {:>15} {:>8} {:>9}",
            "game",
            "size",
            "won",
            "lost",
            "open",
            "share",
            "95 in a hundred",
            "s a move",
            "formerly"
        )?;
        for listing in Catalogue::STANDARD.iter() {
            let sizes = listing.sizes.iter().copied();
            for variant in sizes.filter(|variant| !variant.is_whole()) {
                let size = variant.size().to_string();
                let is_meant = self.game.as_deref().is_none_or(|id| id == variant.id())
                    && self.size.as_deref().is_none_or(|text| text == size);
                if is_meant && self.is_known_to_former(variant)? {
                    self.play(variant)?.write(variant, &mut out)?;
                }
            }
        }
        Ok(())
    }

    /// Whether the other build has this size, too.
    fn is_known_to_former(&self, variant: &dyn Variant) -> Result<bool> {
        let counted = Command::new(&self.former)
            .args(["perft", variant.id(), "1"])
            .args(["--size", &variant.size().to_string()])
            .output()
            .with_context(|| format!("{} cannot be started", self.former.display()))?;
        Ok(counted.status.success())
    }

    fn play(&self, variant: &'static dyn Variant) -> Result<Score> {
        let folder = self.tables.clone();
        let tables = folder.map_or_else(Tables::nowhere, Tables::in_folder);
        let (known, searched) = (source(variant, tables), source(variant, Tables::nowhere()));
        let mut dice = Dice::new(self.seed, u64::MAX);
        let mut score = Score::default();
        let openings = (0..TRIES * self.pairs).filter_map(|_| opening(variant, &mut dice));
        let even = openings.filter_map(|opening| {
            let quick = |stream| hard(&searched, QUICK, Dice::new(self.seed, stream));
            let is_even = is_even(&*opening, quick);
            is_even
                .map(|is_even| is_even.then_some(opening))
                .transpose()
        });
        for (pair, opening) in (0..).zip(even.take(self.pairs)) {
            let opening = opening?;
            for (game, seat) in (2 * pair..).zip(Player::BOTH) {
                let stream = |player| Dice::for_game(self.seed, game, player);
                let mut hard = hard(&known, self.effort, stream(Player::One));
                let mut former = Former {
                    program: &self.former,
                    record: std::env::temp_dir()
                        .join(format!("quintet-levels-{}.record", std::process::id())),
                    dice: stream(Player::Two),
                };
                let mut former = |position: &dyn AnyPosition| former.ask(position);
                score.play(opening.boxed(), seat, &mut [&mut hard, &mut former])?;
            }
        }
        Ok(score)
    }
}

/// Where levels get their oracle.
fn source(variant: &'static dyn Variant, tables: Tables) -> OracleSource {
    let library = Library::new(Catalogue::STANDARD, tables);
    Arc::new(move || library.oracle(variant))
}

/// Chooses a move in a position.
type Choose<'a> = dyn FnMut(&dyn AnyPosition) -> Result<String> + 'a;

/// A `hard` that searches at most `effort` positions for a move.
fn hard(
    source: &OracleSource,
    effort: u64,
    mut dice: Dice,
) -> impl FnMut(&dyn AnyPosition) -> Result<String> {
    move |position| {
        let mv = Who::Hard.choose(position, Budget::positions(effort), &mut dice, &**source);
        Ok(mv.expect("a level chooses"))
    }
}

/// A position after a few random moves, unless the game is over by then.
fn opening(variant: &dyn Variant, dice: &mut Dice) -> Option<Box<dyn AnyPosition>> {
    const FEWEST: u32 = 2;
    const MORE: u32 = 5;
    let mut position = variant.start(Player::One);
    for _ in 0..FEWEST + dice.below(MORE) {
        let mv = position.random_move(dice)?;
        position = position.play(&mv).ok()?.position;
    }
    position.outcome().is_none().then_some(position)
}

/// Whether each seat wins nearly a third of quick games or more, both players being alike.
fn is_even<P>(opening: &dyn AnyPosition, player: impl Fn(u64) -> P) -> Result<bool>
where
    P: FnMut(&dyn AnyPosition) -> Result<String>,
{
    const GAMES: u64 = 16;
    const FEWEST: u32 = 5;
    let mut score = Score::default();
    for game in 0..GAMES {
        let (mut one, mut two) = (player(2 * game), player(2 * game + 1));
        score.play(opening.boxed(), Player::One, &mut [&mut one, &mut two])?;
    }
    Ok(score.won.min(score.lost) >= FEWEST)
}

impl Score {
    /// Plays a game, the first of the players in this seat.
    fn play(
        &mut self,
        start: Box<dyn AnyPosition>,
        seat: Player,
        players: &mut [&mut Choose; 2],
    ) -> Result<()> {
        let mut session = Session::new(start);
        while session.outcome().is_none() && session.plies().len() < MOST_PLIES {
            let position = session.position();
            let at = usize::from(position.to_move() != seat);
            // Who is asked in this process and who is not, both are counted.
            let before = clock::used_by_thread() + clock::used_by_children()?;
            let mv = players[at](position)?;
            let after = clock::used_by_thread() + clock::used_by_children()?;
            self.time[at] += after.saturating_sub(before);
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

    fn write(&self, variant: &dyn Variant, out: &mut dyn Write) -> Result<()> {
        let games = self.won + self.lost + self.unfinished;
        let share = f64::from(self.won) / f64::from(games.max(1));
        let Interval { low, high } = Interval::of(self.won, games);
        let [hard, former] =
            [0, 1].map(|at| self.time[at].as_secs_f64() / f64::from(self.moves[at].max(1)));
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let range = format!("{} to {}", percent(low), percent(high));
        writeln!(
            out,
            "{:<18} {:<5} {:>5} {:>5} {:>5} {:>7} {:>15} {:>8.3} {:>9.3}",
            variant.id(),
            variant.size().to_string(),
            self.won,
            self.lost,
            self.unfinished,
            percent(share),
            range,
            hard,
            former
        )?;
        Ok(out.flush()?)
    }
}

/// The `hard` of another build of the command, which is started for each move.
struct Former<'a> {
    program: &'a Path,
    /// Where it writes the record of its move.
    record: PathBuf,
    dice: Dice,
}

impl Former<'_> {
    fn ask(&mut self, position: &dyn AnyPosition) -> Result<String> {
        let variant = position.variant();
        let done = Command::new(self.program)
            .args(["play", variant.id(), "--p1", "hard", "--p2", "hard"])
            .args(["--size", &variant.size().to_string()])
            .args(["--position", &position.text(), "--max-plies", "1"])
            .args(["--seed", &self.dice.below(u32::MAX).to_string(), "--force"])
            .arg("--record")
            .arg(&self.record)
            .output()
            .with_context(|| format!("{} cannot be started", self.program.display()))?;
        let text = fs::read_to_string(&self.record).with_context(|| {
            let said = String::from_utf8_lossy(&done.stderr);
            format!("{} has made no move: {said}", self.program.display())
        })?;
        fs::remove_file(&self.record)?;
        let records = Record::read_all(&text, Catalogue::STANDARD)?;
        let ply = records.first().and_then(|record| record.plies().first());
        Ok(ply.context("a record of one move")?.mv.clone())
    }
}
