//! The page below a path of its site. Each page notices a request that leaves the path.

use crate::course::{Course, standard};
use crate::page::{Page, Screen};
use crate::server::Server;

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn every_screen_and_a_game_over_a_link_are_below_the_path() {
        let server = Server::start(&["--base", "/quintet"]);
        let open = |path: &str| Page::open_at(Screen::DESKTOP, server.address("/quintet"), path);
        let course = Course::of(standard("gridlock"));
        let page = open("/");
        page.click("button", "Play Gridlock");
        page.is_at("/quintet/play/gridlock/4x4");
        // Without an opponent.
        page.go("/play/gridlock/4x4");
        page.play(&course, 0..1);
        page.is_at("/quintet/play/gridlock/4x4?moves=");
        page.reload().sees_moves(&course.moves[..1]);
        page.click("button", "Share");
        let link = page.value("Link to the game");
        let home = server.address("/quintet/play/gridlock/");
        assert!(link.starts_with(&home), "{link}");
        let other = open("/");
        other.go(&link).sees_moves(&course.moves[..1]);
        other.click("link", "Rules");
        other.is_at("/quintet/rules/gridlock");
        other.click("link", "Quintet").is_at("/quintet/");
        other.click("link", "Puzzle of Gridlock");
        other.is_at("/quintet/puzzles/gridlock/4x4");
        other.go(&course.address(course.moves.len()));
        other.click("link", "Review the game");
        other.is_at("/quintet/review/gridlock/4x4");

        let [red, blue] = [open("/"), open("/")];
        red.click("radio", "A friend by link");
        red.click("button", "Play Gridlock");
        let link = red.value("Invitation link");
        let home = server.address("/quintet/game/");
        assert!(link.starts_with(&home), "{link}");
        blue.go(&link);
        blue.click("button", "Sit down and play");
        red.sees("Your friend is here. Your move.");
        red.play(&course, 0..1);
        blue.sees_moves(&course.moves[..1]);
        blue.play(&course, 1..2);
        red.sees_moves(&course.moves[..2]);
        blue.reload().sees_moves(&course.moves[..2]);
        blue.sees("You are Player 2");
    }
}
