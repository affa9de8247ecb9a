//! Built-in players, and matches between players that are not people.
//!
//! [`Who`] names a kind of player and chooses moves for the built-in ones; a [`Competitor`] is a player at one game, built in
//! or external; a [`Tournament`] plays many games between two of them.

mod competitor;
mod dice;
mod opening;
mod perfect;
mod tournament;
mod who;

pub use competitor::{Competitor, Conduct, Exchange, GivesUp, Tokens};
pub use dice::Dice;
pub use opening::openings;
pub use perfect::perfect_moves;
pub(crate) use tournament::Z;
pub use tournament::{Interval, Results, Seating, Tournament};
pub use who::{OracleSource, UnknownPlayer, Who, caution, search_notice};
