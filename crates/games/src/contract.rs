//! The contract of a game, as checks that panic with the violated law.
//!
//! One suite serves every game and size: tests run it along seeded games, property tests along games that they can shrink,
//! and a fuzz target along arbitrary bytes. It checks both layers, which must agree.

mod actions;
mod board;
mod entries;
mod moves;

use quintet_rules::{Player, Random, Wyrand};

use crate::{AnyPosition, Variant};

/// Plays a game chosen by `choices` and checks the laws in each of its positions.
///
/// Each choice picks a legal move. The game stops with the last choice, at its end, or after 200 plies, because two of the
/// games can be endless.
pub fn check_game(variant: &dyn Variant, first: Player, choices: impl IntoIterator<Item = u32>) {
    let mut position = variant.start(first);
    assert_eq!(position.to_move(), first, "the first player is to move");
    for (ply, choice) in (0..).zip(choices.into_iter().take(200)) {
        check_position(&*position, choice);
        let moves = position.moves();
        if moves.is_empty() {
            return;
        }
        assert!(
            variant.longest().is_none_or(|longest| ply < longest),
            "no game is longer than the longest: {position:?}"
        );
        let mv = &moves[choice as usize % moves.len()].text;
        let next = position.play(mv).expect("a listed move is legal").position;
        assert_eq!(
            next.to_move(),
            position.to_move().other(),
            "turns alternate in {position:?}"
        );
        position = next;
    }
    check_position(&*position, 0);
}

/// Checks the laws of a single position. `salt` selects the entries that are tried.
fn check_position(position: &dyn AnyPosition, salt: u32) {
    let listed = position.moves();
    moves::check_listed(position, &listed);
    moves::check_counts(position, &listed);
    moves::check_random_move(position, &listed, salt);
    entries::check_candidates(position, &listed, salt);
    actions::check_numbers(position, &listed);
    actions::check_observation(position);
    board::check_scene(position);
    board::check_touches(position, &listed);
    board::check_idea(position, &listed);
    board::check_winning(position);
    check_texts(position);
}

fn check_texts(position: &dyn AnyPosition) {
    let text = position.text();
    let variant = position.variant();
    let back = variant
        .position(&text)
        .unwrap_or_else(|error| panic!("{position:?} does not parse: {error}"));
    assert_eq!(back.text(), text, "positions round-trip");
    assert_eq!(
        back.moves(),
        position.moves(),
        "a parsed position is the same: {text}"
    );
    assert_eq!(
        back.outcome(),
        position.outcome(),
        "a parsed position is the same: {text}"
    );
    let drawing = position.drawing();
    assert!(
        !drawing.ends_with('\n'),
        "drawings have no line break at the end: {text}"
    );
    assert!(
        drawing.lines().all(|line| line == line.trim_end()),
        "drawings have no trailing spaces: {text}\n{drawing}"
    );
}

/// Parses any text as a position, and as an entry in a position selected by `choice`. It must be either valid or an
/// ordinary error.
pub fn check_parsers(variant: &dyn Variant, choice: u32, text: &str) {
    match variant.position(text) {
        Ok(position) => check_position(&*position, choice),
        Err(error) => {
            assert!(
                !error.found.is_empty() && !error.expected.is_empty(),
                "an error has both parts"
            );
            let shown = error.to_string();
            assert!(
                !shown.contains(char::is_control),
                "errors are safe to show: {shown:?}"
            );
        }
    }
    let mut position = variant.start(Player::One);
    let mut random = Wyrand::new(u64::from(choice));
    for _ in 0..random.below(12) {
        let Some(mv) = position.random_move(&mut random) else {
            break;
        };
        position = position.play(&mv).expect("a random move is legal").position;
    }
    match position.play(text) {
        Ok(played) => assert!(
            position.moves().iter().any(|mv| mv.text == played.mv),
            "{text:?} in {position:?}"
        ),
        Err(error) => entries::check_error(&error),
    }
}
