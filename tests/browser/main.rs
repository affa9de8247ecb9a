//! The page as people meet it: a real browser, driven by a real mouse, real fingers and real keys.
//!
//! ```text
//!     guard     processes that end when the tests end, however they end
//!     server    `quintet serve`, which can be killed and started again
//!     chrome    the one browser process that all tests share
//!     cdp       the protocol that it speaks
//!     files     a host of static files
//!     page      what a person does on a page and sees there
//!     watch     what must never happen: an error, or a request to another host
//!     axe       the checks of axe-core
//! ```
//!
//! `./check --install browser` installs what is needed. Pictures of every screen are left in `target/browser-shots`.
#![cfg(unix)]

mod axe;
mod base;
mod board;
mod cdp;
mod chrome;
mod course;
mod element;
mod explorer;
mod files;
mod friends;
mod guard;
mod guest;
mod harness;
mod input;
mod keyboard;
mod lessons;
mod levels;
mod line;
mod lines;
mod look;
mod module;
mod page;
mod patience;
mod playing;
mod previews;
mod puzzles;
mod questions;
mod refusals;
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
mod whole_games;
mod without_server;
mod your_games;
