//! The laws that every game obeys, as checks that panic with the law that was broken.
//!
//! One suite for every game and size: unit tests run it along seeded games, property tests along
//! games that they can shrink, and a fuzz target along whatever bytes it finds. Both layers are
//! checked: what the dynamic one says must be what the typed one says.

use std::collections::HashSet;

use quintet_rules::{Player, Random, Wyrand};

use crate::{AnyPosition, Listed, MoveError, Size, Variant, one_word};

/// Plays a game chosen by `choices` and checks the laws in each of its positions.
///
/// Each choice picks one of the legal moves; the game stops when there are no more choices, at the
/// end of the game, or after 200 plies, since two of the games may go on for ever.
pub fn check_game(variant: &dyn Variant, first: Player, choices: impl IntoIterator<Item = u32>) {
    let mut position = variant.start(first);
    assert_eq!(
        position.to_move(),
        first,
        "the player who begins is to move"
    );
    for choice in choices.into_iter().take(200) {
        check_position(&*position, choice);
        let moves = position.moves();
        if moves.is_empty() {
            return;
        }
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

/// Checks the laws that hold in every single position. `salt` varies what is tried.
pub fn check_position(position: &dyn AnyPosition, salt: u32) {
    let moves = position.moves();
    check_moves(position, &moves);
    check_texts(position);
    check_refusals(position, &moves);
    check_counts(position, &moves);
    check_random_move(position, &moves, salt);
    check_touches(position, &moves);
    check_winning(position);
}

/// What decided the game is seen exactly when it is over.
fn check_winning(position: &dyn AnyPosition) {
    let winning = position.winning();
    assert_eq!(
        winning.is_empty(),
        position.outcome().is_none(),
        "winning cells exactly when the game is over: {position:?}"
    );
    assert!(
        winning.is_sorted_by(|a, b| a < b),
        "in ascending order, none twice: {position:?}"
    );
    let cells = position.scene().cells.len();
    assert!(
        winning.iter().all(|cell| *cell < cells),
        "on the grid: {position:?}"
    );
}

/// Every move can be made by touching cells, and a cell that begins no move says why.
fn check_touches(position: &dyn AnyPosition, moves: &[Listed]) {
    let cells = position.scene().cells.len();
    let is_on_the_grid =
        |touched: &Vec<usize>| !touched.is_empty() && touched.iter().all(|cell| *cell < cells);
    for mv in moves {
        assert!(!mv.touches.is_empty(), "{mv:?} can be made: {position:?}");
        let mut shown = mv.touches.iter().chain([&mv.marks]);
        assert!(shown.all(is_on_the_grid), "{mv:?} in {position:?}");
        assert_eq!(
            position.marks(&mv.text).as_ref(),
            Some(&mv.marks),
            "a listed move marks what its text marks: {mv:?} in {position:?}"
        );
    }
    let ways: Vec<_> = moves.iter().flat_map(|mv| &mv.touches).collect();
    let distinct: HashSet<_> = ways.iter().map(|way| way.as_slice()).collect();
    assert_eq!(
        distinct.len(),
        ways.len(),
        "touches tell moves apart: {position:?}"
    );
    for way in &ways {
        let is_whole = (1..way.len()).all(|length| !distinct.contains(&way[..length]));
        assert!(is_whole, "{way:?} touches another move first: {position:?}");
    }
    if let Some(most) = ways.iter().map(|way| way.len()).max() {
        let steps = position.steps();
        assert_eq!(steps.len(), most, "a sentence for each touch: {position:?}");
    }
    let begins: HashSet<_> = ways.iter().map(|way| way[0]).collect();
    for cell in 0..cells {
        let why_not = position.why_not(&[cell]);
        assert_eq!(
            why_not.is_none(),
            begins.contains(&cell),
            "cell {cell} begins a move, or says why not: {position:?}"
        );
    }
}

fn check_moves(position: &dyn AnyPosition, moves: &[Listed]) {
    assert_eq!(
        moves.is_empty(),
        position.outcome().is_some(),
        "no moves exactly when the game is over: {position:?}"
    );
    assert_eq!(
        position.ending().is_some(),
        position.outcome().is_some(),
        "an ending exactly when the game is over: {position:?}"
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
            one_word(mv),
            mv.to_lowercase(),
            format!("  {} ", mv.replace(' ', "  ")),
        ] {
            let other = position.play(&spelling).expect("every spelling is read");
            assert_eq!(
                other.position.text(),
                played.position.text(),
                "{spelling} in {position:?}"
            );
        }
        assert_eq!(
            position.text(),
            before,
            "a move leaves the position it was made in"
        );
    }
}

fn check_texts(position: &dyn AnyPosition) {
    let text = position.text();
    let variant = position.variant();
    let back = variant
        .position(&text)
        .unwrap_or_else(|error| panic!("{position:?} is not read back: {error}"));
    assert_eq!(back.text(), text, "positions round-trip");
    assert_eq!(
        back.moves(),
        position.moves(),
        "a position read back is the same: {text}"
    );
    assert_eq!(
        back.outcome(),
        position.outcome(),
        "a position read back is the same: {text}"
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

/// Whatever has the form of a move of any game is played exactly if it is listed.
fn check_refusals(position: &dyn AnyPosition, moves: &[Listed]) {
    let listed: HashSet<_> = moves.iter().map(|mv| mv.text.as_str()).collect();
    let size = position.variant().size();
    let last = size.rows * size.columns + 1;
    let numbers = (0..=last).map(|n| n.to_string());
    let pairs = (0..=size.rows + 1)
        .flat_map(|row| (0..=size.columns + 1).map(move |column| format!("{row} {column}")));
    let cells = ('A'..='J').flat_map(|column| {
        (0..=size.rows + 1)
            .flat_map(move |row| ["MOVE", "BARRIER"].map(|word| format!("{word} {column}{row}")))
    });
    for entry in numbers.chain(pairs).chain(cells).chain(wide_entries(size)) {
        match position.play(&entry) {
            Ok(played) => assert!(
                listed.contains(&*played.mv),
                "{entry} is not listed: {position:?}"
            ),
            Err(error) => {
                assert!(!listed.contains(&*entry), "{entry} is listed: {position:?}");
                check_error(&error);
            }
        }
    }
}

/// Entries of more than a cell: two cell numbers, and two pairs of coordinates. There are too many
/// on large boards.
fn wide_entries(size: Size) -> Vec<String> {
    let cells = size.rows * size.columns;
    let mut entries = Vec::new();
    if cells <= 25 {
        entries
            .extend((0..=cells + 1).flat_map(|a| (0..=cells + 1).map(move |b| format!("{a} {b}"))));
    }
    if cells <= 16 && size.rows > 1 {
        let coordinates = || {
            (0..=size.rows + 1)
                .flat_map(|row| (0..=size.columns + 1).map(move |column| format!("{row} {column}")))
        };
        entries.extend(
            coordinates().flat_map(|to| coordinates().map(move |block| format!("{to} {block}"))),
        );
    }
    entries
}

fn check_error(error: &MoveError) {
    assert!(
        error.to_string().ends_with('.'),
        "a refusal is a sentence: {error}"
    );
    if let MoveError::Refused { reason, .. } = error {
        let is_code = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        assert!(
            reason.bytes().all(is_code),
            "a reason is a name for programs: {reason}"
        );
    }
}

fn check_counts(position: &dyn AnyPosition, moves: &[Listed]) {
    assert_eq!(
        position.perft(0),
        1,
        "one way to play nothing: {position:?}"
    );
    assert_eq!(
        position.perft(1),
        moves.len() as u64,
        "moves are counted right: {position:?}"
    );
    let below: u64 = moves
        .iter()
        .map(|mv| {
            position
                .play(&mv.text)
                .expect("a listed move is legal")
                .position
                .perft(1)
        })
        .sum();
    assert_eq!(
        position.perft(2),
        below,
        "perft is the sum over the moves: {position:?}"
    );
}

fn check_random_move(position: &dyn AnyPosition, moves: &[Listed], salt: u32) {
    let mut random = Wyrand::new(u64::from(salt));
    match position.random_move(&mut random) {
        Some(mv) => assert!(
            moves.iter().any(|listed| listed.text == mv),
            "a random move is legal: {mv} in {position:?}"
        ),
        None => assert!(moves.is_empty(), "a random move exists: {position:?}"),
    }
}

/// Reads `text` as a position, and as an entry in a position chosen by `choice`: whatever it says,
/// the answer is an ordinary one.
pub fn check_parsers(variant: &dyn Variant, choice: u32, text: &str) {
    match variant.position(text) {
        Ok(position) => check_position(&*position, choice),
        Err(error) => {
            assert!(
                !error.found.is_empty() && !error.wanted.is_empty(),
                "an error says both"
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
        Err(error) => {
            let shown = error.to_string();
            assert!(
                !shown.contains(char::is_control),
                "errors are safe to show: {shown:?}"
            );
            check_error(&error);
        }
    }
}
