#![doc = include_str!("../README.md")]

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
pub use any_oracle::{ActionValues, Analysis, AnyOracle, AnyTable, MoveValue};
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
