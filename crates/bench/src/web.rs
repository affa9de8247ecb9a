//! The WebAssembly module in a headless browser: its size, startup, tables, answers and memory.
//!
//! A small server delivers the site and a page that measures and posts its figures.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::extract::{Json, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::IntoResponse;
use axum::{Router, routing};
use clap::Args;
use quintet_games::{Catalogue, Listing};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

const PAGE: &str = "<!doctype html><script type=module src=measure.js></script>";
const MEASURE: &str = include_str!("web/measure.js");
const WORKER: &str = include_str!("web/worker.js");

/// Measures the module in a headless browser.
#[derive(Args)]
pub(crate) struct Web {
    /// Chromium or Chrome
    #[arg(long, default_value = "chromium")]
    browser: PathBuf,
}

/// The paths and contents of the site.
type Files = Arc<Vec<(String, Vec<u8>)>>;

/// A description, a figure and its unit.
type Figure = (String, f64, String);

impl Web {
    pub(crate) fn run(&self) -> Result<()> {
        let mut files = quintet_server::site(Catalogue::STANDARD)
            .context("the module is missing: see the output of its build")?;
        let module = files
            .iter()
            .find(|(path, _)| path == "module/quintet_bg.wasm");
        let bytes = module.map_or(0, |(_, bytes)| bytes.len());
        let compressed = quintet_server::module_bytes();
        println!("module: {bytes} bytes, {compressed} compressed");

        let games: Vec<_> = Catalogue::STANDARD
            .iter()
            .map(Listing::standard)
            .map(|variant| [variant.id().to_owned(), variant.size().to_string()])
            .collect();
        let measure = MEASURE.replace("GAMES", &serde_json::to_string(&games)?);
        files.push(("measure.html".to_owned(), PAGE.into()));
        files.push(("measure.js".to_owned(), measure.into()));
        files.push(("measuring.js".to_owned(), WORKER.into()));
        let runtime = tokio::runtime::Runtime::new()?;
        for (what, figure, unit) in runtime.block_on(self.measure(files))? {
            println!("{what:<44} {figure:>9.2} {unit}");
        }
        Ok(())
    }

    /// Serves the files until the page has posted its figures.
    async fn measure(&self, files: Vec<(String, Vec<u8>)>) -> Result<Vec<Figure>> {
        let (sender, mut posted) = mpsc::channel(1);
        let post = async move |Json(figures): Json<Vec<Figure>>| {
            // There is one page, and it posts once.
            let _ = sender.send(figures).await;
        };
        let site = Router::new()
            .route("/found", routing::post(post))
            .fallback(file)
            .with_state(Files::new(files));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let page = format!("http://{}/measure.html", listener.local_addr()?);
        let folder = tempfile::tempdir()?;
        let mut browser = browse(&self.browser, folder.path(), &page)?;
        let figures = tokio::select! {
            served = axum::serve(listener, site).into_future() => served.map(|()| None)?,
            figures = posted.recv() => figures,
        };
        browser.kill()?;
        browser.wait()?;
        figures.context("the page posted no figures")
    }
}

async fn file(State(files): State<Files>, uri: Uri) -> impl IntoResponse {
    let path = uri.path().trim_start_matches('/');
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let found = files.iter().find(|(known, _)| known == path);
    let response = found.map(|(_, bytes)| ([(header::CONTENT_TYPE, kind)], bytes.clone()));
    response.ok_or(StatusCode::NOT_FOUND)
}

fn browse(browser: &Path, folder: &Path, page: &str) -> Result<Child> {
    let mut command = Command::new(browser);
    command
        .args(["--headless", "--disable-gpu", "--no-first-run"])
        .args(["--disable-sync", "--disable-background-networking"])
        .arg("--disable-component-update")
        .arg(format!("--user-data-dir={}", folder.display()))
        .arg(page)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if rustix::process::geteuid().is_root() {
        // The sandbox of the browser refuses to run as root.
        command.arg("--no-sandbox");
    }
    Ok(command.spawn()?)
}
