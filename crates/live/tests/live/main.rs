//! Tests of the contract of a store on SQLite, and of the rest of this store.

#[path = "../common/mod.rs"]
mod common;
#[path = "../contract/mod.rs"]
mod contract;
#[cfg(unix)]
mod damage;
mod sqlite;

use contract::File;

macro_rules! in_a_file {
    ($($law:ident)*) => {
        $(#[test]
        fn $law() {
            contract::$law(&File::new());
        })*
    };
}

contract::for_each_law!(in_a_file);
