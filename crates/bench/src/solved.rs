//! The page `docs/solved.md`, written by the solver itself. Nothing on it depends on the machine or
//! the clock.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::{Context, Result};
use quintet_arena::{Interval, OracleSource, Tournament, Who, verdict};
use quintet_games::{AnyOracle, Catalogue, Listing, Variant, grouped, one_word};
use quintet_rules::{PerPlayer, Player};
use quintet_solver::{Budget, Census, Progress};

/// How many positions are looked at for the start of a size that is not known whole: seconds each.
const NODES: u64 = 60_000_000;

/// Games between two neighbouring levels.
const GAMES: u32 = 2000;

/// From the strongest to the weakest.
const LEVELS: [Who; 5] = [Who::Perfect, Who::Hard, Who::Medium, Who::Easy, Who::Random];

pub(crate) fn run() -> Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "{INTRODUCTION}")?;
    let known: Vec<Facts> = Catalogue::STANDARD
        .iter()
        .map(Facts::of)
        .collect::<Result<_>>()?;
    summary(&known, &mut out)?;
    for known in &known {
        known.describe(&mut out)?;
    }
    larger_sizes(&mut out)?;
    levels(&known, &mut out)
}

const INTRODUCTION: &str = "\
# What is known

This page is written by the solver: `cargo run --release -p quintet-bench -- solved > docs/solved.md` writes it
again, and `./check` compares it with what is computed now.

Values are exact under the rulings. A value is for the player to move: a win or a loss in so many plies (moves of
both players together, the winner hurrying and the loser delaying), or endless, when neither can force a win. Moves
are spelled as one word each.

";

/// A game at the rule book's size, with all that is known.
struct Facts {
    listing: &'static Listing,
    variant: &'static dyn Variant,
    oracle: Arc<dyn AnyOracle>,
}

impl Facts {
    fn of(listing: &'static Listing) -> Result<Self> {
        let variant = listing.standard();
        let oracle = variant.solution().oracle(&Progress::default());
        let oracle = oracle.context("never cancelled")?;
        Ok(Facts {
            listing,
            variant,
            oracle: oracle.into(),
        })
    }

    fn describe(&self, out: &mut dyn Write) -> Result<()> {
        let start = self.variant.start(Player::One);
        writeln!(out, "## {} ({})\n", self.listing.name, self.variant.size())?;
        writeln!(
            out,
            "The player who begins {}. A line of best play:\n",
            beginning(self.variant, &*self.oracle, Budget::UNBOUNDED)
        )?;
        writeln!(
            out,
            "    {}\n",
            words(&self.oracle.line(&*start, Budget::UNBOUNDED))
        )?;
        let longest = census(&*self.oracle).and_then(|census| census.longest_win);
        if let Some((plies, text)) = longest {
            let position = self.variant.position(&text)?;
            writeln!(out, "The longest win takes {plies} plies, from `{text}`:\n")?;
            writeln!(
                out,
                "    {}\n",
                words(&self.oracle.line(&*position, Budget::UNBOUNDED))
            )?;
        }
        let id = self.listing.id;
        writeln!(
            out,
            "Reproduce it with `quintet solve {id} --verify`, ask with `quintet analyze {id}`.\n"
        )?;
        Ok(())
    }
}

fn census(oracle: &dyn AnyOracle) -> Option<Census<String>> {
    oracle.listed()?.census(&Progress::default())
}

fn summary(known: &[Facts], out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "Positions that are known whole, all images under symmetry counted, by the value for the \
         player to move. Whatever is\nnot among them is searched on demand, with an exact answer each time.\n"
    )?;
    writeln!(
        out,
        "| game | who begins | counted | positions | won | lost | endless | longest win |"
    )?;
    writeln!(
        out,
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |"
    )?;
    for known in known {
        let census = census(&*known.oracle).context("the rule book's sizes are solved")?;
        let [total, won, lost, endless] =
            [census.total(), census.won, census.lost, census.endless].map(grouped);
        let longest = census.longest_win.map_or(0, |(plies, _)| plies);
        let name = format!("{} {}", known.listing.name, known.variant.size());
        writeln!(
            out,
            "| {name} | {} | {} | {total} | {won} | {lost} | {endless} | {longest} |",
            beginning(known.variant, &*known.oracle, Budget::UNBOUNDED),
            known.variant.counted().to_lowercase()
        )?;
    }
    writeln!(out)?;
    Ok(())
}

fn larger_sizes(out: &mut dyn Write) -> Result<()> {
    writeln!(out, "## Other sizes\n")?;
    writeln!(
        out,
        "The start of every other size, solved whole where it is small and else searched through {} positions at the \
         most\n(`quintet solve GAME --size SIZE --nodes {NODES}`). What is known with tables that are built on demand stands in\n\
         [large.md](large.md).\n",
        grouped(NODES)
    )?;
    writeln!(out, "| game | size | who begins |\n| --- | --- | --- |")?;
    for listing in Catalogue::STANDARD.iter() {
        for variant in &listing.sizes[1..] {
            let oracle = variant.solution().oracle(&Progress::default());
            let oracle = oracle.context("never cancelled")?;
            writeln!(
                out,
                "| {} | {} | {} |",
                listing.name,
                variant.size(),
                beginning(*variant, &*oracle, Budget::positions(NODES))
            )?;
        }
    }
    writeln!(out)?;
    Ok(())
}

/// Each level against the next weaker one.
fn levels(known: &[Facts], out: &mut dyn Write) -> Result<()> {
    writeln!(out, "## Levels\n")?;
    writeln!(
        out,
        "How many of {} games, who begins alternating, the stronger of two neighbouring levels wins, with the 95% \
         interval\n(`quintet match GAME --p1 STRONGER --p2 WEAKER --games {GAMES} --seed 1`).\n",
        grouped(u64::from(GAMES))
    )?;
    let pairs: Vec<_> = LEVELS.windows(2).map(|pair| (&pair[0], &pair[1])).collect();
    write!(out, "| game |")?;
    for (stronger, weaker) in &pairs {
        write!(out, " {stronger} - {weaker} |")?;
    }
    writeln!(out, "\n| --- |{}", " ---: |".repeat(pairs.len()))?;
    for known in known {
        write!(out, "| {} |", known.listing.name)?;
        let oracle = Arc::clone(&known.oracle);
        let source: OracleSource = Arc::new(move || Arc::clone(&oracle));
        for (stronger, weaker) in &pairs {
            let tournament = Tournament {
                variant: known.variant,
                who: PerPlayer {
                    one: (*stronger).clone(),
                    two: (*weaker).clone(),
                },
                games: GAMES,
                seed: 1,
                max_plies: 1000,
            };
            let score = tournament.play(&source, &Progress::default());
            let Interval { low, high } = Interval::of(score.won(Player::One), score.finished());
            let share = f64::from(score.won(Player::One)) / f64::from(score.finished().max(1));
            let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
            write!(out, " {share:.1} % ({low:.1} to {high:.1}) |")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// What the start is worth to the player who begins, said for each player if it is not the same.
fn beginning(variant: &dyn Variant, oracle: &dyn AnyOracle, budget: Budget) -> String {
    let value = |first| oracle.value(&*variant.start(first), budget);
    let one = value(Player::One);
    // A search of the other start would take as long again.
    let two = if oracle.is_whole() {
        value(Player::Two)
    } else {
        one
    };
    if one == two {
        verdict(one)
    } else {
        let [one, two] = [one, two].map(verdict);
        format!("{one} as Player 1, {two} as Player 2")
    }
}

fn words(line: &[String]) -> String {
    let words: Vec<_> = line.iter().map(|mv| one_word(mv)).collect();
    words.join(" ")
}
