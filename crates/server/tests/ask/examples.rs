//! The catalogue and the rules with their examples.

use quintet_arena::Who;
use quintet_games::Listing;
use serde_json::{Value, json};

use crate::common::House;
use crate::every_game::hasty;

async fn page(house: &House, listing: &Listing) -> Value {
    let path = format!("/api/v1/catalogue/{}", listing.id);
    let answer = house.stranger().get(&path).await;
    answer.ok()
}

#[tokio::test]
async fn the_catalogue_lists_every_game_with_its_sizes_and_a_picture() {
    let answer = hasty().stranger().get("/api/v1/catalogue").await;
    let shown = answer.ok();
    let names: Vec<_> = Who::ALL.iter().map(|who| who.name()).collect();
    assert_eq!(shown["players"], json!(names));
    let games = shown["games"].as_array().expect("a list");
    assert_eq!(games.len(), crate::games().count());
    for (game, listing) in games.iter().zip(crate::games()) {
        let sizes: Vec<_> = listing.sizes.iter().map(|v| v.size().to_string()).collect();
        assert_eq!(game["id"], listing.id);
        assert_eq!(game["name"], listing.name);
        assert_eq!(game["summary"], listing.summary);
        assert_eq!(game["sizes"], json!(sizes));
        let cells = game["picture"]["cells"].as_array().expect("a list");
        assert!(cells.iter().any(|cell| cell["token"].is_object()), "{game}");
    }
}

#[tokio::test]
async fn the_page_of_a_game_has_its_rules_and_is_its_entry_and_more() {
    let house = hasty();
    let shown = house.stranger().get("/api/v1/catalogue").await.ok();
    for (n, listing) in crate::games().enumerate() {
        let page = page(&house, listing).await;
        assert_eq!(page["rules"], listing.rules);
        let entry = shown["games"][n].as_object().expect("an entry");
        for (name, value) in entry {
            assert_eq!(page[name], *value, "{name}");
        }
    }
}

#[tokio::test]
async fn examples_come_to_what_the_rules_say() {
    let house = hasty();
    for listing in crate::games() {
        let page = page(&house, listing).await;
        let examples = page["examples"].as_array().expect("a list");
        assert_eq!(examples.len(), listing.examples.len());
        for (shown, example) in examples.iter().zip(listing.examples) {
            let position = listing.standard().position(example.position);
            let position = position.expect("a position");
            assert_eq!(shown["caption"], example.caption);
            assert_eq!(shown["view"]["position"], example.position);
            assert_eq!(shown["move"], example.entry);
            assert_eq!(shown["touches"], json!(position.marks(example.entry)));
            match position.play(example.entry) {
                Ok(played) => {
                    let ending = played.position.ending();
                    let outcome = if ending.is_some() { "wins" } else { "legal" };
                    assert_eq!(shown["outcome"], outcome);
                    let sentence = ending.unwrap_or(played.confirmation);
                    assert_eq!(shown["sentence"], sentence);
                    assert_eq!(shown["after"]["position"], played.position.text());
                }
                Err(error) => {
                    assert_eq!(shown["outcome"], "refused");
                    assert_eq!(shown["sentence"], error.to_string());
                    assert_eq!(shown["after"], Value::Null);
                }
            }
        }
    }
}
