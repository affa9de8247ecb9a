//! The notices of the packages that are in the program.

use std::process::Command;

use crate::run::quintet;

/// The packages of others in the program on this system, as cargo lists them: `name version`.
fn linked() -> Vec<String> {
    let listed = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["tree", "--locked", "--offline", "--package", "quintet"])
        .args(["--edges", "normal,no-proc-macro"])
        .args(["--prefix", "none", "--format", "{p}"])
        .output()
        .expect("cargo runs");
    assert!(listed.status.success(), "{listed:?}");
    let listed = String::from_utf8(listed.stdout).expect("names in UTF-8");
    // Behind a package of this workspace stands its folder.
    let others = listed.lines().filter(|line| !line.contains(" (/"));
    let mut others: Vec<_> = others
        .filter_map(|line| line.trim_end_matches(" (*)").split_once(" v"))
        .map(|(name, version)| format!("{name} {version}"))
        .collect();
    others.sort();
    others.dedup();
    others
}

#[test]
fn every_package_in_the_program_is_named_with_its_license() {
    let printed = quintet("licenses").run().code(0).stderr("").stdout;
    let packages = linked();
    assert!(packages.len() > 100, "{packages:?}");
    for package in packages {
        let named = format!("\n{package} (");
        assert!(
            printed.contains(&named),
            "{package} is not named: run `python3 scripts/supply.py notices`"
        );
    }
    for text in ["Permission is hereby granted", "Apache License", "SQLite"] {
        assert!(printed.contains(text), "{text}");
    }
}
