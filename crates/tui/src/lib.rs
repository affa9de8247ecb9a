//! Quintet as a full-screen terminal app.
//!
//! The app is a plain state machine, a stack of screens: [`App::update`] takes an event, [`App::draw`] shows the state.
//! Long-running work is [requested](App::take_requests) from a [`Worker`] on another thread, whose responses arrive as
//! events; requests that are not [pending](App::pending) any more are cancelled. Scripted keys against a test backend cover
//! the whole app. It draws any game of the catalogue from its scene.

mod app;
mod canvas;
mod context;
mod event;
mod keys;
mod look;
mod runtime;
mod saved_state;
mod screens;
mod settings;
mod system;
mod text;
mod worker;

pub use app::App;
pub use event::Event;
pub use keys::Shortcut;
pub use look::{Look, Theme};
pub use runtime::{Options, run};
pub use saved_state::{SavedState, StateFolder};
pub use settings::Settings;
pub use worker::{Job, PlayerFactory, Request, RequestBody, Response, ResponseBody, Worker};
