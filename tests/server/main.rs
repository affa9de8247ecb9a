//! The server from the viewpoint of attackers and of its operator: real processes, sockets and files.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;

mod backup;
mod bounds;
mod crash;
mod damage;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(target_os = "linux")]
mod faults;
mod flood;
mod keeping;
mod operator;
#[cfg(target_os = "linux")]
mod power;
mod proxy;
mod races;
mod resume;
mod secrets;
mod service;
mod settings;
mod slow;
#[cfg(target_os = "linux")]
mod soak;
mod stop;

use common::{crowd, model, rivals, table};
