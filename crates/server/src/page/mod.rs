//! The page: its files, and the previews of links to it.

pub(crate) mod assets;
pub(crate) mod preview;
pub(crate) mod site;
