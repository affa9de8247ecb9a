//! Quintet as a full-screen terminal app.
//!
//! The app is a plain state machine, a stack of screens: [`App::update`] takes an event, [`App::draw`] shows the state.
//! Long-running work is [requested](App::take_requests) from a [`Thinker`] on another thread, whose responses arrive as
//! events; requests that are not [pending](App::awaited) any more are cancelled. Scripted keys against a test backend cover
//! the whole app. It draws any game of the catalogue from its scene.

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
