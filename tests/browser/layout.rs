//! The size of the board, stable layout, and the weight of the page.

use quintet_games::Catalogue;
use serde_json::Value;

use crate::page::{Page, Screen};
use crate::sample_game::SampleGame;

/// Returns left, top, width and height of an element.
fn place(page: &Page, selector: &str) -> [f64; 4] {
    let place = page.eval(&format!(
        "(({{ left, top, width, height }}) => [left, top, width, height])
            (document.querySelector('{selector}').getBoundingClientRect())"
    ));
    [0, 1, 2, 3].map(|n| place[n].as_f64().expect("a number"))
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn a_refused_cell_is_explained_and_nothing_below_the_board_moves() {
        for screen in Screen::USUAL {
            let page = Page::open_on(screen, "/");
            for listing in Catalogue::STANDARD.iter() {
                let sample = SampleGame::of(listing.standard());
                let ply = sample.moves.len() - 1;
                let (cell, reason) = sample.refused_cell();
                page.go(&sample.address(ply));
                page.sees_moves(&sample.moves[..ply]);
                let places = || {
                    page.eval("scrollTo(0, 0)");
                    [place(&page, ".board"), place(&page, ".bar")]
                };
                let before = places();
                page.touch(&cell).sees(&reason);
                assert_eq!(places(), before, "{} {reason}", listing.id);
                page.sees_moves(&sample.moves[..ply]);
                if listing.id == "gridlock" {
                    page.click("button", "Values")
                        .has_some("gridcell", "* in *");
                    assert_eq!(places(), before, "values");
                }
            }
        }
    }

    #[test]
    #[ignore = "needs Chromium"]
    fn the_board_fills_the_screen() {
        for (screen, share) in [
            (Screen::LARGE, 0.85),
            (Screen::DESKTOP, 0.85),
            (Screen::TABLET, 0.9),
            (Screen::PHONE, 0.9),
            (Screen::SIDEWAYS, 0.85),
        ] {
            let page = Page::open_on(screen, "/");
            for listing in Catalogue::STANDARD.iter() {
                let sample = SampleGame::of(listing.standard());
                page.go(&sample.address(2)).sees_moves(&sample.moves[..2]);
                let name = format!("look-{}-{}", screen.name, listing.id);
                let [left, top, width, height] = place(&page, ".board");
                let (wide, high) = (f64::from(screen.width), f64::from(screen.height));
                assert!(
                    left >= 0.0 && left + width <= wide,
                    "{name}: {left}, {width}"
                );
                // A row is as wide as it can be, a square as large as the shorter side.
                if listing.standard().size().rows > 1 {
                    let used = (width / wide).max(height / high);
                    assert!(used >= share, "{name}: {width}x{height}");
                    assert!(top + height <= high, "{name}: in view");
                }
                if screen.name == Screen::SIDEWAYS.name {
                    assert!(top < 48.0, "{name}: the board begins at {top}");
                }
                page.inspect(&name);
            }
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_first_load_is_at_most_130_kilobytes_with_the_typefaces() {
    for address in ["/", "/play/gridlock/4x4"] {
        let page = Page::open(address);
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
        let is_small = sum > 50_000 && sum <= 130_000;
        assert!(is_small, "{address}: {sum} in {first:?}");
        // The module is requested after everything that the screen needs.
        let is_needed = |one: &&&Value| {
            let path = one[0].as_str().expect("a string");
            path.starts_with("/app/") || path.starts_with("/api/")
        };
        for module in module {
            for needed in first.iter().filter(is_needed) {
                assert!(module[2].as_f64() >= needed[3].as_f64(), "{all:?}");
            }
        }
        for name in ["/type/figtree.woff2", "/type/fraunces.woff2"] {
            assert!(first.iter().any(|one| one[0] == name), "{name}");
        }
    }
}
