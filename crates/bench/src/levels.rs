//! The ladder of opponents: the page `docs/levels.md`, and the time of their moves.

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use clap::Args;
use quintet_arena::{
    ChoiceError, Competitor, Dice, Interval, Opponent, OracleSource, Results, Session, Tournament,
    Who, choose_by_sight, ladder,
};
use quintet_games::{AnyOracle, Guess, Level, Listing, Variant, group_digits};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Progress};

use crate::figures::{FigureTable, millis, quantiles, timed};
use crate::sample::{Sample, random_positions};

/// Prints the page docs/levels.md: the strength of each opponent against the one below it.
#[derive(Args)]
pub(crate) struct Levels {
    /// Measure the processor time of a move at every size instead
    #[arg(long)]
    time: bool,

    #[command(flatten)]
    sample: Sample,

    /// Number of games of each pair
    #[arg(long, default_value_t = 2000)]
    games: u32,
}

/// A beginner after reading the rules.
const NEWCOMER: Level = Level::new(
    "Takes a win in one move, and otherwise moves at random.",
    1,
    Guess::BestOf(1),
);

/// Longer games have no winner.
const MAX_PLIES: usize = 1000;

/// Moves measured for each level and size.
const MOVES: usize = 60;

/// A newcomer in a single game.
struct Newcomer {
    dice: Dice,
    oracle: Arc<dyn AnyOracle>,
}

impl Competitor for Newcomer {
    fn choose_in(&mut self, session: &Session) -> Result<String, ChoiceError> {
        let position = session.position();
        let dice = &mut self.dice;
        Ok(choose_by_sight(
            &NEWCOMER,
            &*self.oracle,
            position,
            Budget::NONE,
            dice,
        ))
    }
}

impl Levels {
    pub(crate) fn run(&self) -> Result<()> {
        if self.time {
            let table = FigureTable::new(
                "novice, easy, medium, hard, expert, perfect, worst of each in ms",
            );
            return self.sample.sizes().try_for_each(|variant| {
                table.row(variant, &self.times(variant)?);
                Ok(())
            });
        }
        let ladders = self.sample.listings().map(|listing| self.ladder(listing));
        let page = include_str!("levels.md")
            .replace("{games}", &group_digits(u64::from(self.games)))
            .replace("{ladders}", &ladders.collect::<Result<String>>()?);
        print!("{page}");
        Ok(())
    }

    /// Returns the median processor time of a move of each level, and the worst times.
    fn times(&self, variant: &dyn Variant) -> Result<Vec<String>> {
        let oracle = oracle(variant)?;
        let positions = random_positions(variant, MOVES, self.sample.seed);
        let source = || Arc::clone(&oracle);
        let budget = Budget::positions(Who::EFFORT);
        let times = Who::LADDER.iter().map(|who| {
            let mut dice = Dice::new(self.sample.seed, 0);
            let choose = |position| timed(|| who.choose(position, budget, &mut dice, &source)).1;
            let positions = positions.iter().map(|position| &**position);
            let mut times: Vec<_> = positions.map(choose).collect();
            quantiles(&mut times, [500, 1000]).map(|time| format!("{:.3}", millis(time)))
        });
        let (mut medians, worst): (Vec<_>, Vec<_>) =
            times.map(|[median, worst]| (median, worst)).unzip();
        medians.push(worst.join(" "));
        Ok(medians)
    }

    /// Returns the section of a game, strongest opponent first.
    fn ladder(&self, listing: &'static Listing) -> Result<String> {
        let (name, variant) = (listing.name, listing.standard());
        let oracle = oracle(variant)?;
        let favored = match listing.favored {
            Some(Player::One) => "With best play, the first player wins.",
            Some(Player::Two) => "With best play, the second player wins.",
            None => "With best play, nobody wins.",
        };
        let mut section = format!(
            "\n### {name} ({})\n\n{favored}\n\n\
             | opponent | character | sees | against the one below | as first | as second |\n\
             | --- | --- | --- | ---: | ---: | ---: |\n",
            variant.size(),
        );
        // A newcomer takes the seat of the random player.
        let below = [&Who::Random].into_iter().chain(Who::LADDER);
        let pairs: Vec<_> = ladder(listing).into_iter().zip(below).collect();
        for (opponent, below) in pairs.iter().rev() {
            let score = self.score(variant, &oracle, [&opponent.who, below]);
            let Opponent {
                title, about, sees, ..
            } = opponent;
            writeln!(section, "| {title} | {about} | {sees} | {score} |")?;
        }
        Ok(section)
    }

    /// Returns the results of the first of two players, as cells of the table.
    fn score(
        &self,
        variant: &'static dyn Variant,
        oracle: &Arc<dyn AnyOracle>,
        [one, two]: [&Who; 2],
    ) -> String {
        let tournament = Tournament {
            variant,
            who: PerPlayer {
                one: one.clone(),
                two: two.clone(),
            },
            games: self.games,
            seed: self.sample.seed,
            max_plies: MAX_PLIES,
        };
        let source = {
            let oracle = Arc::clone(oracle);
            Arc::new(move || Arc::clone(&oracle)) as OracleSource
        };
        let seating = |who: &Who, dice| match who {
            Who::Random => Box::new(Newcomer {
                dice,
                oracle: Arc::clone(oracle),
            }),
            who => who.seat(dice, &source).expect("a level"),
        };
        let results = Mutex::default();
        tournament.play_into(&results, &seating, &Progress::default());
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Unfinished games count half. Half points as whole numbers.
        let Results {
            won_as_first,
            won_as_second,
            unfinished_as_first,
            ..
        } = results;
        let first = 2 * won_as_first.one + unfinished_as_first.one;
        let second = 2 * won_as_second.one + unfinished_as_first.two;
        let both = first + second;
        let Interval { low, high } = Interval::of(both / 2, self.games);
        let games = f64::from(2 * self.games);
        let percent = |share: f64| 100.0 * share;
        format!(
            "{:.1}% ({:.1} to {:.1}) | {:.0}% | {:.0}%",
            percent(f64::from(both) / games),
            percent(low),
            percent(high),
            percent(2.0 * f64::from(first) / games),
            percent(2.0 * f64::from(second) / games),
        )
    }
}

fn oracle(variant: &dyn Variant) -> Result<Arc<dyn AnyOracle>> {
    let oracle = variant.solution().oracle(&Progress::default());
    Ok(oracle.context("never cancelled")?.into())
}
