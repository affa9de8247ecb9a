//! The rules of every game, with their examples.

use quintet_games::Catalogue;

use crate::page::{Backend, Page};
use crate::server::{Server, text};

/// Joins lines.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

mod long {
    use super::*;

    #[test]
    #[ignore = "needs Chromium"]
    fn the_rules_of_every_game_have_drawn_examples() {
        for backend in Backend::BOTH {
            let page = Page::open_with(backend, "/");
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
                // Rulings are plain rules without numbers, and boards are pictures.
                page.has("heading", "Details").has("image", "The board*");
                assert!(!page.text().contains("C1. "));
                let drawn = page.count("figure svg.drawing");
                assert_eq!(drawn, examples.len() as u64, "{}", listing.id);
                if backend == Backend::Server {
                    page.inspect(&format!("rules-{}", listing.id));
                }
                page.click("link", "Quintet");
                page.has("heading", "Five tiny strategy games, every one solved.");
            }
        }
    }
}
