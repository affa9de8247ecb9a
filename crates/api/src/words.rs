//! Answers in words.

use serde::Serialize;

/// A question whose answer is wanted in words, too.
#[derive(Clone, Debug)]
pub struct InWords<Q>(pub Q);

/// A document, and what a person at a terminal reads instead of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Worded<A> {
    /// Lines for a person.
    pub text: String,
    /// The document.
    pub document: A,
}
