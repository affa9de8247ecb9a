//! Several connections that compete for the numbers of a game.

use std::net::SocketAddr;
use std::thread;

use quintet_arena::Dice;
use quintet_catalogue::catalogue;
use quintet_rules::{Player, Random};
use quintet_testkit::http::Connection;
use serde_json::{Value, json};

use crate::model::{Model, move_in};
use crate::process::eventually;
use crate::socket::Socket;
use crate::table::{Table, action, mv, variant};

/// Both ways to do something, for both players.
pub(crate) struct Hands {
    connection: Connection,
    sockets: [Socket; 2],
    said: u64,
}

/// What came of an action: the event, or the problem.
pub(crate) type Outcome = Result<Value, Value>;

impl Hands {
    pub(crate) fn new(address: SocketAddr, table: &Table) -> Self {
        let open = |player| Socket::watch(address, &table.id, 0, Some(&table.tokens[player])).0;
        Hands {
            connection: Connection::open(address).expect("a connection"),
            sockets: Player::BOTH.map(open),
            said: 0,
        }
    }

    pub(crate) fn request(&mut self, table: &Table, player: Player, sent: &Value) -> Outcome {
        let answer = self.connection.ask(&table.action(player, sent));
        let answer = answer.expect("an answer");
        let body: Value = serde_json::from_slice(&answer.body).expect("JSON");
        match answer.status {
            200 => Ok(body["event"].clone()),
            _ => Err(body),
        }
    }

    pub(crate) fn say(&mut self, player: Player, sent: &Value) -> Outcome {
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

    pub(crate) fn send(
        &mut self,
        table: &Table,
        dice: &mut Dice,
        player: Player,
        sent: &Value,
    ) -> Outcome {
        match dice.below(2) {
            0 => self.request(table, player, sent),
            _ => self.say(player, sent),
        }
    }
}

/// Anything that somebody might send to a game that has come this far.
pub(crate) fn anything(dice: &mut Dice, game: &Model) -> (Player, Value) {
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

/// The server shows the game as the model has it.
pub(crate) fn agrees(state: &Value, model: &Model) {
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

/// Everybody competes for the numbers of one game after the other, through all of these addresses. One wins each number,
/// and the others are told.
pub(crate) fn compete_for_numbers(addresses: &[SocketAddr], seed: u64) {
    for (number, listing) in catalogue().enumerate() {
        let table = Table::open(addresses[0], listing.id);
        let tried: Vec<_> = thread::scope(|scope| {
            let start = |n: u64| {
                let mut dice = Dice::new(seed, 100 + 10 * number as u64 + n);
                let (table, address) = (&table, addresses[n as usize % addresses.len()]);
                scope.spawn(move || compete(address, table, listing.id, &mut dice))
            };
            let threads: Vec<_> = (0..4).map(start).collect();
            let joined = threads
                .into_iter()
                .map(|thread| thread.join().expect("no panic"));
            joined.flatten().collect()
        });
        let log = table.events(addresses[0]);
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
            assert!(is_owned, "seed {seed}: nobody was told of {event}");
        }
        for &address in addresses {
            eventually("every node has caught up", || {
                table.state(address)["ply"] == model.ply()
            });
            agrees(&table.state(address), &model);
            assert_eq!(table.events(address), log);
        }
        for (player, sent, outcome) in &tried {
            let ply = sent["ply"].as_u64().expect("a number") as usize;
            let trial = format!("seed {seed}: {player} sends {sent}: {outcome:?}");
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
