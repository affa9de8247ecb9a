//! The start page: every game, and how to play it.

use quintet_catalogue::catalogue;

use crate::page::Page;
use crate::patience::until;
use crate::server::Server;

#[test]
#[ignore = "needs Chromium"]
fn every_game_is_shown_with_its_board_and_a_line() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    for listing in catalogue() {
        page.find("heading", listing.name);
        page.sees(listing.summary);
        page.find("button", &format!("Play {}", listing.name));
        page.find("link", &format!("Rules of {}", listing.name));
        let sizes: Vec<_> = listing
            .sizes
            .iter()
            .map(|size| size.size().to_string())
            .collect();
        let list = page.find("combobox", &format!("Size of {}", listing.name));
        let options = "function () { return [...this.options].map((option) => option.text); }";
        assert_eq!(page.on(&list, options), Some(sizes.into()));
    }
    let boards = page.eval("document.querySelectorAll('article svg.drawing').length");
    assert_eq!(boards, catalogue().count());
    page.inspect("start");
}

/// What is drawn on the small boards.
fn drawn(page: &Page) -> String {
    let drawn = page.eval("document.querySelector('.cards').querySelectorAll('.token').length + ' ' +
        [...document.querySelectorAll('.cards .token')].map((token) => token.parentElement.getAttribute('transform'))");
    drawn.as_str().expect("a text").to_owned()
}

#[test]
#[ignore = "needs Chromium"]
fn the_games_play_themselves_unless_motion_is_not_wanted() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    page.find("button", "Play Gridlock");
    let still = drawn(&page);
    assert!(page.all("button", "Pause the boards").is_empty());
    page.prefer("light", "no-preference");
    until("something is played", || {
        (drawn(&page) != still).then_some(())
    });
    page.click("button", "Pause the boards");
    page.find_which("button", "Pause the boards", |button| button.is("pressed"));
    page.prefer("light", "reduce");
}

#[test]
#[ignore = "needs Chromium"]
fn one_click_plays_what_was_chosen() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    page.click("radio", "A person here");
    page.click("button", "Play Gridlock");
    until("the game is there", || {
        (page.path() == "/play/gridlock/4x4").then_some(())
    });
    page.sees("Player 1 (X) to move.");
    page.go("/");
    page.find_which("radio", "A person here", |radio| radio.is("checked"));
    page.click("radio", "Easy");
    page.click("radio", "You are / Player 2");
    page.click("radio", "Begins / Player 2");
    page.choose("Size of Gridlock", 2);
    page.click("button", "Play Gridlock");
    let path = "/play/gridlock/5x5?p1=easy&first=2";
    until("the game is there", || (page.path() == path).then_some(()));
    page.sees("Player 2 (O) to move.");
}

#[test]
#[ignore = "needs Chromium"]
fn choices_that_are_no_longer_understood_count_as_none() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    for kept in [
        r#"{"opponent":"human","sizes":null,"name":7}"#,
        r#"{"opponent":"human","sizes":{"gridlock":"99x99"}}"#,
        r#"{"opponent":"nobody","sizes":[]}"#,
        "null",
    ] {
        page.eval(&format!(
            "localStorage.setItem('quintet.choices', '{kept}');
            localStorage.setItem('quintet.games', '[null, {{\"id\": 7}}]')"
        ));
        page.go("/");
        page.click("button", "Play Gridlock");
        until("the game is there", || {
            page.path().starts_with("/play/gridlock/4x4").then_some(())
        });
        page.find("heading", "Gridlock 4x4");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn the_first_load_is_small() {
    let server = Server::start();
    // What is loaded afterwards, while nobody waits for it, does not count: the module, and the files for the next visit.
    let page = Page::open_asking_server(&server, "/");
    page.find("button", "Play Gridlock");
    let (bytes, requests) = page.watch(|watch| (watch.bytes, watch.requests.clone()));
    // Not yet arrived bytes would not count, and the figure is the one that is promised.
    assert!(
        bytes > 20_000.0 && bytes < 150_000.0,
        "{bytes} bytes for {requests:#?}"
    );
}
