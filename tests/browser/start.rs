//! The home screen.

use quintet_games::Catalogue;

use crate::page::{Page, Screen};
use crate::server::text;
use crate::waiting::wait;

#[test]
#[ignore = "needs Chromium"]
fn every_game_has_a_card_with_its_board_and_summary() {
    let page = Page::open("/");
    for listing in Catalogue::STANDARD.iter() {
        page.has("heading", listing.name).sees(listing.summary);
        for (role, action) in [("button", "Play"), ("link", "Learn"), ("link", "Rules of")] {
            page.has(role, &format!("{action} {}", listing.name));
        }
    }
    let boards = page.count("article svg.drawing");
    assert_eq!(boards, Catalogue::STANDARD.iter().count() as u64);
    page.inspect("start");
    page.click("button", "New game options: *");
    for listing in Catalogue::STANDARD.iter() {
        let sizes = listing.sizes.iter().map(|size| size.size().to_string());
        let sizes: Vec<_> = sizes.collect();
        let list = page.find("combobox", listing.name);
        let options = "function () { return [...this.options].map((option) => option.text); }";
        assert_eq!(page.on(&list, options), Some(sizes.into()));
    }
    page.inspect("start-options");
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_can_be_started_on_every_screen_without_scrolling() {
    for screen in Screen::ALL {
        let page = Page::open_on(screen, "/");
        page.has("button", "Play Gridlock");
        let bottom = page.eval(
            "[...document.querySelectorAll('.card .button.main')]
                .map((button) => button.getBoundingClientRect().bottom)",
        );
        let bottoms = bottom.as_array().expect("a list").iter();
        let seen = bottoms.filter(|bottom| bottom.as_f64() <= Some(screen.height.into()));
        // All on a desktop, and the first ones on a phone.
        let wanted = if screen.width > 1000 { 5 } else { 2 };
        assert!(seen.count() >= wanted, "{}: {bottom}", screen.name);
        page.inspect(&format!("start-{}", screen.name));
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_first_game_is_against_easy_from_the_side_that_can_win() {
    let page = Page::open("/");
    for (game, address) in [
        // Player 2 wins with best play.
        ("Gridlock", "/play/gridlock/4x4?p1=easy"),
        ("Quad Block", "/play/quad-block/5x5?p2=easy"),
    ] {
        page.go("/").click("button", &format!("Play {game}"));
        page.has_some("gridcell", "*");
        assert!(page.path().starts_with(address), "{}", page.path());
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_games_play_themselves_unless_motion_is_reduced() {
    let page = Page::open("/");
    let drawn = || {
        text(&page.eval(
            "document.querySelector('.cards').querySelectorAll('.token').length + ' ' +
            [...document.querySelectorAll('.cards .token')].map((token) => token.parentElement.getAttribute('transform'))",
        ))
    };
    page.has("button", "Play Gridlock");
    let still = drawn();
    assert!(page.all("button", "Pause animations").is_empty());
    page.prefer("light", "no-preference");
    wait("something is played", || drawn() != still);
    page.click("button", "Pause animations");
    page.is_pressed("Pause animations", true);
    page.prefer("light", "reduce");
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_is_played_with_the_chosen_options() {
    let page = Page::open("/");
    page.choose_options(&["Same device"]);
    page.click("button", "Play Gridlock");
    wait("the game is there", || page.path() == "/play/gridlock/4x4");
    page.sees("Player 1 (X) to move.");
    page.go("/");
    page.has("button", "New game options: Same device");
    page.choose_options(&["Easy", "Play as / Player 2", "Who starts / Player 2"]);
    page.click("button", "New game options: vs Easy");
    page.choose("Gridlock", 2);
    page.click("button", "Done");
    page.click("button", "Play Gridlock");
    let path = "/play/gridlock/5x5?p1=easy&first=2";
    wait("the game is there", || page.path() == path);
    page.sees("Your turn.");
    // The rules lead back to the chosen opponent.
    page.go("/");
    page.choose_options(&["Hard", "Play as / Player 1", "Who starts / Player 1"]);
    page.click("button", "New game options: vs Hard");
    page.choose("Gridlock", 0);
    page.go("/rules/gridlock");
    page.click("link", "Play Gridlock");
    page.has("gridcell", "(1,1), empty*");
    assert_eq!(page.path(), "/play/gridlock/4x4?p2=hard");
}

#[test]
#[ignore = "needs Chromium"]
fn invalid_stored_choices_are_ignored() {
    let page = Page::open("/");
    for stored in [
        r#"{"opponent":"human","sizes":null,"name":7}"#,
        r#"{"opponent":"human","sizes":{"gridlock":"99x99"}}"#,
        r#"{"opponent":"nobody","sizes":[]}"#,
        "null",
    ] {
        page.eval(&format!(
            "localStorage.setItem('quintet.choices', '{stored}');
            localStorage.setItem('quintet.games', '[null, {{\"id\": 7}}]')"
        ));
        page.go("/");
        page.click("button", "Play Gridlock");
        page.is_at("/play/gridlock/4x4");
        page.has("heading", "Gridlock 4x4");
    }
}
