//! Two browsers against each other over a link.

use crate::course::{Course, standard};
use crate::page::Page;
use crate::patience::until;
use crate::server::Server;

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

/// Somebody with a name opens an invitation.
fn follow(server: &Server, link: &str, name: &str) -> Page {
    let page = Page::open(server, "/");
    page.click("radio", "A friend by link");
    page.fill("textbox", "Your name, if you like", name);
    page.go(link);
    page
}

/// Two people at a game of their own.
fn sit_down(server: &Server) -> (Course, Page, Page) {
    let course = Course::of(standard("gridlock"));
    let (ann, link) = invite(server, "Gridlock", "Red");
    let ben = follow(server, &link, "Blue");
    ann.sees("Your friend is here. Your move.");
    ben.sees("You are Player 2 (O). Player 1 (X) to move.");
    (course, ann, ben)
}

/// The number that stands in the address of a game.
fn id(page: &Page) -> String {
    page.path().trim_start_matches("/game/").to_owned()
}

/// A page on which the browser notes that the server was away.
fn bear_outage(page: &Page) {
    page.watch(|watch| {
        watch.bear("ERR_CONNECTION_REFUSED");
        watch.bear("WebSocket connection to");
    });
}

#[test]
fn a_game_over_a_link_survives_reloads_and_a_server_that_is_killed() {
    let mut server = Server::start();
    let (course, ann, ben) = sit_down(&server);
    let id = id(&ann);
    ann.inspect("game-invited");
    let seats = [&ann, &ben];
    for page in seats {
        bear_outage(page);
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
fn everyone_after_the_friend_watches() {
    let server = Server::start();
    let (course, ann, ben) = sit_down(&server);
    let watcher = Page::open(&server, &format!("/game/{}#join", id(&ann)));
    // The seat was taken: the browser notes that the request was refused.
    watcher.watch(|watch| watch.bear("status of 409"));
    watcher.sees("You are watching.");
    ann.play(&course, 0..1);
    for page in [&ben, &watcher] {
        page.sees_moves(&course.moves[..1]);
    }
    assert!(
        !watcher.text().contains("You are watching."),
        "the move is told by now"
    );
    watcher.touch(&course.touches(1)[0]);
    watcher.sees("You are watching.");
    watcher.inspect("game-watched");
    ben.play(&course, 1..2);
    watcher.sees_moves(&course.moves[..2]);
}

#[test]
fn a_move_is_taken_back_only_if_both_agree() {
    let server = Server::start();
    let (course, ann, ben) = sit_down(&server);
    ann.play(&course, 0..1);
    ann.click("button", "Ask to take back");
    ben.click("button", "Decline");
    ann.sees("declines the take-back");
    ann.sees_moves(&course.moves[..1]);
    ann.click("button", "Ask to take back");
    ben.sees("asks to take back their last move.");
    ben.inspect("game-take-back");
    ben.click("button", "Accept the take-back");
    for page in [&ann, &ben] {
        page.sees_moves(&[]);
        page.sees_position(&course, 0);
    }
    ann.play(&course, 0..1);
    ben.sees_moves(&course.moves[..1]);
}

#[test]
fn whoever_resigns_has_lost_and_in_the_rematch_the_other_begins() {
    let server = Server::start();
    let (course, ann, ben) = sit_down(&server);
    ann.play(&course, 0..1);
    ben.click("button", "Resign");
    ben.find("dialog", "Resign this game?");
    ben.inspect("game-resign");
    ben.click("button", "Never mind");
    until("the question is gone", || {
        ben.all("dialog", "*").is_empty().then_some(())
    });
    ben.click("button", "Resign");
    ben.find("dialog", "Resign this game?");
    ben.click("button", "Resign");
    for page in [&ann, &ben] {
        page.sees("Player 2 (O) resigns. Player 1 (X) wins the game!");
    }
    let first = id(&ann);
    ann.click("button", "Rematch");
    until("the rematch is another game", || {
        (id(&ann) != first).then_some(())
    });
    ben.click("button", "Join the rematch");
    for page in [&ann, &ben] {
        until("both are there", || (id(page) == id(&ann)).then_some(()));
    }
    ann.sees("Player 2 (O) to move.");
    ben.sees("Your move.");
}

#[test]
fn a_game_between_people_is_reviewed_like_any_other() {
    let server = Server::start();
    let (course, ann, ben) = sit_down(&server);
    for ply in 0..course.moves.len() {
        let mover = [&ann, &ben][ply % 2];
        mover.sees_moves(&course.moves[..ply]);
        mover.play(&course, ply..ply + 1);
    }
    ben.click("link", "Review the game");
    ben.find("heading", "Review of Gridlock 4x4");
    ben.sees_moves(&course.moves);
}

#[test]
fn script_in_a_name_is_text() {
    let server = Server::start();
    let name = "<img src=x onerror=alert(1)>";
    let (ann, link) = invite(&server, "Gridlock", name);
    ann.inspect("game-waiting");
    let ben = follow(&server, &link, "</p><script>alert(2)</script>");
    for page in [&ann, &ben] {
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
fn when_a_new_game_is_refused_the_page_says_why() {
    let server = Server::with(&["--limit", "games_a_minute=1"]);
    let (page, _) = invite(&server, "Gridlock", "Red");
    page.watch(|watch| watch.bear("status of 429"));
    page.go("/");
    page.click("button", "Play Gridlock");
    page.sees("too many");
}

#[test]
fn a_connection_that_was_dropped_comes_back_with_what_was_missed() {
    let server = Server::start();
    let (course, ann, ben) = sit_down(&server);
    ben.watch(|watch| {
        watch.bear("ERR_INTERNET_DISCONNECTED");
        watch.bear("WebSocket connection to");
    });
    ben.cut_off(true);
    ben.sees("Connection lost. Trying again.");
    ann.play(&course, 0..1);
    assert_eq!(ben.moves(), Vec::<String>::new());
    ben.cut_off(false);
    ben.sees_moves(&course.moves[..1]);
    ben.play(&course, 1..2);
    ann.sees_moves(&course.moves[..2]);
}
