//! A second, slow implementation of a game, which tests compare with the fast one.
//!
//! It is written from the rules alone, on arrays of characters, and shares only basic types with the library. Its first goal
//! is to be obviously correct.

mod board;
mod in_step;

use quintet_games::Size;
use quintet_rules::Player;

pub use board::{Place, SlowBoard};
pub use in_step::{ComparedStep, LONGEST, Taste, assert_agree, play_in_step};

/// A position of one of the games.
pub trait SlowGame {
    /// Returns the initial position.
    fn start(size: Size, first: Player) -> Self
    where
        Self: Sized;

    /// Parses a valid position.
    fn read(text: &str) -> Self
    where
        Self: Sized;

    /// Returns the position in notation.
    fn text(&self) -> String;

    /// Returns the player to move.
    fn to_move(&self) -> Player;

    /// Returns the winner if the game is over. By default, a player without a move loses.
    fn winner(&self) -> Option<Player> {
        self.moves().is_empty().then_some(self.to_move().other())
    }

    /// Returns all legal moves in the book's notation, in ascending order. Empty exactly if the game is over.
    fn moves(&self) -> Vec<String>;

    /// Returns the position after one of the [`moves`](SlowGame::moves).
    fn play(&self, mv: &str) -> Box<dyn SlowGame>;
}

/// Returns the number of sequences of exactly `depth` moves from `position`.
pub fn perft(position: &dyn SlowGame, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|mv| perft(&*position.play(mv), depth - 1))
        .sum()
}

/// Parses the board and the player to move, the first two fields of every position.
pub fn board_and_mover(text: &str) -> (SlowBoard, Player) {
    let mut fields = text.split(' ');
    let mut next = || fields.next().expect("a board and a player");
    (SlowBoard::read(next()), player(next()))
}

/// Parses a player.
pub fn player(field: &str) -> Player {
    match field {
        "1" => Player::One,
        "2" => Player::Two,
        _ => panic!("no player {field}"),
    }
}
