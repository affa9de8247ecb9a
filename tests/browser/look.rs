//! The board rules its screen, nothing jumps, and the page is light.

use quintet_catalogue::catalogue;
use serde_json::Value;

use crate::course::Course;
use crate::page::{Page, Screen};
use crate::server::Server;

/// The place of something on the screen: left, top, width, height.
fn place(page: &Page, selector: &str) -> [f64; 4] {
    let found = page.eval(&format!(
        "(({{ left, top, width, height }}) => [left, top, width, height])
            (document.querySelector('{selector}').getBoundingClientRect())"
    ));
    let numbers: Vec<f64> = found
        .as_array()
        .expect("a place")
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    numbers.try_into().expect("four numbers")
}

#[test]
#[ignore = "needs Chromium"]
fn the_board_takes_the_room_that_a_screen_gives() {
    let server = Server::start();
    for (screen, name, share) in [
        (Screen::LARGE, "large", 0.85),
        (Screen::DESKTOP, "desktop", 0.85),
        (Screen::TABLET, "tablet", 0.9),
        (Screen::PHONE, "phone", 0.9),
        (Screen::SIDEWAYS, "sideways", 0.85),
    ] {
        for listing in catalogue() {
            let course = Course::of(listing.standard());
            let page = Page::open_on(screen, &server, &course.address(2));
            page.sees_moves(&course.moves[..2]);
            let [left, top, width, height] = place(&page, ".board");
            let (wide, high) = (f64::from(screen.width), f64::from(screen.height));
            assert!(
                left >= 0.0 && left + width <= wide,
                "{name}: {left} {width}"
            );
            // A row is as wide as it can be, a square as large as the shorter side.
            let is_row = listing.standard().size().rows == 1;
            if !is_row {
                let used = (width / wide).max(height / high);
                assert!(used >= share, "{} {name}: {width}x{height}", listing.id);
                assert!(top + height <= high, "{} {name}: in view", listing.id);
            }
            if name == "sideways" {
                assert!(top < 40.0, "the board begins at {top}");
            }
            page.inspect(&format!("look-{name}-{}", listing.id));
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn nothing_below_the_board_moves_while_a_move_is_made() {
    let server = Server::start();
    for screen in [
        Screen::DESKTOP,
        Screen::PHONE,
        Screen::TABLET,
        Screen::SIDEWAYS,
    ] {
        let page = Page::open_on(screen, &server, "/play/gridlock/4x4?p2=easy&moves=2-2+3-3");
        page.find("gridcell", "1 1, *");
        let before = [place(&page, ".board"), place(&page, ".bar")];
        // A refusal is longer than what is usually said.
        page.touch("2 3");
        page.find("gridcell", "3 3, O*, in the way*");
        page.click("button", "Values");
        page.find("gridcell", "1 1, * in *");
        page.eval("scrollTo(0, 0)");
        assert_eq!(before, [place(&page, ".board"), place(&page, ".bar")]);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_first_load_is_at_most_120_kilobytes_with_the_typefaces() {
    let server = Server::start();
    for address in ["/", "/play/gridlock/4x4"] {
        let page = Page::open(&server, address);
        page.find_which("heading", "*", |heading| heading.property("level") == 1);
        page.eval("document.fonts.ready.then(() => 0)");
        let all = page.eval(
            "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
                .map(({ name, transferSize, startTime, responseEnd }) =>
                    [new URL(name).pathname, transferSize, startTime, responseEnd])",
        );
        let all = all.as_array().expect("a list");
        let is_module = |one: &&Value| one[0] == "/module/quintet_bg.wasm";
        let (module, first): (Vec<_>, Vec<_>) = all.iter().partition(is_module);
        let sum: u64 = first.iter().filter_map(|one| one[1].as_u64()).sum();
        assert!(
            sum > 50_000 && sum <= 120_000,
            "{address}: {sum} in {first:?}"
        );
        // The module may be there already, but is asked for after all that the screen needs has come.
        let is_needed = |one: &&&Value| {
            let path = one[0].as_str().expect("a text");
            path.starts_with("/app/") || path.starts_with("/api/")
        };
        for module in module {
            for needed in first.iter().filter(is_needed) {
                assert!(module[2].as_f64() >= needed[3].as_f64(), "{all:?}");
            }
        }
        let is_loaded = |name: &str| first.iter().any(|one| one[0] == name);
        assert!(is_loaded("/type/figtree.woff2") && is_loaded("/type/fraunces.woff2"));
    }
}
