//! The one browser process that all tests share.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::cdp::Cdp;
use crate::guard::Guarded;
use crate::patience::patiently;
use crate::shots::forget_failures;

/// A browser that runs as long as the tests do.
pub(crate) struct Chrome {
    pub(crate) cdp: Cdp,
    _process: Guarded,
}

/// What keeps a browser that nobody looks at from doing anything of its own accord, from slowing
/// down pages that are not in front, and from finding any other host.
const FLAGS: [&str; 17] = [
    "--headless",
    "--disable-gpu",
    "--disable-gpu-rasterization",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--remote-debugging-port=0",
];

impl Chrome {
    /// The browser, which is started for the first who asks.
    pub(crate) fn shared() -> &'static Chrome {
        static SHARED: OnceLock<Chrome> = OnceLock::new();
        SHARED.get_or_init(Chrome::start)
    }

    fn start() -> Chrome {
        let program = program();
        forget_failures();
        let folder = tempfile::tempdir().expect("a folder").keep();
        let mut command = Command::new(&program);
        command
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            // Whatever else it leaves behind goes with the folder.
            .env("TMPDIR", &folder);
        if rustix::process::geteuid().is_root() {
            // The sandbox of the browser refuses to run as root.
            command.arg("--no-sandbox");
        }
        let log = folder.join("log");
        let errors = fs::File::create(&log).expect("a file for its complaints");
        let process = Guarded::ended(&command, &folder, errors);
        let address = patiently(|| address_in(&folder.join("profile/DevToolsActivePort")));
        let address = address.unwrap_or_else(|| {
            let said = fs::read_to_string(&log).unwrap_or_default();
            panic!("{} does not start:\n{said}", program.display())
        });
        Chrome {
            cdp: Cdp::connect(address),
            _process: process,
        }
    }
}

/// The browser writes two lines when it is ready: its port, and the path of its socket.
fn address_in(file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let (port, path) = text.split_once('\n')?;
    path.starts_with("/devtools/")
        .then(|| format!("ws://127.0.0.1:{port}{path}"))
}

/// The installed browser: `CHROMIUM`, or the first of the usual names.
fn program() -> PathBuf {
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&path).collect();
    let places = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    std::env::var_os("CHROMIUM")
        .map(PathBuf::from)
        .or_else(|| places.into_iter().find(|place| place.is_file()))
        .expect("Chromium is not installed: run ./check --install browser")
}

/// The folder in which `./check --install` puts tools.
pub(crate) fn tools() -> PathBuf {
    target().join("tools")
}

/// Where everything is that is made by building and testing.
pub(crate) fn target() -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    scratch.parent().expect("a folder in target").to_owned()
}
