//! Actions sent twice, out of order, and at the same time, from several connections.

use std::net::SocketAddr;
use std::sync::Barrier;
use std::thread;

use quintet_arena::Dice;
use quintet_games::catalogue;
use quintet_rules::{Player, Random};
use quintet_testkit::http::Connection;
use serde_json::{Value, json};

use crate::model::{Model, move_in};
use crate::process::Setup;
use crate::socket::Socket;
use crate::table::{Table, action, mv, variant};

const SEED: u64 = 4;

/// Both ways to do something, for both players.
struct Hands {
    connection: Connection,
    sockets: [Socket; 2],
    said: u64,
}

/// What came of an action: the event, or the problem.
type Outcome = Result<Value, Value>;

impl Hands {
    fn new(address: SocketAddr, table: &Table) -> Self {
        let open = |player| Socket::watch(address, &table.id, 0, Some(&table.tokens[player])).0;
        Hands {
            connection: Connection::open(address).expect("a connection"),
            sockets: Player::BOTH.map(open),
            said: 0,
        }
    }

    fn request(&mut self, table: &Table, player: Player, sent: &Value) -> Outcome {
        let answer = self.connection.ask(&table.action(player, sent));
        let answer = answer.expect("an answer");
        let body: Value = serde_json::from_slice(&answer.body).expect("JSON");
        match answer.status {
            200 => Ok(body["event"].clone()),
            _ => Err(body),
        }
    }

    fn say(&mut self, player: Player, sent: &Value) -> Outcome {
        self.said += 1;
        let mut message = sent.clone();
        message["id"] = json!(self.said);
        let socket = &mut self.sockets[usize::from(player.number()) - 1];
        socket.say(&message).expect("the socket is open");
        loop {
            let heard = socket.hear().expect("the socket is open");
            if heard["id"] == self.said {
                return match heard.get("done") {
                    Some(done) => Ok(done.clone()),
                    None => Err(heard["problem"].clone()),
                };
            }
        }
    }

    fn send(&mut self, table: &Table, dice: &mut Dice, player: Player, sent: &Value) -> Outcome {
        match dice.below(2) {
            0 => self.request(table, player, sent),
            _ => self.say(player, sent),
        }
    }
}

/// Anything that somebody might send to a game that has come this far.
fn anything(dice: &mut Dice, game: &Model) -> (Player, Value) {
    let position = game.position();
    let ply = match dice.below(8) {
        0 => game.ply().saturating_sub(1 + dice.below(3) as usize),
        1 => game.ply() + 1 + dice.below(3) as usize,
        _ => game.ply(),
    };
    let player = match dice.below(4) {
        0 => position.to_move().other(),
        _ => position.to_move(),
    };
    let sent = match dice.below(24) {
        0 => action(ply, "resign"),
        1..4 => action(ply, "offer-take-back"),
        4..6 => action(ply, "accept-take-back"),
        6..8 => action(ply, "decline-take-back"),
        8 => mv(ply, "no move"),
        9..11 => mv(ply, "1 1"),
        which => {
            let legal = position
                .random_move(dice)
                .unwrap_or_else(|| "1 2".to_owned());
            let is_dashed = which.is_multiple_of(2);
            mv(
                ply,
                &if is_dashed {
                    legal.replace(' ', "-")
                } else {
                    legal
                },
            )
        }
    };
    (player, sent)
}

#[test]
fn what_is_sent_twice_late_early_or_wrongly_is_answered_as_the_model_says() {
    let server = Setup::generous().start();
    let address = server.address();
    let mut dice = Dice::new(SEED, 0);
    for listing in catalogue() {
        let table = Table::open(address, listing.id);
        let mut hands = Hands::new(address, &table);
        let mut model = Model::new(variant(listing.id));
        let mut sent_before: Vec<(Player, Value)> = Vec::new();
        for step in 0..120 {
            let (player, sent) = match dice.below(4) {
                0 if !sent_before.is_empty() => {
                    let which = dice.below(sent_before.len() as u32) as usize;
                    sent_before[which].clone()
                }
                _ => anything(&mut dice, &model),
            };
            let expected = model.receive(player, &sent);
            let outcome = hands.send(&table, &mut dice, player, &sent);
            let trial = format!("step {step} of seed {SEED}: {player} sends {sent}: {outcome:?}");
            match (expected, &outcome) {
                (Ok(()), Ok(event)) => {
                    assert_eq!(event["ply"], sent["ply"], "{trial}");
                    assert_eq!(event["player"], player.number(), "{trial}");
                    assert_eq!(move_in(event), move_in(&sent), "{trial}");
                }
                (Err((status, kind)), Err(problem)) => {
                    assert_eq!(problem["type"], format!("/problems/{kind}"), "{trial}");
                    assert_eq!(problem["status"], status, "{trial}");
                    if status == 409 {
                        assert_eq!(problem["current"]["ply"], model.ply(), "{trial}");
                    }
                }
                (expected, _) => panic!("not {expected:?} in {trial}"),
            }
            sent_before.push((player, sent));
        }
        agrees(&table.state(address), &model);
    }
}

/// The server shows the game as the model has it.
fn agrees(state: &Value, model: &Model) {
    assert_eq!(state["ply"], model.ply(), "{state}");
    assert_eq!(state["moves"], json!(model.moves()), "{state}");
    assert_eq!(state["position"], model.position().text(), "{state}");
    assert_eq!(state["over"], model.is_over(), "{state}");
    let offer = model.offer().map(Player::number);
    assert_eq!(state["offer"], json!(offer), "{state}");
}

/// Sends what fits at the end of the game as this connection knows it, again and again.
fn compete(
    address: SocketAddr,
    table: &Table,
    game: &'static str,
    dice: &mut Dice,
) -> Vec<(Player, Value, Outcome)> {
    let mut hands = Hands::new(address, table);
    let mut tried = Vec::new();
    for _ in 0..60 {
        let mut model = Model::new(variant(game));
        for event in table.events(address) {
            let player = Player::BOTH[usize::from(event["player"] == 2)];
            model
                .receive(player, &event)
                .expect("the log follows the rules");
        }
        let (player, sent) = anything(dice, &model);
        let outcome = hands.send(table, dice, player, &sent);
        tried.push((player, sent, outcome));
    }
    tried
}

#[test]
fn of_those_who_compete_for_a_number_one_wins_and_the_others_are_told() {
    let server = Setup::generous().start();
    let address = server.address();
    for (number, listing) in catalogue().enumerate() {
        let table = Table::open(address, listing.id);
        let tried: Vec<_> = thread::scope(|scope| {
            let start = |n: u64| {
                let mut dice = Dice::new(SEED, 100 + 10 * number as u64 + n);
                let table = &table;
                scope.spawn(move || compete(address, table, listing.id, &mut dice))
            };
            let threads: Vec<_> = (0..4).map(start).collect();
            let joined = threads
                .into_iter()
                .map(|thread| thread.join().expect("no panic"));
            joined.flatten().collect()
        });
        let log = table.events(address);
        let mut model = Model::new(variant(listing.id));
        for (ply, event) in log.iter().enumerate() {
            assert_eq!(event["ply"], ply);
            let player = Player::BOTH[usize::from(event["player"] == 2)];
            model
                .receive(player, event)
                .expect("the log follows the rules");
            let is_owned = tried
                .iter()
                .any(|(_, _, outcome)| outcome.as_ref() == Ok(event));
            assert!(is_owned, "seed {SEED}: nobody was told of {event}");
        }
        agrees(&table.state(address), &model);
        for (player, sent, outcome) in &tried {
            let ply = sent["ply"].as_u64().expect("a number") as usize;
            let trial = format!("seed {SEED}: {player} sends {sent}: {outcome:?}");
            match outcome {
                Ok(event) => assert_eq!(Some(event), log.get(ply), "{trial}"),
                Err(problem) if problem["type"] == "/problems/late" => {
                    let next = problem["current"]["ply"].as_u64().expect("a number");
                    let is_mine = log.get(ply).is_some_and(|event| {
                        let is_same =
                            event["action"] == sent["action"] && move_in(event) == move_in(sent);
                        is_same && event["player"] == player.number()
                    });
                    assert!(
                        ply as u64 != next && (ply as u64 > next || !is_mine),
                        "{trial}"
                    );
                }
                Err(_) => {}
            }
        }
    }
}

#[test]
fn of_a_request_and_a_message_with_the_same_number_one_wins_unless_they_say_the_same() {
    let server = Setup::generous().start();
    let address = server.address();
    let moves = variant("gridlock").start(Player::One).moves();
    for round in 0..30 {
        let table = Table::open(address, "gridlock");
        let mut requests = Hands::new(address, &table);
        let mut messages = Hands::new(address, &table);
        let is_same = round % 3 == 0;
        let [first, second] = [&moves[0].text, &moves[usize::from(!is_same)].text];
        let barrier = Barrier::new(2);
        let (one, two) = thread::scope(|scope| {
            let asking = scope.spawn(|| {
                barrier.wait();
                requests.request(&table, Player::One, &mv(0, first))
            });
            barrier.wait();
            let said = messages.say(Player::One, &mv(0, second));
            (asking.join().expect("no panic"), said)
        });
        let log = table.events(address);
        assert_eq!(log.len(), 1, "{one:?} {two:?}");
        if is_same {
            assert_eq!((one, two), (Ok(log[0].clone()), Ok(log[0].clone())));
            continue;
        }
        let (won, lost) = match (one, two) {
            (Ok(won), Err(lost)) | (Err(lost), Ok(won)) => (won, lost),
            both => panic!("round {round}: {both:?}"),
        };
        assert_eq!(won, log[0]);
        assert_eq!(lost["status"], 409, "{lost}");
        assert_eq!(lost["type"], "/problems/late", "{lost}");
        assert_eq!(lost["current"]["ply"], 1, "{lost}");
        assert_eq!(lost["current"]["moves"], json!([won["move"]]), "{lost}");
    }
}
