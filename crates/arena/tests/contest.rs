//! A game in progress: playing, taking back, giving up, and choosing by chance.

use quintet_arena::{Chooser, Contest, Dice, GameResult, Record, Termination, Who};
use quintet_games::{MoveError, catalogue, find};
use quintet_rules::{Outcome, PerPlayer, Player};

fn gridlock() -> Contest {
    Contest::new(
        find("gridlock")
            .expect("listed")
            .standard()
            .start(Player::One),
    )
}

fn after(moves: &[&str]) -> Contest {
    let mut contest = gridlock();
    for mv in moves {
        contest
            .play(mv)
            .unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    contest
}

fn moves(contest: &Contest) -> Vec<&str> {
    contest.plies().iter().map(|ply| &*ply.mv).collect()
}

/// Both players are people.
fn both(_: Player) -> bool {
    true
}

#[test]
fn a_new_game_is_at_its_start() {
    let contest = gridlock();
    assert_eq!(contest.position().text(), contest.start().text());
    assert!(contest.plies().is_empty());
    assert_eq!(contest.outcome(), None);
    assert_eq!(contest.resigned(), None);
}

#[test]
fn a_move_is_kept_in_the_books_spelling_with_the_position_after_it() {
    let mut contest = gridlock();
    let played = contest.play(" 2-2 ").expect("legal");
    assert_eq!(played.mv, "2 2");
    assert_eq!(moves(&contest), ["2 2"]);
    assert_eq!(contest.plies()[0].position.text(), "..../.X../..../.... 2");
    assert_eq!(contest.position().text(), "..../.X../..../.... 2");
    assert_eq!(contest.start().text(), "..../..../..../.... 1");
}

#[test]
fn a_refused_entry_changes_nothing() {
    let mut contest = after(&["2 2"]);
    let refused = contest
        .play("2 3")
        .expect_err("beside an opponent's marker");
    assert!(
        matches!(
            refused,
            MoveError::Refused {
                reason: "beside-opponent",
                ..
            }
        ),
        "{refused:?}"
    );
    let malformed = contest.play("two two").expect_err("no numbers");
    assert!(
        matches!(malformed, MoveError::Malformed { .. }),
        "{malformed:?}"
    );
    for entry in ["", "9 9", "2 2", "1-0", "\0", "help"] {
        contest.play(entry).expect_err(entry);
    }
    assert_eq!(moves(&contest), ["2 2"]);
    assert_eq!(contest.position().text(), "..../.X../..../.... 2");
}

#[test]
fn a_finished_game_has_an_outcome_and_takes_no_move() {
    let start = find("gridlock")
        .expect("listed")
        .size("3x3")
        .expect("listed")
        .start(Player::One);
    let mut contest = Contest::new(start);
    for mv in ["1 1", "2 2", "1 3", "3 1", "3 3"] {
        assert_eq!(contest.outcome(), None);
        contest.play(mv).expect("legal");
    }
    assert_eq!(
        contest.outcome(),
        Some(Outcome {
            winner: Player::One
        })
    );
    contest.play("2 1").expect_err("the game is over");
    assert_eq!(contest.plies().len(), 5);
    assert_eq!(contest.undo(both), 1, "the last move can be taken back");
    assert_eq!(contest.outcome(), None);
}

#[test]
fn between_two_people_one_move_is_taken_back() {
    let mut contest = after(&["2 2", "3 3", "1 1"]);
    assert_eq!(contest.undo(both), 1);
    assert_eq!(moves(&contest), ["2 2", "3 3"]);
    assert_eq!(contest.position().text(), "..../.X../..O./.... 1");
    assert_eq!(contest.undo(both), 1);
    assert_eq!(contest.undo(both), 1);
    assert_eq!(contest.position().text(), contest.start().text());
    assert_eq!(contest.undo(both), 0);
}

#[test]
fn against_another_both_half_moves_are_taken_back() {
    let is_human = |player| player == Player::One;
    let mut contest = after(&["2 2", "3 3", "1 1", "4 4"]);
    assert_eq!(contest.undo(is_human), 2);
    assert_eq!(moves(&contest), ["2 2", "3 3"]);
    assert_eq!(contest.position().to_move(), Player::One);
    assert_eq!(contest.undo(is_human), 2);
    assert_eq!(contest.undo(is_human), 0);
}

#[test]
fn after_the_persons_own_last_move_only_that_one_is_taken_back() {
    let is_human = |player| player == Player::One;
    let mut contest = after(&["2 2", "3 3", "1 1"]);
    assert_eq!(contest.undo(is_human), 1);
    assert_eq!(moves(&contest), ["2 2", "3 3"]);
}

#[test]
fn nothing_is_taken_back_while_only_the_other_has_moved() {
    let is_human = |player| player == Player::Two;
    let mut contest = after(&["2 2"]);
    assert_eq!(contest.undo(is_human), 0);
    assert_eq!(moves(&contest), ["2 2"]);
    contest.play("3 3").expect("legal");
    contest.play("1 1").expect("legal");
    assert_eq!(contest.undo(is_human), 2);
    assert_eq!(moves(&contest), ["2 2"]);
    assert_eq!(contest.undo(is_human), 0);
}

#[test]
fn nothing_is_taken_back_when_nobody_is_asked() {
    let mut contest = after(&["2 2", "3 3"]);
    assert_eq!(contest.undo(|_| false), 0);
    assert_eq!(contest.plies().len(), 2);
}

#[test]
fn whoever_gives_up_has_lost() {
    for player in Player::BOTH {
        let mut contest = after(&["2 2"]);
        contest.resign(player);
        assert_eq!(contest.resigned(), Some(player));
        let winner = player.other();
        assert_eq!(contest.outcome(), Some(Outcome { winner }));
        let names = PerPlayer::from_fn(|player| format!("player {player}"));
        let record = Record::of(contest, names, "2026-11-15".to_owned());
        assert_eq!(record.result(), GameResult::Won(winner));
        assert_eq!(record.termination, Some(Termination::Resigned));
    }
}

#[test]
fn a_copy_goes_its_own_way() {
    let one = after(&["2 2"]);
    let mut two = one.clone();
    two.play("3 3").expect("legal");
    assert_eq!(moves(&one), ["2 2"]);
    assert_eq!(moves(&two), ["2 2", "3 3"]);
}

#[test]
fn players_are_found_by_their_names() {
    for who in Who::ALL {
        assert_eq!(who.name().parse(), Ok(*who));
        assert_eq!(who.to_string(), who.name());
    }
    let unknown = "Human\u{7}".parse::<Who>().expect_err("no such player");
    assert_eq!(unknown.to_string(), "no player is called 'Human\\u{7}'");
}

/// The moves of a game that dice play against themselves, to its end or a hundred plies.
fn random_game(start: usize, seed: u64, stream: u64) -> Vec<String> {
    let listing = catalogue().nth(start).expect("counted");
    let variant = listing.sizes.last().expect("every game has a size");
    let mut contest = Contest::new(variant.start(Player::One));
    let mut chooser = Dice::new(seed, stream);
    while contest.outcome().is_none() && contest.plies().len() < 100 {
        let mv = chooser.choose(contest.position());
        contest.play(&mv).expect("a chosen move is legal");
    }
    contest.plies().iter().map(|ply| ply.mv.clone()).collect()
}

#[test]
fn a_seed_repeats_a_game_and_another_seed_or_stream_gives_another() {
    for game in 0..catalogue().count() {
        let mut games = Vec::new();
        for (seed, stream) in [(0, 1), (0, 2), (1, 1), (2, 1), (u64::MAX, 1)] {
            let moves = random_game(game, seed, stream);
            assert_eq!(
                moves,
                random_game(game, seed, stream),
                "seed {seed}, stream {stream}"
            );
            assert!(!games.contains(&moves), "seed {seed}, stream {stream}");
            games.push(moves);
        }
    }
}

#[test]
fn the_lot_falls_on_either_player_and_a_seed_repeats_it() {
    let lots: Vec<_> = (0..20).map(|seed| Dice::new(seed, 0).player()).collect();
    let again: Vec<_> = (0..20).map(|seed| Dice::new(seed, 0).player()).collect();
    assert_eq!(lots, again);
    for player in Player::BOTH {
        assert!(lots.contains(&player), "{lots:?}");
    }
}

/// Seeds are promised to give the same game for ever, on every machine.
#[test]
fn the_stream_of_a_seed_does_not_change() {
    let moves = random_game(1, 42, 1);
    assert_eq!(moves[..6], ["27", "8", "4", "15", "21", "1"]);
}
