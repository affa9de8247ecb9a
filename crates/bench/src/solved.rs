//! The page `docs/solved.md`. Nothing on it depends on the machine or the clock.

use anyhow::{Context, Result};
use quintet_games::{
    AnyOracle, AnyPosition, Catalogue, Listing, Variant, group_digits, hyphenated,
};
use quintet_rules::Player;
use quintet_solver::{Budget, Census, Progress, Solution, Value};

/// Positions searched for the initial position of an unsolved size, which takes seconds.
const NODES: u64 = 60_000_000;

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
    let page = include_str!("solved.md")
        .replace("{census}\n", &census)
        .replace("{games}", &sections.collect::<Result<String>>()?)
        .replace("{other_sizes}\n", &other_sizes.collect::<Result<String>>()?);
    print!("{page}");
    Ok(())
}

/// A game solved at the rule book's size.
struct Solved {
    listing: &'static Listing,
    variant: &'static dyn Variant,
    oracle: Box<dyn AnyOracle>,
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
            oracle,
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

    /// Returns the section of the game: best play from the start, and the longest win.
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
}

fn other_size_row(name: &str, variant: &dyn Variant) -> Result<String> {
    let oracle = variant.solution().oracle(&Progress::default());
    let oracle = oracle.context("never cancelled")?;
    let mut value = start_value(variant, &*oracle, Budget::positions(NODES));
    if value == in_plies(None) && matches!(variant.solution(), Solution::Large(_)) {
        value += " without its table ([large.md](large.md))";
    }
    Ok(format!("| {name} | {} | {value} |\n", variant.size()))
}

/// Returns the value of the initial position for the first player; for each player if they differ.
fn start_value(variant: &dyn Variant, oracle: &dyn AnyOracle, budget: Budget) -> String {
    let value = |first| oracle.value(&*variant.start(first), budget);
    let one = value(Player::One);
    // Another search would take the same time again.
    let two = if oracle.is_solved() {
        value(Player::Two)
    } else {
        one
    };
    match [one, two].map(in_plies) {
        [one, two] if one == two => one,
        [one, two] => format!("{one} as Player 1, {two} as Player 2"),
    }
}

/// Returns a value with its distance in plies, such as `wins in 7`.
fn in_plies(value: Option<Value>) -> String {
    let (verb, distance) = match value {
        Some(Value::Win(distance)) => ("wins", distance),
        Some(Value::Loss(distance)) => ("loses", distance),
        Some(Value::Endless) => ("endless", None),
        None => ("unsolved", None),
    };
    distance.map_or(verb.to_owned(), |plies| format!("{verb} in {plies}"))
}
