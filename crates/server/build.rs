//! Joins the files of the page, builds the module that answers questions inside the browser, and puts both where the
//! server embeds them.
//!
//! ```text
//!     cargo build -p quintet-web      the crate as WebAssembly
//!     wasm-bindgen                    what JavaScript needs to call it
//!     brotli                          as it is sent
//! ```
//!
//! The page works without the module, through the server. So nothing here fails the build: what goes wrong is
//! a warning, and the module is empty. `QUINTET_MODULE=off` leaves it out.

mod join;

use std::collections::BTreeSet;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// The crates of which the module is made.
const CRATES: [&str; 6] = ["rules", "solver", "games", "arena", "api", "web"];

/// What is written: the script that calls the module, the module, and the module compressed.
const FILES: [&str; 3] = ["quintet.js", "quintet_bg.wasm", "quintet_bg.wasm.br"];

/// The scripts and style sheets that the pages name.
const JOINED: [&str; 4] = [
    "app/main.js",
    "app/embed.js",
    "style/page.css",
    "style/embed.css",
];

/// How the names of variables begin that tell cargo or the compiler what to do in the build of this program.
const TOLD: [&str; 11] = [
    "CARGO_BUILD_",
    "CARGO_CFG_",
    "CARGO_ENCODED_",
    "CARGO_FEATURE_",
    "CARGO_MAKEFLAGS",
    "CARGO_PROFILE_",
    "CARGO_TARGET_",
    "MAKEFLAGS",
    "RUSTC",
    "RUSTDOC",
    "RUSTFLAGS",
];

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() {
    let out = PathBuf::from(variable("OUT_DIR"));
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("../..");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=join.rs");
    println!("cargo:rerun-if-changed=page");
    println!("cargo:rerun-if-env-changed=QUINTET_MODULE");
    for name in CRATES {
        let folder = root.join("crates").join(name);
        for part in ["src", "Cargo.toml"] {
            println!("cargo:rerun-if-changed={}", folder.join(part).display());
        }
    }
    for file in ["Cargo.toml", "Cargo.lock"] {
        println!("cargo:rerun-if-changed={}", root.join(file).display());
    }
    join(&out).unwrap_or_else(|fault| panic!("the page cannot be joined: {fault}"));
    let made = if variable("QUINTET_MODULE") == "off" {
        Err("QUINTET_MODULE is off".into())
    } else {
        make(&root, &out)
    };
    println!("cargo:rustc-check-cfg=cfg(has_module)");
    if let Err(fault) = made {
        println!(
            "cargo:warning=built without the WebAssembly module ({fault}): the page works through the server, \
             but not offline, and `quintet site` is not available"
        );
        for name in FILES {
            fs::write(out.join(name), "").expect("the folder of a build can be written to");
        }
    } else {
        println!("cargo:rustc-cfg=has_module");
    }
}

fn variable(name: &str) -> OsString {
    std::env::var_os(name).unwrap_or_default()
}

/// Joins the files of the page: each script and style sheet that a page names, with all that it imports. Also writes
/// the list of what is in them, which is not served alone.
fn join(out: &Path) -> Outcome<()> {
    let read = |path: &str| {
        let file = Path::new("page").join(path);
        fs::read_to_string(&file).unwrap_or_else(|fault| panic!("{}: {fault}", file.display()))
    };
    let mut parts = BTreeSet::new();
    for entry in JOINED {
        let (text, joined) = match entry.split_once('/') {
            Some(("style", _)) => join::style(entry, &read),
            _ => join::script(entry, &read)?,
        };
        let name = entry.replace('/', "-");
        fs::write(out.join(format!("{name}.br")), compressed(text.as_bytes())?)?;
        fs::write(out.join(name), text)?;
        parts.extend(joined.into_keys());
    }
    let parts: Vec<_> = parts.into_iter().collect();
    fs::write(out.join("parts"), parts.join("\n"))?;
    Ok(())
}

/// Makes the files of the module, or copies them if they were made of the same code before.
fn make(root: &Path, out: &Path) -> Outcome<()> {
    let target = match variable("CARGO_TARGET_DIR") {
        none if none.is_empty() => root.join("target"),
        folder => root.join(folder),
    };
    let built = target.join("module");
    let code = compile(root, &built)?;
    let mut hasher = DefaultHasher::new();
    fs::read(&code)?.hash(&mut hasher);
    let made = built.join(format!("{:016x}", hasher.finish()));
    if !made.join("complete").exists() {
        fs::create_dir_all(&made)?;
        bind(&code, &made)?;
        let module = made.join(FILES[1]);
        fs::write(made.join(FILES[2]), compressed(&fs::read(&module)?)?)?;
        fs::write(made.join("complete"), "")?;
    }
    for name in FILES {
        fs::copy(made.join(name), out.join(name))?;
    }
    Ok(())
}

/// Compiles the crate to WebAssembly, in a folder of its own: the one of this build is locked meanwhile.
fn compile(root: &Path, built: &Path) -> Outcome<PathBuf> {
    if !has_target() {
        return Err(format!("the target {TARGET} is not installed").into());
    }
    let mut cargo = Command::new(variable("CARGO"));
    cargo
        .current_dir(root)
        .args(["build", "--quiet", "--locked", "--package", "quintet-web"])
        .args(["--profile", "module", "--target", TARGET, "--target-dir"])
        .arg(built);
    // What the build of this program was told is not meant for that of the module.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if TOLD.iter().any(|told| text.starts_with(told)) {
            cargo.env_remove(&name);
        }
    }
    cargo.env("RUSTFLAGS", flags(root));
    run(&mut cargo)?;
    Ok(built.join(TARGET).join("module/quintet_web.wasm"))
}

/// Vectors of 128 bits are in every browser since 2023. Where the sources are on this machine is not said in the module.
fn flags(root: &Path) -> OsString {
    let home = variable("CARGO_HOME");
    let mut flags = OsString::from("-Ctarget-feature=+simd128");
    for (folder, name) in [(home, "/"), (root.as_os_str().to_owned(), "/quintet")] {
        if !folder.is_empty() && !folder.to_string_lossy().contains(' ') {
            flags.push(" --remap-path-prefix=");
            flags.push(&folder);
            flags.push("=");
            flags.push(name);
        }
    }
    flags
}

/// Whether the standard library for WebAssembly is installed.
fn has_target() -> bool {
    let printed = Command::new(variable("RUSTC"))
        .args(["--print", "sysroot"])
        .output();
    printed.is_ok_and(|printed| {
        let sysroot = String::from_utf8_lossy(&printed.stdout).trim().to_owned();
        Path::new(&sysroot)
            .join("lib/rustlib")
            .join(TARGET)
            .join("lib")
            .exists()
    })
}

/// Writes the module as JavaScript calls it, and the script that does so.
fn bind(code: &Path, made: &Path) -> Outcome<()> {
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen
        .input_path(code)
        .out_name("quintet")
        .web(true)?
        .typescript(false);
    bindgen
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(made)?;
    Ok(())
}

fn compressed(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut compressed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        size_hint: bytes.len(),
        ..brotli::enc::BrotliEncoderParams::default()
    };
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &params)?;
    Ok(compressed)
}

fn run(command: &mut Command) -> Outcome<()> {
    let done = command.output()?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    let last = said.lines().last().unwrap_or_default();
    Err(format!("{} failed: {last}", command.get_program().to_string_lossy()).into())
}
