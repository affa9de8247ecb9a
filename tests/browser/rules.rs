//! The rules of every game, with their examples.

use quintet_games::Catalogue;

use crate::page::{Page, Way};
use crate::server::{Server, text};

/// The words, wherever the lines are broken.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn the_rules_of_every_game_are_a_click_away_with_drawn_examples() {
        for way in Way::BOTH {
            let page = Page::open_by(way, "/");
            for listing in Catalogue::STANDARD.iter() {
                page.click("link", &format!("Rules of {}", listing.name));
                page.is_at(&format!("/rules/{}", listing.id));
                page.has("heading", "Examples");
                let entry = Server::shared().get(&format!("/api/v1/catalogue/{}", listing.id));
                let examples = entry["examples"].as_array().expect("a list");
                let shown = in_one_line(&page.text());
                for example in examples {
                    for part in ["caption", "sentence"] {
                        let part = in_one_line(&text(&example[part]));
                        assert!(shown.contains(&part), "{}: {part:?}", listing.id);
                    }
                }
                let drawn = page.count("figure svg.drawing");
                assert_eq!(drawn, examples.len() as u64, "{}", listing.id);
                if way == Way::Server {
                    page.inspect(&format!("rules-{}", listing.id));
                }
                page.click("link", "Quintet");
                page.has("heading", "Grid games, perfectly known");
            }
        }
    }
}
