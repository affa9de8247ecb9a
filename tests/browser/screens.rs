//! Small screens, large text, both themes, and reduced motion.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use quintet_games::Catalogue;
use serde_json::json;

use crate::page::{Page, Screen};
use crate::sample_game::{SampleGame, standard};
use crate::server::Server;
use crate::waiting::wait;
use crate::watch::OUTAGE;

/// The address of every screen but that of a game between people.
fn addresses() -> Vec<String> {
    let sample = SampleGame::of(standard("grid-runner"));
    let whole = sample.address(sample.moves.len());
    let [review, explore] = ["/review/", "/explore/"].map(|screen| whole.replace("/play/", screen));
    let mistakes = format!("{review}&learn=1");
    let mut all = vec!["/".to_owned(), review, mistakes, explore, whole];
    let others = [
        "/puzzles",
        "/rush",
        "/games",
        "/rules",
        "/learn/gridlock/mirror",
    ];
    all.extend(others.map(str::to_owned));
    for listing in Catalogue::STANDARD.iter() {
        let (id, size) = (listing.id, listing.standard().size());
        all.push(format!("/rules/{id}"));
        all.push(format!("/play/{id}/{size}"));
        all.push(format!("/puzzles/{id}/{size}?seed=1"));
        all.push(format!("/puzzles/beat/{id}/{size}?seed=1"));
    }
    all
}

/// Asserts that nothing is wider than the screen.
#[track_caller]
fn assert_fits(page: &Page, address: &str) {
    page.find_which("heading", "*", |heading| heading.property("level") == 1);
    // A phone scales a page that is too wide, so compare with the width of the phone.
    let widths = page.eval(
        "(({ scrollWidth, clientWidth }) => [scrollWidth, Math.min(screen.width, clientWidth)])
            (document.documentElement)",
    );
    let wide = page.eval(
        "[...document.querySelectorAll('main *')]
            .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth)
            .filter((one) => !one.closest('.scroll, .unseen, svg'))
            .map((one) => one.outerHTML.slice(0, 120)).slice(0, 3)",
    );
    let fits = widths[0].as_u64() <= widths[1].as_u64();
    assert!(fits, "{address}: {widths} because of {wide:#}");
}

#[test]
#[ignore = "needs Chromium"]
fn a_page_that_does_not_fit_is_found() {
    for screen in [Screen::PHONE, Screen::ENLARGED] {
        let page = Page::open_on(screen, "/");
        page.has("button", "Play Gridlock");
        page.eval("document.querySelector('main h1').style.minWidth = `${screen.width}px`");
        let noticed = catch_unwind(AssertUnwindSafe(|| assert_fits(&page, "/")));
        noticed.expect_err("the heading is too wide");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_whole_game_on_a_phone_by_touch() {
    for game in ["matrix-isolation", "adjacency-block"] {
        let sample = SampleGame::of(standard(game));
        let page = Page::open_on(Screen::PHONE, &sample.address(0));
        for ply in 0..sample.moves.len() {
            for cell in sample.touches(ply) {
                page.tap("gridcell", &format!("{cell}, *"));
            }
            page.sees_moves(&sample.moves[..=ply]);
        }
        page.sees(&sample.ending());
        assert_fits(&page, game);
        page.inspect(&format!("phone-play-{game}"));
    }
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn an_unknown_address_is_reported() {
        let page = Page::open("/play/no-such-game/4x4");
        page.sees("Unknown game: no-such-game");
        page.inspect("nowhere");
        page.bear(&["status of 404", "status of 422"]);
        for address in [
            "/nope",
            "/games/1",
            "/game",
            "/game/nothing-here",
            "/play/%E0%A4%A/4x4",
            "/play/gridlock/99x99",
            "/play/gridlock/4x4?moves=9-9",
        ] {
            page.go(address).has("heading", "Something went wrong");
            page.click("link", "All games");
            page.has("heading", "Five tiny strategy games, every one solved.");
        }
        assert_eq!(page.eval("document.title"), json!("Quintet"));
        // Incomplete addresses and unknown values have defaults.
        for (address, heading) in [
            ("/play", "Five tiny strategy games, every one solved."),
            ("/puzzles", "Puzzle of the day: *"),
            ("/games", "Your games"),
            ("/play/gridlock/4x4?p2=genius", "Gridlock 4x4"),
            ("/rules", "Rules"),
        ] {
            page.go(address).has("heading", heading);
        }
        page.inspect("rules-overview");
        page.click("link", "Rules of Gridlock");
        page.has("heading", "Examples");
    }

    #[test]
    #[ignore = "needs Chromium"]
    fn every_screen_can_be_enlarged_four_times_without_scrolling_sideways() {
        let page = Page::open_on(Screen::ENLARGED, "/");
        for address in addresses() {
            page.go(&address);
            assert_fits(&page, &address);
        }
        page.go("/play/gridlock/8x8");
        assert_fits(&page, "the largest board");
        page.shot("enlarged");
    }

    #[test]
    #[ignore = "needs Chromium"]
    fn every_screen_fits_small_devices() {
        for screen in [Screen::PHONE, Screen::TABLET, Screen::SIDEWAYS] {
            let page = Page::open_on(screen, "/");
            let mut inspected = HashSet::new();
            for address in addresses() {
                page.go(&address);
                assert_fits(&page, &address);
                // The games differ in their boards, which are inspected elsewhere.
                let kind = address.split('/').nth(1).expect("a slash").to_owned();
                let is_inspected = kind.is_empty() || screen.name == Screen::PHONE.name;
                if is_inspected && inspected.insert(kind.clone()) {
                    let kind = if kind.is_empty() { "start" } else { &kind };
                    page.inspect(&format!("{}-{kind}", screen.name));
                }
            }
            page.go("/puzzles?day=2026-11-15");
            page.sees("Find the only winning move.");
            page.inspect(&format!("{}-puzzle-of-a-day", screen.name));
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_theme_follows_the_system_or_the_person() {
    let page = Page::open("/");
    let is_dark = || {
        let brightness = "getComputedStyle(document.documentElement).backgroundColor
            .match(/\\d+/g).slice(0, 3).reduce((sum, one) => sum + Number(one), 0)";
        page.eval(brightness).as_u64().expect("a number") < 300
    };
    assert!(!is_dark());
    page.prefer("dark", "reduce");
    assert!(is_dark());
    page.click("button", "Theme: system");
    assert!(!is_dark(), "the person wishes it light");
    page.click("button", "Theme: light");
    page.prefer("light", "reduce");
    page.reload();
    wait("it is still dark", is_dark);
    page.click("button", "Theme: dark");
    assert!(!is_dark(), "as the system again");
}

#[test]
#[ignore = "needs Chromium"]
fn reduced_motion_stops_all_animations() {
    let sample = SampleGame::of(standard("matrix-isolation"));
    let count = |motion: &str| {
        let page = Page::open("/");
        page.prefer("light", motion);
        page.go(&sample.address(0));
        page.eval(
            "window.moved = 0;
             addEventListener('animationstart', (event) => moved += event.elapsedTime >= 0);
             const old = Element.prototype.animate;
             Element.prototype.animate = function (...all) {
                moved += 1;
                return old.apply(this, all);
             }; 0",
        );
        page.play(&sample, 0..2).sees_position(&sample, 2);
        page.eval("moved").as_u64().expect("a number")
    };
    assert!(count("no-preference") > 0);
    assert_eq!(count("reduce"), 0);
}

#[test]
#[ignore = "needs Chromium"]
fn a_new_layout_of_the_board_preserves_the_focus() {
    // So low that the board becomes narrower when it has two lines.
    let low = Screen::new("low", 1280, 256, false);
    let page = Page::open_on(low, "/play/adjacency-block/10");
    page.has("gridcell", "3, *");
    assert_eq!(page.count(".board [role=row]"), 1);
    // The row is wrapped while one of its cells has the focus.
    page.eval(
        "document.querySelectorAll('[role=gridcell]')[1].focus();
        document.querySelector('.table-board').style.width = '300px';
        document.querySelectorAll('[role=gridcell]')[2].focus(); 0",
    );
    wait("the row is broken", || page.count(".board [role=row]") != 1);
    let focused = page.focused().expect("something has the focus");
    assert!(focused.is_a("gridcell", "3, *"), "{focused:?}");
}

#[test]
#[ignore = "needs Chromium"]
fn a_piece_can_be_dragged() {
    let sample = SampleGame::of(standard("matrix-isolation"));
    let page = Page::open(&sample.address(0));
    let cells = sample.touches(0);
    let place = |cell: &str| page.middle("gridcell", cell);
    page.drag(place("*, P1*"), place(&format!("{}, *", cells[0])));
    page.has("gridcell", "*, chosen*");
    page.touch(&cells[1]).sees_moves(&sample.moves[..1]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_local_game_continues_after_an_outage() {
    let mut server = Server::start(&[]);
    let sample = SampleGame::of(standard("gridlock"));
    let page = Page::open_at(Screen::DESKTOP, server.address(""), "/");
    page.eval("localStorage.setItem('quintet.backend', '\"server\"')");
    page.go(&sample.address(0));
    page.bear(&OUTAGE);
    page.play(&sample, 0..1);
    server.kill();
    page.touch(&sample.touches(1)[0]);
    page.sees("The server does not respond. Your game is safe. Reconnecting.");
    page.inspect("server-away").has("button", "Try now");
    server.run();
    // The page also retries automatically: the button may disappear before the click.
    page.eval("document.querySelector('#connection button')?.click()");
    page.sees_moves(&sample.moves[..2]);
    page.play(&sample, 2..sample.moves.len());
    page.sees(&sample.ending());
}
