//! The page as people meet it: a real browser, driven by a real mouse, real fingers and real keys.
//!
//! ```text
//!     server    `quintet serve`, which can be killed and started again
//!     chrome    the one browser process that all tests share, and its protocol
//!     files     a host of static files
//!     page      actions of a person on a page, and its contents
//!     watch     events that must never happen: an error, or a request to another host
//!     axe       the checks of axe-core
//! ```
//!
//! Tests run in parallel, each person in a browser context of their own. They share one server, unless a test kills or
//! configures it. `./check --install browser` installs the tools. Pictures of every screen are left in
//! `target/browser-shots`.
#![cfg(unix)]

mod axe;
mod base;
mod board;
mod chrome;
#[path = "../common/mod.rs"]
mod common;
mod course;
mod element;
mod explorer;
mod files;
mod friends;
mod games;
mod guest;
mod harness;
mod input;
mod lessons;
mod look;
mod module;
mod page;
mod patience;
mod playing;
mod previews;
mod puzzles;
mod questions;
mod requests;
mod review;
mod rules;
mod screens;
mod server;
mod sharing;
mod shots;
mod start;
mod truth;
mod watch;
mod without_server;
mod your_games;
