//! The rule books, example by example: what they draw, ask and say, compared with what the program
//! draws, asks and says.
//!
//! The books' drawings are in `crates/testkit/books`, as they must appear. Where a book prints one
//! ragged, that stands beside it, and both must have the same characters (RULINGS, D1).

#[path = "rulings/ask.rs"]
mod ask;

#[path = "books/adjacency_block.rs"]
mod adjacency_block;
#[path = "books/grid_runner.rs"]
mod grid_runner;
#[path = "books/gridlock.rs"]
mod gridlock;
#[path = "books/matrix_isolation.rs"]
mod matrix_isolation;
#[path = "books/page.rs"]
mod page;
#[path = "books/quad_block.rs"]
mod quad_block;
