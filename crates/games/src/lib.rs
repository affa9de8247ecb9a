//! The five games of Quintet, one folder each.
//!
//! The **typed layer** is for code that visits millions of positions: each game has a
//! [`Position`](quintet_rules::Position) type, a small value on bitboards. The **dynamic layer** is for front ends:
//! [`AnyPosition`] and [`Variant`] are written once for all games, and represent moves and positions as text. Front ends
//! receive their games as a [`Catalogue`].
//!
//! ```
//! use quintet_games::Catalogue;
//! use quintet_rules::Player;
//!
//! let gridlock = Catalogue::STANDARD.find("gridlock").expect("in the catalogue");
//! let start = gridlock.standard().start(Player::One);
//! let next = start.play("2 2").expect("a legal move").position;
//! assert_eq!(next.text(), "..../.X../..../.... 2");
//! assert!(next.play("2 3").is_err(), "adjacent to an opponent's marker");
//! ```

mod actions;
mod any_oracle;
mod any_position;
#[cfg(feature = "batch")]
pub mod batch;
// Not in unit tests: compiling every size takes long.
#[cfg(not(test))]
mod catalogue;
pub mod contract;
mod fact;
mod game;
mod level;
mod listing;
mod mark;
mod scene;
mod symmetry;
pub mod text;
mod value_document;
mod variant;

pub mod adjacency_block;
pub mod grid_runner;
pub mod gridlock;
pub mod matrix_isolation;
pub mod quad_block;

pub use actions::{ActionSet, Actions, Parts, Plane};
pub use any_oracle::SolvedPosition;
pub use any_oracle::{Analysis, AnyOracle, AnyTable, MoveValue};
pub use any_position::{
    AnyPosition, GameEnd, Instructions, LegalMove, MoveError, Objection, PlayedMove,
    PositionAnalysis, PositionData,
};
#[cfg(not(test))]
pub use catalogue::Catalogue;
pub use fact::GameFact;
pub use game::{
    Board, Game, Markers, Move, Notation, Reason, Refusal, Rules, Size, Solving, Values, Words,
};
pub use level::{Guess, Level};
pub use listing::{Example, LessonStep, Listing, NamedIdea, Task};
pub use mark::{Mark, MarkKind};
pub use scene::{Idea, Labels, Scene, SceneCell, Stock, Token, TokenKind};
pub use symmetry::Symmetry;
pub use symmetry::Transform;
pub use text::{
    EntryError, Malformed, NotAPosition, count, escape, escape_up_to, group_digits, hyphenated,
    join_words, number_word,
};
pub use value_document::{ValueDocument, serialize_value};
pub use variant::Variant;
