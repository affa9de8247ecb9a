//! The page below a path of its site. A request outside the path fails the test.

use crate::page::{Page, Screen};
use crate::sample_game::{SampleGame, standard};
use crate::server::Server;

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn every_screen_and_a_game_with_a_friend_are_below_the_path() {
        let server = Server::start(&["--base", "/quintet"]);
        let open = |path: &str| Page::open_at(Screen::DESKTOP, server.address("/quintet"), path);
        let sample = SampleGame::of(standard("gridlock"));
        let page = open("/");
        page.click("button", "Play Gridlock");
        page.is_at("/quintet/play/gridlock/4x4");
        // Without an opponent.
        page.go("/play/gridlock/4x4");
        page.play(&sample, 0..1);
        page.is_at("/quintet/play/gridlock/4x4?moves=");
        page.reload().sees_moves(&sample.moves[..1]);
        page.click("button", "Share");
        let link = page.value("Link to the game");
        let home = server.address("/quintet/play/gridlock/");
        assert!(link.starts_with(&home), "{link}");
        let other = open("/");
        other.go(&link).sees_moves(&sample.moves[..1]);
        other.click("link", "Rules");
        other.is_at("/quintet/rules/gridlock");
        other.click("link", "Quintet").is_at("/quintet/");
        other.click("link", "Solve").is_at("/quintet/puzzles");
        other.go(&sample.address(sample.moves.len()));
        other.click("link", "Review the game");
        other.is_at("/quintet/review/gridlock/4x4");

        let [red, blue] = [open("/"), open("/")];
        red.click("button", "New game options: *");
        red.click("radio", "Invite a friend");
        red.choose_in("Play as", "1");
        red.click("button", "Done");
        red.click("button", "Play Gridlock");
        let link = red.value("Invitation link");
        let home = server.address("/quintet/game/");
        assert!(link.starts_with(&home), "{link}");
        blue.go(&link);
        blue.click("button", "Join");
        red.sees("Your friend has joined. Your turn.");
        red.play(&sample, 0..1);
        blue.sees_moves(&sample.moves[..1]);
        blue.play(&sample, 1..2);
        red.sees_moves(&sample.moves[..2]);
        blue.reload().sees_moves(&sample.moves[..2]);
        blue.sees("You are Player 2");
    }
}
