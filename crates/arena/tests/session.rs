//! A game in progress: playing, taking back, playing again, giving up, and the next game.

use quintet_arena::{
    Chooser, Dice, Ending, First, GameResult, Record, Score, Session, Termination, Undone, Who,
};
use quintet_catalogue::{catalogue, find};
use quintet_games::{MoveError, Variant};
use quintet_rules::{Outcome, PerPlayer, Player};

fn gridlock() -> Session {
    let gridlock = find("gridlock").expect("listed");
    Session::new(gridlock.standard().start(Player::One))
}

fn after(moves: &[&str]) -> Session {
    let mut session = gridlock();
    for mv in moves {
        let played = session.play(mv);
        played.unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    session
}

/// Player 1 is a person, Player 2 a level.
fn against_a_level(moves: &[&str]) -> Session {
    after(moves).between(PerPlayer {
        one: Who::Human,
        two: Who::Hard,
    })
}

fn moves(session: &Session) -> Vec<&str> {
    session.played().iter().map(|ply| &*ply.mv).collect()
}

#[test]
fn a_new_game_is_at_its_start() {
    let session = gridlock();
    assert_eq!(session.position().text(), session.start().text());
    assert!(session.plies().is_empty());
    assert_eq!(session.ended(), None);
    assert!(session.is_open() && session.is_at_end() && !session.is_unfinished());
    assert!(!session.can_undo());
    assert_eq!(session.redo_target(), None);
}

#[test]
fn a_move_is_kept_in_the_books_spelling_with_the_position_after_it() {
    let mut session = gridlock();
    let played = session.play(" 2-2 ").expect("legal");
    assert_eq!(played.mv, "2 2");
    assert_eq!(moves(&session), ["2 2"]);
    assert_eq!(session.plies()[0].position.text(), "..../.X../..../.... 2");
    assert_eq!(session.position().text(), "..../.X../..../.... 2");
    assert_eq!(session.start().text(), "..../..../..../.... 1");
    assert_eq!(session.last_marks(), [5]);
    let said = session.last_move().expect("a move was made");
    assert_eq!(said, "Player 1 (X) plays 2 2.");
}

#[test]
fn a_refused_entry_changes_nothing() {
    let mut session = after(&["2 2"]);
    let refused = session.play("2 3");
    let reason = "beside-opponent";
    assert!(
        matches!(&refused, Err(MoveError::Refused { reason: found, .. }) if *found == reason),
        "{refused:?}"
    );
    let malformed = session.play("two two");
    assert!(
        matches!(malformed, Err(MoveError::Malformed { .. })),
        "{malformed:?}"
    );
    for entry in ["", "9 9", "2 2", "1-0", "\0", "help"] {
        session.play(entry).expect_err(entry);
    }
    assert_eq!(moves(&session), ["2 2"]);
    assert_eq!(session.position().text(), "..../.X../..../.... 2");
}

#[test]
fn a_refused_entry_in_an_earlier_position_keeps_the_later_moves_and_the_ending() {
    let mut session = after(&["2 2", "3 3"]);
    session.end(Ending::Resignation(Player::One));
    session.go_to(1);
    session
        .play("2 3")
        .expect_err("beside an opponent's marker");
    assert_eq!((session.cursor(), session.plies().len()), (1, 2));
    assert_eq!(session.ended(), Some(Ending::Resignation(Player::One)));
}

#[test]
fn a_finished_game_has_an_outcome_and_takes_no_move() {
    let variant = find("gridlock")
        .expect("listed")
        .size("3x3")
        .expect("listed");
    let mut session = Session::new(variant.start(Player::One));
    for mv in ["1 1", "2 2", "1 3", "3 1", "3 3"] {
        assert_eq!(session.outcome(), None);
        session.play(mv).expect("legal");
    }
    let winner = Player::One;
    assert_eq!(session.ended(), Some(Ending::Rules(Outcome { winner })));
    assert_eq!(session.ending(), session.position().ending());
    assert_eq!(session.to_choose(), None);
    session.play("2 1").expect_err("the game is over");
    assert_eq!(session.plies().len(), 5);
    assert_eq!(
        session.undo(),
        Undone::Moves(1),
        "the last move can be taken back"
    );
    assert!(
        session.is_open(),
        "an earlier position can be played on from"
    );
    assert!(session.ended().is_some(), "but the game has ended");
    session.go_to(3);
    session.play("3 3").expect("legal");
    assert_eq!(session.ended(), None, "until another move replaces the end");
}

#[test]
fn between_two_people_one_move_is_taken_back() {
    let mut session = after(&["2 2", "3 3", "1 1"]);
    assert_eq!(session.undo(), Undone::Moves(1));
    assert_eq!(moves(&session), ["2 2", "3 3"]);
    assert_eq!(session.position().text(), "..../.X../..O./.... 1");
    assert_eq!(session.undo(), Undone::Moves(1));
    assert_eq!(session.undo(), Undone::Moves(1));
    assert_eq!(session.position().text(), session.start().text());
    assert_eq!(session.undo(), Undone::Nothing);
}

#[test]
fn against_a_level_both_moves_are_taken_back_and_made_again() {
    let mut session = against_a_level(&["2 2", "3 3", "1 1", "4 4"]);
    assert_eq!(session.undo(), Undone::Moves(2));
    assert_eq!(moves(&session), ["2 2", "3 3"]);
    assert!(session.is_persons_turn());
    assert_eq!(session.undo(), Undone::Moves(2));
    assert_eq!(session.undo(), Undone::Nothing);
    assert_eq!(session.redo(), 2);
    assert_eq!(session.redo(), 2);
    assert_eq!(session.redo(), 0);
    assert_eq!(moves(&session), ["2 2", "3 3", "1 1", "4 4"]);
}

#[test]
fn after_the_persons_own_last_move_only_that_one_is_taken_back() {
    let mut session = against_a_level(&["2 2", "3 3", "1 1"]);
    assert_eq!(session.undo(), Undone::Moves(1));
    assert_eq!(moves(&session), ["2 2", "3 3"]);
    assert_eq!(
        session.redo(),
        1,
        "up to the end, though the level is to move there"
    );
}

#[test]
fn nothing_is_taken_back_while_only_the_level_has_moved() {
    let mut session = against_a_level(&["2 2"]);
    session.swap_players();
    assert_eq!(
        session.swapped(),
        "Player 1 (X) is now hard, Player 2 (O) is now human."
    );
    assert_eq!(session.undo(), Undone::Nothing);
    session.play("3 3").expect("legal");
    session.play("1 1").expect("legal");
    assert_eq!(session.undo(), Undone::Moves(2));
    assert_eq!(moves(&session), ["2 2"]);
    assert_eq!(session.undo(), Undone::Nothing);
}

#[test]
fn where_only_levels_play_a_single_move_is_taken_back_and_made_again() {
    let levels = PerPlayer::from_fn(|_| Who::Easy);
    let mut session = after(&["2 2", "3 3", "1 1"]).between(levels);
    assert_eq!(session.undo(), Undone::Moves(1));
    assert_eq!(session.undo(), Undone::Moves(1));
    assert_eq!(session.redo(), 1);
    assert_eq!(moves(&session), ["2 2", "3 3"]);
}

#[test]
fn a_new_move_replaces_what_was_taken_back_and_the_same_move_does_not() {
    let mut session = after(&["2 2", "3 3", "1 1"]);
    session.go_to(1);
    session.play("3-3").expect("legal");
    assert_eq!((session.cursor(), session.plies().len()), (2, 3));
    session.go_to(1);
    session.play("4 4").expect("legal");
    assert_eq!(moves(&session), ["2 2", "4 4"]);
    assert!(session.is_at_end());
    session.go_to(1);
    let forgotten = session.forget_later();
    assert_eq!(forgotten.len(), 1);
    assert_eq!(session.plies().len(), 1);
}

#[test]
fn a_players_latest_move_is_taken_back_with_all_that_followed() {
    let mut session = after(&["2 2", "3 3", "1 1"]);
    session.take_back(Player::Two);
    assert_eq!(moves(&session), ["2 2"]);
    assert!(session.is_at_end(), "the moves are forgotten");
    session.take_back(Player::Two);
    assert_eq!(moves(&session), ["2 2"], "Player 2 has no move any more");
    session.take_back(Player::One);
    assert!(session.plies().is_empty());
}

#[test]
fn a_player_who_gives_up_has_lost_until_that_is_taken_back() {
    for player in Player::BOTH {
        let mut session = after(&["2 2"]);
        session.end(Ending::Resignation(player));
        let winner = player.other();
        assert_eq!(session.outcome(), Some(Outcome { winner }));
        assert_eq!(session.ending(), Some(session.variant().resigned(player)));
        assert_eq!(session.to_choose(), None);
        let names = PerPlayer::from_fn(|player| format!("player {player}"));
        let record = Record::of(session.clone(), names, "2026-11-15".to_owned());
        assert_eq!(record.result(), GameResult::Won(winner));
        assert_eq!(record.termination, Some(Termination::Resigned));
        assert!(session.can_undo());
        let undone = session.undo();
        assert_eq!(undone, Undone::Ending(Ending::Resignation(player)));
        assert_eq!(undone.sentence(), "The resignation is taken back.");
        assert_eq!((session.ended(), session.cursor()), (None, 1));
    }
}

#[test]
fn the_person_to_move_gives_up_or_the_only_one_there_is() {
    for (mut session, resigner) in [
        (after(&["2 2"]), Player::Two),
        (after(&["2 2", "3 3"]), Player::One),
        (against_a_level(&["2 2"]), Player::One),
        (against_a_level(&[]), Player::One),
    ] {
        assert_eq!(session.resigner(), Some(resigner));
        assert_eq!(session.resign(), Some(resigner));
        assert_eq!(session.ended(), Some(Ending::Resignation(resigner)));
        assert_eq!(session.ended().and_then(Ending::resigned), Some(resigner));
    }
    assert_eq!(Ending::PlyLimit.resigned(), None);
}

#[test]
fn whatever_is_looked_at_the_person_to_move_at_the_end_gives_up_there() {
    for looked_at in 0..=3 {
        let mut session = after(&["2 2", "3 3", "1 1"]);
        session.go_to(looked_at);
        assert_eq!(session.resign(), Some(Player::Two), "at {looked_at}");
        assert!(session.is_at_end() && session.plies().len() == 3);
        assert_eq!(session.to_choose(), None);
    }
}

#[test]
fn nobody_gives_up_where_no_person_plays_or_the_game_has_ended() {
    let mut levels = after(&["2 2"]).between(PerPlayer::from_fn(|_| Who::Easy));
    assert_eq!(levels.resign(), None);
    assert_eq!(levels.ended(), None);
    let mut over = after(&["2 2"]);
    over.end(Ending::PlyLimit);
    over.go_to(0);
    assert_eq!(over.resign(), None);
    assert_eq!((over.ended(), over.cursor()), (Some(Ending::PlyLimit), 0));
}

#[test]
fn a_game_that_reaches_its_limit_has_ended_without_a_winner() {
    let mut session = after(&["2 2"]);
    session.end(Ending::PlyLimit);
    assert_eq!((session.outcome(), session.score().unfinished), (None, 1));
    let said = "The game stops after 1 move. It is unfinished.";
    assert_eq!(session.ending().as_deref(), Some(said));
}

#[test]
fn the_other_player_begins_the_next_game_and_the_score_is_kept() {
    let mut session = against_a_level(&["2 2"]);
    let again = session.next();
    assert_eq!(
        again.start().to_move(),
        Player::One,
        "a game that was left is begun again"
    );
    assert_eq!(again.score(), Score::default());
    session.end(Ending::Resignation(Player::One));
    let mut next = session.next();
    assert_eq!(next.start().to_move(), Player::Two);
    assert_eq!(next.players, session.players);
    assert_eq!(next.score().won, PerPlayer { one: 0, two: 1 });
    next.end(Ending::PlyLimit);
    let third = next.next();
    assert_eq!(third.start().to_move(), Player::One);
    let score = Score {
        won: PerPlayer { one: 0, two: 1 },
        unfinished: 1,
    };
    assert_eq!((third.score(), third.score().games()), (score, 2));
    assert_eq!(
        third.standing(false),
        "Games left unfinished: 1.\nGames won by Player 1 (X): 0, by Player 2 (O): 1."
    );
}

#[test]
fn after_a_game_from_a_position_the_players_exchange_their_seats_there() {
    let gridlock = find("gridlock").expect("listed").standard();
    let text = "..../.X../..O./.... 1";
    let start = gridlock.position(text).expect("a position");
    let mut session = Session::new(start).between(PerPlayer {
        one: Who::Human,
        two: Who::Hard,
    });
    assert!(!session.is_from_usual_start());
    assert_eq!(session.begins(), "Player 1 (X) begins.");
    session.play("1 1").expect("legal");
    let again = session.next();
    assert_eq!(
        (again.start().text(), again.players),
        (text.to_owned(), session.players)
    );
    assert_eq!(
        session.next_seat(Player::One),
        Player::One,
        "it is begun again"
    );
    session.resign();
    let next = session.next();
    assert_eq!((next.start().text().as_str(), next.cursor()), (text, 0));
    assert_eq!(session.next_seat(Player::One), Player::Two);
    assert_eq!(
        (next.players.one, next.players.two),
        (Who::Hard, Who::Human)
    );
    assert_eq!(
        next.score().won,
        PerPlayer { one: 1, two: 0 },
        "the level has won"
    );
    assert_eq!(
        next.begins(),
        "Player 1 (X) begins. The players have exchanged sides."
    );
}

#[test]
fn the_usual_start_is_one_whoever_begins() {
    for player in Player::BOTH {
        let gridlock = find("gridlock").expect("listed").standard();
        let mut session = Session::new(gridlock.start(player));
        assert!(session.is_from_usual_start());
        session.resign();
        assert_eq!(session.next_seat(player), player);
        assert_eq!(session.next().start().to_move(), player.other());
    }
}

#[test]
fn what_a_player_has_won_goes_along_to_the_other_seat() {
    let mut session = against_a_level(&[]);
    session.resign();
    let mut next = session.next();
    assert_eq!(next.score().won, PerPlayer { one: 0, two: 1 });
    next.swap_players();
    assert_eq!(next.score().won, PerPlayer { one: 1, two: 0 });
}

#[test]
fn a_game_is_unfinished_where_moves_lead_to_an_open_position() {
    let mut session = after(&["2 2"]);
    assert!(session.is_unfinished());
    session.go_to(0);
    assert!(!session.is_unfinished(), "nothing has been played yet");
    session.resign();
    assert!(!session.is_unfinished());
}

#[test]
fn who_begins_is_read_as_it_is_written() {
    for first in First::ALL {
        assert_eq!(first.to_string().parse(), Ok(first));
    }
    let unknown = "lot".parse::<First>().expect_err("no such choice");
    assert_eq!(
        unknown.to_string(),
        "'lot' does not say who begins; wanted 1, 2 or random"
    );
    let drawn: Vec<_> = (0..20).map(|seed| First::Random.player(seed)).collect();
    assert!(
        Player::BOTH.iter().all(|player| drawn.contains(player)),
        "{drawn:?}"
    );
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
fn random_game(variant: &dyn Variant, seed: u64, stream: u64) -> Vec<String> {
    let mut session = Session::new(variant.start(Player::One));
    let mut chooser = Dice::new(seed, stream);
    while session.outcome().is_none() && session.plies().len() < 100 {
        let mv = chooser.choose(session.position());
        session.play(&mv).expect("a chosen move is legal");
    }
    session.plies().iter().map(|ply| ply.mv.clone()).collect()
}

#[test]
fn a_seed_repeats_a_game_and_another_seed_or_stream_gives_another() {
    quintet_testkit::admit_guest();
    for listing in catalogue() {
        let variant = *listing.sizes.last().expect("every game has a size");
        let mut games = Vec::new();
        for (seed, stream) in [(0, 1), (0, 2), (1, 1), (2, 1), (u64::MAX, 1)] {
            let moves = random_game(variant, seed, stream);
            assert_eq!(
                moves,
                random_game(variant, seed, stream),
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
    let listing = catalogue().nth(1).expect("there are several games");
    let variant = listing.size("30").expect("a listed size");
    let moves = random_game(variant, 42, 1);
    assert_eq!(moves[..6], ["27", "8", "4", "15", "21", "1"]);
}
