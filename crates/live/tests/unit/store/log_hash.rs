use quintet_rules::PerPlayer;

use super::*;
use crate::{Action, Token};

fn game() -> NewGame {
    NewGame {
        id: GameId::random(),
        game: "any".to_owned(),
        size: "4x4".to_owned(),
        start: "1 ....".to_owned(),
        created: 7,
        rematch_of: None,
        seats: PerPlayer::from_fn(|_| None),
    }
}

#[test]
fn the_hash_covers_every_field_of_an_opening() {
    let changes: [fn(&mut NewGame); 6] = [
        |game| game.id = GameId::random(),
        |game| game.game = "other".to_owned(),
        |game| game.size = "5x5".to_owned(),
        |game| game.start = "2 ....".to_owned(),
        |game| game.created = 8,
        |game| (game.game, game.size) = ("an".to_owned(), "y4x4".to_owned()),
    ];
    for change in changes {
        let one = game();
        let mut other = one.clone();
        change(&mut other);
        assert_ne!(LogHash::begin(&other), LogHash::begin(&one), "{other:?}");
    }
}

#[test]
fn the_hash_covers_every_field_of_an_action() {
    let begun = LogHash::begin(&game());
    let event = Event {
        player: Player::One,
        action: Action::Move("a".to_owned()),
        at: 5,
    };
    let changes: [fn(&mut Event); 4] = [
        |event| event.player = Player::Two,
        |event| event.action = Action::Move("b".to_owned()),
        |event| event.action = Action::Resign,
        |event| event.at = 6,
    ];
    for change in changes {
        let mut other = event.clone();
        change(&mut other);
        assert_ne!(begun.and(&other), begun.and(&event), "{other:?}");
    }
    assert_ne!(begun.and(&event).and(&event), begun.and(&event));
}

#[test]
fn the_hash_covers_every_field_of_a_seat() {
    let id = GameId::random();
    let seat = Seat {
        token: Token::random().hash(),
        name: Some("A".to_owned()),
        since: 3,
    };
    let hash = seat_hash(id, Player::One, &seat);
    assert_ne!(seat_hash(GameId::random(), Player::One, &seat), hash);
    assert_ne!(seat_hash(id, Player::Two, &seat), hash);
    let changes: [fn(&mut Seat); 3] = [
        |seat| seat.token = Token::random().hash(),
        |seat| seat.name = None,
        |seat| seat.since = 4,
    ];
    for change in changes {
        let mut other = seat.clone();
        change(&mut other);
        assert_ne!(seat_hash(id, Player::One, &other), hash, "{other:?}");
    }
}
