//! The bodies of the fuzz targets for games and records. The stable test `crates/arena/tests/any_bytes.rs` also runs them.

use quintet_arena::Record;
use quintet_games::{Catalogue, Variant, contract};
use quintet_rules::Player;

/// Parses arbitrary text. The first byte selects a game and size, the second a position; the rest is parsed as a position
/// and as a move.
pub fn parsers_accept_any_text(bytes: &[u8]) {
    let [which, choice, text @ ..] = bytes else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    contract::check_parsers(variant(*which), u32::from(*choice), &text);
}

/// Plays an arbitrary game. The first byte selects a game and size, the second the first player, and each other byte a move.
pub fn any_game_obeys_the_contract(bytes: &[u8]) {
    let [which, first, choices @ ..] = bytes else {
        return;
    };
    let first = Player::BOTH[usize::from(first % 2)];
    contract::check_game(
        variant(*which),
        first,
        choices.iter().map(|choice| u32::from(*choice)),
    );
}

/// Parses arbitrary bytes as records. Valid records round-trip; errors have a line and a message.
pub fn records_round_trip_or_are_rejected(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Record::read_all(&text, Catalogue::STANDARD) {
        Ok(records) => {
            let written = write_all(&records);
            let again = Record::read_all(&written, Catalogue::STANDARD)
                .unwrap_or_else(|error| panic!("{error} in the output:\n{written}"));
            assert_eq!(again.len(), records.len(), "the number of records");
            assert_eq!(write_all(&again), written, "records round-trip");
        }
        Err(error) => {
            let lines = text.split('\n').count();
            assert!((1..=lines).contains(&error.line), "{error}");
            assert!(!error.what.is_empty(), "an error has a message");
            assert!(
                !error.to_string().contains(char::is_control),
                "errors contain no control characters: {error:?}"
            );
        }
    }
}

fn write_all(records: &[Record]) -> String {
    let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
    texts.join("\n")
}

/// Selects a game at one of its sizes.
fn variant(which: u8) -> &'static dyn Variant {
    let variants: Vec<_> = Catalogue::STANDARD
        .iter()
        .flat_map(|listing| listing.sizes)
        .collect();
    *variants[usize::from(which) % variants.len()]
}
