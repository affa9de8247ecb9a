//! The rules of the five games a second time, slowly: written from the rule books and the rulings
//! alone. Whatever can be worked out again is worked out again.

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

/// How a game makes its start and reads a position.
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

/// The position in which `first` begins the game with this id.
pub(crate) fn start(id: &str, size: Size, first: Player) -> Box<dyn SlowGame> {
    rules(id).0(size, first)
}

/// The position of the game with this id that a text says.
pub(crate) fn read(id: &str, text: &str) -> Box<dyn SlowGame> {
    rules(id).1(text)
}

/// The marker of the games in which markers are placed.
pub(crate) fn marker(player: Player) -> char {
    PerPlayer { one: 'X', two: 'O' }[player]
}

/// The piece of the games in which each player has one.
pub(crate) fn piece(player: Player) -> char {
    PerPlayer { one: '1', two: '2' }[player]
}

/// The numbers in a move.
fn numbers(mv: &str) -> Vec<usize> {
    let number = |word: &str| word.parse().expect("a move is made of numbers");
    mv.split(' ').map(number).collect()
}
