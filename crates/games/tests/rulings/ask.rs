//! Short ways to put a question to the program, for `rulings.rs` and `books.rs`.

use quintet_catalogue::find;
use quintet_games::{AnyPosition, MoveError};
use quintet_rules::Player;

/// The start of a game on the rule book's board, Player 1 to begin.
pub(crate) fn start(game: &str) -> Box<dyn AnyPosition> {
    let listing = find(game).expect("in the catalogue");
    listing.standard().start(Player::One)
}

/// A position on the rule book's board.
#[track_caller]
pub(crate) fn at(game: &str, text: &str) -> Box<dyn AnyPosition> {
    let listing = find(game).expect("in the catalogue");
    match listing.standard().position(text) {
        Ok(position) => position,
        Err(error) => panic!("{game}: {text}: {error}"),
    }
}

/// The position after some moves, all of which must be legal.
#[track_caller]
pub(crate) fn after(from: &dyn AnyPosition, moves: &[&str]) -> Box<dyn AnyPosition> {
    let mut position = from.boxed();
    for mv in moves {
        position = match position.play(mv) {
            Ok(played) => played.position,
            Err(error) => panic!("{mv} in {position:?}: {error}"),
        };
    }
    position
}

/// The legal moves as texts.
pub(crate) fn legal(position: &dyn AnyPosition) -> Vec<String> {
    position.moves().into_iter().map(|mv| mv.text).collect()
}

/// Asserts that an entry is refused for this reason, with this sentence.
#[track_caller]
pub(crate) fn assert_refused(
    position: &dyn AnyPosition,
    entry: &str,
    reason: &'static str,
    sentence: &str,
) {
    let refused = MoveError::Refused {
        reason,
        sentence: sentence.to_owned(),
    };
    match position.play(entry) {
        Ok(played) => panic!("{entry} in {position:?} is played: {played:?}"),
        Err(error) => assert_eq!(error, refused, "{entry} in {position:?}"),
    }
    let listed = position.moves().iter().any(|mv| mv.text == entry);
    assert!(!listed, "{entry} is refused but listed: {position:?}");
}

/// Asserts that an entry is not even a move, and what is said then.
#[track_caller]
pub(crate) fn assert_malformed(position: &dyn AnyPosition, entry: &str, sentence: &str) {
    let malformed = MoveError::Malformed {
        sentence: sentence.to_owned(),
    };
    match position.play(entry) {
        Ok(played) => panic!("{entry:?} in {position:?} is played: {played:?}"),
        Err(error) => assert_eq!(error, malformed, "{entry:?} in {position:?}"),
    }
}
