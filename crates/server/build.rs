//! Bundles the page, builds the WebAssembly module, and compresses both in every encoding that the server offers. The
//! result is `files.rs`, a table of all files, which the server includes.
//!
//! ```text
//!     cargo build -p quintet-wasm     the crate as WebAssembly
//!     wasm-bindgen                    its JavaScript bindings
//!     brotli, gzip                    its compressed forms
//! ```
//!
//! The page also works without the module, through the server. If the module cannot be built, that is a warning, and the
//! table omits it. `QUINTET_MODULE=off` skips it.

mod bundle;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

const TARGET: &str = "wasm32-unknown-unknown";

/// The crates in the module.
const CRATES: [&str; 6] = ["rules", "solver", "games", "arena", "api", "wasm"];

/// The bindings, the module, and the compressed module.
const MODULE: [&str; 4] = [
    "quintet.js",
    "quintet_bg.wasm",
    "quintet_bg.wasm.br",
    "quintet_bg.wasm.gz",
];

/// The scripts and style sheets of the HTML files.
const BUNDLES: [&str; 4] = [
    "app/main.js",
    "app/embed.js",
    "style/page.css",
    "style/embed.css",
];

/// Files that the server fills in when it starts.
const TEMPLATES: [&str; 3] = ["index.html", "embed.html", "service.js"];

/// The extensions of files that are worth compressing.
const COMPRESSIBLE: [&str; 6] = ["css", "js", "svg", "txt", "wasm", "webmanifest"];

/// Prefixes of the environment variables that configure the build of this program.
const BUILD_VARIABLES: [&str; 11] = [
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
    println!("cargo:rerun-if-changed=bundle.rs");
    println!("cargo:rerun-if-changed=../../page/src");
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
    let page = page().unwrap_or_else(|error| panic!("cannot bundle the page: {error}"));
    let mut table = Table::default();
    for (path, bytes) in &page {
        table.add(&out, path, bytes);
    }
    let made = if variable("QUINTET_MODULE") == "off" {
        Err("QUINTET_MODULE is off".into())
    } else {
        make(&root, &out)
    };
    println!("cargo:rustc-check-cfg=cfg(has_module)");
    if let Err(error) = made {
        println!(
            "cargo:warning=built without the WebAssembly module ({error}): the page works through the server, \
             but not offline, and `quintet site` is not available"
        );
    } else {
        let read = |name| fs::read(out.join(name)).expect("a copied file");
        table.add(&out, "module/quintet.js", &read(MODULE[0]));
        let [plain, brotli, gzip] = [MODULE[1], MODULE[2], MODULE[3]].map(read);
        let compressed = [brotli, gzip].map(Some);
        table.add_compressed(&out, "module/quintet_bg.wasm", &plain, compressed);
        println!("cargo:rustc-cfg=has_module");
    }
    table.write(&out);
}

/// The table of files as Rust code.
#[derive(Default)]
struct Table(String);

impl Table {
    /// Adds a file, compressed if that makes it smaller.
    fn add(&mut self, out: &Path, path: &str, bytes: &[u8]) {
        let ending = path.rsplit('.').next().unwrap_or_default();
        let is_compressed = COMPRESSIBLE.contains(&ending) && !TEMPLATES.contains(&path);
        let compressed = [brotli, gzip].map(|compress| {
            let compressed = is_compressed.then(|| compress(bytes));
            compressed.filter(|compressed| compressed.len() < bytes.len())
        });
        self.add_compressed(out, path, bytes, compressed);
    }

    fn add_compressed(
        &mut self,
        out: &Path,
        path: &str,
        plain: &[u8],
        [brotli, gzip]: [Option<Vec<u8>>; 2],
    ) {
        let name = path.replace('/', "-");
        let include = |ending: &str, bytes: &[u8]| {
            let name = format!("file-{name}{ending}");
            fs::write(out.join(&name), bytes).expect("the output folder is writable");
            format!("include_bytes!({name:?})")
        };
        let option = |ending, bytes: Option<Vec<u8>>| {
            let included = bytes.map(|bytes| format!("Some({})", include(ending, &bytes)));
            included.unwrap_or_else(|| "None".to_owned())
        };
        let mut hasher = DefaultHasher::new();
        plain.hash(&mut hasher);
        let (hash, plain) = (hasher.finish().to_be_bytes(), include("", plain));
        let (brotli, gzip) = (option(".br", brotli), option(".gz", gzip));
        writeln!(
            self.0,
            "EmbeddedFile {{ path: {path:?}, hash: u64::from_be_bytes({hash:?}), \
             plain: {plain}, brotli: {brotli}, gzip: {gzip} }},"
        )
        .expect("a string can be written to");
    }

    fn write(self, out: &Path) {
        let code = format!("static FILES: &[EmbeddedFile] = &[\n{}];\n", self.0);
        fs::write(out.join("files.rs"), code).expect("the output folder is writable");
    }
}

fn variable(name: &str) -> OsString {
    std::env::var_os(name).unwrap_or_default()
}

/// Returns the files of the page by path. Bundled files are served only as part of their bundles.
fn page() -> Outcome<BTreeMap<String, Vec<u8>>> {
    let folder = Path::new("../../page/src");
    let read = |path: &str| {
        let file = folder.join(path);
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    };
    let mut files = BTreeMap::new();
    collect(folder, "", &mut files)?;
    let mut parts = BTreeSet::new();
    let mut bundles = Vec::new();
    for entry in BUNDLES {
        let (text, sources) = match entry.split_once('/') {
            Some(("style", _)) => bundle::style(entry, &read),
            _ => bundle::script(entry, &read)?,
        };
        bundles.push((entry.to_owned(), text.into_bytes()));
        parts.extend(sources.into_keys());
    }
    files.retain(|path, _| !parts.contains(path));
    files.extend(bundles);
    Ok(files)
}

/// Reads the files below a folder. `prefix` is its path in the page.
fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Outcome<()> {
    for entry in fs::read_dir(folder)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let name = format!("{prefix}{}", name.to_string_lossy());
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files)?;
        } else {
            files.insert(name, fs::read(path)?);
        }
    }
    Ok(())
}

/// Builds the files of the module, or copies them if the code has not changed.
fn make(root: &Path, out: &Path) -> Outcome<()> {
    let target = match variable("CARGO_TARGET_DIR") {
        none if none.is_empty() => root.join("target"),
        folder => root.join(folder),
    };
    let built = target.join("module");
    let code = compile(root, &built)?;
    let mut hasher = DefaultHasher::new();
    (fs::read(&code)?, MODULE).hash(&mut hasher);
    let made = built.join(format!("{:016x}", hasher.finish()));
    if !made.join("complete").exists() {
        fs::create_dir_all(&made)?;
        bind(&code, &made)?;
        let module = fs::read(made.join(MODULE[1]))?;
        fs::write(made.join(MODULE[2]), brotli(&module))?;
        fs::write(made.join(MODULE[3]), gzip(&module))?;
        fs::write(made.join("complete"), "")?;
    }
    for name in MODULE {
        fs::copy(made.join(name), out.join(name))?;
    }
    Ok(())
}

/// Compiles the crate to WebAssembly in a separate folder, because the current build locks its own.
fn compile(root: &Path, built: &Path) -> Outcome<PathBuf> {
    if !has_target() {
        return Err(format!("the target {TARGET} is not installed").into());
    }
    let mut cargo = Command::new(variable("CARGO"));
    cargo
        .current_dir(root)
        .args(["build", "--quiet", "--locked", "--package", "quintet-wasm"])
        .args(["--profile", "module", "--target", TARGET, "--target-dir"])
        .arg(built);
    // The settings of this build do not apply to the module.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if BUILD_VARIABLES
            .iter()
            .any(|prefix| text.starts_with(prefix))
        {
            cargo.env_remove(&name);
        }
    }
    cargo.env("RUSTFLAGS", flags(root));
    run(&mut cargo)?;
    Ok(built.join(TARGET).join("module/quintet_wasm.wasm"))
}

/// All browsers since 2023 have 128-bit SIMD. The paths of this machine are removed from the module.
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

/// Returns true if the standard library for WebAssembly is installed.
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

/// Generates the module for the web and its JavaScript bindings.
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

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        size_hint: bytes.len(),
        ..brotli::enc::BrotliEncoderParams::default()
    };
    brotli::BrotliCompress(&mut &*bytes, &mut compressed, &params).expect("writing to memory");
    compressed
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("writing to memory");
    encoder.finish().expect("writing to memory")
}

fn run(command: &mut Command) -> Outcome<()> {
    let done = command.output()?;
    if done.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&done.stderr);
    let last = errors.lines().last().unwrap_or_default();
    Err(format!("{} failed: {last}", command.get_program().to_string_lossy()).into())
}
