//! The page without a server: from a host of static files, without a network, and as a part of other pages.

use quintet_catalogue::catalogue;
use serde_json::json;

use crate::course::{Course, standard};
use crate::files::Host;
use crate::page::{Page, Screen};
use crate::patience::until;
use crate::server::Server;
use crate::watch::Watch;

fn open(host: &Host, path: &str) -> Page {
    open_on(Screen::DESKTOP, host, path)
}

fn open_on(screen: Screen, host: &Host, path: &str) -> Page {
    let page = Page::open_at(screen, host.address(), path);
    // The browser itself notes that the host knows no screen, and that it does not answer.
    page.watch(|watch| watch.bear("status of 404"));
    page.watch(|watch| watch.bear("net::ERR"));
    page
}

/// Waits until the page is installed.
fn until_installed(page: &Page) {
    page.eval("navigator.serviceWorker.ready.then(() => 0)");
}

#[test]
#[ignore = "needs Chromium"]
fn a_folder_of_files_has_every_screen() {
    let host = Host::start();
    let page = open(&host, "/");
    page.find("heading", "Puzzle of the day");
    page.sees("need a server");
    assert!(page.all("radio", "A friend by link").is_empty());
    page.inspect("site");
    let course = Course::of(standard("gridlock"));
    page.go(&course.address(0));
    page.play(&course, 0..course.moves.len());
    page.sees(&course.ending());
    page.click("link", "Review the game");
    page.find("button", "Better line");
    page.click("link", "Quintet");
    page.find("heading", "Puzzle of the day");
    page.go("/learn/gridlock");
    page.find("heading", "Learn Gridlock");
    page.go("/rules/gridlock");
    page.find("heading", "Gridlock");
    page.go("/puzzles");
    page.sees("One move alone keeps the win.");
    assert_eq!(page.questions(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium"]
fn a_link_into_a_folder_of_files_leads_to_its_screen() {
    let host = Host::start();
    let course = Course::of(standard("gridlock"));
    let page = open(&host, "/");
    let address = course.address(2);
    page.go(&address);
    page.sees_moves(&course.moves[..2]);
    assert_eq!(page.path(), format!("/some/where{address}"));
    page.reload();
    page.sees_moves(&course.moves[..2]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_host_that_does_not_know_the_type_of_the_module_will_do() {
    let host = Host::start();
    host.set_old(true);
    let page = open(&host, "/play/gridlock/4x4?p1=easy");
    page.until_moves(1);
}

#[test]
#[ignore = "needs Chromium"]
fn an_address_beside_the_site_says_that_nothing_is_there() {
    let host = Host::start();
    let page = open(&host, "/");
    page.find("heading", "Puzzle of the day");
    page.watch(|watch| watch.bear("another host"));
    page.go(&host.address().replace("/some/where", "/else/where"));
    page.sees("There is no such page here.");
}

#[test]
#[ignore = "needs Chromium"]
fn a_level_replies_in_every_game_on_a_phone_without_a_network() {
    let host = Host::start();
    let page = open_on(Screen::PHONE, &host, "/");
    page.find("heading", "Puzzle of the day");
    until_installed(&page);
    host.set_away(true);
    page.reload();
    page.find("heading", "Puzzle of the day");
    for listing in catalogue() {
        let variant = listing.standard();
        page.go(&format!("/play/{}/{}?p1=easy", listing.id, variant.size()));
        page.until_moves(1);
        page.find("button", "Values");
    }
    page.inspect("site-phone");
}

#[test]
#[ignore = "needs Chromium"]
fn a_server_that_is_away_is_not_missed_after_the_first_visit() {
    let mut server = Server::start();
    let page = Page::open(&server, "/");
    page.until_module();
    until_installed(&page);
    server.kill();
    page.watch(Watch::bear_outage);
    let course = Course::of(standard("gridlock"));
    page.go(&course.address(0));
    page.play(&course, 0..2);
    page.click("button", "Values");
    page.sees_moves(&course.moves[..2]);
    page.reload();
    page.sees_moves(&course.moves[..2]);
    assert_eq!(page.path(), course.address(2));
}

#[test]
#[ignore = "needs Chromium"]
fn a_new_version_waits_until_it_is_wanted() {
    let host = Host::start();
    let course = Course::of(standard("gridlock"));
    let page = open(&host, "/");
    page.find("heading", "Puzzle of the day");
    until_installed(&page);
    page.go(&course.address(0));
    page.play(&course, 0..1);
    // Another version of the page is put there, while a game is on.
    host.change("style/page.css", "\n", "\n/* new */\n");
    host.change("service.js", "const VERSION = \"", "const VERSION = \"0");
    page.eval(
        "navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => 0)",
    );
    page.sees("A new version is ready.");
    page.play(&course, 1..2);
    page.click("link", "Rules");
    page.find("heading", "Gridlock");
    let css = "fetch('/some/where/style/page.css').then((found) => found.text()).then((text) => text.includes('/* new */'))";
    assert_eq!(page.eval(css), false, "the old version is used as a whole");
    page.go(&course.address(2));
    page.eval("window.isOld = true");
    page.click("button", "Use it");
    until("the new version is used", || {
        (page.eval("window.isOld ?? false") == false).then_some(())
    });
    page.sees_moves(&course.moves[..2]);
    assert_eq!(page.eval(css), true);
}

#[test]
#[ignore = "needs Chromium"]
fn a_new_version_is_used_in_all_windows_at_once() {
    let host = Host::start();
    let page = open(&host, "/");
    page.find("heading", "Puzzle of the day");
    until_installed(&page);
    page.go("/play/gridlock/4x4");
    let other = page.beside("/play/adjacency-block/10");
    other.watch(|watch| watch.bear("status of 404"));
    for window in [&page, &other] {
        window.sees("to move.");
        window.eval("window.isOld = true");
    }
    host.change("service.js", "const VERSION = \"", "const VERSION = \"0");
    page.eval(
        "navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => 0)",
    );
    for window in [&page, &other] {
        window.sees("A new version is ready.");
    }
    page.click("button", "Use it");
    for window in [&page, &other] {
        until("the new version is used", || {
            (window.eval("window.isOld ?? false") == false).then_some(())
        });
        window.sees("to move.");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_file_that_could_not_be_written_does_not_hide_the_table() {
    let host = Host::start();
    host.change(
        "module/tables.js",
        "const FOLDER = \"tables\";",
        "const FOLDER = \"tables\";
         FileSystemSyncAccessHandle.prototype.flush = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    );
    let page = open(&host, "/play/matrix-isolation/4x4?p1=perfect");
    page.until_moves(1);
    let kept = "Promise.all([
        navigator.storage.getDirectory()
            .then((root) => root.getDirectoryHandle('tables'))
            .then((folder) => Array.fromAsync(folder.keys())),
        caches.open('tables').then((cache) => cache.keys()).then((keys) => keys.length),
    ])";
    assert_eq!(page.eval(kept), json!([[], 1]));
}

#[test]
#[ignore = "needs Chromium"]
fn a_question_that_does_not_end_is_refused_in_words() {
    let host = Host::start();
    let page = open(&host, "/");
    // Patience ends at once with what is swallowed, and with nothing else however slow the machine is.
    let mute = "{
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
    }";
    page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": mute }),
    );
    page.go("/play/gridlock/4x4");
    page.sees("to move.");
    page.click("button", "Values");
    page.sees("This question takes too long in this browser.");
    page.touch("2 2");
    page.sees_moves(&["2 2".to_owned()]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_table_is_kept_and_read_again() {
    let host = Host::start();
    let page = open(&host, "/play/grid-runner/5x5?p1=perfect");
    page.until_moves(1);
    let names = "navigator.storage.getDirectory()
        .then((root) => root.getDirectoryHandle('tables'))
        .then((folder) => Array.fromAsync(folder.keys()))";
    assert_eq!(page.eval(names), json!(["grid-runner-5x5.table"]));
    let workers = "window.hired = 0; { const Real = Worker;
        window.Worker = class extends Real { constructor(...all) { super(...all); hired += 1; } }; }";
    page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": workers }),
    );
    page.reload();
    page.until_moves(1);
    page.click("button", "Values");
    page.sees("wins");
    assert_eq!(page.eval("hired"), 1, "nothing is computed");
}

#[test]
#[ignore = "needs Chromium"]
fn a_browser_that_keeps_nothing_computes_again() {
    let host = Host::start();
    let page = open(&host, "/");
    let refuse = "navigator.storage.getDirectory = () => Promise.reject(new Error('refused'));
        Object.defineProperty(window, 'caches', { get() { throw new Error('refused') } });
        Object.defineProperty(navigator, 'serviceWorker', { value: undefined });";
    page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": refuse }),
    );
    host.change(
        "module/tables.js",
        "const FOLDER = \"tables\";",
        "const FOLDER = \"tables\"; navigator.storage.getDirectory = () => Promise.reject(new Error('refused'));
         caches.open = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));",
    );
    page.go("/play/matrix-isolation/4x4?p1=perfect");
    page.until_moves(1);
    page.reload();
    page.until_moves(1);
}

#[test]
#[ignore = "needs Chromium"]
fn a_position_is_shown_inside_another_page_and_nothing_else_is() {
    let server = Server::start();
    let host = Host::start();
    let course = Course::of(standard("gridlock"));
    let embedded = course
        .address(3)
        .replace("/play/gridlock/4x4?", "/embed.html?game=gridlock&size=4x4&");
    let framed = |address: &str| {
        format!(
            "<!doctype html><title>Another</title><iframe width=400 height=600 src='{address}'></iframe>"
        )
    };
    host.write("other.html", &framed(&server.address(&embedded)));
    host.write("refused.html", &framed(&server.address("/")));
    let page = Page::open_at(
        Screen::DESKTOP,
        host.address().replace("/some/where", ""),
        "/other.html",
    );
    page.watch(|watch| watch.bear("another host"));
    page.watch(|watch| watch.bear("status of 404"));
    let inner = || {
        page.call("Page.getFrameTree", json!({}))["frameTree"]["childFrames"][0]["frame"].clone()
    };
    until("the frame is loaded", || {
        (inner()["url"] == server.address(&embedded)).then_some(())
    });
    page.go("/refused.html");
    page.watch(|watch| watch.bear("Refused to frame"));
    page.watch(|watch| watch.bear("frame-ancestors"));
    until("the frame is refused", || {
        inner()["url"]
            .as_str()?
            .starts_with("chrome-error")
            .then_some(())
    });
    let alone = Page::open(&server, &embedded);
    alone.sees("Gridlock 4x4");
    alone.click("button", "Back");
    alone.find("gridcell", "3 4, X*");
    alone.inspect("embed");
    let of_files = open(&host, &embedded);
    of_files.sees("Gridlock 4x4");
    of_files.find("link", "Open");
}
