//! Programs as players: a UGI engine, and external players in Quintet's games.
//!
//! ```text
//!     another program  --UGI-->  serve            -->  a level
//!     match, play      ------->  ExternalPlayers  --UGI, HTTP-->  another program, a language model
//!     evaluate         ------->  Evaluation       -->  ExternalPlayers; scores every answer
//! ```

mod engine;
mod evaluate;
mod external;
mod lines;

pub use engine::serve;
pub use evaluate::{
    Evaluation, EvaluationError, GameQuestions, leaderboard_html, provenance, report_html,
};
pub use external::{
    ADDRESSES, Address, BadAddress, BadPrompt, ExternalPlayers, Failure, Key, Network, Policy,
    Prompt, read_player,
};
pub use lines::{Line, Lines};
