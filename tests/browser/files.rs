//! A host of static files, as plain as they come: it knows no screen, and sets no header but the type.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tempfile::TempDir;

/// The folder of the site below the host's root.
const FOLDER: &str = "some/where";

/// A host with the site that `quintet site` writes, in a folder of its own.
pub(crate) struct Host {
    root: TempDir,
    port: u16,
    is_away: Arc<AtomicBool>,
    is_old: Arc<AtomicBool>,
}

impl Host {
    pub(crate) fn start() -> Self {
        let root = tempfile::tempdir().expect("a folder");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let [is_away, is_old] = [(), ()].map(|()| Arc::new(AtomicBool::new(false)));
        let host = Host {
            root,
            port,
            is_away: Arc::clone(&is_away),
            is_old: Arc::clone(&is_old),
        };
        write_site(&host.folder());
        let root = host.root.path().to_owned();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if !is_away.load(Ordering::Relaxed) {
                    let (root, is_old) = (root.clone(), is_old.load(Ordering::Relaxed));
                    thread::spawn(move || answer(&stream, &root, is_old));
                }
            }
        });
        host
    }

    /// The folder with the site.
    pub(crate) fn folder(&self) -> PathBuf {
        self.root.path().join(FOLDER)
    }

    /// Where the site is.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{FOLDER}", self.port)
    }

    /// Whether the host can be reached.
    pub(crate) fn set_away(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::Relaxed);
    }

    /// Whether the host is older than WebAssembly, and does not know its type.
    pub(crate) fn set_old(&self, is_old: bool) {
        self.is_old.store(is_old, Ordering::Relaxed);
    }

    /// Puts a page of another site beside this one.
    pub(crate) fn write(&self, path: &str, text: &str) {
        fs::write(self.root.path().join(path), text).expect("it can be written");
    }

    /// Changes a file of the site.
    pub(crate) fn change(&self, path: &str, from: &str, to: &str) {
        let path = self.folder().join(path);
        let text = fs::read_to_string(&path).expect("it is there");
        assert!(text.contains(from), "{}", path.display());
        fs::write(&path, text.replace(from, to)).expect("it can be written");
    }
}

fn write_site(folder: &Path) {
    let written = Command::new(env!("CARGO_BIN_EXE_quintet-e2e"))
        .arg("site")
        .arg(folder)
        .output()
        .expect("the command runs");
    assert!(written.status.success(), "{written:?}");
}

fn answer(mut stream: &TcpStream, root: &Path, is_old: bool) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    for line in lines {
        if line.is_empty() {
            break;
        }
    }
    let path = first.split(' ').nth(1).unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default();
    let mut file = root.join(path.trim_start_matches('/'));
    if path.ends_with('/') {
        file.push("index.html");
    }
    let (status, file) = if file.is_file() {
        ("200 OK", file)
    } else {
        ("404 Not Found", root.join(FOLDER).join("404.html"))
    };
    let kind = match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") if !is_old => "application/wasm",
        _ => "application/octet-stream",
    };
    let bytes = fs::read(&file).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        bytes.len()
    );
    // A browser that has gone away reads no answer.
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(&bytes);
}
