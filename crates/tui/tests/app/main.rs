//! The app, driven by scripted keys against a terminal that records the last frame.

mod help_bar;
mod home;
mod lessons;
mod outside;
mod picture;
mod playing;
mod puzzles;
mod records;
mod reviewing;
mod rules;
mod saving;
mod scripts;
mod session;
mod snapshots;
mod stopping;
mod storms;
mod values;
