//! A level as the opponent.

use crate::course::{standard, touches};
use crate::page::Page;
use crate::patience::until;
use crate::server::Server;
use quintet_rules::Player;

#[test]
#[ignore = "needs Chromium"]
fn a_whole_game_against_a_level() {
    let server = Server::start();
    let variant = standard("adjacency-block");
    let page = Page::open(&server, "/play/adjacency-block/10?p1=medium");
    let mut position = variant.start(Player::One);
    let mut moves = Vec::new();
    while position.outcome().is_none() {
        if position.to_move() == Player::Two {
            let mv = position.moves().swap_remove(0).text;
            for cell in touches(&*position, &mv) {
                page.touch(&cell);
            }
        }
        let played = until("a move is made", || page.moves().get(moves.len()).cloned());
        position = position
            .play(&played)
            .expect("a level plays legal moves")
            .position;
        moves.push(played);
    }
    page.sees_moves(&moves);
    page.sees(&position.ending().expect("the game is over"));
    page.inspect("play-level");
}

#[test]
#[ignore = "needs Chromium"]
fn a_level_says_where_it_can_err() {
    let server = Server::start();
    let page = Page::open(&server, "/play/gridlock/6x6?p2=perfect");
    page.sees("This size is not solved: perfect looks ahead, at");
    page.go("/play/gridlock/4x4?p2=perfect");
    page.find("heading", "Gridlock 4x4");
    assert!(!page.text().contains("not solved"), "{}", page.text());
}

#[test]
#[ignore = "needs Chromium"]
fn two_levels_play_each_other_and_can_be_stopped() {
    let server = Server::start();
    let page = Page::open(&server, "/play/adjacency-block/30?p1=hard&p2=random");
    until("some moves are made", || {
        (page.moves().len() >= 2).then_some(())
    });
    page.click("button", "Pause");
    page.sees("Go on");
    page.click("button", "Move 1: *");
    page.click("button", "Play on from here");
    until("they go on", || (page.moves().len() >= 2).then_some(()));
}
