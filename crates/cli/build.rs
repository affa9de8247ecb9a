//! Selects the text that `quintet licenses` prints: the file at the absolute path in `QUINTET_NOTICES`, which
//! `scripts/release` sets to the notices of all third-party packages.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=QUINTET_NOTICES");
    let notices = std::env::var("QUINTET_NOTICES")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/src/licenses.txt").to_owned());
    println!("cargo:rustc-env=QUINTET_NOTICES={notices}");
}
