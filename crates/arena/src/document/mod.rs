//! Answers for programs: what is found out, as data that is written as JSON in one way only.

mod analysis;
mod review;
mod worth;

pub use analysis::{AnalysisDocument, MoveDocument};
pub use review::{AccuracyDocument, ReviewDocument, ReviewedMoveDocument};
pub use worth::{ValueName, Worth};
