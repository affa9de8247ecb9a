//! `quintet licenses` in a build from source.

use crate::run::quintet;

#[test]
fn a_build_from_source_says_how_to_print_the_notices() {
    let printed = quintet("licenses").run().code(0).stderr("").stdout;
    for text in [
        "the MIT license or the Apache License, Version 2.0",
        "without the license notices of the third-party packages",
        "python3 scripts/supply.py notices quintet",
    ] {
        assert!(printed.contains(text), "{text:?} is not in\n{printed}");
    }
}
