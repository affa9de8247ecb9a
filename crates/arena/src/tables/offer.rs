//! What could be built for a game that is not known whole.

use std::fmt;

use quintet_games::Variant;
use quintet_solver::{Cost, Solution};

use super::Tables;

/// A large table that could be built and kept. Shown as a sentence that says how, and what it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    command: String,
    /// What building takes.
    pub cost: Cost,
}

impl Offer {
    /// What could be built for a game, whether or not it has been.
    pub fn of(variant: &dyn Variant) -> Option<Self> {
        // A page cannot run a command.
        if cfg!(target_family = "wasm") {
            return None;
        }
        match variant.solution() {
            Solution::Large(large) => Some(Offer::new(variant, large.cost)),
            _ => None,
        }
    }

    fn new(variant: &dyn Variant, cost: Cost) -> Self {
        let (game, size) = (variant.id(), variant.size());
        Offer {
            command: format!("quintet solve {game} --size {size} --keep"),
            cost,
        }
    }

    /// The time and the space that building takes: `10 s and 150 MB`.
    pub fn cost_in_words(&self) -> String {
        format!("{} and {}", time(self.cost.seconds), space(self.cost.bytes))
    }
}

impl Tables {
    /// What could be built for a game and is not kept.
    pub fn offer(&self, variant: &dyn Variant) -> Option<Offer> {
        let Solution::Large(large) = variant.solution() else {
            return None;
        };
        let is_kept = self.large(variant, &large).is_some();
        (!is_kept).then(|| Offer::new(variant, large.cost))
    }
}

impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cost = self.cost_in_words();
        write!(
            f,
            "`{}` makes every position known: about {cost}",
            self.command
        )
    }
}

/// `45 s` or `12 minutes`.
fn time(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}

/// `150 MB` or `1.8 GB`.
fn space(bytes: u64) -> String {
    let megabytes = bytes.div_ceil(1_000_000);
    match megabytes {
        0..1000 => format!("{megabytes} MB"),
        _ => format!("{}.{} GB", megabytes / 1000, megabytes % 1000 / 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_says_what_to_type_and_what_it_takes() {
        let offer = |seconds, bytes| Offer {
            command: "quintet solve game --size 6x6 --keep".to_owned(),
            cost: Cost {
                parts: 1,
                seconds,
                bytes,
                memory: 0,
            },
        };
        assert_eq!(
            offer(10, 149_500_000).to_string(),
            "`quintet solve game --size 6x6 --keep` makes every position known: about 10 s and 150 MB"
        );
        assert_eq!(
            offer(890, 1_850_000_000).cost_in_words(),
            "15 minutes and 1.8 GB"
        );
    }
}
