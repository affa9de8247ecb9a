//! The home screen.

use quintet_games::Catalogue;

use crate::page::Page;
use crate::server::text;
use crate::waiting::wait;

#[test]
#[ignore = "needs Chromium"]
fn every_game_has_a_card_with_its_board_and_summary() {
    let page = Page::open("/");
    for listing in Catalogue::STANDARD.iter() {
        page.has("heading", listing.name).sees(listing.summary);
        page.has("button", &format!("Play {}", listing.name));
        page.has("link", &format!("Rules of {}", listing.name));
        let sizes = listing.sizes.iter().map(|size| size.size().to_string());
        let sizes: Vec<_> = sizes.collect();
        let list = page.find("combobox", &format!("Size of {}", listing.name));
        let options = "function () { return [...this.options].map((option) => option.text); }";
        assert_eq!(page.on(&list, options), Some(sizes.into()));
    }
    let boards = page.count("article svg.drawing");
    assert_eq!(boards, Catalogue::STANDARD.iter().count() as u64);
    page.inspect("start");
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
fn one_click_plays_the_chosen_game() {
    let page = Page::open("/");
    page.click("radio", "Same device");
    page.click("button", "Play Gridlock");
    wait("the game is there", || page.path() == "/play/gridlock/4x4");
    page.sees("Player 1 (X) to move.");
    page.go("/");
    page.find_which("radio", "Same device", |radio| radio.is("checked"));
    page.click("radio", "Easy");
    page.click("radio", "Play as / Player 2");
    page.click("radio", "Who starts / Player 2");
    page.choose("Size of Gridlock", 2);
    page.click("button", "Play Gridlock");
    let path = "/play/gridlock/5x5?p1=easy&first=2";
    wait("the game is there", || page.path() == path);
    page.sees("Player 2 (O) to move.");
    // The rules lead back to the chosen opponent.
    page.go("/");
    page.click("radio", "Hard");
    page.click("radio", "Play as / Player 1");
    page.click("radio", "Who starts / Player 1");
    page.choose("Size of Gridlock", 0);
    page.go("/rules/gridlock");
    page.click("link", "Play Gridlock");
    page.has("gridcell", "1 1, empty*");
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
