//! The rules of every game, with their examples.

use quintet_catalogue::catalogue;
use serde_json::Value;

use crate::page::Page;
use crate::patience::until;
use crate::server::Server;

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The words, wherever the lines are broken.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
#[ignore = "needs Chromium"]
fn the_rules_of_every_game_are_a_click_away_with_drawn_examples() {
    let server = Server::start();
    let page = Page::open(&server, "/");
    for listing in catalogue() {
        page.click("link", &format!("Rules of {}", listing.name));
        let path = format!("/rules/{}", listing.id);
        until("the rules are there", || {
            (page.path() == path).then_some(())
        });
        page.find("heading", "Examples");
        let entry = server.get(&format!("/api/v1/catalogue/{}", listing.id));
        let examples = list(&entry["examples"]);
        let text = in_one_line(&page.text());
        for example in examples {
            for said in ["caption", "sentence"] {
                let said = in_one_line(example[said].as_str().expect("a text"));
                assert!(text.contains(&said), "{}: {said:?} in {text}", listing.id);
            }
        }
        let outcomes = |name| examples.iter().filter(|one| one["outcome"] == name).count();
        for outcome in ["legal", "refused", "wins"] {
            assert!(
                outcomes(outcome) > 0,
                "{}: no example {outcome}",
                listing.id
            );
        }
        let drawn = page.eval("document.querySelectorAll('figure svg.drawing').length");
        assert_eq!(drawn, examples.len(), "{}", listing.id);
        page.inspect(&format!("rules-{}", listing.id));
        page.click("link", "Quintet");
        page.find("heading", "Grid games, perfectly known");
    }
}
