//! The catalogue, and the rules of each game with their examples.

use quintet_arena::Who;
use serde_json::{Value, json};

use crate::every_game::hasty;

#[tokio::test]
async fn the_catalogue_lists_every_game_with_its_sizes_and_a_picture() {
    let catalogue = hasty().client().get("/api/v1/catalogue").await.ok();
    let names: Vec<_> = Who::ALL.iter().map(Who::name).collect();
    assert_eq!(catalogue["players"], json!(names));
    let games = catalogue["games"].as_array().expect("a list");
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
async fn the_page_of_a_game_has_its_entry_rules_and_examples() {
    let server = hasty();
    let client = server.client();
    let catalogue = client.get("/api/v1/catalogue").await.ok();
    for (n, listing) in crate::games().enumerate() {
        let path = format!("/api/v1/catalogue/{}", listing.id);
        let page = client.get(&path).await.ok();
        assert_eq!(page["rules"], listing.rules);
        for (name, value) in catalogue["games"][n].as_object().expect("an entry") {
            assert_eq!(page[name], *value, "{name}");
        }
        let examples = page["examples"].as_array().expect("a list");
        assert_eq!(examples.len(), listing.examples.len());
        for (shown, example) in examples.iter().zip(listing.examples) {
            let position = listing.standard().position(example.position);
            let position = position.expect("a position");
            assert_eq!(shown["caption"], example.caption);
            assert_eq!(shown["view"]["position"], example.position);
            assert_eq!(shown["move"], example.entry);
            assert_eq!(shown["touches"], json!(position.marks(example.entry)));
            let (outcome, sentence, after) = match position.play(example.entry) {
                Ok(played) => {
                    let ending = played.position.ending();
                    let outcome = if ending.is_some() { "wins" } else { "legal" };
                    let sentence = ending.map_or(played.confirmation, |end| end.sentence);
                    (outcome, sentence, json!(played.position.text()))
                }
                Err(error) => ("refused", error.to_string(), Value::Null),
            };
            assert_eq!(shown["outcome"], outcome);
            assert_eq!(shown["sentence"], sentence);
            assert_eq!(shown["after"]["position"], after);
        }
    }
}
