use quintet_rules::Player;

use super::*;
use crate::GameId;

fn messages() -> Vec<Message> {
    let game = GameId::random();
    let actions = [Action::Move("Piece: up, block: 5".to_owned())];
    let actions = actions.into_iter().chain(Action::WORDS);
    let actions = actions.flat_map(|action| {
        Player::BOTH.map(|player| Event {
            player,
            action: action.clone(),
            at: 1_700_000_000,
        })
    });
    let mut hash = LogHash::from_bytes(&[0; LogHash::LENGTH]).expect("its length");
    let actions = (0..).zip(actions).map(|(ply, event)| {
        hash = hash.and(&event);
        Message::Action(StoredAction {
            game,
            ply,
            event,
            hash,
        })
    });
    let here = [(false, false), (true, false), (false, true), (true, true)];
    let here = here.map(|(one, two)| {
        let players = PerPlayer { one, two };
        Message::Presence(Presence { game, players })
    });
    let mut messages: Vec<_> = actions.chain(here).collect();
    messages.push(Message::Changed(game));
    messages
}

#[test]
fn messages_are_read_as_they_were_written_and_in_order() {
    let messages: Vec<_> = messages().into_iter().cycle().take(1000).collect();
    let payloads = Message::payloads(messages.iter().cloned());
    assert!(payloads.len() > 1 && payloads.iter().all(|payload| payload.len() <= LONGEST));
    let read: Option<Vec<_>> = payloads
        .iter()
        .flat_map(|payload| payload.lines())
        .map(Message::read)
        .collect();
    assert_eq!(read, Some(messages));
    assert_eq!(Message::payloads(std::iter::empty()), Vec::<String>::new());
}

#[test]
fn an_invalid_message_is_rejected() {
    let id = GameId::random();
    for line in [
        String::new(),
        "c".to_owned(),
        "c short".to_owned(),
        format!("x {id}"),
        format!("h {id} x"),
        format!("a {id} 0 1f 3 5 move 1"),
        format!("a {id} 0 1f 1 5 move"),
        format!("a {id} 0 1f 1 5 resign 1"),
        format!("a {id} 0 no 1 5 resign"),
        format!("a {id} -1 1f 1 5 resign"),
    ] {
        assert_eq!(Message::read(&line), None, "{line}");
    }
}
