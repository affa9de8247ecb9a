//! Games between two browsers.

use quintet_testkit::http::get;
use serde_json::json;

use crate::common::link::{Link, State};
use crate::page::{Page, Screen, counting};
use crate::sample_game::{SampleGame, standard};
use crate::server::{Server, text};
use crate::waiting::wait;
use crate::watch::OUTAGE;

/// Returns a page that has created a game of Gridlock as Player 1, and its link.
fn invite(server: &Server, name: &str) -> (Page, String) {
    let page = Page::open_at(Screen::DESKTOP, server.address(""), "/");
    page.click("button", "New game options: *");
    page.click("radio", "Invite a friend");
    page.choose_in("Play as", "1");
    page.fill("textbox", "Your name (optional)", name);
    page.click("button", "Done");
    page.click("button", "Play Gridlock");
    let link = page.value("Invitation link");
    (page, link)
}

/// Returns a page that has followed an invitation and joined.
fn accept(link: &str, name: &str) -> Page {
    let page = Page::open("/");
    join(&page, link, name);
    page
}

/// Follows an invitation and joins.
fn join(page: &Page, link: &str, name: &str) {
    page.go(link);
    page.fill("textbox", "Your name (optional)", name);
    page.click("button", "Join");
}

/// Returns two people in a game of Gridlock.
fn start_game() -> (SampleGame, Page, Page) {
    start_game_at(Server::shared(), Server::shared().address(""))
}

/// Returns two people in a game of Gridlock. The second reaches the server at another address.
fn start_game_at(server: &Server, address: String) -> (SampleGame, Page, Page) {
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
    join(&blue, &link.replace(&server.address(""), ""), "Blue");
    red.sees("Your friend has joined. Your turn.");
    blue.sees("You are Player 2 (O). Player 1 (X) to move.");
    red.sees("Blue ●");
    blue.sees("Red ●");
    (SampleGame::of(standard("gridlock")), red, blue)
}

/// The id in the address of a game.
fn id(page: &Page) -> String {
    page.path().trim_start_matches("/game/").to_owned()
}

/// The state of the game on a page.
fn state(server: &Server, page: &Page) -> serde_json::Value {
    server.get(&format!("/api/v1/games/{}", id(page)))
}

/// Resigns and confirms.
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
    visitor.sees(standard("gridlock").listing().summary);
    visitor.inspect("game-invitation");
    assert_eq!(state(Server::shared(), &red)["seats"][1]["taken"], false);
    red.has("heading", "Waiting for your friend");
    red.has("image", "QR code of the link");
    red.inspect("game-waiting");
    // Once another person has joined, joining is not offered any more.
    let blue = accept(&link, second);
    blue.sees("You are Player 2 (O).");
    visitor.lacks("button", "Join");
    visitor.sees(&format!("{second} ●"));
    for page in [&red, &blue, &visitor] {
        page.sees(first).sees(second);
        assert_eq!(page.count("img, main script"), 0);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn an_invitation_fills_a_phone_and_leads_to_a_lesson_and_back() {
    for screen in [Screen::PHONE, Screen::LOW, Screen::SIDEWAYS] {
        let (_, link) = invite(Server::shared(), "Red");
        let blue = Page::open_on(screen, "/");
        blue.go(&link);
        blue.has("heading", "Red invites you to a game");
        let (_, bottom) = blue.middle("button", "Join");
        assert!(bottom < f64::from(screen.height), "{}", screen.name);
        blue.inspect(&format!("game-invitation-{}", screen.name));
        blue.tap("link", "Learn in a minute");
        blue.sees("Step 1 of");
        blue.tap("link", "Skip the lesson");
        blue.has("heading", "Red invites you to a game");
        blue.tap("button", "Just watch");
        blue.sees("You are watching");
        blue.tap("button", "Join the game");
        blue.tap("button", "Join");
        blue.sees("You are Player 2 (O).");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn each_sees_if_the_other_is_online() {
    let (sample, red, blue) = start_game();
    blue.go("/");
    red.sees("Blue ○");
    blue.back();
    red.sees("Blue ●");
    // A page in the back/forward cache has no socket. This one stays open, so only the event can close its socket.
    for (event, place) in [("pagehide", "○"), ("pageshow", "●")] {
        let persisted = format!("new PageTransitionEvent('{event}', {{ persisted: true }})");
        blue.eval(&format!("dispatchEvent({persisted})"));
        red.sees(&format!("Blue {place}"));
    }
    // A browser that comes online again reconnects.
    blue.eval(&counting("WebSocket"));
    blue.eval("dispatchEvent(new Event('online'))");
    assert_eq!(blue.eval("window.made"), 1);
    red.play(&sample, 0..1);
    blue.sees_moves(&sample.moves[..1]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_with_a_friend_survives_reloads_and_a_killed_server() {
    let mut server = Server::start(&[]);
    let (sample, red, blue) = start_game_at(&server, server.address(""));
    red.inspect("game-invited");
    let seats = [&red, &blue];
    for page in seats {
        page.bear(&OUTAGE);
    }
    for ply in 0..sample.moves.len() {
        let (mover, other) = (seats[ply % 2], seats[1 - ply % 2]);
        if ply == 1 {
            mover.reload();
        }
        if ply == 2 {
            server.kill();
            mover.sees("Connection lost. Reconnecting.");
            mover.inspect("game-line-lost");
        }
        if ply == 3 {
            other.reload();
        }
        mover.touch_ply(&sample, ply);
        if ply == 2 {
            // Now only the browser of the player has the move.
            server.run();
        }
        for page in seats {
            page.sees_moves(&sample.moves[..=ply]);
        }
    }
    for page in seats {
        page.sees(&sample.ending()).has("region", "Result");
        page.inspect("game-over");
    }
    assert_eq!(state(&server, &red)["moves"], json!(sample.moves));
    let record = server.ask(&get(&format!("/api/v1/games/{}/record", id(&red))));
    assert_eq!(server.moves_of(&record.text()), sample.moves);
    blue.click("link", "Review the game");
    blue.has("heading", "Review of Gridlock 4x4");
    blue.sees_moves(&sample.moves);
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
    player.sees("Your turn.");
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
    let (sample, red, blue) = start_game();
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
        pages[ply].touch_ply(&sample, ply);
        for page in pages {
            page.sees_moves(&sample.moves[..=ply]);
            page.sees_position(&sample, ply + 1);
        }
    }
    assert_eq!(
        pages.map(Page::questions),
        before,
        "no other request is sent"
    );
    // Red's move as it is sent, its answer, and Blue's move, which follows all news of Red's.
    assert_eq!(red.eval("drawings"), 3);
}

#[test]
#[ignore = "needs Chromium"]
fn third_people_watch_and_only_a_move_leaves_an_earlier_position() {
    let (sample, red, blue) = start_game();
    let watcher = Page::open(&format!("/game/{}", id(&red)));
    watcher.sees("You are watching.");
    red.play(&sample, 0..1);
    for page in [&blue, &watcher] {
        page.sees_moves(&sample.moves[..1]);
    }
    let is_replaced = !watcher.text().contains("You are watching.");
    assert!(is_replaced, "the sentence of the move is shown by now");
    watcher.touch(&sample.touches(1)[0]);
    watcher.sees("You are watching.").inspect("game-watched");
    red.click("button", "First position");
    red.sees_position(&sample, 0);
    red.click("button", "Request a takeback");
    red.sees("You asked to take back your last move.");
    red.sees_position(&sample, 0);
    blue.play(&sample, 1..2);
    red.sees_position(&sample, 2);
    watcher.sees_moves(&sample.moves[..2]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_is_taken_back_only_if_both_agree() {
    let (sample, red, blue) = start_game();
    red.play(&sample, 0..1);
    red.click("button", "Request a takeback");
    blue.click("button", "Decline");
    red.sees("declined the takeback");
    red.sees_moves(&sample.moves[..1]);
    red.click("button", "Request a takeback");
    blue.sees("asks to take back their last move.");
    blue.inspect("game-take-back");
    blue.click("button", "Accept the takeback");
    for page in [&red, &blue] {
        page.sees_moves(&[]).sees_position(&sample, 0);
    }
    // A move that has a reply is taken back together with it.
    for (page, ply) in [(&red, 0), (&blue, 1)] {
        page.play(&sample, ply..ply + 1);
        for page in [&red, &blue] {
            page.sees_moves(&sample.moves[..=ply]);
        }
    }
    red.click("button", "Request a takeback");
    red.sees("You asked to take back your last move and the reply to it.");
    blue.sees("asks to take back their last move and your reply: both moves are undone.");
    blue.click("button", "Accept the takeback");
    for page in [&red, &blue] {
        page.sees("Both moves were taken back.");
        page.sees_moves(&[]);
    }
    red.play(&sample, 0..1);
    blue.sees_moves(&sample.moves[..1]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_player_who_resigns_has_lost_and_in_the_rematch_the_other_begins() {
    let (sample, red, blue) = start_game();
    red.play(&sample, 0..1);
    blue.click("button", "Resign");
    blue.has("dialog", "Resign this game?");
    blue.inspect("game-resign");
    blue.click("button", "Cancel").lacks("dialog", "*");
    resign(&blue);
    for page in [&red, &blue] {
        page.sees("Player 2 (O) resigns. Player 1 (X) wins the game!");
    }
    rematch(&red);
    blue.sees("Your friend would like a rematch.");
    blue.click("button", "Join the rematch");
    wait("both are in the rematch", || id(&blue) == id(&red));
    red.sees("Player 2 (O) to move.");
    blue.sees("Your turn.");
    // The next rematch is declined, so its seat is free.
    resign(&blue);
    red.sees("Player 2 (O) resigns. Player 1 (X) wins the game!");
    rematch(&red);
    red.sees("(invited)");
    blue.click("button", "Decline the rematch");
    blue.sees("You declined the rematch.");
    red.has("heading", "Waiting for your friend");
}

#[test]
#[ignore = "needs Chromium"]
fn a_refused_new_game_is_explained() {
    let server = Server::start(&["--max-games-per-minute=1"]);
    let (page, _) = invite(&server, "Red");
    page.bear(&["status of 429"]);
    page.go("/");
    page.click("button", "Play Gridlock").sees("too many");
}

/// Returns two people in a game. The connection of the second can be broken.
fn start_game_over() -> (SampleGame, Page, Page, Link) {
    let link = Link::to(Server::shared().port);
    let address = format!("http://127.0.0.1:{}", link.port());
    let (sample, red, blue) = start_game_at(Server::shared(), address);
    blue.bear(&OUTAGE);
    (sample, red, blue, link)
}

#[test]
#[ignore = "needs Chromium"]
fn a_dropped_or_silently_dead_connection_recovers_with_the_missed_moves() {
    let (sample, red, blue, link) = start_game_over();
    link.set(State::Refused);
    link.cut();
    blue.sees("Connection lost. Reconnecting.");
    red.play(&sample, 0..1);
    assert_eq!(blue.moves(), Vec::<String>::new());
    link.set(State::Whole);
    blue.sees_moves(&sample.moves[..1]);
    blue.play(&sample, 1..2);
    red.sees_moves(&sample.moves[..2]);
    wait("it is connected", || {
        !blue.text().contains("Connection lost.")
    });
    link.set(State::Silent);
    red.play(&sample, 2..3);
    blue.eval("endSilence()");
    blue.sees("Connection lost.");
    assert_eq!(blue.moves(), sample.moves[..2]);
    link.set(State::Whole);
    blue.sees_moves(&sample.moves[..3]);
    blue.play(&sample, 3..4);
    red.sees_moves(&sample.moves[..4]);
}

#[test]
#[ignore = "needs Chromium"]
fn actions_are_sent_one_by_one_even_without_a_connection() {
    let (sample, red, blue, link) = start_game_over();
    red.play(&sample, 0..1);
    blue.sees_moves(&sample.moves[..1]);
    link.set(State::Refused);
    link.cut();
    blue.sees("Connection lost. Reconnecting.");
    blue.touch_ply(&sample, 1);
    blue.sees("Your move is saved. It will be sent once you are back online.");
    let resign = blue.find("button", "Resign");
    assert!(resign.is("disabled"), "one thing at a time");
    blue.on(&resign, "function () { this.click(); }");
    blue.sees("Your last action is still being sent.");
    assert!(blue.all("dialog", "*").is_empty());
    link.set(State::Whole);
    for page in [&red, &blue] {
        page.sees_moves(&sample.moves[..2]);
    }
    blue.click("button", "Request a takeback");
    red.click("button", "Accept the takeback");
    blue.sees_moves(&sample.moves[..1]);
    blue.play(&sample, 1..2);
    red.sees_moves(&sample.moves[..2]);
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
        blue.choose_options(&["Invite a friend"]);
        blue.click("button", "Play Gridlock");
        blue.sees("Your browser blocks cookies");
        assert_eq!(blue.path(), "/");
        blue.go(&link);
        blue.click("button", "Join");
        blue.sees("Your browser blocks cookies");
        blue.sees("You are watching");
        assert!(blue.all("button", "Resign").is_empty());
        blue.inspect("game-no-cookies");
        if script == switched_off {
            // The seat is still free.
            let friend = accept(&link, "Blue");
            friend.sees("You are Player 2 (O).");
            red.sees("Your friend has joined. Your turn.");
            blue.sees("Blue, Player 2 (O), has joined.");
        }
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_deleted_game_is_reported() {
    let (_, red, blue) = start_game();
    let pages = [&red, &blue];
    for page in pages {
        page.bear(&OUTAGE);
        page.bear(&["status of 404"]);
    }
    Server::shared().delete(&id(&red));
    for page in pages {
        page.sees("This game was deleted.");
    }
    red.reload().sees("Something went wrong");
}
