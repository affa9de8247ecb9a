//! Two browsers against each other over a link.

use crate::course::{Course, standard, touches};
use crate::line::Line;
use crate::page::{Page, Screen};
use crate::patience::{patiently, until};
use crate::server::Server;
use crate::watch::Watch;

/// Somebody with a name invites; gives the page and the link.
fn invite(server: &Server, game: &str, name: &str) -> (Page, String) {
    let page = Page::open(server, "/");
    page.click("radio", "A friend by link");
    page.fill("textbox", "Your name, if you like", name);
    page.click("button", &format!("Play {game}"));
    let field = page.find("textbox", "Invitation link");
    let link = page.on(&field, "function () { return this.value; }");
    (
        page,
        link.expect("the field is there")
            .as_str()
            .expect("a link")
            .to_owned(),
    )
}

/// Somebody with a name follows an invitation and sits down.
fn follow(server: &Server, link: &str, name: &str) -> Page {
    let page = Page::open(server, "/");
    page.go(link);
    sit(&page, name);
    page
}

/// Takes the free seat of the game that is shown.
fn sit(page: &Page, name: &str) {
    page.fill("textbox", "Your name, if you like", name);
    page.click("button", "Sit down and play");
}

/// Two people at a game of their own.
fn sit_down(server: &Server) -> (Course, Page, Page) {
    let course = Course::of(standard("gridlock"));
    let (red, link) = invite(server, "Gridlock", "Red");
    let blue = follow(server, &link, "Blue");
    red.sees("Your friend is here. Your move.");
    blue.sees("You are Player 2 (O). Player 1 (X) to move.");
    red.sees("Blue · here");
    blue.sees("Red · here");
    (course, red, blue)
}

#[test]
#[ignore = "needs Chromium"]
fn opening_an_invitation_takes_no_seat() {
    let server = Server::start();
    let (red, link) = invite(&server, "Gridlock", "Red");
    let visitor = Page::open(&server, "/");
    visitor.go(&link);
    visitor.find("heading", "Red invites you to a game");
    visitor.inspect("game-invitation");
    let state = server.get(&format!("/api/v1/games/{}", id(&red)));
    assert_eq!(state["seats"][1]["taken"], false);
    red.find("heading", "Waiting for your friend");
    // The seat is taken by another, and is no longer offered.
    let blue = follow(&server, &link, "Blue");
    blue.sees("You are Player 2 (O).");
    until("nothing is offered any more", || {
        visitor
            .all("button", "Sit down and play")
            .is_empty()
            .then_some(())
    });
    visitor.sees("Blue · here");
}

#[test]
#[ignore = "needs Chromium"]
fn each_sees_whether_the_other_is_there() {
    let server = Server::start();
    let (_, red, blue) = sit_down(&server);
    blue.go("/");
    red.sees("Blue · away");
    blue.eval("history.back()");
    red.sees("Blue · here");
}

#[test]
#[ignore = "needs Chromium"]
fn a_page_in_the_back_forward_cache_has_no_socket() {
    let server = Server::start();
    let (_, red, blue) = sit_down(&server);
    // The page stays open, so only the event can close its socket.
    blue.eval("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    red.sees("Blue · away");
    blue.eval("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    red.sees("Blue · here");
}

/// The number that stands in the address of a game.
fn id(page: &Page) -> String {
    page.path().trim_start_matches("/game/").to_owned()
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_over_a_link_survives_reloads_and_a_server_that_is_killed() {
    let mut server = Server::start();
    let (course, red, blue) = sit_down(&server);
    let id = id(&red);
    red.inspect("game-invited");
    let seats = [&red, &blue];
    for page in seats {
        page.watch(Watch::bear_outage);
    }
    for ply in 0..course.moves.len() {
        let mover = seats[ply % 2];
        if ply == 1 {
            mover.reload();
        }
        if ply == 2 {
            server.kill();
            mover.sees("Connection lost. Trying again.");
            mover.inspect("game-line-lost");
        }
        if ply == 3 {
            seats[1 - ply % 2].reload();
        }
        for cell in course.touches(ply) {
            mover.touch(&cell);
        }
        if ply == 2 {
            // Nothing is known about the move yet but by the person who has made it.
            server.run();
        }
        for page in seats {
            page.sees_moves(&course.moves[..=ply]);
        }
    }
    for page in seats {
        page.sees(&course.ending());
        page.inspect("game-over");
    }
    let state = server.get(&format!("/api/v1/games/{id}"));
    assert_eq!(state["moves"], serde_json::json!(course.moves));
    let record = server.text(&format!("/api/v1/games/{id}/record"));
    let replay = server.post("/api/v1/replay", &serde_json::json!({ "record": record }));
    let steps = replay["steps"].as_array().expect("a list");
    let moves: Vec<_> = steps
        .iter()
        .map(|step| step["move"].as_str().expect("a move"))
        .collect();
    assert_eq!(moves, course.moves, "{record}");
}

#[test]
#[ignore = "needs Chromium"]
fn what_everyone_must_know_is_said_with_the_move_to_the_player_and_to_others() {
    let server = Server::start();
    let listing = quintet_catalogue::find("quad-block").expect("it is in the catalogue");
    let size = listing.size("4x4").expect("it is a size of the game");
    // The last empty cell is filled, nobody has won, and sudden death begins.
    let text = "XXOO/OOXX/XXOO/OOX. 1 p";
    let position = size.position(text).expect("it is a position of the game");
    let opened = server.post(
        "/api/v1/games",
        &serde_json::json!({"game": "quad-block", "size": "4x4", "position": text, "seat": 2}),
    );
    let path = format!("/game/{}", opened["game"]["id"].as_str().expect("an id"));
    let player = follow(&server, &path, "Red");
    player.sees("Your move.");
    let other = Page::open(&server, &path);
    other.sees("You are watching");
    for cell in touches(&*position, "16") {
        player.touch(&cell);
    }
    player.sees("sudden-death begins");
    other.sees("sudden-death begins");
}

#[test]
#[ignore = "needs Chromium"]
fn an_own_action_is_drawn_once_though_it_comes_back_as_news() {
    let server = Server::start();
    let (course, red, blue) = sit_down(&server);
    red.eval(
        "{
            window.drawings = 0;
            const count = (records) => (drawings += records.filter(({ removedNodes }) => removedNodes.length > 1).length);
            new MutationObserver(count).observe(document.querySelector('.players'), { childList: true });
        }",
    );
    for (ply, page) in [&red, &blue].into_iter().enumerate() {
        for cell in course.touches(ply) {
            page.touch(&cell);
        }
        for page in [&red, &blue] {
            page.sees_moves(&course.moves[..=ply]);
        }
    }
    // The own move as it is sent, the answer to it, and the move of the friend, which comes after all news of the own.
    assert_eq!(red.eval("drawings"), 3);
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_is_drawn_on_both_sides_from_what_the_socket_says() {
    let server = Server::start();
    let (course, red, blue) = sit_down(&server);
    let pages = [&red, &blue];
    let before = pages.map(Page::questions);
    for ply in 0..2 {
        for cell in course.touches(ply) {
            pages[ply].touch(&cell);
        }
        for page in pages {
            page.sees_moves(&course.moves[..=ply]);
            page.sees_position(&course, ply + 1);
        }
    }
    assert_eq!(pages.map(Page::questions), before, "nothing else is asked");
}

#[test]
#[ignore = "needs Chromium"]
fn everyone_after_the_friend_watches() {
    let server = Server::start();
    let (course, red, blue) = sit_down(&server);
    let watcher = Page::open(&server, &format!("/game/{}", id(&red)));
    watcher.sees("You are watching.");
    red.play(&course, 0..1);
    for page in [&blue, &watcher] {
        page.sees_moves(&course.moves[..1]);
    }
    assert!(
        !watcher.text().contains("You are watching."),
        "the move is told by now"
    );
    watcher.touch(&course.touches(1)[0]);
    watcher.sees("You are watching.");
    watcher.inspect("game-watched");
    blue.play(&course, 1..2);
    watcher.sees_moves(&course.moves[..2]);
}

#[test]
#[ignore = "needs Chromium"]
fn looking_back_is_ended_by_a_move_and_by_nothing_else() {
    let server = Server::start();
    let (course, red, blue) = sit_down(&server);
    red.play(&course, 0..1);
    blue.sees_moves(&course.moves[..1]);
    red.click("button", "First position");
    red.sees_position(&course, 0);
    red.click("button", "Ask to take back");
    red.sees("You ask to take back your last move.");
    red.sees_position(&course, 0);
    blue.play(&course, 1..2);
    red.sees_position(&course, 2);
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_is_taken_back_only_if_both_agree() {
    let server = Server::start();
    let (course, red, blue) = sit_down(&server);
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
        page.sees_moves(&[]);
        page.sees_position(&course, 0);
    }
    red.play(&course, 0..1);
    blue.sees_moves(&course.moves[..1]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_player_who_resigns_has_lost_and_in_the_rematch_the_other_begins() {
    let server = Server::start();
    let (course, red, blue) = sit_down(&server);
    red.play(&course, 0..1);
    blue.click("button", "Resign");
    blue.find("dialog", "Resign this game?");
    blue.inspect("game-resign");
    blue.click("button", "Never mind");
    until("the question is gone", || {
        blue.all("dialog", "*").is_empty().then_some(())
    });
    blue.click("button", "Resign");
    blue.find("dialog", "Resign this game?");
    blue.click("button", "Resign");
    for page in [&red, &blue] {
        page.sees("Player 2 (O) resigns. Player 1 (X) wins the game!");
    }
    let first = id(&red);
    red.click("button", "Rematch");
    until("the rematch is another game", || {
        (id(&red) != first).then_some(())
    });
    blue.sees("Your friend would like a rematch.");
    blue.click("button", "Join the rematch");
    for page in [&red, &blue] {
        until("both are there", || (id(page) == id(&red)).then_some(()));
    }
    red.sees("Player 2 (O) to move.");
    blue.sees("Your move.");
}

#[test]
#[ignore = "needs Chromium"]
fn a_rematch_that_is_declined_may_be_played_by_anybody() {
    let server = Server::start();
    let (_, red, blue) = sit_down(&server);
    blue.click("button", "Resign");
    blue.find("dialog", "Resign this game?");
    blue.click("button", "Resign");
    red.sees("Player 2 (O) resigns. Player 1 (X) wins the game!");
    let first = id(&red);
    red.click("button", "Rematch");
    until("the rematch is another game", || {
        (id(&red) != first).then_some(())
    });
    red.sees("(invited)");
    blue.click("button", "Decline the rematch");
    blue.sees("You have declined the rematch.");
    red.find("heading", "Waiting for your friend");
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_between_people_is_reviewed_like_any_other() {
    let server = Server::start();
    let (course, red, blue) = sit_down(&server);
    for ply in 0..course.moves.len() {
        let mover = [&red, &blue][ply % 2];
        mover.sees_moves(&course.moves[..ply]);
        mover.play(&course, ply..ply + 1);
    }
    blue.click("link", "Review the game");
    blue.find("heading", "Review of Gridlock 4x4");
    blue.sees_moves(&course.moves);
}

#[test]
#[ignore = "needs Chromium"]
fn script_in_a_name_is_text() {
    let server = Server::start();
    let name = "<img src=x onerror=alert(1)>";
    let (red, link) = invite(&server, "Gridlock", name);
    red.inspect("game-waiting");
    let blue = follow(&server, &link, "</p><script>alert(2)</script>");
    for page in [&red, &blue] {
        page.sees(name);
        page.sees("</p><script>alert(2)</script>");
        assert_eq!(page.eval("document.querySelectorAll('img').length"), 0);
        assert_eq!(
            page.eval("document.querySelectorAll('main script').length"),
            0
        );
    }
}

#[test]
#[ignore = "needs Chromium"]
fn when_a_new_game_is_refused_the_page_says_why() {
    let server = Server::with(&["--limit", "games_a_minute=1"]);
    let (page, _) = invite(&server, "Gridlock", "Red");
    page.watch(|watch| watch.bear("status of 429"));
    page.go("/");
    page.click("button", "Play Gridlock");
    page.sees("too many");
}

/// Two people at a game, the second of them by a line of their own.
fn sit_down_by_line(server: &Server) -> (Course, Page, Page, Line) {
    let course = Course::of(standard("gridlock"));
    let (red, link) = invite(server, "Gridlock", "Red");
    let wire = Line::to(server.port);
    let path = link.replace(&server.address(""), "");
    let blue = Page::open_at(Screen::DESKTOP, wire.address(""), &path);
    sit(&blue, "Blue");
    red.sees("Your friend is here. Your move.");
    blue.sees("You are Player 2 (O). Player 1 (X) to move.");
    blue.watch(Watch::bear_outage);
    (course, red, blue, wire)
}

#[test]
#[ignore = "needs Chromium"]
fn a_connection_that_was_dropped_comes_back_with_what_was_missed() {
    let server = Server::start();
    let (course, red, blue, line) = sit_down_by_line(&server);
    line.cut();
    blue.sees("Connection lost. Trying again.");
    red.play(&course, 0..1);
    assert_eq!(blue.moves(), Vec::<String>::new());
    line.mend();
    blue.sees_moves(&course.moves[..1]);
    blue.play(&course, 1..2);
    red.sees_moves(&course.moves[..2]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_connection_that_dies_without_a_word_is_noticed() {
    let server = Server::start();
    let (course, red, blue, line) = sit_down_by_line(&server);
    line.hold();
    red.play(&course, 0..1);
    // A silence is nothing unusual at first.
    let is_lost = || blue.text().contains("Connection lost.").then_some(());
    let found = (0..4).find_map(|_| patiently(is_lost));
    assert_eq!(found, Some(()), "the dead line is not noticed");
    assert_eq!(blue.moves(), Vec::<String>::new());
    line.release();
    blue.sees_moves(&course.moves[..1]);
    blue.play(&course, 1..2);
    red.sees_moves(&course.moves[..2]);
}

#[test]
#[ignore = "needs Chromium"]
fn a_browser_that_is_online_again_does_not_trust_its_old_connection() {
    let server = Server::start();
    let (course, red, blue, line) = sit_down_by_line(&server);
    blue.eval(
        "(() => {
            const make = WebSocket;
            window.made = 0;
            window.WebSocket = class extends make {
                constructor(...all) { super(...all); window.made += 1; }
            };
        })()",
    );
    blue.eval("dispatchEvent(new Event('online'))");
    assert_eq!(blue.eval("window.made"), 1);
    red.play(&course, 0..1);
    blue.sees_moves(&course.moves[..1]);
    drop(line);
}

#[test]
#[ignore = "needs Chromium"]
fn one_thing_is_done_after_the_other_even_without_a_connection() {
    let server = Server::start();
    let (course, red, blue, line) = sit_down_by_line(&server);
    red.play(&course, 0..1);
    blue.sees_moves(&course.moves[..1]);
    line.cut();
    blue.sees("Connection lost. Trying again.");
    for cell in course.touches(1) {
        blue.touch(&cell);
    }
    blue.sees("Your move is kept, and sent as soon as the connection is back.");
    let resign = blue.find("button", "Resign");
    assert!(resign.is("disabled"), "one thing at a time");
    blue.on(&resign, "function () { this.click(); }");
    blue.sees("What you did before is still being sent.");
    assert!(blue.all("dialog", "*").is_empty());
    line.mend();
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
fn a_browser_without_cookies_does_not_pretend_to_sit() {
    let server = Server::start();
    let (red, link) = invite(&server, "Gridlock", "Red");
    let blue = Page::open(&server, "/");
    blue.call(
        "Page.addScriptToEvaluateOnNewDocument",
        serde_json::json!({
            "source": "Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });",
        }),
    );
    blue.reload();
    blue.click("radio", "A friend by link");
    blue.click("button", "Play Gridlock");
    blue.sees("This browser keeps no cookies");
    blue.go(&link);
    blue.click("button", "Sit down and play");
    blue.sees("This browser keeps no cookies");
    blue.sees("You are watching");
    blue.inspect("game-no-cookies");
    // The seat is still free for somebody who can take it.
    let friend = follow(&server, &link, "Blue");
    friend.sees("You are Player 2 (O).");
    red.sees("Your friend is here. Your move.");
    blue.sees("Blue, Player 2 (O), is here.");
}

#[test]
#[ignore = "needs Chromium"]
fn a_browser_whose_cookies_get_lost_watches() {
    let server = Server::start();
    let (red, link) = invite(&server, "Gridlock", "Red");
    let blue = Page::open(&server, "/");
    blue.call(
        "Page.addScriptToEvaluateOnNewDocument",
        serde_json::json!({
            "source": "{
                const ask = fetch;
                window.fetch = (path, how) => ask(path, { ...how, credentials: 'omit' });
            }",
        }),
    );
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
    drop(red);
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_that_was_deleted_says_so() {
    let server = Server::with(&["--admin=127.0.0.1:0"]);
    let (_, red, blue) = sit_down(&server);
    let pages = [red, blue];
    for page in &pages {
        page.watch(Watch::bear_outage);
        page.watch(|watch| watch.bear("status of 404"));
    }
    server.delete(&id(&pages[0]));
    for page in &pages {
        page.sees("This game was deleted.");
    }
    pages[0].reload();
    pages[0].sees("That did not work");
}
