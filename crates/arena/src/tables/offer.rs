//! Large tables that a user can build.

use std::fmt;

use quintet_games::Variant;
use quintet_solver::{Cost, Solution};

use super::Tables;

/// A large table that could be built. Formatted as the command that builds it and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    command: String,
    /// Time and space needed.
    pub cost: Cost,
}

impl Offer {
    /// Returns the large table of a game, whether or not it has been built.
    pub fn of(variant: &dyn Variant) -> Option<Self> {
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

    /// Formats the time and the disk space: `10 s and 150 MB`.
    pub fn cost_in_words(&self) -> String {
        format!(
            "{} and {}",
            time_in_words(self.cost.seconds),
            space_in_words(self.cost.bytes)
        )
    }
}

impl Tables {
    /// Returns the large table of a game if it has not been built.
    pub fn offer(&self, variant: &dyn Variant) -> Option<Offer> {
        let Solution::Large(large) = variant.solution() else {
            return None;
        };
        let is_built = self.large(variant, &large).is_some();
        (!is_built).then(|| Offer::new(variant, large.cost))
    }
}

impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cost = self.cost_in_words();
        write!(f, "`{}` solves this size: about {cost}", self.command)
    }
}

/// Formats a time: `45 s`, `12 minutes` or `3 hours`.
pub fn time_in_words(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} minutes", seconds.div_ceil(60)),
        _ => format!("{} hours", seconds.div_ceil(3600)),
    }
}

/// Formats a number of bytes: `150 MB`, `1.8 GB` or `12 GB`.
pub fn space_in_words(bytes: u64) -> String {
    let megabytes = bytes.div_ceil(1_000_000);
    match megabytes {
        0..1000 => format!("{megabytes} MB"),
        1000..10_000 => format!("{}.{} GB", megabytes / 1000, megabytes % 1000 / 100),
        _ => format!("{} GB", megabytes.div_ceil(1000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_has_a_command_and_its_cost() {
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
            "`quintet solve game --size 6x6 --keep` solves this size: about 10 s and 150 MB"
        );
        assert_eq!(
            offer(890, 1_850_000_000).cost_in_words(),
            "15 minutes and 1.8 GB"
        );
        assert_eq!(
            offer(7201, 12_000_000_000).cost_in_words(),
            "3 hours and 12 GB"
        );
    }
}
