//! Two nodes that receive competing requests at the same time: one request wins, and both nodes report the same.

use std::net::SocketAddr;

use quintet_rules::Player;
use quintet_testkit::http::{HttpRequest, Response, get, post};
use quintet_testkit::{Socket, eventually};
use serde_json::json;

use crate::nodes::Cluster;
use crate::rivals::{at_once, compete_for_numbers, run_races};
use crate::table::{Table, action, line, mv, opening, text};

const SEED: u64 = 16;
const GAME: &str = "gridlock";

/// Repetitions of each race.
const ROUNDS: usize = 12;

/// Sends two requests at the same time, each to a node.
fn ask_at_once(nodes: [SocketAddr; 2], requests: &[HttpRequest; 2]) -> [Response; 2] {
    let [one, two] = requests;
    at_once(|| one.ask(nodes[0]), || two.ask(nodes[1])).into()
}

#[test]
#[ignore = "needs PostgreSQL"]
fn of_two_actions_with_one_number_on_two_nodes_one_wins_and_the_game_continues() {
    let cluster = Cluster::start(3);
    run_races(&cluster.nodes(), GAME, ROUNDS);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn one_client_on_three_nodes_wins_each_number() {
    let cluster = Cluster::start(3);
    compete_for_numbers(&cluster.nodes::<3>(), SEED);
}

#[test]
#[ignore = "needs PostgreSQL"]
fn only_one_of_two_clients_on_two_nodes_takes_a_seat() {
    let cluster = Cluster::start(2);
    let nodes = cluster.nodes::<2>();
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
        let (taken, refused): (Vec<_>, Vec<_>) =
            answers.iter().partition(|answer| answer.status == 200);
        assert_eq!(taken.len(), if is_same { 2 } else { 1 }, "{answers:#?}");
        let taken: Vec<_> = taken.iter().map(|answer| answer.expect(200)).collect();
        let tokens = [&taken[0], &taken[taken.len() - 1]].map(|taken| &taken["token"]);
        assert_eq!(tokens[0], tokens[1], "{answers:#?}");
        for answer in refused {
            answer.problem(409, "seats-taken");
        }
        let table = Table::of(&opened, &taken[0]);
        // Every node knows both tokens and the seat's owner.
        table.play(nodes[1], 0, &line(GAME)[..1]);
        table.play(nodes[0], 1, &line(GAME)[1..2]);
        let name = &taken[0]["game"]["seats"][1]["name"];
        for node in nodes {
            eventually("a node knows the name", || {
                table.state(node)["seats"][1]["name"] == *name
            });
        }
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn opening_a_game_with_one_key_on_two_nodes_opens_one_game() {
    let cluster = Cluster::start(2);
    let nodes = cluster.nodes::<2>();
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
fn a_deleted_game_is_gone_on_every_node() {
    let cluster = Cluster::start(2);
    let nodes = cluster.nodes::<2>();
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
fn rematches_requested_on_two_nodes_are_the_same_game() {
    let cluster = Cluster::start(2);
    let nodes = cluster.nodes::<2>();
    for round in 0..ROUNDS {
        let table = Table::open(nodes[round % 2], GAME);
        table.act(nodes[0], Player::Two, &action(0, "resign"));
        let rematch = |player| table.rematch(player);
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
        // The same request on the other node gets the same response.
        let again = ask_at_once(nodes, &[rematch(players[1]), rematch(players[0])])
            .map(|answer| answer.expect(200));
        assert_eq!(
            [&again[1]["token"], &again[0]["token"]],
            [&one["token"], &two["token"]],
            "round {round}"
        );
        let next = Table::of(&one, &two);
        for node in nodes {
            eventually("a node names the rematch", || {
                table.state(node)["rematch"] == next.id
            });
        }
        if players[0] != players[1] {
            // The other player begins.
            next.act(nodes[0], Player::Two, &mv(0, &line(GAME)[0]));
            eventually("a node catches up", || next.state(nodes[1])["ply"] == 1);
        }
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_move_acknowledged_by_one_node_is_immediately_available_on_another() {
    let cluster = Cluster::start(2);
    let nodes = cluster.nodes::<2>();
    for _ in 0..ROUNDS {
        let table = Table::open(nodes[0], GAME);
        // The game is in memory on both nodes, and each has only its own actions at first.
        let sockets = nodes.map(|node| Socket::watch(node, &table.id, 0, None));
        let moves = line(GAME);
        for (ply, played) in moves.iter().enumerate() {
            table.act(nodes[ply % 2], Player::BOTH[ply % 2], &mv(ply, played));
        }
        for (mut socket, _) in sockets {
            for ply in 0..moves.len() {
                assert_eq!(socket.hear_field("event").0["ply"], ply);
            }
        }
    }
}
