//! Games between people, asked through the router without a socket.

mod games;
mod isolation;
mod people;
mod seats;
