//! The page in a real browser, with real mouse, touch and keyboard events.
//!
//! ```text
//!     server    `quintet serve`, which can be killed and started again
//!     chrome    the one browser process that all tests share, and its protocol
//!     files     a host of static files
//!     page      a page, and actions on it
//!     watch     errors and requests to other hosts, which fail a test
//!     axe       the checks of axe-core
//! ```
//!
//! Tests run in parallel, each person in a separate browser context. They share one server, unless a test kills or
//! configures it. `./check --install browser` installs the tools. Pictures of all screens are in
//! `target/browser-shots`.
#![cfg(unix)]

mod analysis;
mod axe;
mod base;
mod board;
mod chrome;
#[path = "../common/mod.rs"]
mod common;
mod element;
mod explorer;
mod files;
mod friends;
mod games;
mod guest;
mod harness;
mod input;
mod layout;
mod lessons;
mod module;
mod page;
mod playing;
mod previews;
mod puzzles;
mod questions;
mod requests;
mod review;
mod rules;
mod sample_game;
mod screens;
mod server;
mod sharing;
mod shots;
mod start;
mod waiting;
mod watch;
mod without_server;
mod your_games;
