//! The page without a server: on a host of static files, offline, and embedded in other pages.

use std::sync::atomic::Ordering;

use quintet_games::Catalogue;
use serde_json::json;

use crate::files::Host;
use crate::page::{Page, Screen, counting};
use crate::sample_game::{SampleGame, standard};
use crate::server::Server;
use crate::waiting::wait;
use crate::watch::OUTAGE;

fn open(host: &Host, path: &str) -> Page {
    open_on(Screen::DESKTOP, host, path)
}

fn open_on(screen: Screen, host: &Host, path: &str) -> Page {
    let page = Page::open_at(screen, host.address(), path);
    // The browser logs that the host has no file for a screen, or does not respond.
    page.bear(&["status of 404", "net::ERR"]);
    page
}

/// Opens the home screen and waits until the page is installed.
fn installed(screen: Screen, host: &Host) -> Page {
    let page = open_on(screen, host, "/");
    page.has("heading", "Puzzle of the day");
    until_installed(&page);
    page
}

/// Waits for the first move of a level. The browser may have to solve the game first. Only each step of that has a time
/// limit.
#[track_caller]
fn until_level_moves(page: &Page) {
    let solved = || page.eval("document.querySelector('progress')?.value ?? 0");
    while page.moves().is_empty() {
        let before = solved();
        wait("the solution advances", || {
            solved() != before || !page.moves().is_empty()
        });
    }
}

fn until_installed(page: &Page) {
    page.eval("navigator.serviceWorker.ready.then(() => 0)");
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn a_folder_of_files_has_every_screen() {
        let host = Host::start();
        let page = open(&host, "/");
        page.has("heading", "Puzzle of the day");
        page.click("button", "New game options: *");
        page.sees("needs a server");
        assert!(page.all("radio", "Invite a friend").is_empty());
        page.inspect("site").click("button", "Done");
        let sample = SampleGame::of(standard("gridlock"));
        page.go(&sample.address(0));
        page.play(&sample, 0..sample.moves.len());
        page.sees(&sample.ending());
        page.click("link", "Review the game");
        page.has("button", "Better line");
        page.click("link", "Quintet");
        page.has("heading", "Puzzle of the day");
        page.go("/learn/gridlock").has("heading", "Learn Gridlock");
        page.go("/rules/gridlock").has("heading", "Gridlock");
        page.go("/puzzles").sees("Find the only winning move.");
        // A link into the folder opens its screen.
        let address = sample.address(2);
        page.go(&address).sees_moves(&sample.moves[..2]);
        assert_eq!(page.path(), format!("/some/where{address}"));
        page.reload().sees_moves(&sample.moves[..2]);
        assert_eq!(page.questions(), Vec::<String>::new());
        // The host has no other folder.
        page.bear(&["another host"]);
        page.go(&host.address().replace("/some/where", "/else/where"));
        page.sees("Page not found.");
    }

    #[test]
    #[ignore = "needs Chromium"]
    fn a_level_replies_in_every_game_on_a_phone_offline() {
        let host = Host::start();
        let page = installed(Screen::PHONE, &host);
        host.is_away.store(true, Ordering::Relaxed);
        page.reload().has("heading", "Puzzle of the day");
        for listing in Catalogue::STANDARD.iter() {
            let (id, size) = (listing.id, listing.standard().size());
            page.go(&format!("/play/{id}/{size}?p1=easy"));
            until_level_moves(&page);
            page.has("button", "Values");
        }
        page.inspect("site-phone");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_works_offline_after_the_first_visit() {
    let mut server = Server::start(&[]);
    let page = Page::open_at(Screen::DESKTOP, server.address(""), "/");
    page.until_module();
    until_installed(&page);
    server.kill();
    page.bear(&OUTAGE);
    let sample = SampleGame::of(standard("gridlock"));
    page.go(&sample.address(0));
    page.play(&sample, 0..2);
    page.click("button", "Values")
        .has_some("gridcell", "* in *");
    page.reload().sees_moves(&sample.moves[..2]);
    assert_eq!(page.path(), sample.address(2));
}

#[test]
#[ignore = "needs Chromium"]
fn a_new_version_waits_for_consent_and_then_updates_all_windows() {
    let host = Host::start();
    let sample = SampleGame::of(standard("gridlock"));
    let page = installed(Screen::DESKTOP, &host);
    page.go(&sample.address(0));
    page.play(&sample, 0..1);
    let other = page.second_window("/play/adjacency-block/10");
    other.bear(&["status of 404"]);
    other.sees("to move.");
    // Another version of the page is published during a game.
    host.change("style/page.css", "\n", "\n/* new */\n");
    host.change("service.js", "const VERSION = \"", "const VERSION = \"0");
    page.eval(
        "navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => 0)",
    );
    for window in [&page, &other] {
        window.sees("A new version is available.");
    }
    page.play(&sample, 1..2);
    page.click("link", "Rules").has("heading", "Gridlock");
    let css = "fetch('/some/where/style/page.css').then((found) => found.text()).then((text) => text.includes('/* new */'))";
    assert_eq!(page.eval(css), false, "the old version is used as a whole");
    page.go(&sample.address(2));
    for window in [&page, &other] {
        window.mark_old();
    }
    page.click("button", "Update");
    for window in [&page, &other] {
        window.until_new();
        window.sees("to move.");
    }
    page.sees_moves(&sample.moves[..2]);
    assert_eq!(page.eval(css), true);
}

/// The names of the stored files of tables, and the number of tables in the cache.
const STORED: &str = "Promise.all([
    navigator.storage.getDirectory()
        .then((root) => root.getDirectoryHandle('tables'))
        .then((folder) => Array.fromAsync(folder.keys())),
    caches.open('tables').then((cache) => cache.keys()).then((keys) => keys.length),
])";

/// Runs a script at the start of the one that stores tables.
fn break_storage(host: &Host, script: &str) {
    let start = "const FOLDER = \"tables\";";
    host.change("module/tables.js", start, &format!("{start} {script}"));
}

#[test]
#[ignore = "needs Chromium"]
fn a_table_is_stored_and_read_again() {
    let host = Host::start();
    // The host does not have to know the content type of WebAssembly.
    host.is_old.store(true, Ordering::Relaxed);
    let page = open(&host, "/play/grid-runner/5x5?p1=perfect");
    until_level_moves(&page);
    assert_eq!(page.eval(STORED), json!([["grid-runner-5x5.table"], 0]));
    page.run_first(&counting("Worker"));
    page.reload().until_moves(1);
    page.click("button", "Values").sees("wins");
    assert_eq!(page.eval("made"), 1, "nothing is computed");
}

#[test]
#[ignore = "needs Chromium"]
fn a_table_that_cannot_be_stored_as_a_file_goes_to_the_cache_or_is_computed_again() {
    let full = "throw new DOMException('full', 'QuotaExceededError')";
    let host = Host::start();
    let no_files = format!("FileSystemSyncAccessHandle.prototype.flush = () => {{ {full}; }};");
    break_storage(&host, &no_files);
    let page = open(&host, "/play/matrix-isolation/4x4?p1=perfect");
    until_level_moves(&page);
    assert_eq!(page.eval(STORED), json!([[], 1]));

    let host = Host::start();
    let refused = "navigator.storage.getDirectory = () => Promise.reject(new Error('refused'));";
    let no_cache = format!("{refused} caches.open = async () => {{ {full}; }};");
    break_storage(&host, &no_cache);
    let page = open(&host, "/");
    page.run_first(&format!(
        "{refused} Object.defineProperty(window, 'caches', {{ get() {{ throw new Error('refused') }} }});
        Object.defineProperty(navigator, 'serviceWorker', {{ value: undefined }});"
    ));
    page.go("/play/matrix-isolation/4x4?p1=perfect");
    until_level_moves(&page);
    page.reload().until_moves(1);
}

#[test]
#[ignore = "needs Chromium"]
fn a_request_that_hangs_is_refused() {
    let host = Host::start();
    let page = open(&host, "/");
    // Only the time limit of an ignored request ends at once.
    page.run_first(
        "{
            const Real = Worker;
            let isSwallowed = false;
            window.Worker = class extends Real {
                postMessage(data, ...all) {
                    isSwallowed = data.path === '/analyze';
                    if (!isSwallowed) super.postMessage(data, ...all);
                }
            };
            const later = setTimeout;
            window.setTimeout = (act, wait, ...all) =>
                later(act, isSwallowed && wait === 60_000 ? 0 : wait, ...all);
        }",
    );
    page.go("/play/gridlock/4x4").sees("to move.");
    page.click("button", "Values");
    page.sees("This took too long in your browser.");
    page.touch("(2,2)").sees_moves(&["2 2".to_owned()]);
}

#[test]
#[ignore = "needs Chromium"]
fn only_a_position_can_be_embedded_in_another_page() {
    let (server, host) = (Server::shared(), Host::start());
    let sample = SampleGame::of(standard("gridlock"));
    let embedded = sample.address(3);
    let embedded = embedded.replace("/play/gridlock/4x4?", "/embed.html?game=gridlock&size=4x4&");
    for (name, path) in [("other.html", &*embedded), ("refused.html", "/")] {
        let frame = format!(
            "<iframe width=400 height=600 src='{}'></iframe>",
            server.address(path)
        );
        host.write(
            name,
            &format!("<!doctype html><title>Another</title>{frame}"),
        );
    }
    let origin = host.address().replace("/some/where", "");
    let page = Page::open_at(Screen::DESKTOP, origin, "/other.html");
    page.bear(&[
        "another host",
        "status of 404",
        "Refused to frame",
        "frame-ancestors",
    ]);
    let inner = || {
        let tree = page.call("Page.getFrameTree", json!({}));
        let frame = &tree["frameTree"]["childFrames"][0]["frame"];
        frame["url"].as_str().unwrap_or_default().to_owned()
    };
    wait("the frame is loaded", || {
        inner() == server.address(&embedded)
    });
    page.go("/refused.html");
    wait("the frame is refused", || {
        inner().starts_with("chrome-error")
    });
    let alone = Page::open(&embedded);
    alone.sees("Gridlock 4x4");
    alone.click("button", "Back").has("gridcell", "(3,4), X*");
    alone.inspect("embed");
    alone.go("/embed.html").click("link", "Gridlock");
    alone.has("heading", "Gridlock 4x4");
    let of_files = open(&host, &embedded);
    of_files.sees("Gridlock 4x4").has("link", "Open");
}
