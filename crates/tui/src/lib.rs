//! Quintet as a full-screen terminal app.
//!
//! The app is a plain state machine, a stack of screens: [`App::update`] takes an event, [`App::draw`] shows the state.
//! What takes time is [asked](App::take_requests) of a [`Thinker`] on another thread, whose answers come back as
//! events; work on what is no longer [awaited](App::awaited) is given up. So scripted keys against a test backend cover
//! all of it. It draws any game of the catalogue from its scene and names none.

mod app;
mod canvas;
mod context;
mod event;
mod keep;
mod keys;
mod look;
mod runtime;
mod screens;
mod system;
mod text;
mod thinker;

pub use app::App;
pub use event::Event;
pub use keep::{Folder, Kept};
pub use keys::Offer;
pub use look::Look;
pub use runtime::{Options, run};
pub use thinker::{Answer, Finding, Question, Request, Seat, Thinker, Work};
