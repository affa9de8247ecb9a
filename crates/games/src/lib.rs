//! The five games of Quintet, one folder each, and the catalogue that lists them.
//!
//! There are two layers. The **typed layer** is a [`Position`](quintet_rules::Position) per game,
//! a small value on bitboards, for whoever visits millions of positions. The **dynamic layer** is
//! [`AnyPosition`] and [`Variant`], written once for all games, for whoever talks to people and
//! programs in texts. The [catalogue](catalogue()) is the door to both.
//!
//! ```
//! use quintet_games::find;
//! use quintet_rules::Player;
//!
//! let gridlock = find("gridlock").expect("in the catalogue");
//! let start = gridlock.standard().start(Player::One);
//! let next = start.play("2 2").expect("a legal move").position;
//! assert_eq!(next.text(), "..../.X../..../.... 2");
//! assert!(next.play("2 3").is_err(), "beside an opponent's marker");
//! ```

mod any_oracle;
mod any_position;
mod catalogue;
pub mod contract;
mod game;
mod markers;
mod scene;
mod snort;
mod text;

pub mod adjacency_block;
pub mod grid_runner;
pub mod gridlock;
pub mod matrix_isolation;
pub mod quad_block;

pub use any_oracle::{Analysis, AnyOracle, MoveValue};
pub use any_position::{AnyPosition, Listed, MoveError, Played, Variant};
pub use catalogue::{Example, Listing, admit, catalogue, find};
pub use game::{Game, Notation, Reason, Rules, Size, Solving, Words};
pub use markers::Markers;
pub use scene::{Scene, SceneCell, Token};
pub use snort::{Snort, SnortRefusal};
pub use text::{Fault, Malformed, NotAPosition, grouped, one_word, shown, shown_up_to};
