//! Every question about every game and size of the catalogue, answered as described.

use quintet_arena::{Dice, Who};
use quintet_games::{AnyPosition, Listed, Variant};
use quintet_rules::Player;
use serde_json::{Value, json};

use crate::common::{House, unlimited};

/// A server that does not look far where a size is not known whole.
pub(crate) fn hasty() -> House {
    let mut settings = unlimited();
    settings.limits.nodes = 300;
    House::with(settings)
}

/// Every game at every size.
fn variants() -> impl Iterator<Item = &'static dyn Variant> {
    crate::games().flat_map(|listing| listing.sizes).copied()
}

/// Positions of a random game, the finished one last. Those that may go on for ever are cut.
fn walk(variant: &dyn Variant, first: Player) -> Vec<Box<dyn AnyPosition>> {
    let mut dice = Dice::new(11, 0);
    let mut walk = vec![variant.start(first)];
    while walk.len() < 80
        && let Some(mv) = walk[walk.len() - 1].random_move(&mut dice)
    {
        let next = walk[walk.len() - 1].play(&mv);
        walk.push(next.expect("a random move is legal").position);
    }
    walk
}

/// What a view must say about a position.
fn check_view(view: &Value, position: &dyn AnyPosition) {
    assert_eq!(view["game"], position.variant().id());
    assert_eq!(view["size"], position.variant().size().to_string());
    assert_eq!(view["position"], position.text());
    assert_eq!(view["to_move"], position.to_move().number());
    let winner = position.outcome().map(|outcome| outcome.winner.number());
    assert_eq!(view["over"], winner.is_some());
    assert_eq!(view["winner"], json!(winner));
    assert_eq!(view["prompt"], position.prompt());
    assert_eq!(view["how"], position.how_to_move());
    assert_eq!(view["ending"], json!(position.ending()));
    assert_eq!(view["winning"], json!(position.winning()));
    let left = Player::BOTH.map(|player| position.left(player));
    assert_eq!(view["left"], json!(left));
    let scene = position.scene();
    let cells = view["scene"]["cells"].as_array().expect("a list");
    assert_eq!(cells.len(), scene.cells.len());
    for (cell, known) in cells.iter().zip(&scene.cells) {
        assert_eq!(cell["name"], known.name);
        let token = known.token.map(|token| {
            let owner = token.owner.map(Player::number);
            json!({"owner": owner, "text": token.text, "kind": token.kind})
        });
        assert_eq!(cell["token"], json!(token));
    }
    if view["moves"].is_array() {
        let way = |mv: Listed| json!({"touches": mv.touches[0], "move": mv.text});
        let ways: Vec<_> = position.moves().into_iter().map(way).collect();
        assert_eq!(view["moves"], json!(ways));
    }
}

#[tokio::test]
async fn positions_are_shown_and_played() {
    let house = hasty();
    let client = house.stranger();
    for variant in variants() {
        let (game, size) = (variant.id(), variant.size().to_string());
        let path = format!("/api/v1/positions/{game}/{size}");
        for first in Player::BOTH {
            let view = client.get(&format!("{path}?first={first}")).await.ok();
            check_view(&view, &*variant.start(first));
        }
        let start = client.get(&path).await.ok();
        check_view(&start, &*variant.start(Player::One));
        let walk = walk(variant, Player::Two);
        for pair in walk.windows(2).step_by(5) {
            let [before, after] = pair else {
                unreachable!("pairs")
            };
            let query = before.text().replace(' ', "+");
            let view = client.get(&format!("{path}?position={query}")).await.ok();
            check_view(&view, &**before);
            let is_this =
                |mv: &str| before.play(mv).expect("listed").position.text() == after.text();
            let moves = before.moves();
            let mv = moves.iter().find(|mv| is_this(&mv.text));
            let Listed {
                text: mv, marks, ..
            } = mv.expect("it was played");
            let asked = json!({"game": game, "size": size, "position": before.text(),
                               "move": quintet_games::one_word(mv)});
            let played = client.post("/api/v1/play", asked).await.ok();
            assert_eq!(played["move"], *mv);
            assert_eq!(played["touches"], json!(marks));
            check_view(&played["view"], &**after);
        }
        let last = &walk[walk.len() - 1];
        let query = last.text().replace(' ', "%20");
        let view = client.get(&format!("{path}?position={query}")).await.ok();
        check_view(&view, &**last);
    }
}

#[tokio::test]
async fn a_cell_that_begins_no_move_says_why() {
    let house = hasty();
    let client = house.stranger();
    for variant in variants() {
        let walk = walk(variant, Player::One);
        let position = &walk[walk.len() / 2];
        for cell in [0, position.scene().cells.len() - 1, 1000] {
            let asked = json!({"game": variant.id(), "size": variant.size().to_string(),
                               "position": position.text(), "touched": [cell]});
            let why = client.post("/api/v1/why", asked).await.ok();
            assert_eq!(why["sentence"], json!(position.why_not(&[cell])));
        }
    }
}

#[tokio::test]
async fn values_levels_and_reviews_are_there_at_every_size() {
    let house = hasty();
    let client = house.stranger();
    for variant in variants() {
        let (game, size) = (variant.id(), variant.size().to_string());
        let walk = walk(variant, Player::One);
        let position = &walk[walk.len() - 3.min(walk.len())];
        let asked = json!({"game": game, "size": size, "position": position.text(),
                           "explain": true});
        let analysis = client.post("/api/v1/analyze", asked).await.ok();
        let moves: Vec<_> = position.moves().into_iter().map(|mv| mv.text).collect();
        let analysed = analysis["moves"].as_array().expect("a list");
        assert_eq!(analysed.len(), moves.len(), "{position:?}");
        assert!(analysis["reason"].is_string(), "{analysis}");
        for who in &Who::ALL[1..] {
            let asked = json!({"game": game, "size": size, "position": position.text(),
                               "player": who.name(), "seed": 3});
            let chosen = client.post("/api/v1/choose", asked.clone()).await.ok();
            let mv = chosen["move"].as_str().expect("a move").to_owned();
            assert!(moves.contains(&mv), "{mv} in {position:?}");
            let again = client.post("/api/v1/choose", asked).await.ok();
            assert_eq!(chosen, again, "a seed repeats the choice");
        }
        let asked = json!({"game": game, "size": size, "start": position.text(),
                           "moves": [moves[0]]});
        let review = client.post("/api/v1/review", asked.clone()).await.ok();
        assert_eq!(review["moves"][0]["move"], moves[0]);
        let replay = client.post("/api/v1/replay", asked).await.ok();
        check_view(&replay["start"], &**position);
        let after = position.play(&moves[0]).expect("listed").position;
        check_view(&replay["steps"][0]["view"], &*after);
    }
}
