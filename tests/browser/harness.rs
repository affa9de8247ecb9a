//! The tools of these tests, each on a page on which it must notice something.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::json;

use crate::page::{Page, Screen};
use crate::patience::until;
use crate::server::Server;

/// A page whose body is this, on which scripts may do what ours may not.
fn show(server: &Server, body: &str) -> Page {
    let page = Page::open(server, "/");
    page.call("Page.setBypassCSP", json!({ "enabled": true }));
    page.reload();
    let body = json!(format!(
        "<title>A test</title><main><h1>A test</h1>{body}<p id=said></p></main>"
    ));
    page.eval(&format!("document.body.innerHTML = {body}"));
    page
}

/// What goes wrong when a page is closed.
fn fault_of(page: Page) -> String {
    let closed = catch_unwind(AssertUnwindSafe(|| drop(page)));
    let fault = closed.expect_err("the page is not as it should be");
    fault.downcast_ref::<String>().expect("a message").clone()
}

#[test]
#[ignore = "needs Chromium"]
fn mouse_keys_and_fingers_are_real() {
    let server = Server::start();
    let page = show(&server, "<button>Press</button><label>Name <input></label>");
    page.eval(
        "for (const kind of ['click', 'touchstart', 'keydown', 'input'])
            addEventListener(kind, (event) => said.textContent += `${kind} ${event.isTrusted}, `)",
    );
    page.click("button", "Press");
    page.sees("click true");
    page.fill("textbox", "Name", "Red");
    page.type_text("a 1");
    assert_eq!(page.eval("document.querySelector('input').value"), "Reda 1");
    page.walk_to("Shift+Tab", "button", "Press");
    page.press("Enter");
    page.sees("keydown true, click true");
    page.resize(Screen::PHONE);
    page.tap("button", "Press");
    page.sees("touchstart true, click true");
    assert!(!page.text().contains("false"), "{}", page.text());
}

#[test]
#[ignore = "needs Chromium"]
fn a_picture_is_a_picture_and_a_good_screen_is_accessible() {
    let server = Server::start();
    let page = show(&server, "<button>Press</button>");
    page.inspect("harness");
}

#[test]
#[ignore = "needs Chromium"]
fn axe_notices_a_button_without_a_name() {
    let server = Server::start();
    let page = show(&server, "<button></button>");
    let found = catch_unwind(AssertUnwindSafe(|| page.inspect("harness-nameless")));
    let found = found.expect_err("the button has no name");
    let found = found.downcast_ref::<String>().expect("a message");
    assert!(found.contains("button-name"), "{found}");
}

#[test]
#[ignore = "needs Chromium"]
fn errors_and_requests_to_other_hosts_are_noticed() {
    let server = Server::start();
    for (script, fault) in [
        ("console.error('so bad')", "so bad"),
        ("setTimeout(() => missing(), 0)", "missing is not defined"),
        (
            "Promise.reject(new Error('a broken promise')); 0",
            "a broken promise",
        ),
        ("alert('boo')", "a dialog: alert boo"),
        ("fetch('/no/such/thing').then(() => 0)", "status of 404"),
        (
            "fetch('http://example.com/').catch(() => 0)",
            "another host: http://example.com/",
        ),
        (
            "new WebSocket('ws://example.com/'); 0",
            "another host: http://example.com/",
        ),
        (
            "new Image().src = 'http://example.com/a.png'",
            "another host: http://example.com/a.png",
        ),
    ] {
        let page = show(&server, "");
        page.eval(script);
        until(script, || page.watch(|watch| watch.faults().pop()));
        let found = fault_of(page);
        assert!(found.contains(fault), "{script}: {found}");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_covered_button_is_not_clicked() {
    let server = Server::start();
    let page = show(
        &server,
        "<button>Press</button><div style='position: fixed; inset: 0; background: white'></div>",
    );
    let button = page.find("button", "Press");
    assert_eq!(page.place_of(&button), None);
}
