//! `quintet match`: many games between two levels.

use std::io::Write;

use anyhow::Result;
use quintet_arena::{Dice, Encounter, Interval, Score};
use quintet_rules::{PerPlayer, Player};
use serde::Serialize;

use crate::answer::Answer;
use crate::args::{self, MatchArgs};
use crate::knowledge::{self, Background};

pub(crate) fn run(args: &MatchArgs, out: &mut dyn Write) -> Result<Answer> {
    let variant = args::variant(args.game, args.size.as_deref())?;
    let encounter = Encounter {
        variant,
        who: PerPlayer {
            one: args.p1,
            two: args.p2,
        },
        games: args.games,
        seed: args.seed.unwrap_or_else(Dice::unforeseen_seed),
        max_plies: args.max_plies as usize,
    };
    let background = Background::new(variant);
    if args.p1.is_level() || args.p2.is_level() {
        background.oracle();
    }
    let source = background.source();
    let score = knowledge::watched("playing", |progress| encounter.play(&source, progress));
    let document = Document::of(&encounter, &score);
    if args.json {
        serde_json::to_writer(&mut *out, &document)?;
        writeln!(out)?;
    } else {
        document.show(out)?;
    }
    Ok(if score.unfinished == 0 {
        Answer::Yes
    } else {
        Answer::No
    })
}

/// The result of a match.
#[derive(Serialize)]
struct Document {
    game: &'static str,
    size: String,
    games: u32,
    seed: u64,
    p1: Side,
    p2: Side,
    /// Games won by whoever began.
    first: Wins,
    /// Games won by whoever did not begin.
    second: Wins,
    unfinished: u32,
}

/// What one player reached.
#[derive(Serialize)]
struct Side {
    who: &'static str,
    #[serde(flatten)]
    won: Wins,
    won_as_first: u32,
    won_as_second: u32,
}

/// Won games, as a number and as a share of the finished ones with its 95% interval.
#[derive(Serialize)]
struct Wins {
    won: u32,
    share: Option<f64>,
    interval95: [f64; 2],
}

impl Wins {
    fn of(won: u32, finished: u32) -> Self {
        let Interval { low, high } = Interval::of(won, finished);
        let share = (finished > 0).then(|| f64::from(won) / f64::from(finished));
        Wins {
            won,
            share,
            interval95: [low, high],
        }
    }

    fn text(&self) -> String {
        let [low, high] = self.interval95.map(|share| 100.0 * share);
        match self.share {
            Some(share) => format!(
                "{:>7} {:>6.1} % ({low:.1} to {high:.1} %)",
                self.won,
                100.0 * share
            ),
            None => format!("{:>7}", self.won),
        }
    }
}

impl Document {
    fn of(encounter: &Encounter, score: &Score) -> Self {
        let finished = score.finished();
        let side = |player: Player| Side {
            who: encounter.who[player].name(),
            won: Wins::of(score.won(player), finished),
            won_as_first: score.won_as_first[player],
            won_as_second: score.won_as_second[player],
        };
        let sum = |won: PerPlayer<u32>| won.one + won.two;
        Document {
            game: encounter.variant.id(),
            size: encounter.variant.size().to_string(),
            games: encounter.games,
            seed: encounter.seed,
            p1: side(Player::One),
            p2: side(Player::Two),
            first: Wins::of(sum(score.won_as_first), finished),
            second: Wins::of(sum(score.won_as_second), finished),
            unfinished: score.unfinished,
        }
    }

    fn show(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(
            out,
            "{} {}, {} games, seed {}",
            self.game, self.size, self.games, self.seed
        )?;
        writeln!(out, "  won by                  share (95% interval)")?;
        for (name, side) in [("Player 1", &self.p1), ("Player 2", &self.p2)] {
            let (first, second) = (side.won_as_first, side.won_as_second);
            let who = format!("{name}, {}", side.who);
            writeln!(
                out,
                "  {who:<18} {}, {first} as first, {second} as second",
                side.won.text()
            )?;
        }
        writeln!(out, "  {:<18} {}", "whoever began", self.first.text())?;
        writeln!(out, "  {:<18} {}", "the other", self.second.text())?;
        if self.unfinished > 0 {
            writeln!(out, "  {:<18} {:>7}", "unfinished", self.unfinished)?;
        }
        Ok(())
    }
}
