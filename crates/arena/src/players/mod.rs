//! Built-in players, and matches between computer players.
//!
//! [`Who`] is a kind of player and chooses the moves of the built-in ones. A [`Competitor`] is a player of a single game,
//! built in or external. A [`Tournament`] plays a match between two of them.

mod competitor;
mod dice;
mod level;
mod opening;
mod perfect;
mod statistics;
mod tournament;
mod who;

pub use competitor::{ChoiceError, Competitor, Exchange, Fault, PlayerStats, Tokens};
pub use dice::Dice;
pub use level::{Opponent, better_side, choose_by_sight, ladder};
pub use opening::openings;
pub use perfect::{perfect_moves, perfect_moves_of};
pub use statistics::{Figure, Interval};
pub use tournament::{Results, Seating, Tournament};
pub use who::{OracleSource, UnknownPlayer, Who, level_warning};
