//! A second, slow implementation of the five games, written from the rule books and the rulings alone. It stores nothing
//! that it can compute again.

mod grid_runner;
mod matrix_isolation;
mod placing;
mod quad_block;

use quintet_games::Size;
use quintet_rules::{PerPlayer, Player};
use quintet_testkit::slow::SlowGame;

pub(crate) use grid_runner::GridRunner;
use matrix_isolation::MatrixIsolation;
use placing::Placing;
pub(crate) use quad_block::QuadBlock;

/// The functions that create the start of a game and parse a position.
type Rules = (
    fn(Size, Player) -> Box<dyn SlowGame>,
    fn(&str) -> Box<dyn SlowGame>,
);

fn rules(id: &str) -> Rules {
    fn of<G: SlowGame + 'static>() -> Rules {
        (
            |size, first| Box::new(G::start(size, first)),
            |text| Box::new(G::read(text)),
        )
    }
    match id {
        "gridlock" | "adjacency-block" => of::<Placing>(),
        "matrix-isolation" => of::<MatrixIsolation>(),
        "grid-runner" => of::<GridRunner>(),
        "quad-block" => of::<QuadBlock>(),
        _ => panic!("{id} has no slow rules: write them in tests/slow"),
    }
}

/// Returns the start of the game with this id.
pub(crate) fn start(id: &str, size: Size, first: Player) -> Box<dyn SlowGame> {
    rules(id).0(size, first)
}

/// Parses a position of the game with this id.
pub(crate) fn read(id: &str, text: &str) -> Box<dyn SlowGame> {
    rules(id).1(text)
}

/// Returns a player's marker, in games with markers.
pub(crate) fn marker(player: Player) -> char {
    PerPlayer { one: 'X', two: 'O' }[player]
}

/// Returns a player's piece, in games with one piece per player.
pub(crate) fn piece(player: Player) -> char {
    PerPlayer { one: '1', two: '2' }[player]
}

/// Parses the numbers of a move.
fn numbers(mv: &str) -> Vec<usize> {
    let number = |word: &str| word.parse().expect("a move is made of numbers");
    mv.split(' ').map(number).collect()
}
