//! Chooses the text that `quintet licenses` prints: the file named by `QUINTET_NOTICES`, an absolute path.
//! `scripts/release` sets it to the license notices of the third-party packages in the program.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=QUINTET_NOTICES");
    let notices = std::env::var("QUINTET_NOTICES")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/src/licenses.txt").to_owned());
    println!("cargo:rustc-env=QUINTET_NOTICES={notices}");
}
