//! The command `quintet` as people and scripts meet it: arguments, input, output, exit code.

mod engine;
mod entries;
mod evaluate;
mod help;
mod interruptions;
mod licenses;
mod mcp;
mod options;
mod other_commands;
mod outsiders;
mod recording;
mod replay;
mod run;
mod screen;
mod site;
mod terminal;
mod transcripts;
mod words;
