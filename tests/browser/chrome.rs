//! The one browser process that all tests share, and the Chrome `DevTools` Protocol: numbered calls, their answers, and
//! events, as JSON that ends with a zero byte.
//!
//! The tests need a dozen calls; client libraries would bring a runtime and download a browser.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// The time after which the browser has hung. A page may have to solve a game first.
const STUCK: Duration = Duration::from_mins(5);

/// The browser reads calls from descriptor 3 and writes to descriptor 4. It ends when descriptor 3 is closed, so it
/// ends with the test process in any case; then its folder is removed.
const START: &str = r#"folder=$1; shift
"$@" 3<&0 4>&1 < /dev/null > /dev/null
rm -rf "$folder""#;

/// No activity of its own, no slowing down of pages in the background, and no other host.
const FLAGS: &str = "--headless --disable-gpu --disable-gpu-rasterization --disable-quic
    --no-first-run --no-default-browser-check --disable-background-networking
    --disable-background-timer-throttling --disable-backgrounding-occluded-windows
    --disable-renderer-backgrounding --disable-component-update --disable-sync
    --disable-extensions --disable-dev-shm-usage --force-color-profile=srgb
    --remote-debugging-pipe";
const HOSTS: &str = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1";

/// An event of a page.
pub(crate) struct Event {
    pub(crate) method: String,
    pub(crate) params: Value,
}

/// A browser that runs as long as the tests do.
pub(crate) struct Chrome {
    calls: Mutex<ChildStdin>,
    /// The shell that removes the folder of the browser.
    _shell: Child,
    incoming: Arc<Incoming>,
    last_id: AtomicU64,
}

#[derive(Default)]
struct Incoming {
    /// The callers that wait for an answer, by the number of the call.
    callers: Mutex<HashMap<u64, mpsc::Sender<Value>>>,
    /// The events that have not been fetched, by session.
    events: Mutex<HashMap<String, Vec<Event>>>,
}

impl Chrome {
    /// Returns the browser, started by the first caller.
    pub(crate) fn shared() -> &'static Chrome {
        static SHARED: OnceLock<Chrome> = OnceLock::new();
        SHARED.get_or_init(Chrome::start)
    }

    fn start() -> Chrome {
        let shots = shots();
        // The pictures of an earlier run.
        let _ = fs::remove_dir_all(shots.join("failed"));
        fs::create_dir_all(shots.join("failed")).expect("a folder for pictures");
        let _ = fs::remove_file(crash());
        let log = shots.join("browser.log");
        let errors = File::create(&log).expect("a file for the log");
        let folder = tempfile::tempdir().expect("a folder").keep();
        let mut command = Command::new("sh");
        command.args(["-c", START, "browser"]).arg(&folder);
        command
            .arg(program())
            .args(FLAGS.split_whitespace())
            .arg(HOSTS);
        command.arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ));
        if rustix::process::geteuid().is_root() {
            // The sandbox of the browser refuses to run as root.
            command.arg("--no-sandbox");
        }
        command.env("TMPDIR", &folder).stderr(errors);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shell = command.spawn().expect("there is a shell");
        let incoming = Arc::<Incoming>::default();
        let (sorting, output) = (Arc::clone(&incoming), shell.stdout.take());
        thread::spawn(move || sorting.read(output.expect("the output is piped")));
        let chrome = Chrome {
            calls: Mutex::new(shell.stdin.take().expect("the input is piped")),
            _shell: shell,
            incoming,
            last_id: AtomicU64::new(0),
        };
        let version = chrome.call(None, "Browser.getVersion", json!({}));
        assert!(version.is_ok(), "{version:?}: see {}", log.display());
        chrome
    }

    /// Calls a method in a session, or of the browser itself, and waits for the answer.
    pub(crate) fn call(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> Result<Value, String> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let (sender, answer) = mpsc::channel();
        let mut callers = self.incoming.callers.lock().expect("no panic");
        callers.insert(id, sender);
        drop(callers);
        let mut call = json!({ "id": id, "method": method });
        call["params"] = params;
        if let Some(session) = session {
            call["sessionId"] = session.into();
        }
        let sent = write!(self.calls.lock().expect("no panic"), "{call}\0");
        sent.map_err(|error| error.to_string())?;
        let answer = answer.recv_timeout(STUCK);
        let mut answer = answer.map_err(|_| "the browser does not answer".to_owned())?;
        match answer.get("error") {
            Some(error) => Err(error.to_string()),
            None => Ok(answer["result"].take()),
        }
    }

    /// Returns the events of a session since the last call.
    pub(crate) fn events(&self, session: &str) -> Vec<Event> {
        let mut events = self.incoming.events.lock().expect("no panic");
        events.remove(session).unwrap_or_default()
    }
}

impl Incoming {
    fn read(&self, output: impl Read) {
        for message in BufReader::new(output).split(0).map_while(Result::ok) {
            self.sort(serde_json::from_slice(&message).expect("the browser sends JSON"));
        }
        // The browser ends after this process, so it has crashed. `./check` then runs the tests again.
        fs::write(crash(), "").expect("the folder of pictures is writable");
        self.callers.lock().expect("no panic").clear();
    }

    fn sort(&self, mut message: Value) {
        if let Some(id) = message["id"].as_u64() {
            if let Some(caller) = self.callers.lock().expect("no panic").remove(&id) {
                // The caller may have timed out.
                let _ = caller.send(message);
            }
            return;
        }
        let event = Event {
            method: message["method"].as_str().unwrap_or_default().to_owned(),
            params: message["params"].take(),
        };
        let session = message["sessionId"].as_str().unwrap_or_default();
        let mut events = self.events.lock().expect("no panic");
        events.entry(session.to_owned()).or_default().push(event);
    }
}

/// The installed browser: `CHROMIUM`, or the first of the usual names. The headless shell takes half the time.
fn program() -> PathBuf {
    let names = [
        "chromium-headless-shell",
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
    let mut places = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    std::env::var_os("CHROMIUM")
        .map(PathBuf::from)
        .or_else(|| places.find(|place| place.is_file()))
        .expect("Chromium is not installed: run ./check --install browser")
}

/// The folder of build and test output.
pub(crate) fn target() -> &'static Path {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    scratch.parent().expect("a folder in target")
}

/// The folder of the pictures of every screen.
pub(crate) fn shots() -> PathBuf {
    target().join("browser-shots")
}

/// The file that exists if the browser of the last run crashed.
fn crash() -> PathBuf {
    shots().join("crashed")
}
