//! Records: a browser for files, and the list of stored games.

mod files;
mod fuzzy;
mod games;
mod paths;
mod preview;

pub(crate) use files::{Browser, absolute};
pub(crate) use games::{GameList, KEYS as GAMES, is_unfinished, row_of};
pub(crate) use paths::completed;
pub(crate) use preview::Preview;
