//! The rules of the five games a second time, slowly: written from the rule books and the rulings
//! alone. Whatever can be worked out again is worked out again.

mod adjacency_block;
mod grid_runner;
mod gridlock;
mod matrix_isolation;
mod quad_block;

use quintet_games::Size;
use quintet_rules::Player;
use quintet_testkit::slow::SlowGame;

pub(crate) use adjacency_block::AdjacencyBlock;
pub(crate) use grid_runner::GridRunner;
pub(crate) use gridlock::Gridlock;
pub(crate) use matrix_isolation::MatrixIsolation;
pub(crate) use quad_block::QuadBlock;

/// The position in which `first` begins the game with this id.
pub(crate) fn start(id: &str, size: Size, first: Player) -> Box<dyn SlowGame> {
    match id {
        "gridlock" => Box::new(Gridlock::start(size, first)),
        "adjacency-block" => Box::new(AdjacencyBlock::start(size, first)),
        "matrix-isolation" => Box::new(MatrixIsolation::start(size, first)),
        "grid-runner" => Box::new(GridRunner::start(size, first)),
        "quad-block" => Box::new(QuadBlock::start(size, first)),
        _ => panic!("{id} has no slow rules: write them in tests/slow"),
    }
}

/// The position of the game with this id that a text says.
pub(crate) fn read(id: &str, text: &str) -> Box<dyn SlowGame> {
    match id {
        "gridlock" => Box::new(Gridlock::read(text)),
        "adjacency-block" => Box::new(AdjacencyBlock::read(text)),
        "matrix-isolation" => Box::new(MatrixIsolation::read(text)),
        "grid-runner" => Box::new(GridRunner::read(text)),
        "quad-block" => Box::new(QuadBlock::read(text)),
        _ => panic!("{id} has no slow rules: write them in tests/slow"),
    }
}

/// The marker of the games in which markers are placed.
pub(crate) fn marker(player: Player) -> char {
    match player {
        Player::One => 'X',
        Player::Two => 'O',
    }
}

/// The piece of the games in which each player has one.
pub(crate) fn piece(player: Player) -> char {
    match player {
        Player::One => '1',
        Player::Two => '2',
    }
}

/// The numbers in a move.
fn numbers(mv: &str) -> Vec<usize> {
    mv.split(' ')
        .map(|word| {
            word.parse()
                .expect("a move of this game is made of numbers")
        })
        .collect()
}
