#![doc = include_str!("../README.md")]

mod analysis;
mod files;
mod layout;
mod players;
mod session;
mod tables;

pub use analysis::*;
pub use files::*;
pub(crate) use layout::owner_style;
pub use layout::{Layout, token_style, value_style};
pub use players::*;
pub use session::*;
pub use tables::*;
