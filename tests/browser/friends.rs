//! Two browsers against each other over a link.

use quintet_testkit::http::get;
use serde_json::json;

use crate::common::link::{Link, State};
use crate::course::{Course, standard};
use crate::page::{Page, Screen, counting};
use crate::patience::wait;
use crate::server::{Server, text};
use crate::watch::OUTAGE;

/// A page whose person invites to Gridlock, and the link.
fn invite(server: &Server, name: &str) -> (Page, String) {
    let page = Page::open_at(Screen::DESKTOP, server.address(""), "/");
    page.click("radio", "A friend by link");
    page.fill("textbox", "Your name, if you like", name);
    page.click("button", "Play Gridlock");
    let link = page.value("Invitation link");
    (page, link)
}

/// A page whose person follows an invitation to the shared server and sits down.
fn accept(link: &str, name: &str) -> Page {
    let page = Page::open("/");
    sit(&page, link, name);
    page
}

/// Follows an invitation and takes the free seat.
fn sit(page: &Page, link: &str, name: &str) {
    page.go(link);
    page.fill("textbox", "Your name, if you like", name);
    page.click("button", "Sit down and play");
}

/// Two people at a game of Gridlock.
fn sit_down() -> (Course, Page, Page) {
    sit_down_at(Server::shared(), Server::shared().address(""))
}

/// Two people at a game of Gridlock, the second of whom reaches the server at an address of their own.
fn sit_down_at(server: &Server, address: String) -> (Course, Page, Page) {
    let (red, link) = invite(server, "Red");
    let blue = Page::open_at(Screen::DESKTOP, address, "/");
    // The test decides when the page has waited long enough for a message.
    blue.run_first(
        "{
            const later = setTimeout;
            window.setTimeout = (act, wait, ...all) => {
                if (wait === 20_000) window.endSilence = act;
                return later(act, wait, ...all);
            };
        }",
    );
    sit(&blue, &link.replace(&server.address(""), ""), "Blue");
    red.sees("Your friend is here. Your move.");
    blue.sees("You are Player 2 (O). Player 1 (X) to move.");
    red.sees("Blue · here");
    blue.sees("Red · here");
    (Course::of(standard("gridlock")), red, blue)
}

/// The id in the address of a game.
fn id(page: &Page) -> String {
    page.path().trim_start_matches("/game/").to_owned()
}

/// The state of the game on a page.
fn state(server: &Server, page: &Page) -> serde_json::Value {
    server.get(&format!("/api/v1/games/{}", id(page)))
}

/// Resigns, and says yes to the question.
fn resign(page: &Page) {
    page.click("button", "Resign");
    page.has("dialog", "Resign this game?");
    page.click("button", "Resign");
}

/// Starts a rematch and waits for the new game.
fn rematch(page: &Page) {
    let first = id(page);
    page.click("button", "Rematch");
    wait("the rematch is another game", || id(page) != first);
}

#[test]
#[ignore = "needs Chromium"]
fn opening_an_invitation_takes_no_seat_and_script_in_a_name_is_text() {
    let [first, second] = [
        "<img src=x onerror=alert(1)>",
        "</p><script>alert(2)</script>",
    ];
    let (red, link) = invite(Server::shared(), first);
    let visitor = Page::open("/");
    visitor.go(&link);
    visitor.has("heading", &format!("{first} invites you to a game"));
    visitor.inspect("game-invitation");
    assert_eq!(state(Server::shared(), &red)["seats"][1]["taken"], false);
    red.has("heading", "Waiting for your friend");
    red.inspect("game-waiting");
    // When another takes the seat, it disappears from the offer.
    let blue = accept(&link, second);
    blue.sees("You are Player 2 (O).");
    visitor.lacks("button", "Sit down and play");
    visitor.sees(&format!("{second} · here"));
    for page in [&red, &blue, &visitor] {
        page.sees(first).sees(second);
        assert_eq!(page.count("img, main script"), 0);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn each_sees_whether_the_other_is_here() {
    let (course, red, blue) = sit_down();
    blue.go("/");
    red.sees("Blue · away");
    blue.back();
    red.sees("Blue · here");
    // A page in the back/forward cache has no socket. This one stays open, so only the event can close its socket.
    for (event, place) in [("pagehide", "away"), ("pageshow", "here")] {
        let persisted = format!("new PageTransitionEvent('{event}', {{ persisted: true }})");
        blue.eval(&format!("dispatchEvent({persisted})"));
        red.sees(&format!("Blue · {place}"));
    }
    // A browser that is online again does not trust its old connection.
    blue.eval(&counting("WebSocket"));
    blue.eval("dispatchEvent(new Event('online'))");
    assert_eq!(blue.eval("window.made"), 1);
    red.play(&course, 0..1);
    blue.sees_moves(&course.moves[..1]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_over_a_link_survives_reloads_and_a_server_that_is_killed() {
    let mut server = Server::start(&[]);
    let (course, red, blue) = sit_down_at(&server, server.address(""));
    red.inspect("game-invited");
    let seats = [&red, &blue];
    for page in seats {
        page.bear(&OUTAGE);
    }
    for ply in 0..course.moves.len() {
        let (mover, other) = (seats[ply % 2], seats[1 - ply % 2]);
        if ply == 1 {
            mover.reload();
        }
        if ply == 2 {
            server.kill();
            mover.sees("Connection lost. Trying again.");
            mover.inspect("game-line-lost");
        }
        if ply == 3 {
            other.reload();
        }
        mover.touch_ply(&course, ply);
        if ply == 2 {
            // At this point only the browser of the mover knows the move.
            server.run();
        }
        for page in seats {
            page.sees_moves(&course.moves[..=ply]);
        }
    }
    for page in seats {
        page.sees(&course.ending()).inspect("game-over");
    }
    assert_eq!(state(&server, &red)["moves"], json!(course.moves));
    let record = server.ask(&get(&format!("/api/v1/games/{}/record", id(&red))));
    assert_eq!(server.moves_of(&record.text()), course.moves);
    blue.click("link", "Review the game");
    blue.has("heading", "Review of Gridlock 4x4");
    blue.sees_moves(&course.moves);
}

#[test]
#[ignore = "needs Chromium"]
fn announcements_are_shown_with_the_move_to_the_player_and_to_watchers() {
    // The last empty cell is filled, nobody has won, and sudden death begins.
    let start = "XXOO/OOXX/XXOO/OOX. 1 p";
    let wish = json!({ "game": "quad-block", "size": "4x4", "position": start, "seat": 2 });
    let opened = Server::shared().post("/api/v1/games", &wish);
    let path = format!("/game/{}", text(&opened["game"]["id"]));
    let player = accept(&path, "Red");
    player.sees("Your move.");
    let watcher = Page::open(&path);
    watcher.sees("You are watching");
    // A client that connects after the move receives the position without the announcement.
    wait("the watcher is connected", || {
        watcher.watch(|watch| watch.is_connected)
    });
    player.touch("16").sees("sudden-death begins");
    watcher.sees("sudden-death begins");
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_is_drawn_once_on_both_sides_from_the_messages_of_the_socket() {
    let (course, red, blue) = sit_down();
    let pages = [&red, &blue];
    red.eval(
        "{
            window.drawings = 0;
            const count = (records) => (drawings += records.filter(({ removedNodes }) => removedNodes.length > 1).length);
            new MutationObserver(count).observe(document.querySelector('.players'), { childList: true });
        }",
    );
    let before = pages.map(Page::questions);
    for ply in 0..2 {
        pages[ply].touch_ply(&course, ply);
        for page in pages {
            page.sees_moves(&course.moves[..=ply]);
            page.sees_position(&course, ply + 1);
        }
    }
    assert_eq!(pages.map(Page::questions), before, "nothing else is asked");
    // Red's move as it is sent, its answer, and Blue's move, which follows all news of Red's.
    assert_eq!(red.eval("drawings"), 3);
}

#[test]
#[ignore = "needs Chromium"]
fn everyone_after_the_friend_watches_and_only_a_move_ends_looking_back() {
    let (course, red, blue) = sit_down();
    let watcher = Page::open(&format!("/game/{}", id(&red)));
    watcher.sees("You are watching.");
    red.play(&course, 0..1);
    for page in [&blue, &watcher] {
        page.sees_moves(&course.moves[..1]);
    }
    let is_replaced = !watcher.text().contains("You are watching.");
    assert!(is_replaced, "the sentence of the move is shown by now");
    watcher.touch(&course.touches(1)[0]);
    watcher.sees("You are watching.").inspect("game-watched");
    red.click("button", "First position");
    red.sees_position(&course, 0);
    red.click("button", "Ask to take back");
    red.sees("You ask to take back your last move.");
    red.sees_position(&course, 0);
    blue.play(&course, 1..2);
    red.sees_position(&course, 2);
    watcher.sees_moves(&course.moves[..2]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_is_taken_back_only_if_both_agree() {
    let (course, red, blue) = sit_down();
    red.play(&course, 0..1);
    red.click("button", "Ask to take back");
    blue.click("button", "Decline");
    red.sees("declines the take-back");
    red.sees_moves(&course.moves[..1]);
    red.click("button", "Ask to take back");
    blue.sees("asks to take back their last move.");
    blue.inspect("game-take-back");
    blue.click("button", "Accept the take-back");
    for page in [&red, &blue] {
        page.sees_moves(&[]).sees_position(&course, 0);
    }
    red.play(&course, 0..1);
    blue.sees_moves(&course.moves[..1]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_player_who_resigns_has_lost_and_in_the_rematch_the_other_begins() {
    let (course, red, blue) = sit_down();
    red.play(&course, 0..1);
    blue.click("button", "Resign");
    blue.has("dialog", "Resign this game?");
    blue.inspect("game-resign");
    blue.click("button", "Never mind").lacks("dialog", "*");
    resign(&blue);
    for page in [&red, &blue] {
        page.sees("Player 2 (O) resigns. Player 1 (X) wins the game!");
    }
    rematch(&red);
    blue.sees("Your friend would like a rematch.");
    blue.click("button", "Join the rematch");
    wait("both are there", || id(&blue) == id(&red));
    red.sees("Player 2 (O) to move.");
    blue.sees("Your move.");
    // The next rematch is declined, so anybody may play it.
    resign(&blue);
    red.sees("Player 2 (O) resigns. Player 1 (X) wins the game!");
    rematch(&red);
    red.sees("(invited)");
    blue.click("button", "Decline the rematch");
    blue.sees("You have declined the rematch.");
    red.has("heading", "Waiting for your friend");
}

#[test]
#[ignore = "needs Chromium"]
fn when_a_new_game_is_refused_the_page_says_why() {
    let server = Server::start(&["--max-games-per-minute=1"]);
    let (page, _) = invite(&server, "Red");
    page.bear(&["status of 429"]);
    page.go("/");
    page.click("button", "Play Gridlock").sees("too many");
}

/// Two people at a game, the second of them by a connection that can be broken.
fn sit_down_by_link() -> (Course, Page, Page, Link) {
    let link = Link::to(Server::shared().port);
    let address = format!("http://127.0.0.1:{}", link.port());
    let (course, red, blue) = sit_down_at(Server::shared(), address);
    blue.bear(&OUTAGE);
    (course, red, blue, link)
}

#[test]
#[ignore = "needs Chromium"]
fn a_connection_that_was_dropped_or_has_died_silently_comes_back_with_the_missed_moves() {
    let (course, red, blue, link) = sit_down_by_link();
    link.set(State::Refused);
    link.cut();
    blue.sees("Connection lost. Trying again.");
    red.play(&course, 0..1);
    assert_eq!(blue.moves(), Vec::<String>::new());
    link.set(State::Whole);
    blue.sees_moves(&course.moves[..1]);
    blue.play(&course, 1..2);
    red.sees_moves(&course.moves[..2]);
    wait("it is back", || !blue.text().contains("Connection lost."));
    link.set(State::Silent);
    red.play(&course, 2..3);
    blue.eval("endSilence()");
    blue.sees("Connection lost.");
    assert_eq!(blue.moves(), course.moves[..2]);
    link.set(State::Whole);
    blue.sees_moves(&course.moves[..3]);
    blue.play(&course, 3..4);
    red.sees_moves(&course.moves[..4]);
}

#[test]
#[ignore = "needs Chromium"]
fn one_action_is_sent_after_the_other_even_without_a_connection() {
    let (course, red, blue, link) = sit_down_by_link();
    red.play(&course, 0..1);
    blue.sees_moves(&course.moves[..1]);
    link.set(State::Refused);
    link.cut();
    blue.sees("Connection lost. Trying again.");
    blue.touch_ply(&course, 1);
    blue.sees("Your move is kept, and sent as soon as the connection is back.");
    let resign = blue.find("button", "Resign");
    assert!(resign.is("disabled"), "one thing at a time");
    blue.on(&resign, "function () { this.click(); }");
    blue.sees("What you did before is still being sent.");
    assert!(blue.all("dialog", "*").is_empty());
    link.set(State::Whole);
    for page in [&red, &blue] {
        page.sees_moves(&course.moves[..2]);
    }
    blue.click("button", "Ask to take back");
    red.click("button", "Accept the take-back");
    blue.sees_moves(&course.moves[..1]);
    blue.play(&course, 1..2);
    red.sees_moves(&course.moves[..2]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_browser_without_cookies_watches() {
    let switched_off = "Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });";
    let lost = "{
        const ask = fetch;
        window.fetch = (path, how) => ask(path, { ...how, credentials: 'omit' });
    }";
    for script in [switched_off, lost] {
        let (red, link) = invite(Server::shared(), "Red");
        let blue = Page::open("/");
        blue.run_first(script);
        blue.reload();
        blue.click("radio", "A friend by link");
        blue.click("button", "Play Gridlock");
        blue.sees("This browser keeps no cookies");
        assert_eq!(blue.path(), "/");
        blue.go(&link);
        blue.click("button", "Sit down and play");
        blue.sees("This browser keeps no cookies");
        blue.sees("You are watching");
        assert!(blue.all("button", "Resign").is_empty());
        blue.inspect("game-no-cookies");
        if script == switched_off {
            // The seat is still free.
            let friend = accept(&link, "Blue");
            friend.sees("You are Player 2 (O).");
            red.sees("Your friend is here. Your move.");
            blue.sees("Blue, Player 2 (O), is here.");
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_that_was_deleted_says_so() {
    let (_, red, blue) = sit_down();
    let pages = [&red, &blue];
    for page in pages {
        page.bear(&OUTAGE);
        page.bear(&["status of 404"]);
    }
    Server::shared().delete(&id(&red));
    for page in pages {
        page.sees("This game was deleted.");
    }
    red.reload().sees("That did not work");
}
