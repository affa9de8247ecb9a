//! The module in a headless browser: its size, when it is ready, how long tables and answers take, its memory.
//!
//! A host of its own serves the site and a page that measures. The page sends what it has found, and the browser ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};
use clap::Args;
use quintet_games::Catalogue;
use serde_json::Value;

const PAGE: &str = "<!doctype html><script type=module src=measure.js></script>";
const MEASURE: &str = include_str!("web/measure.js");
const WORKER: &str = include_str!("web/worker.js");

/// The browser that measures.
#[derive(Args)]
pub(crate) struct Web {
    /// Chromium or Chrome
    #[arg(long, default_value = "chromium")]
    browser: PathBuf,
}

impl Web {
    pub(crate) fn run(&self) -> Result<()> {
        let files = quintet_server::site(Catalogue::STANDARD);
        let mut files = files.context("there is no module: its build says why")?;
        let games: Vec<_> = Catalogue::STANDARD
            .iter()
            .map(quintet_games::Listing::standard)
            .map(|variant| format!("[\"{}\", \"{}\"]", variant.id(), variant.size()))
            .collect();
        let measure = MEASURE.replace("GAMES", &format!("[{}]", games.join(", ")));
        for (path, text) in [
            ("measure.html", PAGE),
            ("measure.js", &measure),
            ("measuring.js", WORKER),
        ] {
            files.push((path.to_owned(), text.into()));
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let folder = tempfile::tempdir()?;
        let address = format!("http://{}/measure.html", listener.local_addr()?);
        let mut browser = browse(&self.browser, folder.path(), &address)?;
        let found = serve(&listener, &files);
        browser.kill()?;
        browser.wait()?;
        let raw = files
            .iter()
            .find(|(path, _)| path == "module/quintet_bg.wasm");
        let raw = raw.map_or(0, |(_, bytes)| bytes.len());
        println!(
            "module: {raw} bytes, {} compressed",
            quintet_server::module_bytes()
        );
        print(&found?);
        Ok(())
    }
}

fn browse(browser: &Path, folder: &Path, address: &str) -> Result<Child> {
    let mut command = Command::new(browser);
    command
        .args([
            "--headless",
            "--disable-gpu",
            "--no-first-run",
            "--disable-sync",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
        ])
        .arg(format!("--user-data-dir={}", folder.display()))
        .arg(address)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if rustix::process::geteuid().is_root() {
        // The sandbox of the browser refuses to run as root.
        command.arg("--no-sandbox");
    }
    Ok(command.spawn()?)
}

/// Serves files until the page sends what it has found.
fn serve(listener: &TcpListener, files: &[(String, Vec<u8>)]) -> Result<Value> {
    for stream in listener.incoming() {
        if let Some(found) = answer(&stream?, files)? {
            return Ok(found);
        }
    }
    bail!("the browser has gone away")
}

fn answer(mut stream: &TcpStream, files: &[(String, Vec<u8>)]) -> Result<Option<Value>> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim().to_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(bytes) = line.strip_prefix("content-length:") {
            length = bytes.trim().parse()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    if first.starts_with("POST") {
        stream.write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n")?;
        return Ok(Some(serde_json::from_slice(&body)?));
    }
    let path = first.split(' ').nth(1).unwrap_or_default();
    let file = files.iter().find(|(known, _)| path == format!("/{known}"));
    let (status, bytes) = file.map_or(("404 Not Found", &[][..]), |(_, bytes)| ("200 OK", bytes));
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let length = bytes.len();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    // A connection that the browser has opened in advance and does not use ends without a request.
    let _ = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(bytes));
    Ok(None)
}

fn print(found: &Value) {
    let lines = found.as_array().map_or(&[][..], Vec::as_slice);
    for line in lines {
        let (what, figure) = (&line[0], &line[1]);
        println!(
            "{:<44} {:>9.2} {}",
            text(what),
            figure.as_f64().unwrap_or(f64::NAN),
            text(&line[2])
        );
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
