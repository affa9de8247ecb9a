//! The bodies of the fuzz targets, without libFuzzer, so that tests with the stable compiler can also run them.

pub mod games;
pub mod services;
