//! The test tools themselves, each on a page with an error that it must find.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::json;

use crate::page::{Page, Screen};
use crate::waiting::until;

/// A page with this body and without a content security policy.
fn show(body: &str) -> Page {
    let page = Page::open("/");
    page.call("Page.setBypassCSP", json!({ "enabled": true }));
    page.reload();
    let body = json!(format!(
        "<title>A test</title><main><h1>A test</h1>{body}<p id=said></p></main>"
    ));
    page.eval(&format!("document.body.innerHTML = {body}"));
    page
}

/// The message of a failing assertion.
fn message<T>(fails: impl FnOnce() -> T) -> String {
    let panic = catch_unwind(AssertUnwindSafe(fails)).err();
    let panic = panic.expect("a failure");
    panic.downcast_ref::<String>().expect("a message").clone()
}

#[test]
#[ignore = "needs Chromium"]
fn mouse_keys_and_fingers_are_real() {
    let page = show("<button>Press</button><label>Name <input></label>");
    page.eval(
        "for (const kind of ['click', 'touchstart', 'keydown', 'input'])
            addEventListener(kind, (event) => said.textContent += `${kind} ${event.isTrusted}, `)",
    );
    page.click("button", "Press").sees("click true");
    page.fill("textbox", "Name", "Red");
    for key in ["a", " ", "1"] {
        page.press(key);
    }
    assert_eq!(page.value("Name"), "Reda 1");
    page.walk_to("Shift+Tab", "button", "Press");
    page.press("Enter").sees("keydown true, click true");
    page.resize(Screen::PHONE);
    page.tap("button", "Press");
    page.sees("touchstart true, click true");
    assert!(!page.text().contains("false"), "{}", page.text());
}

#[test]
#[ignore = "needs Chromium"]
fn nameless_and_covered_buttons_are_found_and_good_ones_pass() {
    show("<button>Press</button>").inspect("harness");
    let nameless = show("<button></button>");
    let found = message(|| nameless.inspect("harness-nameless"));
    assert!(found.contains("button-name"), "{found}");
    let cover = "<div style='position: fixed; inset: 0; background: white'></div>";
    let covered = show(&format!("<button>Press</button>{cover}"));
    let button = covered.find("button", "Press");
    assert_eq!(covered.place_of(&button), None);
}

#[test]
#[ignore = "needs Chromium"]
fn errors_and_requests_to_other_hosts_are_found() {
    let other = "another host: http://example.com/";
    for (script, error) in [
        ("console.error('so bad')", "so bad"),
        ("setTimeout(() => missing(), 0)", "missing is not defined"),
        ("Promise.reject(new Error('broken')); 0", "broken"),
        ("alert('boo')", "a dialog: alert boo"),
        ("fetch('/no/such/thing').then(() => 0)", "status of 404"),
        ("fetch('http://example.com/').catch(() => 0)", other),
        ("new WebSocket('ws://example.com/'); 0", other),
        ("new Image().src = 'http://example.com/'", other),
    ] {
        let page = show("");
        page.eval(script);
        until(script, || page.watch(|watch| watch.errors().pop()));
        let found = message(|| drop(page));
        assert!(found.contains(error), "{script}: {found}");
    }
}
