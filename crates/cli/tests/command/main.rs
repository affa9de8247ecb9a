//! The command `quintet` as people and scripts meet it: arguments, input, output, exit code.

mod cache;
mod cases;
mod engine;
mod evaluate;
mod examples;
#[cfg(feature = "export")]
mod export;
mod external;
mod help;
mod interruptions;
mod mcp;
mod other_commands;
mod picture;
mod play;
mod run;
mod screen;
mod transcripts;
mod truth;
