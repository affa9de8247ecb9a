//! Small screens, large letters, light and dark, moving or still.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use quintet_catalogue::catalogue;
use serde_json::json;

use crate::course::{Course, standard};
use crate::page::{Page, Screen};
use crate::patience::until;
use crate::server::Server;
use crate::watch::Watch;

/// The address of every screen but that of a game between people.
fn addresses() -> Vec<String> {
    let course = Course::of(standard("grid-runner"));
    let whole = course.address(course.moves.len());
    let [review, explore] = ["/review/", "/explore/"].map(|screen| whole.replace("/play/", screen));
    let mut all = vec!["/".to_owned(), review, explore, whole];
    all.extend(["/puzzles", "/rush", "/games", "/rules"].map(str::to_owned));
    for listing in catalogue() {
        let (id, size) = (listing.id, listing.standard().size());
        all.push(format!("/rules/{id}"));
        all.push(format!("/play/{id}/{size}"));
        all.push(format!("/puzzles/{id}/{size}?seed=1"));
    }
    all
}

/// Asserts that nothing is to be found beside what is seen.
#[track_caller]
fn assert_fits(page: &Page, address: &str) {
    page.find_which("heading", "*", |heading| heading.property("level") == 1);
    // A phone shows a page that is too wide in smaller letters, so its own width counts.
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
    assert!(
        widths[0].as_u64() <= widths[1].as_u64(),
        "{address}: {widths} because of {wide:#}"
    );
}

#[test]
#[ignore = "needs Chromium"]
fn what_does_not_fit_is_noticed() {
    let server = Server::start();
    for screen in [Screen::PHONE, Screen::ENLARGED] {
        let page = Page::open_on(screen, &server, "/");
        page.find("button", "Play Gridlock");
        page.eval("document.querySelector('main h1').style.width = `${screen.width}px`");
        let noticed = catch_unwind(AssertUnwindSafe(|| assert_fits(&page, "/")));
        noticed.expect_err("the heading is too wide");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_whole_game_on_a_phone_by_touch() {
    let server = Server::start();
    for game in ["matrix-isolation", "adjacency-block"] {
        let course = Course::of(standard(game));
        let page = Page::open_on(Screen::PHONE, &server, &course.address(0));
        for ply in 0..course.moves.len() {
            for cell in course.touches(ply) {
                page.tap("gridcell", &format!("{cell}, *"));
            }
            page.sees_moves(&course.moves[..=ply]);
        }
        page.sees(&course.ending());
        assert_fits(&page, game);
        page.inspect(&format!("phone-play-{game}"));
    }
}

#[test]
#[ignore = "needs Chromium"]
fn every_screen_fits_a_phone() {
    let server = Server::start();
    let page = Page::open_on(Screen::PHONE, &server, "/");
    let mut kinds = HashSet::new();
    for address in addresses() {
        page.go(&address);
        assert_fits(&page, &address);
        // The games differ in their boards, which are inspected elsewhere.
        let kind = address
            .split('/')
            .nth(1)
            .expect("an address begins with a slash")
            .to_owned();
        if kinds.insert(kind.clone()) {
            page.inspect(&format!(
                "phone-{}",
                if kind.is_empty() { "start" } else { &kind }
            ));
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_screens_around_the_games_fit_a_tablet_and_a_phone_on_its_side() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    for (screen, name) in [
        (Screen::TABLET, "tablet"),
        (Screen::SIDEWAYS, "side"),
        (Screen::PHONE, "phone"),
    ] {
        page.resize(screen);
        for address in addresses()
            .iter()
            .filter(|address| !address.starts_with("/play/"))
        {
            page.go(address);
            assert_fits(&page, address);
        }
        page.go("/");
        page.find("heading", "Puzzle of the day");
        page.inspect(&format!("{name}-start"));
        page.go("/puzzles?day=2026-11-15");
        page.sees("One move alone keeps the win.");
        page.inspect(&format!("{name}-puzzle-of-a-day"));
    }
}

#[test]
#[ignore = "needs Chromium"]
fn every_screen_can_be_enlarged_four_times_without_scrolling_sideways() {
    let server = Server::start();
    let page = Page::open_on(Screen::ENLARGED, &server, "/");
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
fn the_page_is_light_or_dark_as_the_system_or_the_person_wishes() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    let is_dark = || {
        let paper = page.eval("getComputedStyle(document.documentElement).backgroundColor");
        let numbers = paper.as_str().expect("a colour").to_owned();
        let numbers = numbers.split(|letter: char| !letter.is_ascii_digit());
        numbers
            .filter_map(|number| number.parse::<u32>().ok())
            .take(3)
            .sum::<u32>()
            < 300
    };
    assert!(!is_dark());
    page.prefer("dark", "reduce");
    assert!(is_dark());
    page.click("button", "Theme: as the system");
    assert!(!is_dark(), "the person wishes it light");
    page.click("button", "Theme: light");
    page.prefer("light", "reduce");
    page.reload();
    until("it is still dark", || is_dark().then_some(()));
    page.click("button", "Theme: dark");
    assert!(!is_dark(), "as the system again");
}

#[test]
#[ignore = "needs Chromium"]
fn nothing_moves_for_people_who_wish_so() {
    let server = Server::start();
    let course = Course::of(standard("matrix-isolation"));
    let count = |motion: &str| {
        let page = Page::open(&server, "/");
        page.prefer("light", motion);
        page.go(&course.address(0));
        page.eval(
            "window.moved = 0;
             addEventListener('animationstart', (event) => moved += event.elapsedTime >= 0);
             const old = Element.prototype.animate;
             Element.prototype.animate = function (...all) {
                moved += 1;
                return old.apply(this, all);
             }; 0",
        );
        page.play(&course, 0..2);
        page.sees_position(&course, 2);
        page.eval("moved").as_u64().expect("a number")
    };
    assert!(count("no-preference") > 0);
    assert_eq!(count("reduce"), 0);
}

#[test]
#[ignore = "needs Chromium"]
fn a_board_that_is_laid_out_anew_keeps_the_focus() {
    let server = Server::start();
    // So low that the board becomes narrower when it has two lines.
    let low = Screen {
        height: 256,
        ..Screen::DESKTOP
    };
    let page = Page::open_on(low, &server, "/play/adjacency-block/10");
    page.find("gridcell", "3, *");
    let lines = "document.querySelectorAll('.board [role=row]').length";
    assert_eq!(page.eval(lines), 1);
    // The row is broken into lines while one of its cells has the focus.
    page.eval(
        "document.querySelectorAll('[role=gridcell]')[1].focus();
        document.querySelector('.table-board').style.width = '430px';
        document.querySelectorAll('[role=gridcell]')[2].focus(); 0",
    );
    until("the row is broken", || {
        (page.eval(lines) != 1).then_some(())
    });
    let focused = page.focused().expect("something has the focus");
    assert!(focused.is_a("gridcell", "3, *"), "{focused:?}");
}

#[test]
#[ignore = "needs Chromium"]
fn a_piece_is_dragged_where_it_is_natural() {
    let server = Server::start();
    let course = Course::of(standard("matrix-isolation"));
    let page = Page::open(&server, &course.address(0));
    let cells = course.touches(0);
    let start = course.positions[0].scene();
    let piece = start
        .cells
        .iter()
        .find(|cell| cell.token.is_some_and(|token| token.text == "P1"));
    let piece = piece.expect("the piece of player 1").name.clone();
    let place = |cell: &str| page.middle("gridcell", &format!("{cell}, *"));
    page.drag(place(&piece), place(&cells[0]));
    page.find("gridcell", "*, chosen*");
    page.touch(&cells[1]);
    page.sees_moves(&course.moves[..1]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_at_this_screen_goes_on_after_the_server_was_away() {
    let mut server = Server::start();
    let course = Course::of(standard("gridlock"));
    let page = Page::open_asking_server(&server, &course.address(0));
    page.watch(Watch::bear_outage);
    page.play(&course, 0..1);
    server.kill();
    page.touch(&course.touches(1)[0]);
    page.sees("The server does not answer. Your game is kept; trying again.");
    page.inspect("server-away");
    page.find("button", "Try now");
    server.run();
    // The page also tries by itself: the button may be gone before a mouse gets there.
    page.eval("document.querySelector('#connection button')?.click()");
    page.sees_moves(&course.moves[..2]);
    page.play(&course, 2..course.moves.len());
    page.sees(&course.ending());
}

#[test]
#[ignore = "needs Chromium"]
fn the_way_back_leads_to_the_game_as_it_was() {
    let server = Server::start();
    let course = Course::of(standard("gridlock"));
    let page = Page::open(&server, "/");
    page.click("radio", "A person here");
    page.click("button", "Play Gridlock");
    page.play(&course, 0..2);
    page.click("link", "Rules");
    page.find("heading", "Examples");
    page.eval("history.back()");
    page.sees_moves(&course.moves[..2]);
    page.go("/");
    page.click("link", "Continue Gridlock 4x4");
    page.sees_moves(&course.moves[..2]);
}

#[test]
#[ignore = "needs Chromium"]
fn an_address_that_leads_nowhere_says_so() {
    let server = Server::start();
    let page = Page::open(&server, "/play/no-such-game/4x4");
    page.sees("There is no game called no-such-game.");
    page.inspect("nowhere");
    page.watch(|watch| {
        watch.bear("status of 404");
        watch.bear("status of 422");
    });
    for address in [
        "/nope",
        "/game",
        "/game/nothing-here",
        "/play/%E0%A4%A/4x4",
        "/play/gridlock/99x99",
        "/play/gridlock/4x4?moves=9-9",
    ] {
        page.go(address);
        page.find("heading", "That did not work");
        page.click("link", "All games");
        page.find("heading", "Grid games, perfectly known");
    }
    assert_eq!(page.eval("document.title"), json!("Quintet"));
}

#[test]
#[ignore = "needs Chromium"]
fn the_name_of_a_screen_alone_is_an_address() {
    let server = Server::start();
    let page = Page::open(&server, "/play");
    page.find("heading", "Grid games, perfectly known");
    page.go("/rules");
    page.find("heading", "Rules");
    page.inspect("rules-overview");
    page.click("link", "Rules of Gridlock");
    page.find("heading", "Examples");
    page.go("/puzzles");
    page.find("heading", "Puzzle of the day: *");
    page.go("/games");
    page.find("heading", "Your games");
}
