//! How strong `hard` is where a size is not solved: games against what it was before it looked ahead.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use quintet_arena::{Chooser, Dice, Interval, Level, OracleSource, Session, Who, perfect_moves};
use quintet_catalogue::catalogue;
use quintet_games::{AnyPosition, Variant};
use quintet_rules::{Player, Random};
use quintet_solver::{Budget, Progress, Worth};

use crate::clock;

/// Plays `hard` against what it was, on every size that is not solved: from each random opening of unknown value two
/// games, one in each seat.
#[derive(Args)]
pub(crate) struct Levels {
    /// Only this game
    game: Option<String>,

    /// Only this size
    #[arg(long)]
    size: Option<String>,

    /// How many openings
    #[arg(long, default_value_t = 20)]
    pairs: u64,

    /// How many positions `hard` looks at for a move
    #[arg(long, default_value_t = Who::EFFORT)]
    effort: u64,

    /// How many positions the former `hard` looks at for each value
    #[arg(long, default_value_t = Former::EFFORT)]
    former: u64,

    /// The seed of the openings and of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Of a hundred moves of `hard`, those that are any legal ones.
const SLIPS: u32 = 5;

/// Random openings for each one that is played, at most: of some sizes nearly all are known.
const TRIES: u64 = 30;

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
        for listing in catalogue() {
            let sizes = listing.sizes.iter().copied();
            for variant in sizes.filter(|variant| !variant.is_whole()) {
                let size = variant.size().to_string();
                let is_meant = self.game.as_deref().is_none_or(|id| id == variant.id())
                    && self.size.as_deref().is_none_or(|text| text == size);
                if is_meant {
                    let score = self.play(variant)?;
                    score.write(variant, &mut out)?;
                }
            }
        }
        Ok(())
    }

    fn play(&self, variant: &'static dyn Variant) -> Result<Score> {
        let oracle = variant.solution().oracle(&Progress::default());
        let oracle: Arc<_> = oracle.context("never cancelled")?.into();
        let source: OracleSource = Arc::new(move || Arc::clone(&oracle));
        let mut score = Score::default();
        let mut dice = Dice::new(self.seed, u64::MAX);
        let tries = (0..TRIES * self.pairs).filter_map(|_| opening(variant, &mut dice, &source));
        for (pair, opening) in (0..self.pairs).zip(tries) {
            for (game, seat) in (2 * pair..).zip(Player::BOTH) {
                let stream = |player| Dice::for_game(self.seed, game, player);
                let budget = Budget::positions(self.effort);
                let mut hard = Level::new(Arc::clone(&source), stream(Player::One), SLIPS, budget);
                let mut former = Former {
                    oracle: Arc::clone(&source),
                    dice: stream(Player::Two),
                    effort: self.former,
                };
                score.play(opening.boxed(), seat, &mut [&mut hard, &mut former])?;
            }
        }
        Ok(score)
    }
}

/// A position of unknown value after a few random moves, if that is what is drawn.
fn opening(
    variant: &dyn Variant,
    dice: &mut Dice,
    source: &OracleSource,
) -> Option<Box<dyn AnyPosition>> {
    const FEWEST: u32 = 2;
    const MORE: u32 = 5;
    let mut position = variant.start(Player::One);
    for _ in 0..FEWEST + dice.below(MORE) {
        let mv = position.random_move(dice)?;
        position = position.play(&mv).ok()?.position;
    }
    let known = source().analyze(&*position, Budget::positions(Former::EFFORT / 10));
    (position.outcome().is_none() && known.value.is_none()).then_some(position)
}

impl Score {
    /// Plays a game, the first of the players in this seat.
    fn play(
        &mut self,
        start: Box<dyn AnyPosition>,
        seat: Player,
        players: &mut [&mut dyn Chooser; 2],
    ) -> Result<()> {
        let mut session = Session::new(start);
        while session.outcome().is_none() && session.plies().len() < MOST_PLIES {
            let position = session.position();
            let at = usize::from(position.to_move() != seat);
            let before = clock::used_by_thread();
            let mv = players[at].choose(position);
            self.time[at] += clock::used_by_thread().saturating_sub(before);
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

/// What `hard` was: the same number of positions for each value, and where that proves nothing, what looks best two
/// plies later.
struct Former {
    oracle: OracleSource,
    dice: Dice,
    effort: u64,
}

impl Former {
    const EFFORT: u64 = 100_000;
}

impl Chooser for Former {
    fn choose(&mut self, position: &dyn AnyPosition) -> String {
        if self.dice.below(100) < SLIPS {
            return self.dice.choose(position);
        }
        let (oracle, budget) = ((self.oracle)(), Budget::positions(self.effort));
        let analysis = oracle.analyze(position, budget);
        let best: Vec<&str> = analysis.best_moves().map(|best| &*best.mv).collect();
        let mut moves = match analysis.moves[0].value {
            Some(Worth::Loss(None)) | None => position.looking_best(&best, Budget::NONE),
            _ => perfect_moves(&*oracle, position, budget),
        };
        let few = u32::try_from(moves.len()).expect("a position has few moves");
        moves.swap_remove(self.dice.below(few) as usize)
    }
}
