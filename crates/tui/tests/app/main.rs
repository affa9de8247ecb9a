//! The app, driven by scripted keys against a terminal that only remembers what was drawn.

mod help_bar;
mod keeping;
mod picture;
mod playing;
mod puzzles;
mod reviewing;
mod session;
mod snapshots;
mod storms;
