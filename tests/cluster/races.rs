//! Two nodes that accept the same thing at the same time: one wins, and both tell the same.

use std::net::SocketAddr;
use std::sync::Barrier;
use std::thread;

use quintet_rules::{PerPlayer, Player};
use quintet_testkit::http::{Answer, Request, get, post};
use serde_json::{Value, json};

use crate::nodes::Cluster;
use crate::process::eventually;
use crate::rivals::{Hands, Outcome, compete_for_numbers};
use crate::socket::Socket;
use crate::table::{Table, action, line, mv, opening, text, variant};

const SEED: u64 = 16;
const GAME: &str = "gridlock";

/// How often each race is run, with requests and messages in turn.
const ROUNDS: usize = 12;

/// Does two things at the same time.
fn at_once<T: Send, U: Send>(
    one: impl FnOnce() -> T + Send,
    two: impl FnOnce() -> U + Send,
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

/// Two requests at the same time, each to a node.
fn ask_at_once(nodes: [SocketAddr; 2], requests: &[Request; 2]) -> [Answer; 2] {
    let [one, two] = requests;
    let (one, two) = at_once(|| one.ask(nodes[0]), || two.ask(nodes[1]));
    [one, two]
}

/// What two players do with the same number, after some actions.
struct Race {
    before: Vec<(Player, Value)>,
    rivals: [(Player, Value); 2],
}

fn races() -> Vec<Race> {
    let moves: Vec<_> = line(GAME).into_iter().take(2).collect();
    let others = variant(GAME).start(Player::One).moves();
    let first = (Player::One, mv(0, &moves[0]));
    let second = (Player::Two, mv(1, &moves[1]));
    let offer = (Player::One, action(1, "offer-take-back"));
    let answer = |what| (Player::Two, action(2, what));
    let race = |before: &[&(Player, Value)], rivals: [&(Player, Value); 2]| Race {
        before: before.iter().copied().cloned().collect(),
        rivals: rivals.map(Clone::clone),
    };
    let other = (Player::One, mv(0, &others[1].text));
    vec![
        race(&[], [&first, &other]),
        race(&[], [&first, &first]),
        race(&[], [&first, &(Player::Two, action(0, "resign"))]),
        race(&[&first], [&second, &(Player::One, action(1, "resign"))]),
        race(&[&first], [&second, &offer]),
        race(
            &[&first, &offer],
            [&answer("accept-take-back"), &answer("decline-take-back")],
        ),
        race(
            &[&first, &offer],
            [
                &answer("accept-take-back"),
                &(Player::Two, mv(2, &moves[1])),
            ],
        ),
        race(
            &[&first, &offer],
            [
                &(Player::One, action(2, "resign")),
                &(Player::Two, action(2, "resign")),
            ],
        ),
    ]
}

#[test]
#[ignore = "needs PostgreSQL"]
fn of_two_actions_with_one_number_on_two_nodes_one_wins_and_the_game_goes_on() {
    let cluster = Cluster::start(3);
    let nodes = cluster.addresses();
    for (number, race) in races().into_iter().enumerate() {
        for round in 0..ROUNDS {
            run(
                &nodes,
                &race,
                round,
                &format!("race {number}, round {round}"),
            );
        }
    }
}

/// Runs a race on two nodes while a spectator watches on the third.
fn run(nodes: &[SocketAddr], Race { before, rivals }: &Race, round: usize, name: &str) {
    let table = Table::open(nodes[round % 2], GAME);
    let mut hands = [0, 1].map(|n| Hands::new(nodes[n], &table));
    let (mut spectator, _) = Socket::watch(nodes[2], &table.id, 0, None);
    for (player, sent) in before {
        table
            .action(*player, sent)
            .ask(nodes[round % 3])
            .expect(200);
    }
    let ply = before.len();
    // Everybody knows what came before; only then are both right.
    for node in nodes {
        eventually("a node catches up", || table.state(*node)["ply"] == ply);
    }
    let [one, two] = &mut hands;
    let act = |hands: &mut Hands, (player, sent): &(Player, Value), by_request: bool| -> Outcome {
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
        assert_eq!(
            outcomes,
            (Ok(log[ply].clone()), Ok(log[ply].clone())),
            "{name}"
        );
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
    // The node that lost has caught up, and takes what comes next at once.
    if won["action"] != "resign" {
        let resigned = hands[loser].say(Player::Two, &action(ply + 1, "resign"));
        let resigned = resigned.unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(spectator.hear_field("event").0, resigned, "{name}");
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn of_those_who_compete_on_three_nodes_one_wins_each_number() {
    let cluster = Cluster::start(3);
    compete_for_numbers(&cluster.addresses(), SEED);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn of_two_who_take_a_seat_on_two_nodes_one_has_it_unless_they_are_the_same() {
    let cluster = Cluster::start(2);
    let nodes = [cluster.addresses()[0], cluster.addresses()[1]];
    for round in 0..ROUNDS {
        let opened = opening(GAME).ask(nodes[round % 2]).expect(201);
        let id = text(&opened["game"]["id"]);
        let join = |name: &str| post(&format!("/api/v1/games/{id}/join"), &json!({"name": name}));
        let is_same = round % 3 == 0;
        let key = format!("{id}{id}");
        let requests = if is_same {
            [(); 2].map(|()| join("Red").header("Idempotency-Key", &key))
        } else {
            ["Red", "Blue"].map(join)
        };
        let answers = ask_at_once(nodes, &requests);
        let taken: Vec<_> = answers
            .iter()
            .filter(|answer| answer.status == 200)
            .collect();
        assert_eq!(taken.len(), if is_same { 2 } else { 1 }, "{answers:#?}");
        let tokens: Vec<_> = taken
            .iter()
            .map(|answer| text(&answer.expect(200)["token"]))
            .collect();
        assert_eq!(tokens.first(), tokens.last(), "{answers:#?}");
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            answer.problem(409, "seats-taken");
        }
        let table = Table {
            id: id.clone(),
            tokens: PerPlayer {
                one: text(&opened["token"]),
                two: tokens[0].clone(),
            },
        };
        // Every node knows both tokens, and the name of who has the seat.
        table.play(nodes[1], 0, &line(GAME)[..1]);
        table.play(nodes[0], 1, &line(GAME)[1..2]);
        let name = taken[0].expect(200)["game"]["seats"][1]["name"].clone();
        for node in nodes {
            eventually("a node knows the name", || {
                table.state(node)["seats"][1]["name"] == name
            });
        }
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_game_that_is_opened_with_one_key_on_two_nodes_is_one_game() {
    let cluster = Cluster::start(2);
    let nodes = [cluster.addresses()[0], cluster.addresses()[1]];
    for round in 0..ROUNDS {
        let key = format!("the key of round {round:04}").replace(' ', "-");
        let requests = [(); 2].map(|()| opening(GAME).header("Idempotency-Key", &key));
        let [one, two] = ask_at_once(nodes, &requests).map(|answer| answer.expect(201));
        assert_eq!(one["game"]["id"], two["game"]["id"], "{one}\n{two}");
        assert_eq!(one["token"], two["token"], "{one}\n{two}");
    }
    assert_eq!(cluster.stored().len(), ROUNDS);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_game_that_is_deleted_is_gone_on_every_node() {
    let cluster = Cluster::start(2);
    let nodes = [cluster.addresses()[0], cluster.addresses()[1]];
    let table = Table::open(nodes[0], GAME);
    let sockets = nodes.map(|node| Socket::watch(node, &table.id, 0, None).0);
    cluster.sql(&format!(
        "DELETE FROM quintet.games WHERE id = '{}'",
        table.id
    ));
    for (node, mut socket) in nodes.into_iter().zip(sockets) {
        assert_eq!(socket.close_code(), Some(1012));
        get(&table.path("")).ask(node).problem(404, "not-found");
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn two_who_ask_for_a_rematch_on_two_nodes_play_the_same_game() {
    let cluster = Cluster::start(2);
    let nodes = [cluster.addresses()[0], cluster.addresses()[1]];
    for round in 0..ROUNDS {
        let table = Table::open(nodes[round % 2], GAME);
        let over = action(0, "resign");
        table.action(Player::Two, &over).ask(nodes[0]).expect(200);
        let rematch =
            |player| post(&table.path("/rematch"), &json!({})).bearer(&table.tokens[player]);
        // Both players, or one of them twice.
        let players = match round % 3 {
            0 => [Player::One; 2],
            _ => Player::BOTH,
        };
        let [one, two] = ask_at_once(nodes, &players.map(rematch)).map(|answer| answer.expect(200));
        assert_eq!(one["game"]["id"], two["game"]["id"], "{one}\n{two}");
        assert_eq!(one["game"]["start"], two["game"]["start"]);
        assert_eq!(one["seat"], players[0].number());
        assert_eq!(two["seat"], players[1].number());
        // Asked again on the other node, each is answered the same.
        let again = ask_at_once(nodes, &[rematch(players[1]), rematch(players[0])])
            .map(|answer| answer.expect(200));
        assert_eq!(
            [&again[1]["token"], &again[0]["token"]],
            [&one["token"], &two["token"]],
            "round {round}"
        );
        let id = text(&one["game"]["id"]);
        for node in nodes {
            eventually("a node tells what follows", || {
                table.state(node)["rematch"] == id
            });
        }
        if players[0] != players[1] {
            let next = Table {
                id,
                tokens: PerPlayer {
                    one: text(&one["token"]),
                    two: text(&two["token"]),
                },
            };
            // The other player begins.
            let first = mv(0, &line(GAME)[0]);
            next.action(Player::Two, &first).ask(nodes[0]).expect(200);
            eventually("a node catches up", || next.state(nodes[1])["ply"] == 1);
        }
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_move_acknowledged_by_one_node_is_answered_at_once_through_another() {
    let cluster = Cluster::start(2);
    let nodes = [cluster.addresses()[0], cluster.addresses()[1]];
    for _ in 0..ROUNDS {
        let table = Table::open(nodes[0], GAME);
        // In memory on both, where each sees at first only what itself has accepted.
        let sockets = nodes.map(|node| Socket::watch(node, &table.id, 0, None));
        let moves = line(GAME);
        for (ply, played) in moves.iter().enumerate() {
            let sent = table.action(Player::BOTH[ply % 2], &mv(ply, played));
            sent.ask(nodes[ply % 2]).expect(200);
        }
        for (mut socket, _) in sockets {
            for ply in 0..moves.len() {
                assert_eq!(socket.hear_field("event").0["ply"], ply);
            }
        }
    }
}
