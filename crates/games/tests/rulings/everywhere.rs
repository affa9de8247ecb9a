//! Rulings on every position and every size, along random games.

use std::collections::{BTreeMap, BTreeSet};

use quintet_games::Catalogue;
use quintet_games::quad_block::{QuadBlock, Quads, QuadsMove, QuadsRefusal};
use quintet_games::{AnyPosition, MoveError, Reason, Variant, Words};
use quintet_rules::{Cell, Outcome, Player, Position, Wyrand};
use quintet_testkit::books;

use crate::rulings::table::{Table, legal};

fn variants() -> impl Iterator<Item = &'static dyn Variant> {
    Catalogue::STANDARD
        .iter()
        .flat_map(|listing| listing.sizes)
        .copied()
}

fn sizes(game: &str) -> impl Iterator<Item = &'static dyn Variant> {
    variants().filter(move |variant| variant.id() == game)
}

/// The positions of random games with the seeds below `games`, from the start to the end or the 300th ply, as two of the
/// games may be endless.
fn along_games(variant: &dyn Variant, games: u64) -> Vec<Box<dyn AnyPosition>> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut random = Wyrand::new(seed);
        let mut position = variant.start(Player::One);
        for _ in 0..300 {
            positions.push(position.boxed());
            let Some(mv) = position.random_move(&mut random) else {
                break;
            };
            position = position.play(&mv).expect("a random move is legal").position;
        }
    }
    positions
}

#[test]
fn c1_the_first_player_changes_only_the_player_to_move_at_the_start() {
    for variant in variants() {
        let [one, two] = Player::BOTH.map(|first| {
            let start = variant.start(first);
            assert_eq!(start.to_move(), first, "{variant:?}");
            start.text()
        });
        assert_eq!(one.replacen(" 1", " 2", 1), two, "{variant:?}");
    }
}

#[test]
fn c2_no_entry_that_is_not_a_move_ends_a_game_of_any_size() {
    let entries = [
        "",
        "   ",
        "-1",
        "0",
        "0 0",
        "99",
        "99 99",
        "1 2 3",
        "1 2 3 4 5",
        "2--2",
        "x",
        "MOVE",
        "MOVE Z99",
        "JUMP B2",
        "\u{1b}[2J",
    ];
    for position in variants().flat_map(|variant| along_games(variant, 1)) {
        let before = (position.text(), position.moves());
        for entry in entries {
            let error = position.play(entry).expect_err(entry).to_string();
            let is_shown_safely = error.ends_with('.') && !error.contains('\u{1b}');
            assert!(is_shown_safely, "{entry:?} fails with {error:?}");
        }
        assert_eq!((position.text(), position.moves()), before);
    }
}

#[test]
fn c3_a_player_loses_exactly_without_a_move_and_never_by_moving() {
    for position in variants().flat_map(|variant| along_games(variant, 20)) {
        let winner = position.to_move().other();
        let outcome = legal(&*position).is_empty().then_some(Outcome { winner });
        assert_eq!(position.outcome(), outcome, "{position:?}");
    }
}

#[test]
fn c4_resigning_drawing_passing_and_taking_back_are_not_moves_of_any_game() {
    for start in variants().map(|variant| variant.start(Player::One)) {
        for entry in ["resign", "draw", "pass", "undo", "time"] {
            let answer = start.play(entry);
            assert!(
                matches!(answer, Err(MoveError::Malformed { .. })),
                "{answer:?}"
            );
        }
    }
}

#[test]
fn m1_a_player_who_can_move_can_block_every_empty_cell() {
    for position in sizes("matrix-isolation").flat_map(|variant| along_games(variant, 20)) {
        let mut blocks = BTreeMap::new();
        for mv in legal(&*position) {
            let step: Vec<_> = mv.split(' ').take(2).map(str::to_owned).collect();
            *blocks.entry(step).or_insert(0) += 1;
        }
        // The move empties one cell and fills another.
        let empty = position.text().matches('.').count();
        assert!(
            blocks.values().all(|count| *count == empty),
            "{position:?}: {blocks:?}"
        );
    }
}

#[test]
fn r3_a_player_always_has_a_move_of_the_runner() {
    for position in sizes("grid-runner").flat_map(|variant| along_games(variant, 30)) {
        let can_run = legal(&*position).iter().any(|mv| mv.starts_with("MOVE "));
        assert_eq!(can_run, position.outcome().is_none(), "{position:?}");
    }
}

/// The columns of a line in which a word begins.
fn words(line: &str) -> BTreeSet<usize> {
    let chars: Vec<_> = line.chars().collect();
    let begins = |n: &usize| chars[*n] != ' ' && (*n == 0 || chars[*n - 1] == ' ');
    (0..chars.len()).filter(begins).collect()
}

/// The columns that must be the same in every line of a drawing.
fn columns(game: &str, line: &str) -> Option<BTreeSet<usize>> {
    match game {
        "matrix-isolation" => Some(words(line)),
        // The line of letters has no row number in front.
        "grid-runner" => Some(words(line.get(1..)?)),
        "adjacency-block" => Some(words(line.split_at_checked("Positions:".len())?.1)),
        "quad-block" if line == "Current Grid:" => None,
        _ => Some(
            line.match_indices(['|', '+'])
                .map(|(column, _)| column)
                .collect(),
        ),
    }
}

#[test]
fn d1_the_columns_of_drawings_that_are_ragged_in_their_books_are_aligned() {
    for game in [
        "matrix-isolation",
        "grid-runner",
        "adjacency-block",
        "quad-block",
    ] {
        for position in sizes(game).flat_map(|variant| along_games(variant, 5)) {
            let drawing = position.drawing();
            let distinct: BTreeSet<_> = drawing
                .lines()
                .filter_map(|line| columns(game, line))
                .collect();
            assert_eq!(distinct.len(), 1, "{game}:\n{drawing}");
        }
    }
}

#[test]
fn d1_a_drawing_that_a_book_prints_ragged_has_the_same_characters_as_ours() {
    let characters = |text: &str| text.split_whitespace().collect::<String>();
    let mut count = 0;
    for listing in Catalogue::STANDARD.iter() {
        for (title, printed) in books::drawings(listing.id) {
            let Some(ours) = title.strip_suffix(", as printed") else {
                continue;
            };
            let ours = books::drawing(listing.id, ours);
            // Quad Block's book has this title only where it shows the game in play.
            let ours = ours.trim_start_matches("Current Grid:");
            assert_eq!(characters(ours), characters(&printed), "{title}");
            count += 1;
        }
    }
    assert!(count > 0, "some books print ragged drawings");
}

/// An entry is always read as a turn of the current phase, so only code in the typed layer can play another kind of turn.
#[test]
fn d2_a_turn_of_another_phase_is_refused_with_the_expected_form() {
    let start = Quads::<5, 5>::start(Player::One);
    let lift = QuadsMove::Lift(Cell::new(12).expect("on the grid"));
    let refusal = start.play(lift).expect_err("markers are still placed");
    assert_eq!(
        (refusal, refusal.code()),
        (QuadsRefusal::WrongPhase, "wrong-phase")
    );
    assert_eq!(
        QuadBlock::<5, 5>::refused(&start, &refusal),
        "Invalid move. Enter the number of an empty cell, from 1 to 25, such as 13."
    );
}

/// Tries every entry in the positions of the tables and of random games.
#[test]
fn d2_every_reason_to_refuse_an_entry_is_in_the_table() {
    for listing in Catalogue::STANDARD.iter() {
        let table = Table::of(listing);
        let in_table = table
            .sections
            .iter()
            .filter(|section| section.name.starts_with("d2_"));
        let refusals = in_table.flat_map(|section| table.run(section).unwrap_or_default());
        let (mut positions, reasons): (Vec<_>, BTreeSet<_>) = refusals.unzip();
        positions.extend(along_games(listing.standard(), 10));
        for position in positions {
            for entry in entries(&*position) {
                if let Err(MoveError::Refused { reason, sentence }) = position.play(&entry) {
                    assert!(
                        reasons.contains(reason),
                        "{entry} in {position:?}: {reason}: {sentence}"
                    );
                }
            }
        }
    }
}

/// Every move that can be written in a position, and each with one of its cells off the grid.
fn entries(position: &dyn AnyPosition) -> Vec<String> {
    let mut entries = position.data().candidates();
    let words = |entry: &String| entry.split(' ').count();
    for place in 0..entries.first().map_or(0, words) {
        let beyond = entries.iter().map(|entry| {
            let mut words: Vec<_> = entry.split(' ').map(str::to_owned).collect();
            words[place].push('9');
            words.join(" ")
        });
        let beyond: Vec<_> = beyond.collect();
        entries.extend(beyond);
    }
    entries
}

#[test]
fn no_game_reads_the_start_of_another_size() {
    for listing in Catalogue::STANDARD.iter() {
        for variant in listing.sizes {
            for other in listing.sizes {
                let text = other.start(Player::One).text();
                let is_own = variant.size() == other.size();
                assert_eq!(variant.position(&text).is_ok(), is_own, "{text}");
            }
        }
    }
}
