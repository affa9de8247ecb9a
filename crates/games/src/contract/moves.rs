//! The laws of the list of moves.

use std::collections::HashSet;

use quintet_rules::Wyrand;

use crate::{AnyPosition, LegalMove, hyphenated};

/// Checks that a position has moves exactly until the game is over, each once, and that every spelling plays them.
pub(super) fn check_listed(position: &dyn AnyPosition, moves: &[LegalMove]) {
    assert_eq!(
        moves.is_empty(),
        position.outcome().is_some(),
        "no moves exactly when the game is over: {position:?}"
    );
    let distinct: HashSet<_> = moves.iter().map(|mv| &mv.text).collect();
    assert_eq!(distinct.len(), moves.len(), "no move twice: {position:?}");
    assert_eq!(moves, position.moves(), "the order is stable: {position:?}");
    for listed in moves {
        let (mv, before) = (&listed.text, position.text());
        let played = position
            .play(mv)
            .unwrap_or_else(|error| panic!("{mv} in {position:?}: {error}"));
        assert_eq!(played.mv, *mv, "moves round-trip: {position:?}");
        assert_eq!(played.marks, listed.marks, "{mv} in {position:?}");
        for spelling in [
            hyphenated(mv),
            mv.to_lowercase(),
            format!("  {} ", mv.replace(' ', "  ")),
            mv.replace(' ', ","),
            format!("({})", mv.replace(' ', ", ")),
        ] {
            let other = position
                .play(&spelling)
                .expect("every spelling is accepted");
            assert_eq!(
                other.position.text(),
                played.position.text(),
                "{spelling} in {position:?}"
            );
        }
        assert_eq!(
            position.text(),
            before,
            "playing a move does not change the position"
        );
    }
}

/// Checks that the counts of move sequences agree with the list of moves.
pub(super) fn check_counts(position: &dyn AnyPosition, moves: &[LegalMove]) {
    assert_eq!(
        position.analysis().perft(0),
        1,
        "there is one empty sequence: {position:?}"
    );
    assert_eq!(
        position.analysis().perft(1),
        moves.len() as u64,
        "perft(1) is the number of moves: {position:?}"
    );
    let below: u64 = moves
        .iter()
        .map(|mv| {
            position
                .play(&mv.text)
                .expect("a listed move is legal")
                .position
                .analysis()
                .perft(1)
        })
        .sum();
    assert_eq!(
        position.analysis().perft(2),
        below,
        "perft is the sum over the moves: {position:?}"
    );
}

/// Checks that a random move is legal.
pub(super) fn check_random_move(position: &dyn AnyPosition, moves: &[LegalMove], salt: u32) {
    let mut random = Wyrand::new(u64::from(salt));
    match position.random_move(&mut random) {
        Some(mv) => assert!(
            moves.iter().any(|listed| listed.text == mv),
            "a random move is legal: {mv} in {position:?}"
        ),
        None => assert!(moves.is_empty(), "a random move exists: {position:?}"),
    }
}
