//! Several connections that compete for the numbers of a game.

use std::net::SocketAddr;
use std::sync::Barrier;
use std::thread;

use quintet_arena::Dice;
use quintet_games::Catalogue;
use quintet_rules::{Player, Random};
use quintet_testkit::http::Connection;
use quintet_testkit::{Socket, eventually};
use serde_json::{Value, json};

use super::in_parallel;
use super::model::{Model, move_in};
use super::table::{Table, action, line, mv, variant};

/// The action and the seat requests of both players.
pub(crate) struct Hands {
    connection: Connection,
    sockets: [Socket; 2],
    sent: u64,
}

/// The result of an action: the event, or the problem.
pub(crate) type Outcome = Result<Value, Value>;

impl Hands {
    pub(crate) fn new(address: SocketAddr, table: &Table) -> Self {
        let open = |player| Socket::watch(address, &table.id, 0, Some(&table.tokens[player])).0;
        Hands {
            connection: Connection::open(address).expect("a connection"),
            sockets: Player::BOTH.map(open),
            sent: 0,
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
        self.sent += 1;
        let mut message = sent.clone();
        message["id"] = json!(self.sent);
        let socket = &mut self.sockets[usize::from(player.number()) - 1];
        socket.say(&message).expect("the socket is open");
        loop {
            let heard = socket.hear().expect("the socket is open");
            if heard["id"] == self.sent {
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

/// Returns any action that a client might send at this stage of a game.
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
            let separator = if which.is_multiple_of(2) { "-" } else { " " };
            mv(ply, &legal.replace(' ', separator))
        }
    };
    (player, sent)
}

/// Asserts that the server reports the state of the model.
pub(crate) fn agrees(state: &Value, model: &Model) {
    assert_eq!(state["ply"], model.ply(), "{state}");
    assert_eq!(state["moves"], json!(model.moves()), "{state}");
    assert_eq!(state["position"], model.position().text(), "{state}");
    assert_eq!(state["over"], model.is_over(), "{state}");
    let offer = model.offer().map(Player::number);
    assert_eq!(state["offer"], json!(offer), "{state}");
}

/// Returns the model after the actions of a log.
fn replay(game: &str, log: &[Value]) -> Model {
    let mut model = Model::new(variant(game));
    for event in log {
        let player = Player::BOTH[usize::from(event["player"] == 2)];
        let received = model.receive(player, event);
        received.expect("the log follows the rules");
    }
    model
}

/// Sends actions that fit the end of the game in this client's view.
fn compete(
    address: SocketAddr,
    table: &Table,
    game: &'static str,
    dice: &mut Dice,
) -> Vec<(Player, Value, Outcome)> {
    let mut hands = Hands::new(address, table);
    let mut compete_once = || {
        let model = replay(game, &table.events(address));
        let (player, sent) = anything(dice, &model);
        let outcome = hands.send(table, dice, player, &sent);
        (player, sent, outcome)
    };
    (0..60).map(|_| compete_once()).collect()
}

/// Returns true if an event is the action that a player has sent.
fn is_action(event: &Value, player: Player, sent: &Value) -> bool {
    event["player"] == player.number()
        && event["action"] == sent["action"]
        && move_in(event) == move_in(sent)
}

/// Makes clients at all of these addresses compete for the numbers of one game after another. One client wins each number,
/// and the others receive its event.
pub(crate) fn compete_for_numbers(addresses: &[SocketAddr], seed: u64) {
    for (number, listing) in Catalogue::STANDARD.iter().enumerate() {
        let table = Table::open(addresses[0], listing.id);
        let tried = in_parallel(4, |n| {
            let mut dice = Dice::new(seed, (100 + 10 * number + n) as u64);
            let address = addresses[n % addresses.len()];
            compete(address, &table, listing.id, &mut dice)
        });
        let tried: Vec<_> = tried.into_iter().flatten().collect();
        let log = table.events(addresses[0]);
        let model = replay(listing.id, &log);
        for (ply, event) in log.iter().enumerate() {
            assert_eq!(event["ply"], ply);
            let mut outcomes = tried.iter().map(|(_, _, outcome)| outcome.as_ref());
            let is_owned = outcomes.any(|outcome| outcome == Ok(event));
            assert!(is_owned, "seed {seed}: no client received {event}");
        }
        for &address in addresses {
            eventually("every node has caught up", || {
                table.state(address)["ply"] == model.ply()
            });
            agrees(&table.state(address), &model);
            assert_eq!(table.events(address), log);
        }
        for (player, sent, outcome) in &tried {
            let ply = sent["ply"].as_u64().expect("a number");
            let stored = log.get(ply as usize);
            let is_stored = stored.is_some_and(|event| is_action(event, *player, sent));
            let trial = format!("seed {seed}: {player} sends {sent}: {outcome:?}");
            match outcome {
                Ok(event) => assert!(is_stored && Some(event) == stored, "{trial}"),
                Err(problem) if problem["type"] == "/problems/late" => {
                    let next = problem["current"]["ply"].as_u64().expect("a number");
                    assert!(ply > next || (ply < next && !is_stored), "{trial}");
                }
                Err(_) => {}
            }
        }
    }
}

/// Runs two functions at the same time.
pub(crate) fn at_once<T: Send, U: Send>(
    one: impl FnOnce() -> T + Send,
    two: impl FnOnce() -> U,
) -> (T, U) {
    let barrier = Barrier::new(2);
    thread::scope(|scope| {
        let other = scope.spawn(|| {
            barrier.wait();
            one()
        });
        barrier.wait();
        let two = two();
        (other.join().expect("no panic"), two)
    })
}

/// An action and its player.
type Act = (Player, Value);

/// A sequence of actions, followed by two with the same number.
fn races(game: &str) -> [(Vec<Act>, [Act; 2]); 8] {
    let moves = line(game);
    let others = variant(game).start(Player::One).moves();
    let one = |what| (Player::One, what);
    let two = |what| (Player::Two, what);
    let first = || one(mv(0, &moves[0]));
    let second = || two(mv(1, &moves[1]));
    let offer = || one(action(1, "offer-take-back"));
    let accept = || two(action(2, "accept-take-back"));
    let offered = || vec![first(), offer()];
    [
        (vec![], [first(), one(mv(0, &others[1].text))]),
        (vec![], [first(), first()]),
        (vec![], [first(), two(action(0, "resign"))]),
        (vec![first()], [second(), one(action(1, "resign"))]),
        (vec![first()], [second(), offer()]),
        (offered(), [accept(), two(action(2, "decline-take-back"))]),
        (offered(), [accept(), two(mv(2, &moves[1]))]),
        (
            offered(),
            [one(action(2, "resign")), two(action(2, "resign"))],
        ),
    ]
}

/// Runs every race several times through two nodes, with requests and socket messages in turn, while a spectator watches
/// through the third: one action wins, unless both are equal, and the game continues.
pub(crate) fn run_races(nodes: &[SocketAddr; 3], game: &str, rounds: usize) {
    for (number, (before, rivals)) in races(game).iter().enumerate() {
        for round in 0..rounds {
            let name = format!("race {number}, round {round}");
            run_race(nodes, game, (before, rivals), round, &name);
        }
    }
}

fn run_race(
    nodes: &[SocketAddr; 3],
    game: &str,
    (before, rivals): (&[Act], &[Act; 2]),
    round: usize,
    name: &str,
) {
    let table = Table::open(nodes[round % 2], game);
    let mut hands = [0, 1].map(|n| Hands::new(nodes[n], &table));
    let (mut spectator, _) = Socket::watch(nodes[2], &table.id, 0, None);
    for (player, sent) in before {
        table.act(nodes[round % 3], *player, sent);
    }
    let ply = before.len();
    // Both rivals are right only if both have received the actions before.
    for node in nodes {
        eventually("a node catches up", || table.state(*node)["ply"] == ply);
    }
    let [one, two] = &mut hands;
    let act = |hands: &mut Hands, (player, sent): &Act, by_request: bool| {
        if by_request {
            hands.request(&table, *player, sent)
        } else {
            hands.say(*player, sent)
        }
    };
    let outcomes = at_once(
        || act(one, &rivals[0], round.is_multiple_of(2)),
        || act(two, &rivals[1], round % 4 < 2),
    );
    for _ in 0..=ply {
        spectator.hear_field("event");
    }
    let log = table.events(nodes[2]);
    assert_eq!(log.len(), ply + 1, "{name}: {outcomes:?}");
    for node in nodes {
        eventually("a node catches up", || table.state(*node)["ply"] == ply + 1);
        assert_eq!(table.events(*node), log, "{name}");
    }
    if rivals[0] == rivals[1] {
        let stored = Ok(log[ply].clone());
        assert_eq!(outcomes, (stored.clone(), stored), "{name}");
        return;
    }
    let (won, lost, loser) = match outcomes {
        (Ok(won), Err(lost)) => (won, lost, 1),
        (Err(lost), Ok(won)) => (won, lost, 0),
        both => panic!("{name}: {both:?}"),
    };
    assert_eq!(won, log[ply], "{name}");
    assert_eq!(lost["status"], 409, "{name}: {lost}");
    assert_eq!(lost["current"]["ply"], ply + 1, "{name}: {lost}");
    // The node that lost has caught up, and accepts the next action immediately.
    if won["action"] != "resign" {
        let resigned = hands[loser].say(Player::Two, &action(ply + 1, "resign"));
        let resigned = resigned.unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(spectator.hear_field("event").0, resigned, "{name}");
    }
}
