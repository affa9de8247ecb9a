//! Programs as players: an engine that other programs ask for moves, and players from outside.
//!
//! ```text
//!     another program  --lines-->  serve      -->  a level
//!     match, play      --------->  Outsiders  --lines, HTTP-->  another program, a language model
//!     evaluate         --------->  Examination  -->  Outsiders, and judges every answer
//! ```

mod engine;
mod evaluate;
mod lines;
mod outside;

pub use engine::serve;
pub use evaluate::{Examination, Halt, report_page};
pub use lines::{Line, Lines};
pub use outside::{
    ADDRESSES, Address, BadAddress, BadPrompt, Failure, Key, Network, Outsiders, Policy, Prompt,
    read_player,
};
