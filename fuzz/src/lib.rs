//! What the fuzz targets do with their bytes, kept apart from libFuzzer so that the stable test
//! `crates/arena/tests/any_bytes.rs` can do the same.

use quintet_arena::Record;
use quintet_games::{Catalogue, Variant, contract};
use quintet_rules::Player;

/// The first byte chooses a game and size, the second a position of it; the rest is read as a
/// position and as an entry.
pub fn any_text_gets_an_ordinary_answer(bytes: &[u8]) {
    let [which, choice, text @ ..] = bytes else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    contract::check_parsers(variant(*which), u32::from(*choice), &text);
}

/// The first byte chooses a game and size, the second who begins, each further one a move.
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

/// The bytes are a text of records or they are refused with a place and a reason; what has been
/// read is written so that it is read again as it was.
pub fn any_record_is_read_or_refused(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Record::read_all(&text, Catalogue::STANDARD) {
        Ok(records) => {
            let written = write_all(&records);
            let again = Record::read_all(&written, Catalogue::STANDARD)
                .unwrap_or_else(|fault| panic!("{fault} in what was written:\n{written}"));
            assert_eq!(again.len(), records.len(), "as many records as before");
            assert_eq!(write_all(&again), written, "records round-trip");
        }
        Err(fault) => {
            // An empty text has no line, yet its fault must be somewhere.
            let lines = text.split('\n').count();
            assert!((1..=lines).contains(&fault.line), "{fault}");
            assert!(!fault.what.is_empty(), "a fault says what it is");
            assert!(
                !fault.to_string().contains(char::is_control),
                "faults are safe to show: {fault:?}"
            );
        }
    }
}

fn write_all(records: &[Record]) -> String {
    let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
    texts.join("\n")
}

/// One of the games at one of its sizes.
fn variant(which: u8) -> &'static dyn Variant {
    let variants: Vec<_> = Catalogue::STANDARD
        .iter()
        .flat_map(|listing| listing.sizes)
        .collect();
    *variants[usize::from(which) % variants.len()]
}
