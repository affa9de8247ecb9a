//! The page `docs/solved.md`. Nothing on it depends on the machine or the clock.

use std::sync::Arc;

use anyhow::{Context, Result};
use quintet_arena::{Interval, Tournament, Who, verdict};
use quintet_games::{
    AnyOracle, AnyPosition, Catalogue, Listing, Variant, group_digits, hyphenated,
};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Census, Progress};

/// Positions searched for the initial position of an unsolved size, which takes seconds.
const NODES: u64 = 60_000_000;

/// Games between two adjacent levels.
const GAMES: u32 = 2000;

/// From the strongest to the weakest.
const LEVELS: [Who; 5] = [Who::Perfect, Who::Hard, Who::Medium, Who::Easy, Who::Random];

/// Fills the template of the page and prints it.
pub(crate) fn run() -> Result<()> {
    let games: Vec<Solved> = Catalogue::STANDARD
        .iter()
        .map(Solved::new)
        .collect::<Result<_>>()?;
    let census: String = games.iter().map(Solved::census_row).collect();
    let sections = games.iter().map(Solved::section);
    let other_sizes = Catalogue::STANDARD.iter().flat_map(|listing| {
        let sizes = listing.sizes[1..].iter();
        sizes.map(|variant| other_size_row(listing.name, *variant))
    });
    let levels: String = games.iter().map(Solved::levels_row).collect();
    let page = include_str!("solved.md")
        .replace("{census}\n", &census)
        .replace("{games}", &sections.collect::<Result<String>>()?)
        .replace("{other_sizes}\n", &other_sizes.collect::<Result<String>>()?)
        .replace("{levels}\n", &levels);
    print!("{page}");
    Ok(())
}

/// A game solved at the rule book's size.
struct Solved {
    listing: &'static Listing,
    variant: &'static dyn Variant,
    oracle: Arc<dyn AnyOracle>,
    census: Census<String>,
}

impl Solved {
    fn new(listing: &'static Listing) -> Result<Self> {
        let variant = listing.standard();
        let oracle = variant.solution().oracle(&Progress::default());
        let oracle = oracle.context("never cancelled")?;
        let table = oracle
            .enumerable_table()
            .context("the rule book's size is solved")?;
        let census = table.census(&Progress::default());
        Ok(Solved {
            listing,
            variant,
            census: census.context("never cancelled")?,
            oracle: oracle.into(),
        })
    }

    fn census_row(&self) -> String {
        let (name, size) = (self.listing.name, self.variant.size());
        let value = start_value(self.variant, &*self.oracle, Budget::UNBOUNDED);
        let counted = self.variant.census_scope().to_lowercase();
        let census = &self.census;
        let [total, won, lost, endless] =
            [census.total(), census.won, census.lost, census.endless].map(group_digits);
        let longest = census.longest_win.as_ref().map_or(0, |(plies, _)| *plies);
        format!(
            "| {name} {size} | {value} | {counted} | {total} | {won} | {lost} | {endless} | {longest} |\n"
        )
    }

    /// The section of the game: best play from the start, and the longest win.
    fn section(&self) -> Result<String> {
        let (id, name, size) = (self.listing.id, self.listing.name, self.variant.size());
        let value = start_value(self.variant, &*self.oracle, Budget::UNBOUNDED);
        let line = self.line(&*self.variant.start(Player::One));
        let longest = match &self.census.longest_win {
            Some((plies, text)) => {
                let line = self.line(&*self.variant.position(text)?);
                format!("The longest win takes {plies} plies, from `{text}`:\n\n    {line}\n\n")
            }
            None => String::new(),
        };
        Ok(format!(
            "\n## {name} ({size})\n\n\
             The first player {value}. A line of best play:\n\n    {line}\n\n{longest}\
             Reproduce it with `quintet solve {id} --verify`; query it with `quintet analyze {id}`.\n"
        ))
    }

    fn line(&self, start: &dyn AnyPosition) -> String {
        let line = self.oracle.line(start, Budget::UNBOUNDED);
        let moves: Vec<_> = line.iter().map(|mv| hyphenated(mv)).collect();
        moves.join(" ")
    }

    /// The results of each level against the next weaker one.
    fn levels_row(&self) -> String {
        let cells = LEVELS.windows(2).map(|pair| {
            let tournament = Tournament {
                variant: self.variant,
                who: PerPlayer {
                    one: pair[0].clone(),
                    two: pair[1].clone(),
                },
                games: GAMES,
                seed: 1,
                max_plies: 1000,
            };
            let oracle = Arc::clone(&self.oracle);
            let source = Arc::new(move || Arc::clone(&oracle));
            let score = tournament.play(&(source as _), &Progress::default());
            let (won, finished) = (score.won(Player::One), score.finished());
            let Interval { low, high } = Interval::of(won, finished);
            let share = f64::from(won) / f64::from(finished.max(1));
            let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
            format!(" {share:.1} % ({low:.1} to {high:.1}) |")
        });
        format!("| {} |{}\n", self.listing.name, cells.collect::<String>())
    }
}

fn other_size_row(name: &str, variant: &dyn Variant) -> Result<String> {
    let oracle = variant.solution().oracle(&Progress::default());
    let oracle = oracle.context("never cancelled")?;
    let value = start_value(variant, &*oracle, Budget::positions(NODES));
    Ok(format!("| {name} | {} | {value} |\n", variant.size()))
}

/// The value of the initial position for the first player; for each player if they differ.
fn start_value(variant: &dyn Variant, oracle: &dyn AnyOracle, budget: Budget) -> String {
    let value = |first| oracle.value(&*variant.start(first), budget);
    let one = value(Player::One);
    // Another search would take the same time again.
    let two = if oracle.is_solved() {
        value(Player::Two)
    } else {
        one
    };
    match [one, two].map(verdict) {
        [one, two] if one == two => one,
        [one, two] => format!("{one} as Player 1, {two} as Player 2"),
    }
}
