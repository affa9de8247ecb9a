//! Programs as players.
//!
//! ```text
//!     another program  --lines-->  Engine  -->  a level
//! ```

mod engine;
mod lines;

pub use engine::serve;
pub use lines::{Line, Lines};
