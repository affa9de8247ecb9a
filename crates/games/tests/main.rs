//! The games against their rule books, the contract, a slow second implementation, committed counts and the reference.

mod contract;
mod perft;
mod rulings;
mod second_opinion;
mod slow;
mod solutions;
