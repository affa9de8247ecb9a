//! The examples and the picture that every game brings along.

use std::collections::BTreeSet;

use quintet_games::{Example, Listing, MoveError, catalogue};

/// What becomes of an example: `legal`, `wins`, or the reason why it is refused.
fn outcome(listing: &Listing, example: &Example) -> String {
    let position = listing.standard().position(example.position);
    let position = position.unwrap_or_else(|error| panic!("{}: {error}", example.position));
    assert!(
        position.outcome().is_none(),
        "something can be tried: {position:?}"
    );
    match position.play(example.entry) {
        Ok(played) if played.position.outcome().is_some() => "wins".to_owned(),
        Ok(_) => "legal".to_owned(),
        Err(MoveError::Refused { reason, .. }) => reason.to_owned(),
        Err(MoveError::Malformed { sentence }) => {
            panic!("{} in {position:?} says no move: {sentence}", example.entry)
        }
    }
}

#[test]
fn every_game_shows_what_is_legal_what_is_not_for_two_reasons_and_how_it_is_won() {
    for listing in catalogue() {
        let outcomes: BTreeSet<_> = listing
            .examples
            .iter()
            .map(|example| outcome(listing, example))
            .collect();
        for wanted in ["legal", "wins"] {
            assert!(outcomes.contains(wanted), "{}: {outcomes:?}", listing.id);
        }
        assert!(outcomes.len() >= 4, "{}: {outcomes:?}", listing.id);
    }
}

#[test]
fn every_example_can_be_drawn_with_a_caption_of_its_own() {
    for listing in catalogue() {
        let mut captions = BTreeSet::new();
        for example in listing.examples {
            let position = listing.standard().position(example.position);
            let position = position.expect("a position");
            assert_eq!(position.text(), example.position, "as it is written");
            let cells = position.marks(example.entry).expect("on the grid");
            assert!(!cells.is_empty(), "{} in {position:?}", example.entry);
            assert!(
                example.caption.ends_with('.') && captions.insert(example.caption),
                "a sentence of its own: {:?}",
                example.caption
            );
        }
    }
}

#[test]
fn every_picture_is_of_a_game_in_full_swing() {
    for listing in catalogue() {
        let position = listing.standard().position(listing.picture);
        let position = position.unwrap_or_else(|error| panic!("{}: {error}", listing.id));
        assert_eq!(position.outcome(), None, "{position:?}");
        let scene = position.scene();
        for player in quintet_rules::Player::BOTH {
            let owns = |owner: Option<_>| owner == Some(player);
            let tokens = scene.cells.iter().filter_map(|cell| cell.token);
            assert!(
                tokens.map(|token| token.owner).any(owns),
                "both players are seen: {position:?}"
            );
        }
    }
}
