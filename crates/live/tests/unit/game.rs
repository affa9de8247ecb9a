//! Tests of the rules of a log.

use quintet_games::Catalogue;
use quintet_games::hyphenated;

use super::*;
use crate::store::NewGame;

/// Returns a stored game from the start of a variant.
fn stored(variant: &dyn Variant, log: Vec<Event>) -> StoredGame {
    StoredGame {
        opening: NewGame {
            id: GameId::random(),
            game: variant.id().to_owned(),
            size: variant.size().to_string(),
            start: variant.start(Player::One).text(),
            created: 0,
            rematch_of: None,
            seats: PerPlayer::from_fn(|_| None),
        },
        log,
        rematch: None,
        revision: 0,
    }
}

fn first_variant() -> &'static dyn Variant {
    Catalogue::STANDARD
        .iter()
        .next()
        .expect("there are games")
        .standard()
}

fn new() -> Game {
    let stored = stored(first_variant(), Vec::new());
    Game::load(stored, Catalogue::STANDARD).expect("an empty log fits")
}

/// Adds a legal action.
fn act(game: &mut Game, player: Player, action: &Action) {
    match game.fit(game.ply(), player, action) {
        Ok(Fit::Next(next)) => {
            let event = Event {
                player,
                action: next.action.clone(),
                at: 5,
            };
            game.apply(next, event);
        }
        other => panic!("{action:?} does not fit: {other:?}"),
    }
}

/// Plays the first legal move.
fn move_on(game: &mut Game) {
    let position = game.session().position();
    let (player, mv) = (position.to_move(), position.moves().swap_remove(0).text);
    act(game, player, &Action::Move(hyphenated(&mv)));
}

/// Asserts that an action is illegal, and why.
macro_rules! refused {
    ($game:expr, $player:expr, $action:expr, $error:pat) => {
        let fit = $game.fit($game.ply(), $player, &$action);
        assert!(matches!(fit, Err($error)), "{:?}: {fit:?}", $action);
    };
}

#[test]
fn replaying_a_log_leads_to_the_same_position_in_every_variant() {
    for variant in Catalogue::STANDARD.iter().flat_map(|listing| listing.sizes) {
        let mut game = Game::load(stored(*variant, Vec::new()), Catalogue::STANDARD)
            .expect("an empty log fits");
        for _ in 0..12 {
            if game.outcome().is_none() {
                move_on(&mut game);
            }
        }
        let log = game.log().iter().map(|logged| logged.event.clone());
        let again =
            Game::load(stored(*variant, log.collect()), Catalogue::STANDARD).expect("legal moves");
        let [one, two] = [&again, &game].map(|game| game.session().position().text());
        assert_eq!(one, two);
    }
}

#[test]
fn actions_of_other_servers_are_added_once_and_in_order() {
    let beginning = stored(first_variant(), Vec::new());
    let load = || Game::load(beginning.clone(), Catalogue::STANDARD).expect("an empty log fits");
    let (mut done, mut game) = (load(), load());
    for _ in 0..3 {
        move_on(&mut done);
    }
    let action = |ply: u32| {
        let events = done.log()[..=ply as usize].iter();
        let event = |logged: &Logged| logged.event.clone();
        StoredAction {
            game: done.id,
            ply,
            event: event(&done.log()[ply as usize]),
            hash: events.fold(LogHash::begin(&beginning.opening), |hash, logged| {
                hash.and(&event(logged))
            }),
        }
    };
    for (ply, expected) in [
        (1, Applied::OutOfOrder),
        (0, Applied::Added),
        (2, Applied::OutOfOrder),
        (1, Applied::Added),
        (0, Applied::Duplicate),
    ] {
        assert_eq!(game.apply_stored(action(ply)), Ok(expected), "action {ply}");
    }
    let other = StoredAction {
        hash: action(1).hash,
        ..action(2)
    };
    assert_eq!(
        game.apply_stored(other),
        Ok(Applied::OutOfOrder),
        "of another game"
    );
    assert_eq!(game.apply_stored(action(2)), Ok(Applied::Added));
    assert_eq!(game.apply_stored(action(2)), Ok(Applied::Duplicate));
    assert_eq!(game.version(), done.version());
    let again = StoredAction {
        ply: 3,
        hash: action(2).hash.and(&action(2).event),
        ..action(2)
    };
    let again = game.apply_stored(again);
    assert!(matches!(again, Err(StoreError::Damaged(_))), "{again:?}");
}

#[test]
fn a_repeated_action_is_recognized_in_any_spelling_and_another_one_is_late() {
    let mut game = new();
    move_on(&mut game);
    let Action::Move(mv) = game.log()[0].event.action.clone() else {
        panic!("a move was made");
    };
    for spelling in [
        mv.clone(),
        hyphenated(&mv),
        format!("  {} ", mv.to_uppercase()),
        format!("0{mv}"),
    ] {
        let fit = game.fit(0, Player::One, &Action::Move(spelling));
        assert!(matches!(fit, Ok(Fit::Done(0))), "{fit:?}");
    }
    let other = game.session().start().moves().swap_remove(1).text;
    for (ply, player, action) in [
        (0, Player::Two, Action::Move(mv)),
        (0, Player::One, Action::Move(other)),
        (0, Player::One, Action::Resign),
        (2, Player::Two, Action::Resign),
    ] {
        let fit = game.fit(ply, player, &action);
        let is_late = matches!(fit, Err(ActionError::Late));
        assert!(is_late, "{action:?} at {ply}: {fit:?}");
    }
}

#[test]
fn only_the_player_to_move_can_move_and_only_legally() {
    let game = new();
    let mv = game.session().position().moves().swap_remove(0).text;
    let nonsense = Action::Move("no move".to_owned());
    refused!(
        game,
        Player::Two,
        Action::Move(mv.clone()),
        ActionError::NotYourTurn
    );
    refused!(game, Player::One, nonsense, ActionError::Move(_));
}

#[test]
fn an_accepted_take_back_returns_the_turn_to_the_player_who_offered() {
    let mut game = new();
    for player in Player::BOTH {
        let offer = Action::OfferTakeBack;
        refused!(game, player, offer, ActionError::NothingToTakeBack);
    }
    for _ in 0..3 {
        move_on(&mut game);
    }
    // Player 2 has moved before player 1's latest move: both go.
    act(&mut game, Player::Two, &Action::OfferTakeBack);
    assert_eq!(game.offer(), Some(Player::Two));
    for (player, action) in [
        (Player::Two, Action::AcceptTakeBack),
        (Player::Two, Action::DeclineTakeBack),
        (Player::One, Action::OfferTakeBack),
    ] {
        refused!(game, player, action, ActionError::NothingToTakeBack);
    }
    act(&mut game, Player::One, &Action::AcceptTakeBack);
    assert_eq!(game.session().plies().len(), 1);
    assert_eq!(game.session().position().to_move(), Player::Two);
    assert_eq!((game.offer(), game.ply()), (None, 5), "the log only grows");
}

#[test]
fn can_lists_exactly_the_legal_actions() {
    let check = |game: &Game, one: &[&str], two: &[&str]| {
        assert_eq!(game.can(Player::One), one);
        assert_eq!(game.can(Player::Two), two);
        for player in Player::BOTH {
            for action in Action::WORDS {
                let fits = game.fit(game.ply(), player, &action).is_ok();
                let can = game.can(player).contains(&action.name());
                assert_eq!(fits, can, "{action:?}");
            }
        }
    };
    let mut game = new();
    check(&game, &["move", "resign"], &["resign"]);
    move_on(&mut game);
    check(&game, &["resign", "offer-take-back"], &["move", "resign"]);
    act(&mut game, Player::One, &Action::OfferTakeBack);
    let asked = ["move", "resign", "accept-take-back", "decline-take-back"];
    check(&game, &["resign"], &asked);
    act(&mut game, Player::Two, &Action::Resign);
    check(&game, &[], &[]);
}

#[test]
fn an_offer_ends_when_it_is_declined_or_a_move_is_made() {
    let mut game = new();
    move_on(&mut game);
    act(&mut game, Player::One, &Action::OfferTakeBack);
    act(&mut game, Player::Two, &Action::DeclineTakeBack);
    assert_eq!(game.offer(), None);
    act(&mut game, Player::One, &Action::OfferTakeBack);
    move_on(&mut game);
    assert_eq!(game.offer(), None);
    assert_eq!(game.session().plies().len(), 2);
}

#[test]
fn repeating_a_move_that_was_taken_back_does_not_play_it_again() {
    let mut game = new();
    move_on(&mut game);
    let echo = game.log()[0].event.action.clone();
    act(&mut game, Player::One, &Action::OfferTakeBack);
    act(&mut game, Player::Two, &Action::AcceptTakeBack);
    let fit = game.fit(0, Player::One, &echo);
    assert!(matches!(fit, Ok(Fit::Done(0))), "{fit:?}");
    assert_eq!(game.session().plies().len(), 0);
}

#[test]
fn a_drawing_is_built_on_demand_and_cached_until_the_game_changes() {
    let mut game = new();
    let is_built = |game: &Game| game.drawing.get().is_some();
    assert!(!is_built(&game), "not requested");
    assert!(Arc::ptr_eq(&game.drawing(), &game.drawing()));
    move_on(&mut game);
    assert!(!is_built(&game), "it would show another position");
    assert_eq!(game.drawing().plies.len(), 1);
    game.forget_drawing();
    assert!(!is_built(&game));
}

#[test]
fn nothing_follows_a_resignation() {
    let mut game = new();
    act(&mut game, Player::Two, &Action::Resign);
    let winner = game.outcome().map(|outcome| outcome.winner);
    assert_eq!(winner, Some(Player::One));
    for action in Action::WORDS {
        refused!(game, Player::One, action, ActionError::Over);
    }
}

#[test]
fn only_a_resignation_can_follow_a_log_of_maximum_length() {
    let mut game = new();
    move_on(&mut game);
    for _ in 0..LONGEST / 2 {
        act(&mut game, Player::One, &Action::OfferTakeBack);
        if game.log().len() < LONGEST {
            act(&mut game, Player::Two, &Action::DeclineTakeBack);
        }
    }
    let decline = Action::DeclineTakeBack;
    refused!(game, Player::Two, decline, ActionError::TooLong);
    act(&mut game, Player::Two, &Action::Resign);
}

#[test]
fn an_illegal_log_counts_as_damage() {
    let twice = new().session().position().moves().swap_remove(0).text;
    let event = |player| Event {
        player,
        action: Action::Move(twice.clone()),
        at: 0,
    };
    for log in [vec![event(Player::Two)], Player::BOTH.map(event).to_vec()] {
        let loaded = Game::load(stored(first_variant(), log), Catalogue::STANDARD);
        assert!(matches!(loaded, Err(StoreError::Damaged(_))), "{loaded:?}");
    }
}
