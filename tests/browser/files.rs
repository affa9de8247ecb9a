//! A minimal host of static files: it has no routes, and sends no header except the content type.

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

/// A host with the output of `quintet site` in a folder.
pub(crate) struct Host {
    root: TempDir,
    port: u16,
    /// True while the host cannot be reached.
    pub(crate) is_away: Arc<AtomicBool>,
    /// True for a host that does not know the content type of WebAssembly.
    pub(crate) is_old: Arc<AtomicBool>,
}

impl Host {
    pub(crate) fn start() -> Self {
        let root = tempfile::tempdir().expect("a folder");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let [is_away, is_old] = [(), ()].map(|()| Arc::<AtomicBool>::default());
        let host = Host {
            root,
            port,
            is_away: Arc::clone(&is_away),
            is_old: Arc::clone(&is_old),
        };
        let mut site = Command::new(env!("CARGO_BIN_EXE_quintet-e2e"));
        let written = site.arg("site").arg(host.folder()).output();
        assert!(written.is_ok_and(|written| written.status.success()));
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

    /// The address of the site.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{FOLDER}", self.port)
    }

    /// Adds a page of another site on the same host.
    pub(crate) fn write(&self, path: &str, text: &str) {
        fs::write(self.root.path().join(path), text).expect("it can be written");
    }

    /// Changes a file of the site.
    pub(crate) fn change(&self, path: &str, from: &str, to: &str) {
        let path = self.folder().join(path);
        let text = fs::read_to_string(&path).expect("an existing file");
        assert!(text.contains(from), "{}", path.display());
        fs::write(&path, text.replace(from, to)).expect("it can be written");
    }
}

fn answer(mut stream: &TcpStream, root: &Path, is_old: bool) {
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    let head: Vec<_> = lines.take_while(|line| !line.is_empty()).collect();
    let Some(first) = head.first() else { return };
    let path = first.split([' ', '?']).nth(1).unwrap_or_default();
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
    // The browser may have closed the connection.
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(&bytes);
}
