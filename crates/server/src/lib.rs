//! Quintet for browsers and programs: one router that serves the page, answers questions about
//! positions, and keeps games between people.
//!
//! ```text
//!     router    every path, in one place
//!     ask       questions about positions: nothing is remembered
//!     problem   every error as a problem document
//!     assets    the page, inside the binary
//! ```
//!
//! Games are known through the catalogue alone.

mod app;
mod ask;
mod assets;
mod extract;
mod problem;
mod router;
mod serve;
mod settings;

pub use app::App;
pub use router::{api_document, router};
pub use serve::serve;
pub use settings::Settings;
